"""Answers: items, the final answer to a request, and the last line of a connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from parlour.api import OptionValue
from parlour.rendering import Span
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages._base import (
    Answer,
    Message,
    Points,
    State,
    how_it_ended,
    how_many,
    join_names,
    option_text,
    ranking,
    show_value,
    silent,
)


class Done(Answer, frozen=True, kw_only=True, gc=False):
    """The request is done."""

    lines = silent


class Count(Answer, frozen=True, kw_only=True, gc=False):
    """The end of a list of `count` items.

    A person reads `none` in place of an empty list, and `also` below any other.
    """

    unsent: ClassVar[tuple[str, ...]] = ("none", "also")
    count: int
    none: str = ""
    also: str = ""

    def lines(self, width: int) -> Sequence[str]:
        """Return the sentence."""
        what = self.also if self.count else self.none
        return (what,) if what else ()


class Page(Answer, frozen=True, kw_only=True, gc=False):
    """The end of one page of a list that is too long for one answer.

    `what` is the list's command: `tables`, of which `tables 2` is the next page.
    """

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    count: int
    """Items on this page."""
    page: int
    pages: int
    total: int
    what: str

    def lines(self, width: int) -> Sequence[str]:
        """Return how to see more."""
        here = f"Page {self.page} of {self.pages}, {self.total} in all."
        if self.page == self.pages:
            return (here,)
        return (f"{here} More: {self.what} {self.page + 1}",)


class Hello(Answer, frozen=True, kw_only=True, gc=False):
    """From now on the connection uses the typed protocol."""

    server: str
    version: str
    protocol: int
    capabilities: tuple[str, ...]

    lines = silent


def greeting(first: str, code: str, width: int) -> Sequence[str]:
    """Return *first* and the code to resume, on one line if it fits, otherwise on two."""
    way_back = f"If you are disconnected, type: resume {code}"
    line = f"{first} {way_back}"
    return (line,) if len(line) <= width else (first, way_back)


class Named(Answer, frozen=True, kw_only=True, gc=False):
    """You are logged in. `resume` takes `token` or `code`. `seq` is the last event already sent.

    Token and code are in an answer, not in an event, because we store events and must not store
    these. `code` is None if the host knows only the hash of the code it showed before.
    """

    unsent: ClassVar[tuple[str, ...]] = ("greet",)
    name: str
    guest: bool
    token: str
    code: str | None
    seq: int
    greet: bool

    def lines(self, width: int) -> Sequence[str]:
        """Return the greeting and the code to resume."""
        if not self.greet or self.code is None:
            return ()
        return greeting(f"Hello {self.name}.", self.code, width)


class Registered(Answer, frozen=True, kw_only=True, gc=False):
    """The name now has a password. `changed`: it had one before, and the token and code are new.

    `code` is None as in `Named`, but never if `changed`.
    """

    name: str
    token: str
    code: str | None
    changed: bool

    def lines(self, width: int) -> Sequence[str]:
        """Return what to do with the password."""
        if self.changed and self.code is not None:
            return greeting("Your new password is set.", self.code, width)
        return (f"{self.name} is yours now. To log in from anywhere: name {self.name} PASSWORD",)


class GameRow(Answer, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A game that you can play here."""

    game: str
    title: str
    seats: tuple[int, int]
    version: str
    bots: tuple[Mapping[str, str], ...]
    options: tuple[Mapping[str, Any], ...]
    forgets: Mapping[str, tuple[str, ...]] = {}

    def lines(self, width: int) -> Sequence[str]:
        """Return one line."""
        low, high = self.seats
        bots = f"; bots: {', '.join(bot['kind'] for bot in self.bots)}" if self.bots else ""
        text = f"{self.title}, {how_many(low, high)}{bots}. To play: {self.game}"
        return (f"{self.game:<10} {text}",)


