"""The French edition: R-P-6, R-P-15, R-P-30, R-P-36, O-P-3, O-P-5, O-P-6, O-P-42, O-P-43."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from parlour import SPECTATOR, MoveFault, OptionValue, Reader, Refused, Seat, TextArg
from parlour.engine.options import options_of, read_options
from parlour.lexicons import Lexicons, load_builtin
from parlour_kit import SmallList
from parlour_probe import PROBE
from parlour_probe.heard import (
    Asked,
    Ended,
    FinalRounds,
    Guessed,
    Hid,
    Laid,
    Misspelt,
    NoReply,
    Recited,
    Shown,
    Spelt,
    TimeUp,
    Turn,
    Waiting,
    Warned,
)
from parlour_probe.hiding import accented
from parlour_probe.moves import Ask, Guess, Hide, Recite
from parlour_probe.state import Phase
from parlour_probe.turn import NO_REPLY, NOT_YOURS
from tests.plugins.probe.luck import game
from tests.plugins.probe.playbook import NAMES, A, B, C, Play

TRESORIER = "tr\xe9sorier"
SPELT = {"tresorier": (TRESORIER,), "cote": ("cote", "cot\xe9", "c\xf4te"), "oeuf": ("\u0153uf",)}
INFLECTED = ("portait", "avec")


class French(SmallList):
    """A small French list, with accents and with forms that no dictionary lists."""

    def printed(self, word: str) -> tuple[str, ...]:
        return SPELT.get(word, (word,))

    def dictionary_form(self, word: str) -> bool:
        return word in self and word not in INFLECTED


WORDS = French(["porte", "porter", "lanterne", "maison", "banane", *SPELT, *INFLECTED])
RECITING: Mapping[str, OptionValue] = {"edition": "fr", "fr_recite": True}
ROWS = ("..TRESORIER.", "LANTERNE", "MAISON")


def french(
    words: tuple[str, ...] | None = None, *, deck: tuple[str, ...] = (), **options: OptionValue
) -> Play:
    """A table with the French rules; without *deck*, all turns are normal ones."""
    return Play(
        words,
        deck=[*deck, *["NORMAL"] * 8],
        lexicon=WORDS,
        options={"edition": "fr", "letter_limits": False, **options},
    )


def last_card(play: Play, owner: Seat) -> int:
    """Turn up all cards of *owner* but one, and return its space."""
    cards = play.state.rack(owner).cards
    play.open(owner, *range(1, len(cards)))
    return len(cards)


# --- options ---------------------------------------------------------------------------


def test_the_edition_brings_its_list_and_no_limits() -> None:
    """O-P-5: the French deck is not known. Whoever names a list or a limit keeps it."""
    options = options_of(PROBE, Lexicons())
    assert read_options(options, [])["lexicon"] == "en"
    values = read_options(options, ["edition=fr"])
    assert (values["lexicon"], values["letter_limits"]) == ("fr", False)
    values = read_options(options, ["lexicon=en", "edition=fr", "letter_limits=on"])
    assert (values["lexicon"], values["letter_limits"]) == ("en", True)


def test_a_word_may_need_more_cards_than_the_english_deck_has() -> None:
    """O-P-5: six E are no fault under `letter_limits=off`."""
    play = french()
    assert isinstance(play.hide(A, "EEEEEE")[0], Warned)
    assert isinstance(play.hide(A, "EEEEEE")[0], Laid)


def test_fr_recite_needs_the_french_rules() -> None:
    with pytest.raises(Refused, match="fr_recite=on needs the French rules"):
        Play(options={"fr_recite": True})


# --- words -----------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["PORTE", "PORTER", "MAISON"])
def test_words_of_a_dictionary_may_be_hidden(word: str) -> None:
    """R-P-6: nouns, adjectives, adverbs, and verbs in the infinitive."""
    assert isinstance(french().hide(A, word)[0], Laid)


def test_a_form_of_a_verb_is_warned_of_and_costs_100() -> None:
    """R-P-6, R-P-32, O-P-3: the list has the word, but as a form that no dictionary lists."""
    play = french(first_player=2)
    assert play.hide(A, "PORTAIT") == [Warned(A, "PORTAIT", 0, "form")]
    assert play.told(A)[0].startswith("PORTAIT isn't a noun, adjective, adverb or infinitive.")
    assert "PORTAIT doesn't count. Hide it again to use it anyway." in play.shown(A)
    assert play.heard(B) == []
    play.hide(A, "PORTAIT")
    play.hide(B, "LANTERNE")
    play.hide(C, "MAISON")
    play.guess(B, A, "PORTAIT")
    assert play.one(Misspelt) == Misspelt(A, 0, "PORTAIT", -100, -100, "form")
    assert "PORTAIT isn't a noun, adjective, adverb or infinitive." in " ".join(play.told(A))


def test_a_form_of_a_verb_is_refused_at_a_strict_table() -> None:
    play = french(word_check="reject")
    refused = play.refused(A, Hide("PORTAIT"))
    assert refused.text == (
        "PORTAIT isn't a noun, adjective, adverb or infinitive. Hide another word."
    )
    assert play.refused(A, Hide("XYZZY")).text.startswith("XYZZY isn't in the word list.")


def test_without_a_check_every_form_counts() -> None:
    assert isinstance(french(word_check="off").hide(A, "PORTAIT")[0], Laid)


def test_a_list_that_marks_no_forms_is_only_asked_for_the_word() -> None:
    """O-P-3: an operator's list, or the French list of an earlier host."""
    play = Play(lexicon=SmallList(["portait"]), options={"edition": "fr"})
    assert isinstance(play.hide(A, "PORTAIT")[0], Laid)


