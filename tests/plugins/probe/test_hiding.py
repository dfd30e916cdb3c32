"""Setting up and hiding a word: R-P-1 to R-P-13, O-P-1 to O-P-6."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour import SPECTATOR, Context, MoveFault, NumberOption, Refused, SeatOption, TextArg
from parlour.lexicons import load_builtin
from parlour_kit.playing import usual_options
from parlour_probe import PROBE, register_games
from parlour_probe.decks import (
    ACTIVITY_DECKS,
    CARDS,
    LETTER_DECKS,
    VALUES,
    activity_cards,
    letter_counts,
)
from parlour_probe.heard import Gone, Hid, Laid, Turn, Warned
from parlour_probe.hiding import fault_of
from parlour_probe.moves import Guess, Hide
from parlour_probe.state import Phase
from tests.plugins.probe.playbook import (
    SEED,
    WORDS,
    A,
    B,
    C,
    D,
    Play,
    choices,
    setup,
    terms,
    word_list,
)


def test_the_plugin_offers_probe() -> None:
    """The plugin's one game is complete and asks for the English word list."""
    assert list(register_games()) == [PROBE]
    assert (PROBE.id, PROBE.lexicon) == ("probe", "en")


def test_two_to_six_play() -> None:
    """R-P-1: two, three or four play, five and six with extra racks; two have two each."""
    assert list(PROBE.seats) == [2, 3, 4, 5, 6]
    for number in PROBE.seats[1:]:
        game = Play(seats=number)
        assert [(r.owner, r.index) for r in game.state.racks] == [
            (n, 0) for n in range(1, number + 1)
        ]


def test_rack_values() -> None:
    """R-P-2, C-P-2: twelve spaces worth 5, 10 or 15, never 16, in the published order; sum 120."""
    assert VALUES == (5, 10, 15, 15, 10, 5, 5, 10, 15, 15, 10, 5)
    assert sum(VALUES) == 120
    assert Play().look().values == VALUES


@pytest.mark.parametrize("deck", LETTER_DECKS)
def test_letter_decks(deck: str) -> None:
    """R-P-3, C-P-1: a deck has 96 letter cards with five blanks, 97 with six."""
    assert sum(letter_counts(deck, 5).values()) == 96
    assert sum(letter_counts(deck, 6).values()) == 97
    assert set(letter_counts(deck, 5)) == set(CARDS)


def test_blanks_per_deck_option() -> None:
    """C-P-1: five blanks, or six where the table says so."""
    six = "......ABLE"
    assert fault_of(terms(), six) == "That is 6 blanks. Your deck has only 5."
    assert fault_of(terms(blanks_per_deck=6), six) is None


def test_activity_deck_is_shuffled_and_face_down() -> None:
    """R-P-4: the activity deck is the printed one in an order that depends on the seed alone."""
    first = Play()
    assert Counter(first.state.deck) == Counter(activity_cards("activity48"))
    assert first.state.deck != activity_cards("activity48")
    assert first.state.deck == Play().state.deck
    assert first.look().deck_left == 48
    assert first.state.used == ()


def test_printed_activity_decks() -> None:
    """1.1: 48 cards with 23 normal turns, 36 with 11, or none; 25 special cards in both."""
    assert {name: sum(cards.values()) for name, cards in ACTIVITY_DECKS.items()} == {
        "activity48": 48,
        "activity36": 36,
        "none": 0,
    }
    assert ACTIVITY_DECKS["activity48"]["NORMAL"] == 23


def test_edition() -> None:
    """C-P-4, C-P-5, C-P-6: the English edition; R-P-6, R-P-30 and R-P-36 are the French one's."""
    assert choices("edition") == ("en1964", "fr")
    assert usual_options(PROBE)["edition"] == "en1964"


