"""What the house asks to be kept beyond the records of tables, and what it gets back.

Everything here is a plain value. A store keeps the journal (`Entry`) and carries
out `Write`s in the same transaction; `Saved` is all of it, read again when a host starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import msgspec

from parlour.api import OptionValue, Seat


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the journal: number `seq` of table `table`, encoded as `body` (JSON).

    Of a table these are the entries of its record, from 0. Table 0 holds notes: events
    that stand in no record, with numbers of their own.
    """

    table: int
    seq: int
    body: bytes
    heard: tuple[int, ...] = ()
    """Who was sent events because of it; three numbers for each player: his number, the
    number of the first event in his stream, and how many of them (see `sessions.Log`)."""


@dataclass(frozen=True, slots=True)
class SavedPlayer:
    """A name on this host: a guest, or somebody with an account."""

    number: int
    """Never given twice on this host; stands in `Entry.heard`."""
    name: str
    key: str
    """The folded form of the name: no two players have the same."""
    tokens: tuple[str, ...] = field(repr=False)
    """Hashes of the tokens with which they come back (`ways_back`), the latest last."""
    codes: tuple[str, ...] = field(repr=False)
    """Hashes of the code, and before it of the one they used last, until they are known to have
    read the new one. Empty: they have an account and are long away; only the password and a token
    bring them back."""
    seq: int
    """Events of his stream, as far as the journal does not say it: it counts from here."""
    password: str | None = field(default=None, repr=False)
    """What is kept of an account's password (`people.passwords`), or None for a guest."""
    ignored: tuple[str, ...] = ()
    resumed: int = 0
    """The highest SEQ he came back with (`sessions.Player.resumed`)."""


@dataclass(frozen=True, slots=True)
class PlayerGone:
    """That name is free again."""

    number: int


@dataclass(frozen=True, slots=True)
class Streams:
    """How far the streams of these players have come: (player, seq) each.

    Written before entries are dropped from which it could have been counted.
    """

    seqs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TableGone:
    """That table is closed: nobody asks for its record any more."""

    table: int


@dataclass(frozen=True, slots=True)
class Clocks:
    """The table time of tables whose clock runs: (table, ms) each."""

    times: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished game as the list shows it."""

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
    lists: Mapping[str, str] = field(default_factory=dict[str, str])
    """The SHA-256 of the word lists that options name, by option (`record.Lists`)."""
    players: Mapping[str, int] = field(default_factory=dict[str, int])
    """The number of each person who played, by the key of their name: a name may be somebody
    else's by now. Nobody is in it of whom it was not known, or whose data were removed."""


@dataclass(frozen=True, kw_only=True)
class Finished(Played):
    """A finished game with its record, from `started` to the end.

    A number is given when a game begins, so games end in any order of their numbers.
    """

    entries: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who may not come in (`ban`) or not talk (`mute`), by name or address."""

    kind: Literal["ban", "mute"]
    who: str
    """A name's folded form, or an address."""
    shown: str
    """As the operator wrote it."""
    since_s: int
    why: str


@dataclass(frozen=True, slots=True)
class Unban:
    """Not barred any more."""

    kind: Literal["ban", "mute"]
    who: str


@dataclass(frozen=True, slots=True)
class Act:
    """An act of the operator, for the audit trail: only ever added to."""

    at_s: int
    what: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player's data are removed: in every finished game this name is replaced.

    His talk in them goes with his name.
    """

    name: str
    by: str


Write: TypeAlias = (
    SavedPlayer
    | PlayerGone
    | Streams
    | TableGone
    | Clocks
    | Finished
    | Ban
    | Unban
    | Act
    | Renamed
)


@dataclass(frozen=True, slots=True)
class Saved:
    """All that is kept of a host, except its finished games."""

    journal: Sequence[Entry] = ()
    """In the order in which it happened, over all tables and table 0 (`Entry`)."""
    clocks: Mapping[int, int] = field(default_factory=dict[int, int])
    """By table: its time in ms when it was last written down."""
    players: Sequence[SavedPlayer] = ()
    barred: Sequence[Ban] = ()
    last_table: int = 0
    """The highest number that a table ever had."""
    last_record: int = 0
    """The highest number of a finished game, also of those that are not kept any more."""
    last_player: int = 0
    last_note: int = 0
    """The highest `seq` of table 0, also of entries that are not kept any more."""
