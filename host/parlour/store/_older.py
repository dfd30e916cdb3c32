"""SQL functions that the schema's migrations need to convert an older file."""

from __future__ import annotations

import sqlite3
from typing import Any

import msgspec

from parlour.house.people.ways_back import code_hash, token_hash
from parlour.store import _marks
from parlour.store._journal import row_mark
from parlour.wire.names import name_key


def teach(db: sqlite3.Connection) -> None:
    """Let statements of *db* use these functions."""
    _marks.teach(db)
    for arguments, function in (
        (1, token_hash),
        (1, code_hash),
        (1, name_key),
        (1, without_code),
        (4, row_mark),
    ):
        db.create_function(function.__name__, arguments, function, deterministic=True)


def without_code(body: bytes) -> bytes:
    """Return a note. Remove the code from a `welcome`, which contained it until version 2."""
    kept: Any = msgspec.json.decode(body)
    if kept.get("name") != "welcome":
        return body
    kept["data"].pop("code", None)
    kept["said"] = [line for line in kept["said"] if ": resume " not in line]
    return msgspec.json.encode(kept)