def test_defaults_are_those_of_the_rules_page() -> None:
    """Every option has the default that the rules page names; without notes, by R-P-13."""
    assert usual_options(PROBE) == {
        "edition": "en1964",
        "fr_recite": False,
        "first_player": "random",
        "min_word_length": 1,
        "word_check": "reveal",
        "letter_limits": True,
        "letter_deck": "F4Z2",
        "blanks_per_deck": 5,
        "activity_deck": "activity48",
        "deck_exhausted": "reshuffle",
        "hide_seconds": 180,
        "turn_seconds": 60,
        "choice_seconds": 30,
        "choice_timeout_penalty": 0,
        "neighbour_skip": False,
        "completion_bonus_on_activity": False,
        "multiplier_scope": "card",
        "multiplier_on_word_guess": False,
        "interrupt_min_hidden": 5,
        "completion_bonus_with_word_guess": False,
        "interrupt_wrong_ends_turn": False,
        "final_current_turn_counts": False,
        "final_bonus_per": "player",
        "notes": False,
    }
    assert all(o.min <= o.default <= o.max for o in PROBE.options if isinstance(o, NumberOption))
    assert [o.words for o in PROBE.options if isinstance(o, SeatOption)] == [("random",)]


# --- the word ------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["A", "TREASURER", "INTELLIGENCE", "..TREASURER.", "..AB..."])
def test_words_that_may_be_hidden(cards: str) -> None:
    """R-P-5, R-P-7, R-P-8: one to twelve letters; any number of blanks at the ends."""
    play = Play(word_check="off")
    play.hide(A, cards)
    assert play.state.rack(A).cards == cards


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("", "That word is too short. It needs at least 1 letter, not counting blanks."),
        ("...", "That word is too short"),
        ("TREAS.RER", "Blanks go before or after the word, never inside it."),
        ("DON'T", "Use letters from A to Z"),
        ("CO-OP", "Use letters from A to Z"),
        ("R2D", "Use letters from A to Z"),
        ("A B", "Use letters from A to Z"),
        ("lantern", "Use letters from A to Z"),
        ("TREASURERSHIP", "That is 13 cards. A rack has 12 spaces, blanks included."),
        ("..TREASURERS..", "That is 14 cards. A rack has 12 spaces, blanks included."),
        ("......CALM", "That is 6 blanks. Your deck has only 5."),
        ("JAZZZ", "Your deck has only 2 Z cards."),
    ],
)
def test_words_that_are_refused(cards: str, text: str) -> None:
    """R-P-5, R-P-7, R-P-8, O-P-4: nothing but letters with blanks at the ends; free of charge."""
    play = Play(word_check="off")
    refusal = play.refused(A, Hide(cards))
    assert refusal.fault is MoveFault.ILLEGAL
    assert refusal.text.startswith(text)
    assert play.scores == (0, 0, 0)


def test_letter_limits() -> None:
    """O-P-5: counts are enforced by deck, unless letter_limits is off; blanks stay limited."""
    older = terms(letter_deck="F3Z3")
    free = terms(letter_limits=False)
    assert fault_of(terms(), "PIZZZA") == "Your deck has only 2 Z cards."
    assert fault_of(older, "PIZZZA") is None
    assert fault_of(older, "FFFF") == "Your deck has only 3 F cards."
    assert fault_of(terms(), "FFFF") is None
    assert fault_of(free, "ZZZZZZ") is None
    assert fault_of(free, "......AB") is not None


def test_min_word_length() -> None:
    """O-P-2: no shortest word, unless min_word_length says so; blanks do not count."""
    assert Play(word_check="off").hide(A, "A")
    play = Play(word_check="off", min_word_length=4)
    assert play.refused(A, Hide("..CAT..")).text.endswith(
        "at least 4 letters, not counting blanks."
    )
    assert play.hide(A, "..CATS")


def test_cards_lie_face_down_from_space_1() -> None:
    """R-P-9, R-P-10: face down in spelling order from space 1; the rest of the rack is empty."""
    play = Play(["..TREASURER.", "LANTERN", "FISH"])
    assert play.face(B) == "?" * 7
    assert play.look(B).racks[1].own == tuple("LANTERN")
    assert play.look(A).racks[1].own is None
    assert len(play.look(A).racks[1].cards) == 7


