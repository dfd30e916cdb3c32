"""A commit as bytes: one body in a log of commits (`postgresql`).

A body is a byte, the version of the form, and a MessagePack array: the entries as arrays, the
writes as pairs of a kind and its JSON. Writes are JSON because some hold raw JSON of features.

It is read strictly: an unknown kind means that a newer Parlour wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias, get_args

import msgspec

from parlour.core.persistence import Entry, Write
from parlour.store._interface import StoreError

VERSION: Final = 1
BODY_MAX: Final = 64 * 1024 * 1024
"""The most bytes of a body. The server's queue stops reading lines at half of that."""

_Row: TypeAlias = tuple[int, int, bytes, tuple[int, ...]]


class _Body(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    entries: list[_Row]
    writes: list[tuple[str, bytes]]


class Commit(NamedTuple):
    """What a store is asked to keep at once."""

    entries: Sequence[Entry]
    writes: Sequence[Write]


_WRITERS: Final = {kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(Write)}
_body: Final = msgspec.msgpack.Decoder(_Body)


def encode(commit: Commit) -> bytes:
    """Return the body of *commit*. Raises StoreError if it is too long for one."""
    entries = [(each.table, each.seq, each.body, each.heard) for each in commit.entries]
    writes = [(type(each).__name__, msgspec.json.encode(each)) for each in commit.writes]
    body = bytes((VERSION,)) + msgspec.msgpack.encode(_Body(entries, writes))
    if len(body) > BODY_MAX:
        raise StoreError(f"A commit of {len(body):,} bytes is too long: at most {BODY_MAX:,}.")
    return body


def decode(body: bytes) -> Commit:
    """Return the commit in *body*. Raises StoreError if it is none that this Parlour knows."""
    try:
        if body[:1] > bytes((VERSION,)):
            raise StoreError(NEWER)
        found = _body.decode(memoryview(body)[1:])
        if unknown := [kind for kind, _ in found.writes if kind not in _WRITERS]:
            raise StoreError(f"{NEWER} It has {unknown[0]}.")
        writes: list[Write] = [_WRITERS[kind].decode(text) for kind, text in found.writes]
    except msgspec.DecodeError as error:
        raise StoreError(f"A commit in the database is damaged: {error}.") from error
    return Commit([Entry(*row) for row in found.entries], writes)


NEWER: Final = "A newer Parlour wrote to this database. Start that one."
