"""Answers in the game of four: right, wrong, late, and the chance after a form."""

from __future__ import annotations

from itertools import permutations

import pytest

from parlour import SPECTATOR, MoveFault
from parlour_password.deck import DIFFICULTIES, SHORTEST, words
from parlour_password.forms import SPELLINGS, are_spellings
from parlour_password.heard import Answered, Chance, WordOver
from parlour_password.moves import GUESSES, Guess, Pass, clues_for
from parlour_password.state import Answer, Outcome, Phase, Verdict
from tests.plugins.password.playbook import A, B, C, D, Play

OTHERS = ("ocean",) * 9


@pytest.mark.parametrize("text", ["castle", "CASTLE", " castle ", "cástle", "Castle!"])
def test_the_same_letters_are_right(text: str) -> None:
    """O-W-14, O-W-19: capitals, accents, outer blanks and closing marks do not matter."""
    play = Play()
    play.clue("fortress")
    play.guess(text, C)
    assert play.last.outcome is Outcome.FOUND


@pytest.mark.parametrize("text", ["castel", "casle", "fortress", "palace"])
def test_a_slip_is_a_wrong_guess(text: str) -> None:
    """O-W-14: as any other word."""
    play = Play()
    play.clue("fortress")
    play.guess(text, C)
    assert play.state.given[0].answers == (Answer(C, text, Verdict.WRONG),)
    assert play.state.dial == 9


def test_another_spelling_is_right() -> None:
    """O-W-14: a word list may have words that are spelled in two ways."""
    play = Play(words=("color", *OTHERS))
    play.clue("hue")
    play.guess("Colour", C)
    assert play.one(Answered).answers[0].verdict is Verdict.RIGHT


def test_a_part_is_just_wrong() -> None:
    """O-W-13, C-W-2: monk for monkey is no form, so there is no chance."""
    play = Play(words=("monkey", *OTHERS))
    play.clue("ape")
    play.guess("monk", C)
    assert play.one(Answered).answers[0].verdict is Verdict.WRONG
    assert play.phase is Phase.CLUE


def test_one_guess_for_each_clue() -> None:
    """O-W-10: then the other side plays; what is no word is refused and costs nothing (G-2)."""
    play = Play()
    play.clue("fortress")
    assert play.refused(C, Guess("two words")).fault is MoveFault.MALFORMED
    play.guess("palace", C)
    refusal = play.refused(C, Guess("castle"))
    assert refusal.fault is MoveFault.NOT_YOUR_TURN
    assert refusal.text == "There is nothing to guess now."


def test_a_pass_is_a_wrong_guess() -> None:
    """O-W-10: the dial goes down."""
    play = Play()
    play.clue("fortress")
    play.decline(C)
    assert play.events == [Answered((Answer(C, None, Verdict.PASSED),))]
    assert (play.state.dial, play.giver) == (9, B)


def test_silence_is_a_wrong_guess() -> None:
    """O-W-10: after `guess_seconds=30`, counted from the clue."""
    play = Play()
    play.now = 12_000
    play.clue("fortress")
    assert play.deadline == 42_000
    assert play.prompts()[C].due == 42_000
    play.time_up()
    assert play.events == [Answered((Answer(C, None, Verdict.SILENT),))]
    assert (play.state.dial, play.giver) == (9, B)


def test_only_the_partner_answers() -> None:
    """R-W-5: not the opponents, and least of all the givers."""
    play = Play()
    play.clue("fortress")
    for seat in (A, B, D):
        for move in (Guess("castle"), Pass()):
            refusal = play.refused(seat, move)
            assert (refusal.fault, refusal.text) == (
                MoveFault.NOT_YOUR_TURN,
                "It isn't your turn to guess.",
            )


# --- the chance after a form ----------------------------------------------------------------


def stolen() -> Play:
    """Team 1 has missed, then dee has said `steal` for STOLEN."""
    play = Play(words=("stolen", *OTHERS))
    play.miss()
    play.clue("taken")
    play.guess("steal", D)
    return play


