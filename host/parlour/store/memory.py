"""A store that lasts as long as the host runs."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.house.effects import Entry
from parlour.store._interface import Store


class MemoryStore(Store):
    """Records in a dictionary: what is committed is there at once, and gone at the end."""

    def __init__(self) -> None:
        self._records: dict[int, list[bytes]] = {}

    def commit(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._records.setdefault(entry.table, []).append(entry.body)

    def records(self, table: int) -> Sequence[bytes]:
        return tuple(self._records.get(table, ()))

    def forget(self, table: int) -> None:
        self._records.pop(table, None)
