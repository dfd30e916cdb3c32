"""Save the log: for the next start of the client, and as a transcript."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from parlour.language import ENGLISH
from parlour_client.language import _, said
from parlour_client.log import GUTTER, Entry, Kind, Log
from parlour_client.model import Model

KEPT: Final = 500
"""Entries kept for the next start: a few evenings of talk, or a few screens of games."""
MODE: Final = 0o600

Write: TypeAlias = Callable[[Sequence[Entry]], None]
"""Writes entries to a file. Raises OSError."""


class Journal:
    """Pass each new entry that may be saved to the writers, once. A log continues *earlier*."""

    def __init__(self, *writers: Write, earlier: Log | None = None) -> None:
        self.earlier = earlier or Log()
        self._writers = list(writers)
        self._done = self.earlier.count
        """The number of the last entry that was passed on or left out."""

    def after(self, model: Model) -> str:
        """Write what is new in *model*. If that is no longer possible, return why."""
        if not self._writers or model.log.count == self._done:
            return ""
        new = [
            entry
            for entry in model.log.entries
            if entry.number > self._done and entry.kind is not Kind.NOW
        ]
        self._done = model.log.count
        try:
            for write in self._writers:
                write(new)
        except OSError as error:
            self._writers.clear()
            return said(
                _(
                    "The log is no longer written to a file: {why}.",
                    why=error.strerror or str(error),
                ),
                model.lang,
            )
        return ""


class _Line(msgspec.Struct):
    kind: Kind
    lines: tuple[str, ...]


class KeptLog:
    """Save the newest entries in a file that only the player can read. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._newest = deque(_lines_of(path), KEPT)
        self._in_file = 0
        self._rewrite()

    def earlier(self, lang: str = ENGLISH) -> Log:
        """The log of the last session, with a line at its end that says so."""
        log = Log()
        for data in self._newest:
            try:
                line = msgspec.json.decode(data, type=_Line)
            except msgspec.DecodeError:
                continue
            log = log.add(line.kind, line.lines)
        lines = (
            [said(_("(Everything above is from an earlier session.)"), lang)] if log.count else []
        )
        return log.add(Kind.HOST, lines)

    def write(self, entries: Sequence[Entry]) -> None:
        """Keep *entries*. See `Write`."""
        new = [msgspec.json.encode(_Line(entry.kind, entry.lines)) for entry in entries]
        self._newest.extend(new)
        self._in_file += len(new)
        if self._in_file > 2 * KEPT:
            self._rewrite()
        else:
            _append(self._path, b"".join(line + b"\n" for line in new))

    def _rewrite(self) -> None:
        fresh = self._path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        _append(fresh, b"".join(line + b"\n" for line in self._newest))
        fresh.replace(self._path)
        self._in_file = len(self._newest)


def transcript(path: Path) -> Write:
    """Append entries to *path* in the words of the screen. Raises OSError."""
    _append(path, b"")

    def write(entries: Sequence[Entry]) -> None:
        lines = [GUTTER[entry.kind] + line for entry in entries for line in entry.lines]
        _append(path, "".join(f"{line.rstrip()}\n" for line in lines).encode())

    return write


def _lines_of(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines()
    except FileNotFoundError:
        return []


def _append(path: Path, data: bytes) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, MODE)
    with open(fd, "ab") as file:
        file.write(data)
