"""Writes as statements. All of them run inside the transaction of a commit."""

from __future__ import annotations

import sqlite3
from typing import Final, assert_never

import msgspec

from parlour.house.saved import (
    Act,
    Barred,
    Clocks,
    Finished,
    PlayerGone,
    Renamed,
    SavedPlayer,
    Streams,
    TableGone,
    Unbarred,
    Write,
)
from parlour.store import _games
from parlour.store._order import Order

NOTES_KEPT: Final = 50_000
"""Notes kept (table 0): the ways back of more than a hundred players, who reach 400 events
back each (`Limits.backlog_events`); ten megabytes."""

_encode: Final = msgspec.json.Encoder().encode


def carry_out(db: sqlite3.Connection, write: Write, order: Order, keep_games: int) -> None:
    """One write. Streams prune the notes too, which *order* counts."""
    match write:
        case SavedPlayer():
            _player(db, write)
        case PlayerGone():
            db.execute("DELETE FROM player WHERE number = ?", (write.number,))
        case Streams():
            db.execute(_STREAMS, (_encode(write.seqs),))
            oldest = order.last_note - NOTES_KEPT
            db.execute("DELETE FROM journal WHERE tbl = 0 AND seq <= ?", (oldest,))
        case TableGone():
            db.execute("DELETE FROM journal WHERE tbl = ?", (write.table,))
            db.execute("DELETE FROM clock WHERE tbl = ?", (write.table,))
        case Clocks():
            db.execute(_CLOCKS, (_encode(write.times),))
        case Finished():
            _games.add(db, write, keep_games)
        case Barred():
            db.execute(_BARRED, (write.kind, write.who, write.shown, write.since_s, write.why))
        case Unbarred():
            query = "DELETE FROM barred WHERE kind = ? AND who = ?"
            db.execute(query, (write.kind, write.who))
        case Act():
            query = "INSERT INTO act (at_s, what, outcome) VALUES (?, ?, ?)"
            db.execute(query, (write.at_s, write.what, write.outcome))
        case Renamed():
            _games.rename(db, write)
        case _:
            assert_never(write)


# Lists come as one JSON value each: one statement, however many there are.

_STREAMS: Final = """
    UPDATE player SET seq = json_extract(new.value, '$[1]') FROM json_each(?) AS new
    WHERE number = json_extract(new.value, '$[0]')
"""
_CLOCKS: Final = """
    INSERT INTO clock (tbl, ms)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?) WHERE true
    ON CONFLICT (tbl) DO UPDATE SET ms = excluded.ms
"""
_BARRED: Final = """
    INSERT INTO barred (kind, who, shown, since_s, why) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (kind, who) DO UPDATE
    SET shown = excluded.shown, since_s = excluded.since_s, why = excluded.why
"""
_PLAYER: Final = """
    INSERT INTO player (number, name, key, token, code, seq, password, ignored, resumed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (number) DO UPDATE
    SET name = excluded.name, key = excluded.key, token = excluded.token, code = excluded.code,
        seq = excluded.seq, password = excluded.password, ignored = excluded.ignored,
        resumed = excluded.resumed
"""


def _player(db: sqlite3.Connection, player: SavedPlayer) -> None:
    db.execute(
        _PLAYER,
        (
            player.number,
            player.name,
            player.key,
            player.token,
            player.code,
            player.seq,
            player.password,
            _encode(player.ignored),
            player.resumed,
        ),
    )
    db.execute("UPDATE meta SET last_player = max(last_player, ?)", (player.number,))
