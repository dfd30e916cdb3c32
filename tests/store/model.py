"""What a store does, plain enough to be believed: the model of the law (`test_law`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, assert_never

from msgspec.structs import replace

from parlour.core.persistence import (
    Clocks,
    Entry,
    Finished,
    GameGone,
    Played,
    PlayerGone,
    Renamed,
    RowDropped,
    RowKept,
    Saved,
    SavedPlayer,
    Streams,
    TableGone,
    Write,
)
from parlour.store._games import listed
from parlour.store._interface import CLOSED, NOTHING_KNOWN, Known, Store, StoreError
from parlour.store._order import Order
from parlour.tables.archive import Archive, seats_of
from parlour.tables.erasure import without_name

NOTES_KEPT: Final = 5_000
"""The most notes kept: more than a dozen players can ask for on resuming. A note takes some
hundred bytes."""


class PlainArchive(Archive):
    """The last *keep* games (0: all of them), in memory."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._games: dict[str, Finished] = {}
        self._players: dict[str, frozenset[str]] = {}
        """By game: its players, as keys of their names."""
        self.size = 0
        """Bytes of the entries of all games."""

    def recent(
        self, limit: int, *, player: str | None = None, game: str | None = None
    ) -> Sequence[Played]:
        """Return the last *limit* games, the newest first."""
        games = [(each, self._players[each.record]) for each in self._games.values()]
        found: list[Played] = []
        for finished, players in reversed(games):
            if len(found) == limit:
                break
            if game not in (None, finished.game):
                continue
            if player is None or player in players:
                found.append(listed(finished))
        return found

    def get(self, record: str) -> Finished | None:
        """Return the game of that record, or None."""
        return self._games.get(record)

    def add(self, finished: Finished) -> None:
        """Keep a game. If there are too many, the oldest goes."""
        self._put(finished)
        while 0 < self._keep < len(self._games):
            self._drop(next(iter(self._games)))

    def remove(self, record: str) -> None:
        """Remove a game, if it is there."""
        if record in self._games:
            self._drop(record)

    def rename(self, renamed: Renamed) -> None:
        """Replace a name in all games."""
        for finished in list(self._games.values()):
            self._put(without_name(finished, renamed.name, renamed.by))

    def _drop(self, record: str) -> None:
        self.size -= _size(self._games.pop(record))
        del self._players[record]

    def _put(self, finished: Finished) -> None:
        before = self._games.get(finished.record)
        self.size += _size(finished) - (0 if before is None else _size(before))
        self._games[finished.record] = finished
        self._players[finished.record] = frozenset(seats_of(finished))


def _size(finished: Finished) -> int:
    return sum(map(len, finished.entries))