class TableRow(Answer, frozen=True, kw_only=True, gc=False):
    """A table in the lobby's list."""

    unsent: ClassVar[tuple[str, ...]] = ("changed", "joinable", "title")
    table: int
    game: str
    title: str
    state: State
    host: str | None
    seats: tuple[str | None, ...]
    watchers: int
    options: Mapping[str, OptionValue]
    changed: Mapping[str, OptionValue]
    joinable: bool = False
    """The game is in progress and offers a seat."""

    def lines(self, width: int) -> Sequence[str]:
        """Return one line, and one for the options that differ from the defaults."""
        taken = [name for name in self.seats if name is not None]
        free = len(self.seats) - len(taken)
        who = join_names(taken) if taken else "nobody"
        if self.state == "held":
            what = f"continue {self.table} or end {self.table}"
        elif self.state in {"open", "over"} and free:
            what = f"{free} free, join {self.table}"
        elif self.joinable:
            what = f"join {self.table}, watch {self.table}"
        else:
            what = f"watch {self.table}"
        rows = [f"Table {self.table}: {self.title}, {self.state}: {who} ({what})"]
        if self.changed:
            rows.append(f"  {option_text(self.changed)}")
        return rows


class PlayerRow(Answer, frozen=True, kw_only=True, gc=False):
    """A player on this host."""

    name: str
    guest: bool
    away: bool
    table: int | None
    watching: tuple[int, ...]

    def lines(self, width: int) -> Sequence[str]:
        """Return one line."""
        where = f"at table {self.table}" if self.table else "in the lobby"
        if self.watching:
            where += f", watching {', '.join(str(number) for number in self.watching)}"
        who = self.name if self.guest else f"{self.name} (account)"
        return (f"{who}: {where}{', disconnected' if self.away else ''}",)


class Joined(Answer, frozen=True, kw_only=True, gc=False):
    """You are at the table: on a seat, or watching (`seat` null)."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    table: int
    seat: int | None
    what: tuple[str, ...]

    def lines(self, width: int) -> Sequence[str]:
        """Return where you are and what you can do there."""
        return self.what


class Looked(Answer, frozen=True, kw_only=True, gc=False):
    """The position as this viewer may know it, or null before the first game."""

    unsent: ClassVar[tuple[str, ...]] = ("say", "scenic", "paint")
    table: int
    state: State
    view: msgspec.Raw | None = None
    scene: msgspec.Raw | None = None
    left_ms: int | None
    scenic: bool
    """The reader asked for scenes in place of views."""
    say: Callable[[int], Sequence[str]]
    paint: Callable[[int], Sequence[Sequence[Span]]] | None = None

    def spans(self, width: int) -> Sequence[Sequence[Span]] | None:
        """Return the game's drawing in its styles."""
        return None if self.paint is None else self.paint(width)

    def body(self) -> Any:
        """Return all except the lines, and the position in the one form the reader asked for."""
        sight = {"scene": self.scene} if self.scenic else {"view": self.view}
        return {"table": self.table, "state": self.state, **sight, "left_ms": self.left_ms}

    def lines(self, width: int) -> Sequence[str]:
        """Return the game's drawing."""
        return self.say(width)


class Answered(Answer, frozen=True, kw_only=True, gc=False):
    """A game's answer to one of its questions, made from what the reader may see."""

    unsent: ClassVar[tuple[str, ...]] = ("say",)
    table: int
    name: str
    data: msgspec.Raw
    say: Callable[[int], Sequence[str]]

    def lines(self, width: int) -> Sequence[str]:
        """Return the game's own words."""
        return self.say(width)


class Scored(Answer, frozen=True, kw_only=True, gc=False):
    """The current scores."""

    table: int
    scores: tuple[Points, ...]
    final: bool

    def lines(self, width: int) -> Sequence[str]:
        """Return one line."""
        if not self.scores:
            return ("No game has been played at this table yet.",)
        ranked = sorted(self.scores, key=lambda row: -row.points)
        return (
            ", ".join(f"{row.name} {row.points}" for row in ranked)
            + (" (final)" if self.final else ""),
        )


class OptionRow(Answer, frozen=True, kw_only=True, gc=False):
    """An option of the table."""

    option: str
    value: OptionValue
    default: OptionValue
    allowed: str
    about: str

    def lines(self, width: int) -> Sequence[str]:
        """Return the value, what it means, and what is allowed."""
        star = "" if self.value == self.default else f" (default {show_value(self.default)})"
        return (f"{self.option}={show_value(self.value)}{star}: {self.about} [{self.allowed}]",)


class CommandRow(Answer, frozen=True, kw_only=True, gc=False):
    """A verb that you can type."""

    verb: str
    usage: str
    about: str
    where: Literal["anywhere", "lobby", "table", "seat", "game", "operator"]
    also: tuple[str, ...] = ()
    """Other words that people type for it."""

    def lines(self, width: int) -> Sequence[str]:
        """Return one line."""
        return (f"{self.usage:<32} {self.about}",)


