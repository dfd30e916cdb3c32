"""The threads of jobs: shares, time limits, and threads that do not come back."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import trio
import trio.testing

from parlour.core.effects import AnswerKey, ConnId, Job, JobDone, JobKey, PrepareKey
from parlour.core.limits import Limits
from parlour.server._calls import CallWatch
from parlour.server._jobs import LONG_S, GivenUp, Jobs, NoThread, Pool
from tests.server.harness import PATIENCE_S, until

LIMITS = Limits(bot_thought_s=5, bot_wait_s=30, bot_threads=4, bot_threads_per_game=2, replay_s=60)


def bot(table: int, seat: int = 1, game: str = "hunt", prompt: int = 1) -> JobKey:
    return JobKey(table, seat, prompt, 0, game=game)


@dataclass
class Desk:
    """Jobs, and what came of them."""

    jobs: Jobs
    done: list[JobDone] = field(default_factory=list[JobDone])
    gate: threading.Event = field(default_factory=threading.Event)
    """Stuck jobs go on when it is set."""
    stuck: int = 0

    def add(self, key: Any, work: Callable[[], Any] = lambda: "thought") -> None:
        self.jobs.add(Job(key, work))

    def stick(self, key: Any) -> None:
        """A job that does not come back."""

        def work() -> str:
            self.stuck += 1
            self.gate.wait(PATIENCE_S)
            return "late"

        self.add(key, work)

    async def of(self, key: Any) -> JobDone:
        """What came of that job."""
        await until(lambda: any(thought.key == key for thought in self.done))
        return next(thought for thought in self.done if thought.key == key)


@asynccontextmanager
async def desk() -> AsyncGenerator[Desk]:
    found = Desk(Jobs(LIMITS, CallWatch()))
    async with trio.open_nursery() as nursery:
        for pool in found.jobs.pools:
            nursery.start_soon(pool.work, found.done.append)
        try:
            yield found
        finally:
            found.gate.set()
        nursery.cancel_scope.cancel()


async def give_up(clock: trio.testing.MockClock, there: Desk, stuck: int, seconds: float) -> None:
    """So many jobs are at work, and have been for so long."""
    await until(lambda: there.stuck == stuck)
    clock.jump(seconds)


async def test_a_bot_that_never_answers_holds_up_no_other_table() -> None:
    async with desk() as there:
        there.stick(bot(1))
        there.add(bot(2))
        there.add(bot(3, game="toss"))
        assert (await there.of(bot(2))).result == "thought"
        assert (await there.of(bot(3, game="toss"))).result == "thought"
        assert [thought.key for thought in there.done if thought.key == bot(1)] == []


async def test_bots_think_one_after_the_other_unless_one_takes_long(
    mock_clock: trio.testing.MockClock,
) -> None:
    async with desk() as there:
        there.stick(bot(1))
        there.stick(bot(2))
        there.stick(bot(3, game="toss"))
        await until(lambda: there.stuck == 1)
        await trio.testing.wait_all_tasks_blocked()
        assert there.jobs.figures()["waiting_bots"] == 2
        await give_up(mock_clock, there, 1, LONG_S)
        await until(lambda: there.stuck == 2)
        await trio.testing.wait_all_tasks_blocked()
        assert there.jobs.figures()["waiting_bots"] == 1
        there.gate.set()
        await until(lambda: len(there.done) == 2)
        await give_up(mock_clock, there, 2, LONG_S)
        await until(lambda: len(there.done) == 3)


async def test_bots_have_half_of_the_processor(mock_clock: trio.testing.MockClock) -> None:
    """After each thought there is a pause as long as that took, however many wait."""
    took_s = 0.02

    def toil() -> None:
        begun = time.thread_time()
        while time.thread_time() - begun < took_s:
            pass

    async with desk() as there:
        there.add(bot(1), toil)
        there.add(bot(2))
        await there.of(bot(1))
        mock_clock.jump(took_s * 0.9)
        await trio.testing.wait_all_tasks_blocked()
        assert len(there.done) == 1
        mock_clock.jump(LONG_S)
        await there.of(bot(2))


async def test_a_game_has_no_more_than_its_share() -> None:
    async with desk() as there:
        there.stick(bot(1))
        there.stick(bot(2))
        there.add(bot(3))
        for table in range(4, 9):
            there.add(bot(table, game="toss"))
        for table in range(4, 9):
            await there.of(bot(table, game="toss"))
        assert len(there.done) == 5
        assert there.jobs.figures()["waiting_bots"] == 1
        there.gate.set()
        assert (await there.of(bot(3))).result == "thought"


async def test_the_bots_of_a_table_think_one_after_the_other() -> None:
    async with desk() as there:
        there.stick(bot(1, seat=1))
        there.add(bot(1, seat=2))
        there.add(bot(2))
        await there.of(bot(2))
        assert len(there.done) == 1
        there.gate.set()
        await there.of(bot(1, seat=2))
        assert [thought.key.seat for thought in there.done[1:]] == [1, 2]  # type: ignore[union-attr]


async def test_a_seat_that_is_asked_anew_is_not_asked_what_it_was() -> None:
    async with desk() as there:
        there.stick(bot(1, seat=1))
        await until(lambda: there.stuck == 1)
        for prompt in range(1, 9):
            there.add(bot(1, seat=1, prompt=prompt))
            there.add(bot(1, seat=2, prompt=prompt))
        assert there.jobs.figures()["waiting_bots"] == 2
        there.gate.set()
        await there.of(bot(1, seat=2, prompt=8))
        assert [thought.key.prompt for thought in there.done] == [1, 8, 8]  # type: ignore[union-attr]


async def test_a_thought_past_its_limit_is_given_up_and_its_late_result_dropped(
    mock_clock: trio.testing.MockClock,
) -> None:
    async with desk() as there:
        there.stick(bot(1))
        await give_up(mock_clock, there, 1, 30.1)
        thought = await there.of(bot(1))
        assert isinstance(thought.error, GivenUp)
        figures = there.jobs.figures()
        assert (figures["given_up_thoughts"], figures["lost_threads"]) == (1, 1)
        there.add(bot(1, prompt=2))
        assert (await there.of(bot(1, prompt=2))).result == "thought"
        there.gate.set()
        await until(lambda: there.jobs.figures()["lost_threads"] == 0)
        assert len(there.done) == 2


async def test_a_thought_that_only_waits_uses_up_no_processor_time(
    mock_clock: trio.testing.MockClock,
) -> None:
    """As a bot that does nothing wrong, on a machine that does something else."""
    async with desk() as there:
        there.stick(bot(1))
        await give_up(mock_clock, there, 1, 29)
        await trio.testing.wait_all_tasks_blocked()
        there.gate.set()
        assert (await there.of(bot(1))).result == "late"
        assert there.jobs.figures()["given_up_thoughts"] == 0


async def test_a_thought_that_has_used_its_processor_time_is_given_up() -> None:
    """However long it may take otherwise."""
    enough = threading.Event()

    def loop() -> None:
        while not enough.is_set():
            pass

    done: list[JobDone] = []
    pool = Pool(CallWatch(), threads=1, per_share=1, limit_s=math.inf, used_s=0.02)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pool.work, done.append)
        pool.add(Job(bot(1), loop))
        await until(lambda: len(done) == 1)
        enough.set()
        nursery.cancel_scope.cancel()
    assert isinstance(done[0].error, GivenUp)
    assert pool.given_up == 1


async def test_a_game_that_has_lost_its_share_thinks_no_more_until_a_thread_is_back(
    mock_clock: trio.testing.MockClock,
) -> None:
    async with desk() as there:
        there.stick(bot(1))
        there.stick(bot(2))
        await give_up(mock_clock, there, 1, LONG_S)
        there.add(bot(3))
        await give_up(mock_clock, there, 2, 30.1)
        assert isinstance((await there.of(bot(3))).error, NoThread)
        there.add(bot(4))
        assert isinstance((await there.of(bot(4))).error, NoThread)
        there.add(bot(5, game="toss"))
        assert (await there.of(bot(5, game="toss"))).result == "thought"
        there.gate.set()
        await until(lambda: there.jobs.figures()["lost_threads"] == 0)
        mock_clock.jump(LONG_S)
        there.add(bot(6))
        assert (await there.of(bot(6))).result == "thought"


async def test_a_replay_that_never_ends_holds_up_no_password_and_not_for_ever(
    mock_clock: trio.testing.MockClock,
) -> None:
    async with desk() as there:
        replay, password = AnswerKey(ConnId(1), 1), AnswerKey(ConnId(2), 1, password=True)
        there.stick(replay)
        there.add(AnswerKey(ConnId(3), 1))
        there.add(password)
        assert (await there.of(password)).result == "thought"
        assert len(there.done) == 1
        await give_up(mock_clock, there, 1, 60.1)
        assert isinstance((await there.of(replay)).error, GivenUp)
        assert (await there.of(AnswerKey(ConnId(3), 1))).result == "thought"
        assert there.jobs.figures()["given_up_answers"] == 1


async def test_a_list_that_is_prepared_for_one_game_holds_up_no_other_game() -> None:
    async with desk() as there:
        there.stick(PrepareKey("hunt", "en", "5"))
        there.add(PrepareKey("toss", "en", "5"))
        await there.of(PrepareKey("toss", "en", "5"))
        there.add(PrepareKey("hunt", "fr", "6"))
        there.gate.set()
        await there.of(PrepareKey("hunt", "fr", "6"))


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, trio.Cancelled])
async def test_what_ends_a_program_ends_a_thought_and_nothing_else(
    kind: type[BaseException],
) -> None:
    async with desk() as there:

        def work() -> None:
            raise kind.__new__(kind)

        there.add(bot(1), work)
        assert isinstance((await there.of(bot(1))).error, kind)
        there.add(bot(2))
        await there.of(bot(2))


async def test_a_thread_that_comes_back_when_the_host_has_gone_finds_nobody(
    mock_clock: trio.testing.MockClock,
) -> None:
    async with desk() as there:
        there.stick(bot(1))
        await give_up(mock_clock, there, 1, 30.1)
        await there.of(bot(1))
