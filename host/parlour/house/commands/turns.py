"""Turns: connections are answered one after the other, a few lines each.

A connection with nothing waiting is answered as soon as it is heard. What it sends beyond
one turn waits in its own queue, and `serve` goes round all connections with such lines. So
no connection waits for more than one turn of each other one, no matter how much anyone sends.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Final

from parlour.house.commands.dispatch import answer_line
from parlour.house.effects import Received
from parlour.wire.codes import Code, Goodbye
from parlour.wire.lines import BadLine
from parlour.wire.messages import No
from parlour.wire.request import id_of

if TYPE_CHECKING:
    from parlour.house.house import House
    from parlour.house.sessions import Session
    from parlour.house.tables.rooms import Room

# Work is counted in lines: 1 is about what a move costs at a table of four (100 µs).
TURN_LINES: Final = 4
"""Lines of one connection in one turn."""
TURN_WORK: Final = 8
"""A turn also ends after this much work: one page of a long list."""
ROUND_WORK: Final = 256
"""Work in one round, or for lines that arrived together: some 30 ms until the network is read."""
LIST_WORK: Final = 16
"""The part of it for long lists: four thousand people who ask `who` at the same moment do not
delay the players."""
STORED_FREE: Final = 3
"""Entries that a line may store at no extra cost to the flood budget: a move and what follows
from it, or a name."""
ITEMS: Final = 8
"""Making so many items of a list is as much work as one line."""
HEARERS: Final = 32
"""Telling an event to this many listeners is as much work as one line."""
READ_AHEAD: Final = 64
"""Waiting lines beyond which the host stops reading a connection. What it sends then stays in the
network until the sender has to stop too."""

_LIST: Final = re.compile(
    r"(?:#\S+\s+)?/?(?:commands|games|help|history|replay|rules|tables|who)\b", re.IGNORECASE
)
"""Lines that ask for a long answer. A word of a game may look the same: it only loses its turn to
others, never its time of arrival."""


class Turns:
    """Connections whose lines can be answered as soon as it is their turn."""

    def __init__(self) -> None:
        self.ready: deque[Session] = deque()
        self.lists: deque[Session] = deque()
        """Connections whose next answer is long."""
        self.work = 0
        """Work done since this tick or round began."""
        self.answers = 0
        """The part of it for long answers."""

    def __bool__(self) -> bool:
        """Is anyone waiting for a turn?"""
        return bool(self.ready or self.lists)

    def put(self, session: Session, line: str | BadLine) -> None:
        """Queue the connection behind all others. *line* is the one it wants answered next."""
        if not session.queued:
            session.queued = True
            (self.lists if _is_list(line) else self.ready).append(session)

    def answer(self, cost: int) -> None:
        """Count what an answer cost beyond its line."""
        self.work += cost
        self.answers += cost

    def crowded(self, line: str | BadLine) -> bool:
        """Has so much been done already that *line* must wait for a round?"""
        if self.work < LIST_WORK:
            return False
        return self.work >= ROUND_WORK or _is_list(line)


def _is_list(line: str | BadLine) -> bool:
    return isinstance(line, str) and _LIST.match(line) is not None


# --- lines in ------------------------------------------------------------------------


def received(house: House, event: Received) -> None:
    """Answer the lines that can be answered at once, and let the rest wait."""
    session = house.sessions.get(event.conn)
    if session is None or session.closing:
        return
    session.heard_at = now = house.now
    lines = session.decoder.feed(event.data)
    if replies := session.decoder.take_replies():
        house.write_anyway(session, replies)
    if not lines:
        return
    if session.waiting is None and len(lines) == 1 and not session.behind:
        line = lines[0]
        # The hot path: one line, and nothing else on this connection.
        if not house.turns.crowded(line) and not session.bucket.take(now):
            session.lag_ms = event.lag_ms
            _answer(house, session, line)
            return
    waiting = session.start_waiting() if session.waiting is None else session.waiting
    waiting.extend((line, now, event.lag_ms) for line in lines)
    if session.dry:
        _refuse_surplus(house, session)
    elif not session.queued and not session.blocked:
        if house.turns.crowded(lines[0]):
            house.turns.put(session, lines[0])
        else:
            _take_turn(house, session)
    settle(house, session)


def hold(house: House, session: Session) -> None:
    """Begin without a burst, on a connection from a place that has used up its bursts."""
    session.held = session.dry = True
    limits = house.limits
    burst = limits.flood_burst * (limits.near_factor if session.near else 1)
    session.bucket.charge(burst, house.now)
    house.read_from(session, on=False)
    house.drain_later(session, session.bucket.take(house.now))


def read_on(house: House, session: Session) -> None:
    """Go on with the waiting lines: nothing blocks them any more, and they count from now on.

    They get their turn in the next round, since many budgets may be due at the same time.
    """
    session.dry = False
    session.since = house.now
    settle(house, session)


def serve(house: House) -> None:
    """Run one round: a turn for each connection that waits, as far as the work allows."""
    turns = house.turns
    turns.work = 0
    _round(house, turns.ready, ROUND_WORK)
    _round(house, turns.lists, turns.work + LIST_WORK)


def _round(house: House, queue: deque[Session], most: int) -> None:
    for _ in range(len(queue)):
        if house.turns.work >= most:
            break
        session = queue.popleft()
        session.queued = False
        try:
            _take_turn(house, session)
            settle(house, session)
        except Exception as error:  # noqa: BLE001 - the boundary between lines
            house.broken(session.conn, "a turn", error)
        house.bind()


# --- one connection --------------------------------------------------------------------


def _take_turn(house: House, session: Session) -> None:
    """Answer the next few lines."""
    now, until = house.now, house.turns.work + TURN_WORK
    for _ in range(TURN_LINES):
        if not session.waiting or session.blocked or house.turns.work >= until:
            break
        if wait_s := session.bucket.take(now):
            session.dry = True
            house.drain_later(session, wait_s)
            _refuse_surplus(house, session)
            break
        line, at, session.lag_ms = session.waiting.popleft()
        house.now = min(now, max(at, session.since))
        try:
            _answer(house, session, line)
        finally:
            house.now = now


def _answer(house: House, session: Session, line: str | BadLine) -> None:
    """Answer a line, and charge what it costs beyond an ordinary one."""
    turns = house.turns
    work, answers = turns.work, turns.answers
    answer_line(house, session, line)
    cost = turns.answers - answers
    cost += max(0, turns.work - work - cost - STORED_FREE)
    turns.work += 1
    if cost:
        session.bucket.charge(cost, house.now)


def settle(house: House, session: Session) -> None:
    """Queue the connection for its next turn, and read from it or stop reading."""
    waiting = session.waiting
    if session.closing:
        return
    if waiting and not session.blocked:
        house.turns.put(session, waiting[0][0])
    elif waiting is not None and not waiting and not session.occupied:
        session.waiting = waiting = None
    # Lines beyond the budget are still read and refused, so that a flooding client is told so.
    # On a held connection they are not read.
    warned = session.dry and not session.held
    if session.reading:
        if waiting is not None and len(waiting) > READ_AHEAD and not warned:
            house.read_from(session, on=False)
    elif not waiting or warned:
        house.read_from(session, on=True)


def _refuse_surplus(house: House, session: Session) -> None:
    """Handle a used-up budget: some lines may wait for it, further ones are refused, and too many
    refusals close the connection.
    """
    if session.held:
        return
    limits, waiting = house.limits, session.waiting
    assert waiting is not None, "it has lines"
    surplus = len(waiting) - limits.flood_waiting
    refused = [waiting.pop() for _ in range(surplus)]
    per_s = limits.flood_per_s * (limits.near_factor if session.near else 1)
    for line, _, _ in reversed(refused):
        session.refused += 1
        if session.refused > limits.flood_refusals:
            house.bursts.use_up(session, house.now)
            house.close(
                session, Goodbye.TOO_FAST, "Far too many lines at once; the line is closed."
            )
            return
        retry_ms = len(waiting) * 1000 // per_s + 1
        what = f"Too fast: that line was not read. Wait {(retry_ms + 999) // 1000} s."
        no = No(code=Code.TOO_FAST, what=what, retry=True, retry_ms=retry_ms)
        id_ = line.id if isinstance(line, BadLine) else id_of(line)
        house.refuse(session, id_ or "-", no)


# --- times -----------------------------------------------------------------------------


def awaits(room: Room, moment: float) -> bool:
    """Does a line that one of the players sent by *moment* still wait for its turn?"""
    return any(
        player.session is not None and player.session.next_at <= moment
        for player in room.seated.values()
    )
