"""The public facts about a table, made in one place for everybody who asks.

The lobby's news, the list of tables and the operator read the same. They learn nothing about
the game, except that it is in progress.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from parlour.api import OptionValue
from parlour.house.tables.announce import seat_names
from parlour.house.tables.rooms import Room
from parlour.wire.messages import State, TableEvent, TableRow

Change: TypeAlias = Literal["opened", "changed", "closed"]


class Summary(msgspec.Struct, frozen=True):
    """A table in a list, on one line."""

    table: int
    game: str
    title: str
    state: State
    host: str | None
    seats: tuple[str | None, ...]
    present: int
    people: int
    watchers: int
    options: Mapping[str, OptionValue]
    sought: int

    def event(self, change: Change, what: str = "") -> TableEvent:
        """Return the lobby's news of this change."""
        return TableEvent(
            table=self.table,
            change=change,
            game=self.game,
            state=self.state,
            host=self.host,
            seats=self.seats,
            present=self.present,
            watchers=self.watchers,
            what=what,
        )

    def row(self, changed: Mapping[str, OptionValue], *, joinable: bool) -> TableRow:
        """Return the table's row in `tables`. *changed*: its options other than the defaults."""
        return TableRow(
            table=self.table,
            game=self.game,
            title=self.title,
            state=self.state,
            host=self.host,
            seats=self.seats,
            present=self.present,
            watchers=self.watchers,
            options=dict(self.options),
            deserted=self.people > self.present == 0 and self.state != "adjourned",
            changed=changed,
            joinable=joinable,
            sought=self.sought,
        )


def summary(room: Room) -> Summary:
    """Summarise a table."""
    table = room.table
    return Summary(
        table=table.number,
        game=table.game.id,
        title=table.game.title,
        state=table.state,
        host=table.host_name,
        seats=seat_names(table),
        present=len(table.present),
        people=len(table.present) + len(table.missing),
        watchers=len(room.watchers),
        options=table.options,
        sought=table.sought,
    )
