"""Effects of the house, in order: first we store them, then they leave.

While a commit is in progress the house continues to tick, and its effects wait here. The
next commit takes all of them at once. So the slower the disk, the more go together.

A commit that fails is repeated until it succeeds. Meanwhile the house stops, and also while a
commit takes very long (docs/decisions/0032-the-store-is-waited-for.md).

What need not wait for the store, and when everything leaves, is decided in `core.release`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final, Protocol

import trio

from parlour.core.effects import ConnId, Effects
from parlour.core.persistence import Entry, Write
from parlour.core.release import Release, Samples
from parlour.language import _
from parlour.server._guard import Guard
from parlour.server._log import log, outline
from parlour.server._writer import Writer
from parlour.store import Store, StoreError

RETRY_S: Final = 1.0
"""Seconds from a failed commit to the next attempt: soon enough for people who wait."""
RETRY_MOST_S: Final = 8.0
"""The pause doubles with each failure up to this: seldom enough for a disk in trouble."""
SLOW_S: Final = 5.0
"""The house waits for a commit that takes longer than this, as for one that failed. It is longer
than a memory card stalls, and less than the eight seconds after which our clients consider a
host dead."""
SLOW: Final = _("The host's disk is slow.")
"""The reason that people read then."""
STORING_S: Final = 5.0
"""Seconds that the end of the host waits for the store: longer than any disk that works, and
with `stopping_s` still less than the ten seconds after which service managers kill."""
QUEUED_BYTES: Final = 33_554_432
"""While more bytes than this wait for the store, we read nothing more from connections. It is
some 150,000 lines: enough for a disk that stalls for seconds, not for minutes."""
CALM_BYTES: Final = 1_048_576
"""While more bytes than this wait for the store, lines that have already arrived wait too, so that
many long answers do not fill the memory behind one slow write."""
CALM_WRITES: Final = 16
"""While more writes than these wait for the next commit, lines wait too. Each is a statement of
its own, for which the store's thread has to wait for a busy loop."""
SAMPLES: Final = 500
"""Commits whose times `figures` uses."""


class EffectRunner(Protocol):
    """The part that carries out effects (`Driver`)."""

    def carry_out(self, effects: Effects) -> None:
        """Send, close and start what *effects* ask for. All of it is stored."""
        ...

    def wait(self, why: str, unanswered: Collection[ConnId]) -> None:
        """Stop the house; see `Tickable.wait`."""
        ...

    def go_on(self) -> None:
        """Continue, because all is stored."""
        ...

    def end_for_good(self) -> None:
        """End the host, because the store will never work again."""
        ...

    def kept(self, size: int) -> None:
        """Note about how many bytes the store keeps now."""
        ...


