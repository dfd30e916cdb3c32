"""What people read of events, and what they are asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour import SPECTATOR, MoveSpec, Prompt, Seat, TextArg, Verb, Viewer
from parlour_password import moves
from parlour_password.heard import (
    Answered,
    Begun,
    Challenged,
    Chance,
    ClueGiven,
    ClueLost,
    Ended,
    Gone,
    Kept,
    Objected,
    OfThree,
    PasswordHeard,
    Pleaded,
    Pressed,
    Refuted,
    Seated,
    Secret,
    Waived,
    Wants,
    WordOver,
)
from parlour_password.rules_text import TEXT
from parlour_password.state import Answer, Verdict
from parlour_password.views import PleaView
from tests.plugins.password.positions import (
    FORM,
    LONG_NAMES,
    NAMES,
    RIGHT,
    SIDES,
    TEAMS,
    TEXT_UI,
    TRIO,
    WRONG,
    A,
    B,
    C,
    D,
    asked,
    clues,
    reader,
    said,
    view,
    view_of_three,
)

W = SPECTATOR
HOW = "When you are asked, type one word. For all else a slash: /look, /pass"
FOUR, THREE = (A, B, C, D), (A, B, C)

BEGUN = Begun("A1", 1, 10, False, SIDES, 10)
CLUE = ClueGiven(A, (C,), "fortress", 8, (), 8)
OPEN = ClueGiven(A, (C,), "sea side", 8, (B, D), 16)
TO_TWO = ClueGiven(A, (B, C), "fortress", 1, (), 1)
ANSWERED = Answered((Answer(C, "tower", WRONG),))
OVER = WordOver("A1", "castle", "found", (C,), 8, FOUR, (1, 2, 8, 3), TEAMS)
OVER_3 = WordOver("1", "castle", "found", (C, B), 8, THREE, (0, 8, 16), ())
GONE = Gone(B, D, 180, True)
ENDED = Ended("played", TEAMS, FOUR, (14, 10, 10, 0), ())


def left(seat: Seat, outcome: str) -> WordOver:
    """A word for which nobody scored."""
    return WordOver("A1", "castle", outcome, (), 0, FOUR, (seat, 0, 0, 0), TEAMS)


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (BEGUN, W, ["Word A1, 1 of 10: ann gives to cy, bob gives to dee; ann begins."]),
        (BEGUN, A, ["Word A1, 1 of 10: you give to cy, bob gives to dee; you begin.", HOW]),
        (BEGUN, D, ["Word A1, 1 of 10: ann gives to cy, bob gives to you; ann begins.", HOW]),
        (
            replace(BEGUN, label="A5", number=9, double=True),
            B,
            ["Word A5 (double), 9 of 10: ann gives to cy, you give to dee; ann begins."],
        ),
        (Begun("1", 1, 5, False, TRIO, 10), W, ["Word 1, 1 of 5: ann gives to bob and cy."]),
        (Begun("2", 2, 5, False, TRIO, 10), C, ["Word 2, 2 of 5: ann gives to bob and you."]),
        (Secret("A1", "castle", (A, B)), A, ["The password is CASTLE."]),
    ],
)
def test_a_word_begins(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """R-W-3, R-W-4, R-W-11: who gives to whom, who begins, what it counts; once, what to type."""
    assert said(heard, viewer) == lines


GUESS = "Your guess, in one word, or /pass"
CHALLENGE = "If it is two words or hyphenated: challenge - If not: waive"


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (CLUE, A, ["You to cy, for 8: fortress"]),
        (CLUE, B, ["ann to cy, for 8: fortress"]),
        (CLUE, C, ["ann's clue for 8 points: fortress"]),
        (CLUE, W, ["ann to cy, for 8: fortress"]),
        (OPEN, A, ["You to cy, for 16: sea side"]),
        (OPEN, B, ["ann to cy, for 16: sea side", CHALLENGE]),
        (OPEN, C, ["ann's clue for 16 points: sea side", GUESS]),
        (OPEN, W, ["ann to cy, for 16: sea side"]),
        (TO_TWO, A, ["You to bob and cy, for 1: fortress"]),
        (TO_TWO, B, ["ann's clue for 1 point: fortress", GUESS]),
        (TO_TWO, W, ["ann to bob and cy, for 1: fortress"]),
        (ClueLost(A, "time", 8), A, ["Your time is up: the clue is lost."]),
        (ClueLost(A, "time", 8), W, ["ann's time is up: the clue is lost."]),
        (ClueLost(A, "illegal", 8), A, ["Your clue was not allowed, and is lost."]),
        (ClueLost(A, "illegal", 8), C, ["ann's clue was not allowed, and is lost."]),
    ],
)
def test_a_clue(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """R-W-5, R-W-11: from whom to whom, for how much; what to type, where no prompt says so."""
    assert said(heard, viewer) == lines


@pytest.mark.parametrize(
    ("answer", "mine", "others"),
    [
        (Answer(C, "tower", WRONG), "You guess tower: no.", "cy guesses tower: no."),
        (Answer(C, "castle", RIGHT), "You guess castle: right!", "cy guesses castle: right!"),
        (
            Answer(C, "castles", FORM),
            "You guess castles: a form of the password.",
            "cy guesses castles: a form of the password.",
        ),
        (Answer(C, None, Verdict.PASSED), "You pass.", "cy passes."),
        (Answer(C, None, Verdict.SILENT), "You say nothing in time.", "cy says nothing in time."),
    ],
)
def test_an_answer(answer: Answer, mine: str, others: str) -> None:
    """O-W-10, O-W-16, R-W-22."""
    heard = Answered((answer,))
    assert said(heard, C) == [mine]
    assert said(heard, A) == said(heard) == [others]


def test_answers_of_two() -> None:
    """O-W-17: in the order of arrival, a line each."""
    heard = Answered((Answer(C, "castle", RIGHT), Answer(B, None, Verdict.PASSED)))
    assert said(heard, B) == ["cy guesses castle: right!", "You pass."]


def test_one_chance() -> None:
    """R-W-22: others are told; his own prompt says it to himself."""
    assert said(Chance(C, 8, 16), C) == []
    assert said(Chance(C, 8, 16), A) == ["cy has one chance to say the exact word."]


@pytest.mark.parametrize(
    ("right", "viewer", "line"),
    [
        (True, B, "You challenge sea-side and are right: by the word list it is not"),
        (True, A, "bob challenges sea-side and is right: by the word list it is not"),
        (False, B, "You challenge sea-side and are wrong: by the word list it is"),
        (False, W, "bob challenges sea-side and is wrong: by the word list it is"),
    ],
)
def test_a_challenge(right: bool, viewer: Viewer, line: str) -> None:
    """R-W-16, O-W-8."""
    assert said(Challenged(B, A, "sea-side", right), viewer) == [f"{line} one word."]


FOUR_POINTS = "Points: ann and cy 9 (1 + 8), bob and dee 5 (2 + 3)."


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (OVER, W, ["The password was CASTLE: 8 points for cy.", FOUR_POINTS]),
        (OVER, C, ["The password was CASTLE: 8 points for you.", FOUR_POINTS]),
        (
            OVER_3,
            B,
            [
                "The password was CASTLE: 8 points each for cy and you.",
                "Points: cy 16, bob 8, ann 0.",
            ],
        ),
        (
            left(A, "dial"),
            W,
            [
                "The dial is at its end, and nobody has found it. The password was CASTLE.",
                "Points: ann and cy 1 (1 + 0), bob and dee 0 (0 + 0).",
            ],
        ),
    ],
)
def test_a_word_is_over(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """O-W-21: the word, what it brought, and where all stand (G-7)."""
    assert said(heard, viewer) == lines


def test_words_for_which_nobody_scores() -> None:
    """R-W-8, R-W-22, O-W-22: each with its reason."""
    first = {outcome: said(left(A, outcome))[0] for outcome in ("form", "left")}
    assert first == {
        "form": "The exact word was not said: nobody scores. The password was CASTLE.",
        "left": "The word is thrown out. The password was CASTLE.",
    }


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (
            Pleaded(A, B, "chemist", "part"),
            A,
            ["bob decides about chemist; meanwhile you may give another clue."],
        ),
        (
            Pleaded(A, B, "chemist", "part"),
            B,
            ["ann insists on chemist, a part of the password: agree - Or: object"],
        ),
        (Objected(A, B, "chemist"), A, ["bob objects to chemist. Give another clue."]),
        (Objected(A, B, "chemist"), B, ["You object to chemist."]),
        (Refuted(A, "chemist", "part"), A, ["chemist is a part of the password."]),
        (Refuted(A, "chem-ist", "malformed"), A, ["chem-ist is not one plain word."]),
        (Kept(C, "castle"), C, ["Your answer is in."]),
        (Kept(C, None), C, ["Your pass is in."]),
        (Waived(B), B, ["You let the clue stand."]),
        (Pressed(A, (B, D)), A, ["Waiting for bob and dee."]),
        (Pressed(A, (B, D)), B, []),
    ],
)
def test_what_one_or_two_hear(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """O-W-15, O-W-17: who else may hear it is for the views to say."""
    assert said(heard, viewer) == lines


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (
            GONE,
            A,
            [
                "A substitute for bob may join within 180 s.",
                "To go on with three players, all of them type: three",
                "To stop the game, dee may type: stop",
            ],
        ),
        (
            Gone(B, D, 180, False),
            D,
            [
                "A substitute for bob may join within 180 s.",
                "To stop the game, you may type: stop",
            ],
        ),
        (
            Gone(B, None, 180, False),
            W,
            [
                "A substitute for bob may join within 180 s.",
                "To stop the game, any player types: stop",
            ],
        ),
        (Gone(B, D, 0, False), A, []),
        (Wants(A, (C, D)), W, ["ann wants to go on with three. Waiting for cy and dee."]),
        (Wants(A, (C,)), A, ["You want to go on with three. Waiting for cy."]),
        (Seated(B), B, ["You go on with the points of seat 2."]),
        (Seated(B), A, ["bob goes on with the points of seat 2."]),
        (
            OfThree((A, C, D)),
            A,
            ["The game goes on with three, each alone: ann, cy and dee. Points are kept."],
        ),
    ],
)
def test_somebody_leaves(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """O-W-22."""
    assert said(heard, viewer) == lines


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (ENDED, W, ["ann and cy win, 24 to 10."]),
        (ENDED, A, ["You and cy win, 24 to 10."]),
        (ENDED, C, ["You and ann win, 24 to 10."]),
        (ENDED, B, ["ann and cy win, 24 to 10."]),
        (replace(ENDED, scores=(1, 30, 0, 1)), D, ["You and bob win, 31 to 1."]),
        (replace(ENDED, scores=(1, 1, 0, 0)), D, ["1 to 1: the teams share the win."]),
        (Ended("played", (), THREE, (0, 1, 2), ()), A, ["That was the last word."]),
        (
            Ended("played", (), THREE, (0, 1, 2), ("sea", "sun")),
            A,
            ["That was the last word.", "Not played: sea, sun."],
        ),
        (
            replace(ENDED, reason="stopped", unplayed=("sea",)),
            A,
            ["The game is stopped, and nobody wins.", "Not played: sea."],
        ),
    ],
)
def test_the_end(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """R-W-13, O-W-18, G-8."""
    assert said(heard, viewer) == lines


# --- prompts ------------------------------------------------------------------------------


def prompt(*verbs: Verb) -> Prompt:
    """A prompt with those moves."""
    return Prompt(tuple(MoveSpec(verb, (TextArg("word", ("house",)),)) for verb in verbs))


GIVER = prompt(moves.CLUE, moves.INSIST)
RECEIVER = prompt(moves.GUESS, moves.PASS)
PLEA = PleaView(A, B, "chemist", "form")


@pytest.mark.parametrize(
    ("position", "asks", "line"),
    [
        (view(A), GIVER, "CASTLE for 10 points. Your clue for cy, in one word:"),
        (
            view(B, turn=1, dial=1),
            GIVER,
            "CASTLE for 1 point. Your clue for dee, in one word:",
        ),
        (
            view(A, dial=7, double=True),
            GIVER,
            "CASTLE for 14 points. Your clue for cy, in one word:",
        ),
        (view_of_three(A), GIVER, "CASTLE for 10 points. Your clue for bob and cy, in one word:"),
        (
            view(C, phase="guess", dial=8, given=clues()),
            RECEIVER,
            "Your guess for fortress, in one word, or /pass:",
        ),
        (
            view(C, phase="chance", dial=8, chance=C, given=clues()),
            RECEIVER,
            "Your one chance to say the exact word, for 8 points:",
        ),
        (
            view(B, plea=PLEA),
            prompt(moves.AGREE, moves.OBJECT),
            "ann insists on chemist, a form of the password: agree - Or: object",
        ),
        (
            view(B, phase="guess", given=clues(), open_to=(B, D)),
            prompt(moves.CHALLENGE, moves.WAIVE),
            "If fortress is two words or hyphenated: challenge - If not: waive",
        ),
        (
            view(C, phase="pause"),
            prompt(moves.NEXT),
            "The next word begins when all are ready: next",
        ),
        (
            view(D, phase="waiting", gone=(B,)),
            prompt(moves.THREE, moves.STOP),
            "Waiting for a substitute. To go on with three: three - To stop: stop",
        ),
        (
            view_of_three(B, phase="waiting", gone=(A,)),
            prompt(moves.STOP),
            "Waiting for a substitute. To stop: stop",
        ),
    ],
)
def test_a_prompt_says_whose_turn_it_is_and_what_to_type(
    position: Any, asks: Prompt, line: str
) -> None:
    """One line each, with room for the time that the host adds."""
    assert " ".join(asked(asks, position)) == line


# --- for every reader ---------------------------------------------------------------------

LONG = "a" * 30
EVERY: tuple[PasswordHeard, ...] = (
    *(BEGUN, replace(BEGUN, number=9, double=True), Secret("A1", LONG, (A, B))),
    *(replace(CLUE, clue=LONG), replace(OPEN, clue=LONG), replace(TO_TWO, clue=LONG)),
    *(ClueLost(A, "time", 8), ClueLost(A, "illegal", 8)),
    *(Answered((Answer(C, LONG, verdict),)) for verdict in (RIGHT, WRONG, FORM)),
    *(Chance(C, 8, 8), Challenged(B, A, LONG, True), Challenged(B, A, LONG, False)),
    *(replace(OVER, word=LONG), replace(OVER_3, word=LONG), left(A, "dial"), left(A, "form")),
    *(Pleaded(A, B, LONG, "form"), Objected(A, B, LONG), Kept(C, LONG), Waived(B)),
    *(Refuted(A, LONG, kin) for kin in ("part", "whole", "form", "same", "malformed")),
    *(Pressed(A, (B, C, D)), GONE, Gone(B, None, 180, False), Wants(A, (C, D)), Seated(B)),
    *(OfThree((A, C, D)), replace(ENDED, unplayed=(LONG,) * 12)),
)
IDS = [f"{number} {heard.name}" for number, heard in enumerate(EVERY)]


@pytest.mark.parametrize("width", [40, 79])
@pytest.mark.parametrize("heard", EVERY, ids=IDS)
def test_lines_fit_the_screen(heard: PasswordHeard, width: int) -> None:
    """At most as wide as the reader's screen, in plain ASCII, with the longest names and words."""
    for viewer in (A, B, C, D, SPECTATOR):
        for line in TEXT_UI.say(heard, reader(viewer, width, LONG_NAMES)):
            assert line.isascii()
            assert 0 < len(line) <= width


@pytest.mark.parametrize("heard", EVERY, ids=IDS)
def test_whom_it_does_not_concern_reads_what_a_watcher_reads(heard: PasswordHeard) -> None:
    """The host makes that sentence once for all of them."""
    addressees = heard.addressees
    for viewer in NAMES:
        if addressees is not None and viewer not in addressees:
            assert said(heard, viewer) == said(heard)


def test_an_answer_is_never_measured_against_the_word() -> None:
    """O-W-13, O-W-14: a part of it, one letter off, or something else read alike: no."""
    for guess in ("monk", "monkez", "a"):
        assert said(Answered((Answer(C, guess, WRONG),))) == [f"cy guesses {guess}: no."]


def test_the_rules_are_plain() -> None:
    """ASCII in lines of a screen; the options that change the game are named."""
    assert TEXT.isascii()
    assert max(map(len, TEXT.splitlines())) <= 79
    for name in view().terms.__slots__:
        assert (
            f"{name}=" in TEXT or f"{name} " in TEXT or f"{name},\n" in TEXT or f"{name}," in TEXT
        )
