"""Setting up and hiding a word: R-P-1 to R-P-13, O-P-1 to O-P-6."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from parlour import SPECTATOR, Context, NumberOption, Refused, SeatOption, TextArg
from parlour.lexicons import load_builtin
from parlour_kit.playing import usual_options
from parlour_probe import PROBE, register_games
from parlour_probe.decks import (
    ACTIVITY_DECKS,
    CARDS,
    LETTER_DECKS,
    activity_cards,
    letter_counts,
)
from parlour_probe.heard import Gone, Hid, Laid
from parlour_probe.hiding import fault_of
from parlour_probe.moves import Ask, Guess, Hide, Recite, Show
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
from tests.plugins.probe.rulings import Ruling, check, rulings

RULINGS = rulings("""\
R-P-5, R-P-9, R-P-10: all hide in any order, others hear how many cards; what lies stays.
rows - - -
a? Hide a word of up to 12 cards. Dots are blanks: hide CROCODILE...
may a hide; may b hide; b hide .calm.
> bob has hidden 6 cards.
a> bob has hidden 6 cards.
may b; face b ??????
b hide fish -> Your word is already hidden. You can't change it.
a hide fish; c hide 2 tree 1
> cy has hidden 7 cards. | It's ann's turn.
a hide bold -> Your word is already hidden. You can't change it.
may a ask guess; may b guess

O-P-1: a named seat begins, left is the next seat and right the previous one.
rows FISH TREE CALM BOLD
deck NORMAL LEFT RIGHT
with first_player=3
may c ask; c ask a z
> cy asks ann for a Z. ann has no Z. | It's dee's turn. Activity card: player on the left shows a
| card. ann chooses.
a show 1; d ask b z
> dee asks bob for a Z. bob has no Z. | It's ann's turn. Activity card: player on the right shows
| a card. dee chooses.

R-P-5, R-P-8, O-P-4: what is not letters with blanks around them is refused, free of charge.
rows - - -
a hide ... -> That word is too short. It needs at least 1 letter, not counting blanks.
a hide treas.rer -> Blanks go before or after the word, never inside it.
a hide don't -> Use only letters, and dots for blanks, like this: hide CROCODILE...
a hide co-op -> Use only letters, and dots for blanks, like this: hide CROCODILE...
a hide r2d -> Use only letters, and dots for blanks, like this: hide CROCODILE...
a hide treasurership -> That is 13 cards. A rack has 12 spaces, blanks included.
a hide ..treasurers.. -> That is 14 cards. A rack has 12 spaces, blanks included.
a hide ......calm -> That is 6 blanks. Your deck has only 5.
a hide 6 calm -> That is 6 blanks. Your deck has only 5.
a hide 2 -> Use only letters, and dots for blanks, like this: hide CROCODILE...
a hide 1 2 calm -> Use only letters, and dots for blanks, like this: hide CROCODILE...
a hide calm 99999 -> That is 17 cards. A rack has 12 spaces, blanks included.
may a hide

R-P-3, R-P-7, O-P-5: no more of a letter than the deck has; blanks are limited in any case.
rows - - -
a hide jazzz -> Your deck has only 2 Z cards.
a hide fffff -> Your deck has only 4 F cards.

C-P-1, O-P-5: without letter_limits only the blanks are; a sixth may be an option.
rows - - -
with letter_limits=no blanks_per_deck=6 word_check=off
a hide .......ab -> That is 7 blanks. Your deck has only 6.
a hide ......ZZZZZZ; b hide FFFFFF
> bob has hidden 6 cards.

O-P-2: no shortest word is given, unless by an option; blanks do not count.
rows - - -
with min_word_length=4 word_check=off
a hide ..cat.. -> That word is too short. It needs at least 4 letters, not counting blanks.
a hide ..cats
a>

O-P-3: an unknown word is warned of, to its owner alone, and taken the second time.
rows - - -
a hide xyzzy
a> XYZZY isn't in the word list. Hide another word, or hide this one again to use it anyway. It
| will then cost you 100 points once all of it is face up. If you run out of time, the referee uses
| it.
>
b>
a hide ..xyzzyx
a> XYZZYX isn't in the word list. ...
a hide xyzzy
a> XYZZY isn't in the word list. ...
a: Players are hiding their words. Waiting for: you, bob, cy. | XYZZY isn't in the word list.
| Hide it again to use it anyway.
a hide .xyzzy
> ann has hidden 6 cards.
a: Players are hiding their words. Waiting for: bob, cy.

