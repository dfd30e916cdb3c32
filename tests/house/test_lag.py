"""How far away a mover is: part of the record, and told to the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.api import Context, Seat, Step
from parlour.core.effects import Received
from parlour.engine import record as r
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, Move, State
from tests.house.scene import Party, new_host


class Measuring(HuntRules):
    """Keeps the lag of every move."""

    def __init__(self) -> None:
        self.lags: list[int] = []

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """As Hunt does it."""
        self.lags.append(ctx.lag)
        return super().apply(state, seat, move, ctx)


def moves(party: Party) -> list[r.Moved]:
    """Those on the record."""
    return [entry for body in party.room.record if isinstance(entry := r.decode(body), r.Moved)]


def far(party: Party, name: str, line: str, lag_ms: int) -> None:
    """A line from somebody so far away."""
    party.host.tick([Received(party[name].conn, f"{line}\n".encode(), party.host.now, lag_ms)])


def test_the_lag_of_a_mover_reaches_the_rules_and_the_record() -> None:
    """That of his own line at that moment; a bot has none, and a refusal leaves none behind."""
    rules = Measuring()
    game: Any = replace(HUNT, rules=rules)
    party = Party("ann", "bob", host=new_host({"hunt": game}), start=False)
    party["ann"].send("bot", "start")
    far(party, "ann", "5", 250)
    far(party, "bob", "44", 7)
    far(party, "bob", "6", 5)
    assert rules.lags == [0, 250, 7, 5], "the bot hides first"
    assert [entry.lag for entry in moves(party)] == [0, 250, 5]
    party = Party("ann", "bob")
    party.hide(3, 4)
    assert [entry.lag for entry in moves(party)] == [0, 0]
    assert all(b"lag" not in body for body in party.room.record)
