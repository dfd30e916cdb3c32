"""What the verbs share: refusals, replies, and finding what a word means."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from parlour.api import SPECTATOR, Viewer
from parlour.house.effects import AnswerKey
from parlour.house.people.streaming import Show
from parlour.house.sessions import Player, Session
from parlour.house.tables.rooms import Room
from parlour.wire.codes import Code
from parlour.wire.messages import Answer, Count, Done, No, Page
from parlour.wire.request import Request
from parlour.wire.text import near
from parlour.wire.voices import final, person

if TYPE_CHECKING:
    from parlour.house.house import House


class Denied(Exception):
    """A request that is refused: one answer, nothing changes.

    *retry*: may the same request succeed later? None: what the code says (`ABOUT`).
    """

    def __init__(
        self,
        code: Code,
        text: str,
        *,
        usage: str | None = None,
        near: str | None = None,
        prompt: int | None = None,
        retry: bool | None = None,
        retry_ms: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.usage = usage
        self.near = near
        self.prompt = prompt
        self.retry = retry
        self.retry_ms = retry_ms


@dataclass(frozen=True, slots=True)
class Reply:
    """The whole answer to a request: items of a list, and the final word."""

    final: Answer
    items: Sequence[Answer] = ()


DONE = Reply(Done())


@dataclass(frozen=True, slots=True)
class Pages:
    """A list that may be too long for one answer: nobody makes the host write it all at once."""

    total: int
    size: int
    """Items on a page."""
    none: str
    """What a person reads of an empty list."""

    def reply(self, call: Call, rows: Callable[[int, int], Sequence[Answer]]) -> Reply:
        """The page that was asked for; `rows(first, end)` makes its items. Raises Denied."""
        verb, words = call.request.verb, call.words
        pages = max(1, -(-self.total // self.size))
        page = whole_number(words[0]) if words else None
        if page is None:
            page = 1
        elif not 1 <= page <= pages:
            many = "only one page" if pages == 1 else f"{pages} pages"
            text = f"There is no page {page}: this list has {many}. To see the first: {verb}"
            raise Denied(Code.USAGE, text, usage=f"{verb} [PAGE]")
        first = (page - 1) * self.size
        items = rows(first, min(first + self.size, self.total))
        if pages == 1:
            return Reply(Count(count=len(items), none=self.none), items)
        end = Page(count=len(items), page=page, pages=pages, total=self.total, what=verb)
        return Reply(end, items)


@dataclass(frozen=True, slots=True)
class Call:
    """A request on its way to its verb. `player` is None before a name is given."""

    house: House
    session: Session
    request: Request
    player: Player | None

    @property
    def me(self) -> Player:
        """The player; verbs that need one are not called without."""
        assert self.player is not None, "dispatch has asked for a name"
        return self.player

    @property
    def words(self) -> list[str]:
        """The arguments, split at blanks."""
        return self.request.rest.split()


@dataclass(frozen=True, slots=True)
class Later:
    """An answer that takes a while: *work* is done on another thread, the rest here.

    `finish` makes the reply of what *work* returned, at once or bit by bit, or raises
    Denied; `failed` is what the asker reads if *work* raised.
    """

    work: Callable[[], Any] | None
    finish: Callable[[Any], Reply | Show]
    failed: str
    password: bool = False
    """Is the work one of `limits.password_jobs`?"""
    begin: Callable[[AnswerKey], None] | None = None
    """Called here in place of *work*; sooner or later `House.done` gets what it found out."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A request whose answer is on its way."""

    number: int
    call: Call
    later: Later


Handler: TypeAlias = Callable[[Call], Reply | Later]


_WHOLE: Final = re.compile(r"[0-9]{1,9}")


def whole_number(word: str) -> int | None:
    """The number that *word* spells; None if it is none, or longer than any here can be."""
    return int(word) if _WHOLE.fullmatch(word) else None


def table_number(word: str) -> int:
    """The number of a table as typed. Raises Denied."""
    number = whole_number(word.lower().removeprefix("table"))
    if number is None:
        raise Denied(Code.USAGE, f"{word[:20]} is no table number; see: tables")
    return number


def find_room(house: House, word: str) -> Room:
    """The table that *word* names. Raises Denied."""
    number = table_number(word)
    room = house.rooms.get(number)
    if number in house.held:
        text = f"Table {number} is held: {house.held[number].why}."
        raise Denied(Code.UNAVAILABLE, text)
    if room is None:
        raise Denied(Code.NO_SUCH_TABLE, f"There is no table {word}; see: tables")
    return room


def here(player: Player, word: str | None = None) -> tuple[Room, Viewer]:
    """The table *player* means, and as whom he sees it: his seat, or what he watches.

    Without a word: where he sits, or the one table he watches. Raises Denied.
    """
    if word is not None:
        number = table_number(word)
        if player.room is not None and player.room.table.number == number:
            return seated(player)
        if number in player.watching:
            return player.watching[number], SPECTATOR
        raise Denied(
            Code.NOT_AT_TABLE, f"You are not at table {number}; to see it: watch {number}"
        )
    if player.room is not None:
        return seated(player)
    if len(player.watching) == 1:
        return next(iter(player.watching.values())), SPECTATOR
    if player.watching:
        numbers = ", ".join(str(number) for number in player.watching)
        raise Denied(Code.AMBIGUOUS, f"You watch tables {numbers}; say which one.")
    raise Denied(Code.NOT_AT_TABLE, "You are at no table; see: tables - or open one: new GAME")


def seated(player: Player) -> tuple[Room, Viewer]:
    """The table where *player* sits, and his seat. Raises Denied."""
    if player.room is None or player.seat is None:
        if player.watching:
            raise Denied(Code.NOT_AT_TABLE, "You are only watching; to play: join TABLE")
        raise Denied(Code.NOT_AT_TABLE, "You sit at no table; see: tables - or: new GAME")
    return player.room, player.seat


def find_player(house: House, word: str) -> Player:
    """The player of that name (look-alikes are the same name). Raises Denied."""
    player = house.find(word)
    if player is None:
        close = near(word, [other.name for other in house.register.by_key.values()])
        hint = f"; did you mean {close}?" if close else "; see: who"
        raise Denied(Code.USAGE, f"There is no player {word[:20]} here{hint}", near=close)
    return player


def refusal(session: Session, request_id: str, no: No) -> bytes:
    """A refusal as it is read on this line."""
    if session.program:
        return final(request_id, no, session.text_width, ok=False)
    return person(no, session.width)
