"""Lobby news: changes of tables, sent in digests to the connections that follow the lobby.

A person follows it while at no table, a program if it asked for that in its HELLO. News is not
kept anywhere: not in the journal, not in a player's stream. If you come back, ask `tables`.

One digest is made at a time, once for each voice and width, and sent to the followers a few
at a time, so that neither many followers nor many changes make anyone else wait.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from parlour.core.effects import ConnId
from parlour.core.output import Output
from parlour.core.sessions import Player, Session, unnumbered
from parlour.language import Form
from parlour.tables.rooms import Room
from parlour.tables.summary import lobby_news
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import MoreNews, TableEvent

BATCH: Final = 100
"""Followers who get a digest at once, in about half a millisecond of the host's time."""
BATCH_S: Final = 0.01
"""Seconds between two such batches, in which the host does its other work."""

Voice: TypeAlias = tuple[bool, Form | None]
"""Whether it is a program, and the width of its text."""


class News:
    """The followers, and the changes that we have not told them yet."""

    def __init__(self, out: Output, rooms: Mapping[int, Room]) -> None:
        self._out = out
        self._rooms = rooms
        self._changed: dict[int, TableEvent] = {}
        """By table, in the order of the first change since the last digest."""
        self.followers: dict[ConnId, Session] = {}
        """All who follow the lobby, and perhaps some who sit at a table by now."""
        self._due = False
        """A digest, or the rest of one, is about to be sent."""
        self._began = -math.inf
        """Time of the last digest."""
        self._lines: tuple[EncodedEvent, ...] = ()
        """The digest that is being sent."""
        self._made: dict[Voice, bytes] = {}
        """The same digest, rendered for each format and width."""
        self._waiting: deque[Session] = deque()
        """Followers who have not been sent it yet."""

    def follow(self, player: Player) -> None:
        """Tell *player* the news if they follow.

        They now have a connection, or no table any more.
        """
        session = player.session
        if session is not None and session.lobby and player.room is None:
            self.followers[session.conn] = session

    def lost(self, conn: ConnId) -> None:
        self.followers.pop(conn, None)

    def changed(self, event: TableEvent) -> None:
        """Tell the followers about a table: at once, or with the next digest."""
        before = self._changed.get(event.table)
        if before is not None and before.change == "opened":
            if event.change == "closed":
                del self._changed[event.table]  # nobody has heard of it
                return
            event = replace(event, change="opened", what=before.what)
        self._changed[event.table] = event
        self._set()

    def _set(self) -> None:
        """Schedule the rest of the digest, or the next one when it is due."""
        if self._due or not (self._waiting or self._changed):
            return
        out = self._out
        due = max(out.now, self._began + out.limits.lobby_news_ms / 1000)
        if self._waiting:
            due = out.now + BATCH_S
        self._due = True
        out.timers.at(due, self._send)

    def _send(self) -> None:
        """Send the next batch of the digest, or begin a new one if the last is finished."""
        self._due = False
        if not self._waiting:
            self._begin()
        for _ in range(min(BATCH, len(self._waiting))):
            session = self._waiting.popleft()
            if _follows(session):
                self._out.mention(session, self._read(session))
            else:
                self.followers.pop(session.conn, None)
        if not self._waiting:
            self._lines, self._made = (), {}
        self._set()

    def _begin(self) -> None:
        events: list[TableEvent] = []
        for number, event in self._changed.items():
            room = self._rooms.get(number)
            if room is not None:
                change = "changed" if event.change == "closed" else event.change
                events.append(lobby_news(room, change, event.what))
            else:
                events.append(event)  # the table is closed
        self._changed.clear()
        self._began = self._out.now
        self._waiting.extend(self.followers.values())
        events.sort(key=lambda event: event.change != "opened")
        most = self._out.limits.lobby_news_tables
        shown, rest = events[:most], events[most:]
        lines = [EncodedEvent(event) for event in shown]
        if rest:
            opened = sum(event.change == "opened" for event in rest)
            lines.append(EncodedEvent(MoreNews(more=len(rest), opened=opened)))
        self._lines = tuple(lines)

    def _read(self, session: Session) -> bytes:
        form = session.text_form if session.program else session.form
        data = self._made.get((session.program, form))
        if data is None:
            data = self._made[session.program, form] = unnumbered(session, *self._lines)
        return data


def _follows(session: Session) -> bool:
    player = session.player
    return not session.closing and player is not None and player.room is None
