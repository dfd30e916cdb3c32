"""What people read of events, and what they are asked."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

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
from parlour_password.help import TEXT
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
HOW = "When you are asked, type one word. Commands start with a slash: /look, /pass"
FOUR, THREE = (A, B, C, D), (A, B, C)

BEGUN = Begun("A1", 1, 10, False, SIDES, 10)
CLUE = ClueGiven(A, (C,), "fortress", 8, (), 8)
OPEN = ClueGiven(A, (C,), "sea side", 8, (B, D), 16)
TO_TWO = ClueGiven(A, (B, C), "fortress", 1, (), 1)
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
        (
            BEGUN,
            W,
            ["Word A1 (1 of 10): ann gives clues to cy, bob gives clues to dee. ann starts."],
        ),
        (
            BEGUN,
            A,
            ["Word A1 (1 of 10): you give clues to cy, bob gives clues to dee. You start.", HOW],
        ),
        (
            BEGUN,
            D,
            ["Word A1 (1 of 10): ann gives clues to cy, bob gives clues to you. ann starts.", HOW],
        ),
        (
            replace(BEGUN, label="A5", number=9, double=True),
            B,
            [
                "Word A5, double (9 of 10): ann gives clues to cy, you give clues to dee. ann",
                "    starts.",
            ],
        ),
        (Begun("1", 1, 5, False, TRIO, 10), W, ["Word 1 of 5: ann gives clues to bob and cy."]),
        (Begun("2", 2, 5, False, TRIO, 10), C, ["Word 2 of 5: ann gives clues to bob and you."]),
        (Secret("A1", "castle", (A, B)), A, ["The password is CASTLE."]),
    ],
)
def test_a_word_begins(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """R-W-3, R-W-4, R-W-11: who gives to whom, who begins, what it counts; once, what to type."""
    assert said(heard, viewer) == lines


GUESS = "Type a one-word guess, or /pass"
CHALLENGE = "If it's two words or hyphenated, type: challenge. To accept it: waive"


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (CLUE, A, ["You give cy a clue for 8 points: fortress"]),
        (CLUE, B, ["ann gives cy a clue for 8 points: fortress"]),
        (CLUE, C, ["ann's clue for 8 points: fortress"]),
        (CLUE, W, ["ann gives cy a clue for 8 points: fortress"]),
        (OPEN, A, ["You give cy a clue for 16 points: sea side"]),
        (OPEN, B, ["ann gives cy a clue for 16 points: sea side", CHALLENGE]),
        (OPEN, C, ["ann's clue for 16 points: sea side", GUESS]),
        (OPEN, W, ["ann gives cy a clue for 16 points: sea side"]),
        (TO_TWO, A, ["You give bob and cy a clue for 1 point: fortress"]),
        (TO_TWO, B, ["ann's clue for 1 point: fortress", GUESS]),
        (TO_TWO, W, ["ann gives bob and cy a clue for 1 point: fortress"]),
        (ClueLost(A, "time", 8), A, ["You run out of time. The clue is lost."]),
        (ClueLost(A, "time", 8), W, ["ann runs out of time. The clue is lost."]),
        (ClueLost(A, "illegal", 8), A, ["Your clue wasn't allowed. It is lost."]),
        (ClueLost(A, "illegal", 8), C, ["ann's clue wasn't allowed. It is lost."]),
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
        (Answer(C, None, Verdict.SILENT), "You run out of time.", "cy runs out of time."),
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
        (True, B, "You challenge sea-side and are right: it isn't one word"),
        (True, A, "bob challenges sea-side and is right: it isn't one word"),
        (False, B, "You challenge sea-side and are wrong: it counts as one word"),
        (False, W, "bob challenges sea-side and is wrong: it counts as one word"),
    ],
)
def test_a_challenge(right: bool, viewer: Viewer, line: str) -> None:
    """R-W-16, O-W-8."""
    assert said(Challenged(B, A, "sea-side", right), viewer) == [f"{line}."]


FOUR_POINTS = "Scores: ann and cy 9 (1 + 8), bob and dee 5 (2 + 3)."


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (OVER, W, ["The password was CASTLE. cy scores 8.", FOUR_POINTS]),
        (OVER, C, ["The password was CASTLE. You score 8.", FOUR_POINTS]),
        (
            OVER_3,
            B,
            [
                "The password was CASTLE. You and cy score 8 each.",
                "Scores: cy 16, bob 8, ann 0.",
            ],
        ),
        (
            left(A, "dial"),
            W,
            [
                "No points left: nobody guessed the word. The password was CASTLE.",
                "Scores: ann and cy 1 (1 + 0), bob and dee 0 (0 + 0).",
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
        "form": "That isn't the exact word. Nobody scores. The password was CASTLE.",
        "left": "This word is thrown out. The password was CASTLE.",
    }


@pytest.mark.parametrize(
    ("heard", "viewer", "lines"),
    [
        (
            Pleaded(A, B, "chemist", "part"),
            A,
            ["bob decides about chemist. Wait, or give another clue meanwhile."],
        ),
        (
            Pleaded(A, B, "chemist", "part"),
            B,
            ["ann asks to use chemist, part of the password. Type: agree, or: object"],
        ),
        (Objected(A, B, "chemist"), A, ["bob objects to chemist. Give another clue."]),
        (Objected(A, B, "chemist"), B, ["You object to chemist."]),
        (Refuted(A, "chemist", "part"), A, ["chemist is part of the password."]),
        (Refuted(A, "chem-ist", "malformed"), A, ["chem-ist isn't a single plain word."]),
        (Kept(C, "castle"), C, ["Your answer is in."]),
        (Kept(C, None), C, ["Your pass is in."]),
        (Waived(B), B, ["You accept the clue."]),
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
                "A substitute for bob can join within 180 seconds.",
                "To go on with three players, everybody types: three",
                "To stop the game, dee can type: stop",
            ],
        ),
        (
            Gone(B, D, 180, False),
            D,
            [
                "A substitute for bob can join within 180 seconds.",
                "To stop the game, you can type: stop",
            ],
        ),
        (
            Gone(B, None, 180, False),
            W,
            [
                "A substitute for bob can join within 180 seconds.",
                "To stop the game, any player can type: stop",
            ],
        ),
        (
            Gone(B, D, None, False),
            A,
            ["A substitute for bob can join.", "To stop the game, dee can type: stop"],
        ),
        (Gone(B, D, 0, False), A, []),
        (Wants(A, (C, D)), W, ["ann wants to go on with three players. Waiting for cy and dee."]),
        (Wants(A, (C,)), A, ["You want to go on with three players. Waiting for cy."]),
        (Seated(B), B, ["You take over seat 2 with its score."]),
        (Seated(B), A, ["bob takes over seat 2 with its score."]),
        (
            OfThree((A, C, D)),
            A,
            [
                "The game goes on with three players: ann, cy and dee. Everybody plays alone and",
                "    keeps their score.",
            ],
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
        (replace(ENDED, scores=(1, 1, 0, 0)), D, ["It's a tie, 1 to 1. The teams share the win."]),
        (Ended("played", (), THREE, (0, 1, 2), ()), A, ["That was the last word."]),
        (
            Ended("played", (), THREE, (0, 1, 2), ("sea", "sun")),
            A,
            ["That was the last word.", "Words not played: sea, sun."],
        ),
        (
            replace(ENDED, reason="stopped", unplayed=("sea",)),
            A,
            ["The game was stopped. Nobody wins.", "Words not played: sea."],
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
        (view(A), GIVER, "CASTLE for 10 points. Type a one-word clue for cy:"),
        (
            view(B, turn=1, dial=1),
            GIVER,
            "CASTLE for 1 point. Type a one-word clue for dee:",
        ),
        (
            view(A, dial=7, double=True),
            GIVER,
            "CASTLE for 14 points. Type a one-word clue for cy:",
        ),
        (view_of_three(A), GIVER, "CASTLE for 10 points. Type a one-word clue for bob and cy:"),
        (
            view(C, phase="guess", dial=8, given=clues()),
            RECEIVER,
            "Type a one-word guess for fortress, or /pass:",
        ),
        (
            view(C, phase="chance", dial=8, chance=C, given=clues()),
            RECEIVER,
            "You have one chance to type the exact word, for 8 points:",
        ),
        (
            view(B, plea=PLEA),
            prompt(moves.AGREE, moves.OBJECT),
            "ann asks to use chemist, a form of the password. Type: agree, or: object",
        ),
        (
            view(B, phase="guess", given=clues(), open_to=(B, D)),
            prompt(moves.CHALLENGE, moves.WAIVE),
            "If fortress is two words or hyphenated, type: challenge. To accept it: waive",
        ),
        (
            view(C, phase="pause"),
            prompt(moves.NEXT),
            "Ready for the next word? Type: next",
        ),
        (
            view(D, phase="waiting", gone=(B,)),
            prompt(moves.THREE, moves.STOP),
            "Waiting for a substitute. To go on with three: three - To stop the game: stop",
        ),
        (
            view_of_three(B, phase="waiting", gone=(A,)),
            prompt(moves.STOP),
            "Waiting for a substitute. To stop the game: stop",
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
    for name in view().terms.__struct_fields__:
        assert (
            f"{name}=" in TEXT or f"{name} " in TEXT or f"{name},\n" in TEXT or f"{name}," in TEXT
        )
