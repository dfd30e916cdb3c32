"""The table of messages: everything the host says, each in both voices.

One class is one message. Its fields are the JSON object a program reads; `lines`
is what a person reads. A class without `lines` cannot be defined, so no message
has only one of the two. Events carry a name; answers do not.

Units are part of the names of fields (`_ms`, `_s`). Seats are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

import msgspec

from parlour.api import OptionValue
from parlour.wire.codes import Code, Goodbye

State = Literal["open", "playing", "paused", "over", "frozen"]
"""What a table is doing."""


class Message(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something the host says."""

    unsent: ClassVar[tuple[str, ...]] = ()
    """Fields that only serve `lines`; a program finds them in `text`."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not any("lines" in vars(base) for base in cls.__mro__[:-1] if base is not Message):
            raise TypeError(f"{cls.__name__} has no lines: a person could not read it")

    def lines(self, width: int) -> Sequence[str]:
        """What a person reads, line by line, made for *width* columns; may be empty."""
        raise NotImplementedError  # pragma: no cover - every subclass has its own

    def body(self) -> Any:
        """What a program reads: the fields, less those that are only for `lines`."""
        if not self.unsent:
            return self
        return {
            name: getattr(self, name) for name in self.__struct_fields__ if name not in self.unsent
        }


class Event(Message, frozen=True, kw_only=True, gc=False):
    """A message nobody asked for; programs read it as `* seq name {…}`."""

    event: ClassVar[str] = ""

    def lines(self, width: int) -> Sequence[str]:
        """Nothing, unless the event says otherwise."""
        return ()


class Answer(Message, frozen=True, kw_only=True, gc=False):
    """A part of the answer to a request: an item, or the final one."""

    def lines(self, width: int) -> Sequence[str]:
        """Nothing, unless the answer says otherwise."""
        return ()


# --- what events are made of --------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Who sits where."""

    seat: int
    name: str
    bot: str | None = None
    ready: bool = False
    away: bool = False


