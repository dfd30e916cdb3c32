"""Writes as statements. All of them run inside the transaction of a commit."""

from __future__ import annotations

import sqlite3
from typing import Final, assert_never

import msgspec

from parlour.house.persistence import (
    AuditEntry,
    Ban,
    Clocks,
    Finished,
    Friend,
    PartyEntry,
    PartyGone,
    PlayerGone,
    Renamed,
    ReportGone,
    SavedPlayer,
    SavedRating,
    SavedReport,
    Streams,
    TableGone,
    Unban,
    Unfriend,
    Write,
)
from parlour.store import _games, _notes
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
            db.execute("DELETE FROM rating WHERE player = ?", (write.number,))
            db.execute("DELETE FROM friend WHERE ? IN (player, other)", (write.number,))
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
        case Ban():
            row = (write.kind, write.who, write.shown, write.since_s, write.why, write.until_s)
            db.execute(_BARRED, (*row, mark(*row)))
        case Unban():
            query = "DELETE FROM barred WHERE kind = ? AND who = ?"
            db.execute(query, (write.kind, write.who))
        case AuditEntry():
            query = "INSERT INTO act (at_s, what, outcome, mark) VALUES (?, ?, ?, ?)"
            did = (write.at_s, write.what, write.outcome)
            db.execute(query, (*did, mark(*did)))
        case Renamed():
            _games.rename(db, write)
        case SavedRating():
            rating = write.rating
            value = (write.ladder, write.player, rating.mu, rating.sigma, rating.games)
            query = "INSERT OR REPLACE INTO rating VALUES (?, ?, ?, ?, ?, ?)"
            db.execute(query, (*value, mark(*value)))
        case PartyEntry():
            entry = (write.party, write.seq, write.body)
            db.execute("INSERT OR REPLACE INTO party VALUES (?, ?, ?, ?)", (*entry, mark(*entry)))
        case PartyGone():
            db.execute("DELETE FROM party WHERE number = ?", (write.party,))
        case SavedReport():
            said = (write.name, write.player, write.about, write.why)
            report = (write.number, write.at_s, *said, write.table, write.done_s)
            query = "INSERT OR REPLACE INTO report VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            db.execute(query, (*report, mark(*report)))
        case ReportGone():
            db.execute("DELETE FROM report WHERE number = ?", (write.number,))
        case Friend():
            pair = (write.player, write.other)
            query = "INSERT OR IGNORE INTO friend (player, other, mark) VALUES (?, ?, ?)"
            db.execute(query, (*pair, mark(*pair)))
        case Unfriend():
            query = "DELETE FROM friend WHERE (player, other) IN (VALUES (?1, ?2), (?2, ?1))"
            db.execute(query, (write.player, write.other))
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
_BARRED: Final = """
    INSERT INTO barred (kind, who, shown, since_s, why, until_s, mark)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, who) DO UPDATE
    SET shown = excluded.shown, since_s = excluded.since_s, why = excluded.why,
        until_s = excluded.until_s, mark = excluded.mark
"""
_PLAYER: Final = """
    INSERT INTO player
        (number, name, key, token, code, password, ignored, resumed, mark, seq, seq_mark)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (number) DO UPDATE
    SET name = excluded.name, key = excluded.key, token = excluded.token, code = excluded.code,
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
