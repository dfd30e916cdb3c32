"""A house that is small enough to see through, with everything that matters to its shell."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

import msgspec

from parlour.core.effects import (
    Attached,
    Connected,
    ConnId,
    Effects,
    Ended,
    HouseEvent,
    Lost,
    Received,
)
from parlour.core.persistence import Entry
from parlour.keeper.notes import FLAG_BITS

LATER_S: Final = 0.004
"""Seconds that a late answer takes, and a page of a long one."""
NOBODY: Final = ConnId(0)


class Card(msgspec.Struct, frozen=True):
    """What must be known of a connection to go on with it."""

    answered: int = 0
    """Lines that are answered, or begun to be."""
    showing: bool = False
    """Its last answer is long and not at its end."""


@dataclass(eq=False)
class Session:
    """A connection."""

    conn: ConnId
    fed: int = 0
    half: bytes = b""
    lines: deque[tuple[bytes, int]] = field(default_factory=deque[tuple[bytes, int]])
    """Whole lines that are not begun, with the place of their end."""
    answered: int = 0
    acked: int = 0
    pages: list[int] = field(default_factory=list[int])
    """Pages of a long answer that are still to come."""
    later: tuple[bytes, int] | None = None
    """The line that is answered later."""
    due: float | None = None
    ended: bool = False
    closing: bool = False
    told: bytes = b""
    """The last card."""

    @property
    def idle(self) -> bool:
        return self.later is None and not self.pages


class House:
    """Answers lines.

    `say` is stored and everybody hears it, `hide` is stored and only its player knows; `ask`
    is answered at once, `later` somewhat later, `long` in pages, `bye` closes the connection, and
    `die` is a fault in a game.
    """

    def __init__(
        self,
        stored: Sequence[bytes],
        working: Callable[[ConnId, int], None],
        *,
        guilty: Collection[tuple[ConnId, int]],
        die: Callable[[], NoReturn],
        paced: bool,
    ) -> None:
        """*guilty*: lines to refuse, by connection and position. *die* kills this process."""
        self._guilty, self._die = guilty, die
        self._stored = len(stored)
        self._said = sum(body.startswith(b"say ") for body in stored)
        self._working = working
        self._paced = paced
        self._sessions: dict[ConnId, Session] = {}
        self._waiting = False
        self._out: defaultdict[ConnId, bytes] = defaultdict(bytes)
        self._effects = Effects()
        self._noted: dict[Session, None] = {}
        """Whose card or mark may have changed."""
        self._bound = set[ConnId]()
        self._now = 0.0
        self._on = False
        """What waited for the store goes on in the next tick."""

    @property
    def next_due(self) -> float | None:
        if self._on:
            return self._now
        if self._waiting:
            return None
        return min(
            (one.due for one in self._sessions.values() if one.due is not None), default=None
        )

    @property
    def busy(self) -> bool:
        return False

    def serve(self, now: float, wall: float) -> Effects:
        raise AssertionError("it is never busy")

    def slow_notice(self, conn: ConnId) -> bytes:
        return b""

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        self._begin(now)
        self._on = False
        for event in events:
            self._handle(event)
        for session in [*self._sessions.values()]:
            if session.due is not None and session.due <= now and not self._waiting:
                self._happens(session)
            self._go_on(session)
        return self._effects_of_tick()

    def wait(self, why: str, unanswered: Collection[ConnId], now: float, wall: float) -> Effects:
        self._begin(now)
        if not self._waiting:
            self._waiting = True
            for conn, session in self._sessions.items():
                self._out[conn] += b"wait\n"
                self._noted[session] = None
        return self._effects_of_tick()

    def go_on(self, now: float, wall: float) -> Effects:
        self._begin(now)
        self._waiting, self._on = False, True
        for conn in self._sessions:
            self._out[conn] += b"on\n"
        return self._effects_of_tick()

    def _begin(self, now: float) -> None:
        self._now = now
        self._out.clear()
        self._bound = set[ConnId]()
        self._effects = Effects(paced=self._paced, hidden=True)

    def _effects_of_tick(self) -> Effects:
        effects = self._effects
        effects.sends = list(self._out.items())
        for session in self._noted:
            effects.acks.append((session.conn, session.acked))
            card = msgspec.msgpack.encode(Card(session.answered, bool(session.pages)))
            if card != session.told:
                session.told = card
                effects.cards.append((session.conn, card))
        self._noted.clear()
        if effects.hidden:
            named = [*effects.sends, *effects.acks, *effects.cards]
            effects.free = {conn for conn, _ in named}.union(effects.closes) - self._bound
        for conn in effects.closes:
            self._sessions.pop(conn, None)
        return effects

    def _handle(self, event: HouseEvent) -> None:
        match event:
            case Connected(conn):
                self._sessions[conn] = session = Session(conn)
                self._noted[session] = None
                self._out[conn] += b"hello\n"
            case Attached(conn):
                self._attach(event)
            case Received(conn, data):
                self._hear(self._sessions[conn], data)
            case Ended(conn) if conn in self._sessions:
                self._sessions[conn].ended = True
            case Lost(conn):
                self._sessions.pop(conn, None)
            case _:
                pass

    def _attach(self, event: Attached) -> None:
        session = self._sessions[event.conn] = Session(event.conn, event.mark >> FLAG_BITS)
        session.told, session.acked = event.card, event.mark
        self._noted[session] = None
        card = msgspec.msgpack.decode(event.card, type=Card) if event.card else Card()
        session.answered = card.answered
        self._out[event.conn] += b"back\n" if event.greeted else b"hello\n"
        if card.showing:
            self._out[event.conn] += b"cut\n"

    def _hear(self, session: Session, data: bytes) -> None:
        *lines, half = (session.half + data).split(b"\n")
        at = session.fed - len(session.half)
        session.fed += len(data)
        session.half = half
        for line in lines:
            at += len(line) + 1
            session.lines.append((line, at << FLAG_BITS))

    def _go_on(self, session: Session) -> None:
        """Answer what can be answered."""
        while session.lines and session.idle and not (self._waiting or session.closing):
            line, mark = session.lines.popleft()
            self._working(session.conn, mark >> FLAG_BITS)
            if (session.conn, mark >> FLAG_BITS) in self._guilty:
                self._answer(session, b"refused", mark)
            else:
                self._act(session, line, mark)
            self._working(NOBODY, 0)
        if session.ended and session.idle and not (session.lines or self._waiting):
            self._close(session)

    def _act(self, session: Session, line: bytes, mark: int) -> None:
        verb, _, text = line.partition(b" ")
        if verb == b"die":
            self._die()
        if verb == b"later":
            session.later, session.due = (line, mark), self._now + LATER_S
            return
        if verb == b"long":
            session.pages = list(range(1, int(text) + 1))
            session.answered += 1
            session.acked = mark
            self._happens(session)
            return
        if verb in (b"say", b"hide"):
            self._effects.entries.append(Entry(1, self._stored, line))
            self._stored += 1
        if verb == b"say":
            self._effects.hidden = False
            for conn in self._sessions:
                self._out[conn] += b"heard %d %b\n" % (self._said, text)
            self._said += 1
        if verb == b"hide":
            self._bound.add(session.conn)
        self._answer(session, line, mark)
        if verb == b"bye":
            self._close(session)

    def _answer(self, session: Session, line: bytes, mark: int) -> None:
        verb, _, text = line.partition(b" ")
        session.answered += 1
        self._out[session.conn] += b"%d %b %d\n" % (session.answered, verb, len(text))
        session.acked = mark
        self._noted[session] = None
        self._effects.answered.append(session.conn)

    def _happens(self, session: Session) -> None:
        """The time of a late answer, or of a page, has come."""
        if session.later is not None:
            (line, mark), session.later = session.later, None
            self._answer(session, line, mark)
        else:
            self._out[session.conn] += b"page %d\n" % session.pages.pop(0)
        session.due = self._now + LATER_S if session.pages else None
        self._noted[session] = None

    def _close(self, session: Session) -> None:
        if not session.closing:
            session.closing = True
            self._effects.closes.append(session.conn)
