"""What the client knows about the host, the table, and the question it is asked.

A `Model` is a value. `reduce_events.hear` and `reduce_replies.learn` make the next one from what
the host says. Times are in milliseconds of a clock of our own, which the caller reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import structs

from parlour.language import ENGLISH
from parlour.scene import Scene
from parlour_client.log import Log
from parlour_client.protocol import Body, Prompt, read_all

COMMANDS: Final = "commands"
GAMES: Final = "games"
LOOK: Final = "look"
SCORES: Final = "scores"
TABLES: Final = "tables"
WHO: Final = "who"
STRANGER: Final = frozenset({COMMANDS, GAMES, TABLES, WHO})
"""What to ask of a host that is new to us."""


class Place(msgspec.Struct, frozen=True):
    """A table, as the lobby lists it."""

    table: int
    game: str
    state: str = ""
    host: str | None = None
    seats: tuple[str | None, ...] = ()
    present: int = 1
    """How many of the people are connected."""
    watchers: int = 0
    options: dict[str, Any] = {}
    """From the list of tables; news of a table have none."""

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seats.count(None)

    @property
    def joinable(self) -> bool:
        """Can you sit down there now?"""
        return self.free > 0 and self.state in ("open", "over")

    def waits_for(self, name: str) -> bool:
        """Is it an adjourned game in which *name* has a seat?"""
        return self.state == "adjourned" and name in self.seats

    @property
    def living(self) -> bool:
        """Is somebody there connected, and the game not adjourned?"""
        return self.present > 0 and self.state != "adjourned"


class Choice(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    type: str = ""
    default: str | int = ""
    about: str = ""
    choices: tuple[str, ...] = ()
    min: int = 0
    max: int = 0


class BotKind(msgspec.Struct, frozen=True):
    """A kind of bot."""

    kind: str
    about: str = ""


class Offered(msgspec.Struct, frozen=True):
    """A game that the host offers."""

    game: str
    title: str = ""
    seats: tuple[int, int] = (1, 1)
    bots: tuple[BotKind, ...] = ()
    options: tuple[Choice, ...] = ()


class Player(msgspec.Struct, frozen=True):
    """Somebody on the host."""

    name: str
    guest: bool = True
    away: bool = False
    table: int | None = None


class Command(msgspec.Struct, frozen=True):
    """A verb of the host, or of the game at the table."""

    verb: str
    usage: str = ""
    about: str = ""
    where: str = "anywhere"
    also: tuple[str, ...] = ()
    """Other words for the verb, which a host understands with the capability `natural`."""


class Chair(msgspec.Struct, frozen=True):
    """A seat at our table."""

    seat: int
    name: str | None = None
    bot: str | None = None
    ready: bool = False
    away: bool = False
    points: int | None = None
    gone: bool = False
    """The player has left for good, but the game still names them."""


class PartyTable(msgspec.Struct, frozen=True):
    """A table of a party's round."""

    table: int
    seats: tuple[str, ...] = ()


class Score(msgspec.Struct, frozen=True):
    """The points of a seat."""

    seat: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Table:
    """The table where we sit, or that we watch."""

    number: int
    game: str = ""
    title: str = ""
    state: str = ""
    host: str | None = None
    seat: int | None = None
    """Our seat; None if we watch."""
    chairs: tuple[Chair, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType[str, Any]({}))
    scene: Scene | None = None
    """The newest position."""
    look: tuple[str, ...] = ()
    """The same in lines; it may be older."""
    winners: frozenset[int] = frozenset()
    together: tuple[int, int, bool | None] | None = None
    """When the game is over: what all have reached together, what could be reached, and whether
    they have won, if that can be said."""
    nobody: bool = False
    """The game is over, and nobody has won."""
    gains: Mapping[int, int] = field(default_factory=lambda: MappingProxyType[int, int]({}))
    """What the last move has brought, by seat."""
    gained_before: bool = False
    """There has been a position since, so these are shown."""

    @property
    def names(self) -> dict[int, str]:
        """Names by seat."""
        return {chair.seat: chair.name for chair in self.chairs if chair.name is not None}


