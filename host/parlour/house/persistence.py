"""Values that the house asks the store to keep beyond the records of tables, and gets back.

Everything here is a plain value. A store keeps the journal (`Entry`) and carries
out `Write`s in the same transaction. `Saved` is all of it, read again when a host starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import msgspec

from parlour.api import OptionValue, Seat
from parlour.house.ratings import Rated, Rating


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


@dataclass(frozen=True, slots=True)
class SavedPlayer:
    """A name on this host: a guest or an account."""

    number: int
    """The player's number, which is never given twice on this host. `Entry.heard` uses it."""
    name: str
    key: str
    """The folded form of the name. No two players have the same."""
    tokens: tuple[str, ...] = field(repr=False)
    """Hashes of the tokens with which they resume (`ways_back`), the latest last."""
    codes: tuple[str, ...] = field(repr=False)
    """Hashes of the code, and before it of the last one they used, until we know that they have
    read the new one. Empty: the account is asleep, and only the password and a token bring its
    player back."""
    seq: int
    """The number of events in their stream. Later ones in the journal count from here."""
    password: str | None = field(default=None, repr=False)
    """The stored form of an account's password (`people.passwords`), or None for a guest."""
    ignored: tuple[str, ...] = ()
    resumed: int = 0
    """The highest SEQ they resumed from (`sessions.Player.resumed`)."""


@dataclass(frozen=True, slots=True)
class PlayerGone:
    """The end of a player's name on this host: it is free again."""

    number: int


@dataclass(frozen=True, slots=True)
class Streams:
    """The lengths of these players' streams: (player, seq) each.

    The house writes them before it drops entries from which it could have counted them.
    """

    seqs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TableGone:
    """That table is closed. Nobody needs its record any more."""

    table: int


@dataclass(frozen=True, slots=True)
class Clocks:
    """The table time of tables whose clock runs: (table, ms) each."""

    times: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class Played:
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
    lists: Mapping[str, str] = field(default_factory=dict[str, str])
    """The SHA-256 of the word lists that options name, by option (`record.Lists`)."""
    players: Mapping[str, int] = field(default_factory=dict[str, int])
    """The number of each person who played, by the key of their name, because somebody else may
    have the name by now. It leaves out players whose number we did not know, or whose data was
    removed."""
    rated: Rated | None = None
    """How it counts for ratings. None: it does not."""


@dataclass(frozen=True, kw_only=True)
class Finished(Played):
    """A finished game with its record, from `started` to the end.

    A game gets its number when it begins, so games end in any order of their numbers.
    """

    entries: tuple[bytes, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ban:
    """A name or address that may not connect (`ban`) or not talk (`mute`)."""

    kind: Literal["ban", "mute"]
    who: str
    """The folded form of a name, or an address."""
    shown: str
    """The name or address as the operator wrote it."""
    since_s: int
    why: str
    until_s: int = 0
    """When it ends by itself. 0: never."""


@dataclass(frozen=True, slots=True)
class Unban:
    """The end of a ban or mute."""

    kind: Literal["ban", "mute"]
    who: str


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the operator for the audit trail, which only grows."""

    at_s: int
    what: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """The removal of a player's data. In every finished game, `by` replaces their name.

    What they said in those games is removed with their name.
    """

    name: str
    by: str


@dataclass(frozen=True, slots=True)
class SavedRating:
    """The rating of an account in a ladder. It goes with its player (`PlayerGone`)."""

    ladder: str
    player: int
    """The number of the account."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class PartyEntry:
    """Entry number `seq` of a party's record, as JSON. It replaces an entry with that number."""

    party: int
    seq: int
    body: bytes


@dataclass(frozen=True, slots=True)
class PartyGone:
    """The end of a party's record."""

    party: int


@dataclass(frozen=True, slots=True)
class SavedReport:
    """What a player told the operator about another one."""

    number: int
    at_s: int
    name: str
    """Who told it."""
    player: int
    """Their number."""
    about: str
    """The name of the other one, as they typed it. Perhaps nobody has it."""
    why: str
    table: int
    """Where they sat. 0: at no table."""
    done_s: int = 0
    """When the operator marked it as done. 0: it is open."""


@dataclass(frozen=True, slots=True)
class ReportGone:
    """The end of a report."""

    number: int


@dataclass(frozen=True, slots=True)
class Friend:
    """An account calls another one a friend. They are friends if the other one does so too.

    It goes with either player (`PlayerGone`).
    """

    player: int
    other: int


@dataclass(frozen=True, slots=True)
class Unfriend:
    """Neither of two accounts calls the other one a friend any more."""

    player: int
    other: int


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
    | SavedRating
    | PartyEntry
    | PartyGone
    | SavedReport
    | ReportGone
    | Friend
    | Unfriend
)


@dataclass(frozen=True, slots=True)
class Saved:
    """The stored state of a host, except its finished games."""

    journal: Sequence[Entry] = ()
    """In the order in which it happened, over all tables and table 0 (`Entry`)."""
    clocks: Mapping[int, int] = field(default_factory=dict[int, int])
    """By table: its time in ms when it was last stored."""
    players: Sequence[SavedPlayer] = ()
    barred: Sequence[Ban] = ()
    ratings: Sequence[SavedRating] = ()
    parties: Sequence[PartyEntry] = ()
    """By party, then in the order of the record."""
    reports: Sequence[SavedReport] = ()
    """In the order in which they came."""
    friends: Sequence[Friend] = ()
    last_table: int = 0
    """The highest number that a table ever had."""
    last_record: int = 0
    """The highest number of a finished game, including games that are no longer kept."""
    last_player: int = 0
    last_note: int = 0
    """The highest `seq` of table 0, including entries that are no longer kept."""
