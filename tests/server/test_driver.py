"""The tick, its clock, its jobs and its boundaries; lines in memory, time jumps by itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

import pytest
import trio
import trio.testing

from parlour.core.effects import ConnId, Effects, HouseEvent, JobDone, Lost, Received, Stopping
from parlour.server._driver import INTERNAL
from tests.server.fakes import FanOutHouse, RecordingLine, job_key
from tests.server.harness import PATIENCE_S, desk, in_memory, until


async def test_the_clock_ticks_when_the_house_is_due(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Also if that moves closer; and it rests when it is taken back."""
    house = FanOutHouse()
    async with in_memory(house) as host:
        ann = host.connect()
        for lines, due_s in (("in 30", 30), ("in 30\nin 2", 2)):
            start = trio.current_time()
            await ann.say(lines)
            assert await ann.line() == "due"
            assert trio.current_time() - start == pytest.approx(due_s)
            assert house.ticks[-1] == []
        ticks = len(house.ticks)
        await ann.say("in 30\nin inf")
        with trio.move_on_after(60):
            await ann.line()
        assert [] not in house.ticks[ticks:]


async def test_a_house_that_has_something_to_restore_does_so_at_the_present_moment() -> None:
    """It is due at 0, which is long ago: all its clocks would have run out since."""
    house = FanOutHouse()
    house.next_due = 0.0
    start = trio.current_time()
    async with in_memory(house) as host:
        ann = host.connect()
        assert await ann.line() == "due"
    assert house.nows[0] >= start > 0


async def test_jobs_are_done_in_the_order_in_which_they_were_asked() -> None:
    """On a worker thread, from which each result comes back."""
    async with in_memory(FanOutHouse()) as host:
        ann = host.connect()
        await ann.say("\n".join(f"think lantern-{number}" for number in range(1, 21)))
        assert [await ann.line() for _ in range(20)] == [
            f"thought {n} LANTERN-{n} None" for n in range(1, 21)
        ]


@pytest.mark.parametrize("kind", [LookupError, SystemExit, KeyboardInterrupt, GeneratorExit])
async def test_what_a_job_raises_comes_back_as_an_error(kind: type[BaseException]) -> None:
    house = FanOutHouse()

    def fail(word: str) -> str:
        raise kind(word)

    house.work = fail
    async with in_memory(house) as host:
        ann = host.connect()
        await ann.say("think x")
        assert await ann.line() == f"thought 1 None {kind.__name__}('x')"
    (thought,) = house.events(JobDone)
    assert isinstance(thought, JobDone)
    assert isinstance(thought.error, kind)


def held_over(word: str) -> tuple[FanOutHouse, threading.Event, threading.Event]:
    """A house whose work on *word* says that it has begun, and waits until it is told."""
    house, asked, told = FanOutHouse(), threading.Event(), threading.Event()

    def work(given: str) -> str:
        if given == word:
            asked.set()
            told.wait(PATIENCE_S)
        return given

    house.work = work
    return house, asked, told


async def test_an_answer_and_a_thinking_bot_do_not_wait_for_each_other() -> None:
    house, asked, told = held_over("slow")
    async with in_memory(house) as host:
        ann = host.connect()
        await ann.say("think slow\nthink two\nlook there\nlook here")
        await until(asked.is_set)
        assert [await ann.line(), await ann.line()] == [
            "thought 3 there None",
            "thought 4 here None",
        ]
        figures = host.driver.figures()
        assert (figures["waiting_bots"], figures["waiting_answers"]) == (1, 0)
        told.set()
        assert await ann.line() == "thought 1 slow None"


async def test_nobody_waits_for_a_word_list_that_is_prepared() -> None:
    house, asked, told = held_over("en")
    async with in_memory(house) as host:
        ann = host.connect()
        await ann.say("prepare en")
        await until(asked.is_set)
        await ann.say("think one")
        assert await ann.line() == "thought 1 one None"
        await ann.say("look two")
        assert await ann.line() == "thought 2 two None"
        told.set()
        assert await ann.line() == "thought en en None"


async def test_a_house_that_raises_costs_only_the_guilty_connection() -> None:
    """What it did is not handed in twice; if it is gone already, it costs nothing."""
    house = FanOutHouse()
    async with desk(house) as host:
        good, bad = host.line(), host.line()
        host.together((good, "echo one"), (bad, "crash"), (good, "echo two"))
        assert good.sent == [b"one\n", b"two\n"]
        assert not good.finished
        assert bad.sent == [INTERNAL]
        assert bad.finished
        assert house.events(Lost) == [Lost(bad.conn)]
        alone = host.line()
        before = len(house.events(Received))
        host.say(alone, "crash")
        assert house.events(Received)[before:] == [Received(alone.conn, b"crash\n")]
        ticks = len(house.ticks)
        host.driver.events.append(Received(ConnId(99), b"crash\n"))
        host.driver.run()
        assert len(house.ticks) == ticks + 1


