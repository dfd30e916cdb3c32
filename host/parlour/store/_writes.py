"""Writes as statements. All of them run inside the transaction of a commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from sqlite3 import Connection
from typing import Final, TypeAlias, assert_never

import msgspec

from parlour.core.persistence import (
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

Statement: TypeAlias = Callable[[Connection], None]


def statements(writes: Sequence[Write], keep_games: int) -> list[Statement]:
    """Return what carries out the *writes* of a commit, the small ones of each kind together.

    Each call of SQLite releases the interpreter and then waits until the host's thread releases
    it again. While that is busy, one call for each write made everybody wait.

    The order within a kind stays. Between kinds it matters in two cases: the name of a player who
    is gone may be somebody else's in the same commit, and a table that is gone has no clock.
    """
    gone: list[int] = []
    players: list[SavedPlayer] = []
    seqs: dict[int, int] = {}
    others: list[Statement] = []
    times: dict[int, int] = {}
    tables: list[int] = []
    for write in writes:
        match write:
            case PlayerGone():
                gone.append(write.number)
            case SavedPlayer():
                players.append(write)
            case Streams():
                seqs.update(write.seqs)
            case Finished():
                others.append(partial(_games.add, game=write, keep=keep_games))
            case GameGone():
                others.append(partial(_games.remove, record=write.record))
            case Renamed():
                others.append(partial(_games.rename, renamed=write))
            case RowKept():
                others.append(partial(_shelves.keep, kept=write))
            case RowDropped():
                others.append(partial(_shelves.drop, dropped=write))
            case Clocks():
                times.update(write.times)
            case TableGone():
                tables.append(write.table)
            case _:
                assert_never(write)
    found: list[Statement] = []
    if gone:
        found.append(partial(_players_gone, numbers=gone))
    if players:
        found.append(partial(_players, players=players, gone=frozenset(gone)))
    if seqs:
        found.append(partial(_streams, seqs=seqs))
    found += others
    if times:
        found.append(partial(_clocks, times=times))
    if tables:
        found.append(partial(_tables_gone, tables=tables))
    return found


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# Each list is one JSON value, so that one statement is enough for any number of items.

_GONE: Final = "IN (SELECT value FROM json_each(?))"
_STREAMS: Final = """
    UPDATE player
    SET seq = max(seq, new.length), seq_mark = mark(number, max(seq, new.length))
    FROM (
        SELECT json_extract(value, '$[0]') AS of, json_extract(value, '$[1]') AS length
        FROM json_each(?)
    ) AS new
    WHERE number = new.of
"""
_CLOCKS: Final = """
    INSERT INTO clock (tbl, ms, mark)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(?) WHERE true
    ON CONFLICT (tbl) DO UPDATE SET ms = excluded.ms, mark = excluded.mark
"""
_PLAYERS: Final = """
    INSERT INTO player
        (number, name, key, tokens, codes, password, ignored, resumed, mark, seq, seq_mark)
    SELECT
        json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
        CAST(json_extract(value, '$[6]') AS BLOB), json_extract(value, '$[7]'),
        json_extract(value, '$[8]'), json_extract(value, '$[9]'), json_extract(value, '$[10]')
    FROM json_each(?) WHERE true
    ON CONFLICT (number) DO UPDATE
    SET name = excluded.name, key = excluded.key, tokens = excluded.tokens, codes = excluded.codes,
        password = excluded.password, ignored = excluded.ignored, resumed = excluded.resumed,
        mark = excluded.mark, seq = excluded.seq, seq_mark = excluded.seq_mark
"""


def _players(db: Connection, *, players: Sequence[SavedPlayer], gone: Set[int]) -> None:
    rows = [_row(player) for player in players if player.number not in gone]
    db.execute(_PLAYERS, (_json(rows),))
    last = max(player.number for player in players)
    db.execute("UPDATE meta SET last_player = max(last_player, ?)", (last,))
    asleep = [player.number for player in players if not player.codes]
    if asleep:  # they will see nothing again
        _notes.forget(db, asleep)


def _row(player: SavedPlayer) -> Sequence[object]:
    ignored = msgspec.json.encode(player.ignored)
    row = (
        player.number,
        player.name,
        player.key,
        " ".join(player.tokens),
        " ".join(player.codes),
        player.password,
    )
    marked = mark(*row, ignored, player.resumed)
    seq_mark = mark(player.number, player.seq)
    return (*row, ignored.decode(), player.resumed, marked, player.seq, seq_mark)


def _players_gone(db: Connection, *, numbers: Sequence[int]) -> None:
    _notes.forget(db, numbers)
    db.execute(f"DELETE FROM player WHERE number {_GONE}", (_json(numbers),))


def _streams(db: Connection, *, seqs: Mapping[int, int]) -> None:
    db.execute(_STREAMS, (_json([*seqs.items()]),))


def _clocks(db: Connection, *, times: Mapping[int, int]) -> None:
    rows = [(table, ms, mark(table, ms)) for table, ms in times.items()]
    db.execute(_CLOCKS, (_json(rows),))


def _tables_gone(db: Connection, *, tables: Sequence[int]) -> None:
    db.execute(f"DELETE FROM journal WHERE tbl {_GONE}", (_json(tables),))
    db.execute(f"DELETE FROM clock WHERE tbl {_GONE}", (_json(tables),))
