"""A host from its start to its exit code."""

from __future__ import annotations

import gc
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import chain, repeat
from pathlib import Path

import pytest
import trio
import trio.testing

from parlour.core.effects import Effects, HouseEvent, Stopping
from parlour.core.persistence import Entry
from parlour.server import LineLimits
from parlour.server._commit_queue import STORING_S
from parlour.server._process import (
    NEVER,
    OVERDUE,
    SPARE_FILES,
    SWITCH_INTERVAL_S,
    collect_when_quiet,
    tuned,
)
from parlour.store import StoreError
from tests.server.fakes import FULL, Client, DiskStore, FanOutHouse, FaultyStore
from tests.server.harness import PATIENCE_S, SMALL, on_loopback, until

ROOT = Path(__file__).parents[2]


@pytest.fixture
def patient_clock() -> trio.testing.MockClock:
    """Jumps like autojump_clock, and gives the kernel a moment to deliver first."""
    return trio.testing.MockClock(autojump_threshold=0.25)


async def test_everybody_is_told_before_the_host_stops() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        ann = await host.connect()
        await ann.say("echo ready")
        await ann.line()
        host.running.stopping.set()
        assert await ann.rest() == b"stopping\n"
    assert host.exit_code == 0
    assert house.events(Stopping) == [Stopping()]


async def test_what_waits_is_sent_before_the_host_stops() -> None:
    house = FanOutHouse()
    size = SMALL.outgoing_bytes * 3 // 4
    async with on_loopback(house) as host:
        with host.raw(receive_bytes=4_096) as slow:
            slow.sendall(f"big {size}\n".encode())
            while len(house.ticks) < 2:
                await trio.lowlevel.checkpoint()
            host.running.stopping.set()
            with slow.makefile("rb") as file:
                whole = await trio.to_thread.run_sync(file.read)
    assert whole[size:] == b"stopping\n"


async def test_nobody_can_hold_up_the_end() -> None:
    """A peer who neither reads nor closes costs the patience for all, once."""
    async with on_loopback(FanOutHouse(), line_limits=LineLimits(stopping_s=1)) as host:
        with host.raw(receive_bytes=4_096) as stuck, host.raw() as idle:
            stuck.sendall(f"big {SMALL.outgoing_bytes * 3 // 4}\n".encode())
            ann = await host.connect()
            await ann.say("echo ready")
            await ann.line()
            host.running.stopping.set()
            await host.ended.wait()
            assert idle.recv(100) == b"stopping\n"


async def test_nobody_is_let_in_while_the_host_stops() -> None:
    async with on_loopback(FanOutHouse()) as host:
        host.running.stopping.set()
        await host.ended.wait()
        with pytest.raises(ConnectionRefusedError):
            host.raw()


async def test_what_comes_last_is_stored_and_sent_before_the_host_stops() -> None:
    class Diarist(FanOutHouse):
        def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
            effects = super().tick(events, now, wall)
            if Stopping() in events:
                effects.entries.append(Entry(1, 1, b"stopped"))
            return effects

    store = DiskStore()
    async with on_loopback(Diarist(), store) as host:
        ann = await host.connect()
        await ann.say("store x")
        await until(lambda: store.held == 1)
        host.running.stopping.set()
        store.go(2)
        assert await ann.rest() == b"stored x\nstopping\n"
    assert store.texts == ["x", "stopped"]
    assert store.closed
    assert host.exit_code == 0


