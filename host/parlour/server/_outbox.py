"""Effects of the house, in order: first we store them, then they leave.

While a commit is in progress the house continues to tick, and its effects wait here. The
next commit takes all of them at once. So the slower the disk, the more go together.

A commit that fails is repeated until it succeeds. Meanwhile the house stops, and also while a
commit takes very long (docs/decisions/0032-the-store-is-waited-for.md).

The time of an answer reveals to nobody a move that is hidden from them. It does not wait for
the store because of such a move. While a game with possibly hidden moves is in progress,
everything leaves at a beat (`_pace`, docs/decisions/0023-the-time-of-an-answer.md).
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final, Protocol

import trio

from parlour.core.effects import ConnId, Effects
from parlour.core.persistence import Entry, Write
from parlour.server._log import log, outline
from parlour.server._pace import Pad, Samples, next_beat
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
SLOW: Final = "The host's disk is slow."
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


class Hands(Protocol):
    """The part that carries out effects (`Ticker`)."""

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


class Waiting:
    """Effects that wait for the store, or for others that do."""

    __slots__ = ("conns", "due", "effects", "shown", "size")

    def __init__(self, effects: Effects, due: float) -> None:
        self.effects = effects
        self.due = due
        """The earliest time to leave, once stored. 0: as soon as they are stored."""
        self.size = size(effects)
        self.shown = effects.stores and not effects.hidden
        self.conns = effects.conns


class Outbox:
    """Effects on their way out, the store they wait for, and the moments at which they leave."""

    def __init__(self, store: Store, hands: Hands, *, after: Callable[[], None]) -> None:
        """Call *after* in the loop when effects have left at a moment of their own."""
        self.waiting = False
        """The store failed, or is slow. The house stops until all is stored."""
        self.lost = False
        """The store failed for good."""
        self.hung = False
        """The store did not answer when the host was to end. It may still be at work."""
        self._store = store
        self._hands = hands
        self._after = after
        self._writer = Writer(instant=store.instant, after=after)
        self._queue: list[Waiting] = []
        """Effects for the next commit."""
        self._writes = 0
        """Writes among them that are no entries."""
        self._storing: list[Waiting] = []
        """Effects of the current commit, or of a failed one that we repeat."""
        self._stored: deque[Waiting] = deque()
        """Stored effects whose moment to leave has not come."""
        self._free: list[Effects] = []
        """Effects that depend on nothing stored. They leave at `_free_at`."""
        self._free_at = 0.0
        self._bytes = 0
        """The bytes that all of these keep in memory."""
        self._owed: Counter[ConnId] = Counter()
        """By connection: the number of waiting effects that name it."""
        self._shown = 0
        """The number of waiting effects that others than their readers can learn about."""
        self._waited = 0
        """Effects that ever waited for the store, or behind others."""
        self._left = 0
        """The number of those that have left."""
        self._alarm = trio.CancelScope()
        self.paced = False
        """A game is in progress, according to the last effects."""
        self._hurries = False
        """The host ends, so nothing waits for its moment any more."""
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
        self._pad = Pad()

    # --- in -------------------------------------------------------------------------

    def put(self, effects: Effects) -> None:
        """Take *effects*. Whatever need not wait for the store or the pace leaves now.

        While the house waits for the store, all of them leave at once: they store nothing, and
        depend on nothing unstored.
        """
        self.paced = effects.paced
        if self.waiting:
            self._hands.carry_out(effects)
            return
        if self._store.instant and not effects.paced and not (self._stored or self._free):
            self._pass_through(effects)
            return
        free = self._free_of(effects)
        if free is not effects:
            self._wait(effects)
        if free is not None:
            self._leave(free)

    def _pass_through(self, effects: Effects) -> None:
        """Store *effects* and let them leave at once: the store never blocks."""
        if effects.stores:
            try:
                self._commit(effects.entries, effects.writes)
            except Exception:  # noqa: BLE001 - we try again; `_fail` decides then
                self._wait(effects)
                return
            self.commits += 1
            if not effects.hidden:
                self._times.add(self._took_s)
            self._hands.kept(self._store.size)
        self._hands.carry_out(effects)

    def _free_of(self, effects: Effects) -> Effects | None:
        """Take out what of *effects* need not wait for the store. All: return *effects* itself.

        An answer that stores nothing waits for what its reader is still to read, and for what it
        may depend on: everything unstored that others can learn about. It never waits for a move
        that nobody else hears, because that would reveal the move.
        """
        stores = effects.stores
        if not (stores or self._queue or self._storing or self._stored):
            return effects
        if self._shown or (stores and not effects.hidden):
            return None
        concerned = effects.free if stores else effects.conns
        conns = {conn for conn in concerned if conn not in self._owed}
        if not (stores or effects.stop) and len(conns) == len(concerned):
            return effects
        return effects.part(conns) if conns or effects.news else None

    def _wait(self, effects: Effects) -> None:
        """Let *effects* wait for the store, or behind what waits for it."""
        waiting = Waiting(effects, self._due(effects))
        self._queue.append(waiting)
        self._writes += len(effects.writes)
        self._bytes += waiting.size
        self._owed.update(waiting.conns)
        self._shown += waiting.shown
        self._waited += 1
        if self._storing:
            return
        if effects.stores:
            self._store_queue()
        else:
            self._pass_on()
            self._let_go()
            self._set_alarm()

    def _due(self, effects: Effects) -> float:
        """Return when effects that wait for the store may leave.

        While moves may be hidden, this is a fixed time after they came, long enough for the commit
        in progress and their own. So nobody can tell whether there was one.
        """
        if not effects.paced or self._hurries:
            return self._free_at if self._free else 0.0
        return next_beat((now := trio.current_time()) + self._pad.seconds(now))

    def _leave(self, effects: Effects) -> None:
        """Let *effects* leave now or, while moves may be hidden, at the next beat."""
        if not self._free and (not effects.paced or self._hurries):
            self._hands.carry_out(effects)
            return
        if not self._free:
            self._free_at = next_beat(trio.current_time())
        self._free.append(effects)
        self._bytes += size(effects)
        self._set_alarm()

    # --- at their moments -------------------------------------------------------------

    async def keep_pace(self) -> None:
        """Release all effects when their moment has come. Never returns."""
        while True:
            with trio.CancelScope(deadline=self._next_moment()) as self._alarm:
                await trio.sleep_forever()
            self._let_go()
            self._after()

    def _next_moment(self) -> float:
        free_at = self._free_at if self._free else math.inf
        return min(free_at, self._stored[0].due) if self._stored else free_at

    def _set_alarm(self) -> None:
        moment = self._next_moment()
        if moment != self._alarm.deadline:
            self._alarm.deadline = moment

    def _let_go(self) -> None:
        """Carry out what is stored and due.

        Effects that depend on nothing stored go first, so that their time does not depend on how
        many others there are.
        """
        now = math.inf if self._hurries else trio.current_time()
        if self._free and self._free_at <= now:
            free, self._free = self._free, []
            for effects in free:
                self._bytes -= size(effects)
                self._hands.carry_out(effects)
        while self._stored and self._stored[0].due <= now:
            waiting = self._stored.popleft()
            self._forget(waiting)
            self._hands.carry_out(waiting.effects)

    def _forget(self, waiting: Waiting) -> None:
        """Stop counting effects that have left."""
        self._left += 1
        self._bytes -= waiting.size
        for conn in waiting.conns:
            left = self._owed.pop(conn) - 1
            if left:
                self._owed[conn] = left

    @property
    def full(self) -> bool:
        """Whether so much waits that we should read nothing more from connections."""
        return self._bytes > QUEUED_BYTES

    @property
    def storing(self) -> bool:
        """Whether a commit is in progress, or will be repeated."""
        return bool(self._storing)

    @property
    def calm(self) -> bool:
        """Whether little enough waits that lines may get their turn."""
        return self._bytes <= CALM_BYTES and self._writes <= CALM_WRITES

    def look(self) -> None:
        """Let leave what has just been stored."""
        self._writer.look()

    async def room(self) -> None:
        """Wait until the outbox is not full."""
        while self.full:
            await self._writer.moved()

    # --- the store ------------------------------------------------------------------

    def _store_queue(self) -> None:
        """Commit everything that waits."""
        batch, self._queue, self._writes = self._queue, [], 0
        self._storing = batch
        self._began = trio.current_time()
        if self._look_at == math.inf:
            self._look_after(self._began + SLOW_S)
        self._try(again=False)

    def _try(self, *, again: bool) -> None:
        batch = self._storing
        entries = [entry for waiting in batch for entry in waiting.effects.entries]
        writes = [write for waiting in batch for write in waiting.effects.writes]
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
        if self.waiting:
            log.info("The store works again after %.0f s.", trio.current_time() - self._began)
            self._retry_s, self._said = RETRY_S, ""
            self._hands.go_on()
            self.waiting = False
        batch, self._storing = self._storing, []
        self._shown -= sum(waiting.shown for waiting in batch)
        now = trio.current_time()
        self.commits += 1
        if any(waiting.shown for waiting in batch):
            self._times.add(self._took_s)
            self._pad.note(now - self._began, now)
        self._hands.kept(self._store.size)
        for waiting in batch:
            if waiting.due and waiting.due <= now:  # longer than ever: still at a beat
                waiting.due = next_beat(now)
        self._stored.extend(batch)
        if any(waiting.effects.stores for waiting in self._queue):
            self._store_queue()  # first, so that the disk works while we send
        else:
            self._pass_on()
        self._let_go()
        self._set_alarm()

    def _pass_on(self) -> None:
        """Pass on the rest of the queue, which waits only for the effects before it."""
        self._stored.extend(self._queue)
        self._queue = []

    def _fail(self, error: Exception) -> None:
        """Stop the house and repeat the failed commit."""
        if isinstance(error, StoreError):
            said, text, self.lost = error.said, error.text, not error.passing
        else:
            said, self.lost = f"The store failed ({type(error).__name__}).", True
            text = f"{said}\n{outline(error)}"
        if text != self._said:
            self._said = text
            log.error("Nothing can be stored: %s", text)
        self._stand_still(said)
        if self.lost:
            self._hands.end_for_good()
            return
        self._look_after(trio.current_time() + self._retry_s)
        self._retry_s = min(2 * self._retry_s, RETRY_MOST_S)

    def _stand_still(self, why: str) -> None:
        self.waiting = True
        held = [waiting.effects for waiting in (*self._stored, *self._storing, *self._queue)]
        self._hands.wait(why, {conn for one in (*self._free, *held) for conn in one.answered})

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
        target = self._waited
        self.try_now()
        if not self.hung:
            await self._patiently(lambda: self._left >= target or not self._writer.busy)

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
            "on_hold": int(self.waiting),
            "store_p50_ms": share_ms(times, 0.5),
            "store_p99_ms": share_ms(times, 0.99),
            "store_max_ms": share_ms(times, 1.0),
        }
        if self.paced:
            return found
        counts = {
            "queued_effects": self._waited - self._left,
            "queued_bytes": self._bytes,
            "store_commits": self.commits,
        }
        return counts | found


def size(effects: Effects) -> int:
    """Return about how many bytes *effects* keep in memory."""
    kept = sum([len(entry.body) for entry in effects.entries])
    news = sum([len(data) for _, data in effects.news])
    return kept + sum([len(data) for _, data in effects.sends]) + news


def share_ms(times: Sequence[float], share: float) -> float:
    """Return the time that at least *share* of the sorted *times* do not exceed. 0: no times."""
    return 1_000 * times[math.ceil(share * len(times)) - 1] if times else 0.0
