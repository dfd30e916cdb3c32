"""A room is a table with its people: the table's value, its record, its clock, its listeners and
bots.

Everything at a table happens through `Room.add`: fold the entry, append it to the
record, tell everybody who may know, set the clock. For what it cannot decide itself (people,
the lobby, the archive), it calls its `TableListener`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

from parlour.api import SPECTATOR, Reader, Seat, Viewer, Views
from parlour.core.backlog import source_of
from parlour.core.effects import Report
from parlour.core.output import Output
from parlour.core.persistence import Entry
from parlour.core.sessions import SCENE, Player, rendered
from parlour.core.timers import Alarms
from parlour.engine import record as r
from parlour.engine.calls import GameFault, Watch
from parlour.engine.folding import fold
from parlour.engine.match import Match
from parlour.engine.options import ABSENCE, DELAY
from parlour.engine.table import Table, What
from parlour.engine.table_events import GameFailed, GameOver, Happening, ProposalChanged
from parlour.language import Form, _
from parlour.tables.announce import EventFilter
from parlour.tables.behind import Behind, Held, first_after, is_delayed
from parlour.tables.bots import Bots, Playing
from parlour.tables.clock import STOPPED
from parlour.tables.course import Course, keep
from parlour.tables.owner import Owner
from parlour.tables.position import Scenes
from parlour.wire.encoding import EncodedEvent
from parlour.wire.flood import Bucket
from parlour.wire.messages import Notice, SaidEvent, Sight, time_left

AnyViews: TypeAlias = Views[Any, Any, Any, Any]
News: TypeAlias = tuple[Player, Sequence[EncodedEvent], bool, bytes]
"""One player's share of an entry: the player, the events, whether a view is among them, and
the bytes."""


LATE_S: Final = 2.0
"""Seconds after the last bare word during which a line without a slash counts as one that came
too late: the time to finish a word and press Enter."""


_GONE: Final = frozenset({"table_gone", "adjourned"})
"""Notices after which nobody watches a table any more."""
_NO_SEATS: Final[frozenset[Seat]] = frozenset()
_KEPT_BY: Final = frozenset({GameOver, ProposalChanged, GameFailed})
"""What a room passes on to its listener or to the log."""


class TableListener(Protocol):
    """The work that a table needs done elsewhere (`tables.keeping`)."""

    def plays(self, room: Room, *, on: bool) -> None:
        """Note whether a game is in progress at this table."""

    def clock_runs(self, room: Room) -> None:
        """Note that a table whose clock matters has stored something."""

    def game_over(self, room: Room, over: GameOver) -> None:
        """Handle the end of a game at this table."""

    def agreed(self, room: Room, what: What) -> None:
        """Carry out *what* all at this table have agreed on, as far as it is not the table's."""

    def deserted(self, room: Room) -> None:
        """Decide about a game whose players have all been disconnected for a while."""

    def listed(self, room: Room) -> None:
        """Tell the lobby what has changed about this table."""

    def asked(self, room: Room, seats: frozenset[Seat]) -> None:
        """Call the players of these seats, whose turn it is now in a game over days."""

    def goes_on(self, room: Room) -> None:
        """Note that the game at this table now runs again."""

    def put_off(self, room: Room) -> None:
        """Call `Room.set_clock` when all lines that came before now are answered."""


