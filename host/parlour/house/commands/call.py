"""What the verbs share: refusals, replies, and finding what a word means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from parlour.api import SPECTATOR, Seat, Viewer
from parlour.house.effects import AnswerKey, ConnId, Thought
from parlour.house.lifecycle.drain import Drain
from parlour.house.outbound import Outbound
from parlour.house.people.people import People
from parlour.house.people.streaming import Show
from parlour.house.refusals import CommandError
from parlour.house.sessions import Player, Session
from parlour.house.tables.rooms import Room, seat_of, watched_by
from parlour.house.tables.tables import Tables
from parlour.wire.codes import Code
from parlour.wire.messages import Answer, Count, Done, Page
from parlour.wire.request import Request
from parlour.wire.text import near


class Reply(msgspec.Struct, frozen=True):
    """The whole answer to a request: items of a list, and the final word."""

    final: Answer
    items: Sequence[Answer] = ()
    read: Answer | None = None
    """What a person reads in place of all of them."""
    further: str | None = ""
    """The line that asks for what follows, which `more` does for a person. None: the answer is
    one screen of a longer one."""


DONE = Reply(Done())
LIST: Final = (Count, Page)
"""How a list ends that may be too long for one answer."""


@dataclass(frozen=True, slots=True)
class Pages:
    """A list that may be too long for one answer: nobody makes the host write it all at once."""

    total: int
    size: int
    """Items on a page."""
    none: str
    """What a person reads of an empty list."""

    def reply(self, call: Call, rows: Callable[[int, int], Sequence[Answer]]) -> Reply:
        """The page that was asked for; `rows(first, end)` makes its items. Raises CommandError."""
        verb, words = call.request.verb, call.words
        pages = max(1, -(-self.total // self.size))
        page = whole_number(words[0]) if words else None
        if page is None:
            page = 1
        elif not 1 <= page <= pages:
            many = "only one page" if pages == 1 else f"{pages} pages"
            text = f"There is no page {page}: this list has {many}. To see the first: {verb}"
            raise CommandError(Code.USAGE, text, usage=f"{verb} [PAGE]")
        first = (page - 1) * self.size
        items = rows(first, min(first + self.size, self.total))
        if pages == 1:
            return Reply(Count(count=len(items), none=self.none), items)
        further = f"{verb} {page + 1}" if page < pages else ""
        more = further if call.session.program else ""
        end = Page(count=len(items), page=page, pages=pages, total=self.total, more=more)
        return Reply(end, items, further=further)


class Desk:
    """Where requests are answered: what is known there beside tables and people.

    Before a line comes, `read_on` has to be set: it deals with the waiting lines of a connection.
    """

    read_on: Callable[[Session], None]

    def __init__(
        self,
        tables: Tables,
        drain: Drain,
        commands: Mapping[str, Command],
        *,
        name: str,
        version: str,
    ) -> None:
        self.out = tables.out
        self.people = tables.people
        self.tables = tables
        self.drain = drain
        self._commands = commands
        self._players = {v: row for v, row in commands.items() if row.where != OPERATOR}
        self._families = {first for first, *more in map(str.split, commands) if more}
        """What commands of two words begin with."""
        self.also = {word: verb for verb, row in commands.items() for word in row.also}
        """Other words that people type for a command, with its verb."""
        self.name = name
        self.version = version
        self.errands: dict[ConnId, Errand] = {}
        """Requests whose answer takes a while, by connection."""
        self.password_jobs: set[AnswerKey] = set()
        """Passwords that are being looked at, or wait for it."""
        self.figures: Mapping[str, float] = {}
        """What the shell has last measured of itself, for the operator."""

    def commands(self, session: Session) -> Mapping[str, Command]:
        """What can be typed on that connection, by verb, in the order in which it is listed."""
        return self._commands if session.operator else self._players

    def spelled(self, session: Session, request: Request) -> Request:
        """*request* with its whole verb: two words, for some commands of the operator."""
        if request.verb not in self._families:
            return request
        word, _, rest = request.rest.partition(" ")
        verb = f"{request.verb} {word.lower()}"
        if verb not in self.commands(session):
            return request
        return replace(request, verb=verb, rest=rest.lstrip(" "))


class Call(msgspec.Struct, frozen=True):
    """A request on its way to its verb. `player` is None before a name is given."""

    desk: Desk
    session: Session
    request: Request
    player: Player | None

    @property
    def out(self) -> Outbound:
        """The one way out."""
        return self.desk.out

    @property
    def people(self) -> People:
        """Everybody who is here."""
        return self.desk.people

    @property
    def tables(self) -> Tables:
        """All tables."""
        return self.desk.tables

    @property
    def me(self) -> Player:
        """The player; verbs that need one are not called without."""
        assert self.player is not None, "dispatch has asked for a name"
        return self.player

    @property
    def usage(self) -> str:
        """How the command is typed."""
        return self.commands[self.request.verb].usage

    @property
    def commands(self) -> Mapping[str, Command]:
        """What can be typed on this connection, by verb."""
        return self.desk.commands(self.session)

    @property
    def words(self) -> list[str]:
        """The arguments, split at blanks."""
        return self.request.rest.split()


@dataclass(frozen=True, slots=True)
class Later:
    """An answer that takes a while: *work* is done on another thread, the rest here.

    `finish` makes the reply of what *work* returned, at once or bit by bit, or raises
    CommandError; `failed` is what the asker reads if *work* raised.
    """

    work: Callable[[], Any] | None
    finish: Callable[[Any], Reply | Show]
    failed: str
    password: bool = False
    """Is the work one of `limits.password_jobs`?"""
    begin: Callable[[AnswerKey, Callable[[Thought], None]], None] | None = None
    """Called here in place of *work*; sooner or later it hands over what it found out."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A request whose answer is on its way."""

    number: int
    call: Call
    later: Later


