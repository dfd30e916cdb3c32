"""The house: everything the host decides, as one pure machine.

`tick` takes what happened and the time, and gives back what is to be stored, sent,
closed and thought about, in that order. The house owns its sessions, players and
tables; it knows no socket, no thread, no clock and no chance of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, assert_never

from parlour.api import AnyGame, Lexicon, Seat
from parlour.engine import record as r
from parlour.engine.happenings import GameOver
from parlour.engine.table import open_table
from parlour.house.announce import seat_names
from parlour.house.archive import Archive, Finished
from parlour.house.dispatch import INTERNAL, answer_line
from parlour.house.effects import (
    Connected,
    ConnId,
    Effects,
    Entry,
    HouseEvent,
    Job,
    Lost,
    Received,
    Report,
    Stopping,
    Thought,
)
from parlour.house.limits import Limits
from parlour.house.people import Player, Register, Session, rendered
from parlour.house.rooms import Room
from parlour.house.timers import Timers
from parlour.wire.codes import Code, Goodbye
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine
from parlour.wire.messages import Event, Farewell, No, Notice, TableEvent
from parlour.wire.names import name_key
from parlour.wire.text import clean
from parlour.wire.voices import Line, farewell, final, join_lines, person

Change: TypeAlias = Literal["opened", "changed", "closed"]
OPENED_ENTRIES: Final = 2
"""A table is new while its record holds no more than its opening and its first seat."""


class House:
    """The host without its machinery.

    *entropy* gives that many unpredictable bytes: seeds, tokens and codes come from it.
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
    ) -> None:
        self.games = games
        self.lexicons = lexicons
        self.limits = limits
        self.archive = archive
        self.name = name
        self.version = version
        self.entropy = entropy
        self.now = 0.0
        self.wall = 0.0
        self.timers = Timers()
        self.register = Register()
        self.rooms: dict[int, Room] = {}
        self.bot_pause_s = limits.bot_pause_ms / 1000
        self._sessions: dict[ConnId, Session] = {}
        self._addresses: dict[str, int] = {}
        self._tables = 0
        self._effects = Effects()
        self._dirty: list[Session] = []
        self._stopping = False
        self._log_full = limits.backlog_events * 2
        """Items in a log at which it is cut: half of them at once, so that it is done seldom."""

    # --- the one door ----------------------------------------------------------------

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """Let *events* happen at *now* (monotonic seconds); *wall* is the time of day."""
        self.now, self.wall = now, wall
        self._ring()  # what was due comes first: a move after the deadline is too late
        for event in events:
            self._guard(event)
        self._ring()
        effects, self._effects = self._effects, Effects()
        for session in self._dirty:
            data = b"".join(session.out)
            session.out.clear()
            if data:
                effects.sends.append((session.conn, data))
        self._dirty.clear()
        return effects

    @property
    def next_due(self) -> float | None:
        """When `tick` must be called even if nothing happened."""
        return self.timers.next_due

    def slow_notice(self, conn: ConnId) -> bytes:
        """The last line for a reader who does not read."""
        session = self._sessions.get(conn)
        message = Farewell(
            code=Goodbye.SLOW_READER, what="You read too slowly; the line is closed. Come back!"
        )
        return b"" if session is None else _farewell_bytes(session, message)

    def _ring(self) -> None:
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
                session = self._sessions.get(event.conn)
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
        self._sessions[event.conn] = session
        count = self._addresses.get(event.address, 0) + 1
        self._addresses[event.address] = count
        cap = limits.connections_per_address
        if self._stopping:
            self.close(session, Goodbye.SHUTTING_DOWN, "This host is stopping.")
        elif len(self._sessions) > limits.connections:
            self.close(session, Goodbye.TOO_MANY, "This host is full. Try again later.")
        elif not event.near and cap and count > cap:
            self.close(
                session, Goodbye.TOO_MANY, f"Too many lines from your address ({cap} at most)."
            )
        else:
            self.write(session, join_lines(self.greeting()))
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
        session = self._sessions.get(event.conn)
        if session is None or session.closing:
            return
        session.heard_at = self.now
        lines = session.decoder.feed(event.data)
        answers = session.decoder.take_replies()
        if answers:
            self.write(session, answers)
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
        self.timers.at(self.now + wait_s, lambda: self._drain(session))

    def _drain(self, session: Session) -> None:
        while session.waiting and not session.closing:
            if wait_s := session.bucket.take(self.now):
                self._drain_later(session, wait_s)
                return
            answer_line(self, session, session.waiting.popleft())
        session.waiting = None

    def _lost(self, conn: ConnId) -> None:
        session = self._sessions.pop(conn, None)
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
            self.part(player)

    # --- sending ---------------------------------------------------------------------

    def write(self, session: Session, data: bytes) -> None:
        """Have bytes sent on this line, after all that was written before."""
        if not data:
            return
        if not session.out:
            self._dirty.append(session)
        session.out.append(data)

    def refuse(self, session: Session, request_id: str, no: No) -> None:
        """Answer a request with a refusal."""
        if session.program:
            self.write(session, final(request_id, no, session.text_width, ok=False))
        else:
            self.write(session, person(no, session.width))

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
        if len(player.log) >= self._log_full:
            player.log.trim(self.limits.backlog_events)

    def tell(self, player: Player, event: Event | Line) -> None:
        """One event that stands in no table's record."""
        lines = (event if isinstance(event, Line) else Line(event),)
        self.send(player, lines, self.render(player, lines))
        player.log.direct(lines[0])

    def close(self, session: Session, code: Goodbye, text: str) -> None:
        """Say why, and close the line; its player keeps his seat."""
        if session.closing:
            return
        self.write(session, _farewell_bytes(session, Farewell(code=code, what=text)))
        session.closing = True
        session.waiting = None
        self._effects.closes.append(session.conn)

    # --- what rooms ask for ----------------------------------------------------------

    def store(self, entry: Entry) -> None:
        """Make *entry* durable before anything leaves."""
        self._effects.entries.append(entry)

    def think(self, job: Job) -> None:
        """Have a bot think."""
        self._effects.jobs.append(job)

    def report(self, report: Report) -> None:
        """Write to the log."""
        self._effects.reports.append(report)

    def _thought(self, event: Thought) -> None:
        room = self.rooms.get(event.key.table)
        if room is not None:
            room.thought(event)

    def game_over(self, room: Room, over: GameOver) -> None:
        """Put the game that has just ended at *room* into the archive."""
        started = r.decode(room.record[room.started])
        assert isinstance(started, r.Started), "that is the number of the entry that began it"
        self.archive.add(
            Finished(
                record=started.record,
                game=started.game,
                version=started.version,
                ended_s=int(self.wall),
                reason=over.reason,
                names=dict(started.names),
                scores=dict(over.scores),
                winners=over.winners,
                lexicon=started.lexicon,
                lexicon_hash=started.lexicon_hash,
                entries=tuple(room.record[room.started :]),
            )
        )

    # --- players and tables ----------------------------------------------------------

    def find(self, name: str) -> Player | None:
        """The player of that name, if he is here or away."""
        return self.register.by_key.get(name_key(clean(name)))

    def part(self, player: Player) -> None:
        """The player's line is gone: his seat is kept, his name for a while."""
        player.session = None
        for room in list(player.watching.values()):
            self.unwatch(player, room)
        if player.room is not None and player.seat is not None:
            room = player.room
            room.try_add(r.Presence(at=room.at, seat=player.seat, away=True))
            self.watch_deserted(room)
        self._forget_later(player)

    def _forget_later(self, player: Player) -> None:
        """He is away and sits nowhere, or soon: his name is kept for a while."""
        player.away_since = since = self.now
        self.timers.at(self.now + self.limits.away_s, lambda: self._forget(player, since))

    def _forget(self, player: Player, since: float) -> None:
        if player.session is None and player.room is None and player.away_since == since:
            self.register.remove(player)

    def unwatch(self, player: Player, room: Room) -> None:
        """The player watches that table no more."""
        player.watching.pop(room.table.number, None)
        room.watchers.pop(player.key, None)

    def open_room(self, opened: r.Opened) -> Room:
        """A new table."""
        room = Room(self, open_table(opened, self.games, self.lexicons), opened)
        self.rooms[opened.table] = room
        return room

    def next_table(self) -> int:
        """The number of a new table."""
        self._tables += 1
        return self._tables

    def stand(self, player: Player, room: Room, seat: Seat, *, kicked: bool = False) -> None:
        """The player gives up his seat for good."""
        room.stand(seat, "kicked" if kicked else "left")
        del room.seated[seat]
        player.room = None
        player.seat = None
        if player.session is None:
            self._forget_later(player)
        self.listed(room)
        self.watch_deserted(room)

    def watch_deserted(self, room: Room) -> None:
        """See to it that a table without people goes away after a while."""
        if room.away_timer is not None:
            room.away_timer.cancel()
            room.away_timer = None
        if any(player.session is not None for player in room.seated.values()):
            return
        limits = self.limits
        after = limits.deserted_table_s if room.seated else limits.empty_table_s
        room.away_timer = self.timers.at(self.now + after, lambda: self._clear(room))

    def _clear(self, room: Room) -> None:
        """Nobody has come back: end the game, free the seats, close the table."""
        if room.table.playing:
            room.try_add(r.Ended(at=room.at, reason="deserted"))
        room.add(r.Closed(why="deserted" if room.seated else "empty"))
        room.stop()
        del self.rooms[room.table.number]
        self._effects.forgets.append(room.table.number)
        for player in list(room.seated.values()):
            player.room = player.seat = None
            self._forget_later(player)
        for player in list(room.watchers.values()):
            self.unwatch(player, room)
        self.listed(room)

    def listed(self, room: Room) -> None:
        """Tell the lobby (players at no table) what has changed about a table."""
        table = room.table
        change: Change = "changed"
        what = ""
        host = table.host_name
        if table.closed:
            change = "closed"
        elif len(room.record) <= OPENED_ENTRIES:
            change = "opened"
            what = (
                f"Table {table.number}: {table.game.title}, opened by {host}. "
                f"To sit down: join {table.number}"
            )
        line = Line(
            TableEvent(
                table=table.number,
                change=change,
                game=table.game.id,
                state=table.state,
                host=host,
                seats=seat_names(table),
                watchers=len(room.watchers),
                what=what,
            )
        )
        for player in self.register.by_key.values():
            if player.room is None:
                self.tell(player, line)

    def seat_token(self) -> tuple[str, str]:
        """A token and a short code, neither in use."""
        letters = "abcdefghjkmnpqrstuvwxyz23456789"
        while True:
            code = "".join(letters[byte % len(letters)] for byte in self.entropy(6))
            if code not in self.register.by_code:
                return self.entropy(16).hex(), code

    # --- the end ---------------------------------------------------------------------

    def _stop(self) -> None:
        self._stopping = True
        notice = Line(
            Notice(kind="stopping", what="This host is stopping. Thank you for playing.")
        )
        for session in list(self._sessions.values()):
            if session.player is not None:
                self.tell(session.player, notice)
            self.close(session, Goodbye.SHUTTING_DOWN, "Goodbye.")


def _farewell_bytes(session: Session, message: Farewell) -> bytes:
    if session.program:
        return farewell(message, session.text_width)
    return person(message, session.width)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