class Points(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of a score."""

    seat: int
    name: str
    points: int


def join_names(names: Sequence[str]) -> str:
    """`ann`, `ann and bob`, `ann, bob and cy`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def option_text(options: Mapping[str, OptionValue]) -> str:
    """`a=1 b=on`, as they are typed."""
    return " ".join(f"{name}={show_value(value)}" for name, value in options.items())


def show_value(value: OptionValue) -> str:
    """A value of an option as it is typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


# --- events of the house ------------------------------------------------------------


class Welcome(Event, frozen=True, kw_only=True, gc=False):
    """The player has a name now. `code` is the short way back for a person."""

    event: ClassVar[str] = "welcome"
    name: str
    code: str
    tables: int
    table: int | None

    def lines(self, width: int) -> Sequence[str]:
        """The greeting, the way back, and what to do next."""
        first = f"Hello {self.name}. Your way back if the line drops: resume {self.code}"
        if self.table is not None:
            return (first, f"You sit at table {self.table}; to see it: look")
        return (first, "Type games, tables, or help." if self.tables else "Type games or help.")


class TableEvent(Event, frozen=True, kw_only=True, gc=False):
    """A table opened, changed or closed: news for the lobby, and for the table itself."""

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
        """One sentence, or nothing for a small change."""
        return (self.what,) if self.what else ()


_OWN_SEAT: Final[Mapping[str, str]] = {
    "sat": "",
    "left": "You leave seat {seat} of table {table}.",
    "kicked": "The host of table {table} asks you to leave seat {seat}.",
    "ready": "You are ready.",
    "unready": "You are not ready any more.",
    "away": "",
    "back": "You are back at table {table}, seat {seat}.",
    "host": "You are the host of table {table} now.",
}


class SeatEvent(Event, frozen=True, kw_only=True, gc=False):
    """Somebody sat down, left, was asked to leave, is ready, dropped or came back.

    `own`: it is the reader's own seat, so a person is not told what he has just done.
    """

    event: ClassVar[str] = "seat"
    unsent: ClassVar[tuple[str, ...]] = ("own",)
    table: int
    seat: int
    name: str
    bot: str | None
    change: Literal["sat", "left", "kicked", "ready", "unready", "away", "back", "host"]
    own: bool = False

    def lines(self, width: int) -> Sequence[str]:
        """One sentence."""
        who = self.name
        if self.own:
            return _OWN_SEAT[self.change].format(table=self.table, seat=self.seat).splitlines()
        if self.change == "sat":
            kind = f" (a bot, {self.bot})" if self.bot else ""
            return (f"{who}{kind} sits down at seat {self.seat}.",)
        return (
            {
                "left": f"{who} leaves seat {self.seat}.",
                "kicked": f"{who} is asked to leave seat {self.seat}.",
                "ready": f"{who} is ready.",
                "unready": f"{who} is not ready any more.",
                "away": f"{who} has lost the line; seat {self.seat} is kept.",
                "back": f"{who} is back.",
                "host": f"{who} is the host of table {self.table} now.",
            }[self.change],
        )


class Started(Event, frozen=True, kw_only=True, gc=False):
    """A game begins; its rulings come from the word list named here."""

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

    def lines(self, width: int) -> Sequence[str]:
        """Who plays what."""
        return (f"{self.title} begins: {join_names([seat.name for seat in self.seats])}.",)


class ArgInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One argument of a move that is open."""

    name: str
    type: Literal["seat", "choice", "int", "text"]
    choices: tuple[str, ...] | None = None
    min: int | None = None
    max: int | None = None
    examples: tuple[str, ...] | None = None


class MoveInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A move that is open."""

    verb: str
    usage: str
    about: str
    args: tuple[ArgInfo, ...]


class PromptEvent(Event, frozen=True, kw_only=True, gc=False):
    """The seat may act. `prompt` numbers this seat's questions at this table.

    A new prompt takes the place of the one before. One that only allows something
    (`urgent` false) is not printed for a person.
    """

    event: ClassVar[str] = "prompt"
    unsent: ClassVar[tuple[str, ...]] = ("say",)
    table: int
    prompt: int
    urgent: bool
    due_ms: int | None
    moves: tuple[MoveInfo, ...]
    bare: str | None
    say: Callable[[int], Sequence[str]]

    def body(self) -> Any:
        """All but the sentence."""
        return {
            "table": self.table,
            "prompt": self.prompt,
            "urgent": self.urgent,
            "due_ms": self.due_ms,
            "moves": self.moves,
            "bare": self.bare,
        }

    def lines(self, width: int) -> Sequence[str]:
        """What the player may do now, if the game waits for him."""
        return self.say(width) if self.urgent else ()


class Unprompt(Event, frozen=True, kw_only=True, gc=False):
    """The prompt is over and no other takes its place."""

    event: ClassVar[str] = "unprompt"
    table: int
    prompt: int


class Said(Event, frozen=True, kw_only=True, gc=False):
    """Table talk. `to` is `table`, or `watchers` for what watchers say among themselves."""

    event: ClassVar[str] = "said"
    table: int
    name: str
    to: Literal["table", "watchers"]
    what: str

    def lines(self, width: int) -> Sequence[str]:
        """Who said what."""
        if self.to == "watchers":
            return (f"{self.name} (watching): {self.what}",)
        return (f"{self.name}: {self.what}",)


class Told(Event, frozen=True, kw_only=True, gc=False):
    """Private talk, for its sender too."""

    event: ClassVar[str] = "told"
    name: str
    to: str
    what: str

    def lines(self, width: int) -> Sequence[str]:
        """Who told whom what."""
        return (f"{self.name} to {self.to}: {self.what}",)


class ClockEvent(Event, frozen=True, kw_only=True, gc=False):
    """A call of the time."""

    event: ClassVar[str] = "clock"
    table: int
    left_ms: int

    def lines(self, width: int) -> Sequence[str]:
        """The seconds left."""
        return (f"{self.left_ms // 1000} s left.",)


class ScoresEvent(Event, frozen=True, kw_only=True, gc=False):
    """The scores have changed. The game's own sentences have said so already."""

    event: ClassVar[str] = "scores"
    table: int
    scores: tuple[Points, ...]
    final: bool


class Over(Event, frozen=True, kw_only=True, gc=False):
    """The game has ended. `record` is what `replay` takes."""

    event: ClassVar[str] = "over"
    table: int
    reason: str
    scores: tuple[Points, ...]
    winners: tuple[int, ...]
    record: str

    def lines(self, width: int) -> Sequence[str]:
        """The result, and what can be done next."""
        ranked = sorted(self.scores, key=lambda row: -row.points)
        table = ", ".join(f"{row.name} {row.points}" for row in ranked)
        names = [row.name for row in ranked if row.seat in self.winners]
        if self.reason == "finished":
            verb = "wins" if len(names) == 1 else "share the win"
            first = (
                f"Game over: {join_names(names)} {verb}. {table}."
                if names
                else f"Game over. {table}."
            )
        else:
            why = {
                "aborted": "by agreement",
                "deserted": "nobody is left",
                "fault": "the game failed",
            }
            first = f"The game is ended ({why.get(self.reason, self.reason)}). {table}."
        return (first, f"Again: rematch - Leave: leave - See it again: replay {self.record}")


class ViewEvent(Event, frozen=True, kw_only=True, gc=False):
    """The position after a change, for programs that asked for it (`view`)."""

    event: ClassVar[str] = "view"
    table: int
    view: Any


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
    ]
    what: str
    table: int | None = None
    number: int | None = None

    def lines(self, width: int) -> Sequence[str]:
        """The sentence."""
        return (self.what,)


