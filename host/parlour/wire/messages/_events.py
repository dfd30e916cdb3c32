"""Events: messages that do not answer a request. Programs read them as `* seq name {…}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

import msgspec

from parlour.api import OptionValue
from parlour.wire.messages._base import (
    Event,
    Points,
    SeatInfo,
    State,
    how_it_ended,
    join_names,
    ranking,
    silent,
)


class Welcome(Event, frozen=True, kw_only=True, gc=False):
    """The player now has a name, or is back."""

    event: ClassVar[str] = "welcome"
    name: str
    tables: int
    table: int | None

    def lines(self, width: int) -> Sequence[str]:
        """Return what to do next."""
        if self.table is not None:
            return (f"You are at table {self.table}. To see it: /look",)
        return ("Type games, tables, or help." if self.tables else "Type games or help.",)


class TableEvent(Event, frozen=True, kw_only=True, gc=False):
    """A table opened, changed or closed. This is news for the lobby."""

    event: ClassVar[str] = "table"
    unsent: ClassVar[tuple[str, ...]] = ("what",)
    table: int
    change: Literal["opened", "changed", "closed"]
    game: str
    state: State
    host: str | None
    seats: tuple[str | None, ...]
    watchers: int
    what: str = ""

    def lines(self, width: int) -> Sequence[str]:
        """Return one sentence, or nothing for a small change."""
        return (self.what,) if self.what else ()


class MoreNews(Event, frozen=True, kw_only=True, gc=False):
    """The number of further tables that have changed, beyond those listed."""

    event: ClassVar[str] = "lobby"
    more: int
    opened: int

    def lines(self, width: int) -> Sequence[str]:
        """Return one sentence if any of them can be new to a person."""
        if not self.opened:
            return ()
        if self.opened == 1:
            return ("1 more table has opened. To see all: tables",)
        return (f"{self.opened} more tables have opened. To see all: tables",)


_OWN_SEAT: Final[Mapping[str, str]] = {
    "sat": "",
    "left": "You leave seat {seat} of table {table}.",
    "kicked": "The host of table {table} asks you to leave seat {seat}.",
    "silent": "You did not answer in time, so you lost seat {seat} of table {table}.",
    "absent": "You were away too long, so you lost seat {seat} of table {table}.",
    "ready": "You are ready.",
    "unready": "You are no longer ready.",
    "away": "",
    "back": "You are back at table {table}, seat {seat}.",
    "host": "You are the host of table {table} now.",
}


class SeatEvent(Event, frozen=True, kw_only=True, gc=False):
    """A player took a seat, left, was asked to leave, is ready, disconnected or came back.

    `own`: it is the reader's own seat, so we do not tell people what they have just done.
    """

    event: ClassVar[str] = "seat"
    unsent: ClassVar[tuple[str, ...]] = ("own", "given")
    table: int
    seat: int
    name: str
    bot: str | None
    change: Literal[
        "sat", "left", "kicked", "absent", "silent", "ready", "unready", "away", "back", "host"
    ]
    own: bool = False
    given: bool = False
    """The others have given the reader the seat, some time after they asked for it."""

    def lines(self, width: int) -> Sequence[str]:
        """Return one sentence."""
        who = self.name
        if self.given:
            return (f"You have seat {self.seat} of table {self.table} now. To see it: /look",)
        if self.own:
            return _OWN_SEAT[self.change].format(table=self.table, seat=self.seat).splitlines()
        if self.change == "sat":
            kind = f" (a bot, {self.bot})" if self.bot else ""
            return (f"{who}{kind} sits down at seat {self.seat}.",)
        return (
            {
                "left": f"{who} leaves seat {self.seat}.",
                "kicked": f"{who} is asked to leave seat {self.seat}.",
                "silent": f"{who} did not answer in time and loses seat {self.seat}.",
                "absent": f"{who} was away too long: seat {self.seat} is given up.",
                "ready": f"{who} is ready.",
                "unready": f"{who} is no longer ready.",
                "away": f"{who} is disconnected. Seat {self.seat} is kept.",
                "back": f"{who} is back.",
                "host": f"{who} is the host of table {self.table} now.",
            }[self.change],
        )


class Started(Event, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A game begins. Its rulings come from the word list named here.

    `lists` has the SHA-256 of the word lists that options name, by option. It is left out if there
    are none.
    """

    event: ClassVar[str] = "started"
    table: int
    game: str
    title: str
    version: str
    record: str
    seats: tuple[SeatInfo, ...]
    options: Mapping[str, OptionValue]
    lexicon: str | None
    lexicon_hash: str | None
    lists: Mapping[str, str] = {}
    forgets: Mapping[str, tuple[str, ...]] = {}
    commitment: str

    def lines(self, width: int) -> Sequence[str]:
        """Return who plays what, and enough of the seal to recognise it."""
        return (
            f"{self.title} begins: {join_names([seat.name for seat in self.seats])}.",
            f"The shuffle is sealed: {self.commitment[:16]}... To verify it later: seals",
        )