class PlainStore(Store):
    """A store that keeps everything in memory, with the last *keep* finished games (0: all)."""

    def __init__(self, keep: int = 0) -> None:
        self._archive = PlainArchive(keep)
        self._closed = False
        self._order = Order({}, last_table=0, last_note=0)
        self._count = self._commits = 0
        self._tables: dict[int, list[tuple[int, Entry]]] = {}
        """By table, each entry with its place in the journal."""
        self._notes = Notes()
        self._clocks: dict[int, int] = {}
        self._players: dict[int, SavedPlayer] = {}
        self._seqs: dict[int, int] = {}
        """The length of each player's stream, where it has grown since we saved the player."""
        self._keys: dict[str, int] = {}
        """Player numbers, by the key of their name."""
        self._rows: dict[str, dict[str, bytes]] = {}
        """By shelf, then by key."""
        self._last_record = 0
        self._last_player = 0

    @property
    def size(self) -> int:
        """The bytes of the finished games."""
        return self._archive.size

    @property
    def archive(self) -> PlainArchive:
        return self._archive

    def commit_key(self, entries: Sequence[Entry], writes: Sequence[Write]) -> tuple[int, int]:
        """Name it by its number."""
        return 0, self._commits + 1

    def kept(self, key: tuple[int, int]) -> bool:
        """Check whether that many commits are kept."""
        return self._commits >= key[1]

    def probe(self) -> None:
        """Check only that the store is open."""
        self._check_open()

    def close(self) -> None:
        """Keep nothing from now on."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(CLOSED)

    def load(self, known: Mapping[int, Known] = NOTHING_KNOWN) -> Saved:
        """Return everything kept, except finished games."""
        placed = [item for entries in self._tables.values() for item in entries]
        placed += self._notes.kept.values()
        return Saved(
            journal=tuple(entry for _, entry in sorted(placed, key=itemgetter(0))),
            clocks=dict(self._clocks),
            players=tuple(
                replace(player, seq=self._seqs.get(number, player.seq))
                for number, player in sorted(self._players.items())
            ),
            rows={name: tuple(rows.values()) for name, rows in self._rows.items() if rows},
            last_table=self._order.last_table,
            last_record=self._last_record,
            last_player=self._last_player,
            last_note=self._order.last_note,
        )

    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep entries and writes. Raises ValueError if an entry or a number is out of order."""
        self._check_open()
        order = self._order.after(entries, writes)
        if writes:
            self._check(writes)
        self._order.become(order)
        self._commits += 1
        for entry in entries:
            self._count += 1
            if entry.table:
                self._tables.setdefault(entry.table, []).append((self._count, entry))
            else:
                self._notes.add(self._count, entry)
        for write in writes:
            self._write(write)
        if len(self._notes.kept) > NOTES_KEPT:
            for number, seq in self._notes.prune():
                self._reach(number, seq)

    def _check(self, writes: Sequence[Write]) -> None:
        """Raise ValueError for what a store on a disk could not keep either."""
        keys: dict[int, str | None] = {}
        owners: dict[str, int | None] = {}
        """The name changes in *writes* so far."""
        for write in writes:
            if isinstance(write, SavedPlayer | PlayerGone):
                number = write.number
                before = keys[number] if number in keys else self._key(number)
                if before is not None:
                    owners[before] = None
                keys[number] = None
                if isinstance(write, SavedPlayer):
                    key = write.key
                    owner = owners[key] if key in owners else self._keys.get(key)
                    if owner is not None:
                        raise ValueError(f"player {number} has the name of another one")
                    keys[number], owners[key] = key, number
            elif isinstance(write, Finished) and self.archive.get(write.record) is not None:
                raise ValueError(f"there is a game {write.record} already")

    def _write(self, write: Write) -> None:
        match write:
            case SavedPlayer():
                self._forget_name(write.number)
                self._players[write.number] = write
                self._keys[write.key] = write.number
                self._last_player = max(self._last_player, write.number)
                if not write.codes:  # asleep: they will see nothing again
                    self._notes.forget(write.number)
            case PlayerGone():
                self._forget_name(write.number)
                self._notes.forget(write.number)
            case Streams():
                for number, seq in write.seqs:
                    self._reach(number, seq)
            case TableGone():
                self._tables.pop(write.table, None)
                self._clocks.pop(write.table, None)
            case Clocks():
                self._clocks.update(write.times)
            case Finished():
                self._archive.add(write)
                self._last_record = max(self._last_record, write.number)
            case RowKept():
                self._rows.setdefault(write.shelf, {})[write.key] = write.row
            case RowDropped():
                self._rows.get(write.shelf, {}).pop(write.key, None)
            case GameGone():
                self._archive.remove(write.record)
            case Renamed():
                self._archive.rename(write)
            case _:
                assert_never(write)

    def _key(self, number: int) -> str | None:
        player = self._players.get(number)
        return None if player is None else player.key

    def _forget_name(self, number: int) -> None:
        player = self._players.pop(number, None)
        self._seqs.pop(number, None)
        if player is not None:
            del self._keys[player.key]

    def _reach(self, number: int, seq: int) -> None:
        """Note how far that player's stream has come."""
        if number in self._players:
            self._seqs[number] = seq


class Notes:
    """Entries of table 0, kept as long as somebody who heard them may resume."""

    def __init__(self) -> None:
        self.kept: dict[int, tuple[int, Entry]] = {}
        """By number, each with its place in the journal."""
        self._oldest = 0
        """We keep no note before this one."""
        self._hearers: dict[int, int] = {}
        """By note: how many players heard it and may resume."""
        self._heard: dict[int, deque[int]] = {}
        """By player: the notes that they heard, in order."""

    def add(self, place: int, entry: Entry) -> None:
        if not self.kept:
            self._oldest = entry.seq
        self.kept[entry.seq] = place, entry
        players = entry.heard[::3]
        self._hearers[entry.seq] = len(players)
        for player in players:
            notes = self._heard.get(player)
            if notes is None:
                notes = self._heard[player] = deque()
            notes.append(entry.seq)

    def forget(self, player: int) -> None:
        """Drop the notes that only *player* heard, because they will not resume."""
        for note in self._heard.pop(player, ()):
            self._hearers[note] -= 1
            if not self._hearers[note]:
                del self._hearers[note], self.kept[note]

    def prune(self) -> Iterator[tuple[int, int]]:
        """Drop the oldest notes while there are too many.

        Yield each player who heard one, and how far their stream had come.
        """
        while len(self.kept) > NOTES_KEPT:
            note = self._oldest
            self._oldest += 1
            if note not in self.kept:
                continue
            _, entry = self.kept.pop(note)
            del self._hearers[note]
            for player, first in zip(entry.heard[::3], entry.heard[1::3], strict=True):
                notes = self._heard.get(player)
                if notes and notes[0] == note:
                    notes.popleft()
                    yield player, first
