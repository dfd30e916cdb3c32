"""What the operator asks of a running host and what it answers: one JSON object each way.

A request names what it wants in `do`. An answer has the fields of its class here, or
`error` with one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, assert_never

import msgspec
from msgspec import Meta

from parlour.api import OptionValue
from parlour.house.lifecycle.drain import MINUTES, MINUTES_MOST
from parlour.wire.messages import State

TEXT_MAX = 300
"""Characters of an announcement or a reason: what people read at once, four lines of a screen."""
WHO_MAX = 80
"""Characters of a name or an address; more than either has."""

Text: TypeAlias = Annotated[str, Meta(max_length=TEXT_MAX)]
Who: TypeAlias = Annotated[str, Meta(max_length=WHO_MAX)]


# --- questions ------------------------------------------------------------------------


class _Request(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    """The base of all requests."""


class Status(_Request, frozen=True, kw_only=True, tag="status"):
    """How is the host?"""


class Tables(_Request, frozen=True, kw_only=True, tag="tables"):
    """Which tables are there?"""


class ShowTable(_Request, frozen=True, kw_only=True, tag="table"):
    """What can be told of one table?"""

    table: int


class Players(_Request, frozen=True, kw_only=True, tag="players"):
    """Who is here, who is away, who is barred?"""


Question: TypeAlias = Status | Tables | ShowTable | Players


# --- acts -----------------------------------------------------------------------------


class EndTable(_Request, frozen=True, kw_only=True, tag="table_end"):
    """End the game, if one is on, and close the table."""

    table: int


class ContinueTable(_Request, frozen=True, kw_only=True, tag="table_continue"):
    """Let a held or frozen table go on."""

    table: int


class Ban(_Request, frozen=True, kw_only=True, tag="ban"):
    """Let somebody in no more, and close his line: a name, an address or a network."""

    who: Who
    why: Text = ""
    """He reads it."""


class Mute(_Request, frozen=True, kw_only=True, tag="mute"):
    """Let somebody talk no more."""

    who: Who
    why: Text = ""


class Unban(_Request, frozen=True, kw_only=True, tag="unban"):
    """Let him in again."""

    who: Who


class Unmute(_Request, frozen=True, kw_only=True, tag="unmute"):
    """Let him talk again."""

    who: Who


class Remove(_Request, frozen=True, kw_only=True, tag="remove"):
    """Remove a player's data."""

    name: Who


class Announce(_Request, frozen=True, kw_only=True, tag="announce"):
    """Tell everybody something."""

    text: Text


class StartDrain(_Request, frozen=True, kw_only=True, tag="drain"):
    """Let nothing new begin, and stop when no game is on, at the latest after *minutes*."""

    minutes: Annotated[int, Meta(ge=0, le=MINUTES_MOST)] = MINUTES


class StopDrain(_Request, frozen=True, kw_only=True, tag="drain_off"):
    """Do not stop after all."""


PlayerAct: TypeAlias = Ban | Mute | Unban | Unmute | Remove
Act: TypeAlias = EndTable | ContinueTable | PlayerAct | Announce | StartDrain | StopDrain
Request: TypeAlias = Question | Act


# --- answers --------------------------------------------------------------------------


class _Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all answers."""


class Failed(_Answer, frozen=True, kw_only=True):
    """The answer is no, and nothing has changed."""

    error: str


class Done(_Answer, frozen=True, kw_only=True):
    """An act was done."""

    done: str


class StatusAnswer(_Answer, frozen=True, kw_only=True):
    """How the host is."""

    name: str
    version: str
    up_s: int
    tables: Mapping[str, int]
    """How many tables are in each state, and how many are `held`."""
    here: int
    """Players on the line."""
    away: int
    """Players who have no line and whose seat or name is kept."""
    accounts: int
    """Also of those who are neither here nor away."""
    games: Mapping[str, str]
    """The version of each game."""
    lexicons: Mapping[str, str]
    """The hash of each word list."""
    hold: str | None
    """Why nothing can be stored at present."""
    stops_s: int | None
    """When it stops because of `drain`, in seconds since 1970."""
    figures: Mapping[str, float]
    """What the shell measures; times end in `_ms`."""


class TableLine(_Answer, frozen=True, kw_only=True):
    """One table in the list."""

    table: int
    game: str
    state: State
    host: str | None
    seats: tuple[str | None, ...]
    watchers: int


class TablesAnswer(_Answer, frozen=True, kw_only=True):
    """All tables."""

    tables: tuple[TableLine, ...]


class SeatLine(_Answer, frozen=True, kw_only=True):
    """A taken seat."""

    seat: int
    name: str
    bot: str | None
    ready: bool
    away: bool


class TableAnswer(_Answer, frozen=True, kw_only=True):
    """One table: nothing of what its game hides, and nothing of what was said there."""

    table: int
    game: str
    version: str
    """Of the game whose rules hold there."""
    lexicon: str | None
    lexicon_hash: str | None
    lists: Mapping[str, str | None]
    """The SHA-256 of the word lists that options name, by option; null: not used yet."""
    state: State
    why: str | None
    """Of a held table: why it is held."""
    host: str | None
    seats: tuple[SeatLine, ...]
    watchers: int
    options: Mapping[str, OptionValue]
    record: str | None
    """The name of the game in progress, or of the last one."""
    entries: int
    """In its journal; while a game is in progress, those from before it: its hidden moves are
    not counted."""
    left_ms: int | None
    """Until the present deadline."""


class PlayerLine(_Answer, frozen=True, kw_only=True):
    """One player."""

    name: str
    guest: bool
    away: bool
    address: str | None
    """Where his line comes from."""
    table: int | None


class BarredLine(_Answer, frozen=True, kw_only=True):
    """Somebody who is barred."""

    kind: Literal["ban", "mute"]
    who: str
    since_s: int
    why: str


class PlayersAnswer(_Answer, frozen=True, kw_only=True):
    """All players who are here or away, and all who are barred."""

    players: tuple[PlayerLine, ...]
    accounts: int
    """Also of those who are neither."""
    barred: tuple[BarredLine, ...]


def act_line(act: Act) -> str:
    """*act* as the audit trail tells it, much as it is typed.

    Whose data were removed it does not tell: they are removed from here too.
    """
    match act:
        case EndTable(table=table):
            return f"table end {table}"
        case ContinueTable(table=table):
            return f"table continue {table}"
        case Ban(who=who, why=why):
            return f"player ban {who}" + (f": {why}" if why else "")
        case Mute(who=who, why=why):
            return f"player mute {who}" + (f": {why}" if why else "")
        case Unban(who=who):
            return f"player unban {who}"
        case Unmute(who=who):
            return f"player unmute {who}"
        case Remove():
            return "player remove"
        case Announce(text=text):
            return f"announce {text}"
        case StartDrain(minutes=minutes):
            return f"drain {minutes}"
        case StopDrain():
            return "drain off"
        case _:
            assert_never(act)
