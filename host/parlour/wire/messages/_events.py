"""Events of the lobby and of tables, talk and notices. Programs read them as `* seq name {…}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Literal

from parlour.api import OptionValue
from parlour.language import Form, Sentence, _
from parlour.scene import Style
from parlour.wire.messages._base import Event, State


class Welcome(Event, frozen=True, kw_only=True, gc=False):
    """You have a name now, or are back. Sent to you alone."""

    event: ClassVar[str] = "welcome"
    name: str
    """Your name."""
    tables: int
    """How many public tables have somebody connected. Older hosts count all."""
    table: int | None
    """The table where you sit, if you came back to one; else null."""

    def lines(self, form: Form) -> Sequence[str]:
        if self.table is not None:
            return (_("You are at table {table}. <<To see it: /look>>", table=self.table),)
        return (
            _("<<Type games, tables, or help.>>") if self.tables else _("<<Type games or help.>>"),
        )


class TableEvent(Event, frozen=True, kw_only=True, gc=False):
    """Lobby news: a table opened, changed or closed. Sent to programs with the capability `lobby`
    that sit at no table.
    """

    event: ClassVar[str] = "table"
    unsent: ClassVar[tuple[str, ...]] = ("what",)
    table: int
    """The number of the table."""
    change: Literal["opened", "changed", "closed"]
    """What happened. Seats and `state` are news; options and `watchers` are not."""
    game: str
    """The game."""
    state: State
    """What the table is doing, as in `tables`."""
    host: str | None
    """The name of the table's host, or null."""
    seats: tuple[str | None, ...]
    """For each seat a name, or null if it is free."""
    present: int
    """How many of these people are connected. Bots do not count."""
    watchers: int
    """How many watch."""
    what: str = ""

    def lines(self, form: Form) -> Sequence[str]:
        """Return one sentence, or nothing for a small change."""
        return (self.what,) if self.what else ()


class MoreNews(Event, frozen=True, kw_only=True, gc=False):
    """Lobby news: more tables have changed than a digest has room for. Ask for `tables`."""

    event: ClassVar[str] = "lobby"
    more: int
    """How many tables the digest left out."""
    opened: int
    """How many of these are new."""

    def lines(self, form: Form) -> Sequence[str]:
        """Return one sentence if any of them can be new to a person."""
        if not self.opened:
            return ()
        return (
            _.count(
                "1 more table has opened. <<To see all: tables>>",
                "{n} more tables have opened. <<To see all: tables>>",
                self.opened,
            ),
        )


_OWN_SEAT: Final[Mapping[str, Sentence]] = {
    "left": _("You leave seat {seat} of table {table}."),
    "kicked": _("The host of table {table} removed you from seat {seat}."),
    "silent": _("You did not answer in time, so you lost seat {seat} of table {table}."),
    "absent": _("You were away too long, so you lost seat {seat} of table {table}."),
    "ready": _("You are ready."),
    "unready": _("You are no longer ready."),
    "back": _("You are back at table {table}, seat {seat}."),
    "host": _("You are the host of table {table} now."),
}


_SEAT: Final[Mapping[str, Sentence]] = {
    "sat": _("{who}{kind} sits down at seat {seat}."),
    "left": _("{who} leaves seat {seat}."),
    "kicked": _("The host of the table removed {who} from seat {seat}."),
    "silent": _("{who} did not answer in time and loses seat {seat}."),
    "absent": _("{who} was away too long: seat {seat} is given up."),
    "ready": _("{who} is ready."),
    "unready": _("{who} is no longer ready."),
    "away": _("{who} is disconnected. Seat {seat} is kept."),
    "back": _("{who} is back."),
    "host": _("{who} is the host of table {table} now."),
}


class SeatEvent(Event, frozen=True, kw_only=True, gc=False):
    """Something happened to a seat. Sent to all at the table.

    `own`: it is the reader's own seat, so people are not told what they have just done.
    """

    event: ClassVar[str] = "seat"
    unsent: ClassVar[tuple[str, ...]] = ("own", "given")
    table: int
    """The number of the table."""
    seat: int
    """The seat."""
    name: str
    """The player's name."""
    bot: str | None
    """The kind of bot; null for a person."""
    change: Literal[
        "sat", "left", "kicked", "absent", "silent", "ready", "unready", "away", "back", "host"
    ]
    """`sat`: they sit here now, and in a running game take part from now on. `left`: they got up
    for good. `kicked`: the table's host freed the seat. `absent`: they were away too long.
    `silent`: they said nothing, and the others went on without them. `ready`, `unready`. `away`:
    disconnected for a while, or with a goodbye; the seat is kept. `back`: connected again. The
    others are told only if they read `away` before. `host`: they are the table's host now."""
    own: bool = False
    given: bool = False
    """The others have given the reader the seat, some time after they asked for it."""

    def lines(self, form: Form) -> Sequence[str]:
        if self.given:
            given = _("You have seat {seat} of table {table} now. <<To see it: /look>>")
            return (given.filled(seat=self.seat, table=self.table),)
        if self.own:
            own = _OWN_SEAT.get(self.change)
            return () if own is None else (own.filled(table=self.table, seat=self.seat),)
        kind = _(" (a bot, {bot})", bot=self.bot) if self.bot else ""
        text = _SEAT[self.change]
        return (text.filled(who=self.name, kind=kind, seat=self.seat, table=self.table),)


