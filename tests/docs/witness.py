"""Between the server and the house: who counts what was heard and said on every line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial

import trio
from msgspec.structs import replace

from parlour.core.effects import (
    Connected,
    ConnId,
    Effects,
    HouseEvent,
    JobDone,
    JobKey,
    Lost,
    Received,
    Stopping,
)
from parlour.house import House
from parlour_kit.host import WALL


class Witness:
    """The house, with a count of what it heard and said, on a day that does not move on."""

    def __init__(self, house: House) -> None:
        self.conns: list[ConnId] = []
        self.heard: Counter[ConnId] = Counter()
        self.said: Counter[ConnId] = Counter()
        self.closed: set[ConnId] = set()
        self.lost: set[ConnId] = set()
        self._thinking: dict[object, object] = {}
        """By who waits: the key of the last job that was asked for, until it is done."""
        self.stopping = False
        """The house wants the host to stop."""
        self.stopped = False
        """It has said goodbye to everybody; nothing happens by itself any more."""
        self.fault: Exception | None = None
        self.ticked = trio.Event()
        self._house = house

    @property
    def thinking(self) -> int:
        """How many wait for a job. One that a newer job of the same seat replaces never ends."""
        return len(self._thinking)

    @property
    def next_due(self) -> float | None:
        """As the house."""
        return self._house.next_due

    def slow_notice(self, conn: ConnId) -> bytes:
        """As the house."""
        return self._house.slow_notice(conn)

    def wait(self, why: str, unanswered: Collection[ConnId], now: float, wall: float) -> Effects:
        """As the house."""
        return self._house.wait(why, unanswered, now, wall)

    def go_on(self, now: float, wall: float) -> Effects:
        """As the house."""
        return self._house.go_on(now, wall)

    @property
    def busy(self) -> bool:
        """As the house."""
        return self._house.busy

    def serve(self, now: float, wall: float) -> Effects:
        """As the house, and take notes."""
        return self._noting(partial(self._house.serve, now, WALL), ())

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        """As the house, and take notes."""
        return self._noting(partial(self._house.tick, events, now, WALL), events)

    def _noting(self, act: Callable[[], Effects], events: Sequence[HouseEvent]) -> Effects:
        try:
            effects = act()
        except Exception as error:
            self.fault = error
            self.ticked.set()
            raise
        effects.paced = False  # the clock stands, and the next beat would never come
        for event in events:
            match event:
                case Connected(conn):
                    self.conns.append(conn)
                case Received(conn, data):
                    self.heard[conn] += len(data)
                case Lost(conn):
                    self.lost.add(conn)
                case JobDone(key):
                    if self._thinking.get(_waiter(key)) == _key(key):
                        del self._thinking[_waiter(key)]
                case Stopping():
                    self.stopped = True
                case _:
                    pass
        for conn, data in (*effects.sends, *effects.news):
            self.said[conn] += len(data)
        self.closed.update(effects.closes)
        self._thinking |= {_waiter(job.key): _key(job.key) for job in effects.jobs}
        self.stopping |= effects.stop
        self.ticked.set()
        self.ticked = trio.Event()
        return effects


def _waiter(key: object) -> object:
    """Who waits for a job: a seat, for which only the last question matters, or its own key."""
    return (key.table, key.seat) if isinstance(key, JobKey) else key


def _key(key: object) -> object:
    """The key of a job, without the time, which the server sets."""
    return replace(key, asked=0.0) if isinstance(key, JobKey) else key
