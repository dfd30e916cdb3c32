"""Answers in the game of four: right, wrong, late, and the chance after a form."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from parlour import SPECTATOR, MoveFault
from parlour_password.deck import DIFFICULTIES, SHORTEST, words
from parlour_password.forms import SPELLINGS, are_spellings, judge
from parlour_password.heard import Answered, Chance, WordOver
from parlour_password.moves import GUESSES, Guess, Pass, clues_for
from parlour_password.state import Answer, Outcome, Phase, Verdict
from tests.plugins.password.playbook import A, B, C, D, Play

OTHERS = ("ocean",) * 9


@pytest.mark.parametrize(
    ("word", "text", "verdict"),
    [
        *(("castle", text, Verdict.RIGHT) for text in ("CASTLE", " castle ", "cástle", "Castle!")),
        *(("castle", text, Verdict.WRONG) for text in ("castel", "casle", "fortress", "palace")),
        ("color", "Colour", Verdict.RIGHT),
        ("monkey", "monk", Verdict.WRONG),
    ],
)
def test_what_an_answer_is(word: str, text: str, verdict: Verdict) -> None:
    """O-W-13, O-W-14, O-W-19, C-W-2: capitals, accents, outer blanks, closing marks and another
    spelling do not matter. A slip is wrong like any other word, and so is a part of the word.
    """
    play = Play(words=(word, *OTHERS))
    play.clue("hint")
    play.guess(text, C)
    assert play.one(Answered).answers[0].verdict is verdict
    right = verdict is Verdict.RIGHT
    assert (play.phase is Phase.PAUSE) == (play.state.dial == 10) == right
    assert right == (play.state.given[0].answers != (Answer(C, text, Verdict.WRONG),))


def test_one_guess_for_each_clue_by_the_partner() -> None:
    """R-W-5, O-W-10: then the other side plays. A pass and silence for `guess_seconds=30` are
    wrong answers; what is no word is refused and costs nothing (G-2).
    """
    play = Play()
    play.clue("fortress")
    assert play.refused(C, Guess("two words")).fault is MoveFault.MALFORMED
    for seat in (A, B, D):
        for move in (Guess("castle"), Pass()):
            refusal = play.refused(seat, move)
            assert refusal.fault is MoveFault.NOT_YOUR_TURN
            assert refusal.text == "It isn't your turn to guess."
    play.guess("palace", C)
    refusal = play.refused(C, Guess("castle"))
    assert refusal.fault is MoveFault.NOT_YOUR_TURN
    assert refusal.text == "There is nothing to guess now. Wait for a clue."
    assert play.refused(play.giver, Guess("castle")).text == "Give a clue first: clue WORD"
    play.clue("moat")
    play.decline(D)
    assert play.events == [Answered((Answer(D, None, Verdict.PASSED),))]
    assert (play.state.dial, play.giver) == (8, A)
    play.now = 12_000
    play.clue("tower")
    assert play.deadline == play.prompts()[C].due == 42_000
    play.time_up()
    assert play.events == [Answered((Answer(C, None, Verdict.SILENT),))]
    assert (play.state.dial, play.giver) == (7, B)


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
    assert (play.phase, play.look().chance, play.deadline) == (Phase.CHANCE, D, 30_000)
    assert list(play.prompts()) == [D]
    assert play.prompts()[D].urgent
    assert play.refused(B, Guess("stolen")).text == "There is nothing to guess now."
    play.guess("stolen", D)
    assert play.last.outcome is Outcome.FOUND
    assert play.scores == (0, 0, 0, 9)
    assert play.state.given[-1].answers == (form, Answer(D, "stolen", Verdict.RIGHT))


@pytest.mark.parametrize("text", ["stealing", "robbed", "pass", "silence"])
def test_anything_but_the_exact_word_throws_it_out(text: str) -> None:
    """R-W-22, O-W-12: another form, a wrong word, a pass, or nothing in `guess_seconds` of its
    own; for both teams.
    """
    play = stolen()
    if text == "silence":
        play.now = 29_000
        assert play.deadline == 30_000
        play.time_up()
        assert play.one(Answered).answers == (Answer(D, None, Verdict.SILENT),)
    elif text == "pass":
        play.decline(D)
    else:
        play.guess(text, D)
    assert play.kinds() == ["answers", "over"]
    over = play.one(WordOver)
    assert (over.outcome, over.word, over.scorers, over.points) == ("form", "stolen", (), 0)
    assert (play.scores, play.phase) == ((0, 0, 0, 0), Phase.PAUSE)


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


def test_a_bare_word_is_the_clue_or_the_guess_and_no_example_can_be_the_password() -> None:
    """A prompt names the verb that may be left out, and examples that are accepted now. Prompts
    and refusals show what one may type: whoever copies an example is never right.
    """
    deck = {word for level in DIFFICULTIES for word in words(level)}
    play = Play()
    assert play.prompts()[A].bare == "clue"
    assert {*clues_for("castle")}.isdisjoint(deck)
    play.clue("fortress")
    prompt = play.prompts()[C]
    assert (prompt.bare, prompt.urgent) == ("guess", True)
    assert play.verbs(C) == ["guess", "pass"]
    assert play.look(D).examples == ()
    assert all(len(word) < SHORTEST for word in GUESSES)
    examples = [
        play.refused(C, Guess(text)).text.split()[-1] for text in ("two words", "x-ray", "")
    ]
    assert {*examples, *GUESSES}.isdisjoint(deck)


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        *(("doughnut", "donut"), ("cheque", "check"), ("draught", "draft"), ("jail", "gaol")),
        *(("aluminium", "aluminum"), ("mum", "mom"), ("okay", "OK"), ("pyjamas", "pajamas")),
        *(("jewellery", "jewelry"), ("moustache", "mustache"), ("catalogue", "catalog")),
        *(("licence", "license"), ("kerb", "curb"), ("yoghurt", "yogurt"), ("tsar", "czar")),
        *(("grey", "gray"), ("theatre", "theater"), ("plough", "plow"), ("storey", "story")),
        *(("fjord", "fiord"), ("ukulele", "ukelele"), ("taboo", "tabu")),  # of VarCon alone
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


def test_a_game_of_the_first_version_knows_the_spellings_that_it_knew() -> None:
    """So old records are decided as they were: taboo by tabu, and mum by mom."""
    for password, text, right in (("taboo", "tabu", False), ("mum", "mom", True)):
        play = Play(words=(password, *OTHERS))
        play.state = replace(play.state, first=True)
        play.clue("hint")
        play.guess(text, C)
        assert (play.one(Answered).answers[0].verdict is Verdict.RIGHT) == right
        assert (judge(password, text, first=True) is None) != right
