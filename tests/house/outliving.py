"""A host that may die at any boundary of a commit, and whose connections go on all the same.

It does what the server does with shared memory: what a commit will let leave is promised as soon
as the commit is kept, and what need not wait for one, at once. After a death all that was promised
arrives, and everything after the promised mark of a connection is read again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from parlour.core.effects import (
    Attached,
    Connected,
    ConnId,
    Effects,
    HouseEvent,
    Lost,
    Probed,
    Received,
)
from parlour.core.persistence import Saved
from parlour.core.release import Release
from parlour.house import House
from parlour.tables.course import Followed
from parlour.wire.lines import MARK_BITS
from parlour_kit.host import WALL, Host


class Died(Exception):
    """The process was killed here."""


@dataclass
class Slot:
    """What shared memory has of a connection."""

    address: str
    near: bool
    came: bytearray = field(default_factory=bytearray)
    """Everything that was ever read."""
    card: bytes = b""
    mark: int = 0
    greeted: bool = False
    closed: bool = False


class Outliving(Host):
    """Asks *dies* at each boundary. *waits* says whether a commit does not begin yet."""

    def __post_init__(self) -> None:
        self.outlives = True
        self.dies: Callable[[], bool] = lambda: False
        self.waits: Callable[[], bool] = lambda: False
        self.boundaries = 0
        self.deaths = 0
        self.slots: dict[ConnId, Slot] = {}
        self._drawn = self._kept_drawn = 0
        """How often luck was drawn, and as of the last commit."""
        self._begin()
        super().__post_init__()

    def _begin(self) -> None:
        self.release = Release()
        self.release.hurry()

    def open_house(self, saved: Saved | None) -> House:
        """Give it the same luck that the one before would have had.

        Somebody has followed the tables for it, to the end, halfway, or not at all.
        """
        followed = Followed(self.games, self.lexicons)
        journal = () if saved is None else saved.journal
        for entry in journal[: len(journal) * (self.deaths % 3) // 2]:
            if entry.table:
                followed.add(entry)
        begin = self.house_type
        self.house_type = partial(begin, followed=followed.tables)  # type: ignore[assignment]
        house = super().open_house(saved)
        self.house_type = begin
        house.people.entropy = self._entropy
        return house

    def _entropy(self, size: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_128(f"{self.seed}/{self._drawn}".encode()).digest(size)

    # --- the life of a process --------------------------------------------------------

    def tick(self, events: Sequence[HouseEvent]) -> None:
        """Note what came, and handle it, in this process or in the next one."""
        for event in events:
            match event:
                case Connected() if not event.operator:
                    self.slots[event.conn] = Slot(event.address, event.near)
                case Received() if event.conn in self.slots:
                    self.slots[event.conn].came += event.data
                case Lost():
                    self.slots.pop(event.conn, None)
                case _:
                    pass
        try:
            super().tick(events)
        except Died:
            self._rise()

    def die(self) -> None:
        """Die now, between two ticks."""
        self._rise()

    def _rise(self) -> None:
        """Begin another process, as often as it takes."""
        before = self.house.people.register.by_number
        while True:
            self.deaths += 1
            self.jobs.clear()
            self._begin()
            self._drawn = self._kept_drawn
            for conn, slot in self.slots.items():
                if slot.closed:
                    self.clients[conn].closed = True
            self.slots = {conn: one for conn, one in self.slots.items() if not one.closed}
            self.house = self.open_house(self.kept.load())
            events: list[HouseEvent] = [
                Attached(conn, one.address, one.near, one.card, one.mark, one.greeted)
                for conn, one in self.slots.items()
            ]
            for conn, one in self.slots.items():
                if rest := bytes(one.came[one.mark >> MARK_BITS :]):
                    events.append(Received(conn, rest, self.now))
            try:
                super().tick(events)
                break
            except Died:
                continue
        for number, player in self.house.people.register.by_number.items():
            if not player.token and number in before:  # players know them all the same
                player.token, player.code = before[number].token, before[number].code

    def _boundary(self) -> None:
        self.boundaries += 1
        if self.dies():
            raise Died

    # --- what leaves ------------------------------------------------------------------

    def settle(self) -> None:
        """Let everything that waits be stored, and leave."""
        self.waits = lambda: False
        try:
            self._commit()
        except Died:
            self._rise()

    def _carry_out(self, effects: Effects) -> None:
        for report in effects.reports:
            (self.news if report.level == "info" else self.reports).append(report)
        self.entries.extend(effects.entries)
        self.writes.extend(effects.writes)
        free = self.release.put(effects, self.now)
        if free is not None:
            self._promise(free)
            self._boundary()
            self._leave(free)
        if free is not effects and not self.waits():
            self._commit()

    def _commit(self) -> None:
        self._boundary()
        release = self.release
        if release.wants_commit:
            release.begin_commit()
            batch = [waiting.effects for waiting in release.storing]
            self.kept.commit(
                [entry for one in batch for entry in one.entries],
                [write for one in batch for write in one.writes],
            )
            self._kept_drawn = self._drawn
            for one in batch:
                self._promise(one)
            self._boundary()
            release.landed(0.0, self.now)
        else:
            for waiting in release.queue:
                self._promise(waiting.effects)
            release.pass_on()
        for one in list(release.due(self.now)):
            self._leave(one)

    def _promise(self, effects: Effects) -> None:
        """From now on this leaves, even if the process dies."""
        for conn, data in effects.sends:
            self.clients[conn].data += data
            if conn in self.slots:
                self.slots[conn].greeted = True
        for conn, mark in effects.acks:
            if conn in self.slots:
                assert mark >> MARK_BITS >= self.slots[conn].mark >> MARK_BITS
                self.slots[conn].mark = mark
        for conn, card in effects.cards:
            if conn in self.slots:
                self.slots[conn].card = card
        for conn in effects.closes:
            if conn in self.slots:
                self.slots[conn].closed = True

    def _leave(self, effects: Effects) -> None:
        """What else is to be done, if the process lives."""
        for conn, data in effects.news:
            self.clients[conn].data += data
        self.jobs.extend(effects.jobs)
        for conn in effects.closes:
            self.clients[conn].closed = True
            self.slots.pop(conn, None)
            self._carry_out(self.house.tick([Lost(conn)], self.now, WALL + self.now))
        for conn in effects.probes:
            probed = Probed(conn, self.silent.get(conn, 0.0))
            self._carry_out(self.house.tick([probed], self.now, WALL + self.now))