def test_the_english_rules_take_every_form_of_a_french_list() -> None:
    """R-P-5: any form will do; only the edition changes the rules, not the list."""
    assert isinstance(Play(lexicon=WORDS).hide(A, "PORTAIT")[0], Laid)


def test_the_referee_offers_only_words_of_a_dictionary() -> None:
    """R-P-6: with the shipped list, whatever the luck."""
    shipped = load_builtin("fr")
    for number in range(20):
        play = Play(lexicon=shipped, options={"edition": "fr"})
        play.number = number
        play.time_up()
        for rack in play.state.racks:
            assert shipped.dictionary_form(rack.word.lower())
        assert all(shipped.dictionary_form(row.strip(".").lower()) for row in play.look().examples)


# --- accents ---------------------------------------------------------------------------


def test_accents_are_folded_in_play_and_shown_when_the_word_is_up() -> None:
    """O-P-6: the list spells the word in one way, which all read once it is face up."""
    play = french(("FISH", "TRESORIER", "MAISON"))
    assert play.state.rack(B).printed == TRESORIER
    play.guess(A, B, "TRESORIER")
    assert play.one(Spelt) == Spelt(B, 0, "TRESORIER", TRESORIER)
    assert f"bob's word is written {TRESORIER}." in play.told(A)
    assert f"Your word is written {TRESORIER}." in play.told(B)


@pytest.mark.parametrize(
    ("line", "cards", "printed"),
    [
        ("c\xf4te", "COTE", "c\xf4te"),
        ("COT\xc9", "COTE", "cot\xe9"),
        ("cote", "COTE", ""),
        ("co\u0302te", "COTE", "c\xf4te"),
        ("C\xd6TE", "COTE", ""),
        ("\u0153uf", "OEUF", "\u0153uf"),
        ("oeuf", "OEUF", "\u0153uf"),
        ("..tresorier 1", "..TRESORIER.", TRESORIER),
        ("b\xe9b\xea", "BEBE", "b\xe9b\xea"),
        ("be\u0301\u0301\u0301be", "BEBE", ""),
        ("\uff42ebe", "BEBE", ""),
    ],
)
def test_a_word_is_shown_as_it_was_typed_if_the_list_has_it_so(
    line: str, cards: str, printed: str
) -> None:
    """What the list spells otherwise is shown in letters alone, and so is any odd character."""
    play = french(word_check="off")
    move = play.parsed(A, "hide", line)
    assert isinstance(move, Hide)
    play.move(A, move)
    (laid,) = play.heard(A)
    assert laid == Laid(A, cards, False, 0, printed)
    assert play.heard(B) == [Hid(A, len(cards), 0)]
    assert ("Your word is written" in play.told(A)[-1]) == bool(printed)


def test_the_english_rules_show_no_accents() -> None:
    """Games of the English edition read as they always did."""
    play = Play(lexicon=WORDS)
    move = play.parsed(A, "hide", TRESORIER)
    assert move == Hide("TRESORIER")
    play.move(A, move)
    assert play.state.rack(A).printed == ""


