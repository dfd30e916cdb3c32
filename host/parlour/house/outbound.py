"""The one way out of the house: everything that is to be stored, sent, closed or thought about.

Whoever has something to say, keep or have done asks it of `Outbound`, which knows what time it is
and whether anything can be stored. `House.tick` gives away what has come together here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from parlour.house.effects import AnswerKey, ConnId, Effects, Job, Report
from parlour.house.limits import Limits
from parlour.house.persistence import Clocks, Entry, Write
from parlour.house.refusals import refusal
from parlour.house.sessions import Player, Session, rendered
from parlour.house.timers import Action, Timers
from parlour.wire.codes import Goodbye
from parlour.wire.encoding import WIDTH, Line, farewell, person
from parlour.wire.messages import Event, Farewell, No

# Work is counted in lines: 1 is about what a move costs at a table of four (100 µs).
ITEMS: Final = 8
"""Making so many items of a list is as much work as one line."""
HEARERS: Final = 32
"""Telling an event to this many listeners is as much work as one line."""


class Outbound:
    """What leaves the house with this tick, and the time."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.now = 0.0
        self.wall = 0.0
        self.timers = Timers()
        self.waiting: str | None = None
        """Why the house waits for its store; None: it does not. Nothing may be stored meanwhile.
        """
        self.waited_s = 0.0
        """How long it has waited by now."""
        self.behind_s = 0.0
        """How long it had waited before that in all: `now` is behind the shell's clock by so much,
        since no time passes in the house while it waits."""
        self.notes = 0
        """The last number given to a note (`persistence.Entry`); none is given twice."""
        self.data_bytes = 0
        """About how much is kept, as the shell has last told."""
        self.work = 0
        """Work done since this tick or round began."""
        self.answers = 0
        """The part of it for long answers."""
        self.effects = Effects()
        self._probes: dict[ConnId, list[Callable[[float | None], None]]] = {}
        """Who waits for a look at a connection; no longer than until it is lost."""
        self._dirty: dict[Session, None] = {}
        """Connections that have something to read, in the order in which they first had."""
        self._written: list[ConnId] = []
        """Who has been written to since `bind` looked last."""
        self._free: set[ConnId] = set()
        self._bound: set[ConnId] = set()
        """Who need not wait in this tick for what is stored in it, and who must."""
        self._bound_at = 0
        self._shown = False
        """Is anything to be stored of which others can learn than those who are told of it?"""
        self.log_full = limits.backlog_events * 2
        """Items in a log at which it is cut: half of them at once, so that it is done seldom."""

    # --- bytes for a connection ----------------------------------------------------------

    def write(self, session: Session, data: bytes) -> None:
        """Have bytes sent on this line, after all that was written before."""
        if not data:
            return
        self._dirty[session] = None
        self._written.append(session.conn)
        session.out.append(data)

    def reply(self, session: Session, data: bytes) -> None:
        """Have bytes sent that answer a line: no other answer of this session may leave before."""
        self.write(session, data)
        self.effects.answered.append(session.conn)

    def mention(self, session: Session, data: bytes) -> None:
        """Have bytes sent that are left out if this reader is behind."""
        self.effects.news.append((session.conn, data))

    def answer(self, session: Session, make: Callable[[], bytes | None]) -> None:
        """Write the final answer to a request, and behind it all that making it leads to.

        *make* returns its bytes; None: the answer comes later.
        """
        before, session.out = session.out, []
        data: bytes | None = None
        try:
            data = make()
        finally:
            led_to, session.out = session.out, before
            if data is not None:
                self.reply(session, data)
            session.out += led_to

    def refuse(self, session: Session, request_id: str, no: No) -> None:
        """Answer what could not be read with a refusal."""
        self.reply(session, refusal(session, request_id, no))

    def close(self, session: Session, code: Goodbye, text: str) -> None:
        """Say why, and close the line; its player keeps his seat."""
        if not session.closing:
            self.hang_up(session, farewell_bytes(session, Farewell(code=code, what=text)))

    def hang_up(self, session: Session, last: bytes) -> None:
        """Send the *last* bytes and close the connection."""
        self.write(session, last)
        session.end()
        self.effects.closes.append(session.conn)

    def read_from(self, session: Session, *, on: bool) -> None:
        """Have the shell read from that connection, or leave it for now."""
        session.reading = on
        self.effects.reading.append((session.conn, on))

    def alarm(self, session: Session, what: str, due: float, action: Action) -> None:
        """Do *action* at *due*, in place of what was due as *what*, unless the connection ends."""
        before = session.alarms.get(what)
        if before is not None:
            before.cancel()
        session.alarms[what] = self.timers.at(due, action)

    def ask_line(self, conn: ConnId, then: Callable[[float | None], None]) -> None:
        """Have a connection looked at; *then* gets how many seconds ago it was last heard of."""
        self._probes.setdefault(conn, []).append(then)
        self.effects.probes.append(conn)

    def probed(self, conn: ConnId, silent_s: float | None) -> None:
        """That connection was looked at, or is lost."""
        for then in self._probes.pop(conn, ()):
            then(silent_s)

    def cost(self, size: int, items: int = 0) -> int:
        """What an answer of so many bytes and items costs beyond its line, in lines."""
        return size // self.limits.flood_answer_bytes + items // ITEMS

    def charge(self, cost: int) -> None:
        """An answer has cost so much beyond its line."""
        self.work += cost
        self.answers += cost

    # --- events for a player ---------------------------------------------------------------

    def render(self, player: Player, lines: Sequence[Line]) -> bytes:
        """The next events of a player, as he reads them; nothing if he has no line."""
        session = player.session
        if session is None or session.closing:
            return b""
        return rendered(session, lines, player.seq + 1)

    def send(self, player: Player, lines: Sequence[Line], data: bytes) -> None:
        """Events for a player, in order, as rendered. His log is the caller's business."""
        session = player.session
        if session is not None and data:
            self._dirty[session] = None
            self._written.append(session.conn)
            session.out.append(data)
        player.seq += len(lines)
        if len(player.log) >= self.log_full:
            self.trim(player)

    def trim(self, player: Player) -> None:
        """Cut the player's log: it has grown too long."""
        player.log.trim(self.limits.backlog_events)

    def tell(self, player: Player, event: Event | Line) -> None:
        """One event that stands in no table's record."""
        line = event if isinstance(event, Line) else Line(event)
        self.tell_all((player,), line)

    def tell_all(self, players: Sequence[Player], line: Line) -> None:
        """Send each of *players* an event that stands in no table's record."""
        if not players:
            return
        lines = (line,)
        session = players[0].session
        width = session.width if session is not None and len(players) == 1 else WIDTH
        kept = line.kept(width)
        rendered_for = [(player, self.render(player, lines)) for player in players]
        heard: list[int] = []
        for player, data in rendered_for:
            heard += (player.number, player.seq + 1, 1 << 1)
            self.send(player, lines, data)
            player.log.note(line)
        line.forget()
        self.notes += 1
        self.store(Entry(0, self.notes, kept, tuple(heard)))

    # --- what is to be kept ----------------------------------------------------------------

    def store(self, entry: Entry, *, hidden: bool = False) -> None:
        """Make *entry* durable before anything leaves that is said of it.

        *hidden*: nobody can learn of it but those who are told.
        """
        if not hidden:
            self._shown = True
        self.effects.entries.append(entry)
        self.work += 1 + len(entry.heard) // (3 * HEARERS)

    def write_down(self, write: Write) -> None:
        """Have something kept that is no entry."""
        self._shown = self._shown or not isinstance(write, Clocks)
        self.effects.writes.append(write)
        self.work += 1

    # --- work and the log --------------------------------------------------------------------

    def think(self, job: Job) -> None:
        """Have something done on a worker thread: a bot thinks, an answer is looked for."""
        if isinstance(job.key, AnswerKey):
            self._written.append(job.key.conn)
        self.effects.jobs.append(job)

    def report(self, report: Report) -> None:
        """Write to the log."""
        self.effects.reports.append(report)

    def stop(self) -> None:
        """Have the shell stop the host, as it does when it is told to."""
        self.effects.stop = True

    # --- the tick ------------------------------------------------------------------------------

    def ring(self, at: float) -> bool:
        """It is *at* now, or later; do what is due. Was anything?"""
        self.now = max(self.now, at)
        rang = False
        while (action := self.timers.pop_due(self.now)) is not None:
            rang = True
            try:
                action()
            except Exception as error:  # noqa: BLE001 - one timer's failure is nobody else's
                self.report(Report("error", "something that was due failed", error))
        return rang

    def bind(self) -> None:
        """If anything is to be stored since the last call, those written to since wait for it."""
        if self._shown:
            return  # then all wait for all that is stored
        effects = self.effects
        count = len(effects.entries) + len(effects.writes)
        waiting = self._free if count == self._bound_at else self._bound
        waiting.update(self._written)
        self._bound_at = count
        self._written.clear()

    def taken(self, *, paced: bool) -> Effects:
        """What is to be done now, taken out of here; *paced* as in `Effects`."""
        effects, self.effects = self.effects, Effects()
        effects.paced = paced
        effects.hidden = not self._shown
        for session in self._dirty:
            effects.sends.append((session.conn, b"".join(session.out)))
            session.out.clear()
        if effects.hidden:
            effects.free = self._free - self._bound
        self._dirty.clear()
        self._free.clear()
        self._bound.clear()
        self._written.clear()
        self._bound_at = 0
        self._shown = False
        return effects


def farewell_bytes(session: Session, message: Farewell) -> bytes:
    """The last line of a connection, as it is read there."""
    if session.program:
        return farewell(message, session.text_width)
    return person(message, session.width)