class SaidEvent(Event, frozen=True, kw_only=True, gc=False):
    """Talk. Players and watchers hear what players say; watchers alone hear what watchers say.

    A game may have channels, which only some of its players hear.
    """

    event: ClassVar[str] = "said"
    table: int
    """The number of the table."""
    name: str
    """Who said it."""
    to: str
    """`table`, `watchers` for what watchers say among themselves, or a channel of the game."""
    what: str
    """What they said."""

    def tone(self) -> Style:
        return "mine"

    def lines(self, form: Form) -> Sequence[str]:
        """Return who said what. What everybody hears looks the same in every language."""
        if self.to == "watchers":
            return (_("{name} (watching): {what}", name=self.name, what=self.what),)
        if self.to == "table":
            return (f"{self.name}: {self.what}",)
        text = _("{name} ({channel}): {what}")
        return (text.filled(name=self.name, channel=self.to, what=self.what),)


class Told(Event, frozen=True, kw_only=True, gc=False):
    """Private talk. Sent to the two players."""

    event: ClassVar[str] = "told"
    name: str
    """Who said it."""
    to: str
    """To whom."""
    what: str
    """What they said."""

    def tone(self) -> Style:
        return "mine"

    def lines(self, form: Form) -> Sequence[str]:
        return (_("{name} to {to}: {what}", name=self.name, to=self.to, what=self.what),)


class Notice(Event, frozen=True, kw_only=True, gc=False):
    """Something that people should know. The sentence is in `text` only."""

    event: ClassVar[str] = "notice"
    unsent: ClassVar[tuple[str, ...]] = ("what",)
    sparse: ClassVar[tuple[str, ...]] = ("word", "options", "part")
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
        "invited",
        "adjourned",
        "missing",
        "nudged",
        "explained",
        "returned",
        "stopped",
        "running",
        "turn",
        "kept",
        "aim",
    ]
    """`proposed`; `accepted`, by one player; `agreed`, by all or by those who answered in time;
    `declined`; `lapsed`. `options`: they have changed. `cannot_begin`: all are ready, but the game
    cannot be played like this. `table_gone`: the table is closed. `held`: a table where you sit
    waits. `continued`: it goes on. `waiting` and `storing`: the host waits for its disk, and goes
    on. `stopping`: the host stops. `draining`: the host is going to stop, or no longer is.
    `announce`: the operator says something. `way_back`: somebody typed your code, and it was
    refused because you are connected. `invited`: somebody asks you to their table.
    `adjourned`: the players of a table have got up, and it keeps their seats until they are back.
    `missing`: whom the adjourned table where you sit still waits for. `nudged`: somebody reminds
    you that it is your turn. `explained`: why the game failed; only from a host that an author
    started with `--reload`. `returned`: who has just joined the game comes from the address of
    somebody who left it. `stopped`: the clock of your game waits for somebody who is away.
    `running`: it runs again. `turn`: a game over days waits for you, at a table where you are not.
    `kept`: another such game that keeps your seat, or that is over. `aim`: what the game is
    about, because it is your first one of that kind; a program reads it with `natural` only."""
    what: str
    table: int | None = None
    """The number of the table, or null."""
    number: int | None = None
    """The number of the proposal or of the report, or null."""
    word: str | None = None
    """The word of the private table that you are invited to. Left out otherwise."""
    options: Mapping[str, OptionValue] | None = None
    """Of `options`: those that differ from the defaults now, as in `TableState`. Left out
    otherwise."""
    part: Literal["author", "asked"] | None = None
    """Of `proposed`: you propose it, or your answer is awaited. Left out otherwise."""

    @property
    def rings(self) -> bool:
        return self.kind in ("invited", "nudged")

    def lines(self, form: Form) -> Sequence[str]:
        return (self.what,)


class FeatureNotice(Event, frozen=True, kw_only=True, gc=False):
    """A `Notice` of a kind that a feature has declared (`Feature.notices`)."""

    event: ClassVar[str] = Notice.event
    unsent: ClassVar[tuple[str, ...]] = Notice.unsent
    kind: str
    what: str
    table: int | None = None
    number: int | None = None

    def lines(self, form: Form) -> Sequence[str]:
        return (self.what,)
