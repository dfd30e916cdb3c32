"""Runs: workers one after the other around the real `Driver`, queue, `Guard` and `Sockets`.

A worker's life is one run of trio on a clock that jumps. Its house is small (`house`), its store
and its network are the world's (`world`). Between two lives, and while they last, players come,
say something, read and hang up.
"""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, Final, TypeVar, cast
from unittest.mock import patch

import outcome
import trio
import trio.testing

from parlour.core.limits import LineLimits
from parlour.keeper.layout import SIZE, SLOT_BYTES, SLOTS_FROM
from parlour.keeper.notes import Key, Notes
from parlour.server import _guard
from parlour.server._driver import open_driver
from parlour.server._guard import Guard
from parlour.server._sockets import Sockets
from parlour.store import Store
from tests.crash.simulation.fate import Death, Fate
from tests.crash.simulation.house import House
from tests.crash.simulation.players import Journal, Player
from tests.crash.simulation.world import (
    SLOTS,
    Ioctl,
    Keeper,
    Network,
    Pipe,
    Plan,
    Poller,
    Violation,
)

T = TypeVar("T")

ACTS_MOST: Final = 4_000
"""Acts of the players in one life. Then somebody is stuck."""
DEADLY: Final = 0.01
"""The share of lines of which a worker dies."""
STEPS_MOST: Final = 260
"""A worker dies at one of its first so many steps."""
PAUSES_S: Final = (0.0, 0.0, 0.0005, 0.002, 0.006, 0.03)
"""Between two acts, and while the store works."""


@dataclass(frozen=True)
class Setting:
    """The parts that a planted fault replaces."""

    guard: Callable[[Keeper], Guard] = Guard
    notes: type[Notes] = Notes
    kept: Callable[[bool], bool] = bool
    """What a successor makes of what the store says about a commit."""


SOUND: Final = Setting()


@dataclass
class Shared:
    """What all runs use again: the shared memory, and a descriptor that wakes the loop."""

    notes: Notes
    wakes: int

    def clear(self) -> None:
        notes = self.notes
        notes.bytes[:SLOTS_FROM] = bytes(SLOTS_FROM)
        notes.bytes[SLOTS_FROM : SLOTS_FROM + SLOTS * SLOT_BYTES] = bytes(SLOTS * SLOT_BYTES)


@contextmanager
def shared() -> Generator[Shared]:
    """Make what all runs use."""
    notes = Notes(memoryview(mmap.mmap(-1, SIZE)))
    wakes = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
    try:
        with _replaced():
            yield Shared(notes, wakes)
    finally:
        os.close(wakes)


@contextmanager
def _replaced() -> Generator[None]:
    """Let the host ask our kernel, keep a small log, and do everything in the same order again."""
    scheduler = cast("Any", trio)._core._run
    with ExitStack() as stack:
        for where, name, value in (
            (_guard, "fcntl", Ioctl),
            (_guard, "LOG_BYTES", 1_000),
            (_guard, "REGION_BYTES", 4_000),
            (scheduler, "_ALLOW_DETERMINISTIC_SCHEDULING", True),
        ):
            stack.enter_context(patch.object(where, name, value))
        yield


