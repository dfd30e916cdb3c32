"""Lobby news: changes of tables, sent in digests to the connections that follow the lobby.

A person follows it while at no table, a program if it asked for that in its HELLO. News is not
kept anywhere: not in the journal, not in a player's stream. If you come back, ask `tables`.

One digest is made at a time, once for each voice and width, and sent to the followers a few
at a time, so that neither many followers nor many changes make anyone else wait.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from parlour.house.effects import ConnId
from parlour.house.sessions import Player, Session
from parlour.house.tables.announce import seat_names
from parlour.wire.messages import MoreNews, TableEvent
from parlour.wire.voices import Line

if TYPE_CHECKING:
    from parlour.house.house import House
    from parlour.house.tables.rooms import Room

BATCH: Final = 100
"""Followers who get a digest at once: about half a millisecond of the host's time."""
BATCH_S: Final = 0.01
"""Seconds between two such batches, in which the host does its other work."""

Voice: TypeAlias = tuple[bool, int | None]
"""Is it a program, and the width of its text."""


@dataclass(slots=True)
class News:
    """The followers, and the changes that they have not been told yet."""

    changed: dict[int, TableEvent] = field(default_factory=dict[int, TableEvent])
    """By table, in the order of the first change since the last digest."""
    followers: dict[ConnId, Session] = field(default_factory=dict[ConnId, Session])
    """All who follow the lobby, and perhaps some who sit at a table by now."""
    due: bool = False
    """A digest, or the rest of one, is about to be sent."""
    began: float = -math.inf
    """Time of the last digest."""
    lines: tuple[Line, ...] = ()
    """The digest that is being sent."""
    made: dict[Voice, bytes] = field(default_factory=dict[Voice, bytes])
    """The same, rendered for each voice."""
    waiting: deque[Session] = field(default_factory=deque[Session])
    """Followers who have not been sent it yet."""


def follow(house: House, player: Player) -> None:
    """Tell *player* the news if they follow: they now have a connection, or no table any more."""
    session = player.session
    if session is not None and session.lobby and player.room is None:
        house.news.followers[session.conn] = session


def changed(house: House, event: TableEvent) -> None:
    """Tell the followers about a table: at once, or with the next digest."""
    news = house.news
    before = news.changed.get(event.table)
    if before is not None and before.change == "opened":
        if event.change == "closed":
            del news.changed[event.table]  # nobody has heard of it
            return
        event = replace(event, change="opened", what=before.what)
    news.changed[event.table] = event
    _set(house)


def summary(room: Room, event: TableEvent) -> TableEvent:
    """*event* as the table is now."""
    table = room.table
    return replace(
        event,
        state=table.state,
        host=table.host_name,
        seats=seat_names(table),
        watchers=len(room.watchers),
    )


def _set(house: House) -> None:
    """Schedule the rest of the digest, or the next one when it is due."""
    news = house.news
    if news.due or not (news.waiting or news.changed):
        return
    due = max(house.now, news.began + house.limits.lobby_news_ms / 1000)
    if news.waiting:
        due = house.now + BATCH_S
    news.due = True
    house.timers.at(due, lambda: _send(house))


def _send(house: House) -> None:
    """Send the next batch of the digest, or begin a new one if the last is finished."""
    news = house.news
    news.due = False
    if not news.waiting:
        _begin(house)
    for _ in range(min(BATCH, len(news.waiting))):
        session = news.waiting.popleft()
        if _follows(session):
            house.mention(session, _read(news, session))
        else:
            news.followers.pop(session.conn, None)
    if not news.waiting:
        news.lines, news.made = (), {}
    _set(house)


def _begin(house: House) -> None:
    """Make a digest of what has changed. Changes that were undone meanwhile are not in it."""
    news = house.news
    events: list[TableEvent] = []
    for number, event in news.changed.items():
        room = house.rooms.get(number)
        if room is not None:
            known = event if event.change != "closed" else replace(event, change="changed")
            events.append(summary(room, known))
        elif event.change == "closed":
            events.append(event)
    news.changed.clear()
    news.began = house.now
    news.waiting.extend(news.followers.values())
    events.sort(key=lambda event: event.change != "opened")
    most = house.limits.lobby_news_tables
    shown, rest = events[:most], events[most:]
    lines = [Line(event) for event in shown]
    if rest:
        opened = sum(event.change == "opened" for event in rest)
        lines.append(Line(MoreNews(more=len(rest), opened=opened)))
    news.lines = tuple(lines)


def _follows(session: Session) -> bool:
    player = session.player
    return not session.closing and player is not None and player.room is None


def _read(news: News, session: Session) -> bytes:
    """The digest as *session* reads it."""
    width = session.text_width if session.program else session.width
    data = news.made.get((session.program, width))
    if data is None:
        if session.program:
            data = b"".join(line.program(None, width) for line in news.lines)
        else:
            data = b"".join(line.person(session.width) for line in news.lines)
        news.made[session.program, width] = data
    return data
