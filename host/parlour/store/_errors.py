"""Failures of the store, in one line for people."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from parlour.language import _
from parlour.store._interface import CANNOT, StoreError

FAILURES: Final = (sqlite3.Error, zlib.error, msgspec.DecodeError)
"""Errors of reading and writing a database that are not the caller's fault."""

FULL_BYTES: Final = 64 * 1024
"""We call a disk full with less free space than this, because SQLite could not grow its files."""


def damaged(file: Path) -> str:
    """Say what to do about a broken file."""
    return f"{file} is damaged. Move it away, put a backup in its place, and start again."


def story(error: Exception, file: Path) -> str:
    """Say why the database in *file* could not be read or written."""
    code = getattr(error, "sqlite_errorcode", None)
    if not isinstance(error, sqlite3.Error):
        return damaged(file)
    match code & 0xFF if isinstance(code, int) else None:  # the other bits are details
        case sqlite3.SQLITE_FULL:
            return _FULL
        case sqlite3.SQLITE_IOERR if _is_full(file.parent):
            return _FULL
        case sqlite3.SQLITE_IOERR:
            return f"The disk failed at {file} (input/output error)."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{file} is locked by another program."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return f"{file} cannot be written: it or its folder is read-only."
        case sqlite3.SQLITE_CANTOPEN:
            return f"{file} cannot be opened."
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(file)
        case _:
            return f"{file} failed: {error}."


@contextmanager
def told(file: Path) -> Generator[None]:
    """Turn every failure of the database in *file*, within the block, into a StoreError."""
    try:
        yield
    except FAILURES as error:
        raise failure(error, file) from error


def failure(error: Exception, file: Path) -> StoreError:
    """Return the error to raise for *error*. Players may know that a disk is full."""
    text = story(error, file)
    code = getattr(error, "sqlite_errorcode", None)
    passing = isinstance(code, int) and code & 0xFF in _PASSING
    return StoreError(text, text if text is _FULL else CANNOT, passing=passing)


_FULL: Final = _("The disk is full.")
_PASSING: Final = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOMEM,
    }
)
"""Errors that end when there is space again, the disk is back, or the folder is writable."""


def at_start(error: StoreError, folder: Path) -> StoreError:
    """Return the same error with the place and the fix, for a person who starts a host."""
    if error.text is not _FULL:
        return error
    return StoreError(
        f"The disk is full: nothing can be written in {folder}. "
        "Make room there, or give another place with --data."
    )


def empty(file: Path) -> str:
    """Say what to do about an empty file."""
    return (
        f"{file} is empty: it was cut off, or never written. Put a backup in its place; "
        "to start fresh, move it away."
    )


def _is_full(folder: Path) -> bool:
    """Check whether the disk is full.

    SQLite reports a full disk as such only where it writes, not where it grows the index of its
    log.
    """
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < FULL_BYTES