class Paused(Event, frozen=True, kw_only=True, gc=False):
    """The clock of the table stands, or runs again."""

    event: ClassVar[str] = "paused"
    table: int
    paused: bool

    def lines(self, width: int) -> Sequence[str]:
        """One sentence."""
        if self.paused:
            return ("The game is paused and the clock stands. To go on: propose resume",)
        return ("The game goes on.",)


class Fault(Event, frozen=True, kw_only=True, gc=False):
    """The game's plugin failed; the table is frozen as it was before the failing move."""

    event: ClassVar[str] = "fault"
    table: int

    def lines(self, width: int) -> Sequence[str]:
        """What happened, whose fault it was, what can be done."""
        return (
            f"Table {self.table} is frozen: the game's program failed. It is not your fault.",
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
        """The table, and what the game tells."""
        return {"table": self.table, "data": self.data}

    def lines(self, width: int) -> Sequence[str]:
        """The game's own sentence."""
        return self.say(width)


# --- answers ------------------------------------------------------------------------


class Done(Answer, frozen=True, kw_only=True, gc=False):
    """Done; there is nothing more to say."""


class Count(Answer, frozen=True, kw_only=True, gc=False):
    """The end of a list of `count` items; `none` is what a person reads for an empty one."""

    unsent: ClassVar[tuple[str, ...]] = ("none",)
    count: int
    none: str = ""

    def lines(self, width: int) -> Sequence[str]:
        """A sentence for an empty list."""
        return (self.none,) if self.none and not self.count else ()


class Hello(Answer, frozen=True, kw_only=True, gc=False):
    """The connection speaks the typed protocol from now on."""

    server: str
    version: str
    protocol: int
    capabilities: tuple[str, ...]


class Named(Answer, frozen=True, kw_only=True, gc=False):
    """Logged in. `token` is what `resume` takes; `seq` is the last event already sent."""

    name: str
    guest: bool
    token: str
    seq: int


class GameRow(Answer, frozen=True, kw_only=True, gc=False):
    """A game that can be played here."""

    game: str
    title: str
    seats: tuple[int, int]
    version: str
    bots: tuple[Mapping[str, str], ...]
    options: tuple[Mapping[str, Any], ...]

    def lines(self, width: int) -> Sequence[str]:
        """One line."""
        low, high = self.seats
        bots = f"; bots: {', '.join(bot['kind'] for bot in self.bots)}" if self.bots else ""
        text = f"{self.title}, {low} to {high} players{bots}. Open a table: new {self.game}"
        return (f"{self.game:<10} {text}",)


class TableRow(Answer, frozen=True, kw_only=True, gc=False):
    """A table in the lobby's list."""

    unsent: ClassVar[tuple[str, ...]] = ("changed", "title")
    table: int
    game: str
    title: str
    state: State
    host: str | None
    seats: tuple[str | None, ...]
    watchers: int
    options: Mapping[str, OptionValue]
    changed: Mapping[str, OptionValue]

    def lines(self, width: int) -> Sequence[str]:
        """One line, and one for the options that are not the usual ones."""
        taken = [name for name in self.seats if name is not None]
        free = len(self.seats) - len(taken)
        who = join_names(taken) if taken else "nobody"
        what = (
            f"{free} free, join {self.table}"
            if self.state in {"open", "over"} and free
            else f"watch {self.table}"
        )
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
        """One line."""
        where = f"at table {self.table}" if self.table else "in the lobby"
        if self.watching:
            where += f", watching {', '.join(str(number) for number in self.watching)}"
        return (f"{self.name}: {where}{', line lost' if self.away else ''}",)


class Joined(Answer, frozen=True, kw_only=True, gc=False):
    """You are at the table: on a seat, or watching (`seat` null)."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    table: int
    seat: int | None
    what: tuple[str, ...]

    def lines(self, width: int) -> Sequence[str]:
        """Where you are and what you can do there."""
        return self.what


class Looked(Answer, frozen=True, kw_only=True, gc=False):
    """The position as this viewer may know it."""

    unsent: ClassVar[tuple[str, ...]] = ("say",)
    table: int
    state: State
    view: Any
    left_ms: int | None
    say: Callable[[int], Sequence[str]]

    def lines(self, width: int) -> Sequence[str]:
        """The game's drawing."""
        return self.say(width)


class Scored(Answer, frozen=True, kw_only=True, gc=False):
    """The scores now."""

    table: int
    scores: tuple[Points, ...]
    final: bool

    def lines(self, width: int) -> Sequence[str]:
        """One line."""
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
        """The value, what it means, what is allowed."""
        star = "" if self.value == self.default else f" (usually {show_value(self.default)})"
        return (f"{self.option}={show_value(self.value)}{star}: {self.about} [{self.allowed}]",)


class CommandRow(Answer, frozen=True, kw_only=True, gc=False):
    """A verb that can be typed."""

    verb: str
    usage: str
    about: str
    where: Literal["anywhere", "lobby", "table", "seat", "game"]

    def lines(self, width: int) -> Sequence[str]:
        """One line."""
        return (f"{self.usage:<32} {self.about}",)


class Pong(Answer, frozen=True, kw_only=True, gc=False):
    """Everything sent before the ping has been dealt with."""

    pong: str

    def lines(self, width: int) -> Sequence[str]:
        """The token."""
        return (f"pong {self.pong}".rstrip(),)


class Proposed(Answer, frozen=True, kw_only=True, gc=False):
    """The proposal has a number, which `accept` and `decline` take."""

    number: int


class HistoryRow(Answer, frozen=True, kw_only=True, gc=False):
    """A finished game."""

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
    when: str

    def lines(self, width: int) -> Sequence[str]:
        """One line."""
        ranked = sorted(self.scores, key=lambda row: -row.points)
        table = ", ".join(f"{row.name} {row.points}" for row in ranked)
        why = "" if self.reason == "finished" else f" ({self.reason})"
        return (f"{self.record}: {self.game}, {self.when}{why}: {table}",)


class ReplayRow(Answer, frozen=True, kw_only=True, gc=False):
    """One event of a finished game, as the chosen viewer got it. `at_ms` is table time."""

    unsent: ClassVar[tuple[str, ...]] = ("said",)
    at_ms: int
    event: str
    data: msgspec.Raw
    said: Callable[[int], Sequence[str]]

    def lines(self, width: int) -> Sequence[str]:
        """What that viewer read."""
        return self.said(width)


class TextRow(Answer, frozen=True, kw_only=True, gc=False):
    """A paragraph to read: of the rules, of help, of a ruling."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    what: tuple[str, ...]

    def lines(self, width: int) -> Sequence[str]:
        """The paragraph."""
        return self.what


class Setting(Answer, frozen=True, kw_only=True, gc=False):
    """A setting of this connection."""

    key: str
    value: OptionValue

    def lines(self, width: int) -> Sequence[str]:
        """The value now."""
        return (f"{self.key} is {show_value(self.value)}.",)


class No(Answer, frozen=True, kw_only=True, gc=False):
    """Refused: nothing has changed. `retry`: may the same request succeed later as it is?

    The other fields are there where they help: when to come again, the prompt that is
    open now, how the verb is used, a word close to what was typed.
    """

    code: Code
    what: str
    retry: bool
    retry_ms: int | None = None
    prompt: int | None = None
    usage: str | None = None
    near: str | None = None

    def body(self) -> Any:
        """The fields that say something."""
        fields: dict[str, Any] = {"code": self.code, "retry": self.retry}
        for name in ("retry_ms", "prompt", "usage", "near"):
            value = getattr(self, name)
            if value is not None:
                fields[name] = value
        return fields

    def lines(self, width: int) -> Sequence[str]:
        """What was wrong and what would be right."""
        return (self.what,)


class Farewell(Message, frozen=True, kw_only=True, gc=False):
    """The host is about to close this connection, and why."""

    unsent: ClassVar[tuple[str, ...]] = (
        "code",
        "what",
    )
    code: Goodbye
    what: str

    def lines(self, width: int) -> Sequence[str]:
        """The reason."""
        return (self.what,)
