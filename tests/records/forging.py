"""What a forger does: changes a game and makes all hashes again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from parlour.core.persistence import Finished
from parlour.engine import record as r

SIGN = b',"sha256":"'


def bodies_of(data: bytes) -> list[bytes]:
    """The lines of a file without their hashes."""
    return [line.rpartition(SIGN)[0] for line in data.splitlines()]


def chained(bodies: Iterable[bytes]) -> bytes:
    previous, lines = b"", list[bytes]()
    for body in bodies:
        previous = hashlib.sha256(previous + body).hexdigest().encode()
        lines.append(body + SIGN + previous + b'"}\n')
    return b"".join(lines)


def with_entries(finished: Finished, entries: Iterable[r.Entry]) -> Finished:
    """Another record, and a header that agrees with its start."""
    bodies = tuple(r.encode(entry) for entry in entries)
    start = r.decode(bodies[0])
    assert isinstance(start, r.Started)
    return replace(
        finished,
        game=start.game,
        version=start.version,
        names=dict(start.names),
        scores={seat: points for seat, points in finished.scores.items() if seat in start.names},
        winners=tuple(seat for seat in finished.winners if seat in start.names),
        options=dict(start.options),
        lexicon=start.lexicon,
        lexicon_hash=start.lexicon_hash,
        lists=dict(start.lists),
        entries=bodies,
    )


def entries_of(finished: Finished) -> list[r.Entry]:
    return [r.decode(body) for body in finished.entries]


def with_entry(finished: Finished, at: int, change: Callable[[Any], r.Entry]) -> Finished:
    entries = entries_of(finished)
    entries[at] = change(entries[at])
    return with_entries(finished, entries)


def move_of(entry: r.Entry) -> dict[str, Any]:
    """The move of an entry, as plain JSON; empty if it is none."""
    return msgspec.json.decode(entry.move) if isinstance(entry, r.Moved) else {}


def with_move(finished: Finished, at: int, **changes: Any) -> Finished:
    def change(entry: r.Moved) -> r.Moved:
        move = msgspec.json.encode(move_of(entry) | changes)
        return msgspec.structs.replace(entry, move=msgspec.Raw(move))

    return with_entry(finished, at, change)