class Room(Playing):
    """A table with its people. `seated` are the people at it by seat, without bots."""

    def __init__(self, out: Output, listener: TableListener, table: Table) -> None:
        super().__init__(out, table)
        self._listener = listener
        self.bases: list[tuple[int, Table]] = []
        self.record: list[bytes] = []
        self.started = 0
        self.seated: dict[Seat, Player] = {}
        self.watchers: dict[str, Player] = {}
        self.hearers: set[int] = set()
        """The numbers of all players who were ever sent an event of this table."""
        self.hushed = Alarms[Seat](out.timers)
        """Seats of disconnected players of whom the others have not been told (`presence`)."""
        self.owner: Owner | None = None
        """What the table belongs to. None: it is an ordinary one."""
        self.nudged: dict[Seat, tuple[int | None, float]] = {}
        """By seat: the end of the last turn of which somebody reminded its player, and when."""
        self.gone: dict[str, dict[str, None]] = {}
        """The names of those who gave up a seat in this game, by the place they came from."""
        self.talk: dict[str, Bucket] = {}
        """The amount of talk still allowed here now, to the table and among the watchers."""
        self.alarms = Alarms[Literal["deserted", "grace"]](out.timers)
        """`deserted`: nobody is here, so the table ends. `grace`: after a restart, the clock waits
        no longer for those who were connected."""
        self.proposal_timers = Alarms[int](out.timers)
        self.absence_timers = Alarms[Seat](out.timers)
        """They free the seats of disconnected players (absence=forfeit)."""
        self.bots = Bots(out, self)
        self._expected = _NO_SEATS
        """Seats of players who were connected when the host went down. The clock waits for them a
        while."""
        self._stop_told = False
        """Whether somebody was told that the clock is stopped, and nobody yet that it runs."""
        self.slash_told: set[Seat] = set()
        """Seats whose players were told in this game how a word of theirs is the command."""
        self._asked_words = False
        """Somebody was asked for words in this game, since the host was started."""
        self._late_until: dict[Seat, tuple[float, bool]] = {}
        self.scenes = Scenes()
        self._behind: Behind | None = None
        """What watchers have not seen yet, with a delay, while a game is on (`behind`)."""

    # --- time ------------------------------------------------------------------------

    @property
    def living(self) -> bool:
        """Whether somebody who sits here is connected."""
        return any(player.session is not None for player in self.seated.values())

    def reopen(self, clock: int, shown: int | None = None) -> None:
        """Reopen the table after a restart. *clock* ms of its game are known to have passed.

        The clock waits until all are back who were connected, and are no more. See
        `expect_nobody`. *shown*: up to which entry watchers have been told who are still here.
        """
        match, chairs = self.table.match, self.table.chairs
        self.start_clock(max(clock, match.now) if match is not None else 0)
        if self._has_delay:
            until = self.at - 1000 * int(self.table.options[DELAY])
            first = first_after(until, self.record, self.started) if shown is None else shown
            first = max(first, self.started)
            base = next(each for each in reversed(self.bases) if each[0] <= first)
            self._behind = Behind(self._out, *base, self._show)
            self._behind.refill(self.record, first, self.at, self._watched_at())
        here = {seat for seat, who in chairs.items() if who.bot is None and not who.away}
        stayed = {seat for seat, who in self.seated.items() if who.session is not None}
        self._expected = _NO_SEATS if self.table.over_days else frozenset(here - stayed)
        if here and not stayed:
            self.add(r.Restarted(at=self.at))
        self._see_who_is_away(tell=False)  # those who are here have read it
        self._stop_told = self.stop_reason == "absent"
        self._set_going(was_going=False)

    def expect_nobody(self) -> None:
        """Stop waiting for players who are not back by now."""
        was_going = self.going
        self._expected = _NO_SEATS
        self._see_who_is_away()
        self._set_going(was_going)

    def _set_going(self, was_going: bool) -> None:
        """If the game runs now and did not before, wake the bots and tell the listener."""
        if self.going and not was_going:
            self.bots.wake_all()
            self._listener.goes_on(self)

    def _see_who_is_away(self, *, tell: bool = True) -> None:
        """Stop or start the clock, depending on who is connected, and *tell*."""
        stopped = self._stopped_for
        away = {seat for seat, who in self.table.chairs.items() if who.away}
        if not away and not self.absence_timers and not self.hushed and not stopped:
            return  # the usual case
        names = {seat: who.name for seat, who in self.table.chairs.items()}
        seated = self.seated.items()  # maybe still of those who were there before this entry
        lost = {s for s, who in seated if who.session is None and names.get(s) == who.name}
        for seat in self.hushed.keys() - away - lost:
            self.hushed.cancel(seat)
        for seat in self.absence_timers.keys() - away - lost:
            self.absence_timers.cancel(seat)
        self.set_stopped("restart", not away.isdisjoint(self._expected))
        self.set_stopped("absent", self._waits_for(away))
        if tell and bool(stopped) != bool(self._stopped_for) and self.table.state == "playing":
            self._tell_clock()

    def _tell_clock(self) -> None:
        """Say that the clock has stopped for somebody who is away, or runs again. After a restart
        nobody is here yet: each reads it when they come back.
        """
        left_ms = self.left_ms()
        if left_ms is None or self.stop_reason == "restart":
            return
        if self.stop_reason is not None:
            self.shout(EncodedEvent(self.stopped_clock(STOPPED[self.stop_reason])))
        elif self._stop_told:
            self._stop_told = False
            what = _("The clock runs again.")
            if left_ms:  # without a bank's time
                what = _("The clock runs again: {time} left.", time=time_left(left_ms))
            self.shout(EncodedEvent(Notice(kind="running", table=self.table.number, what=what)))

    def stopped_clock(self, what: str) -> Notice:
        """Return the notice that the clock is stopped, which somebody is to read."""
        self._stop_told = True
        return Notice(kind="stopped", table=self.table.number, what=what)

    def _waits_for(self, away: set[Seat]) -> bool:
        """Check whether the table waits for one of these players (absence=wait)."""
        match = self.table.match
        table = self.table
        if match is None or table.over_days or table.options.get(ABSENCE) != "wait":
            return False
        return any(seat in away and asked.prompt.urgent for seat, asked in match.prompts.items())

    def ring(self, deadline: int, calls: tuple[int, ...]) -> None:
        early = self.table.last_match.before_ms(calls[0]) if calls else 0
        due = deadline - early
        if self._awaits(self.moment(due)):
            self._listener.put_off(self)
            return
        if calls:
            self.try_add(r.Called(at=max(self.at, due), left_s=calls[0]))
        else:
            self.try_add(r.TimeUp(at=max(self.at, deadline)))

    def _awaits(self, moment: float) -> bool:
        """Check whether a line of a player here, which came by *moment*, waits for its turn."""
        return any(
            player.session is not None and player.session.intake.next_at <= moment
            for player in self.seated.values()
        )

    # --- watchers who are behind -----------------------------------------------------

    @property
    def behind(self) -> Behind | None:
        """What watchers have not seen yet; None if they see everything at once."""
        if not self._has_delay:
            return None
        assert self._behind is not None, "it began with the game; without it they must see nothing"
        return self._behind

    @property
    def _has_delay(self) -> bool:
        return bool(self.table.options.get(DELAY)) and self.table.playing

    @property
    def shown(self) -> int:
        return 0 if self._behind is None else self._behind.shown

    @property
    def told(self) -> int:
        """The number of entries of which watchers have been told."""
        return len(self.record) if self.behind is None else self.behind.shown

    def seen_by(self, viewer: Viewer) -> Table:
        """Return the table as *viewer* may know it by now: watchers may be behind."""
        behind = self.behind if viewer is SPECTATOR else None
        return self.table if behind is None else behind.table

    def hushed_for(self, viewer: Viewer) -> Collection[Seat]:
        """Return the `hushed` seats of `seen_by`."""
        behind = self.behind if viewer is SPECTATOR else None
        return self.hushed if behind is None else behind.hushed

    def scenes_for(self, viewer: Viewer) -> Scenes:
        """Return the scenes of `seen_by`."""
        behind = self.behind if viewer is SPECTATOR else None
        return self.scenes if behind is None else behind.scenes

    def _watched_at(self) -> float:
        """Return the time when watchers hear what happens now."""
        return self._out.now + float(self.table.options[DELAY])

    def _hold(self, table: Table, happened: Sequence[Happening], index: int) -> None:
        """Keep back from watchers what has happened, while the game is on."""
        held = Held(self._watched_at(), table, happened, index=index, hushed=self.hushed)
        if (behind := self.behind) is None:  # the game is over: nothing of it is hidden any more
            late, self._behind = self._behind, None
            assert late is not None, "it began with the game"
            late.flush()
            self._show(held)
        elif table.state == "adjourned":  # nobody watches any more
            behind.skip_to(held)
        else:
            behind.hold(held)

    def _show(self, held: Held) -> None:
        """Tell the watchers what is due now. If the plugin fails over it, the table freezes."""
        try:
            held.table.via.guarded(self._show_all, held)
        except GameFault as fault:
            self.freeze(fault)

    def _show_all(self, held: Held) -> None:
        announcer = EventFilter(held.table, held.happened, self.scenes_for(SPECTATOR))
        if held.line is None and not announcer.lines(SPECTATOR):
            return  # the table is another now, but nobody hears of it
        groups: dict[Sight, list[Player]] = {}
        for player in self.watchers.values():
            session = player.session
            sight: Sight = "" if session is None else session.sight
            if held.line is not None:
                sight = ""
            elif sight == SCENE and session is not None:
                lines = announcer.lines(SPECTATOR, sight)
                sight = "" if session.has_seen(lines) else sight
                session.note_seen(lines)
            groups.setdefault(sight, []).append(player)
        for sight, players in groups.items():
            told = announcer.lines(SPECTATOR, sight) if held.line is None else (held.line,)
            hearers = [player for player in players if not self._misses(player, told)]
            for line in told:
                self._out.tell_all(hearers, line)
        for session in filter(None, [player.session for player in self.watchers.values()]):
            self._out.note(session)  # they have been told up to here

    # --- what happens ----------------------------------------------------------------

    def add(self, entry: r.Entry) -> bool:
        """Apply *entry*: fold it, record it, tell everybody.

        Returns whether it is the move of a player about whom something is proposed, and one of
        which everybody hears. Raises Refused if the rules do not allow it, and GameFault if the
        plugin raised. Then nothing has changed.
        """
        before, was_going = self.table, self.going
        table, happened = fold(before, entry)
        announcer = EventFilter(table, happened, self.scenes)
        delayed = bool(table.options.get(DELAY)) and is_delayed(entry, before, table)
        news = table.via.guarded(self._news, announcer, delayed=delayed)
        held = delayed and bool(table.via.guarded(announcer.lines, SPECTATOR))
        held |= delayed and isinstance(entry, r.Presence)
        old_state, state = before.state, table.state
        hidden = state == old_state and self._is_hidden(entry, announcer, news)
        shown = bool(table.proposals) and self._is_shown(entry, table, announcer)
        index = self.keep(entry, r.encode(entry), table)
        if state == "playing" and old_state != "playing" and table.match is not None:
            self.start_clock(table.match.now)
        if delayed and index == self.started:
            self._behind = Behind(self._out, index, before, self._show, self.hushed)
        self._tell(news, index, hidden=hidden)
        if held:
            self._hold(table, happened, index)
        if before.match is not None:
            self._note_late(before.match, entry)
        if self.proposal_timers:
            for number in self.proposal_timers.keys() - table.proposals.keys():
                self.proposal_timers.cancel(number)
        self._see_who_is_away()
        self.set_clock()
        if going := self.going:
            self.bots.wake(table, happened)
        if going and not was_going:
            self._set_going(was_going)
        if table.over_days and (asked := awaited(table.match) - awaited(before.match)):
            self._listener.asked(self, asked)
        if not _KEPT_BY.isdisjoint(map(type, happened)):
            self._pass_on(entry, happened)
        if state != old_state:
            self._listener.listed(self)
        return shown

    def _pass_on(self, entry: r.Entry, happened: Sequence[Happening]) -> None:
        """Let the listener do what follows from an entry for more than this table."""
        for what in happened:
            if isinstance(what, GameOver):
                self._listener.game_over(self, what)
            elif isinstance(what, ProposalChanged) and what.kind == "agreed":
                self._listener.agreed(self, what.what)
            elif isinstance(what, GameFailed) and not isinstance(entry, r.Faulted):
                about = {"table": self.table.number, "game": self.table.game.id}
                text = "a table is frozen: its game could not take a move back"
                self._out.report(Report("error", text, fields=about))

    def keep(self, entry: r.Entry, body: bytes, table: Table) -> int:
        """Append *entry* to the record, and set the table's new value. Returns its number."""
        index = keep(self, entry, body, table)
        if isinstance(entry, r.Started):
            self.gone = {}
            self.slash_told, self._asked_words = set(), False
        self._listener.plays(self, on=table.playing and table.suspended is None)
        return index

    def catch_up(self, course: Course, watch: Watch) -> None:
        """Take over a table that was followed. From now on *watch* sees the calls of its game."""
        course.table.via.watched_by(watch)
        self.table, self.record = course.table, course.record
        self.bases, self.started = course.bases, course.started

    def _note_late(self, before: Match, entry: r.Entry) -> None:
        """Note the seats that were asked for something without a verb until now: they may be
        typing it. A player who has just answered hardly types other free text.
        """
        mover = entry.seat if isinstance(entry, r.Moved) else None
        match = self.table.match
        for seat, opened in before.prompts.items():
            if opened.prompt.bare is None:
                continue
            self._asked_words |= opened.prompt.asks_words
            now = match.prompts.get(seat) if match is not None else None
            if now is None or now.prompt.bare is None:
                self._late_until[seat] = (
                    self._out.now + LATE_S,
                    seat != mover and opened.prompt.asks_words,
                )

    @property
    def of_words(self) -> bool:
        """Whether the game asks for words, or has asked for some: a line may be one too early or
        too late. Whom a game waits for, all know.
        """
        match = self.table.match
        asked = () if match is None else match.prompts.values()
        return self._asked_words or any(opened.prompt.asks_words for opened in asked)

    def was_bare(self, seat: Seat, *, words: bool = False) -> bool:
        """Check whether a line of that seat may be an answer that is a moment too late.

        *words*: only count free text, which could be anything.
        """
        late_until, free = self._late_until.get(seat, (0.0, False))
        return late_until > self._out.now and (free or not words)

    def try_add(self, entry: r.Entry) -> bool:
        """Apply *entry* and return True. If the plugin raises, freeze the table: False."""
        try:
            self.add(entry)
        except GameFault as fault:
            self.freeze(fault)
            return False
        return True

    def freeze(self, fault: GameFault) -> None:
        """Freeze the table in its previous state and tell everybody: the plugin has failed."""
        table = self.table
        about = {"table": table.number, "game": table.game.id}
        self._out.report(Report("error", f"a table is frozen: {fault}", fault, about))
        if not table.frozen and table.playing:
            self.add(r.Faulted(at=self.at))
        if why := self.explained(fault):
            self.shout(EncodedEvent(Notice(kind="explained", table=table.number, what=why)))

    @property
    def reloads(self) -> bool:
        """Check whether an author is at work, and the code is loaded again when they save it."""
        return self._out.explain is not None

    def explained(self, error: BaseException) -> str:
        """Return what an author reads about a fault of their game. Empty where none is at work.

        It may quote a hidden card, so only `parlour serve --reload` tells it.
        """
        return "" if self._out.explain is None else self._out.explain(error)

    def stand(self, seat: Seat, why: Literal["left", "kicked", "absent", "silent"]) -> None:
        """Free the seat.

        If the plugin fails over it, the table freezes. We do not ask a frozen game, so everybody
        can leave.
        """
        stood = r.Stood(at=self.at, seat=seat, why=why)
        if not self.try_add(stood):
            self.add(stood)

    def _news(self, announcer: EventFilter, *, delayed: bool = False) -> list[News]:
        """Return what everybody here is going to read.

        We make all of it before we keep anything. A plugin that fails at this point has failed for
        everybody, and nothing has happened.
        """
        found: list[News] = []
        listeners: list[tuple[Viewer, Player]] = [*self.seated.items()]
        if not delayed:
            listeners += [(SPECTATOR, player) for player in self.watchers.values()]
        announcer.hear([viewer for viewer, _ in listeners])
        for viewer, player in listeners:
            session = player.session
            sight: Sight = "" if session is None else session.sight
            lines = announcer.lines(viewer, sight)
            if sight == SCENE and session is not None and session.has_seen(lines):
                sight, lines = "", announcer.lines(viewer)
            if lines and not self._misses(player, lines):
                data = rendered(session, lines, player.seq + 1)
                found.append((player, lines, bool(sight), data))
        return found

    def _is_hidden(self, entry: r.Entry, announcer: EventFilter, news: list[News]) -> bool:
        """Check whether *entry* is a move that only its mover hears, and only they could hear.

        So is talk in a channel: nobody else may learn of it.
        """
        if not isinstance(entry, r.Moved):
            return isinstance(entry, r.Said) and bool(entry.seats)
        mover = self.seated.get(entry.seat)
        for told in news:
            if told[0] is not mover:
                return False
        return not self.table.via.guarded(self._others_hear, announcer, entry.seat, any)

    def _is_shown(self, entry: r.Entry, table: Table, announcer: EventFilter) -> bool:
        """Check whether *entry* is a move that all hear of, and a proposal is about its player."""
        if not isinstance(entry, r.Moved):
            return False
        if all(proposal.target != entry.seat for proposal in table.proposals.values()):
            return False
        return table.via.guarded(self._others_hear, announcer, entry.seat, all)

    def _others_hear(
        self, announcer: EventFilter, mover: Seat, how_many: Callable[[Iterable[object]], bool]
    ) -> bool:
        viewers: list[Viewer] = [SPECTATOR, *self.table.last_match.seats]
        return how_many(announcer.lines(v) for v in viewers if v != mover)

    def _tell(self, news: list[News], index: int, *, hidden: bool) -> None:
        """Store the entry with its hearers, and send them its events."""
        number = self.table.number
        heard: list[int] = []
        for player, lines, views, _rest in news:
            heard += (player.number, player.seq + 1, len(lines) << 1 | views)
        self._out.store(Entry(number, index, self.record[index], tuple(heard)), hidden=hidden)
        if self.clocked:
            self._listener.clock_runs(self)
        source = source_of(number, index)
        for player, lines, views, data in news:
            self._out.send(player, lines, data)
            if views and player.session is not None and player.session.sight == SCENE:
                player.session.note_seen(lines)
            player.log.table(source, len(lines) << 1 | views)
            self.hearers.add(player.number)

    def shout(
        self,
        line: EncodedEvent,
        *,
        players: bool = True,
        to: Collection[Seat] | None = None,
        but: Seat | None = None,
    ) -> None:
        """Send an event that is in no record to everybody here, or only to the watchers.

        With *to*, only the players of these seats hear it; with *but*, all but that one.
        """
        if to is not None:
            listeners = [player for seat, player in self.seated.items() if seat in to]
        else:
            listeners = [one for seat, one in self.seated.items() if players and seat != but]
            behind = self.behind if players else None
            if behind is None:
                listeners.extend(self.watchers.values())
            else:
                held = Held(self._watched_at(), self.table, line=line, hushed=self.hushed)
                behind.hold(held)
        lines = (line,)
        hearers = [one for one in listeners if not self._misses(one, lines)]
        self._out.tell_all(hearers, line)

    def _misses(self, player: Player, lines: Iterable[EncodedEvent]) -> bool:
        """Check whether these events do not reach *player*.

        They may ignore somebody who talks, or watch here while their own game lets nobody talk to
        them. Then they only hear that there is nothing to watch any more.
        """
        elsewhere = player.room is not None and player.room is not self
        if elsewhere and not reaches(player, self):
            kinds = {one.event.kind for one in lines if isinstance(one.event, Notice)}
            return kinds.isdisjoint(_GONE)
        if not player.ignored:
            return False
        talkers = {line.event.name for line in lines if isinstance(line.event, SaidEvent)}
        return not talkers.isdisjoint(player.ignored)

    def take_in(self, player: Player, seat: Seat) -> None:
        """Link *player* with *seat*, which the table says is theirs."""
        player.room, player.seat = self, seat
        self.seated[seat] = player

    @property
    def entries(self) -> list[r.Entry]:
        return [r.decode(body) for body in self.record]

    def become(self, made: Room) -> None:
        """Take the table that *made* was rebuilt to, with nothing drawn before."""
        self.table, self.bases = made.table, made.bases
        self.scenes = Scenes()

    def stop(self) -> None:
        """Stop all timers, because the table is closed."""
        self.bots.stop()
        if self._behind is not None:
            self._behind.stop()
        self._listener.plays(self, on=False)
        self.stop_clock()
        for alarms in (self.alarms, self.proposal_timers, self.absence_timers, self.hushed):
            alarms.stop()

    # --- views -----------------------------------------------------------------------

    def eyes(self, seat: Seat) -> Viewer:
        """Return how the player of *seat* sees the last game: as a watcher, if not in it."""
        table = self.table
        chair = table.chairs.get(seat)
        played = chair is not None and table.names.get(seat) == chair.name
        return seat if played else SPECTATOR

    def view(self, viewer: Viewer) -> Any:
        """Return the position as *viewer* may know it. Raises GameFault."""
        return self.scenes_for(viewer).look(self.seen_by(viewer).last_match, viewer)

    def may_talk(self, seat: Seat) -> bool:
        """Check whether *seat* may talk now. Raises GameFault.

        At a suspended table they may, as in the lobby: we cannot ask the game.
        """
        return self._may(seat, lambda views: views.may_talk)

    def may_tell(self, seat: Seat) -> bool:
        """Check whether *seat* may send and receive private messages now. Raises GameFault."""
        return self._may(seat, lambda views: views.may_tell)

    def _may(self, seat: Seat, of: Callable[[AnyViews], Callable[[Any, Viewer], bool]]) -> bool:
        match = self.table.match
        if match is None or match.ended is not None or self.table.suspended is not None:
            return True
        may = of(match.game.views)
        return match.via.guarded(lambda: bool(may(match.state, seat)))

    def channel(self, seat: Seat, name: str) -> frozenset[Seat]:
        """Return who hears what *seat* says in that channel of the game now. Raises GameFault.

        Empty: they may not use it.
        """
        match = self.table.last_match
        channel, seats = match.game.views.channel, match.seats
        hearers = match.via.guarded(lambda: frozenset(channel(match.state, seat, name)))
        return hearers.intersection(seats) if seat in hearers else frozenset()

    def reader(self, viewer: Viewer, form: Form, *, bare: bool = False) -> Reader:
        """Return the reader for the game's text. *bare* is as in `Reader`."""
        return Reader(viewer, self.table.names, form.width, form.lang, bare, form.taps)


