"""Spoof that is not pure, each in one way."""
# ruff: noqa: TID251 - clocks and chance that a game must not use are the faults here

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace as changed

from parlour import Context, Reader, Scene, Seat, Step, Text
from parlour_kit.hidden import is_a
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import (
    SPOOF,
    Opened,
    SpoofRules,
    SpoofTextUI,
    State,
    View,
)


class AsksTheDate(SpoofTextUI):
    """Writes the date above the position."""

    def draw(self, view: View, reader: Reader) -> Scene:
        return Scene((Text.of(f"{datetime.now():%d}"), *super().draw(view, reader).blocks))


class ReadsFiles(SpoofRules):
    """Looks something up in a file for every guess."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        _ = Path(__file__).read_text("utf-8")
        return super().guess(state, seat, total, ctx)


class ChangesLists(SpoofRules):
    """Appends to a list of the old state."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        said = list(state.last)
        step = super().guess(state, seat, total, ctx)
        if is_a(state.last, list):
            cast("Any", state.last).append((seat, total))
        return changed(step, state=replace(step.state, last=said))  # type: ignore[arg-type]


class ChangesWhenRefused(SpoofRules):
    """Notes in the state that a move was refused."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Any:
        try:
            return super().apply(state, seat, move, ctx)
        except Exception:
            object.__setattr__(state, "due", state.due - 1)
            raise


class OrderOfSets(SpoofRules):
    """Opens the hands in the order of a set of names."""

    def opened(self, state: State, said: Any) -> Any:
        step = super().opened(state, said)
        first = list({f"card {number}" for number in range(40)}).index("card 7")
        events = tuple(
            replace(event, total=first) if isinstance(event, Opened) else event
            for event in step.events
        )
        return Step(step.state, events)


class Prints(SpoofRules):
    """Prints what has been hidden."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Any:
        print("hidden:", coins)  # noqa: T201 - that is the fault
        return super().hide(state, seat, coins, ctx)


SETS = replace(SPOOF, rules=OrderOfSets())
PLANTED: tuple[Planted, ...] = (
    spoof("asks-the-date", "purity", "datetime.now", text_ui=AsksTheDate),
    spoof("reads-files", "purity", "open", rules=ReadsFiles),
    spoof("changes-a-list", "purity", "changes what it was given", rules=ChangesLists),
    spoof("changes-when-refused", "refusals", "changed the state", rules=ChangesWhenRefused),
    Planted(
        "order-of-sets",
        "purity",
        "Two processes",
        lambda: SETS,
        "tests.kit.planted.impure:SETS",
    ),
    spoof("prints", "blindness", "must not log or print", rules=Prints),
)
