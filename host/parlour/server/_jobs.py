"""What takes too long for the loop: lanes of jobs, each with a worker thread of its own.

One lane for bots that think, one for answers that take long (the archive, passwords), one
for word lists that a game prepares: none waits for another. Within a lane it is one at a
time: thinking is pure Python, so a second thread would only take turns with the first, and
with the loop; and a flood of passwords costs one thread, not all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import assert_never

import trio

from parlour.house.effects import AnswerKey, Job, JobKey, PrepareKey, Thought


class Lane:
    """Jobs in the order in which they were asked for."""

    def __init__(self) -> None:
        # No bound of its own: a seat waits for one thought at a time, and so does a
        # connection for its answer; both are bounded.
        self._jobs, self._queue = trio.open_memory_channel[Job](math.inf)

    def __len__(self) -> int:
        """Jobs that have not begun."""
        return self._queue.statistics().current_buffer_used

    def add(self, job: Job) -> None:
        """Do *job* when it is its turn."""
        self._jobs.send_nowait(job)

    async def work(self, done: Callable[[Thought], None]) -> None:
        """Do jobs until cancelled."""
        async for job in self._queue:
            try:
                result = await trio.to_thread.run_sync(job.work, abandon_on_cancel=True)
                thought = Thought(job.key, result)
            except Exception as error:  # noqa: BLE001 - the house decides what a failed job means
                thought = Thought(job.key, error=error)
            done(thought)


class Jobs:
    """All lanes."""

    def __init__(self) -> None:
        self.bots = Lane()
        self.answers = Lane()
        self.preparations = Lane()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """Each of them."""
        return self.bots, self.answers, self.preparations

    def add(self, job: Job) -> None:
        """Do *job* in the lane of its kind."""
        match job.key:
            case JobKey():
                self.bots.add(job)
            case AnswerKey():
                self.answers.add(job)
            case PrepareKey():
                self.preparations.add(job)
            case _:
                assert_never(job.key)

    def figures(self) -> dict[str, float]:
        """How many wait."""
        return {"waiting_bots": len(self.bots), "waiting_answers": len(self.answers)}