def awaited(match: Match | None) -> frozenset[Seat]:
    """Return the seats for which the game waits, or that it gives so much time to answer."""
    if match is None:
        return frozenset()
    prompts = [(seat, opened.prompt) for seat, opened in match.prompts.items()]
    return frozenset(
        seat for seat, one in prompts if one.urgent or (one.bare is not None and one.due)
    )


def seat_of(player: Player | None) -> tuple[Room, Seat] | None:
    """Return the table and the seat where *player* sits, or None."""
    if player is None or player.seat is None:
        return None
    room = player.room
    return (room, player.seat) if isinstance(room, Room) else None


def watched_by(player: Player) -> list[Room]:
    """Return the tables that *player* watches."""
    return [room for room in player.watching.values() if isinstance(room, Room)]


def is_quiet(room: Room) -> bool:
    """Check whether the game at *room* lets some player talk to nobody now, or fails over that."""
    try:
        people = [seat for seat, chair in room.table.chairs.items() if chair.bot is None]
        return not all(room.may_talk(seat) for seat in people)
    except GameFault:
        return True


def reaches(player: Player, source: Room | None = None) -> bool:
    """Check whether what others do at *source*, or anywhere on the host, may reach *player* now.

    This is the one place that decides it. While a game closes talk to a seat, everything from
    outside could be a signal to it: words, names, who comes when, and what is in a list. So
    nothing of it is sent, and commands that show any of it are refused (`Command.outside`).
    """
    return silencer(player) in {None, source}


def silencer(player: Player) -> Room | None:
    """Return the table where *player* sits, if its game lets nobody outside talk to them now.

    Return it as well if the game fails over that: its table freezes when one of its own players
    talks, not because of a stranger.
    """
    found = seat_of(player)
    if found is None:
        return None
    room, seat = found
    try:
        return None if room.may_tell(seat) else room
    except GameFault:
        return room