class SealedEvent(Event, frozen=True, kw_only=True, gc=False):
    """A seat has hidden something, and `commitment` fixes it. People see it with `seals`."""

    event: ClassVar[str] = "sealed"
    table: int
    seat: int
    commitment: str

    lines = silent


class ArgInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One argument of an open move."""

    name: str
    type: Literal["seat", "choice", "int", "text"]
    choices: tuple[str, ...] | None = None
    min: int | None = None
    max: int | None = None
    examples: tuple[str, ...] | None = None


class MoveInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An open move."""

    verb: str
    usage: str
    about: str
    args: tuple[ArgInfo, ...]


class PromptEvent(Event, frozen=True, kw_only=True, gc=False):
    """The seat may act. `prompt` numbers this seat's prompts at this table.

    A new prompt replaces the one before. A person does not see a prompt that only allows something
    (`urgent` false).
    """

    event: ClassVar[str] = "prompt"
    unsent: ClassVar[tuple[str, ...]] = ("say",)
    table: int
    prompt: int
    urgent: bool
    due_ms: int | None
    moves: tuple[msgspec.Raw, ...]
    """Each one an encoded `MoveInfo`."""
    bare: str | None
    say: Callable[[int], Sequence[str]]

    def body(self) -> Any:
        """Return all except the sentence."""
        return {
            "table": self.table,
            "prompt": self.prompt,
            "urgent": self.urgent,
            "due_ms": self.due_ms,
            "moves": self.moves,
            "bare": self.bare,
        }

    def lines(self, width: int) -> Sequence[str]:
        """Return what the player may do now, if the game waits for them."""
        return self.say(width) if self.urgent else ()


class Unprompt(Event, frozen=True, kw_only=True, gc=False):
    """The prompt has closed, and no other replaces it."""

    event: ClassVar[str] = "unprompt"
    table: int
    prompt: int

    lines = silent


class Said(Event, frozen=True, kw_only=True, gc=False):
    """Table chat. `to` is `table`, or `watchers` for what watchers say among themselves."""

    event: ClassVar[str] = "said"
    table: int
    name: str
    to: Literal["table", "watchers"]
    what: str

    def lines(self, width: int) -> Sequence[str]:
        """Return who said what."""
        if self.to == "watchers":
            return (f"{self.name} (watching): {self.what}",)
        return (f"{self.name}: {self.what}",)


class Told(Event, frozen=True, kw_only=True, gc=False):
    """A private message, which its sender receives too."""

    event: ClassVar[str] = "told"
    name: str
    to: str
    what: str

    def lines(self, width: int) -> Sequence[str]:
        """Return who told whom what."""
        return (f"{self.name} to {self.to}: {self.what}",)


class ClockEvent(Event, frozen=True, kw_only=True, gc=False):
    """A warning that time is running out."""

    event: ClassVar[str] = "clock"
    table: int
    left_ms: int

    def lines(self, width: int) -> Sequence[str]:
        """Return the seconds left."""
        return (f"{self.left_ms // 1000} s left.",)