def test_all_words_are_shown_with_their_accents_at_the_end() -> None:
    """G-8: also the words that nobody has found."""
    play = french(ROWS)
    play.leave(B)
    play.leave(C)
    ended = play.one(Ended)
    assert ended.printed == (TRESORIER, "", "")
    assert f"ann: ..TRESORIER. ({TRESORIER})" in play.told(SPECTATOR)
    assert "bob: LANTERNE" in play.told(SPECTATOR)


def test_how_a_word_is_written_is_not_known_before_it_is_up() -> None:
    """1.7: accents are the owner's to know; in a twin another word lies there."""
    play = french(ROWS)
    twin = PROBE.views.resample(play.state, B, Random(1))
    assert twin.rack(A).printed == ""
    assert play.look(B) == PROBE.views.look(twin, B)
    assert TRESORIER not in repr(play.state)
    assert TRESORIER not in repr(Hide("TRESORIER", 0, TRESORIER))


def test_letters_that_french_does_not_have_are_not_printed() -> None:
    assert accented("\xc9T\xc9") == "\xe9t\xe9"
    assert accented("ETE") == ""
    assert accented("\u0161") == ""


# --- word guesses ----------------------------------------------------------------------


def test_only_the_player_at_turn_may_guess_a_word() -> None:
    """R-P-36, C-P-4, O-P-24, O-P-42: one line for all others, right or wrong, and nothing else."""
    play = french(ROWS)
    assert play.targets(A, "guess") == (B, C)
    assert set(play.prompts()) == {A}
    for cards in ("LANTERNE", "BANANES"):
        refused = play.refused(C, Guess(B, cards))
        assert (refused.fault, refused.text) == (MoveFault.NOT_YOUR_TURN, NOT_YOURS)
    play.guess(A, B, "LANTERNE")
    assert play.one(Guessed).right
    assert play.state.turn == A


def test_a_guess_in_ones_own_turn_waits_for_the_card() -> None:
    """O-P-42: as in O-P-23, for the player at turn alone."""
    play = french(ROWS)
    play.ask(A, B, "N")
    assert set(play.prompts()) == {A, B}
    assert "You can guess a whole word now: guess bob ..WORD." in play.asked(A)
    assert play.refused(C, Guess(A, "XYZZY")).text == NOT_YOURS
    assert play.guess(A, B, "LANTERNE") == [Waiting(A, B, 0, "LANTERNE")]
    play.show(B, 3)
    assert play.one(Guessed).right


def test_too_few_hidden_cards_in_ones_own_turn() -> None:
    """R-P-37, R-P-41, O-P-23: as in English, also if a card being chosen makes it too few."""
    play = french(ROWS)
    play.open(C, 1)
    play.ask(A, C, "A")
    assert play.refused(A, Guess(C, "MAISON")).text == NO_REPLY
    play.show(C, 2)
    assert play.of(NoReply) == []


def test_an_opponent_who_shows_a_card_may_not_guess_meanwhile() -> None:
    """R-P-36: LEFT and RIGHT make nobody else the player at turn."""
    play = french(deck=("LEFT",), words=ROWS)
    assert play.verbs(B) == ["show"]
    assert play.verbs(A) == ["guess"]


def test_the_english_rules_let_everybody_guess() -> None:
    """R-P-35."""
    play = Play(["FISH", "LANTERNE", "MAISON"], lexicon=WORDS)
    assert set(play.prompts()) == {A, B, C}


# --- saying the word -------------------------------------------------------------------


def test_without_fr_recite_the_last_card_pays_as_in_english() -> None:
    """R-P-30, O-P-43, C-P-6: the word can be read, so the 50 are paid."""
    play = french(ROWS)
    play.hit(A, B, last_card(play, B))
    assert play.one(Shown).bonus == 50
    assert play.state.recital is None


def reciting(*deck: str, words: tuple[str, ...] = ROWS, **options: OptionValue) -> Play:
    """Ann has found the last card of bob's word and must say it."""
    play = french(words, deck=deck, fr_recite=True, **options)
    play.hit(A, B, last_card(play, B))
    assert play.state.phase is Phase.RECITING
    return play