O-P-3: reject refuses unknown words; a listed one is taken at once.
rows - - -
with word_check=reject
a hide xyzzy -> XYZZY isn't in the word list. Hide another word.
a hide ..lantern
> ann has hidden 9 cards.

O-P-3: without a check any letters will do.
rows - - -
with word_check=off
a hide xyzzy
> ann has hidden 5 cards.

O-P-3, O-P-45: the row that was warned of last is laid for the silent, and for who leaves.
rows - - -
due 180; a hide .xyzzy..; b hide qxq; b hide qxqx.; leave b
> bob has left. The referee now answers for bob's rack. | bob has hidden 5 cards.
b> bob has left. The referee now answers for bob's rack. | bob has hidden 5 cards.
c hide lantern; time
> ann has hidden 8 cards. | It's ann's turn.
c guess a .xyzzy..
> cy guesses .XYZZY.. as ann's word: right! cy scores 175 (total 175). | XYZZY isn't in the word
| list. ann loses 100 (total -100).
c guess b qxqx.
> cy guesses QXQX. as bob's word: right! cy scores 155 (total 330). | QXQX isn't in the word
| list. bob loses 100 (total -100). | Only cy still has hidden cards. Turns to come: ann 2, bob 0.

O-P-45: who leaves before they hid a word has one laid; no reader learns which.
rows - - - -
b hide lantern; leave b
> bob has left. The referee now answers for bob's rack.
may c hide; may d hide; c hide fish; a hide calm; d hide tree
> dee has hidden 4 cards. | It's ann's turn.

O-P-45: with one player left while words are hidden the game stops.
rows - - -
with word_check=off
a hide fish; leave a; leave b
> bob has left. The referee now answers for bob's rack. | Only one player is left. The game is
| over. | ann: FISH | bob: no word | cy: no word

R-P-36, O-P-28, O-P-9: nothing else can be done while words are hidden; G-6: without a clock.
rows - - -
with hide_seconds=0
due -
a hide fish
> ann has hidden 4 cards.
a ask b e -> Wait: other players are still hiding their words.
a recite fish -> Wait: other players are still hiding their words.
""")


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_rulings(ruling: Ruling) -> None:
    """What is read and scored, by the numbers of the rules page."""
    check(ruling)


def test_who_wants_anything_else_is_told_to_hide_a_word_first() -> None:
    """With a word of their own deck, which they can type as it is (O-P-9)."""
    for move in (Ask(B, "E"), Guess(B, "LANTERN"), Show(1), Recite("FISH")):
        play = Play()
        said, typed = play.refused(A, move).text.split(": ")
        assert said == "Hide your word first"
        play.move(A, play.parsed(A, *typed.split(" ", 1)))
    play = Play(seats=2, racks=2)
    assert "your left rack first: hide left " in play.refused(A, Ask(B, "E")).text
    play.move(A, Hide("LANTERN", 1))
    assert "your right rack first: hide right " in play.refused(A, Ask(B, "E")).text


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
        "racks": 2,
    }
    assert all(o.min <= o.default <= o.max for o in PROBE.options if isinstance(o, NumberOption))
    assert [o.words for o in PROBE.options if isinstance(o, SeatOption)] == [("random",)]


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


def test_examples_may_be_hidden() -> None:
    """Every example is a row that is accepted, whatever the options."""
    for kind in choices("word_check"):
        for least in range(1, 13):
            play = Play(word_check=kind, min_word_length=least)
            for row in play.state.examples_for(A):
                play = Play(word_check=kind, min_word_length=least)
                play.hide(A, row)
                assert play.one(Laid)


def test_start_refuses_what_cannot_be_played() -> None:
    """Only listed words, and none of that length: the game does not start."""
    with pytest.raises(Refused, match="no words of 12 or more"):
        Play(lexicon=word_list({4: ["fish"]}, {}), word_check="reject", min_word_length=12)
    with pytest.raises(Refused, match="first_player=9 is an empty seat"):
        Play(first_player=9)


def test_first_player_random() -> None:
    """O-P-1: with random every seat begins now and then, by the table's own luck."""
    firsts = Counter(
        PROBE.rules.start(
            setup((A, C, D)), Context(now=0, seed=SEED, number=n, lexicon=WORDS)
        ).state.turn
        for n in range(60)
    )
    assert set(firsts) == {A, C, D}