async def test_a_line_has_the_time_at_which_it_was_read_however_late_its_tick_is(
    mock_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()

    def work(events: Sequence[HouseEvent]) -> None:
        if len(events) > 1:
            mock_clock.jump(7)
            raise RuntimeError

    async with in_memory(house) as host:
        ann, bob = host.connect(), host.connect()
        await trio.testing.wait_all_tasks_blocked()
        read = trio.current_time()
        house.on_tick = work
        host.driver.events.append(JobDone(job_key(1)))  # so that the first tick has work to do
        await ann.say("echo early")
        assert await ann.line() == "thought 1 None None"
        assert await ann.line() == "early"
        await bob.say("echo late")
        assert await bob.line() == "thought 1 None None"
        assert await bob.line() == "late"
    stamps = [event.at for event in house.events(Received) if isinstance(event, Received)]
    assert stamps == [read, read, read + 7]
    assert house.nows[-1] == read + 7


@pytest.mark.parametrize("kind", [RuntimeError, SystemExit])
async def test_a_house_that_raises_whatever_happens_does_not_end_the_host(
    kind: type[BaseException],
) -> None:
    house = FanOutHouse()

    def fail(events: Sequence[HouseEvent]) -> None:
        raise kind

    async with desk(house) as host:
        house.on_tick = fail
        line = host.line()
        host.driver.events += [JobDone(job_key(1)), Stopping()]
        host.driver.run()
    assert line.finished
    assert not host.driver.lines


async def test_a_house_that_raises_at_its_own_time_is_asked_again_only_after_a_pause(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()

    def fail(events: Sequence[HouseEvent]) -> None:
        raise RuntimeError

    async with desk(house):
        house.on_tick = fail
        house.next_due = trio.current_time() - 1
        await trio.sleep(9.5)
    assert 9 <= len(house.ticks) <= 11


async def test_the_log_has_the_place_of_a_fault_and_nothing_a_player_typed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with in_memory(FanOutHouse()) as host:
        ann = host.connect()
        await ann.say("sesame")
        assert await ann.line() == INTERNAL.decode().rstrip()
        assert await ann.line() == ""
    assert "fakes.py" in caplog.text
    assert "builtins.ValueError" in caplog.text
    assert "sesame" not in caplog.text


async def test_a_report_of_the_house_goes_to_the_log_without_the_text_of_its_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with in_memory(FanOutHouse()) as host:
        ann = host.connect()
        await ann.say("report\necho done")
        await ann.line()
    (record,) = (record for record in caplog.records if "seat 2 asks" in record.getMessage())
    assert record.levelno == logging.WARNING
    assert "ValueError" in record.getMessage()
    assert "xyzzy" not in record.getMessage()


async def test_a_line_that_raises_while_sending_is_closed_alone() -> None:
    house = FanOutHouse()
    async with desk(house) as host:
        bad, good = host.line(BrokenLine), host.line()
        host.say(good, "all hello")
    assert good.sent == [b"hello\n"]
    assert bad.aborted
    assert house.events(Lost) == [Lost(bad.conn)]


async def test_news_go_to_whoever_reads_and_to_nobody_who_is_behind() -> None:
    """Nothing piles up over them; a connection that raises is closed alone."""
    house = FanOutHouse()
    async with desk(house) as host:
        reads, behind, bad = lines = host.line(), host.line(), host.line(BrokenLine)
        reads.waiting = bad.waiting = 0
        host.driver.carry_out(Effects(news=[(line.conn, b"news\n") for line in lines]))
        host.driver.carry_out(Effects(news=[(ConnId(99), b"news\n")]))
        host.driver.run()
    assert reads.sent == [b"news\n"]
    assert behind.sent == []
    assert bad.aborted
    assert house.events(Lost) == [Lost(bad.conn)]


async def test_a_house_that_has_no_notice_for_a_slow_reader_says_nothing() -> None:
    class Speechless(FanOutHouse):
        def slow_notice(self, conn: ConnId) -> bytes:
            raise LookupError(conn)

    async with desk(Speechless()) as host:
        assert host.driver.slow_notice(host.driver.new_conn()) == b""


async def test_effects_for_connections_that_are_gone_are_ignored() -> None:
    class Late(FanOutHouse):
        def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
            return Effects(sends=[(ConnId(99), b"hello\n")], closes=[ConnId(99)])

    async with desk(Late()) as host:
        host.driver.events.append(Stopping())
        host.driver.run()
    assert not host.driver.broken


class BrokenLine(RecordingLine):
    """Raises something nobody thought of."""

    def send(self, data: bytes) -> None:
        raise ZeroDivisionError