def test_hiding_is_simultaneous_and_final() -> None:
    """R-P-5, R-P-10: everybody hides in any order; what lies stays; others hear a number."""
    play = Play(word_check="off")
    assert [play.verbs(s) for s in (A, B, C)] == [["hide"]] * 3
    play.hide(B, ".CALM.")
    assert play.heard(B) == [Laid(B, ".CALM.", False)]
    assert play.heard(A) == [Hid(B, 6)]
    assert play.verbs(B) == []
    assert play.look(A).hidden == (B,)
    assert "You can't change it." in play.refused(B, Hide("FISH")).text
    play.hide(A, "FISH")
    play.hide(C, "TREE")
    assert play.state.phase is Phase.ASKING
    assert "You can't change it." in play.refused(A, Hide("BOLD")).text


def test_scorer_is_the_server() -> None:
    """R-P-12: totals are booked at once and known to all."""
    play = Play(["FISH", "TREE", "CALM"], deck=["+20"])
    assert play.scores == (20, 0, 0)
    assert PROBE.scoring.scores(play.state) == {A: 20, B: 0, C: 0}
    assert play.look().scores == (20, 0, 0)


# --- the word list ---------------------------------------------------------------------------


def test_reveal_warns_the_owner_alone_and_takes_the_word_again() -> None:
    """O-P-3: an unknown word is warned of once, to its owner; the same word again is taken."""
    play = Play()
    before = play.prompts()
    play.hide(A, "XYZZY")
    assert play.heard(A) == [Warned(A, "XYZZY")]
    assert play.heard(B) == []
    assert play.prompts() == before
    assert play.look(A).warned == "XYZZY"
    assert play.look(B).warned is None
    play.hide(A, "..XYZZYX")
    assert play.one(Warned).word == "XYZZYX"
    play.hide(A, "XYZZY")
    assert play.one(Warned).word == "XYZZY"
    play.hide(A, ".XYZZY")
    assert play.one(Laid) == Laid(A, ".XYZZY", False)
    assert play.look(A).warned is None


def test_reveal_takes_known_words_at_once() -> None:
    """O-P-3: a listed word is no matter for a warning."""
    play = Play()
    play.hide(A, "..LANTERN")
    assert play.one(Laid).cards == "..LANTERN"


def test_reject_refuses_unknown_words() -> None:
    """O-P-3: word_check=reject refuses, free of charge."""
    play = Play(word_check="reject")
    assert "XYZZY isn't in the word list" in play.refused(A, Hide("XYZZY")).text
    play.hide(A, "LANTERN")


def test_no_check_without_a_list_or_by_option() -> None:
    """O-P-3: off takes any letters; without a word list nothing can be checked."""
    Play(word_check="off").hide(A, "XYZZY")
    Play(lexicon=None).hide(A, "XYZZY")
    Play(lexicon=None, word_check="reject").hide(A, "XYZZY")


# --- time, and those who leave -------------------------------------------------------------------


def test_referee_lays_a_common_word_for_the_silent() -> None:
    """When the time to hide is up the referee lays common words and tells only their owners."""
    play = Play()
    assert PROBE.rules.deadline(play.state) == 180_000
    play.hide(A, "LANTERN")
    play.time_up()
    for seat in (B, C):
        rack = play.state.rack(seat)
        assert WORDS.band(rack.word.lower()) == 20
        assert 5 <= len(rack.word) <= 9
        (laid,) = [h for h in play.heard(seat) if isinstance(h, Laid)]
        assert laid == Laid(seat, rack.cards, True)
        assert Hid(seat, len(rack.cards)) in play.heard(A)
    assert play.state.phase is not Phase.HIDING
    assert play.state.rack(A).word == "LANTERN"


