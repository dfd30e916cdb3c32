"""Positions as players read them, made by hand: no rules, no host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from parlour import SPECTATOR, Prompt, Reader, Seat, Viewer
from parlour.rendering import drawn
from parlour_password.heard import PasswordHeard
from parlour_password.moves import Move
from parlour_password.options import OPTIONS, Terms
from parlour_password.state import Answer, Given, Side, Verdict
from parlour_password.text import PasswordTextUI
from parlour_password.views import DoneView, View

A, B, C, D = Seat(1), Seat(2), Seat(3), Seat(4)
NAMES: Final[Mapping[Seat, str]] = {A: "ann", B: "bob", C: "cy", D: "dee"}
LONG_NAMES: Final[Mapping[Seat, str]] = {
    seat: f"{name}-{'x' * 16}"[:20] for seat, name in NAMES.items()
}
TEAMS: Final = ((A, C), (B, D))
SIDES: Final = (Side(A, (C,)), Side(B, (D,)))
"""An A word: ann gives to cy, bob to dee."""
TRIO: Final = (Side(A, (B, C)),)
"""A word of the game of three: ann gives to bob and cy."""
TEXT_UI: Final = PasswordTextUI()

RIGHT, WRONG, FORM = Verdict.RIGHT, Verdict.WRONG, Verdict.FORM


def view(me: Seat | None = None, **changes: Any) -> View:
    """Word A1 of a game of four, as it begins: ann is to give cy the first clue.

    The givers see the password, which is `castle`, unless *changes* say something else.
    """
    fresh = View(
        me=me,
        phase="clue",
        seats=(A, B, C, D),
        teams=TEAMS,
        label="A1",
        number=1,
        total=10,
        double=False,
        sides=SIDES,
        turn=0,
        dial=10,
        password="castle" if me in (A, B) else None,
        given=(),
        plea=None,
        answer=None,
        answered=False,
        open_to=(),
        waived=False,
        chance=None,
        scores=(0, 0, 0, 0),
        done=(),
        pressed=(),
        gone=(),
        examples=(),
        terms=Terms.from_options({option.name: option.default for option in OPTIONS}),
    )
    return replace(fresh, **changes)


def view_of_three(me: Seat | None = None, **changes: Any) -> View:
    """The same with three players: ann gives to bob and cy."""
    first: dict[str, Any] = {
        "seats": (A, B, C),
        "teams": (),
        "label": "1",
        "total": 5,
        "sides": TRIO,
        "scores": (0, 0, 0),
        "password": "castle" if me == A else None,
    }
    return view(me, **{**first, **changes})


def over(seats: int = 4) -> DoneView:
    """The word A1, found by cy for 8; with three players by two at the same time."""
    if seats == 3:
        return DoneView("1", "castle", "found", (B, C), 8)
    return DoneView("A1", "castle", "found", (C,), 8)


def clues() -> tuple[Given, ...]:
    """Three clues: a wrong answer, a clue that was lost, and one that is not answered yet."""
    return (
        Given(A, 10, "wall", (Answer(C, "tower", WRONG),)),
        Given(B, 9, None),
        Given(A, 8, "fortress"),
    )


def reader(
    viewer: Viewer = SPECTATOR, width: int = 79, names: Mapping[Seat, str] = NAMES
) -> Reader:
    return Reader(viewer, names, width)


def said(heard: PasswordHeard, viewer: Viewer = SPECTATOR) -> list[str]:
    """What a viewer reads; without one, a watcher."""
    return list(TEXT_UI.say(heard, reader(viewer)))


def shown(position: View, width: int = 79) -> list[str]:
    viewer = SPECTATOR if position.me is None else position.me
    return drawn(TEXT_UI.draw(position, reader(viewer, width)), width)


def asked(prompt: Prompt, position: View) -> list[str]:
    """What its viewer is asked."""
    assert position.me is not None
    return list(TEXT_UI.ask(prompt, position, reader(position.me)))


def parsed(verb: str, rest: str, *, bare: bool = True) -> Move:
    return TEXT_UI.parse(verb, rest, view(A), structs.replace(reader(A), bare=bare))
