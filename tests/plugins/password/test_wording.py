"""What people read of events, and what they are asked: what whole games do not show.

The sentences themselves are in the transcripts of tests/golden.
"""

from __future__ import annotations

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
from parlour_password.views import PleaView, View
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
FOUR, THREE = (A, B, C, D), (A, B, C)
THREE_POINTS = "Scores: cy 16, bob 8, ann 0."

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
        (ClueLost(A, "illegal", 8), W, ["ann's clue wasn't allowed. It is lost."]),
        (TO_TWO, W, ["ann gives bob and cy a clue for 1 point: fortress"]),
        (OVER_3, B, ["The password was CASTLE. You and cy score 8 each.", THREE_POINTS]),
        (
            Gone(B, D, None, False),
            A,
            ["A substitute for bob can join.", "To stop the game, dee can type: stop"],
        ),
        (Gone(B, D, 0, False), A, []),
        (Chance(C, 8, 16), C, []),
        (Pressed(A, (B, D)), B, []),
        (ENDED, W, ["ann and cy win, 24 to 10."]),
        (ENDED, C, ["You and ann win, 24 to 10."]),
        (replace(ENDED, scores=(1, 30, 0, 1)), D, ["You and bob win, 31 to 1."]),
        (replace(ENDED, scores=(1, 1, 0, 0)), D, ["It's a tie, 1 to 1. The teams share the win."]),
        (
            Ended("played", (), (A, B, C), (0, 1, 2), ("sea", "sun")),
            A,
            ["That was the last word.", "Words not played: sea, sun."],
        ),
    ],
)
def test_what_is_said(heard: PasswordHeard, viewer: Viewer, lines: list[str]) -> None:
    """R-W-13, O-W-18, O-W-22, G-8: who wins, and what is heard seldom or by nobody."""
    assert said(heard, viewer) == lines


def test_answers_of_two() -> None:
    """O-W-10, O-W-13, O-W-14, O-W-17: a line each, in the order of arrival. No answer is measured
    against the word: a part of it, one letter off, or something else read alike.
    """
    heard = Answered((Answer(C, "castle", RIGHT), Answer(B, None, Verdict.PASSED)))
    assert said(heard, B) == ["cy guesses castle: right!", "You pass."]
    for guess in ("monk", "monkez", "a"):
        assert said(Answered((Answer(C, guess, WRONG),))) == [f"cy guesses {guess}: no."]


# --- prompts ------------------------------------------------------------------------------


PLEA = PleaView(A, B, "a" * 30, "form")
ASKED: tuple[tuple[View, tuple[Verb, ...], str], ...] = (
    (view(A), (moves.CLUE, moves.INSIST), "CASTLE for 10 points. Type a one-word clue for cy:"),
    (view(A, double=True), (moves.CLUE,), "CASTLE for 20 points. Type a one-word clue for cy:"),
    (view(C, given=clues()), (moves.GUESS,), "Type a one-word guess for fortress, or /pass:"),
    (view(C, chance=C), (moves.GUESS,), "You have one chance to type the exact word,"),
    (view(B, plea=PLEA), (moves.AGREE, moves.OBJECT), f"ann asks to use {PLEA.clue}, a form"),
    (view(B, given=clues()), (moves.CHALLENGE, moves.WAIVE), "If fortress is two words or"),
    (view(C), (moves.NEXT,), "Ready for the next word? Type: next"),
    (
        view(D, gone=(B,)),
        (moves.THREE, moves.STOP),
        "Waiting for a substitute. To go on with three: three - To stop the game: stop",
    ),
    (view_of_three(B, gone=(A,)), (moves.STOP,), "Waiting for a substitute. To stop the game:"),
)


@pytest.mark.parametrize(("position", "verbs", "line"), ASKED)
def test_a_prompt_says_what_to_type(position: View, verbs: tuple[Verb, ...], line: str) -> None:
    """On a line or two, in plain ASCII."""
    prompt = Prompt(tuple(MoveSpec(verb, (TextArg("word", ("house",)),)) for verb in verbs))
    lines = asked(prompt, position)
    assert " ".join(lines).startswith(line)
    assert all(each.isascii() and len(each) <= 79 for each in lines)


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
    *(
        OfThree((A, C, D)),
        replace(ENDED, unplayed=(LONG,) * 12),
        Begun("1", 1, 5, False, TRIO, 10),
    ),
    *(Answered((Answer(C, None, Verdict.SILENT),)), replace(ENDED, reason="stopped")),
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


def test_the_rules_are_plain() -> None:
    """ASCII in lines of a screen; the options that change the game are named."""
    assert TEXT.isascii()
    assert max(map(len, TEXT.splitlines())) <= 79
    for name in view().terms.__struct_fields__:
        assert (
            f"{name}=" in TEXT or f"{name} " in TEXT or f"{name},\n" in TEXT or f"{name}," in TEXT
        )
