"""Shelves: how a feature keeps rows of its own, without SQL and without a migration.

A feature declares `Shelf(name, Row, "key")`. It passes the writes that `kept` and `dropped` return
to `Output.write_down`, and reads its rows when a host starts. The store has all rows of all
features in one table, as JSON under a key. So a field that a later version adds to a row needs a
default, and a field never changes its meaning.

The rows of a shelf live in memory as long as the host runs. Keep no row on a shelf if nobody needs
it in memory, such as the record of a finished game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Generic, TypeVar

import msgspec

from parlour.core.persistence import RowDropped, RowKept, Saved
from parlour.language import encoder

_encode: Final = encoder().encode

R = TypeVar("R", bound=msgspec.Struct)


class Shelf(Generic[R]):
    """Rows of type *row*, which the fields *key* tell apart. *name* is the name in the store."""

    def __init__(self, name: str, row: type[R], *key: str) -> None:
        self.name: Final = name
        self._key = key
        self._decoder = msgspec.json.Decoder(row)

    def kept(self, row: R) -> RowKept:
        """Return the write that keeps *row*. It replaces the row with that key in its place."""
        key = _text([getattr(row, field) for field in self._key])
        return RowKept(self.name, key, _encode(row))

    def dropped(self, *key: int | str) -> RowDropped:
        """Return the write that drops the row with that key, if there is one."""
        return RowDropped(self.name, _text(list(key)))

    def read(self, saved: Saved) -> list[R]:
        """Return the rows in *saved*, in the order in which their keys were first kept."""
        return self.decoded(saved.rows.get(self.name, ()))

    def decoded(self, rows: Iterable[bytes]) -> list[R]:
        return [self._decoder.decode(row) for row in rows]


def _text(key: list[object] | list[int | str]) -> str:
    return _encode(key).decode()
