"""What the house wants done, in order: first it is stored, then it leaves.

While one commit is under way the house goes on ticking, and its effects wait here; the
next commit takes all of them at once. So the slower the disk, the more go together.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

import trio

from parlour.house.effects import Effects, Entry
from parlour.house.saved import Write
from parlour.server._log import log, outline
from parlour.server._writer import Writer
from parlour.store import Store, StoreError

PROBE_S: Final = 1.0
"""Between two looks whether a store that failed works again: soon enough for people who
wait, seldom enough for a disk in trouble."""
STORING_S: Final = 5.0
"""How long the end of the host waits for the store: longer than any disk that works, and
with `stopping_s` still less than the ten seconds after which service managers kill."""
QUEUED_BYTES: Final = 33_554_432
"""When more than this waits for the store, nothing more is read from connections: some
150,000 lines, which a disk that stalls for seconds lets come together, not for minutes."""
SAMPLES: Final = 500
"""Commits whose times `figures` is made from."""


class Hands(Protocol):
    """Who does what the outbox lets out (`Ticker`)."""

    def carry_out(self, effects: Effects) -> None:
        """Send, close and start what *effects* ask for: all of it is durable."""
        ...

    def failed(self, lost: Sequence[Effects], text: str) -> None:
        """Nothing of *lost* was stored or ever will be; *text* is the one line that says why."""
        ...

    def recovered(self) -> None:
        """The store works again."""
        ...


class Outbox:
    """Effects on their way out, and the store they wait for."""

    def __init__(self, store: Store, hands: Hands, *, after: Callable[[], None]) -> None:
        """*after* is called in the loop when effects have left at a time of their own."""
        self.on_hold = False
        """The store failed and does not work again yet."""
        self.hung = False
        """The store did not answer when the host was to end; it may still be at work."""
        self._store = store
        self._hands = hands
        self._writer = Writer(instant=store.instant, after=after)
        self._queue: list[Effects] = []
        self._queue_bytes = 0
        self._storing: list[Effects] = []
        """Those of the commit that is under way."""
        self._storing_bytes = 0
        self._waited = 0
        """Effects that ever waited here."""
        self._left = 0
        """Of those, how many have left or are lost."""
        self._trouble = trio.Event()
        self._commits = 0
        self._took_s = 0.0
        """How long the last commit took: written on the thread, read when it has ended."""
        self._times: deque[float] = deque(maxlen=SAMPLES)

    # --- in -------------------------------------------------------------------------

    def put(self, effects: Effects) -> bool:
        """Take *effects*; true if they have left by now, or are lost by now.

        While the store is on hold they must not ask for anything to be stored.
        """
        if not (stores(effects) or self._queue or self._storing):
            self._hands.carry_out(effects)
            return True
        self._queue.append(effects)
        self._queue_bytes += size(effects)
        self._waited += 1
        number = self._waited
        if not self._storing:
            self._store_queue()
        return self._left >= number

    @property
    def full(self) -> bool:
        """So much waits that nothing more should be read from connections."""
        return self._queue_bytes + self._storing_bytes > QUEUED_BYTES

    async def room(self) -> None:
        """Wait until the outbox is not full."""
        while self.full:
            await self._writer.moved()

    # --- the store ------------------------------------------------------------------

    def _store_queue(self) -> None:
        """Commit everything that waits."""
        batch, self._queue = self._queue, []
        self._storing = batch
        self._storing_bytes, self._queue_bytes = self._queue_bytes, 0
        entries = [entry for effects in batch for entry in effects.entries]
        writes = [write for effects in batch for write in effects.writes]
        self._writer.start(partial(self._commit, entries, writes), self._stored)

    def _commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """On the store's thread."""
        began = time.perf_counter()
        self._store.commit(entries, writes)
        self._took_s = time.perf_counter() - began

    def _stored(self, error: Exception | None) -> None:
        batch, self._storing = self._storing, []
        self._storing_bytes = 0
        if error is not None or not any(map(stores, self._queue)):
            batch += self._queue
            self._queue, self._queue_bytes = [], 0
        self._left += len(batch)
        if error is not None:
            self._fail(batch, error)
            return
        self._commits += 1
        self._times.append(self._took_s)
        if self._queue:
            self._store_queue()  # first: the disk has something to do while we send
        for effects in batch:
            self._hands.carry_out(effects)

    def _fail(self, lost: Sequence[Effects], error: Exception) -> None:
        self.on_hold = True
        self._trouble.set()
        if isinstance(error, StoreError):
            said = error.said
            log.error("Nothing can be stored: %s", error.text)
        else:
            said = f"The store failed ({type(error).__name__})."
            log.error("Nothing can be stored: %s\n%s", said, outline(error))
        self._hands.failed(lost, said)

    async def probe(self) -> None:
        """Whenever the store has failed, ask it whether it works again. Never returns."""
        while True:
            await self._trouble.wait()
            await trio.sleep(PROBE_S)
            if self.on_hold and not self._writer.busy:
                self._writer.start(self._store.probe, self._probed)

    async def watch(self) -> None:
        """Never return; raise what went wrong where nobody else could hear of it."""
        await self._writer.watch()

    def _probed(self, error: Exception | None) -> None:
        if error is None:
            log.info("The store works again.")
            self.on_hold = False
            self._trouble = trio.Event()
            self._hands.recovered()

    # --- the end --------------------------------------------------------------------

    async def flush(self) -> None:
        """Wait until all that waits now has left, or is lost, for at most `STORING_S` in all."""
        target = self._waited
        if not self.hung:
            await self._patiently(lambda: self._left >= target)

    async def finish(self) -> None:
        """Wait until the store is at rest; nothing may be put any more."""
        with trio.CancelScope(shield=True):
            if not self.hung:
                await self._patiently(lambda: not self._writer.busy)
        self._writer.abandon()

    async def _patiently(self, reached: Callable[[], bool]) -> None:
        with trio.move_on_after(STORING_S) as patience:
            while not reached():
                await self._writer.moved()
        if patience.cancelled_caught:
            self.hung = True
            log.error("The store has not answered for %d s: what waits is lost.", STORING_S)

    # --- for the operator -------------------------------------------------------------

    def figures(self) -> dict[str, float]:
        """How much waits, and how long the last commits took."""
        times = sorted(self._times)
        return {
            "queued_effects": len(self._queue) + len(self._storing),
            "queued_bytes": self._queue_bytes + self._storing_bytes,
            "on_hold": int(self.on_hold),
            "store_commits": self._commits,
            "store_p50_ms": share_ms(times, 0.5),
            "store_p99_ms": share_ms(times, 0.99),
            "store_max_ms": share_ms(times, 1.0),
        }


def stores(effects: Effects) -> bool:
    """Whether *effects* ask for anything to be stored."""
    return bool(effects.entries or effects.writes)


def size(effects: Effects) -> int:
    """About how many bytes *effects* keep in memory."""
    return sum(len(entry.body) for entry in effects.entries) + sum(
        len(data) for _, data in effects.sends
    )


def share_ms(times: Sequence[float], share: float) -> float:
    """The time that at least *share* of the *times*, in order, do not exceed; 0 without any."""
    return 1_000 * times[math.ceil(share * len(times)) - 1] if times else 0.0
