"""The mark of a `parlour.db` that is the cache of a log of commits (`_cache`)."""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec


class Mark(msgspec.Struct, frozen=True, tag="log"):
    """What a cache says of itself, in the column `pad` of `meta`. Other files have noise there."""

    house: str
    n: int
    """The last commit in it."""
    writer: str
    """Who made that commit."""
    boot: str


encoded: Final = msgspec.json.Encoder().encode
_mark: Final = msgspec.json.Decoder(Mark)


def mark_of(db: sqlite3.Connection) -> Mark | None:
    """Return the mark of a database, or None if it is the store of a host of its own."""
    (pad,) = db.execute("SELECT pad FROM meta").fetchone()
    try:
        return _mark.decode(pad or b"")
    except msgspec.DecodeError:
        return None