def test_who_says_a_form_is_told_so_and_has_one_chance() -> None:
    """R-W-22, O-W-12: at once, at the same dial, nobody else plays in between."""
    play = stolen()
    form = Answer(D, "steal", Verdict.FORM)
    assert play.events == [Answered((form,)), Chance(D, 9, 9)]
    assert play.heard(SPECTATOR) == play.events
    assert play.phase is Phase.CHANCE
    assert play.look().chance == D
    assert list(play.prompts()) == [D]
    assert play.prompts()[D].urgent
    assert play.deadline == 30_000
    assert play.refused(B, Guess("stolen")).text == "There is nothing to guess now."
    play.guess("stolen", D)
    assert play.last.outcome is Outcome.FOUND
    assert play.scores == (0, 0, 0, 9)
    assert play.state.given[-1].answers == (form, Answer(D, "stolen", Verdict.RIGHT))


@pytest.mark.parametrize("text", ["stealing", "robbed", None])
def test_anything_but_the_exact_word_throws_it_out(text: str | None) -> None:
    """R-W-22, O-W-12: another form, a wrong word, a pass; for both teams."""
    play = stolen()
    if text is None:
        play.decline(D)
    else:
        play.guess(text, D)
    assert play.kinds() == ["answers", "over"]
    over = play.one(WordOver)
    assert (over.outcome, over.word, over.scorers, over.points) == ("form", "stolen", (), 0)
    assert play.scores == (0, 0, 0, 0)
    assert play.phase is Phase.PAUSE


def test_silence_throws_it_out() -> None:
    """O-W-12: the chance has `guess_seconds` of its own."""
    play = stolen()
    play.now = 29_000
    assert play.deadline == 30_000
    play.time_up()
    assert play.one(Answered).answers == (Answer(D, None, Verdict.SILENT),)
    assert play.last.outcome is Outcome.FORM


def test_the_chance_doubles_too() -> None:
    """R-W-11, O-W-12: the starred word."""
    play = Play(words=(*("ocean",) * 8, "stolen", "castle"))
    play.skip(8)
    play.clue("taken")
    play.guess("steal", C)
    assert play.one(Chance).points == 20
    play.guess("stolen", C)
    assert play.scores == (0, 0, 20, 0)


# --- what may be asked of the prompts -------------------------------------------------------


def test_a_bare_word_is_the_clue_or_the_guess() -> None:
    """A prompt names the verb that may be left out, and examples that are accepted now."""
    play = Play()
    assert play.prompts()[A].bare == "clue"
    play.clue("fortress")
    prompt = play.prompts()[C]
    assert prompt.bare == "guess"
    assert prompt.urgent
    assert play.verbs(C) == ["guess", "pass"]
    assert play.look(D).examples == ()


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        *(("doughnut", "donut"), ("cheque", "check"), ("draught", "draft"), ("jail", "gaol")),
        *(("aluminium", "aluminum"), ("mum", "mom"), ("okay", "OK"), ("pyjamas", "pajamas")),
        *(("jewellery", "jewelry"), ("moustache", "mustache"), ("catalogue", "catalog")),
        *(("licence", "license"), ("kerb", "curb"), ("yoghurt", "yogurt"), ("tsar", "czar")),
        *(("grey", "gray"), ("theatre", "theater"), ("plough", "plow"), ("storey", "story")),
    ],
)
def test_every_spelling_of_a_word_is_that_word(word: str, typed: str) -> None:
    """O-W-14: as an answer it is right, either way; as a clue it is the password."""
    for password, text in ((word, typed), (typed.lower(), word)):
        play = Play(words=(password, *OTHERS))
        assert password in play.refused_clue(text)
        play.clue("hint")
        play.guess(text, C)
        assert play.one(Answered).answers[0].verdict is Verdict.RIGHT


def test_spellings_kept_by_hand_are_words_with_letters_only_each_line_once() -> None:
    lines = [
        tuple(words)
        for line in SPELLINGS.read_text("ascii").splitlines()
        if (words := line.partition("#")[0].split())
    ]
    assert len(lines) > 100
    assert len(set(lines)) == len(lines)
    assert all(len(words) > 1 and all(word.isalpha() for word in words) for words in lines)
    assert all(are_spellings(*pair) for words in lines for pair in permutations(words, 2))


def test_no_example_can_be_the_password() -> None:
    """Prompts and refusals show what one may type; whoever copies an example is never right."""
    deck = {word for level in DIFFICULTIES for word in words(level)}
    assert all(len(word) < SHORTEST for word in GUESSES)
    play = Play()
    play.clue("fortress")
    examples = [
        play.refused(C, Guess(text)).text.split()[-1] for text in ("two words", "x-ray", "")
    ]
    assert {*examples, *GUESSES}.isdisjoint(deck)
    assert {*clues_for("castle")}.isdisjoint(deck)