def test_the_guesser_types_the_word_for_the_50() -> None:
    """R-P-30, O-P-43: the card is paid at once, the 50 when the word is said."""
    play = reciting()
    shown = play.one(Shown)
    assert (shown.points, shown.bonus) == (10, 0)
    assert set(play.prompts()) == {A}
    assert play.verbs(A) == ["recite"]
    assert play.asked(A) == [
        "Say bob's word to score 50 more, without blanks: recite WORD",
    ]
    assert "You must say bob's word." in play.shown(A)
    assert "ann must say bob's word." in play.shown(C)
    play.now += 5
    play.move(A, play.parsed(A, "recite", "lanterne"))
    said = Recited(A, B, 0, "LANTERNE", True, 50, 60)
    assert play.events[0] == said
    assert said.addressees == (A, B)
    assert play.told(B)[0] == "ann says LANTERNE: right! ann scores 50 (total 60)."
    assert play.state.turn == A
    assert play.state.phase is Phase.ASKING


@pytest.mark.parametrize("said", ["lantern", "LANTERNES", "maison"])
def test_a_wrong_word_loses_only_the_50(said: str) -> None:
    """O-P-43: no penalty, and the turn goes on."""
    play = reciting()
    play.move(A, play.parsed(A, "recite", said))
    assert play.one(Recited).points == 0
    assert play.told(A)[0] == (
        f"You say {said.upper()}. That isn't bob's word: no points for the last card."
    )
    assert play.scores == (10, 0, 0)
    assert play.state.turn == A


def test_silence_loses_only_the_50() -> None:
    """O-P-43: `choice_seconds` is the time for it."""
    play = reciting(choice_seconds=20)
    assert PROBE.rules.deadline(play.state) == play.now + 20_000
    play.time_up()
    assert play.events[0] == Recited(A, B, 0, "", False, 0, 10)
    assert play.told(C)[0].startswith("ann says nothing. That isn't bob's word")
    assert not play.of(TimeUp)
    assert play.state.turn == A


def test_accents_and_dots_do_not_matter() -> None:
    """O-P-6: what is said is compared as it is played."""
    play = reciting(words=("FISH", "..TRESORIER.", "MAISON"))
    play.move(A, play.parsed(A, "recite", f"..{TRESORIER}"))
    assert play.one(Recited).right
    assert [type(e) for e in play.events] == [Recited, Spelt]


@pytest.mark.parametrize("rest", ["", "..", "no way!", "LANTERNELANTERNE"])
def test_what_cannot_be_a_word_costs_nothing(rest: str) -> None:
    """G-2, O-P-25."""
    play = reciting()
    with pytest.raises(Refused, match="Type the word, without blanks"):
        play.parsed(A, "recite", rest)


def test_nothing_else_may_be_done_meanwhile() -> None:
    """O-P-9."""
    play = reciting()
    assert play.refused(B, Recite("LANTERNE")).text == "You don't have to say a word now."
    for move in (play.parsed(A, "ask", "cy e"), play.parsed(A, "guess", "cy maison")):
        assert play.refused(A, move).text == "The word that is face up must be said first."
    play.move(A, Recite("X"))
    assert play.refused(A, Recite("LANTERNE")).fault is MoveFault.NOT_YOUR_TURN


def test_what_follows_an_exposure_follows_what_is_said() -> None:
    """1.6, step 4: pay, then the spelling, then the final rounds."""
    play = french(fr_recite=True, first_player=1)
    for seat, word in ((A, "MAISON"), (B, "PORTAIT"), (C, "PORTE")):
        play.hide(seat, word)
        if word == "PORTAIT":
            play.hide(seat, word)
    play.open(C, 1, 2, 3, 4, 5)
    play.hit(A, B, last_card(play, B))
    assert [type(e) for e in play.events] == [Shown]
    play.move(A, Recite("PORTAIT"))
    assert [type(e) for e in play.events] == [Recited, Misspelt, FinalRounds, Turn]


def test_the_game_may_end_with_what_is_said() -> None:
    """R-P-45: all cards are up; the 50 still count."""
    play = french(ROWS, fr_recite=True)
    play.open(A, *range(1, 13))
    play.open(C, *range(1, 7))
    play.hit(A, B, last_card(play, B))
    assert not play.over
    play.move(A, Recite("LANTERNE"))
    assert play.over
    assert play.scores[0] == 60


def test_a_multiplied_bonus_is_said_for_as_well() -> None:
    """O-P-16: under the other reading the 50 are multiplied with the card."""
    play = reciting("X3", multiplier_scope="card_and_bonus")
    assert play.one(Shown).points == 30
    play.move(A, Recite("LANTERNE"))
    assert play.scores[0] == 180


