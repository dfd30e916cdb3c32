"""Finished games: what `history` lists and `replay` shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.api import SPECTATOR, AnyGame, Lexicon, Seat, Viewer
from parlour.engine import record as r
from parlour.engine.table import RecordFault, before_game, fold
from parlour.house.announce import Announcer
from parlour.wire.voices import Line


@dataclass(frozen=True)
class Finished:
    """A finished game: what the list shows, and its record from `started` to the end."""

    record: str
    game: str
    version: str
    ended_s: int
    reason: str
    names: Mapping[Seat, str]
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    lexicon: str | None
    lexicon_hash: str | None
    entries: tuple[bytes, ...]


class Archive(ABC):
    """Where finished games are kept."""

    @abstractmethod
    def add(self, finished: Finished) -> None:
        """Keep a game."""

    @abstractmethod
    def recent(self, limit: int) -> Sequence[Finished]:
        """The last *limit* games, the newest first."""

    @abstractmethod
    def get(self, record: str) -> Finished | None:
        """The game of that record, or None."""

    @abstractmethod
    def next_record(self) -> str:
        """A name for a new record, never used before."""


class MemoryArchive(Archive):
    """The last *keep* games, in memory."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._games: dict[str, Finished] = {}
        self._count = 0

    def add(self, finished: Finished) -> None:
        """Keep a game; the oldest goes when there are too many."""
        self._games[finished.record] = finished
        while len(self._games) > self._keep:
            del self._games[next(iter(self._games))]

    def recent(self, limit: int) -> Sequence[Finished]:
        """The last *limit* games, the newest first."""
        return list(reversed(self._games.values()))[:limit]

    def get(self, record: str) -> Finished | None:
        """The game of that record, or None."""
        return self._games.get(record)

    def next_record(self) -> str:
        """`g1`, `g2` …"""
        self._count += 1
        return f"g{self._count}"


def entry_time(entry: r.Entry) -> int:
    """The table time of *entry*, or 0 if it has none."""
    return getattr(entry, "at", 0)


def replay(
    finished: Finished,
    viewer: Viewer,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
) -> Iterator[tuple[int, Line]]:
    """Every event of the game as *viewer* got it, with its table time in ms.

    Raises RecordFault if the game cannot be played again here: it is gone, or its
    version or word list is another one.
    """
    entries = [r.decode(body) for body in finished.entries]
    started = entries[0]
    if not isinstance(started, r.Started):
        raise RecordFault("the record does not begin with a start")
    table = before_game(started, games, lexicons)
    if table.game.version != started.version:
        raise RecordFault(
            f"it was played under version {started.version} of {started.game}, "
            f"and {table.game.version} is here"
        )
    lexicon = lexicons.get(started.lexicon) if started.lexicon else None
    if started.lexicon and (lexicon is None or lexicon.hash != started.lexicon_hash):
        raise RecordFault(f"the word list {started.lexicon} is not the one it was played with")
    at = 0
    for entry in entries:
        table, happened = fold(table, entry)
        at = max(at, entry_time(entry))
        for line in Announcer(table, happened).lines(viewer, views=False):
            yield at, line


def viewer_of(finished: Finished, word: str | None, name: str) -> Viewer | None:
    """The viewer that *word* names: a seat number, a player's name, `watcher`.

    Without a word: the seat where *name* played, or else the watcher. None if *word*
    names nobody.
    """
    names = {player.lower(): seat for seat, player in finished.names.items()}
    if word is None:
        return names.get(name.lower(), SPECTATOR)
    if word.lower() in {"watcher", "watch", "0"}:
        return SPECTATOR
    if word.lower() in names:
        return names[word.lower()]
    for seat in finished.names:
        if word.lower().removeprefix("seat") == str(seat):
            return seat
    return None