class CommitQueue:
    """Effects on their way out, the store they wait for, and the moments at which they leave."""

    def __init__(
        self,
        store: Store,
        runner: EffectRunner,
        *,
        after: Callable[[], None],
        guard: Guard | None = None,
    ) -> None:
        """Call *after* in the loop when effects have left at a moment of their own.

        *guard* notes what leaves with a commit before it begins.
        """
        self._guard = guard
        self.waiting = False
        """The store failed, or is slow. The house stops until all is stored."""
        self.lost = False
        """The store failed for good."""
        self.hung = False
        """The store did not answer when the host was to end. It may still be at work."""
        self._store = store
        self._runner = runner
        self._after = after
        self._writer = Writer(instant=store.instant, after=after)
        self._release = Release()
        self._writes = 0
        """Writes for the next commit that are no entries."""
        self._alarm = trio.CancelScope()
        self.paced = False
        """A game is in progress, according to the last effects."""
        self._hurries = False
        """The host ends."""
        self._look_at = math.inf
        """The time to check on the commit, or to try again."""
        self._look = trio.CancelScope()
        self._retry_s = RETRY_S
        self._said = ""
        """The last error of the store in the log."""
        self.commits = 0
        """The number of commits."""
        self._began = 0.0
        self._took_s = 0.0
        """The time that the last commit took. The thread writes it; we read it after it has
        ended."""
        self._times = Samples(SAMPLES)

    # --- in -------------------------------------------------------------------------

    def put(self, effects: Effects) -> None:
        """Take *effects*. Whatever need not wait for the store or the pace leaves now.

        While the house waits for the store, all of them leave at once: they store nothing, and
        depend on nothing unstored.
        """
        self.paced = effects.paced
        if self.waiting:
            if effects.acks or effects.cards:
                self._release.overtakes(effects, trio.current_time())
            self._runner.carry_out(effects)
            return
        release = self._release
        at_once = self._store.instant and self._guard is None
        if at_once and not effects.paced and release.at_rest:
            self._pass_through(effects)
            return
        free = release.put(effects, trio.current_time())
        if free is not None:
            self._runner.carry_out(free)
        if free is not effects:
            self._go_on_with(effects)
        self._set_alarm()

    def _go_on_with(self, effects: Effects) -> None:
        """Begin a commit if what has just been put wants one and none is in progress."""
        self._writes += len(effects.writes)
        if self._release.storing:
            return
        if effects.stores:
            self._store_queue()
        else:
            self._release.pass_on()
            self._let_go()

    def _pass_through(self, effects: Effects) -> None:
        """Store *effects* and let them leave at once: the store never blocks."""
        if effects.stores:
            try:
                self._commit(effects.entries, effects.writes)
            except Exception:  # noqa: BLE001 - we try again; `_fail` decides then
                self._release.put(effects, trio.current_time())
                self._go_on_with(effects)
                return
            self.commits += 1
            if not effects.hidden:
                self._times.add(self._took_s)
            self._runner.kept(self._store.size)
        self._runner.carry_out(effects)

    # --- at their moments -------------------------------------------------------------

    async def keep_pace(self) -> None:
        """Release all effects when their moment has come. Never returns."""
        while True:
            with trio.CancelScope(deadline=self._release.next_moment) as self._alarm:
                await trio.sleep_forever()
            self._let_go()
            self._after()

    def _set_alarm(self) -> None:
        moment = self._release.next_moment
        if moment != self._alarm.deadline:
            self._alarm.deadline = moment

    def _let_go(self) -> None:
        """Carry out what may leave now."""
        for effects in self._release.due(trio.current_time()):
            self._runner.carry_out(effects)

    @property
    def full(self) -> bool:
        """Whether so much waits that we should read nothing more from connections."""
        return self._release.bytes > QUEUED_BYTES

    @property
    def storing(self) -> bool:
        """Whether a commit is in progress, or will be repeated."""
        return bool(self._release.storing)

    async def stored(self) -> None:
        """Wait until no commit is in progress. One that failed is not waited for."""
        while self._writer.busy:
            await self._writer.moved()

    @property
    def calm(self) -> bool:
        """Whether little enough waits that lines may get their turn."""
        return self._release.bytes <= CALM_BYTES and self._writes <= CALM_WRITES

    def look(self) -> None:
        """Let leave what has just been stored."""
        self._writer.look()

    async def room(self) -> None:
        """Wait until the queue is not full."""
        while self.full:
            await self._writer.moved()

    # --- the store ------------------------------------------------------------------

    def _store_queue(self) -> None:
        self._release.begin_commit()
        self._writes = 0
        self._began = trio.current_time()
        if self._look_at == math.inf:
            self._look_after(self._began + SLOW_S)
        self._try(again=False)

    def _try(self, *, again: bool) -> None:
        batch = self._release.storing
        entries = [entry for waiting in batch for entry in waiting.effects.entries]
        writes = [write for waiting in batch for write in waiting.effects.writes]
        if self._guard is not None and not again:
            self._guard.promise(self._release.settled)
            key = self._store.commit_key(entries, writes)
            effects = [waiting.effects for waiting in batch]
            self._guard.pledge(key, effects)
        commit = self._commit_again if again else self._commit
        self._writer.start(partial(commit, entries, writes), self._landed)

    def _commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Commit, on the store's thread."""
        began = time.perf_counter()
        self._store.commit(entries, writes)
        self._took_s = time.perf_counter() - began

    def _commit_again(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Repeat a commit, on the store's thread.

        Do it only if there is room for more than this. Otherwise everybody would stop and start
        again and again.
        """
        self._store.probe()
        self._commit(entries, writes)

    def _landed(self, error: Exception | None) -> None:
        """Handle the end of the current commit."""
        if error is not None:
            self._fail(error)
            return
        if self._guard is not None:
            self._guard.confirm()
        if self.waiting:
            log.info("The store works again after %.0f s.", trio.current_time() - self._began)
            self._retry_s, self._said = RETRY_S, ""
            self._runner.go_on()
            self.waiting = False
        now = trio.current_time()
        self.commits += 1
        if self._release.landed(now - self._began, now):
            self._times.add(self._took_s)
        self._runner.kept(self._store.size)
        if self._release.wants_commit:
            self._store_queue()  # first, so that the disk works while we send
        else:
            self._release.pass_on()
        self._let_go()
        self._set_alarm()

    def _fail(self, error: Exception) -> None:
        """Stop the house and repeat the failed commit."""
        if isinstance(error, StoreError):
            said, text, self.lost = error.said, error.text, not error.passing
        else:
            said, self.lost = _("The store failed ({kind}).", kind=type(error).__name__), True
            text = f"{said}\n{outline(error)}"
        if text != self._said:
            self._said = text
            log.error("Nothing can be stored: %s", text)
        self._stand_still(said)
        if self.lost:
            self._runner.end_for_good()
            return
        self._look_after(trio.current_time() + self._retry_s)
        self._retry_s = min(2 * self._retry_s, RETRY_MOST_S)

    def _stand_still(self, why: str) -> None:
        self.waiting = True
        self._runner.wait(why, self._release.unanswered())

    async def attend(self) -> None:
        """Watch for a slow commit, and repeat a failed one. Never returns."""
        while True:
            with trio.CancelScope(deadline=self._look_at) as self._look:
                await trio.sleep_forever()
            self._look_at = math.inf
            if self._writer.busy:
                self._look_if_slow()
            else:
                self.try_now()
            self._after()

    def try_now(self) -> None:
        """Repeat a failed commit at once."""
        if self.waiting and not (self.lost or self._writer.busy):
            self._try(again=True)

    def _look_if_slow(self) -> None:
        late = self._began + SLOW_S
        if trio.current_time() < late:
            self._look_after(late)
        elif not (self.waiting or self._hurries):
            log.warning("The store has not answered for %.0f s: the host waits for it.", SLOW_S)
            self._stand_still(SLOW)

    def _look_after(self, moment: float) -> None:
        self._look_at = self._look.deadline = moment

    async def watch(self) -> None:
        """Never return, but raise errors that nobody else could catch."""
        await self._writer.watch()

    # --- the end --------------------------------------------------------------------

    async def flush(self) -> None:
        """Wait until all that waits now has left, for at most `STORING_S` in all.

        A failed commit is repeated once more.
        """
        self._hurry()
        target = self._release.waited
        self.try_now()
        if not self.hung:
            await self._patiently(lambda: self._release.left >= target or not self._writer.busy)

    async def finish(self) -> None:
        """Wait until the store is at rest. Nothing may be put any more."""
        self._hurry()
        with trio.CancelScope(shield=True):
            if not self.hung:
                await self._patiently(lambda: not self._writer.busy)
        self._writer.abandon()

    def _hurry(self) -> None:
        """Let nothing wait for its moment any more."""
        self._hurries = True
        self._release.hurry()
        self._let_go()

    async def _patiently(self, reached: Callable[[], bool]) -> None:
        with trio.move_on_after(STORING_S) as patience:
            while not reached():
                await self._writer.moved()
        if patience.cancelled_caught:
            self.hung = True
            log.error("The store has not answered for %d s: what waits is lost.", STORING_S)

    # --- for the operator -------------------------------------------------------------

    def figures(self) -> dict[str, float]:
        """Return how much waits, and how long commits took, without those of hidden moves.

        While a game is in progress, nothing here grows with hidden moves.
        """
        times = self._times.ordered()
        found: dict[str, float] = {
            **self._store.figures(),
            "on_hold": int(self.waiting),
            "store_p50_ms": share_ms(times, 0.5),
            "store_p99_ms": share_ms(times, 0.99),
            "store_max_ms": share_ms(times, 1.0),
        }
        if self.paced:
            return found
        counts = {
            "queued_effects": self._release.waited - self._release.left,
            "queued_bytes": self._release.bytes,
            "store_commits": self.commits,
        }
        return counts | found


def share_ms(times: Sequence[float], share: float) -> float:
    """Return the time that at least *share* of the sorted *times* do not exceed. 0: no times."""
    return 1_000 * times[math.ceil(share * len(times)) - 1] if times else 0.0
