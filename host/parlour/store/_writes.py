"""Writes as statements. All of them run inside the transaction of a commit."""

from __future__ import annotations

import sqlite3
from typing import Final, assert_never

import msgspec

from parlour.house.persistence import (
    Clocks,
    Finished,
    GameGone,
    PlayerGone,
    Renamed,
    RowDropped,
    RowKept,
    SavedPlayer,
    Streams,
    TableGone,
    Write,
)
from parlour.store import _games, _notes, _shelves
from parlour.store._marks import mark

_encode: Final = msgspec.json.Encoder().encode


def carry_out(db: sqlite3.Connection, write: Write, keep_games: int) -> None:
    """Carry out one write."""
    match write:
        case SavedPlayer():
            _player(db, write)
            if not write.codes:  # asleep: they will see nothing again
                _notes.forget(db, write.number)
        case PlayerGone():
            _notes.forget(db, write.number)
            db.execute("DELETE FROM player WHERE number = ?", (write.number,))
        case Streams():
            rows = [(number, seq, mark(number, seq)) for number, seq in write.seqs]
            db.execute(_STREAMS, (_encode(rows),))
        case TableGone():
            db.execute("DELETE FROM journal WHERE tbl = ?", (write.table,))
            db.execute("DELETE FROM clock WHERE tbl = ?", (write.table,))
        case Clocks():
            times = [(table, ms, mark(table, ms)) for table, ms in write.times]
            db.execute(_CLOCKS, (_encode(times),))
        case Finished():
            _games.add(db, write, keep_games)
        case GameGone():
            _games.remove(db, write.record)
        case Renamed():
            _games.rename(db, write)
        case RowKept():
            _shelves.keep(db, write)
        case RowDropped():
            _shelves.drop(db, write)
        case _:
            assert_never(write)


# Each list is one JSON value, so that one statement is enough for any number of items.

_STREAMS: Final = """
    UPDATE player
    SET seq = json_extract(new.value, '$[1]'), seq_mark = json_extract(new.value, '$[2]')
    FROM json_each(?) AS new
    WHERE number = json_extract(new.value, '$[0]')
"""
_CLOCKS: Final = """
    INSERT INTO clock (tbl, ms, mark)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?) WHERE true
    ON CONFLICT (tbl) DO UPDATE SET ms = excluded.ms, mark = excluded.mark
"""
_PLAYER: Final = """
    INSERT INTO player
        (number, name, key, tokens, codes, password, ignored, resumed, mark, seq, seq_mark)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (number) DO UPDATE
    SET name = excluded.name, key = excluded.key, tokens = excluded.tokens, codes = excluded.codes,
        password = excluded.password, ignored = excluded.ignored, resumed = excluded.resumed,
        mark = excluded.mark, seq = excluded.seq, seq_mark = excluded.seq_mark
"""


def _player(db: sqlite3.Connection, player: SavedPlayer) -> None:
    row = (
        player.number,
        player.name,
        player.key,
        " ".join(player.tokens),
        " ".join(player.codes),
        player.password,
        _encode(player.ignored),
        player.resumed,
    )
    seq_mark = mark(player.number, player.seq)
    db.execute(_PLAYER, (*row, mark(*row), player.seq, seq_mark))
    db.execute("UPDATE meta SET last_player = max(last_player, ?)", (player.number,))