class Pong(Answer, frozen=True, kw_only=True, gc=False):
    """The host has handled everything you sent before the ping."""

    pong: str

    def lines(self, width: int) -> Sequence[str]:
        """Return the token."""
        return (f"pong {self.pong}".rstrip(),)


class Proposed(Answer, frozen=True, kw_only=True, gc=False):
    """The proposal has a number, for `accept` and `decline`."""

    number: int

    lines = silent


class HistoryRow(Answer, frozen=True, kw_only=True, gc=False):
    """A finished game. `lists`, as in the event `started`, is left out if there are none."""

    unsent: ClassVar[tuple[str, ...]] = ("when",)
    record: str
    game: str
    version: str
    ended_s: int
    reason: str
    scores: tuple[Points, ...]
    winners: tuple[int, ...]
    lexicon: str | None
    lexicon_hash: str | None
    lists: Mapping[str, str] = {}
    when: str

    def body(self) -> Any:
        """Return all except the time in words, and no empty `lists`."""
        fields: dict[str, Any] = super().body()
        return fields if self.lists else {n: v for n, v in fields.items() if n != "lists"}

    def lines(self, width: int) -> Sequence[str]:
        """Return one line."""
        how = how_it_ended(self.reason, self.scores, self.winners)
        result = f"{how}. {ranking(self.scores)}" if how else ranking(self.scores)
        return (f"{self.record}: {self.game}, {self.when}: {result}",)


class ReplayRow(Answer, frozen=True, kw_only=True, gc=False):
    """One event of a finished game, as the chosen viewer got it. `at_ms` is table time."""

    unsent: ClassVar[tuple[str, ...]] = ("said",)
    at_ms: int
    event: str
    data: msgspec.Raw
    said: Callable[[int], Sequence[str]]

    def lines(self, width: int) -> Sequence[str]:
        """Return what that viewer read."""
        return self.said(width)


class Replayed(Answer, frozen=True, kw_only=True, gc=False):
    """The end of a replay. `count` of its `total` rows were sent."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    count: int
    total: int
    what: str = ""

    def lines(self, width: int) -> Sequence[str]:
        """Return a sentence, if it was a paced replay."""
        return (self.what,) if self.what else ()


class SealRow(Answer, frozen=True, kw_only=True, gc=False):
    """A commitment of a game: to its seed (`seat` and `name` null), or to what a seat hid."""

    seat: int | None
    name: str | None
    commitment: str

    def lines(self, width: int) -> Sequence[str]:
        """Return one line, or two if the name is long."""
        return (f"{self.name or 'the luck'}: {self.commitment}",)


class TextRow(Answer, frozen=True, kw_only=True, gc=False):
    """A paragraph to read, such as rules, help or a ruling."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    what: tuple[str, ...]

    def lines(self, width: int) -> Sequence[str]:
        """Return the paragraph."""
        return self.what


class Setting(Answer, frozen=True, kw_only=True, gc=False):
    """A setting of this connection."""

    key: str
    value: OptionValue

    def lines(self, width: int) -> Sequence[str]:
        """Return the current value."""
        return (f"{self.key} is {show_value(self.value)}.",)


class No(Answer, frozen=True, kw_only=True, gc=False):
    """The request was refused. Nothing has changed. `retry`: the same request may succeed later.

    The other fields appear where they help: when to try again, the prompt that is
    open now, how to use the verb, a word close to what was typed.
    """

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    code: Code
    what: str
    retry: bool
    retry_ms: int | None = None
    prompt: int | None = None
    usage: str | None = None
    near: str | None = None

    def body(self) -> Any:
        """Return the fields that have a value."""
        fields: dict[str, Any] = {"code": self.code, "retry": self.retry}
        for name in ("retry_ms", "prompt", "usage", "near"):
            value = getattr(self, name)
            if value is not None:
                fields[name] = value
        return fields

    def lines(self, width: int) -> Sequence[str]:
        """Return what was wrong and what would be right."""
        return (self.what,)


class Farewell(Message, frozen=True, kw_only=True, gc=False):
    """The host is about to close this connection, and says why."""

    unsent: ClassVar[tuple[str, ...]] = (
        "code",
        "what",
    )
    code: Goodbye
    what: str

    def lines(self, width: int) -> Sequence[str]:
        """Return the reason."""
        return (self.what,)
