"""Run jobs that take too long for the loop on worker threads.

All threads share the interpreter with the loop, so a bot that thinks takes time from it. The next
thought begins when the last one has ended, or has taken long, and after a pause as long as the
last one took. So bots have half of the processor at most, however many of them are asked.

Each kind of job has threads of its own: bots that think, replays and lists of the archive,
passwords, word lists that a game prepares. None waits for another kind.

Bots and replays run the programs of games, which may never return. So each job has a time
limit. The limit for a bot is in processor time, with a longer one in real time: on a busy machine
a bot that does nothing wrong may take long. We cannot end a thread. If it is past its limit, we
give it up and drop its result. It counts against the share of its game until it returns. We no
longer call a game that has lost its whole share that way, and the other games continue.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, assert_never

import trio

from parlour.core.effects import AnswerKey, Job, JobDone, JobKey, PrepareKey
from parlour.core.limits import Limits
from parlour.server._calls import CallWatch

LOOK_S: Final = 0.1
"""The least seconds between two checks of a thought's processor time."""


LONG_S: Final = 0.1
"""A thought that takes longer than this does not hold up the next one. No pause is longer,
either."""


class GivenUp(Exception):
    """A job took longer than its limit."""


class NoThread(Exception):
    """All threads that this game may have were given up, and are still at work."""


class _Share:
    """The threads of one game, and the tables that have work for them."""

    __slots__ = ("lost", "queued", "ready", "running")

    def __init__(self) -> None:
        self.ready: deque[int | str] = deque()
        """Tables with jobs, none of which runs, in the order of their turns."""
        self.running = 0
        self.lost = 0
        """Threads that were given up and have not returned."""
        self.queued = False


class _Work:
    """One job on its thread. Either the thread finishes first, or we give it up."""

    __slots__ = (
        "_back",
        "_clock",
        "_job",
        "_since",
        "_token",
        "_watch",
        "given_up",
        "over",
        "took_s",
    )

    def __init__(self, job: Job, watch: CallWatch, back: Callable[[_Work], None]) -> None:
        self._job = job
        self._watch = watch
        self._back = back
        self._token = trio.lowlevel.current_trio_token()
        self._clock: Callable[[], float] | None = None
        self._since = 0.0
        self.given_up = self.over = False
        self.took_s = 0.0
        """The processor time it took, when it is over."""

    def used_s(self) -> float:
        """Return the processor time of its thread so far."""
        if self._clock is None or self.over:  # not begun, or the thread may be gone
            return 0.0
        return self._clock() - self._since

    def __call__(self) -> JobDone:
        """Do it, on a worker thread. Catch everything: nothing it raises can be meant for us."""
        clock = _clock_of_this_thread()
        self._since = clock()
        self._clock = clock
        key = self._job.key
        opened = self._watch.think(key) if isinstance(key, JobKey) else None
        try:
            return JobDone(key, self._job.work())
        except BaseException as error:  # noqa: BLE001 - the house decides what a failed job means
            return JobDone(key, error=error)
        finally:
            self._watch.done(opened)
            self.took_s = clock() - self._since
            self.over = True
            if self.given_up:  # either we see this, or the other side sees that it is over
                with suppress(trio.RunFinishedError):
                    self._token.run_sync_soon(self._back, self)

    def give_up(self) -> JobDone:
        """Give it up, because it has taken too long."""
        self.given_up = True
        if self.over:
            self._token.run_sync_soon(self._back, self)
        return JobDone(self._job.key, error=GivenUp())


