"""The smallest game: nothing that the defaults of the contract do not ask for.

Players take one to three sticks in turn. Whoever takes the last one gets a point.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from parlour import (
    Context,
    Game,
    Heard,
    IntArg,
    MoveSpec,
    OpenViews,
    Prompt,
    Reader,
    Rules,
    Scene,
    Scoring,
    Seat,
    Setup,
    Step,
    Text,
    TextUI,
    Verb,
)

TAKE: Final = Verb("take", "take NUMBER", "take one to three sticks")


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take sticks."""

    number: int


class Sticks(msgspec.Struct, frozen=True):
    """The sticks that are left, and the seats, the next one first."""

    left: int
    seats: tuple[Seat, ...]


class Taken(Heard, msgspec.Struct, frozen=True):
    """Somebody has taken sticks."""

    seat: Seat
    number: int


class SticksRules(Rules[Sticks, Take, Taken]):
    def start(self, setup: Setup, ctx: Context) -> Step[Sticks, Taken]:
        return Step(Sticks(ctx.rng.randint(7, 12), setup.seats))

    def prompts(self, state: Sticks) -> Mapping[Seat, Prompt]:
        if not state.left:
            return {}
        number = IntArg("number", 1, min(3, state.left))
        return {state.seats[0]: Prompt((MoveSpec(TAKE, (number,)),), bare="take")}

    def apply(self, state: Sticks, seat: Seat, move: Take, ctx: Context) -> Step[Sticks, Taken]:
        after = Sticks(state.left - move.number, (*state.seats[1:], state.seats[0]))
        return Step(after, (Taken(seat, move.number),))


class SticksScoring(Scoring[Sticks]):
    def scores(self, state: Sticks) -> Mapping[Seat, int]:
        return {seat: int(not state.left and seat == state.seats[-1]) for seat in state.seats}


class SticksText(TextUI[Take, Sticks, Taken]):
    def draw(self, view: Sticks, reader: Reader) -> Scene:
        return Scene((Text.of("|" * view.left),))

    def sentence(self, heard: Taken, reader: Reader) -> str:
        return f"{reader.name(heard.seat)} takes {heard.number}."


STICKS: Final = Game(
    id="sticks",
    seats=range(1, 6),
    verbs=(TAKE,),
    rules_text="Take one to three sticks in turn. Take the last one to win.",
    rules=SticksRules(),
    views=OpenViews(),
    scoring=SticksScoring(),
    text_ui=SticksText(),
    move_type=Take,
)