class Run(Network):
    """One run. Raises Violation."""

    def __init__(self, plan: Plan, common: Shared, setting: Setting = SOUND) -> None:
        rng = self._rng = Random(f"{plan.seed}")
        super().__init__(rng)
        common.clear()
        self.plan, self._common, self._setting = plan, common, setting
        self._fate = Fate()
        self._keeper = Keeper(common.notes, self._fate, self)
        self._journal = Journal(self._fate, rng)
        self._paced = rng.random() < 0.4
        self._players = [
            Player(number, [*self._lines(rng.randint(1, plan.lines))], rng)
            for number in range(plan.clients)
        ]
        self._poller: Poller | None = None
        self._deaths = 0
        self._deadly = sum(b"die" in line[:3] for one in self._players for line in one.open)
        self.story = list[str]()
        """What happened."""

    def _lines(self, count: int) -> Iterator[bytes]:
        rng = self._rng
        for number in range(count):
            size = rng.choice((3, 8, 20, 20, 300, 1_900))
            text = b"%06x" % rng.getrandbits(24) + b"x" * size
            kind = rng.choice((b"say", b"say", b"hide", b"ask", b"later", b"long", b"bye"))
            if rng.random() < DEADLY:
                kind = b"die"
            if kind == b"bye" and number < count - 1:
                kind = b"say"
            yield kind + b" " + (b"%d" % rng.randint(1, 3) if kind == b"long" else text)

    @property
    def figures(self) -> dict[str, int]:
        return {
            "deaths": self._deaths,
            "steps": self._fate.steps,
            "answers": sum(player.answered for player in self._players),
            "stored": len(self._journal.bodies),
            "refused": sum(len(player.refused) for player in self._players),
        }

    def __str__(self) -> str:
        return str(self.plan)

    def play(self) -> None:
        """Let workers live and die until everybody has heard everything."""
        while self._live(
            None if self._deaths >= self.plan.deaths else self._rng.randrange(STEPS_MOST)
        ):
            self._deaths += 1
            if self._deaths > 3 * (self.plan.deaths + self._deadly + 1):
                raise Violation("workers die of the same line again and again")
            self._keeper.bury()
            for _act in range(self._rng.choice((0, 0, 1, 4))):
                self._act()
        self._check()

    # --- a worker's life -----------------------------------------------------------------

    def _live(self, steps: int | None) -> bool:
        """Let a worker live for so many steps. Returns whether it died."""
        self._fate.begin(steps)
        self._keeper.begin(self._setting.notes)
        self._journal.begin()
        self._poller = Poller(self._keeper, self._rng, self._common.wakes)
        cast("Any", trio)._core._run._r.seed(self._rng.getrandbits(32))
        try:
            trio.run(self._work, clock=trio.testing.MockClock(autojump_threshold=0))
        except BaseException as error:  # noqa: BLE001 - deaths among them
            self._judge([*_leaves(error)])
        self._poller = None
        return self._fate.dead

    def _judge(self, errors: list[BaseException]) -> None:
        """Tell how a life ended otherwise than in order."""
        wrong = [error for error in errors if not isinstance(error, Death)]
        if not wrong and self._fate.dead:
            self.story.append(f"the worker dies at step {self._fate.steps}")
            return
        for error in wrong:
            if isinstance(error, Violation):
                raise error
        raise Violation(f"the host fails: {errors!r}") from errors[0]

    async def _work(self) -> None:
        store = cast("Store", Opened(self._journal, self._setting.kept))
        poller = self._poller
        assert poller is not None
        guard = self._setting.guard(self._keeper)
        guard.take_over(store)
        house = House(
            self._journal.bodies,
            guard.working,
            guilty=guard.known(self._keeper.judge.guilty),
            die=self._fate.die,
            paced=self._paced,
        )
        async with (
            trio.open_nursery() as threads,
            open_driver(house, store, wall=lambda: 0.0, guard=guard) as driver,
        ):
            sockets = Sockets(
                driver,
                outgoing_bytes=1_000_000,
                limits=LineLimits(closing_s=100_000),
                poller=poller,
                guard=guard,
            )
            with patch("trio.lowlevel.start_thread_soon", partial(self._start, threads)):
                sockets.go_on()
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(sockets.serve)
                    await self._go_on()
                    nursery.cancel_scope.cancel()
            driver.end()

    def _start(
        self,
        threads: trio.Nursery,
        work: Callable[[], T],
        done: Callable[[outcome.Outcome[T]], None],
    ) -> None:
        threads.start_soon(self._thread, work, done)

    async def _thread(
        self, work: Callable[[], T], done: Callable[[outcome.Outcome[T]], None]
    ) -> None:
        """The store's thread. Its steps are those of the worker."""
        slow = 7.0 if self._rng.random() < 0.02 else 0.0
        await trio.sleep(slow + self._rng.choice(PAUSES_S))
        result = outcome.Value(work())
        await trio.sleep(self._rng.choice(PAUSES_S))
        done(result)

    async def _go_on(self) -> None:
        """Let the players do something, until all is over or the worker is dead."""
        for _act in range(ACTS_MOST):
            if self._fate.dead:
                raise Death
            if all(player.over for player in self._players):
                return
            acted = self._act()
            await trio.sleep(self._rng.choice(PAUSES_S) if acted else 0.05)
        (stuck,) = [player for player in self._players if not player.over][:1]
        raise stuck.wrong("it waits for ever")

    # --- the players ---------------------------------------------------------------------

    def _act(self) -> bool:
        """Let one of the players do one thing. Returns whether there was one to do."""
        todo = [act for player in self._players for act in self._possible(player)]
        if todo:
            self._rng.choice(todo)()
            if self._poller is not None:
                self._poller.wake()
        return bool(todo)

    def _possible(self, player: Player) -> Iterator[Callable[[], None]]:
        pipe = player.pipe
        if player.over:
            return
        if pipe is None:
            if not self._keeper.full:
                yield partial(self._connect, player)
            return
        if player.unsaid and not (pipe.shut or pipe.ended):
            yield partial(self._speak, player, pipe)
        if pipe.outbox:
            yield partial(self._read, player, pipe)
        elif pipe.shut:
            yield partial(self._close, player, pipe)
        if not (player.unsaid or pipe.ended) and (player.hangs_up or not player.open):
            yield partial(self._hang_up, player, pipe)
        if player.vanishes and self._rng.random() < 0.05:
            yield partial(self._vanish, player, pipe)

    def _connect(self, player: Player) -> None:
        pipe = player.pipe = self._keeper.accept(self._rng.choice((20, 200, 5_000)))
        self.story.append(f"player {player.number} gets slot {pipe.slot}")

    def _speak(self, player: Player, pipe: Pipe) -> None:
        size = self.cut(min(len(player.unsaid), self._rng.choice((10, 60, 4_000))))
        self.story.append(f"player {player.number} says {_shown(player.unsaid[:size])}")
        player.speak(pipe, size)

    def _read(self, player: Player, pipe: Pipe) -> None:
        size = self.cut(len(pipe.outbox))
        self.story.append(f"player {player.number} reads {_shown(pipe.outbox[:size])}")
        player.listen(pipe, size, self._journal)

    def _close(self, player: Player, pipe: Pipe) -> None:
        self.story.append(f"player {player.number} reads the end")
        player.hear_the_end()
        pipe.ended = True

    def _hang_up(self, player: Player, pipe: Pipe) -> None:
        self.story.append(f"player {player.number} hangs up")
        pipe.ended = True

    def _vanish(self, player: Player, pipe: Pipe) -> None:
        self.story.append(f"player {player.number} vanishes")
        pipe.reset = player.over = True
        pipe.inbox.clear()
        pipe.outbox.clear()

    def meanwhile(self) -> None:
        """Bytes arrive, or are acknowledged, between two questions to the kernel."""
        if self._rng.random() < 0.1:
            self._act()

    def _check(self) -> None:
        """What was said is stored, once and in order."""
        for player in self._players:
            stored = [body for body in self._journal.bodies if body in player.said]
            if stored != player.said[: len(stored)] or not (
                player.vanishes or len(stored) == len(player.said)
            ):
                raise player.wrong("what it said is not stored once and in order")
        open_lines = self._keeper.open_lines
        twice = sum(one == two != (0, 0) for one, two in pairwise(open_lines))
        refused = [line for player in self._players for line in player.refused]
        if len(refused) > twice:
            raise Violation(f"{len(refused)} lines are refused, and workers died of {twice}")


def _shown(data: bytearray) -> str:
    """Return *data* as one reads it, the middle of long lines left out."""
    return re.sub("x{9,}", "x..x", repr(bytes(data)))


class Opened:
    """The store as one worker has opened it."""

    def __init__(self, journal: Journal, kept: Callable[[bool], bool]) -> None:
        self.instant, self.size = False, 0
        self.commit, self.commit_key = journal.commit, journal.commit_key
        self.probe = journal.probe
        self._kept, self._says = journal.kept, kept

    def kept(self, key: Key) -> bool:
        return self._says(self._kept(key))


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """Yield what went wrong, out of its groups."""
    if isinstance(error, BaseExceptionGroup):
        for each in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from _leaves(each)
    else:
        yield error
