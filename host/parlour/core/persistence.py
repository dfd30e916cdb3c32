"""Values that the house asks the store to keep beyond the records of tables, and gets back.

Everything here is a plain value. A store keeps the journal (`Entry`) and carries
out `Write`s in the same transaction. `Saved` is all of it, read again when a host starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from parlour.api import OptionValue, Outcome, Seat


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the journal: number `seq` of table `table`, encoded as `body` (JSON).

    The entries of a table are its record, from number 0. Table 0 holds notes: events
    in no record, with numbers of their own.
    """

    table: int
    seq: int
    body: bytes
    heard: tuple[int, ...] = ()
    """The players who were sent events because of it. Three numbers for each player: their number,
    the number of the first event in their stream, and the count of events (see `sessions.Log`)."""


class SavedPlayer(msgspec.Struct, frozen=True):
    """A name on this host: a guest or an account."""

    number: int
    """The player's number, which is never given twice on this host. `Entry.heard` uses it."""
    name: str
    key: str
    """The folded form of the name. No two players have the same."""
    tokens: tuple[str, ...]
    """Hashes of the tokens with which they resume (`ways_back`), the latest last."""
    codes: tuple[str, ...]
    """Hashes of the code, and before it of the last one they used, until we know that they have
    read the new one. Empty: the account is asleep, and only the password and a token bring its
    player back."""
    seq: int
    """The number of events in their stream. Later ones in the journal count from here."""
    password: str | None = None
    """The stored form of an account's password (`accounts.passwords`), or None for a guest."""
    ignored: tuple[str, ...] = ()
    resumed: int = 0
    """The highest SEQ they resumed from (`sessions.Player.resumed`)."""

    def __repr__(self) -> str:
        """Leave out everything with which somebody could come back."""
        return f"SavedPlayer(number={self.number}, name={self.name!r}, seq={self.seq})"


class PlayerGone(msgspec.Struct, frozen=True):
    """The end of a player's name on this host: it is free again.

    Features drop their own rows about an account whose data is removed.
    """

    number: int


class Streams(msgspec.Struct, frozen=True):
    """The lengths of these players' streams: (player, seq) each. They only grow.

    The house writes them before it drops entries from which it could have counted them.
    """

    seqs: tuple[tuple[int, int], ...]


class TableGone(msgspec.Struct, frozen=True):
    """That table is closed. Nobody needs its record any more."""

    table: int


class Clocks(msgspec.Struct, frozen=True):
    """The table time of tables whose clock runs: (table, ms) each."""

    times: tuple[tuple[int, int], ...]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as a list shows it."""

    number: int
    record: str
    """`g` and the number."""
    game: str
    version: str
    ended_s: int
    reason: str
    names: Mapping[Seat, str]
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    options: Mapping[str, OptionValue]
    lexicon: str | None
    lexicon_hash: str | None
    lists: Mapping[str, str] = {}
    """The SHA-256 of the word lists that options name, by option (`record.Lists`)."""
    players: Mapping[str, int] = {}
    """The number of each person who played, by the key of their name, because somebody else may
    have the name by now. It leaves out players whose number we did not know, or whose data was
    removed."""
    notes: Mapping[str, msgspec.Raw] = {}
    """What features want to know of the game later, by the name of the feature, as JSON."""
    outcome: Outcome | None = None
    """How it ended, if points do not say it. Its sentence is in English."""


class Finished(Played, frozen=True, kw_only=True):
    """A finished game with its record, from `started` to the end.

    A game gets its number when it begins, so games end in any order of their numbers.
    """

    entries: tuple[bytes, ...]

    def __repr__(self) -> str:
        """Leave out the entries, which hold everybody's cards."""
        return f"Finished(record={self.record!r}, game={self.game!r}, reason={self.reason!r})"


class GameGone(msgspec.Struct, frozen=True):
    """The operator removed a finished game. Its number is not given again."""

    record: str


class Renamed(msgspec.Struct, frozen=True):
    """The removal of a player's data. In every finished game, `by` replaces their name.

    What they said in those games is removed with their name.
    """

    name: str
    by: str


class RowKept(msgspec.Struct, frozen=True):
    """A row of a shelf (`shelves.Shelf`). It replaces the row with that key, in its place."""

    shelf: str
    key: str
    """The values of the row's key, as a JSON array."""
    row: bytes
    """JSON."""

    def __repr__(self) -> str:
        """Leave out the row, which may hold what players wrote."""
        return f"RowKept(shelf={self.shelf!r}, key={self.key!r})"


class RowDropped(msgspec.Struct, frozen=True):
    """The end of a row of a shelf, if there is one with that key."""

    shelf: str
    key: str


Write: TypeAlias = (
    SavedPlayer
    | PlayerGone
    | Streams
    | TableGone
    | Clocks
    | Finished
    | GameGone
    | Renamed
    | RowKept
    | RowDropped
)


class Saved(msgspec.Struct, frozen=True):
    """The stored state of a host, except its finished games."""

    journal: Sequence[Entry] = ()
    """In the order in which it happened, over all tables and table 0 (`Entry`)."""
    clocks: Mapping[int, int] = {}
    """By table: its time in ms when it was last stored."""
    players: Sequence[SavedPlayer] = ()
    rows: Mapping[str, Sequence[bytes]] = {}
    """The rows of each shelf that has any, in the order in which their keys were first kept."""
    last_table: int = 0
    """The highest number that a table ever had."""
    last_record: int = 0
    """The highest number of a finished game, including games that are no longer kept."""
    last_player: int = 0
    last_note: int = 0
    """The highest `seq` of table 0, including entries that are no longer kept."""
