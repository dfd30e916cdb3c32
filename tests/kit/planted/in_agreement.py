"""Spoof with a channel and moves that can be taken back, and a fault in one of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from parlour import Context, Heard, Seat, Step, Verb
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import COINS, TURN_MS, SpoofRules, SpoofTextUI, SpoofViews, State

HUSH = Verb("hush", "hush TEXT", "talk to those who have hidden their coins")


class Hush(SpoofViews):
    """Those who have hidden coins talk among themselves, and everybody sees who they are."""

    def channel(self, state: State, seat: Seat, name: str) -> Collection[Seat]:
        hidden = {each for each, _ in state.coins}
        return hidden if seat in hidden else ()


class HushToAll(Hush):
    """Returns a word for everybody."""

    def channel(self, state: State, seat: Seat, name: str) -> Any:
        return "all"


class HushWithThree(Hush):
    """Is open to those who have hidden all their coins. So who hears them learns that."""

    def channel(self, state: State, seat: Seat, name: str) -> Collection[Seat]:
        return state.seats if dict(state.coins).get(seat) == COINS else ()


@dataclass(frozen=True)
class TakenBack(Heard):
    """A move was taken back."""

    name: ClassVar[str] = "taken_back"
    seat: Seat
    coins: int | None = field(default=None, repr=False)


class TakesBack(SpoofRules):
    """Goes back, and gives everybody the time of a turn again."""

    def taken_back(self, state: State, seat: Seat, earlier: State, ctx: Context) -> Any:
        return Step(replace(earlier, due=ctx.now + TURN_MS), (TakenBack(seat),))


class KeepsCoins(TakesBack):
    """Leaves the coins that are hidden already where they are."""

    def taken_back(self, state: State, seat: Seat, earlier: State, ctx: Context) -> Any:
        step = super().taken_back(state, seat, earlier, ctx)
        return Step(replace(step.state, coins=state.coins), step.events)


class TellsOthers(TakesBack):
    """Tells everybody how many coins there were in all."""

    def taken_back(self, state: State, seat: Seat, earlier: State, ctx: Context) -> Any:
        step = super().taken_back(state, seat, earlier, ctx)
        total = sum(coins for _, coins in earlier.coins)
        return Step(step.state, (TakenBack(seat, total),))


class Counts(TakesBack):
    """Counts outside the record, and gives less time each time."""

    times = 0

    def taken_back(self, state: State, seat: Seat, earlier: State, ctx: Context) -> Any:
        Counts.times += 1
        return Step(replace(earlier, due=ctx.now + TURN_MS - Counts.times), (TakenBack(seat),))


class SaysBack(SpoofTextUI):
    """Says that a move was taken back."""

    def say(self, heard: Heard, reader: Any) -> Any:
        if isinstance(heard, TakenBack):
            coins = "" if heard.coins is None else f" It was {heard.coins}."
            return [f"{reader.name(heard.seat)} takes the last move back.{coins}"]
        return super().say(heard, reader)


def _hush(name: str, check: str, says: str, views: type[SpoofViews]) -> Planted:
    return spoof(name, check, says, views=views, channels=(HUSH,))


def _back(name: str, check: str, says: str, rules: type[SpoofRules]) -> Planted:
    return spoof(name, check, says, rules=rules, text_ui=SaysBack, takeback=True)


HONEST: tuple[Planted, ...] = (_hush("", "", "", Hush), _back("", "", "", TakesBack))
"""No fault: a channel, and moves that can be taken back."""
PLANTED: tuple[Planted, ...] = (
    _hush("hush-to-all", "channels", "not a collection", HushToAll),
    _hush("hush-with-three", "blindness", "Whom they hear in hush", HushWithThree),
    _back("back-with-coins", "takeback", "differs in", KeepsCoins),
    _back("back-tells-others", "takeback", "What is heard of a move", TellsOthers),
    _back("back-counted", "replay", "rebuilt from its record", Counts),
)