def test_a_player_who_leaves_says_nothing() -> None:
    """O-P-45: before the card is shown, or after."""
    play = reciting()
    play.leave(A)
    assert play.one(Recited) == Recited(A, B, 0, "", False, 0, 10)
    assert play.state.turn == B
    play = french(ROWS, fr_recite=True)
    space = last_card(play, B)
    play.ask(A, B, play.state.rack(B).cards[space - 1])
    play.leave(A)
    play.show(B, space)
    assert [type(e) for e in play.events[:2]] == [Shown, Recited]
    assert play.state.turn == B


def test_others_may_leave_meanwhile() -> None:
    play = reciting()
    play.leave(C)
    assert play.state.phase is Phase.RECITING
    play.leave(B)
    assert play.over
    assert play.state.recital is None


def test_a_card_shown_for_an_activity_card_needs_no_word() -> None:
    """O-P-15: the bonus of that option is not for a guess."""
    play = french(ROWS, deck=("LEFT",), fr_recite=True, completion_bonus_on_activity=True)
    play.open(B, *range(1, 8))
    play.show(B, 8)
    assert play.one(Shown).bonus == 50


def test_programs_are_offered_words_to_say() -> None:
    """By luck one of them may be right; the rack is there to be read."""
    play = reciting()
    ((spec,),) = (prompt.moves for prompt in play.prompts().values())
    (arg,) = spec.args
    assert isinstance(arg, TextArg)
    assert all("." not in example for example in arg.examples)


def test_what_is_said_is_heard_by_all() -> None:
    """For the kit: a wrong word leaves nothing in the position."""
    play = reciting()
    (said, *_) = play.move(A, Recite("XYZZY"))
    assert PROBE.views.reveals(said, C) == (A, "XYZZY")


# --- the same as in English ------------------------------------------------------------


def test_a_place_in_a_question_has_no_effect() -> None:
    """R-P-15: it need not be named, and changes nothing. English knows none."""
    play = french(ROWS)
    for line in ("bob e 5", "bob E 12", "bob e en 5", "bob e place 5", "bob e"):
        assert play.parsed(A, "ask", line) == Ask(B, "E")
    for line in ("bob e 0", "bob e 13", "bob e f", "bob e en", "bob e 5 6", "bob e at 5 6"):
        with pytest.raises(Refused):
            play.parsed(A, "ask", line)
    with pytest.raises(Refused):
        Play(ROWS).parsed(A, "ask", "bob e 5")
    play.ask(A, B, "E")
    assert play.one(Asked).hit


def test_the_first_card_guessed_is_multiplied() -> None:
    """R-P-25, C-P-7: the same as the first guess."""
    play = french(ROWS, deck=("X3",))
    play.hit(A, B, 1)
    assert play.scores[0] == 15
    play.hit(A, B, 2)
    assert play.scores[0] == 25


def test_two_players_with_two_racks_each() -> None:
    """R-P-47, R-P-50 under the French rules: a word is said by its rack."""
    play = Play(
        [("MAISON", "PORTE"), ("LANTERNE", "BANANE")],
        deck=["NORMAL"] * 8,
        lexicon=WORDS,
        options={"edition": "fr", "fr_recite": True},
    )
    play.open(B, *range(1, 6), rack=2)
    play.ask(A, B, "E")
    play.show(B, 6, 2)
    assert play.asked(A) == ["Say bob's right word to score 50 more, without blanks: recite WORD"]
    play.move(A, Recite("BANANE"))
    assert play.one(Recited).index == 2
    assert play.parsed(A, "hide", "left \xe9t\xe9") == Hide("ETE", 1, "\xe9t\xe9")


@pytest.mark.parametrize("seed", range(12))
def test_random_french_games_end(seed: int) -> None:
    """A player who knows the prompts only plays every game to its end."""
    rng = Random(seed)
    play = None
    for play in game(rng, leaving=0.002 if seed % 2 else 0.0, fixed=RECITING):
        reader = Reader(A, NAMES)
        assert all(len(line) <= 79 for event in play.heard(A) for line in _said(event, reader))
    assert play is not None
    assert play.over


def _said(event: object, reader: Reader) -> list[str]:
    return list(PROBE.text_ui.say(event, reader))  # type: ignore[arg-type]


def test_who_hides_a_word_is_told_which_words_are_french_ones() -> None:
    """And where the text in French is."""
    text = " ".join(french().asked(A))
    assert "nouns, adjectives, adverbs, infinitives. French: set lang fr" in text
