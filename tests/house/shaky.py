"""A host whose store can fail, and what waits for it."""

from __future__ import annotations

from parlour.core.effects import Effects
from parlour_kit.host import WALL, Host

NO_DISK = "The disk is full."
WAITS = (
    "The disk is full. All clocks are stopped, and nothing is lost. What you type",
    "  now is done when the host continues.",
)
"""What a person reads when the host begins to wait."""
GOES_ON = "The host continues. Play on."


class Shaky(Host):
    """Does what the shell does when a commit fails: see `House.wait` and `go_on`."""

    def __post_init__(self) -> None:
        self.stuck = False
        """A commit is under way, or has failed; what comes now waits behind it."""
        self.held: list[Effects] = []
        super().__post_init__()

    @property
    def waiting(self) -> bool:
        """Does the house know that it has to wait?"""
        return self.house.out.waiting is not None

    def _carry_out(self, effects: Effects) -> None:
        if self.waiting:
            assert not effects.stores, "nothing can be stored"
            super()._carry_out(effects)
        elif self.stuck and (self.held or effects.stores):
            self.held.append(effects)
        else:
            super()._carry_out(effects)

    def fail(self, why: str = NO_DISK) -> None:
        """The commit has failed: from now on the house waits."""
        self.stuck = True
        unanswered = {conn for one in self.held for conn in one.answered}
        self._carry_out(self.house.wait(why, unanswered, self.now, WALL + self.now))

    def recover(self) -> None:
        """All is stored now, and the house goes on."""
        held, self.held, self.stuck = self.held, [], False
        self._carry_out(self.house.go_on(self.now, WALL + self.now))
        for effects in held:
            self._carry_out(effects)
        self.tick([])

    def restart(self) -> None:
        """The host is killed: what waited was never stored."""
        self.held, self.stuck = [], False
        super().restart()