Handler: TypeAlias = Callable[[Call], Reply | Later]
Where: TypeAlias = Literal["anywhere", "lobby", "table", "seat", "operator"]
"""Where a command can be used: before a name is given; with a name; at a table, watching
or seated; seated only; on the operator's socket only, where no name is needed."""
OPERATOR: Final = "operator"
Topic: TypeAlias = Literal[
    "start", "around", "table", "game", "talk", "consent", "past", "line", "operator"
]
"""What a command is about."""
Moment: TypeAlias = Literal[
    "nameless", "lobby", "watching", "open", "turn", "waiting", "over", "stopped"
]
"""What is going on for somebody who asks for help: no name yet; at no table; watching; at a table
before the game, while it asks them, while it asks others, after it, while it is stopped."""
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
"""In the order in which commands are listed."""


@dataclass(frozen=True, slots=True)
class Command:
    """All that is said of a command. Dispatch, help, `commands` and the docs go by it."""

    verb: str
    usage: str
    about: str
    where: Where
    topic: Topic
    run: Handler
    answers: tuple[type[Answer], ...] = (Done,)
    """What its final answer can be, unless it is refused."""
    item: type[Answer] | None = None
    """What comes before the final answer, once for each item of a list."""
    stateless: bool = False
    """Does it neither read nor change anything that is kept? Then it is answered while the house
    waits for its store.
    """
    long: bool = False
    """Is its answer long? Then it waits for those who play."""
    fateful: bool = False
    """A word of a game that comes a moment too late must not be taken for it."""
    also: tuple[str, ...] = ()
    """Other words that people type for it. Programs do not, so a game may use them as verbs."""
    in_play: bool = True
    """Is it of use while a game is on? If not, the bare word is a word of the game."""

    yields: bool = False
    """May a game have a verb of the same name? It counts at the tables of that game."""

    @property
    def alone(self) -> bool:
        """Is the verb by itself a command, also where people type words of a game?"""
        arguments = self.usage.removeprefix(self.verb).lstrip()
        return self.in_play and (not arguments or arguments.startswith("["))


