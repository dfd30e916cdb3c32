"""Fair queueing: whose line is next.

A connection with nothing waiting is answered as soon as it is heard, unless it has just had more
than its share. Everything else waits in its own queue, and `serve` goes round all connections
with such lines. Next is always the one whose line would be done first if all of them were worked
on at the same time (fair queueing: Demers, Keshav and Shenker, 1989). So no connection waits for
more than one turn of each other one, no matter how much anyone sends, and a cheap line passes
dear ones by. At a table, though, the order of lines decides (G-1): players who have had no more
than their share and send no dear lines are answered there in the order in which they were heard.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection
from typing import Final

from parlour.commands.call import Context
from parlour.core.effects import ConnId
from parlour.core.sessions import Session
from parlour.wire.lines import BadLine

# Work is counted in lines: 1 is about what a move costs at a table of four (100 µs).
WORK_S: Final = 0.0001
"""The processor time of that much work."""
TURN_WORK: Final = 8
"""A turn also ends after this much work: one page of a long list."""
TICK_WORK: Final = 32
"""Work for lines that arrived together. The rest wait for a round, where dear lines come last."""
LEAD_WORK: Final = 16
"""A connection that has had this much more work than its share waits for a round, too."""
OWN_SHARE: Final = 0.05
"""A connection that uses no more than this share of the time has never had more than its share,
however many others there are: a person who types, and most programs."""
DEAR_WORK: Final = 8
"""What we expect of a line that is known to be dear, before it is done."""
WORDS: Final = 8
"""Reading this many words of a line is as much work as one line."""


def words_of(line: str | BadLine) -> int:
    """Return the work to read the words of *line*, beyond an ordinary line."""
    return line.count(" ") // WORDS if isinstance(line, str) else 0


class Turns:
    """Connections whose lines can be answered as soon as it is their turn."""

    def __init__(
        self,
        context: Context,
        finished: Callable[[Session], None],
        guilty: Collection[tuple[ConnId, int]] = (),
    ) -> None:
        """Call *finished* when nothing more will come on a connection, and all is answered.

        *guilty*: lines to refuse, by connection and the position of the end.
        """
        self.guilty = guilty
        self.context = context
        self.finished = finished
        self.out = context.out
        self._dear = context.dear_verbs()
        self._queue: list[tuple[float, int, Session, int]] = []
        """Connections with lines that wait, as a heap: when each would be done, in fair time, and
        the table whose order it keeps, or 0."""
        self._orders: dict[int, tuple[float, int]] = {}
        """By table: when the last line that waits there would be done, and how many wait."""
        self._count = 0
        self._fair = 0.0
        """Fair time: the work that a connection would have had that always had its share. It
        passes with the work, slower the more wait, and while nobody waits, with the time."""
        self._fair_at = 0.0
        self._worked = 0
        """The work since this tick began."""
        self.unanswered: Collection[ConnId] = ()
        """While the house waits for its store: connections for which an answer is ready that
        cannot leave yet."""

    def __bool__(self) -> bool:
        """Is anyone waiting for a turn?"""
        return bool(self._queue)

    def expected(self, session: Session, line: str | BadLine) -> int:
        """Return how much work we expect *line* to be: what it shows, or what is usual there."""
        known = 1
        if isinstance(line, str):
            word, _, rest = line.partition(" ")
            if word[:1] == "#":
                word = rest.partition(" ")[0]
            dear = word.lstrip("/").lower() in self._dear
            known = (DEAR_WORK if dear else 1) + words_of(line)
        return max(known, session.intake.usual)

    def put(self, session: Session, line: str | BadLine) -> None:
        """Queue the connection. *line* is the one it wants answered next."""
        if not session.intake.queued:
            session.intake.queued = True
            self._count += 1
            done = max(self._had(session), self._fair)
            if self.out.waiting is None:  # else all wait, and order is the order of arrival
                done += self.expected(session, line)
            table = _table_of(session) if done <= self._fair + LEAD_WORK else 0
            if table:
                last, waiting = self._orders.get(table, (done, 0))
                done = max(done, last)
                self._orders[table] = done, waiting + 1
            heapq.heappush(self._queue, (done, self._count, session, table))

    def pop(self) -> Session:
        """Take off and return the connection whose turn it is."""
        _, _, session, table = heapq.heappop(self._queue)
        session.intake.queued = False
        if table:
            last, waiting = self._orders.pop(table)
            if waiting > 1:
                self._orders[table] = last, waiting - 1
        return session

    def begin(self, now: float) -> None:
        """Begin a tick. Fair time passes with the time in which nobody waited."""
        if not self._queue:
            self._fair += max(0.0, (now - self._fair_at) / WORK_S - self._worked)
        self._fair_at, self._worked = now, 0

    def crowded(self, session: Session, line: str | BadLine) -> bool:
        """Must *line* wait for a round?

        It must if the connection has had more than its share, if the line may be dear, if an
        earlier line waits at its table, or if so much has been done already that others have to
        wait too.
        """
        if self._had(session) - self._fair > LEAD_WORK or session.intake.usual > LEAD_WORK:
            return True
        if _table_of(session) in self._orders:
            return True
        work = self.out.work
        if not work:
            return words_of(line) >= TURN_WORK
        return work + self.expected(session, line) > TICK_WORK

    def _had(self, session: Session) -> float:
        """Return the work that *session* has had in fair time, beyond what is always its own."""
        intake = session.intake
        return intake.had - max(0.0, self.out.now - intake.had_at) * OWN_SHARE / WORK_S

    def charge(self, session: Session, work: int) -> None:
        """Note that *session* has had that much work for one line."""
        intake = session.intake
        intake.had = max(self._had(session), self._fair) + work
        intake.had_at = self.out.now
        intake.usual = (intake.usual + work) // 2
        self._fair += work / (len(self._queue) + 1)
        self._worked += work


def _table_of(session: Session) -> int:
    """Return the number of the table where they sit, or 0."""
    player = session.player
    return player.room.table.number if player is not None and player.room is not None else 0