def test_no_clock() -> None:
    """G-6: 0 means no clock."""
    play = Play(hide_seconds=0)
    assert PROBE.rules.deadline(play.state) is None
    assert all(prompt.due is None for prompt in play.prompts().values())


def test_left_while_hiding() -> None:
    """O-P-45: who leaves before he has hidden a word has one laid; his rack stays in play."""
    play = Play(seats=4, first_player=1)
    play.hide(B, "LANTERN")
    play.leave(B)
    assert play.of(Laid) == []
    play.leave(A)
    assert play.one(Gone) == Gone(A)
    assert play.state.rack(A).cards
    assert set(play.prompts()) == {C, D}
    play.hide(C, "FISH")
    play.hide(D, "TREE")
    assert play.one(Turn).seat == C  # seat 1 would have begun


def test_nobody_is_told_the_word_laid_for_who_left() -> None:
    """O-P-45: whoever leaves while hiding learns no more of the referee's word than the others."""
    play = Play(seats=4)
    play.leave(A)
    cards = play.state.rack(A).cards
    for viewer in (A, B, SPECTATOR):
        assert play.heard(viewer) == [Gone(A), Hid(A, len(cards))]
    watcher = play.look(SPECTATOR)
    assert play.look(A) == watcher
    assert all(rack.own is None for rack in watcher.racks)


def test_who_has_left_is_a_watcher() -> None:
    """O-P-45: also a player who knew their rack, whose guess waits, or who is to show a card."""
    play = Play(["FISH", "TREES", "CALM", "BOLD"], deck=["NORMAL"])
    play.ask(A, C, "C")
    play.guess(D, B, "TREES")
    assert play.look(D).held
    play.leave(D)
    assert play.look(D) == play.look(SPECTATOR)


def test_the_warned_row_is_laid_for_the_silent() -> None:
    """O-P-3: a word typed once, warned of, and then silence: it lies as it was typed."""
    play = Play()
    play.hide(A, ".XYZZY..")
    play.hide(B, "QXQ")
    play.hide(B, "LANTERN")
    play.time_up()
    assert play.state.rack(A).cards == ".XYZZY.."
    assert Laid(A, ".XYZZY..", False) in play.heard(A)
    assert play.state.rack(B).cards == "LANTERN"
    assert play.state.rack(C).word.lower() in WORDS
    assert not any(rack.warned for rack in play.state.racks)


def test_the_last_warned_row_is_laid_and_for_who_leaves_too() -> None:
    """O-P-3, O-P-45: of several unknown words the last one; the others read its length only."""
    play = Play()
    play.hide(A, "XYZZY")
    play.hide(A, "XYZZYX..")
    play.leave(A)
    assert play.state.rack(A).cards == "XYZZYX.."
    assert play.heard(B) == play.heard(A) == [Gone(A), Hid(A, 8)]


def test_a_warning_changes_nobody_elses_word() -> None:
    """1.7: the referee's words for the others are the same whether somebody was warned or not."""
    rows: list[list[str]] = []
    for word in (None, "XYZZY"):
        play = Play(seats=3)
        if word is not None:
            play.hide(A, word)
            play.number = 1
        play.time_up()
        rows.append([play.state.rack(seat).cards for seat in (B, C)])
    assert rows[0] == rows[1]


def test_never_dealt_words() -> None:
    """The referee offers no word that the list keeps from being dealt."""
    words = word_list({5: ["bread", "eagle", "house"]}, {}, never=["bread", "eagle"])
    play = Play(lexicon=words)
    assert {e.strip(".") for e in play.state.examples_for(A)} == {"HOUSE"}
    play.time_up()
    assert {rack.word for rack in play.state.racks} == {"HOUSE"}


def test_referee_takes_rare_or_short_words_only_if_it_must() -> None:
    """The referee's words are common and of usual length if the table's terms allow it."""
    assert {*Play(min_word_length=12).state.examples} == {("INTELLIGENCE",)}
    assert all(len(row.strip(".")) >= 10 for row in Play(min_word_length=10).state.examples[1])
    rare = Play(lexicon=word_list({}, {5: ["zloty"]}))
    assert {e.strip(".") for e in rare.state.examples_for(A)} == {"ZLOTY"}


