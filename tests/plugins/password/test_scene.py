"""What `look` draws: what the transcripts of tests/golden do not show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from parlour import SPECTATOR, Scene, Seat, Text
from parlour.rendering import drawn
from parlour_password.state import Answer, Given, Verdict
from parlour_password.views import DoneView, PleaView
from tests.plugins.password.positions import (
    FORM,
    LONG_NAMES,
    RIGHT,
    TEXT_UI,
    A,
    B,
    C,
    D,
    clues,
    over,
    reader,
    shown,
    view,
    view_of_three,
)


def scene(me: Seat | None, **changes: Any) -> Scene:
    """The position as *me* sees it; None: a watcher."""
    return TEXT_UI.draw(view(me, **changes), reader(SPECTATOR if me is None else me))


def test_the_password_is_one_large_word_for_its_givers_alone() -> None:
    """R-W-3. Plain text has the sentence."""
    large = {
        me: [block.big for block in scene(me).blocks if isinstance(block, Text) and block.big]
        for me in (A, B, C, None)
    }
    assert large == {A: ["CASTLE"], B: ["CASTLE"], C: [], None: []}
    assert shown(view(A))[4] == "The password is CASTLE."


def test_the_status_says_whose_turn_it_is() -> None:
    """Plain text says it among the facts."""
    assert scene(A).status == "Your turn to give cy a clue, for 10 points."
    assert shown(view(A))[6] == scene(A).status
    assert [block.plain_only for block in scene(A).blocks if isinstance(block, Text)][-1]
    assert scene(C, phase="pause").status.endswith("Waiting for ann, bob, you and dee.")
    assert scene(A, phase="over").status == "The game is over."


def test_whom_the_game_waits_for() -> None:
    """O-W-6, O-W-15, O-W-17: only they know that they have answered, accepted or must decide."""
    assert scene(None).waits == (A,)
    plea = PleaView(A, B, "chemist", "part")
    assert [scene(me, plea=plea).waits for me in (A, B)] == [(B,), (B,)]
    guess: dict[str, Any] = {"phase": "guess", "given": clues()}
    assert scene(D, **guess).waits == (C,)
    assert scene(D, **guess, open_to=(B, D)).waits == (C,)
    assert scene(C, **guess, open_to=(B, D), answered=True).waits == ()
    slow = structs.replace(view().terms, challenge_seconds=0)
    assert scene(A, **guess, open_to=(B, D), terms=slow).waits == (C, B, D)
    assert scene(B, **guess, open_to=(B, D), terms=slow, waived=True).waits == (C, D)
    three = {"teams": (), "sides": view_of_three().sides, **guess}
    assert [scene(me, **three).waits for me in (A, None)] == [(B, C), (B, C)]
    assert scene(C, **three, answered=True).waits == (B,)
    assert scene(A, phase="chance", chance=C, given=clues()).waits == (C,)
    assert scene(A, phase="pause", pressed=(A, C)).waits == (B, D)
    assert scene(A, phase="waiting", gone=(B,)).waits == scene(A, phase="over").waits == ()


def test_every_answer() -> None:
    """R-W-22, O-W-10, O-W-17: in one line for each clue."""
    answers = (
        (Answer(B, "castles", FORM), Answer(C, "castle", RIGHT)),
        (Answer(B, None, Verdict.PASSED), Answer(C, None, Verdict.SILENT)),
    )
    given = tuple(Given(A, 10 - n, "wall", each) for n, each in enumerate(answers))
    assert shown(view_of_three(given=given))[6:8] == [
        " 10  ann: wall - bob: castles, a form of it; cy: castle, right",
        "  9  ann: wall - bob passed; cy ran out of time",
    ]


def test_what_is_ones_own() -> None:
    """O-W-6, O-W-15, O-W-17: an answer or a pass that is in, a clue that one accepts, and a plea
    for the two givers; who may challenge is public.
    """
    position = view_of_three(C, phase="guess", dial=8, given=clues(), answered=True)
    assert shown(replace(position, answer="tower"))[6] == "Your answer is in: tower."
    assert shown(position)[6] == "You pass."
    position = view(B, phase="guess", dial=8, given=clues(), open_to=(B, D), waived=True)
    assert shown(position)[7:9] == ["You and dee can challenge the clue.", "You accept the clue."]
    plea = PleaView(A, B, "chemist", "part")
    assert shown(view(A, plea=plea))[7] == "bob decides about chemist."
    done = (over(3), DoneView("2", "sea", "dial", (), 0))
    assert shown(view_of_three(phase="pause", done=done))[-1] == (
        "Words: 1 castle (bob and cy 8), 2 sea (nobody)."
    )


@pytest.mark.parametrize("width", [40, 79])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {
            "phase": "guess",
            "open_to": (B, D),
            "waived": True,
            "answered": True,
            "answer": "a" * 30,
        },
        {"phase": "chance", "chance": C},
        {"phase": "pause"},
        {"phase": "waiting", "gone": (B,), "pressed": (A, C, D)},
        {"plea": PleaView(B, A, "a" * 30, "form"), "password": "b" * 12},
        {"phase": "over"},
    ],
)
def test_lines_fit_the_screen(changes: dict[str, Any], width: int) -> None:
    """At most as wide as the reader's screen, in plain ASCII, however long names and words are."""
    words = tuple(DoneView(f"A{n}", "b" * 12, "found", (C,), 20) for n in range(10))
    given = tuple(Given(A, n, "a" * 30, (Answer(C, "c" * 30, FORM),)) for n in range(10, 0, -1))
    for me in (A, C, None):
        position = view(me, **{"given": given, "done": words, "scores": (100,) * 4, **changes})
        viewer = SPECTATOR if me is None else me
        lines = drawn(TEXT_UI.draw(position, reader(viewer, width, LONG_NAMES)), width)
        assert all(line.isascii() and len(line) <= width for line in lines)


def test_a_position_fits_a_screen() -> None:
    """Ten clues, the last word of a match: 24 lines with the time that the host adds."""
    words = tuple(DoneView(f"A{n}", "monkey", "found", (C,), 20) for n in range(12))
    given = tuple(
        Given(A, n, "elephant", (Answer(C, "kangaroo", Verdict.WRONG),)) for n in range(10, 0, -1)
    )
    position = view(A, phase="guess", dial=1, given=given, done=words)
    assert len(shown(position)) <= 23
