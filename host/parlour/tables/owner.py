"""What a table belongs to, if it is no ordinary one."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from parlour.engine.table import Table
from parlour.engine.table_events import GameOver

Wish: TypeAlias = Literal["begin", "adjourn", "pause", "resume", "move"]
"""What people may want at a table: begin a game, adjourn or pause it, let a paused one go on, or
make a move after it is over."""


class Owner(Protocol):
    """Something that opens tables, begins the games there and closes them, such as a party.

    Nobody else begins a game at its tables. A game there is never adjourned, and goes on without
    people. After a restart, the owner takes its tables back (`Room.owner`).
    """

    @property
    def verb(self) -> str:
        """The command that says what comes after a game."""
        ...

    def opened(self, table: Table) -> str:
        """Return what the lobby reads when the table is opened."""
        ...

    def refusal(self, wish: Wish) -> str:
        """Return why nobody at its tables can do that. Empty: they can."""
        ...

    def game_over(self, table: Table, over: GameOver) -> None:
        """Count the result of the game that has just ended at *table*."""
