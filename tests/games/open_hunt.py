"""Hunt that can be joined while it is played, by newcomers and by substitutes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from parlour import Context, Game, Seat, Step
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, Move, Passed, State
from tests.games.hunt.views import View

SEATS: Final = tuple(map(Seat, range(1, HUNT.seats.stop)))


class OpenRules(HuntRules):
    """Until the first number is found somebody may sit down.

    Who takes the seat of a player who has left has the number of that seat; at a new seat he
    has to hide one first.
    """

    def free(self, state: State) -> tuple[Seat, ...]:
        """First those of players who have left, then those that nobody has held."""
        if any(state.points.values()):
            return ()
        return (*sorted(state.out), *(seat for seat in SEATS if seat not in state.seats))

    def joined(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        """Of a substitute the game tells nothing."""
        if seat in state.seats:
            return Step(replace(state, out=state.out - {seat}))
        new = replace(
            state,
            seats=tuple(sorted((*state.seats, seat))),
            ruled_out={**state.ruled_out, seat: frozenset()},
            points={**state.points, seat: 0},
        )
        return Step(new, (Passed(new.turn),))


OPEN_HUNT: Final[Game[State, Move, Event, View, Event]] = replace(HUNT, rules=OpenRules())
"""It is called `hunt`, too."""
