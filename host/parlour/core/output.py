"""The one exit of the house: everything to store, send, close or think about.

All parts of the house hand their output to `Output`, which knows the time
and whether we can store anything. `House.tick` returns what has been collected here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from parlour.core.cards import TAIL_MAX, encoded
from parlour.core.effects import AnswerKey, ConnId, Effects, Job, Report, TroubleKind
from parlour.core.intake import CLOSED
from parlour.core.limits import Limits
from parlour.core.persistence import Clocks, Entry, Write
from parlour.core.refusals import final_bytes
from parlour.core.release import Dependence
from parlour.core.sessions import Player, Session, card_of, rendered
from parlour.core.timers import Action, Timers
from parlour.core.trouble import WINDOW_S, Trouble
from parlour.hookvalues import News
from parlour.language import FORM, _, joined
from parlour.wire.codes import Goodbye
from parlour.wire.encoding import EncodedEvent, farewell, person
from parlour.wire.lines import MARK_BITS
from parlour.wire.messages import Event, Farewell, No

# We count work in lines: 1 is about the cost of a move at a table of four (100 µs).
ITEMS: Final = 8
"""Making this many items of a list is as much work as one line."""
HEARERS: Final = 32
"""Telling an event to this many listeners is as much work as one line."""

USED_S: Final = 1.0
"""Seconds that a flood budget needs to be full again from which on it goes on the card."""
BELL_AFTER_S: Final = 2
"""Seconds of silence after which a person may have looked away, so that the bell is of use."""
_BELL: Final = b"\a"
_CLOSE: Final = _("If nc does not end now, press Ctrl-C.")
"""Most versions of nc go on waiting for their own input after the host has closed."""
_BARE_END: Final = re.compile(rb"(?<!\r)(?<!\xff[\xfb-\xfe])\n")
"""A LF that neither follows a CR nor is the option of a telnet command."""


class Output:
    """The output of this tick, and the time."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.spent_s: Callable[[], float] = float
        """Returns the processor time that we have used, in seconds, if we know it."""
        self.now = 0.0
        self.wall = 0.0
        self.timers = Timers()
        self.way_back: Callable[[Session], str]
        """Says how the player of a connection comes back to their seat; nothing if none waits."""
        self.explain: Callable[[BaseException], str] | None = None
        """Says what a game's author wants to know about a fault. None: nobody is told."""
        self.waiting: str | None = None
        """The reason why the house waits for its store, or None. It may store nothing
        meanwhile."""
        self.waited_s = 0.0
        """Seconds it has waited so far."""
        self.behind_s = 0.0
        """Seconds it had waited in all before that. `now` is behind the server's clock by as much,
        since no time passes in the house while it waits."""
        self.notes = 0
        """The last number given to a note (`persistence.Entry`). We never give a number twice."""
        self.data_bytes = 0
        """About how many bytes are stored, according to the server's last report."""
        self.work = 0
        """Work done since this tick or round began."""
        self.answers = 0
        """The share of long answers in that work."""
        self.outlives = False
        """Connections go on in another process if this one dies. So we say how far each is dealt
        with, and what must be known of it (`Effects.acks`, `Effects.cards`)."""
        self.begins: Callable[[ConnId, int], None] = _nobody
        """Called before a line is worked on, with its connection and the position of its end, and
        with zeros after it."""
        self.effects = Effects()
        self.troubles = Trouble()
        self._folds = False
        """Whether a window of `troubles` is open."""
        self._probes: dict[ConnId, list[Callable[[float | None], None]]] = {}
        """Callbacks that wait for the probe of a connection, at most until it is lost."""
        self._noted: dict[Session, bool] = {}
        """Connections whose mark has changed in this tick, and whether their card may have."""
        self._dirty: dict[Session, None] = {}
        """Connections with something to read, in the order in which they first had something."""
        self._dependence = Dependence()
        self.log_full = limits.backlog_events * 2
        """Items at which to cut a log. We cut half of them at once, so that it happens seldom."""

    # --- bytes for a connection ----------------------------------------------------------

    def write(self, session: Session, data: bytes) -> None:
        """Send bytes on this connection, after everything written before."""
        if not data:
            return
        self._dirty[session] = None
        self._dependence.written.append(session.conn)
        session.out.append(data)

    def reply(self, session: Session, data: bytes) -> None:
        """Send bytes that answer a line. No other answer of this session may leave before."""
        self.write(session, data)
        self.effects.answered.append(session.conn)

    def ack(self, session: Session, mark: int) -> None:
        """Note that everything before *mark* is dealt with on this connection."""
        session.acked = mark
        self._noted.setdefault(session, False)
        self._dependence.written.append(session.conn)

    def note(self, session: Session) -> None:
        """Note that the card of this connection may have changed."""
        if self.outlives:
            self._noted[session] = True
            self._dependence.written.append(session.conn)

    def mention(self, session: Session, data: bytes) -> None:
        """Send bytes, or leave them out if this reader is behind."""
        self.effects.news.append((session.conn, for_screen(session, data)))

    def answer(self, session: Session, make: Callable[[], bytes | None]) -> None:
        """Write the final answer to a request, and after it everything that making it leads to.

        *make* returns its bytes, or None if the answer comes later.
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
        """Answer a line that we could not read with a refusal."""
        self.reply(session, final_bytes(session, request_id, no, ok=False))

    def close(self, session: Session, code: Goodbye, text: str, *, back: bool = True) -> None:
        """Say why, and close the connection. Its player keeps their seat, and reads how they come
        back to it, unless they may not come *back*.
        """
        if not session.closing:
            self.hang_up(session, self.last_line(session, code, text, back=back))

    def last_line(self, session: Session, code: Goodbye, text: str, *, back: bool = True) -> bytes:
        """Return what a connection reads before we close it, as in `close`."""
        text = joined((text, self.way_back(session) if back else ""))
        ends = session.program or session.operator or session.decoder.speaks_telnet
        if not ends and code is not Goodbye.HTTP:
            text = joined((text, _CLOSE), "\n")
        message = Farewell(code=code, what=text)
        if session.program:
            return farewell(message, session.text_form)
        return person(message, session.form)

    def hang_up(self, session: Session, last: bytes) -> None:
        """Send the *last* bytes and close the connection."""
        self.write(session, last)
        self._dependence.written.append(
            session.conn
        )  # the close alone need not wait for others either
        session.end()
        self.effects.closes.append(session.conn)

    def read_from(self, session: Session, *, on: bool) -> None:
        """Let the server read from that connection, or stop reading for now."""
        session.intake.reading = on
        self.effects.reading.append((session.conn, on))

    def alarm(self, session: Session, what: str, due: float, action: Action) -> None:
        """Do *action* at *due*, instead of what was due as *what*, unless the connection ends."""
        before = session.alarms.get(what)
        if before is not None:
            before.cancel()
        session.alarms[what] = self.timers.at(due, action)

    def ask_line(self, conn: ConnId, then: Callable[[float | None], None]) -> None:
        """Probe a connection. *then* gets the seconds since we last heard from it."""
        self._probes.setdefault(conn, []).append(then)
        self.effects.probes.append(conn)

    def probed(self, conn: ConnId, silent_s: float | None) -> None:
        """Pass on the result: the connection was probed, or is lost."""
        for then in self._probes.pop(conn, ()):
            then(silent_s)

    def cost(self, size: int, items: int = 0) -> int:
        """Return the cost of an answer of so many bytes and items, in lines beyond its own."""
        return size // self.limits.flood_answer_bytes + items // ITEMS

    def charge(self, cost: int) -> None:
        """Count the cost of an answer, in lines beyond its own."""
        self.work += cost
        self.answers += cost

    # --- events for a player ---------------------------------------------------------------

    def send(self, player: Player, lines: Sequence[EncodedEvent], data: bytes) -> None:
        """Send rendered events to a player, in order. The caller updates their log."""
        session = player.session
        if session is not None and data:
            if (
                session.bell
                and not session.program
                and self.now - session.heard_at >= BELL_AFTER_S
            ):
                data += _BELL if any(line.event.rings for line in lines) else b""
            self._dirty[session] = None
            self._dependence.written.append(session.conn)
            session.out.append(data)
        player.seq += len(lines)
        if len(player.log.refs) >= self.log_full:
            self.trim(player)

    def trim(self, player: Player) -> None:
        player.log.trim(self.limits.backlog_events)

    def tell(self, player: Player, event: Event | EncodedEvent) -> None:
        """Send one event that is in no table's record."""
        line = event if isinstance(event, EncodedEvent) else EncodedEvent(event)
        self.tell_all((player,), line)

    def tell_all(self, players: Sequence[Player], line: EncodedEvent) -> None:
        """Send each of *players* an event that is in no table's record."""
        if not players:
            return
        lines = (line,)
        session = players[0].session
        form = session.form if session is not None and len(players) == 1 else FORM
        kept = line.kept(form)
        made = [rendered(player.session, lines, player.seq + 1) for player in players]
        heard: list[int] = []
        for player, data in zip(players, made, strict=True):
            heard += (player.number, player.seq + 1, 1 << 1)
            self.send(player, lines, data)
            player.log.note(line)
        line.forget()
        self.notes += 1
        self.store(Entry(0, self.notes, kept, tuple(heard)))

    # --- what to keep ----------------------------------------------------------------------

    def store(self, entry: Entry, *, hidden: bool = False) -> None:
        """Store *entry* before anything about it leaves.

        *hidden*: only its hearers can learn about it.
        """
        if not hidden:
            self._dependence.shown = True
        self.effects.entries.append(entry)
        self.work += 1 + len(entry.heard) // (3 * HEARERS)

    def write_down(self, write: Write) -> None:
        """Store something that is not an entry."""
        if not isinstance(write, Clocks):
            self._dependence.shown = True
        self.effects.writes.append(write)
        self.work += 1

    # --- work and the log --------------------------------------------------------------------

    def think(self, job: Job) -> None:
        """Start a job on a worker thread: a bot thinks, or we look for an answer."""
        if isinstance(job.key, AnswerKey):
            self._dependence.written.append(job.key.conn)
        self.effects.jobs.append(job)

    def report(self, report: Report) -> None:
        self.effects.reports.append(report)

    def trouble(self, kind: TroubleKind, session: Session) -> None:
        """Count what an owner may want to act on, and log it: at once, or with others."""
        if not session.operator:
            self.trouble_at(kind, session.address)

    def trouble_at(self, kind: TroubleKind, address: str) -> None:
        """Do the same for a connection that never came in."""
        first = self.troubles.note(kind, address)
        if first is not None:
            self.report(first)
        if not self._folds:
            self._folds = True
            self.timers.at(self.now + WINDOW_S, self._fold)

    def _fold(self) -> None:
        found = self.troubles.fold()
        for report in found:
            self.report(report)
        self._folds = bool(found)
        if found:
            self.timers.at(self.now + WINDOW_S, self._fold)

    def tell_plugins(self, news: News) -> None:
        """Let plugins hear of this, when it is stored."""
        self.effects.told.append(news)

    def stop(self) -> None:
        self.effects.stop = True

    # --- the tick ------------------------------------------------------------------------------

    def ring(self, at: float) -> None:
        """Advance the time to *at*, and do what is due."""
        if at > self.now:
            self.now = at
        rang = False
        while (action := self.timers.pop_due(self.now)) is not None:
            rang = True
            try:
                action()
            except Exception as error:  # noqa: BLE001 - one timer's failure is nobody else's
                self.report(Report("error", "something that was due failed", error))
        if rang:
            self.bind()

    def bind(self) -> None:
        """Let those written to since the last call wait for what was stored since then."""
        self._dependence.bind(self.effects)

    def taken(self, *, paced: bool) -> Effects:
        """Take out and return what to do now. *paced* is as in `Effects`."""
        effects, self.effects = self.effects, Effects()
        effects.paced = paced
        self._dependence.close(effects)
        for session in self._dirty:
            effects.sends.append((session.conn, for_screen(session, b"".join(session.out))))
            session.out.clear()
        self._dirty.clear()
        if self._noted:
            now = self.now
            for session, changed in self._noted.items():
                if session.intake.hurdles & CLOSED:
                    continue  # what was not answered never will be
                before, used = session.noted, session.bucket.due > now + USED_S
                long = session.fed - (session.acked >> MARK_BITS) > TAIL_MAX
                if changed or used or long or before.used or before.within:
                    self._note_card(session, effects)
                effects.acks.append((session.conn, session.acked))
            self._noted.clear()
        return effects

    def _note_card(self, session: Session, effects: Effects) -> None:
        """Give the card of *session* if it has changed, with an unfinished line if it is long."""
        decoder, tail = session.decoder, b""
        within: tuple[int, int, bytes] | None = None
        if session.fed - (session.acked >> MARK_BITS) > TAIL_MAX and session.rests:
            session.acked = session.tailed = decoder.mark(session.fed)
            tail = decoder.tail
            within = None if decoder.telnet is None else decoder.telnet.within
        elif session.acked == session.tailed:
            tail, within = session.noted.tail, session.noted.within
        card = card_of(session, session.bucket.quarters(self.now), tail, within)
        if card != session.noted:
            session.noted = card
            effects.cards.append((session.conn, encoded(card, self.now, self.wall)))


def _nobody(conn: ConnId, position: int) -> None:
    """Hear of a line."""


def for_screen(session: Session, data: bytes) -> bytes:
    """Return *data* with the ends of lines that this peer's screen needs: CR LF, or LF alone.

    Programs always get LF. Telnet commands, and what ends with CR LF already, stay as they are.
    """
    if session.decoder.returns and not session.program:
        return _BARE_END.sub(b"\r\n", data)
    return data