@dataclass(frozen=True, slots=True)
class Party:
    """The party in which we play a round."""

    number: int
    table: int
    """Our table of the round."""
    counted: bool = False
    """The round is over, and the next one begins by itself."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The open prompt."""

    prompt: Prompt
    question: str
    """In the game's words, without the time; empty if the prompt only lists moves."""
    text: tuple[str, ...] = ()
    """All lines that the host sends with it, including the time."""


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the client knows."""

    name: str = ""
    """Our name."""
    table: Table | None = None
    """The table where we sit; otherwise the one we look at."""
    glance: Table | None = None
    """A table we watch, which the screen shows instead of our own."""
    watching: frozenset[int] = frozenset()
    """Tables that we watch."""
    asked: Asked | None = None
    due_ms: int | None = None
    """When the time is up for the current move."""
    left_ms: int | None = None
    """The time left while the clock is stopped."""
    bank_ms: int | None = None
    """What the player in turn has in their bank when that time is up; None without a bank."""
    bare_until_ms: int = 0
    """Until then, a line without a slash may be a word that comes too late."""
    party: Party | None = None
    """Until the last round is over."""
    places: Mapping[int, Place] = field(default_factory=lambda: MappingProxyType[int, Place]({}))
    games: Mapping[str, Offered] = field(
        default_factory=lambda: MappingProxyType[str, Offered]({})
    )
    players: tuple[Player, ...] = ()
    commands: Mapping[str, Command] = field(
        default_factory=lambda: MappingProxyType[str, Command]({})
    )
    records: tuple[str, ...] = ()
    """Finished games we heard of, the newest first."""
    log: Log = field(default_factory=Log)
    lang: str = ENGLISH
    """The language in which the host speaks to us, and the client to the player."""
    past: bool = False
    """A replay of a finished game: nobody can make a move."""
    wants: frozenset[str] = STRANGER
    """What to ask the host, because it may have changed."""

    @property
    def bare(self) -> str | None:
        """The verb that a line without a slash stands for now; None if there is none."""
        if self.asked is None or (self.table is not None and self.table.state != "playing"):
            return None
        return self.asked.prompt.bare

    @property
    def view(self) -> Model:
        """What the screen shows: this model, or the one of a table that we watch."""
        if self.glance is None:
            return self
        return replace(self, table=self.glance, glance=None, asked=None, due_ms=None, left_ms=None)

    @property
    def tables(self) -> Sequence[int]:
        """The tables whose events we get, in order."""
        own = set[int]() if self.table is None else {self.table.number}
        return sorted(self.watching | own)

    @property
    def next_table(self) -> int | None:
        """The table to show after the one on the screen; None if there is no other."""
        shown = self.view.table
        here = 0 if shown is None else shown.number
        others = [number for number in self.tables if number != here]
        return next((number for number in others if number > here), next(iter(others), None))

    @property
    def title(self) -> str:
        """The title of the game at our table."""
        if self.table is None:
            return ""
        offered = self.games.get(self.table.game)
        return self.table.title or (offered.title if offered else "") or self.table.game

    @property
    def missing(self) -> int:
        """How many players our table lacks for a game to begin, as far as we know."""
        offered = None if self.table is None else self.games.get(self.table.game)
        if self.table is None or offered is None:
            return 0
        return max(0, offered.seats[0] - len(self.table.names))

    def left_s(self, now_ms: int) -> int | None:
        """Seconds left, rounded up; None if no clock is running."""
        left = self._left_ms(now_ms)
        return None if left is None else max(0, -(-left // 1000))

    def bank_s(self, now_ms: int) -> int | None:
        """Seconds left in the bank of the player in turn while it is used; otherwise None."""
        left = self._left_ms(now_ms)
        if left is None or left > 0 or not self.bank_ms:
            return None
        return max(0, -(-(self.bank_ms + left) // 1000))

    def _left_ms(self, now_ms: int) -> int | None:
        """The time left; below 0 if it is over."""
        if self.left_ms is not None or self.due_ms is None:
            return self.left_ms
        return self.due_ms - now_ms


def verb_of(line: str) -> str:
    """The verb at the start of *line*, with or without a slash, in small letters."""
    return line.lstrip("/ ").partition(" ")[0].lower()


def want(model: Model, *what: str) -> Model:
    """*model* with *what* added to what it wants to know."""
    return replace(model, wants=model.wants.union(what))


def sit_down(model: Model, table: Table) -> Model:
    """We join or watch *table*. Everything about another one is dropped."""
    watching = model.watching | {table.number} if table.seat is None else model.watching
    place = model.places.get(table.number)
    if place is not None and not table.game:
        table = replace(table, game=place.game, state=place.state, host=place.host)
    fresh = replace(
        model,
        table=table,
        glance=None,
        watching=watching,
        asked=None,
        due_ms=None,
        left_ms=None,
    )
    return want(fresh, COMMANDS, LOOK, SCORES, TABLES)


def get_up(model: Model) -> Model:
    """We leave our table: for the one we look at, or for the lobby."""
    if model.glance is not None:
        return sit_down(model, model.glance)
    fresh = replace(
        model,
        table=None,
        asked=None,
        due_ms=None,
        left_ms=None,
        wants=model.wants - {LOOK, SCORES},
    )
    return want(fresh, COMMANDS, TABLES, WHO)


def at_table(model: Model, number: Any, change: Callable[[Table], Table]) -> Model:
    """*model* with *change* made at table *number*, if it is ours or the one we look at."""
    table, glance = model.table, model.glance
    if table is not None and table.number == number:
        return replace(model, table=change(table))
    if glance is not None and glance.number == number:
        return replace(model, glance=change(glance))
    return model


def stop_watching(model: Model, number: Any) -> Model:
    """*model* without table *number* among those we watch."""
    seen = model.glance
    glance = None if seen is not None and seen.number == number else seen
    return replace(model, glance=glance, watching=model.watching - {number})


def with_chair(table: Table, chair: Chair) -> Table:
    """*table* with *chair* put in."""
    others = [each for each in table.chairs if each.seat != chair.seat]
    return replace(table, chairs=tuple(sorted((*others, chair), key=lambda each: each.seat)))


def scored(table: Table, body: Body) -> Table:
    """*table* with the points in *body*, also for seats it does not know yet.

    The points of a free seat are those of a player who has left.
    """
    for score in read_all(body.get("scores"), Score):
        known = next((each for each in table.chairs if each.seat == score.seat), None)
        gone = known is not None and (known.gone or known.name is None)
        known = known or Chair(score.seat)
        name = known.name or score.name
        chair = structs.replace(known, name=name, points=score.points, gone=gone)
        table = with_chair(table, chair)
    return table