async def test_a_store_that_hangs_holds_up_the_end_for_a_while_only(
    patient_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Then nothing that waits for it is announced, and nobody touches it any more."""
    store = DiskStore()
    async with on_loopback(FanOutHouse(), store) as host:
        ann = await host.connect()
        await ann.say("store x")
        await until(lambda: store.held == 1)
        start = trio.current_time()
        host.running.stopping.set()
        assert await ann.rest() == b""
        assert trio.current_time() - start == pytest.approx(STORING_S, abs=0.1)
    assert host.exit_code == 1
    assert not store.closed
    assert "The store has not answered for 5 s" in caplog.text
    store.go()
    await until(lambda: store.texts == ["x"])


async def test_a_host_that_stops_while_it_waits_says_that_something_is_missing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = FaultyStore(FULL)
    async with on_loopback(FanOutHouse(), store) as host:
        ann = await host.connect()
        await ann.say("store x\necho y")
        assert await ann.line() == "wait: The disk is full."
        await ann.say("echo z")
        assert await ann.line() == "z"
    assert host.exit_code == 1
    assert store.closed
    assert "The host stops while nothing can be stored" in caplog.messages[-1]


async def test_a_damaged_store_ends_the_host() -> None:
    store = FaultyStore(StoreError("/x is damaged."))
    async with on_loopback(FanOutHouse(), store) as host:
        ann = await host.connect()
        await ann.say("store x")
        await host.ended.wait()
        assert (await ann.rest()).endswith(b"stopping\n")
    assert host.exit_code == 1
    assert store.closed


async def test_a_house_that_breaks_its_word_about_the_store_ends_the_host() -> None:
    house = FanOutHouse()
    house.stubborn = True
    async with on_loopback(house, FaultyStore(FULL)) as host:
        ann = await host.connect()
        await ann.say("store x")
        await ann.line()
        await ann.say("store y")
        assert await ann.rest() == b""
        await host.ended.wait()
    assert host.exit_code == 1


async def test_a_store_that_cannot_be_closed_is_said(caplog: pytest.LogCaptureFixture) -> None:
    class Stuck(FaultyStore):
        def close(self) -> None:
            raise LookupError

    async with on_loopback(FanOutHouse(), Stuck()) as host:
        pass
    assert host.exit_code == 1
    assert caplog.messages[-1].startswith("The store cannot be closed.\n")


async def test_the_house_can_stop_the_host_and_the_operator_reads_his_answer_first(
    tmp_path: Path,
) -> None:
    async with on_loopback(FanOutHouse(), admin=tmp_path / "admin.sock") as host:
        ann = await host.connect()
        operator = Client(await trio.open_unix_socket(str(tmp_path / "admin.sock")))
        async with operator.stream:
            await operator.say("stop")
            assert await ann.rest() == b"stopping\n"
            assert await operator.rest() == b"stopping\n" * 2, "his answer, then what all read"
        await host.ended.wait()
    assert host.exit_code == 0
    assert not await trio.Path(tmp_path / "admin.sock").exists()


async def test_the_process_is_tuned_while_the_host_runs_and_put_back_after() -> None:
    before = sys.getswitchinterval()
    async with on_loopback(FanOutHouse()):
        assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL_S)
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[-1] == NEVER
    assert sys.getswitchinterval() == before
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold()[-1] < NEVER


@pytest.mark.parametrize(
    ("ticks", "grown", "looks"),
    [
        pytest.param([0], 1, 1, id="quiet after something has happened"),
        pytest.param([7], 1, 0, id="nothing has happened"),
        pytest.param(range(99), 1, 0, id="busy"),
        pytest.param(range(99), OVERDUE, 1, id="busy and overdue"),
    ],
)
async def test_all_objects_are_looked_through_only_while_nothing_happens(
    autojump_clock: trio.testing.MockClock, ticks: Sequence[int], grown: int, looks: int
) -> None:
    """Once, or when it is overdue; not again before anything else has happened."""
    full: list[int] = []
    numbers = chain(ticks, repeat(7))

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            full.append(1)

    with tuned(10):
        gc.collect()
        for _ in range(grown):
            gc.collect(1)
        gc.callbacks.append(note)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(collect_when_quiet, lambda: next(numbers))
                await trio.sleep(20)
                nursery.cancel_scope.cancel()
        finally:
            gc.callbacks.remove(note)
    assert len(full) == looks


@pytest.mark.sweep
async def test_a_look_through_all_objects_leaves_no_garbage_of_its_own(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """What was made after the collection would keep the memory that it has just freed."""
    numbers = chain([0], repeat(7))
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2 and not found:
            gc.disable()  # up to the count below nothing else takes garbage away
            found.append(0)

    gc.collect()
    others = {id(each) for each in gc.get_objects() if isinstance(each, type)}  # of other tests
    gc.callbacks.append(note)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(collect_when_quiet, lambda: next(numbers))
            await trio.sleep(3)
            gc.callbacks.remove(note)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            gc.set_debug(0)
            made = [
                each.__name__
                for each in gc.garbage
                if isinstance(each, type) and id(each) not in others
            ]
            gc.garbage.clear()
            nursery.cancel_scope.cancel()
    finally:
        gc.set_debug(0)
        gc.enable()
    assert found, "there was a look"
    assert not made


@contextmanager
def file_limit(soft: int) -> Generator[int]:
    """A low limit of open files; gives the hard one."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, before[1]))
    try:
        yield before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_room_is_made_for_the_connections() -> None:
    with file_limit(256), tuned(500):
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 500 + SPARE_FILES


def test_a_limit_that_is_high_enough_is_left_alone() -> None:
    with file_limit(1_000), tuned(10):
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 1_000


def test_too_little_room_is_said(caplog: pytest.LogCaptureFixture) -> None:
    with file_limit(256) as hard, tuned(hard):
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    assert caplog.messages == [
        f"The system allows {hard} open files: room for about {hard - SPARE_FILES} connections."
    ]


# --- signals: a process of its own -------------------------------------------------------


@contextmanager
def child() -> Generator[tuple[subprocess.Popen[bytes], socket.socket]]:
    """A host process and a line to it."""
    command = [sys.executable, "-m", "tests.server.child"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
                yield process, line
        finally:
            process.kill()


@pytest.mark.sweep
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_host_in_order(number: signal.Signals) -> None:
    with child() as (process, line), line.makefile("rb") as file:
        line.sendall(b"echo ready\n")
        assert file.readline() == b"ready\n"
        process.send_signal(number)
        assert file.read() == b"stopping\n"
        line.close()
        assert process.wait(PATIENCE_S) == 0


def test_a_second_signal_ends_the_host_at_once_even_while_a_game_hangs() -> None:
    with child() as (process, line):
        line.sendall(b"hang\n")
        assert process.stdout is not None
        assert process.stdout.readline() == b"hanging\n"
        process.send_signal(signal.SIGTERM)
        while process.poll() is None:
            process.send_signal(signal.SIGTERM)
        assert process.returncode == -signal.SIGTERM
