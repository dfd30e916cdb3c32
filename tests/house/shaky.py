"""A host whose store can fail, and what was lost with it."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.house.effects import Effects, HouseEvent
from parlour.testing.host import WALL, Host

NO_DISK = "The disk is full."


class Shaky(Host):
    """Does what the shell does when a commit fails: see `House.failed` and `recovered`."""

    def __post_init__(self) -> None:
        """All is well at first."""
        self.stuck = False
        """A commit is under way that is going to fail; what comes now waits behind it."""
        self.lost: list[Effects] = []
        super().__post_init__()

    def tick(self, events: Sequence[HouseEvent]) -> None:
        """As long as a commit is under way, no bot's thought and no answer is begun."""
        super().tick(events)
        assert self.house.out.hold is None or not self.lost

    def _carry_out(self, effects: Effects) -> None:
        if self.stuck and (self.lost or effects.entries or effects.writes):
            self.lost.append(effects)
        else:
            super()._carry_out(effects)

    def fail(self) -> Effects:
        """The commit has failed: what the house wants done instead, carried out."""
        lost, self.lost, self.stuck = self.lost, [], False
        instead = self.house.failed(lost, NO_DISK, self.now, WALL + self.now)
        assert not instead.entries
        assert not instead.writes
        super()._carry_out(instead)
        super().tick([])  # the jobs among it
        return instead

    def recover(self) -> None:
        """The store works again."""
        self._carry_out(self.house.recovered(self.now, WALL + self.now))
        super().tick([])