class Pool:
    """Jobs of one kind: at most *threads* at once, *per_share* of one game, one of a table."""

    def __init__(
        self,
        watch: CallWatch,
        *,
        threads: int,
        per_share: int,
        limit_s: float,
        used_s: float = math.inf,
        pauses: bool = False,
    ) -> None:
        """*limit_s*: how long a job may take; *used_s*: how much processor time."""
        self._watch = watch
        self._used_s = used_s
        self._threads = threads
        self._per_share = per_share
        self._limit_s = limit_s
        # These need no limit of their own: a seat waits for one thought at a time, and a
        # connection for one answer, and both are limited.
        self._tables: dict[int | str, deque[Job]] = {}
        """The jobs of each table that has some, including the running one. Jobs without a table
        are listed by game.
        """
        self._at_work: dict[int | str, Job] = {}
        """By table: the job that has begun."""
        self._shares: dict[str, _Share] = {}
        self._turns: deque[_Share] = deque()
        """Shares that could start a job, in the order of their turns."""
        self.pauses = pauses
        """Whether the next job waits for the last one, and for a pause after it."""
        self._next_at = -math.inf
        """The earliest time at which another job may begin."""
        self._alarm = trio.CancelScope()
        self._limiter = trio.CapacityLimiter(math.inf)
        self._nursery: trio.Nursery | None = None
        self._done: Callable[[JobDone], None] = lambda _thought: None
        self._waiting = 0
        self._running = 0
        self.given_up = 0
        """Jobs that took too long, since the start."""

    def __len__(self) -> int:
        """Return the number of jobs that have not begun."""
        return self._waiting

    @property
    def lost(self) -> int:
        """Threads that were given up and have not returned."""
        return sum(share.lost for share in self._shares.values())

    def add(self, job: Job) -> None:
        """Do *job* in its turn. It replaces an earlier job of the same seat that has not begun."""
        table, share = self._place(job)
        jobs = self._tables.setdefault(table, deque())
        for place, other in enumerate(jobs):
            if other is not self._at_work.get(table) and _seat(other) == _seat(job):
                jobs[place] = job
                return
        self._waiting += 1
        jobs.append(job)
        if len(jobs) == 1:
            self._make_ready(share, table)

    def _place(self, job: Job) -> tuple[int | str, _Share]:
        key = job.key
        name = key.game if isinstance(key, JobKey | PrepareKey) else ""
        share = self._shares.setdefault(name, _Share())
        return key.table if isinstance(key, JobKey) else name, share

    async def work(self, done: Callable[[JobDone], None]) -> None:
        """Do jobs until cancelled."""
        self._done = done
        async with trio.open_nursery() as self._nursery:
            while True:
                with trio.CancelScope() as self._alarm:
                    self._begin()
                    await trio.sleep_forever()

    def _not_before(self, moment: float) -> None:
        """Let no job begin before *moment*."""
        if self.pauses:
            self._next_at = moment
            if self._turns:
                self._alarm.deadline = moment

    def _make_ready(self, share: _Share, table: int | str) -> None:
        share.ready.append(table)
        self._queue(share)

    def _queue(self, share: _Share) -> None:
        """Give *share* a turn, if it has work and may do it."""
        spent = share.lost >= self._per_share
        if (
            share.ready
            and not share.queued
            and (spent or share.running + share.lost < self._per_share)
        ):
            share.queued = True
            self._turns.append(share)
            self._begin()

    def _begin(self) -> None:
        """Start all jobs that may start."""
        while self._nursery is not None and self._turns and self._running < self._threads:
            now = trio.current_time()
            if now < self._next_at:
                self._alarm.deadline = self._next_at
                break
            self._not_before(now + LONG_S)
            share = self._turns.popleft()
            share.queued = False
            table = share.ready.popleft()
            share.running += 1
            self._running += 1
            self._waiting -= 1
            job = self._at_work[table] = self._tables[table][0]
            self._nursery.start_soon(self._do, share, table, job)
            self._queue(share)

    async def _do(self, share: _Share, table: int | str, job: Job) -> None:
        if share.lost >= self._per_share:
            thought = JobDone(job.key, error=NoThread())
            self._not_before(trio.current_time())
        else:
            thought = await self._think(share, job)
        share.running -= 1
        self._running -= 1
        jobs = self._tables[table]
        jobs.popleft()
        del self._at_work[table]
        if jobs:
            _, next_share = self._place(jobs[0])
            self._make_ready(next_share, table)
        else:
            del self._tables[table]
        self._queue(share)
        self._begin()
        self._done(thought)

    async def _think(self, share: _Share, job: Job) -> JobDone:
        def back(_work: _Work) -> None:
            if share in backs:
                backs.remove(share)
                share.lost -= 1
                self._queue(share)

        backs = [share]
        work = _Work(job, self._watch, back)
        with trio.move_on_after(self._limit_s) as patience:
            async with trio.open_nursery() as nursery:
                if self._used_s < math.inf:
                    nursery.start_soon(self._measure, work, patience)
                thought = await trio.to_thread.run_sync(
                    work, abandon_on_cancel=True, limiter=self._limiter
                )
                nursery.cancel_scope.cancel()
            self._not_before(trio.current_time() + min(work.took_s, LONG_S))
            return thought
        share.lost += 1
        self.given_up += 1
        return work.give_up()

    async def _measure(self, work: _Work, patience: trio.CancelScope) -> None:
        """End the *patience* when the job has used its processor time."""
        while (left_s := self._used_s - work.used_s()) > 0:  # noqa: ASYNC110 - a clock has no event
            await trio.sleep(max(left_s, LOOK_S))
        patience.cancel()


def _clock_of_this_thread() -> Callable[[], float]:
    """Return a clock of this thread's processor time, or of real time if there is none."""
    if sys.platform != "linux":
        return time.monotonic
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


def _seat(job: Job) -> object:
    """Return who waits for *job*. For a seat only the last question matters."""
    return job.key.seat if isinstance(job.key, JobKey) else job.key


class Jobs:
    """All pools."""

    def __init__(self, limits: Limits, watch: CallWatch) -> None:
        self.bots = Pool(
            watch,
            threads=limits.bot_threads,
            per_share=limits.bot_threads_per_game,
            limit_s=limits.bot_wait_s,
            used_s=limits.bot_thought_s,
            pauses=True,
        )
        self.answers = Pool(watch, threads=1, per_share=2, limit_s=limits.replay_s)
        self.passwords = Pool(watch, threads=1, per_share=1, limit_s=math.inf)
        self.preparations = Pool(watch, threads=2, per_share=1, limit_s=limits.prepare_s)

    @property
    def pools(self) -> tuple[Pool, ...]:
        return self.bots, self.answers, self.passwords, self.preparations

    def add(self, job: Job) -> None:
        match job.key:
            case JobKey():
                self.bots.add(job)
            case AnswerKey(password=True):
                self.passwords.add(job)
            case AnswerKey():
                self.answers.add(job)
            case PrepareKey():
                self.preparations.add(job)
            case _:
                assert_never(job.key)

    def figures(self) -> dict[str, float]:
        """Return how many jobs wait, and counts of those that took too long."""
        return {
            "waiting_bots": len(self.bots),
            "waiting_answers": len(self.answers) + len(self.passwords),
            "given_up_thoughts": self.bots.given_up,
            "given_up_answers": self.answers.given_up,
            "lost_threads": sum(pool.lost for pool in self.pools),
        }
