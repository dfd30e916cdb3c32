"""The house: everything the host decides, as one pure machine.

`tick` takes what happened and the time, and gives back what is to be stored, sent,
closed and thought about, in that order. The house owns its sessions, players and
tables; it knows no socket, no thread, no clock and no chance of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from parlour.api import AnyGame, Lexicon
from parlour.engine import record as r
from parlour.engine.happenings import GameOver
from parlour.house import bars, drain, lobby, operator, preparing, restore
from parlour.house.archive import Archive
from parlour.house.attempts import Attempts
from parlour.house.bars import Bars
from parlour.house.desk import refusal
from parlour.house.dispatch import INTERNAL, answer_line, conclude
from parlour.house.drain import Drain
from parlour.house.effects import (
    AnswerKey,
    Asked,
    Connected,
    ConnId,
    Effects,
    Entry,
    HouseEvent,
    Job,
    Lost,
    PrepareKey,
    Received,
    Report,
    Stopping,
    Thought,
)
from parlour.house.held import Held
from parlour.house.limits import Limits
from parlour.house.people import Player, Register, Session, rendered
from parlour.house.rooms import OnHold, Room
from parlour.house.saved import Clocks, Saved, Write
from parlour.house.timers import Timers
from parlour.wire.codes import Code, Goodbye
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine
from parlour.wire.messages import Event, Farewell, No, Notice
from parlour.wire.names import name_key
from parlour.wire.text import clean
from parlour.wire.voices import WIDTH, Line, farewell, join_lines, person

CLOCK_EVERY_S: Final = 2.0
"""How often the time of running clocks is written down: after a power cut they stand
where they stood, give or take this. A second write of a few bytes for a whole host."""


class House:
    """The host without its machinery.

    *entropy* gives that many unpredictable bytes: seeds, tokens and codes come from it.
    *saved* is what a store has kept of this host; its tables go on. *lasting*: what is
    stored outlasts the host, and players may be told so.
    """

    def __init__(
        self,
        *,
        games: Mapping[str, AnyGame],
        lexicons: Mapping[str, Lexicon],
        limits: Limits,
        archive: Archive,
        name: str,
        version: str,
        entropy: Callable[[int], bytes],
        saved: Saved | None = None,
        lasting: bool = True,
    ) -> None:
        self.games = games
        self.lexicons = lexicons
        self.limits = limits
        self.archive = archive
        self.name = name
        self.version = version
        self.entropy = entropy
        self.lasting = lasting
        self.now = 0.0
        self.wall = 0.0
        self.timers = Timers()
        self.register = Register()
        self.rooms: dict[int, Room] = {}
        self.held: dict[int, Held] = {}
        self.bot_pause_s = limits.bot_pause_ms / 1000
        self.hold: str | None = None
        self.bars = Bars()
        self.draining: Drain | None = None
        self.sessions: dict[ConnId, Session] = {}
        self.counts = Counts()
        self.attempts = Attempts(limits)
        self.password_jobs: set[AnswerKey] = set()
        """Passwords that are being looked at, or wait for it."""
        self.preparations: set[PrepareKey] = set()
        """Of word lists, that have been asked for."""
        self._addresses: dict[str, int] = {}
        self._effects = Effects()
        self._undo: list[Callable[[], None]] = []
        self._clocks_due = False
        self._dirty: list[Session] = []
        self._stopping = False
        self._log_full = limits.backlog_events * 2
        """Items in a log at which it is cut: half of them at once, so that it is done seldom."""
        self._saved = saved
        """What is to be restored before anything else happens."""

    # --- the one door ----------------------------------------------------------------

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """Let *events* happen, until *now* (monotonic seconds); *wall* is the time of day.

        What was read before this tick happens at the time at which it was read: after what
        was due by then, and before what became due since.
        """
        self.wall = wall
        if self._saved is not None:
            self.now = now
            saved, self._saved = self._saved, None
            restore.restore(self, saved)
        for event, at in zip(events, _moments(events, now), strict=True):
            self._ring(at)  # what was due comes first: a move after the deadline is too late
            self._guard(event)
        self._ring(now)
        return self._taken()

    def _taken(self) -> Effects:
        """What is to be done now, taken out of the house."""
        effects, self._effects = self._effects, Effects()
        if self._undo:
            effects.undo, self._undo = tuple(self._undo), []
        for session in self._dirty:
            data = b"".join(session.out)
            session.out.clear()
            if data:
                effects.sends.append((session.conn, data))
        self._dirty.clear()
        return effects

    def failed(self, lost: Sequence[Effects], text: str, now: float, wall: float) -> Effects:
        """Nothing of *lost*, in order, could be stored, and nothing of it was sent.

        It has not happened then: the house goes back to where it was before, and answers
        every request in it with `unavailable`. Until `recovered` it refuses whatever would
        have to be stored, and no time passes at its tables. *text* says why, in one line.
        """
        self.now, self.wall = now, wall
        self.hold = text
        restore.undo(self, lost, self._effects)
        return self._taken()

    def recovered(self, now: float, wall: float) -> Effects:
        """Things can be stored again: everything goes on."""
        self.now, self.wall = now, wall
        self.hold = None
        restore.recover(self)
        return self._taken()

    @property
    def next_due(self) -> float | None:
        """When `tick` must be called even if nothing happened."""
        if self._saved is not None:
            return 0.0
        return None if self.hold is not None else self.timers.next_due

    def slow_notice(self, conn: ConnId) -> bytes:
        """The last line for a reader who does not read."""
        session = self.sessions.get(conn)
        message = Farewell(
            code=Goodbye.SLOW_READER, what="You read too slowly; the line is closed. Come back!"
        )
        return b"" if session is None else _farewell_bytes(session, message)

    def _ring(self, at: float) -> None:
        """It is *at* now, or later; do what is due."""
        self.now = max(self.now, at)
        if self.hold is not None:
            return
        while (action := self.timers.pop_due(self.now)) is not None:
            try:
                action()
            except Exception as error:  # noqa: BLE001 - one timer's failure is nobody else's
                self.report(Report("error", "something that was due failed", error))

    def _guard(self, event: HouseEvent) -> None:
        """Handle an event; one that fails costs its own connection and nobody else's."""
        try:
            self._handle(event)
        except Exception as error:  # noqa: BLE001 - the boundary between lines
            self.report(Report("error", f"{type(event).__name__} failed", error))
            if isinstance(event, Connected | Received):
                session = self.sessions.get(event.conn)
                if session is not None:
                    self.close(session, Goodbye.INTERNAL, INTERNAL)

    def _handle(self, event: HouseEvent) -> None:
        match event:
            case Received():
                self._received(event)
            case Connected():
                self._connected(event)
            case Lost():
                self._lost(event.conn)
            case Thought():
                self._thought(event)
            case Asked():
                self._effects.answers.append((event.ask, operator.answer(self, event)))
            case Stopping():
                self._stop()
            case _:
                assert_never(event)

    # --- lines -----------------------------------------------------------------------

    def _connected(self, event: Connected) -> None:
        limits = self.limits
        factor = limits.near_factor if event.near else 1
        bucket = Bucket(limits.flood_burst * factor, limits.flood_per_s * factor)
        session = Session(event.conn, event.address, event.near, bucket, self.now)
        self.sessions[event.conn] = session
        count = self._addresses.get(event.address, 0) + 1
        self._addresses[event.address] = count
        cap = limits.connections_per_address
        barred = self.bars.of("ban", None, event.address)
        if self._stopping:
            self.close(session, Goodbye.SHUTTING_DOWN, "This host is stopping.")
        elif barred is not None:
            self.close(session, Goodbye.BAD_LINES, bars.farewell(barred))
        elif len(self.sessions) > limits.connections:
            self.close(session, Goodbye.TOO_MANY, "This host is full. Try again later.")
        elif not event.near and cap and count > cap:
            self.close(
                session, Goodbye.TOO_MANY, f"Too many lines from your address ({cap} at most)."
            )
        else:
            self.write_anyway(session, join_lines(self.greeting()))
            self.timers.at(self.now + limits.login_s, lambda: self._login_late(session))

    def greeting(self) -> list[str]:
        """What everybody reads first."""
        games, tables = len(self.games), len(self.rooms)
        counts = f"{_count(games, 'game')}, {_count(tables, 'table')} open"
        return [f"Parlour on {self.name}: {counts}.", "Your name? (help for help)"]

    def _login_late(self, session: Session) -> None:
        if session.player is None and not session.closing:
            self.close(
                session, Goodbye.LOGIN_TIMEOUT, "Nobody gave a name, so the line is closed."
            )

    def watch_idle(self, session: Session) -> None:
        """Close the line some time after its player has fallen silent away from any table."""
        limit = self.limits.idle_s
        if not limit or session.closing or session.player is None:
            return
        player = session.player
        busy = player.room is not None or bool(player.watching)
        since = self.now if busy else session.heard_at
        if self.now - since >= limit:
            self.close(session, Goodbye.IDLE, "Nothing was said for long; the line is closed.")
            return
        self.timers.at(since + limit, lambda: self.watch_idle(session))

    def _received(self, event: Received) -> None:
        session = self.sessions.get(event.conn)
        if session is None or session.closing:
            return
        session.heard_at = self.now
        session.lag_ms = event.lag_ms
        lines = session.decoder.feed(event.data)
        answers = session.decoder.take_replies()
        self.write_anyway(session, answers)
        for line in lines:
            if session.closing:
                return
            if session.waiting is not None:
                self._slow(session, session.waiting, line)
            elif wait_s := session.bucket.take(self.now):
                self._drain_later(session, wait_s)
                self._slow(session, session.start_waiting(), line)
            else:
                answer_line(self, session, line)

    def _slow(self, session: Session, waiting: deque[str | BadLine], line: str | BadLine) -> None:
        """A line beyond the budget waits; with too many waiting it is refused, then all end."""
        if len(waiting) < self.limits.flood_waiting:
            waiting.append(line)
            return
        session.refused += 1
        if session.refused > self.limits.flood_refusals:
            self.close(
                session, Goodbye.TOO_FAST, "Far too many lines at once; the line is closed."
            )
            return
        limits = self.limits
        per_s = limits.flood_per_s * (limits.near_factor if session.near else 1)
        retry_ms = len(waiting) * 1000 // per_s + 1
        self.refuse(
            session,
            "-",
            No(
                code=Code.TOO_FAST,
                what=f"Too fast: that line was not read. Wait {(retry_ms + 999) // 1000} s.",
                retry=True,
                retry_ms=retry_ms,
            ),
        )

    def _drain_later(self, session: Session, wait_s: float) -> None:
        self.timers.at(self.now + wait_s, lambda: self.read_on(session))

    def read_on(self, session: Session) -> None:
        """Deal with the lines that wait, as far as that is possible now."""
        while session.waiting and not session.closing:
            if session.occupied:
                return  # what waits is looked at again when that is answered
            if wait_s := session.bucket.take(self.now):
                self._drain_later(session, wait_s)
                return
            answer_line(self, session, session.waiting.popleft())
        if not session.occupied:
            session.waiting = None

    def _lost(self, conn: ConnId) -> None:
        session = self.sessions.pop(conn, None)
        if session is None:
            return
        session.closing = True
        count = self._addresses[session.address] - 1
        if count:
            self._addresses[session.address] = count
        else:
            del self._addresses[session.address]
        player = session.player
        if player is not None and player.session is session:
            lobby.part(self, player)

    # --- sending ---------------------------------------------------------------------

    def write(self, session: Session, data: bytes) -> None:
        """Have bytes sent on this line, after all that was written before."""
        if not data:
            return
        if not session.out:
            self._dirty.append(session)
        session.out.append(data)

    def write_anyway(self, session: Session, data: bytes) -> None:
        """Have bytes sent that are right whatever becomes of the tables."""
        if data:
            self.write(session, data)
            self._effects.answered.append((session.conn, data))

    def answering(self, session: Session, request_id: str) -> None:
        """The final answer to that request is about to be written."""
        self._effects.answered.append((session.conn, request_id))

    def answering_later(self) -> None:
        """That answer will not be written now."""
        self._effects.answered.pop()

    def refuse(self, session: Session, request_id: str, no: No) -> None:
        """Answer what could not be read with a refusal."""
        self.write_anyway(session, refusal(session, request_id, no))

    def render(self, player: Player, lines: Sequence[Line]) -> list[bytes]:
        """The next events of a player, as he reads them; nothing if he has no line."""
        session = player.session
        if session is None or session.closing:
            return []
        return rendered(session, lines, player.seq + 1)

    def send(self, player: Player, lines: Sequence[Line], data: list[bytes]) -> None:
        """Events for a player, in order, as rendered. His log is the caller's business."""
        session = player.session
        if session is not None and data:
            if not session.out:
                self._dirty.append(session)
            session.out.extend(data)
        player.seq += len(lines)
        self.trim(player)

    def trim(self, player: Player) -> None:
        """Cut the player's log if it has grown too long."""
        if len(player.log) >= self._log_full:
            player.log.trim(self.limits.backlog_events)

    def tell(self, player: Player, event: Event | Line) -> None:
        """One event that stands in no table's record."""
        line = event if isinstance(event, Line) else Line(event)
        self.tell_all((player,), line)

    def tell_all(self, players: Sequence[Player], line: Line) -> None:
        """Send each of *players* an event that stands in no table's record."""
        if not players:
            return
        if self.hold is not None:
            raise OnHold(self.hold)
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
        self.counts.notes += 1
        self.store(Entry(0, self.counts.notes, kept, tuple(heard)))

    def close(self, session: Session, code: Goodbye, text: str) -> None:
        """Say why, and close the line; its player keeps his seat."""
        if session.closing:
            return
        self.write_anyway(session, _farewell_bytes(session, Farewell(code=code, what=text)))
        session.closing = True
        session.waiting = None
        self._effects.closes.append(session.conn)

    # --- what rooms ask for ----------------------------------------------------------

    def store(self, entry: Entry) -> None:
        """Make *entry* durable before anything leaves."""
        if self.hold is not None:
            raise OnHold(self.hold)
        self._effects.entries.append(entry)
        self._note_clocks_later()

    def write_down(self, write: Write) -> None:
        """Have something kept that is no entry."""
        if self.hold is not None:
            raise OnHold(self.hold)
        self._effects.writes.append(write)

    def undo(self, action: Callable[[], None]) -> None:
        """What to do if this tick cannot be stored, beside what follows from its entries."""
        self._undo.append(action)

    def goes_on(self, room: Room) -> None:
        """The game at this table is being played from now on, after it was not."""
        # What stands there may be the time of the game before.
        self.write_down(Clocks(((room.table.number, room.at),)))
        self._note_clocks_later()
        lobby.set_going(self, room)

    def _note_clocks_later(self) -> None:
        if not self._clocks_due:
            self._clocks_due = True
            self.timers.at(self.now + CLOCK_EVERY_S, self._note_clocks)

    def _note_clocks(self) -> None:
        """Write down where the running clocks stand; see to it again while any runs."""
        times = [(number, room.at) for number, room in self.rooms.items() if room.clocked]
        self._clocks_due = False
        if times:
            self.write_down(Clocks(tuple(times)))
            self._note_clocks_later()

    def think(self, job: Job) -> None:
        """Have something done on a worker thread: a bot thinks, an answer is looked for."""
        self._effects.jobs.append(job)

    def report(self, report: Report) -> None:
        """Write to the log."""
        self._effects.reports.append(report)

    def listed(self, room: Room) -> None:
        """Tell the lobby what has changed about a table."""
        lobby.listed(self, room)
        drain.look(self)

    def stop(self) -> None:
        """Have the shell stop the host, as it does when it is told to."""
        self._effects.stop = True

    def _thought(self, event: Thought) -> None:
        if isinstance(event.key, PrepareKey):
            preparing.prepared(self, event.key, event)
            return
        if isinstance(event.key, AnswerKey):
            self.password_jobs.discard(event.key)
            session = self.sessions.get(event.key.conn)
            if session is not None and session.busy is not None and not session.closing:
                conclude(self, session, event)
                self.read_on(session)
            return
        room = self.rooms.get(event.key.table)
        if room is not None:
            room.bots.thought(event)

    def game_over(self, room: Room, over: GameOver) -> None:
        """Put the game that has just ended at *room* into the archive."""
        bodies, scores, winners = room.record[room.started :], over.scores, over.winners
        lobby.put_away(self, bodies, reason=over.reason, scores=scores, winners=winners)
        about = {"table": room.table.number, "record": room.table.record, "reason": over.reason}
        self.report(Report("info", "a game is over", fields=about))

    def await_answers(self, room: Room, number: int) -> None:
        """Proposal *number* at *room* waits for its answers, but not for ever."""

        def lapse() -> None:
            del room.proposal_timers[number]
            room.add(r.Lapsed(number=number))

        room.proposal_timers[number] = self.timers.at(self.now + self.limits.proposal_s, lapse)

    def find(self, name: str) -> Player | None:
        """The player of that name, if he is here or away."""
        return self.register.by_key.get(name_key(clean(name)))

    def seat_token(self) -> tuple[str, str]:
        """A token and a short code, neither in use."""
        code = self.new_code()
        return self.entropy(16).hex(), code

    def new_code(self) -> str:
        """A short code that is not in use."""
        letters = "abcdefghjkmnpqrstuvwxyz23456789"
        while True:
            code = "".join(letters[byte % len(letters)] for byte in self.entropy(6))
            if code not in self.register.by_code:
                return code

    # --- the end ---------------------------------------------------------------------

    def _stop(self) -> None:
        self._stopping = True
        notice = Line(
            Notice(kind="stopping", what="This host is stopping. Thank you for playing.")
        )
        for session in list(self.sessions.values()):
            if session.player is not None and self.hold is None:
                self.tell(session.player, notice)
            self.close(session, Goodbye.SHUTTING_DOWN, "Goodbye.")


@dataclass(slots=True)
class Counts:
    """The last number given to each kind of thing; none is given twice."""

    tables: int = 0
    records: int = 0
    players: int = 0
    notes: int = 0


def _moments(events: Sequence[HouseEvent], now: float) -> list[float]:
    """When each of *events* happened: never after one that comes behind it, or after *now*."""
    found: list[float] = []
    for event in reversed(events):
        if isinstance(event, Received) and event.at is not None:
            now = min(now, event.at)
        found.append(now)
    found.reverse()
    return found


def _farewell_bytes(session: Session, message: Farewell) -> bytes:
    if session.program:
        return farewell(message, session.text_width)
    return person(message, session.width)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
