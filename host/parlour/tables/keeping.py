"""Pass on changes of tables: to the archive, to the lobby, to the store."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

import msgspec

from parlour.api import Seat
from parlour.core.effects import Report
from parlour.core.persistence import Clocks, Finished
from parlour.engine import record as r
from parlour.engine.outcomes import kept
from parlour.engine.table import What
from parlour.engine.table_events import GameOver
from parlour.hookvalues import GameEnded
from parlour.tables import adjournment, lobby, over_days
from parlour.tables.drain import Drain
from parlour.tables.happened import Archiving
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables

CLOCK_EVERY_S: Final = 2.0
"""Seconds between two writes of the running clocks. After a power cut they continue from there,
give or take this. It is one more write of a few bytes every two seconds for a whole host."""


DAY_CLOCK_EVERY_S: Final = 300.0
"""The same for games over days, so that the disk rests when nobody is here."""


class Keeping:
    """The `TableListener` of all tables."""

    def __init__(self, tables: Tables, drain: Drain) -> None:
        self._tables = tables
        self._out = tables.out
        self._drain = drain
        self.playing: set[int] = set()
        """The tables where a game is in progress."""
        self._put_off: list[Room] = []
        """Tables whose clock rings when all earlier lines are answered."""
        self._noting: set[bool] = set()
        """The clocks whose time is going to be stored: of games over days (True), of others."""

    def plays(self, room: Room, *, on: bool) -> None:
        if on:
            self.playing.add(room.table.number)
        else:
            self.playing.discard(room.table.number)

    def goes_on(self, room: Room) -> None:
        # The stored time may be from the previous game.
        self._out.write_down(Clocks(((room.table.number, room.at),)))
        self.clock_runs(room)
        lobby.set_going(self._tables, room)

    def clock_runs(self, room: Room) -> None:
        days = room.table.over_days
        if days not in self._noting:
            self._note_later(days=days)

    def _note_later(self, *, days: bool) -> None:
        self._noting.add(days)
        due = self._out.now + (DAY_CLOCK_EVERY_S if days else CLOCK_EVERY_S)
        self._out.timers.at(due, partial(self._note_clocks, days=days))

    def _note_clocks(self, *, days: bool) -> None:
        """Store the times of the running clocks, and continue while any runs."""
        rooms = [room for room in self._tables.rooms.values() if room.clocked]
        times = [(room.table.number, room.at) for room in rooms if room.table.over_days == days]
        self._noting.discard(days)
        if times:
            self._out.write_down(Clocks(tuple(times)))
            self._note_later(days=days)

    def agreed(self, room: Room, what: What) -> None:
        """Adjourn the table, or continue it without those who are missing."""
        if what == "adjourn":
            adjournment.adjourn(self._tables, room)
        elif what == "resume" and room.table.state == "adjourned":
            adjournment.go_on(self._tables, room)

    def deserted(self, room: Room) -> None:
        """Adjourn the game, or let it end later if its players have too many that wait."""
        if room.table.stopped or not room.table.playing:  # it failed or ended after they had gone
            lobby.watch_deserted(self._tables, room)
        elif adjournment.too_many(self._tables, room) is None:
            adjournment.adjourn(self._tables, room)
        else:
            limits = self._out.limits
            lobby.desert_after(
                self._tables, room, limits.deserted_table_s - limits.adjourn_after_s
            )

    def listed(self, room: Room) -> None:
        lobby.listed(self._tables, room)
        self._drain.look()

    def game_over(self, room: Room, over: GameOver) -> None:
        """Put the game that has just ended at *room* into the archive."""
        archiving = Archiving(room, over, notes={})
        self._tables.happened.tell(archiving)
        entries = tuple(room.record[room.started :])
        started = r.decode(entries[0])
        assert isinstance(started, r.Started), "a game begins with its start"
        self._out.write_down(self._finished(room, over, entries, started, archiving.notes))
        if room.owner is not None:
            room.owner.game_over(room.table, over)
        about = {"table": room.table.number, "record": room.table.record, "reason": over.reason}
        self._out.report(Report("info", "a game is over", fields=about))
        if not room.table.word:
            self._out.tell_plugins(self._news(room, over, entries, started))
        over_days.over(self._tables, room)

    def asked(self, room: Room, seats: frozenset[Seat]) -> None:
        over_days.asked(self._tables, room, seats)

    def _finished(
        self,
        room: Room,
        over: GameOver,
        entries: tuple[bytes, ...],
        started: r.Started,
        notes: Mapping[str, msgspec.Raw],
    ) -> Finished:
        """Return the game as the archive has it."""
        players, register = r.players(entries), self._tables.people.register
        known = [
            register.named(key) for key in sorted({register.key(name) for _, name in players})
        ]
        return Finished(
            number=int(started.record[1:]),
            record=started.record,
            game=started.game,
            version=started.version,
            ended_s=int(self._out.wall),
            reason=over.reason,
            names=dict(sorted(dict(players).items())),
            scores=dict(over.scores),
            winners=over.winners,
            outcome=kept(over.outcome),
            options=started.options,
            lexicon=started.lexicon,
            lexicon_hash=started.lexicon_hash,
            lists=started.lists,
            players={one.key: one.number for one in known if one and one.number in room.hearers},
            notes=notes,
            entries=entries,
        )

    def _news(
        self, room: Room, over: GameOver, entries: tuple[bytes, ...], started: r.Started
    ) -> GameEnded:
        return GameEnded(
            table=started.table,
            record=started.record,
            game=started.game,
            title=room.table.game.title,
            version=started.version,
            ended_s=int(self._out.wall),
            reason=over.reason,
            names=room.table.names,
            bots=MappingProxyType(started.bots),
            scores=over.scores,
            winners=over.winners,
            outcome=over.outcome,
            options=MappingProxyType(started.options),
            entries=entries,
        )

    def put_off(self, room: Room) -> None:
        self._put_off.append(room)

    def wind(self) -> None:
        """Let the clocks ring that we put off, because those lines are answered."""
        put_off, self._put_off = self._put_off, []
        for room in put_off:
            if self._tables.rooms.get(room.table.number) is room:
                room.set_clock()
