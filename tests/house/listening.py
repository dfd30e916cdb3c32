"""A house that notes what everybody was sent of each game, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.api import SPECTATOR, Viewer
from parlour.core.limits import Limits
from parlour.core.output import Output
from parlour.core.persistence import Entry
from parlour.core.sessions import Player, rendered
from parlour.house import House
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import OverEvent, SceneEvent, SeatEvent, StartedEvent, ViewEvent


@dataclass
class Heard:
    """What a player was told of a game, from its start until he left or it was over."""

    record: str
    viewer: Viewer
    player: Player
    lines: list[EncodedEvent] = field(default_factory=list[EncodedEvent])
    selective: bool = False
    """He ignored somebody, and did not hear all talk."""
    late: bool = False
    """He sat down when the game was being played."""


class Listening(House):
    """Keeps `heard`: every game for everybody who was there at its start or sat down later."""

    def way_out(self, limits: Limits) -> Output:
        """What everybody is sent is noted there."""
        self._notes = _Notes(self, limits)
        return self._notes

    @property
    def heard(self) -> list[Heard]:
        return self._notes.heard


class _Notes(Output):
    def __init__(self, house: House, limits: Limits) -> None:
        super().__init__(limits)
        self._house = house
        self.heard: list[Heard] = []
        self._now: dict[tuple[int, str], Heard] = {}
        self._table = 0

    def store(self, entry: Entry, *, hidden: bool = False) -> None:
        """Whoever is not at the table any more hears the game no longer."""
        super().store(entry, hidden=hidden)
        self._table = entry.table
        for table, name in list(self._now):
            room = self._house.tables.rooms.get(table)
            if room is None or self._house.people.find(name) not in {
                *room.seated.values(),
                *room.watchers.values(),
            }:
                del self._now[table, name]

    def tell_all(self, players: Sequence[Player], line: EncodedEvent) -> None:
        """What stands in no record is no part of a game."""
        self._table = 0
        super().tell_all(players, line)

    def send(self, player: Player, lines: Sequence[EncodedEvent], data: bytes) -> None:
        """Put down what he is sent, if it is of a game."""
        if data and player.session is not None:
            assert data == rendered(player.session, lines, player.seq + 1)
        super().send(player, lines, data)
        if self._table:
            heard = [x for x in lines if not isinstance(x.event, ViewEvent | SceneEvent)]
            self._note(player, heard)

    def _note(self, player: Player, lines: Sequence[EncodedEvent]) -> None:
        key = self._table, player.name
        here = player.room is not None and player.room.table.number == self._table
        viewer = player.seat if here and player.seat is not None else SPECTATOR
        for line in lines:
            if isinstance(line.event, StartedEvent):
                self._now[key] = Heard(line.event.record, viewer, player)
                self.heard.append(self._now[key])
            elif isinstance(line.event, SeatEvent) and line.event.own and self._joins(line.event):
                record = self._house.tables.rooms[self._table].table.record
                assert record is not None
                self._now[key] = Heard(record, viewer, player, late=True)
                self.heard.append(self._now[key])
        heard = self._now.get(key)
        if heard is None:
            return
        if heard.viewer != viewer:
            del self._now[key]
            return
        heard.lines.extend(lines)
        heard.selective |= bool(player.ignored)
        if any(isinstance(line.event, OverEvent) for line in lines):
            del self._now[key]

    def _joins(self, event: SeatEvent) -> bool:
        return event.change == "sat" and self._house.tables.rooms[event.table].table.playing