def test_examples_may_be_hidden() -> None:
    """Every example is a row that is accepted, whatever the options."""
    for check in choices("word_check"):
        for least in range(1, 13):
            play = Play(word_check=check, min_word_length=least)
            for row in play.state.examples_for(A):
                play = Play(word_check=check, min_word_length=least)
                play.hide(A, row)
                assert play.one(Laid)


def test_examples_without_a_word_list() -> None:
    """Without fitting words, any letters are an example; the referee lays them too."""
    play = Play(lexicon=None)
    assert {*play.state.examples} == {("ABCDE",)}
    assert {*Play(lexicon=word_list({}, {}), min_word_length=7).state.examples} == {("ABCDEFG",)}
    play.time_up()
    assert play.state.rack(A).cards == "ABCDE"


def test_start_refuses_what_cannot_be_played() -> None:
    """Only listed words, and none of that length: the game does not start."""
    with pytest.raises(Refused, match="no words of 12 or more"):
        Play(lexicon=word_list({4: ["fish"]}, {}), word_check="reject", min_word_length=12)
    with pytest.raises(Refused, match="first_player=9 is an empty seat"):
        Play(first_player=9)


# --- who begins --------------------------------------------------------------------------------


def test_first_player_random() -> None:
    """O-P-1: with random every seat begins now and then, by the table's own luck."""
    firsts = Counter(
        PROBE.rules.start(
            setup((A, C, D)), Context(now=0, seed=SEED, number=n, lexicon=WORDS)
        ).state.turn
        for n in range(60)
    )
    assert set(firsts) == {A, C, D}


def test_first_player_named_and_seat_order() -> None:
    """O-P-1: a named seat begins; left is the next seat, right the previous one."""
    play = Play(["FISH", "TREE", "CALM", "BOLD"], first_player=3, deck=["NORMAL", "LEFT"])
    assert play.one(Turn).seat == C
    play.ask(C, A, "Z")
    assert play.one(Turn).seat == D
    assert play.one(Turn).shows == A


def test_a_dictionary_before_play() -> None:
    """R-P-11: before play anybody may look words up; in play only a word that is all up."""
    play = Play()
    for viewer in (A, B, C):
        assert PROBE.views.may_look_up(play.state, viewer, "lantern")
    play = Play(["FISH", "TREE", "CALM"], deck=["NORMAL"])
    assert not PROBE.views.may_look_up(play.state, A, "fish")
    play.open(A, 1, 2, 3, 4)
    assert PROBE.views.may_look_up(play.state, B, "fish")
    assert not PROBE.views.may_look_up(play.state, B, "tree")


def test_secrets_do_not_print() -> None:
    """No hidden word and no order of the deck is in what a log could show."""
    play = Play(["QUARTZ", "TREE", "CALM"])
    assert "QUARTZ" not in repr(play.state)
    assert " deck=" not in repr(play.state)
    assert "QUARTZ" not in repr(Hide("QUARTZ"))
    assert "QUARTZ" not in repr(play.look(A))
    assert "QUARTZ" not in repr(Guess(A, "QUARTZ"))


def test_each_player_is_shown_examples_of_their_own() -> None:
    """A program that hides one of them is not found by another that tries its own."""
    play = Play(seats=4, lexicon=load_builtin("en"))
    asked = play.prompts()
    args = [asked[seat].moves[0].args[0] for seat in play.state.seats]
    rows = [arg.examples for arg in args if isinstance(arg, TextArg)]
    assert rows == [*play.state.examples]
    assert len({row for each in rows for row in each}) > 12
    assert [play.look(seat).examples for seat in play.state.seats] == rows
    assert play.look().examples == ()
    assert rows[0][0] not in repr(play.state)