class ScoresEvent(Event, frozen=True, kw_only=True, gc=False):
    """The scores have changed. The game's own sentences have said so already."""

    event: ClassVar[str] = "scores"
    table: int
    scores: tuple[Points, ...]
    final: bool

    lines = silent


class Over(Event, frozen=True, kw_only=True, gc=False):
    """The game has ended. `record` is what `replay` takes."""

    event: ClassVar[str] = "over"
    table: int
    reason: str
    scores: tuple[Points, ...]
    winners: tuple[int, ...]
    record: str

    def lines(self, width: int) -> Sequence[str]:
        """Return the result, and what to do next."""
        how = how_it_ended(self.reason, self.scores, self.winners)
        if self.reason == "finished":
            first = f"Game over: {how}." if how else "Game over."
        else:
            first = f"The game was {how}."
        first = f"{first} {ranking(self.scores)}."
        return (first, f"Again: rematch - Leave: leave - See it again: replay {self.record}")


class ViewEvent(Event, frozen=True, kw_only=True, gc=False):
    """The position after a change, for programs that asked for it (`view`)."""

    event: ClassVar[str] = "view"
    table: int
    view: Any

    lines = silent


class SceneEvent(Event, frozen=True, kw_only=True, gc=False):
    """The position after a change as a scene, for programs that asked for it (`scene`)."""

    event: ClassVar[str] = "scene"
    table: int
    scene: msgspec.Raw

    lines = silent


class Notice(Event, frozen=True, kw_only=True, gc=False):
    """Something people should know: proposals, a host that stops, limits that were reached."""

    event: ClassVar[str] = "notice"
    unsent: ClassVar[tuple[str, ...]] = ("what",)
    kind: Literal[
        "proposed",
        "accepted",
        "agreed",
        "declined",
        "lapsed",
        "options",
        "cannot_begin",
        "stopping",
        "table_gone",
        "waiting",
        "storing",
        "held",
        "continued",
        "announce",
        "draining",
        "way_back",
    ]
    what: str
    table: int | None = None
    number: int | None = None

    def lines(self, width: int) -> Sequence[str]:
        """Return the sentence."""
        return self.what.split("\n")


class Paused(Event, frozen=True, kw_only=True, gc=False):
    """The clock of the table has stopped, or runs again."""

    event: ClassVar[str] = "paused"
    table: int
    paused: bool

    def lines(self, width: int) -> Sequence[str]:
        """Return one sentence."""
        if self.paused:
            return ("The game is paused and the clock is stopped. To continue: propose resume",)
        return ("The game continues.",)


class Fault(Event, frozen=True, kw_only=True, gc=False):
    """The game's plugin failed. The table is frozen in the state before the failing move."""

    event: ClassVar[str] = "fault"
    table: int

    def lines(self, width: int) -> Sequence[str]:
        """Return what happened, whose fault it was, and what to do."""
        return (
            f"Table {self.table} is frozen: the game has failed. It is not your fault.",
            "Nothing is lost. To end the game: propose abort - To go: leave",
        )


class GameEvent(Event, frozen=True, kw_only=True, gc=False):
    """An event of a game, as one viewer may know it."""

    unsent: ClassVar[tuple[str, ...]] = (
        "name",
        "say",
    )
    name: str
    table: int
    data: msgspec.Raw
    say: Callable[[int], Sequence[str]]

    def body(self) -> Any:
        """Return the table, and what the game says."""
        return {"table": self.table, "data": self.data}

    def lines(self, width: int) -> Sequence[str]:
        """Return the game's own sentence."""
        return self.say(width)


class KeptEvent(Event, frozen=True, kw_only=True, gc=False):
    """An event that was stored and read again, with fixed text and data."""

    name: str
    data: msgspec.Raw
    said: tuple[str, ...]

    def body(self) -> Any:
        """Return what a program read."""
        return self.data

    def lines(self, width: int) -> Sequence[str]:
        """Return what a person read."""
        return self.said