_WHOLE: Final = re.compile(r"[0-9]{1,9}")


def whole_number(word: str) -> int | None:
    """The number that *word* spells; None if it is none, or longer than any here can be."""
    return int(word) if _WHOLE.fullmatch(word) else None


def table_number(word: str) -> int:
    """The number of a table as typed. Raises CommandError."""
    number = whole_number(word.lower().removeprefix("table"))
    if number is None:
        raise CommandError(Code.USAGE, f"{word[:20]} is no table number; see: tables")
    return number


def find_room(tables: Tables, word: str) -> Room:
    """The table that *word* names. Raises CommandError."""
    number = table_number(word)
    room = tables.rooms.get(number)
    if room is None:
        raise CommandError(Code.NO_SUCH_TABLE, f"There is no table {word}; see: tables")
    check_not_held(room)
    return room


def check_not_held(room: Room) -> None:
    """Raise CommandError if the table is suspended: what needs its game must wait."""
    suspended = room.table.suspended
    if suspended is not None:
        text = f"Table {room.table.number} is held: {suspended.why}."
        raise CommandError(Code.UNAVAILABLE, text)


def here(player: Player, word: str | None = None) -> tuple[Room, Viewer]:
    """The table that *player* means (`at_table`), which is not suspended. Raises CommandError."""
    room, viewer = at_table(player, word)
    check_not_held(room)
    return room, viewer


def seated(player: Player) -> tuple[Room, Seat]:
    """The table where *player* sits (`seat_at`), which is not suspended. Raises CommandError."""
    room, seat = seat_at(player)
    check_not_held(room)
    return room, seat


def at_table(player: Player, word: str | None = None) -> tuple[Room, Viewer]:
    """The table *player* means, and as whom he sees it: his seat, or what he watches.

    Without a word: where he sits, or the one table he watches. Raises CommandError.
    """
    if word is not None:
        number = table_number(word)
        if player.room is not None and player.room.table.number == number:
            return seat_at(player)
        watched = next((at for at in watched_by(player) if at.table.number == number), None)
        if watched is not None:
            return watched, SPECTATOR
        raise CommandError(
            Code.NOT_AT_TABLE, f"You are not at table {number}; to see it: watch {number}"
        )
    if player.room is not None:
        return seat_at(player)
    watching = watched_by(player)
    if len(watching) == 1:
        return watching[0], SPECTATOR
    if watching:
        numbers = ", ".join(str(number) for number in player.watching)
        raise CommandError(Code.AMBIGUOUS, f"You watch tables {numbers}; say which one.")
    raise CommandError(
        Code.NOT_AT_TABLE, "You are at no table; see: tables - or open one: new GAME"
    )


def seat_at(player: Player) -> tuple[Room, Seat]:
    """The table where *player* sits, and his seat. Raises CommandError."""
    found = seat_of(player)
    if found is None:
        if player.watching:
            raise CommandError(Code.NOT_AT_TABLE, "You are only watching; to play: join TABLE")
        raise CommandError(Code.NOT_AT_TABLE, "You sit at no table; see: tables - or: new GAME")
    return found


NAMES_COMPARED: Final = 100
"""Connections beyond which the host does not look for a name that is close to a wrong one: that
takes a few microseconds for each name, and anybody can have it done with each line."""


def _names_here(people: People) -> list[str]:
    """The names of those who are connected; none if there are too many to compare."""
    if len(people.sessions) > NAMES_COMPARED:
        return []
    return [session.player.name for session in people.sessions.values() if session.player]


def find_player(people: People, word: str) -> Player:
    """The player of that name (look-alikes are the same name). Raises CommandError."""
    player = people.find(word)
    if player is None:
        close = near(word, _names_here(people))
        hint = f". Did you mean {close}?" if close else "; see: who"
        raise CommandError(Code.USAGE, f"There is no player {word[:20]} here{hint}", near=close)
    return player