def test_a_dictionary_before_play() -> None:
    """R-P-11: before and after play anybody may look words up; in it only one that is all up."""
    play = Play()
    for viewer in (A, B, C):
        assert PROBE.views.may_look_up(play.state, viewer, "lantern")
    play = Play(["FISH", "TREE", "CALM"], deck=["NORMAL"])
    assert not PROBE.views.may_look_up(play.state, A, "fish")
    play.open(A, 1, 2, 3, 4)
    assert PROBE.views.may_look_up(play.state, B, "fish")
    assert not PROBE.views.may_look_up(play.state, SPECTATOR, "tree")
    play.leave(A)
    play.leave(B)
    assert PROBE.views.may_look_up(play.state, SPECTATOR, "tree")


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


def test_what_is_in_the_box() -> None:
    """R-P-1, R-P-2, C-P-2: two to six play with twelve spaces worth 5, 10 or 15, 120 together.

    R-P-3, C-P-1: each has 96 letter cards with five blanks, 97 with six. 1.1: of 48 activity cards
    23 are normal turns, of 36 eleven. C-P-4, C-P-5, C-P-6: the editions.
    """
    assert list(register_games()) == [PROBE]
    assert (PROBE.id, PROBE.lexicon, [*PROBE.seats]) == ("probe", "en", [2, 3, 4, 5, 6])
    for number in PROBE.seats[1:]:
        racks = [(rack.owner, rack.index) for rack in Play(seats=number).state.racks]
        assert racks == [(seat, 0) for seat in range(1, number + 1)]
    assert Play().look().values == (5, 10, 15, 15, 10, 5, 5, 10, 15, 15, 10, 5)
    for deck, blanks in product(LETTER_DECKS, (5, 6)):
        assert sum(letter_counts(deck, blanks).values()) == 91 + blanks
        assert set(letter_counts(deck, blanks)) == set(CARDS)
    older = terms(letter_deck="F3Z3")
    assert fault_of(older, "PIZZZA") is None
    assert fault_of(older, "FFFF") == "Your deck has only 3 F cards."
    decks = {name: (sum(cards.values()), cards) for name, cards in ACTIVITY_DECKS.items()}
    assert [number for number, _ in decks.values()] == [48, 36, 0]
    assert [cards.get("NORMAL") for _, cards in decks.values()] == [23, 11, None]
    assert choices("edition") == ("en1964", "fr")


def test_activity_cards_are_shuffled_and_face_down() -> None:
    """R-P-4, R-P-12: in an order that depends on the seed alone. All read the scores."""
    first = Play()
    assert Counter(first.state.deck) == Counter(activity_cards("activity48"))
    assert first.state.deck != activity_cards("activity48")
    assert first.state.deck == Play().state.deck
    assert first.look().deck_left == 48
    assert PROBE.scoring.scores(first.state) == {A: 0, B: 0, C: 0}


def test_options_without_effect_are_refused() -> None:
    """Somebody who sets one expects something of it."""
    with pytest.raises(Refused, match="neighbour_skip=on needs three players"):
        Play(seats=2, neighbour_skip=True)
    with pytest.raises(Refused, match="final_bonus_per=rack is for two players"):
        Play(seats=3, final_bonus_per="rack")
    with pytest.raises(Refused, match="fr_recite=on needs the French rules"):
        Play(options={"fr_recite": True})


def test_the_words_of_the_referee() -> None:
    """They are common and of usual length if the table's terms allow it, and may be dealt.

    O-P-3: without fitting words any letters will do, and without a list nothing is checked.
    """
    words = word_list({5: ["bread", "eagle", "house"]}, {}, never=["bread", "eagle"])
    rare, bare = word_list({}, {5: ["zloty"]}), word_list({}, {})
    for play, offered in (
        (Play(lexicon=words), {"HOUSE"}),
        (Play(min_word_length=12), {"INTELLIGENCE"}),
        (Play(lexicon=rare), {"ZLOTY"}),
        (Play(lexicon=None, word_check="reject"), {"ABCDE"}),
        (Play(lexicon=bare, min_word_length=7), {"ABCDEFG"}),
    ):
        assert {row.strip(".") for rows in play.state.examples for row in rows} == offered
        play.time_up()
        assert {rack.word for rack in play.state.racks} == offered
    Play(lexicon=None, word_check="reject").hide(A, "XYZZY")
