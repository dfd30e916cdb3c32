"""A room is a live table: the table's value, its record, its clock, its listeners and bots.

`Room.add` is the one way anything happens at a table: fold the entry, append it to the
record, tell everybody who may know, set the clock. What it cannot decide itself (people,
sending) it asks of the house through `Desk`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from parlour.api import SPECTATOR, BotContext, Context, Reader, Refused, Seat, Viewer
from parlour.api import Thought as Decision
from parlour.engine import record as r
from parlour.engine.happenings import Asked, GameOver, Happening, Occurred, PauseChanged
from parlour.engine.match import GameFault, Match, guarded
from parlour.engine.table import Table, fold
from parlour.house.announce import Announcer
from parlour.house.effects import Entry, Job, JobKey, Report, Thought
from parlour.house.people import MAX_COUNT, Player
from parlour.house.timers import Timer, Timers
from parlour.wire.voices import Line

News: TypeAlias = tuple[Player, Sequence[Line], bool, list[bytes]]
"""What one player is told of an entry: the events, whether a view is among them, and
how he reads them."""


LATE_S: Final = 2.0
"""How long after the last bare word a line without a slash is taken for one that came too
late: the time to finish a word and press Enter."""


class Desk(Protocol):
    """What a room asks of the house."""

    now: float
    timers: Timers
    bot_pause_s: float

    def store(self, entry: Entry) -> None:
        """Make *entry* durable before anything leaves."""

    def think(self, job: Job) -> None:
        """Have a bot think."""

    def report(self, report: Report) -> None:
        """Write to the log."""

    def render(self, player: Player, lines: Sequence[Line]) -> list[bytes]:
        """The next events of a player, as he reads them."""
        ...

    def send(self, player: Player, lines: Sequence[Line], data: list[bytes]) -> None:
        """Send events to a player, in order, as they were rendered."""

    def game_over(self, room: Room, over: GameOver) -> None:
        """A game at this table has ended."""

    def listed(self, room: Room) -> None:
        """What the lobby sees of this table has changed."""


class Room:
    """A live table. `seated` are the people at it (bots have no line), by seat."""

    __slots__ = (
        "_bot_due",
        "_clock",
        "_desk",
        "_late_until",
        "_origin",
        "_viewed",
        "_views",
        "away_timer",
        "bases",
        "proposal_timers",
        "record",
        "seated",
        "started",
        "table",
        "watchers",
    )

    def __init__(self, desk: Desk, table: Table, opened: r.Opened) -> None:
        self._desk = desk
        self.table = table
        self.bases = [(1, table)]
        """Where a rebuild can begin: the number of an entry and the table before it. The
        first entry after the opening, and the one that began the last game."""
        body = r.encode(opened)
        self.record: list[bytes] = [body]
        self.started = 0
        """The number of the entry that began the last game."""
        desk.store(Entry(table.number, 0, body))
        self.seated: dict[Seat, Player] = {}
        self.watchers: dict[str, Player] = {}
        self.away_timer: Timer | None = None
        self.proposal_timers: dict[int, Timer] = {}
        self._origin = 0.0
        """The monotonic time of table time 0, while the clock runs."""
        self._clock: Timer | None = None
        self._bot_due: dict[Seat, Timer] = {}
        self._late_until: dict[Seat, float] = {}
        self._views: dict[Viewer, Any] = {}
        """Positions already looked at, as long as the match is still `_viewed`."""
        self._viewed: Match | None = None

    # --- time ------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The table time now, in ms; it stands while no game runs, or it is paused or frozen."""
        table = self.table
        if table.match is None:
            return 0
        if table.state != "playing":
            return table.match.now
        return max(table.match.now, round((self._desk.now - self._origin) * 1000))

    def left_ms(self) -> int | None:
        """What is left of the game's present deadline."""
        match = self.table.match
        if match is None or match.deadline is None:
            return None
        return max(0, match.deadline - self.at)

    def _set_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        match = self.table.match
        if match is None or self.table.state != "playing" or match.deadline is None:
            return
        left_ms = match.calls[0] * 1000 if match.calls else 0
        due = self._origin + (match.deadline - left_ms) / 1000
        self._clock = self._desk.timers.at(due, partial(self._ring, match.deadline, match.calls))

    def _ring(self, deadline: int, calls: tuple[int, ...]) -> None:
        """The clock says: call the time, or it is up."""
        if calls:
            at = max(self.at, deadline - calls[0] * 1000)
            self.try_add(r.Called(at=at, left_s=calls[0]))
        else:
            self.try_add(r.TimeUp(at=max(self.at, deadline)))

    # --- what happens ----------------------------------------------------------------

    def add(self, entry: r.Entry) -> None:
        """Let *entry* happen: fold, record, tell.

        Raises Refused if the rules do not allow it, GameFault if the plugin raised:
        nothing has changed then.
        """
        before = self.table
        table, happened = fold(before, entry)
        announcer = Announcer(table, happened)
        news = guarded(self._news, announcer)
        self.table = table
        if table.match is not before.match:
            self._viewed, self._views = table.match, announcer.views
        if isinstance(entry, r.Started):
            self.started = len(self.record)
            self.bases[1:] = [(self.started, before)]
            self._origin = self._desk.now
        elif before.state == "paused" and table.state == "playing" and table.match is not None:
            self._origin = self._desk.now - table.match.now / 1000
        index = len(self.record)
        body = r.encode(entry)
        self.record.append(body)
        self._desk.store(Entry(table.number, index, body))
        self._tell(news, index)
        if before.match is not None:
            self._note_late(before.match)
        if self.proposal_timers:
            for number in self.proposal_timers.keys() - table.proposals.keys():
                self.proposal_timers.pop(number).cancel()
        self._set_clock()
        if table.state == "playing":
            self._wake_bots(happened)
        for what in happened:
            if isinstance(what, GameOver):
                self._desk.game_over(self, what)
        if before.state != table.state:
            self._desk.listed(self)

    def _note_late(self, before: Match) -> None:
        """Whoever was asked for bare words until now may be typing one."""
        match = self.table.match
        for seat, opened in before.prompts.items():
            if opened.prompt.bare is None:
                continue
            now = match.prompts.get(seat) if match is not None else None
            if now is None or now.prompt.bare is None:
                self._late_until[seat] = self._desk.now + LATE_S

    def was_bare(self, seat: Seat) -> bool:
        """Was the seat asked for bare words a moment ago? A line may be one come too late."""
        return self._late_until.get(seat, 0.0) > self._desk.now

    def try_add(self, entry: r.Entry) -> bool:
        """Let *entry* happen; if the plugin raises, freeze the table. True if it happened."""
        try:
            self.add(entry)
        except GameFault as fault:
            self.freeze(fault)
            return False
        return True

    def freeze(self, fault: GameFault) -> None:
        """The plugin has failed: the table stands still as it was, and everybody is told."""
        table = self.table
        self._desk.report(
            Report("error", f"table {table.number} ({table.game.id}) is frozen: {fault}", fault)
        )
        if not table.frozen and table.playing:
            self.add(r.Faulted(at=self.at))

    def stand(self, seat: Seat, why: Literal["left", "kicked"]) -> None:
        """The seat is given up. If the plugin fails over it, the table freezes: a frozen
        game is not asked, so nobody is held.
        """
        stood = r.Stood(at=self.at, seat=seat, why=why)
        if not self.try_add(stood):
            self.add(stood)

    def _news(self, announcer: Announcer) -> list[News]:
        """What everybody here is going to read. All of it is made before anything is kept:

        a plugin that fails at this point has failed for everybody, and nothing has happened.
        """
        found: list[News] = []
        for viewer, player in self._listeners():
            session = player.session
            views = session is not None and session.view
            lines = announcer.lines(viewer, views=views)
            if lines and not (player.ignored and is_ignored(player, lines)):
                found.append((player, lines, views, self._desk.render(player, lines)))
        return found

    def _tell(self, news: list[News], index: int) -> None:
        for player, lines, views, data in news:
            self._desk.send(player, lines, data)
            if len(lines) > MAX_COUNT:
                for line in lines:
                    player.log.direct(line)
            else:
                player.log.table(self.table.number, index, len(lines), views=views)

    def _listeners(self) -> list[tuple[Viewer, Player]]:
        listeners: list[tuple[Viewer, Player]] = list(self.seated.items())
        listeners.extend((SPECTATOR, player) for player in self.watchers.values())
        return listeners

    def shout(self, line: Line, *, players: bool = True) -> None:
        """Send an event that stands in no record to everybody here, or to the watchers only."""
        lines = (line,)
        listeners = [*self.seated.values()] if players else []
        listeners.extend(self.watchers.values())
        for player in listeners:
            if not (player.ignored and is_ignored(player, lines)):
                self._desk.send(player, lines, self._desk.render(player, lines))
                player.log.direct(line)

    def stop(self) -> None:
        """The table is closed: no bot thinks any more. All else has ended with its game."""
        for timer in self._bot_due.values():
            timer.cancel()

    # --- views -----------------------------------------------------------------------

    def eyes(self, seat: Seat) -> Viewer:
        """As whom the player of *seat* sees the last game: who did not play it is a watcher."""
        table = self.table
        chair = table.chairs.get(seat)
        played = chair is not None and table.names.get(seat) == chair.name
        return seat if played else SPECTATOR

    def view(self, viewer: Viewer) -> Any:
        """The position as *viewer* may know it. Raises GameFault."""
        match = self.table.last_match
        if self._viewed is not match:
            self._viewed = match
            self._views.clear()
        if viewer not in self._views:
            self._views[viewer] = guarded(match.game.views.look, match.state, viewer)
        return self._views[viewer]

    def reader(self, viewer: Viewer, width: int) -> Reader:
        """For whom the game's text is made."""
        return Reader(viewer, self.table.names, width)

    # --- bots ------------------------------------------------------------------------

    def _wake_bots(self, happened: tuple[Happening, ...]) -> None:
        """Each bot with a prompt thinks, after the same pause whatever it is about to do.

        A new prompt starts the pause anew; other news of the game only wakes a bot that
        is not waiting already.
        """
        match = self.table.match
        if match is None or not match.bots:
            return
        asked = {news.seat for news in happened if isinstance(news, Asked)}
        if not asked and not any(isinstance(news, Occurred | PauseChanged) for news in happened):
            return
        for seat in match.bots:
            if seat not in match.prompts or seat not in self.table.chairs:
                continue
            if seat in asked and seat in self._bot_due:
                self._bot_due.pop(seat).cancel()
            self._wake(seat)

    def _wake(self, seat: Seat) -> None:
        """Have the bot think after its pause, unless it is waiting already."""
        if seat in self._bot_due:
            return
        due = self._desk.now + self._desk.bot_pause_s
        self._bot_due[seat] = self._desk.timers.at(due, partial(self._think, seat))

    def _think(self, seat: Seat) -> None:
        self._bot_due.pop(seat, None)
        match = self.table.match
        if match is None or self.table.state != "playing" or seat not in match.prompts:
            return
        opened = match.prompts[seat]
        bot, memory = match.bots[seat], match.memories[seat]
        try:
            view = self.view(seat)
        except GameFault as fault:
            self.freeze(fault)
            return
        luck = Context(now=0, seed=match.seed + bytes([seat]), number=match.steps).rng
        ctx = BotContext(rng=luck, lexicon=match.lexicon)
        key = JobKey(self.table.number, seat, opened.number, match.steps, self.table.record)
        self._desk.think(Job(key, lambda: bot.think(memory, view, opened.prompt, ctx)))

    def thought(self, event: Thought) -> None:
        """A bot has made up its mind, or failed to.

        What comes after its prompt is over is dropped. What comes after anything else
        has happened is thought over again if the prompt is optional, or the move is not
        allowed any more.
        """
        key, match = event.key, self.table.match
        seat = Seat(key.seat)
        opened = match.prompts.get(seat) if match is not None else None
        if (
            match is None
            or opened is None
            or (key.record, key.prompt) != (self.table.record, opened.number)
            or self.table.state != "playing"
            or seat not in self.table.chairs
        ):
            return
        urgent, late = opened.prompt.urgent, match.steps != key.steps
        if late and not urgent:
            self._wake(seat)
            return
        try:
            move = _decided(event, urgent=urgent)
            if move is not None:
                self.add(r.Moved(at=self.at, seat=seat, move=move))
        except Refused as refused:
            if late:
                self._wake(seat)
            else:
                self.freeze(GameFault(f"a bot's move was refused: {refused.fault}"))
        except GameFault as fault:
            self.freeze(fault)


def _decided(event: Thought, *, urgent: bool) -> msgspec.Raw | None:
    """The move a bot wants to make; None if it lets the prompt pass. Raises GameFault."""
    if event.error is not None:
        raise GameFault(f"{type(event.error).__name__} in a bot's thought") from event.error
    decision: Decision[Any] | None = event.result
    if decision is None:
        if urgent:
            raise GameFault("a bot gave no answer to an urgent prompt")
        return None
    return guarded(lambda: r.encode_move(decision.move))


def is_ignored(player: Player, lines: Iterable[Line]) -> bool:
    """Is this talk of somebody *player* ignores?"""
    for line in lines:
        name = getattr(line.event, "name", None)
        if line.event.event in {"said", "told"} and name in player.ignored:
            return True
    return False
