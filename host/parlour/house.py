"""The house: everything the host decides, as one pure machine.

`tick` takes events and the time, and returns what to store, send, close and think about,
in that order. The house owns its sessions, players and tables. It uses no socket, no
thread, no clock and no randomness of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TypeVar, assert_never

from parlour.accounts.admission import Admission, Guests
from parlour.accounts.people import People
from parlour.api import AnyGame, Lexicon
from parlour.catalogue import BY_VERB, FEATURES
from parlour.commands import arrival, attaching, dispatch, people, turns
from parlour.commands.about import way_back
from parlour.commands.beginning import begin_if_ready
from parlour.commands.call import Context
from parlour.commands.fair import Turns
from parlour.commands.plugged import command_of
from parlour.core.effects import (
    AnswerKey,
    Attached,
    Connected,
    ConnId,
    Effects,
    Ended,
    HouseEvent,
    JobDone,
    Kept,
    Lost,
    Measured,
    OutputDrained,
    OutputFull,
    PrepareKey,
    Probed,
    RareEvent,
    Received,
    Reloaded,
    Stopping,
    Troubled,
)
from parlour.core.gate import OPEN, Gate
from parlour.core.intake import READER
from parlour.core.limits import Limits
from parlour.core.output import Output, for_screen
from parlour.core.persistence import Saved
from parlour.core.sessions import Session
from parlour.core.states import States
from parlour.engine.calls import NOBODY, OpenCall, Watch
from parlour.hookvalues import PluginCommand
from parlour.language import _
from parlour.tables import lobby, reloading, restore, warmup
from parlour.tables.archive import Archive
from parlour.tables.course import NO_TABLES, Course
from parlour.tables.drain import Drain
from parlour.tables.keeping import Keeping
from parlour.tables.tables import Tables
from parlour.web import Site
from parlour.wire.codes import Goodbye

S = TypeVar("S")


class House:
    """The host without its machinery.

    * *spent_s*: returns the processor time used so far, in seconds. It decides only whose line is
      next, and what a dear line costs its sender.
    * *entropy*: returns that many unpredictable bytes, for seeds, tokens and codes.
    * *saved*: the state that a store has kept of this host. Its tables continue.
    * *lasting*: the store outlasts the host, and we may tell players so.
    * *hold_changed*: a game in progress whose code has changed waits until somebody continues it.
    * *watch*: sees the calls of games.
    * *open_calls*: the calls that were open when the previous host died. Their tables are held
      until somebody decides.
    * *outlives*: connections go on in another process if this one dies (`Output.outlives`).
    * *begins*: hears before a line is worked on whose it is and the position of its end, and hears
      zeros after it. Only if *outlives*.
    * *guilty*: lines of which processes died, by connection and the position of the end: they are
      refused.
    * *gate*: decides what may be said and who may come in.
    * *commands*: those that plugins add.
    * *greeting_after_s*: how long a greeting waits for a first line, in case a web browser asks
      for a page.
    * *site*: where the page for browsers is, if there is one.
    * *word*: what guests must give to come in (`accounts.admission`), or empty.
    * *guests*: the names that may come in, or None if all may.
    * *deaths*: how many processes of this host have died, and why, for the operator.
    * *explain*: says what a game's author wants to know about a fault, for those at the table.
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
        spent_s: Callable[[], float] = float,
        saved: Saved | None = None,
        followed: Mapping[int, Course] = NO_TABLES,
        lasting: bool = True,
        hold_changed: bool = False,
        watch: Watch = NOBODY,
        open_calls: Sequence[OpenCall] = (),
        greeting_after_s: float = 0.0,
        explain: Callable[[BaseException], str] | None = None,
        outlives: bool = False,
        begins: Callable[[ConnId, int], None] | None = None,
        guilty: Collection[tuple[ConnId, int]] = (),
        gate: Gate = OPEN,
        commands: Sequence[PluginCommand] = (),
        site: Site | None = None,
        word: str = "",
        guests: Guests | None = None,
        deaths: str | None = None,
    ) -> None:
        self.out = self.way_out(limits)
        self.out.spent_s = spent_s
        self.out.explain = explain
        self.out.outlives = outlives
        if begins is not None:
            self.out.begins = begins
        self.people = People(self.out, limits, entropy, Admission(word, guests))
        self.tables = Tables(
            self.out,
            self.people,
            games=games,
            lexicons=lexicons,
            archive=archive,
            watch=watch,
        )
        self.drain = Drain(self.tables, lasting=lasting)
        self._keeping = self.tables.listener = Keeping(self.tables, self.drain)
        self._context = Context(
            self.tables,
            self.drain,
            {**BY_VERB, **{each.verb: command_of(each) for each in commands}},
            States(each.state(limits) for each in FEATURES if each.state is not None),
            name=name,
            version=version,
            gate=gate,
            site=site,
            deaths=deaths,
        )
        for each in FEATURES:
            for listener in each.on:
                self.tables.happened.add(listener.kind, partial(listener.do, self._context))
        self.out.way_back = partial(way_back, self._context)
        self._turns = Turns(self._context, self._finished, guilty)
        self._context.read_on = partial(turns.read_on, self._turns)
        self._stopping = False
        self._later: list[HouseEvent] = []
        """Events that arrived while the house waited for its store, and that must wait too."""
        self._lost_meanwhile: dict[ConnId, Session] = {}
        """Connections lost meanwhile, whose players do not count as away yet."""
        self._restore: Callable[..., None] | None = None
        """What must be done before anything else happens."""
        if saved is not None:
            self._restore = partial(
                restore.restore,
                self.tables,
                saved,
                open_calls=open_calls,
                hold_changed=hold_changed,
                followed=followed,
            )
        self._greeting_after_s = greeting_after_s

    def state(self, kind: type[S]) -> S:
        """Return what the feature keeps in memory whose state is of that type."""
        return self._context.state(kind)

    def way_out(self, limits: Limits) -> Output:
        """Return the one exit. Override this to see everything that leaves."""
        return Output(limits)

    # --- the one entry ---------------------------------------------------------------

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """Handle *events* up to *now* (monotonic seconds). *wall* is the time of day.

        Bytes read before this tick count from the moment we read them: after what
        was due by then, and before what became due since.
        """
        out = self.out
        out.wall = wall
        if out.waiting is not None:
            return self._stand(events, now)
        now -= out.behind_s
        if self._restore is not None:
            out.now = now
            begin, self._restore = self._restore, None
            begin(attach=partial(self._attach, events))
            for session in self.people.sessions.values():
                attaching.look_on(self._context, session)
        out.work = 0
        self._turns.begin(now)
        if self._later:  # which arrived while the house waited
            later, self._later = self._later, []
            for event in later:
                self._guard(event)
            out.bind()
        for event, at in zip(events, _moments(events, now, out.behind_s), strict=True):
            out.ring(at)  # first what was due: a move after the deadline is too late
            self._guard(event)
            out.bind()
        out.ring(now)
        return self._taken()

    @property
    def busy(self) -> bool:
        """Check whether lines wait for their turn. Then call `serve` soon."""
        return bool(self._turns) and self.out.waiting is None

    def serve(self, now: float, wall: float) -> Effects:
        """Answer some of the lines that wait for their turn, a few of each connection.

        Between two calls, leave time for the network, and to store and send.
        """
        out = self.out
        out.wall = wall
        out.now = max(out.now, now - out.behind_s)
        turns.serve(self._turns)
        self._keeping.wind()
        out.ring(out.now)
        return self._taken()

    def _taken(self) -> Effects:
        return self.out.taken(paced=bool(self._keeping.playing))

    # --- while the house waits for the store ------------------------------------------

    def wait(self, why: str, unanswered: Collection[ConnId], now: float, wall: float) -> Effects:
        """Stop until `go_on`, because the store has not kept yet what we gave it.

        Nothing of that may leave, and the house stores nothing meanwhile. No time passes in the
        house. Lines wait in their order, except for those that need nothing stored. *why* is a
        sentence for everybody. If the house waits already, it replaces the reason. Answers
        to the *unanswered* connections are held back.
        """
        out = self.out
        out.wall = wall
        begins = out.waiting is None
        out.waiting = why
        if begins:
            out.now, out.waited_s = max(out.now, now - out.behind_s), 0.0
            turns.stand(self._turns, unanswered)
        return self._taken()

    def go_on(self, now: float, wall: float) -> Effects:
        """Continue, because the store has kept everything. The next tick handles what waited."""
        out = self.out
        out.wall = wall
        out.waiting = None
        out.waited_s = max(0.0, now - out.behind_s - out.now)
        out.behind_s += out.waited_s
        turns.go_on(self._turns)
        return self._taken()

    def _stand(self, events: Sequence[HouseEvent], now: float) -> Effects:
        """Take *events* while the house waits."""
        out = self.out
        out.waited_s = max(0.0, now - out.behind_s - out.now)
        for event in events:
            if isinstance(event, JobDone | Probed | Reloaded):
                self._later.append(event)
            else:
                self._guard(event)
        return self._taken()

    @property
    def next_due(self) -> float | None:
        """Return when to call `tick` even if nothing has happened, or None."""
        if self._restore is not None:
            return 0.0
        out = self.out
        if out.waiting is not None:
            return None
        due = out.now if self._later else out.timers.next_due
        return due if due is None or not out.behind_s else outside(due, out.behind_s)

    def slow_notice(self, conn: ConnId) -> bytes:
        session = self.people.sessions.get(conn)
        if session is None:
            return b""
        self.out.trouble("cut off: read too slowly", session)
        text = _("Disconnected: you were reading too slowly. Come back any time.")
        return for_screen(session, self.out.last_line(session, Goodbye.SLOW_READER, text))

    def _guard(self, event: HouseEvent) -> None:
        """Handle an event. If it fails, only its own connection suffers."""
        try:
            if isinstance(event, Received):
                turns.received(self._turns, event)
            else:
                self._handle(event)
        except Exception as error:  # noqa: BLE001 - the boundary between lines
            conn = (
                event.conn if isinstance(event, Attached | Connected | Received | Ended) else None
            )
            dispatch.broken(self._context, conn, type(event).__name__, error)

    def _handle(self, event: RareEvent) -> None:
        match event:
            case OutputFull() | OutputDrained():
                self._note_reader(event)
            case Connected():
                self._connected(event)
            case Attached():
                self._attached(event)
            case Ended():
                session = self.people.sessions.get(event.conn)
                if session is not None:
                    turns.ended(self._turns, session)
            case Lost():
                self._lost(event)
            case Probed():
                self.out.probed(event.conn, event.silent_s)
            case JobDone():
                self._thought(event)
            case Troubled():
                self.out.trouble_at(event.kind, event.address)
            case Measured():
                self._context.figures = event.figures
            case Kept():
                self.out.data_bytes = event.size
            case Reloaded():
                reloading.reload(self.tables, event)
            case Stopping():
                self._stopping = True
                arrival.say_goodbye(self._context)
            case _:
                assert_never(event)

    # --- connections -----------------------------------------------------------------

    def _connected(self, event: Connected) -> None:
        session = arrival.begin(self._context, event)
        if self._stopping:
            self.out.close(session, Goodbye.SHUTTING_DOWN, _("This host is stopping."))
        elif not arrival.let_in(self._context, session, self._greeting_after_s):
            arrival.hung_up(self._context, session.conn)  # others may have its place at once
        elif not (session.operator or self.people.bursts.take(session, self.out.now)):
            turns.hold(self._turns, session)

    def _attach(self, events: Sequence[HouseEvent]) -> None:
        """Give those connections to their players that go on."""
        for event in events:
            if isinstance(event, Attached):
                try:
                    attaching.begin(self._context, event)
                except Exception as error:  # noqa: BLE001 - the boundary between connections
                    dispatch.broken(self._context, event.conn, "a connection's card", error)

    def _attached(self, event: Attached) -> None:
        session = self.people.sessions.get(event.conn)
        if session is None:
            session = attaching.begin(self._context, event)
        attaching.go_on(self._context, session, self._greeting_after_s)

    def _finished(self, session: Session) -> None:
        """Close a connection whose peer has closed their side: all is answered."""
        self.out.hang_up(session, b"")
        self._lost(Lost(session.conn))

    def _lost(self, event: Lost) -> None:
        conn = event.conn
        session = self._lost_meanwhile.pop(conn, None) or arrival.hung_up(self._context, conn)
        player = None if session is None else session.player
        if session is None or player is None:
            return
        if self.out.waiting is not None:
            self._lost_meanwhile[conn] = session
            self._later.append(event)
            return
        if session.spent_at is not None and not event.dead:
            people.retire(self._context, session)
        freed = partial(begin_if_ready, self._context)
        lobby.part(self.tables, player, goodbye=session.goodbye, freed=freed)
        self.out.probed(conn, math.inf)

    def _note_reader(self, event: OutputFull | OutputDrained) -> None:
        session = self.people.sessions.get(event.conn)
        if session is not None:
            if isinstance(event, OutputFull):
                session.intake.block(READER)
            else:
                session.intake.clear(READER)
                turns.read_on(self._turns, session)

    # --- work that is done, and the end ------------------------------------------------

    def _thought(self, event: JobDone) -> None:
        match event.key:
            case PrepareKey():
                warmup.prepared(self.out, event.key, event)
            case AnswerKey():
                dispatch.done(self._context, event)
            case _:
                room = self.tables.rooms.get(event.key.table)
                if room is not None:
                    room.bots.thought(event)


def outside(due: float, behind_s: float) -> float:
    """Convert *due*, on a clock that is behind, to the first such moment of the server's clock."""
    moment = due + behind_s
    return moment if moment - behind_s >= due else math.nextafter(moment, math.inf)


def _moments(events: Sequence[HouseEvent], now: float, behind_s: float) -> list[float]:
    """Return when each of *events* happened, on a clock that is behind the server's.

    No event is later than the one after it, or than *now*.
    """
    found: list[float] = []
    for event in reversed(events):
        if isinstance(event, Received) and event.at is not None:
            at = event.at - behind_s
            if at < now:
                now = at
        found.append(now)
    found.reverse()
    return found
