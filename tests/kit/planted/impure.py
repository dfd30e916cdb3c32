"""Spoof that is not pure, each in one way."""
# ruff: noqa: TID251 - clocks and chance that a game must not use are the faults here

from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import choice
from threading import Thread
from typing import Any, cast

from msgspec.structs import replace as changed

from parlour import Context, Reader, Scene, Seat, Setup, Step, Text, Viewer
from parlour_kit.hidden import is_a
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import (
    SPOOF,
    TURN_MS,
    Opened,
    SpoofRules,
    SpoofTextUI,
    SpoofViews,
    State,
    View,
)


class AsksTheClock(SpoofRules):
    """Sets the deadline by the clock on the wall."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        step = super().guess(state, seat, total, ctx)
        late = int(time.monotonic()) % 2
        return changed(step, state=replace(step.state, due=ctx.now + TURN_MS + late))


class AsksTheDate(SpoofTextUI):
    """Writes the date above the position."""

    def draw(self, view: View, reader: Reader) -> Scene:
        return Scene((Text.of(f"{datetime.now():%d}"), *super().draw(view, reader).blocks))


class DrawsLots(SpoofRules):
    """Draws lots with the luck of the process."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Any:
        _ = random.random()
        return super().hide(state, seat, coins, ctx)


class DrawsByName(SpoofRules):
    """The same, with a function imported by its name."""

    def start(self, setup: Setup, ctx: Context) -> Any:
        step = super().start(setup, ctx)
        return changed(step, state=replace(step.state, due=choice((TURN_MS, TURN_MS + 1))))


class ReadsFiles(SpoofRules):
    """Looks something up in a file for every guess."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        _ = Path(__file__).read_text("utf-8")
        return super().guess(state, seat, total, ctx)


class StartsThreads(SpoofRules):
    """Works out something on a thread."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        worker = Thread(target=sum, args=((1, 2),))
        worker.start()
        worker.join()
        return super().guess(state, seat, total, ctx)


class Counts(SpoofRules):
    """Counts its calls in the instance."""

    def __init__(self) -> None:
        self.calls = 0

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        self.calls += 1
        step = super().guess(state, seat, total, ctx)
        return changed(step, state=replace(step.state, due=step.state.due + self.calls))


class ChangesLists(SpoofRules):
    """Appends to a list of the old state."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Any:
        said = list(state.last)
        step = super().guess(state, seat, total, ctx)
        if is_a(state.last, list):
            cast("Any", state.last).append((seat, total))
        return changed(step, state=replace(step.state, last=said))  # type: ignore[arg-type]


class SetsInPlace(SpoofRules):
    """Sets the deadline of the old state: doing so twice changes nothing more."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Any:
        step = super().hide(state, seat, coins, ctx)
        object.__setattr__(state, "due", TURN_MS + 1)
        return step


class ChangesOnLook(SpoofViews):
    """Counts in the state how often somebody looks."""

    def look(self, state: State, viewer: Viewer) -> View:
        object.__setattr__(state, "due", state.due + 1)
        return super().look(state, viewer)


class ChangesWhenRefused(SpoofRules):
    """Notes in the state that a move was refused."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Any:
        try:
            return super().apply(state, seat, move, ctx)
        except Exception:
            object.__setattr__(state, "due", state.due - 1)
            raise


class Alike(SpoofRules):
    """Has a state that does not compare by value."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Any:
        step = super().hide(state, seat, coins, ctx)
        return changed(step, state=Unequal(**vars(step.state)))


class Unequal(State):
    """Two of them are never equal."""

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = State.__hash__


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
    spoof("asks-the-clock", "purity", "time.monotonic", rules=AsksTheClock),
    spoof("asks-the-date", "purity", "datetime.now", text_ui=AsksTheDate),
    spoof("draws-lots", "purity", "random.random", rules=DrawsLots),
    spoof("draws-lots-by-name", "purity", "random.choice", rules=DrawsByName),
    spoof("reads-files", "purity", "open", rules=ReadsFiles),
    spoof("starts-threads", "purity", "Thread.start", rules=StartsThreads),
    spoof("counts-calls", "purity", "called twice", rules=Counts),
    spoof("changes-a-list", "purity", "changes what it was given", rules=ChangesLists),
    spoof("sets-in-place", "purity", "Rules.apply changes the position", rules=SetsInPlace),
    spoof("changes-on-look", "purity", "changes what it was given", views=ChangesOnLook),
    spoof("changes-when-refused", "refusals", "changed the state", rules=ChangesWhenRefused),
    spoof("never-equal", "purity", "do not compare equal", rules=Alike),
    Planted(
        "order-of-sets",
        "purity",
        "Two processes",
        lambda: SETS,
        "tests.kit.planted.impure:SETS",
    ),
    spoof("prints", "blindness", "must not log or print", rules=Prints),
)
