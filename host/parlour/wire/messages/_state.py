"""A table as a value: all that a program needs to draw it before it has read an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from parlour.api import OptionValue, Outcome
from parlour.wire.messages._base import Event, Points, State, silent


class SeatState(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A taken seat and its player."""

    seat: int
    """The seat."""
    name: str
    """Who sits there."""
    bot: str | None = None
    """The kind of bot; left out for a person."""
    ready: bool = False
    """They have typed `ready`, or are a bot. Left out if not."""
    away: bool = False
    """They are disconnected, and the others have been told. Left out if not."""


class GameResult(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """How the last game ended."""

    reason: str
    """As in the event `over`."""
    scores: tuple[Points, ...]
    """The final scores, by seat."""
    winners: tuple[int, ...]
    """The seats that won; empty unless `finished`."""
    outcome: Outcome | None = None
    """As in the event `over`. Left out if points say it."""


class TableState(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A table as you may know it: who sits there, and what it is doing.

    The position of the game is not in it.
    """

    table: int
    """Its number."""
    game: str
    """The game."""
    title: str
    """Its name, for people."""
    state: State
    """What the table is doing, as in `tables`."""
    host: int | None
    """The seat of the table's host, or null."""
    you: int | None
    """Your seat; null if you watch."""
    seats: tuple[SeatState | None, ...]
    """For each seat its player, or null if it is free."""
    options: Mapping[str, OptionValue] = {}
    """The options that differ from the defaults. Left out if none does."""
    private: bool = False
    """The table is in no list. Left out if it is public."""
    word: str | None = None
    """The word with which others join a private table. Only for those who sit there."""
    party: int | None = None
    """The party for whose round the table was opened. Left out if it is none."""
    record: str | None = None
    """What `replay` takes, of the game in progress or the last one. Left out before the first."""
    result: GameResult | None = None
    """How the last game ended. Only while `state` is `over`."""


class AtEvent(Event, frozen=True, kw_only=True, gc=False):
    """The table where you sit: you come back to it, or others have given you a seat there. Also
    where you sit or watch: a table that was stopped goes on. It has no number, because nobody
    needs an old one. Sent to you alone, if you have the capability `lobby`.
    """

    event: ClassVar[str] = "at"
    at: TableState
    """The table."""

    lines = silent
