"""The house: everything the host decides, as one pure machine.

`tick` takes what happened and the time, and gives back what is to be stored, sent,
closed and thought about, in that order. The house owns its sessions, players and
tables; it knows no socket, no thread, no clock and no chance of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from parlour.api import AnyGame, Lexicon
from parlour.engine.calls import NOBODY, OpenCall, Watch
from parlour.engine.happenings import GameOver
from parlour.house.commands import operator, people, turns
from parlour.house.commands.desk import refusal
from parlour.house.commands.dispatch import INTERNAL, conclude
from parlour.house.effects import (
    AnswerKey,
    Asked,
    Behind,
    CaughtUp,
    Connected,
    ConnId,
    Effects,
    Entry,
    HouseEvent,
    Job,
    Kept,
    Lost,
    PrepareKey,
    Probed,
    Received,
    Report,
    Stopping,
    Thought,
)
from parlour.house.lifecycle import drain, lobby, restore, silent
from parlour.house.lifecycle.drain import Drain
from parlour.house.lifecycle.suspended import Held
from parlour.house.limits import Limits
from parlour.house.people import bans, ways_back
from parlour.house.people.bans import Bars
from parlour.house.people.bursts import Bursts
from parlour.house.people.quotas import Nameless, Opened
from parlour.house.people.throttle import Attempts
from parlour.house.persistence import Clocks, Saved, Write
from parlour.house.sessions import Player, Register, Session, rendered
from parlour.house.tables import warmup
from parlour.house.tables.archive import Archive
from parlour.house.tables.news import News
from parlour.house.tables.rooms import OnHold, Room
from parlour.house.timers import Action, Timers
from parlour.wire.codes import Goodbye
from parlour.wire.flood import Bucket
from parlour.wire.messages import Event, Farewell, No, Notice
from parlour.wire.text import clean
from parlour.wire.voices import WIDTH, Line, farewell, join_lines, person

CLOCK_EVERY_S: Final = 2.0
"""How often the time of running clocks is written down: after a power cut they stand
where they stood, give or take this. A second write of a few bytes for a whole host."""

BEAT_MIN_MS: Final = 5
"""The shortest beat of bots, where nobody reads along: more than a thought of theirs takes."""


class House:
    """The host without its machinery.

    *entropy* gives that many unpredictable bytes: seeds, tokens and codes come from it.
    *saved* is what a store has kept of this host; its tables go on. *lasting*: what is
    stored outlasts the host, and players may be told so. *hold_changed*: a game in progress whose
    code has changed waits until somebody lets it go on. *watch* sees the calls of games;
    *open_calls* are those that were open when the host before this one died: their tables
    are held until somebody decides.
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
        hold_changed: bool = False,
        watch: Watch = NOBODY,
        open_calls: Sequence[OpenCall] = (),
    ) -> None:
        self.games = games
        self.lexicons = lexicons
        self.limits = limits
        self.archive = archive
        self.name = name
        self.version = version
        self.entropy = entropy
        self.lasting = lasting
        self.watch = watch
        self.open_calls = open_calls
        self.hold_changed = hold_changed
        self.now = 0.0
        self.wall = 0.0
        self.timers = Timers()
        self.register = Register()
        self.rooms: dict[int, Room] = {}
        self.held: dict[int, Held] = {}
        self.bot_pause_s = limits.bot_pause_ms / 1000
        self.bot_beat_s = max(min(limits.bot_beat_ms, limits.bot_pause_ms), BEAT_MIN_MS) / 1000
        self.hold: str | None = None
        self.bars = Bars()
        self.draining: Drain | None = None
        self.sessions: dict[ConnId, Session] = {}
        self.news = News()
        self.counts = Counts()
        self.attempts = Attempts(limits)
        self.bursts = Bursts(limits)
        self.data_bytes = 0
        """About how much is kept, as the shell has last told."""
        self.nameless = Nameless()
        self.opened = Opened()
        self.password_jobs: set[AnswerKey] = set()
        """Passwords that are being looked at, or wait for it."""
        self.preparations: set[PrepareKey] = set()
        """Of word lists, that have been asked for."""
        self._probes: dict[ConnId, list[Callable[[float | None], None]]] = {}
        """Who waits for a look at a connection; no longer than until it is lost."""
        self._addresses: dict[str, int] = {}
        self._effects = Effects()
        self._undo: list[Callable[[], None]] = []
        self._clocks_due = False
        self._dirty: list[Session] = []
        self._written: list[ConnId] = []
        """Who has been written to since `bind` looked last."""
        self._free: set[ConnId] = set()
        self._bound: set[ConnId] = set()
        """Who need not wait in this tick for what is stored in it, and who must."""
        self._bound_at = 0
        self._shown = False
        """Is anything to be stored of which others can learn than those who are told of it?"""
        self._playing: set[int] = set()
        """The tables where a game is in progress."""
        self.turns = turns.Turns()
        self._put_off: list[Room] = []
        """Tables whose clock rings when all has been answered that came before."""
        self._stopping = False
        self.log_full = limits.backlog_events * 2
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
        self.turns.work = 0
        for event, at in zip(events, _moments(events, now), strict=True):
            if self._ring(at):  # what was due comes first: a move after the deadline is too late
                self.bind()
            self._guard(event)
            self.bind()
        if self._ring(now):
            self.bind()
        return self._taken()

    def bind(self) -> None:
        """If anything is to be stored since the last call, those written to since wait for it."""
        if self._shown:
            return  # then all wait for all that is stored
        effects = self._effects
        count = len(effects.entries) + len(effects.writes) + len(self._undo)
        waiting = self._free if count == self._bound_at else self._bound
        waiting.update(self._written)
        self._bound_at = count
        self._written.clear()

    @property
    def busy(self) -> bool:
        """Do lines wait for their turn? Then `serve` is to be called soon."""
        return bool(self.turns)

    def serve(self, now: float, wall: float) -> Effects:
        """Answer some of the lines that wait for their turn, of each connection a few.

        Between two calls there should be a look at the network, and time to store and send.
        """
        self.wall = wall
        self.now = max(self.now, now)
        turns.serve(self)
        put_off, self._put_off = self._put_off, []
        for room in put_off:
            if self.rooms.get(room.table.number) is room:
                room.wind()
        if self._ring(self.now):
            self.bind()
        return self._taken()

    def put_off(self, room: Room, moment: float) -> bool:
        """What is due at *moment* waits for a round if a line came before that is not answered."""
        waits = turns.awaits(room, moment)
        if waits:
            self._put_off.append(room)
        return waits

    def _taken(self) -> Effects:
        """What is to be done now, taken out of the house."""
        effects, self._effects = self._effects, Effects()
        if self._undo:
            effects.undo, self._undo = tuple(self._undo), []
        effects.paced = bool(self._playing)
        effects.hidden = not self._shown
        for session in self._dirty:
            data = b"".join(session.out)
            session.out.clear()
            if data:
                effects.sends.append((session.conn, data))
        if effects.hidden:
            effects.free = self._free - self._bound
        self._dirty.clear()
        self._free.clear()
        self._bound.clear()
        self._written.clear()
        self._bound_at = 0
        self._shown = False
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

    def _ring(self, at: float) -> bool:
        """It is *at* now, or later; do what is due. Was anything?"""
        self.now = max(self.now, at)
        if self.hold is not None:
            return False
        rang = False
        while (action := self.timers.pop_due(self.now)) is not None:
            rang = True
            try:
                action()
            except Exception as error:  # noqa: BLE001 - one timer's failure is nobody else's
                self.report(Report("error", "something that was due failed", error))
        return rang

    def _guard(self, event: HouseEvent) -> None:
        """Handle an event; one that fails costs its own connection and nobody else's."""
        try:
            self._handle(event)
        except Exception as error:  # noqa: BLE001 - the boundary between lines
            conn = event.conn if isinstance(event, Connected | Received) else None
            self.broken(conn, type(event).__name__, error)

    def broken(self, conn: ConnId | None, what: str, error: Exception) -> None:
        """*what* failed: that is reported, and costs that connection and nobody else's."""
        self.report(Report("error", f"{what} failed", error))
        session = None if conn is None else self.sessions.get(conn)
        if session is not None:
            self.close(session, Goodbye.INTERNAL, INTERNAL)

    def _handle(self, event: HouseEvent) -> None:
        match event:
            case Received():
                turns.received(self, event)
            case Behind() | CaughtUp():
                self._note_reader(event)
            case Connected():
                self._connected(event)
            case Lost():
                self._lost(event.conn, dead=event.dead)
            case Probed():
                self._probed(event.conn, event.silent_s)
            case Thought():
                self.done(event)
            case Asked():
                self._effects.answers.append((event.ask, operator.answer(self, event)))
            case Kept():
                self.data_bytes = event.size
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
            self.close(session, Goodbye.BAD_LINES, bans.farewell(barred))
        elif len(self.sessions) > limits.connections:
            self.close(session, Goodbye.TOO_MANY, "This host is full. Try again later.")
        elif not self.nameless.add(session, limits):
            text = "Too many connections here have not given a name yet. Try again in a minute."
            self.close(session, Goodbye.TOO_MANY, text)
        elif not event.near and cap and count > cap:
            self.close(
                session, Goodbye.TOO_MANY, f"Too many lines from your address ({cap} at most)."
            )
        else:
            self.write_anyway(session, join_lines(self.greeting()))
            if not self.bursts.take(session, self.now):
                turns.hold(self, session)
            self.alarm(
                session, "login", self.now + limits.login_s, lambda: self._login_late(session)
            )

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
        self.alarm(session, "idle", since + limit, lambda: self.watch_idle(session))

    def drain_later(self, session: Session, wait_s: float) -> None:
        """The flood budget of that connection allows the next line after *wait_s*."""
        self.alarm(session, "drain", self.now + wait_s, lambda: self.read_on(session))

    def read_on(self, session: Session) -> None:
        """Deal with the lines that wait, as far as that is possible now."""
        if not session.closing:
            turns.read_on(self, session)

    def read_from(self, session: Session, *, on: bool) -> None:
        """Have the shell read from that connection, or leave it for now."""
        session.reading = on
        self._effects.reading.append((session.conn, on))

    def cost(self, size: int, items: int = 0) -> int:
        """What an answer of so many bytes and items costs beyond its line, in lines."""
        return size // self.limits.flood_answer_bytes + items // turns.ITEMS

    def _lost(self, conn: ConnId, *, dead: bool) -> None:
        session = self.sessions.pop(conn, None)
        if session is None:
            return
        session.end()
        self.bursts.ended(session, self.now)
        session.busy = session.showing = None
        self.news.followers.pop(conn, None)
        self.nameless.remove(session)
        count = self._addresses[session.address] - 1
        if count:
            self._addresses[session.address] = count
        else:
            del self._addresses[session.address]
        player = session.player
        if session.spent and not dead:
            people.retire(self, session)
        if player is not None and player.session is session:
            lobby.part(self, player)
        self._probed(conn, math.inf)

    def _note_reader(self, event: Behind | CaughtUp) -> None:
        session = self.sessions.get(event.conn)
        if session is not None:
            session.behind = isinstance(event, Behind)
            if not session.behind:
                self.read_on(session)

    # --- sending ---------------------------------------------------------------------

    def write(self, session: Session, data: bytes) -> None:
        """Have bytes sent on this line, after all that was written before."""
        if not data:
            return
        if not session.out:
            self._dirty.append(session)
        self._written.append(session.conn)
        session.out.append(data)

    def write_anyway(self, session: Session, data: bytes) -> None:
        """Have bytes sent that are right whatever becomes of the tables."""
        if data:
            self.write(session, data)
            self._effects.answered.append((session.conn, data))

    def mention(self, session: Session, data: bytes) -> None:
        """Have bytes sent that are left out if this reader is behind."""
        self._effects.news.append((session.conn, data))

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
            self._written.append(session.conn)
            session.out.extend(data)
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
        line.forget()
        self.counts.notes += 1
        self.store(Entry(0, self.counts.notes, kept, tuple(heard)))

    def close(self, session: Session, code: Goodbye, text: str) -> None:
        """Say why, and close the line; its player keeps his seat."""
        if session.closing:
            return
        self.write_anyway(session, _farewell_bytes(session, Farewell(code=code, what=text)))
        session.end()
        self._effects.closes.append(session.conn)

    def alarm(self, session: Session, what: str, due: float, action: Action) -> None:
        """Do *action* at *due*, in place of what was due as *what*, unless the connection ends."""
        before = session.alarms.get(what)
        if before is not None:
            before.cancel()
        session.alarms[what] = self.timers.at(due, action)

    # --- what rooms ask for ----------------------------------------------------------

    def store(self, entry: Entry, *, hidden: bool = False) -> None:
        """Make *entry* durable before anything leaves that is said of it.

        *hidden*: nobody can learn of it but those who are told.
        """
        if self.hold is not None:
            raise OnHold(self.hold)
        if not hidden:
            self._shown = True
        self._effects.entries.append(entry)
        self.turns.work += 1 + len(entry.heard) // (3 * turns.HEARERS)
        room = self.rooms.get(entry.table)
        if room is not None and room.clocked:
            self._note_clocks_later()

    def write_down(self, write: Write) -> None:
        """Have something kept that is no entry."""
        if self.hold is not None:
            raise OnHold(self.hold)
        self._shown = self._shown or not isinstance(write, Clocks)
        self._effects.writes.append(write)
        self.turns.work += 1

    def undo(self, action: Callable[[], None]) -> None:
        """What to do if this tick cannot be stored, beside what follows from its entries."""
        self._undo.append(action)

    def plays(self, room: Room, *, on: bool) -> None:
        """A game is in progress at this table, or none is."""
        if on:
            self._playing.add(room.table.number)
        else:
            self._playing.discard(room.table.number)

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
        if isinstance(job.key, AnswerKey):
            self._written.append(job.key.conn)
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

    def ask_line(self, conn: ConnId, then: Callable[[float | None], None]) -> None:
        """Have a connection looked at; *then* gets how many seconds ago it was last heard of."""
        self._probes.setdefault(conn, []).append(then)
        self._effects.probes.append(conn)

    def _probed(self, conn: ConnId, silent_s: float | None) -> None:
        for then in self._probes.pop(conn, ()):
            then(silent_s)

    def done(self, event: Thought) -> None:
        """Something that was asked for is done, or found out."""
        if isinstance(event.key, PrepareKey):
            warmup.prepared(self, event.key, event)
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
        lobby.put_away(
            self,
            bodies,
            reason=over.reason,
            scores=scores,
            winners=winners,
            hearers=room.hearers,
        )
        about = {"table": room.table.number, "record": room.table.record, "reason": over.reason}
        self.report(Report("info", "a game is over", fields=about))

    def await_answers(self, room: Room, number: int) -> None:
        """Proposal *number* at *room* waits for its answers, but not for ever."""

        asked_at = self.now

        def lapse() -> None:
            del room.proposal_timers[number]
            silent.lapse(self, room, number, asked_at)

        room.proposal_timers[number] = self.timers.at(self.now + self.limits.proposal_s, lapse)

    def find(self, name: str) -> Player | None:
        """The player of that name, if he is here or away."""
        return self.register.by_key.get(self.register.key(clean(name)))

    def new_code(self) -> str:
        """A code that is not in use."""
        while True:
            code = ways_back.new_code(self.entropy)
            if self.register.with_code(code) is None:
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
