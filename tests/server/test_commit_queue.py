"""Store, then announce: what waits for the store, and what happens when it fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.effects import ConnId, Effects, Lost, Received
from parlour.core.persistence import Entry, Write
from parlour.server import Driver
from parlour.server._commit_queue import (
    QUEUED_BYTES,
    RETRY_S,
    SLOW,
    SLOW_S,
    STORING_S,
    CommitQueue,
    share_ms,
)
from parlour.server._guard import Guard
from parlour.store import StoreError
from tests.server.fakes import FULL, DiskStore, FanOutHouse, FaultyStore, RecordingLine
from tests.server.harness import desk, in_memory, on_loopback, until

# --- a store that never blocks -----------------------------------------------------------


async def test_a_store_that_never_blocks_needs_no_thread_and_nobody_waits() -> None:
    house, store = FanOutHouse(), FaultyStore()
    async with desk(house, store) as host:
        ann = host.line()
        host.say(ann, "store first\nstore second")
        assert store.texts == ["first", "second"]
        assert ann.sent == [b"stored first\nstored second\n"]
        assert host.driver.figures()["store_commits"] == 1


# --- one that may: nothing leaves before it is stored -------------------------------------


async def test_nothing_leaves_before_it_is_stored_and_the_house_goes_on_meanwhile() -> None:
    house, store = FanOutHouse(), DiskStore()
    async with desk(house, store) as host:
        ann = host.line()
        host.say(ann, "store first")
        host.say(ann, "store second")
        await until(lambda: store.held == 1)
        assert len(house.events(Received)) == 2
        assert ann.sent == []
        store.go()
        await until(lambda: store.held == 1 and len(store.batches) == 2)
        assert ann.sent == [b"stored first\n"]
        store.go()
        await until(lambda: len(ann.sent) == 2)
        assert ann.sent == [b"stored first\n", b"stored second\n"]
    assert threading.get_ident() not in store.threads


async def test_what_needs_no_storing_leaves_at_once_if_nothing_waits_and_in_turn_if_it_does() -> (
    None
):
    house, store = FanOutHouse(), DiskStore()
    async with desk(house, store) as host:
        ann, bob = host.line(), host.line()
        host.say(ann, "echo before")
        assert ann.sent == [b"before\n"]
        host.say(bob, "store x")
        host.say(ann, "echo after")
        assert ann.sent == [b"before\n"]
        store.go()
        await until(lambda: len(ann.sent) == 2)
        assert bob.sent == [b"stored x\n"]
        host.say(ann, "echo at last")
        assert ann.sent == [b"before\n", b"after\n", b"at last\n"]
    assert store.batches == [["x"]]


async def test_what_waits_is_a_mixture_and_keeps_its_order() -> None:
    house, store = FanOutHouse(), DiskStore()
    async with desk(house, store) as host:
        ann = host.line()
        for text in ("store 1", "echo 2", "store 3", "echo 4", "store 5", "echo 6"):
            host.say(ann, text)
        store.go(2)
        await until(lambda: len(ann.sent) == 6)
    assert b"".join(ann.sent) == b"stored 1\n2\nstored 3\n4\nstored 5\n6\n"
    assert store.batches == [["1"], ["3", "5"]]


async def test_a_line_that_is_lost_while_its_answer_waits_hurts_nobody() -> None:
    house, store = FanOutHouse(), DiskStore()
    async with desk(house, store) as host:
        ann, bob = host.line(), host.line()
        host.say(ann, "store x")
        host.say(bob, "echo y")
        host.driver.lost(ann.conn)
        host.driver.run()
        assert house.events(Lost) == [Lost(ann.conn)]
        store.go()
        await until(lambda: bool(bob.sent))
    assert ann.sent == []


async def test_the_house_hears_nothing_more_of_a_line_it_has_closed_although_it_closes_later() -> (
    None
):
    house, store = FanOutHouse(), DiskStore()
    async with desk(house, store) as host:
        ann, bob = host.line(), host.line()
        host.say(ann, "store x\nbye")
        host.say(ann, "echo too late")
        host.driver.events.append(Received(ann.conn, b"echo too late\n"))
        host.say(bob, "echo in time")
        assert [event for tick in house.ticks[3:] for event in tick] == [
            Received(bob.conn, b"echo in time\n")
        ]
        assert not ann.finished
        store.go()
        await until(lambda: ann.finished)
        assert ann.sent == [b"stored x\nbye\n"]


async def test_a_host_that_is_cut_down_still_lets_the_store_finish() -> None:
    store, sent = DiskStore(), list[list[bytes]]()
    async with trio.open_nursery() as nursery:
        with trio.CancelScope() as scope:
            async with desk(FanOutHouse(), store) as host:
                ann = host.line()
                sent.append(ann.sent)
                host.say(ann, "store x")
                nursery.start_soon(store.go_when_idle)
                scope.cancel()
        assert store.texts == ["x"]
        assert sent == [[b"stored x\n"]]


async def test_what_happens_after_the_end_is_not_heard() -> None:
    house, store = FanOutHouse(), DiskStore()
    async with trio.open_nursery() as nursery, desk(house, store) as host:
        nursery.start_soon(store.go_when_idle)
        ann = host.line()
        host.say(ann, "store x")
        host.driver.events.append(Received(ann.conn, b"store y\n"))
    assert store.texts == ["x"]


async def test_too_much_that_waits_stops_the_reading_until_it_has_left() -> None:
    house, store = FanOutHouse(), DiskStore()
    async with on_loopback(house, store) as host:
        ann, bob = await host.connect(), await host.connect()
        await ann.say(f"fill {QUEUED_BYTES}")
        await until(lambda: len(house.events(Received)) == 1)
        await bob.say("echo one")
        await ann.say("echo two")
        await trio.testing.wait_all_tasks_blocked()
        assert len(house.events(Received)) == 1
        store.go()
        assert [await ann.line(), await ann.line()] == ["filled", "two"]
        assert await bob.line() == "one"


class Witness(RecordingLine):
    """Notes what is announced as stored before it is."""

    def __init__(self, conn: ConnId, store: DiskStore) -> None:
        super().__init__(conn)
        self.too_early: set[str] = set()
        self._store = store

    def send(self, data: bytes) -> None:
        super().send(data)
        announced = {word for word in data.decode().splitlines() if word.startswith("stored ")}
        self.too_early |= announced - {f"stored {text}" for text in self._store.texts}


@pytest.mark.sweep
@given(
    st.lists(
        st.one_of(
            st.tuples(st.integers(0, 2), st.sampled_from(["store", "echo"])), st.just("commit")
        ),
        max_size=30,
    )
)
@settings(max_examples=60, deadline=None)
def test_whenever_the_disk_is_ready_everybody_reads_his_answers_in_turn_and_nothing_unstored(
    steps: list[tuple[int, str] | Literal["commit"]],
) -> None:
    async def run() -> None:
        store = DiskStore()
        said: list[list[bytes]] = [[], [], []]
        async with desk(FanOutHouse(), store) as host:
            lines = [Witness(host.driver.new_conn(), store) for _ in said]
            for line in lines:
                host.driver.admit(line, "192.0.2.7", near=False)
            for number, step in enumerate(steps):
                if step == "commit":
                    await commit_once(host.driver, store)
                else:
                    who, verb = step
                    host.say(lines[who], f"{verb} {number}")
                    said[who].append(
                        b"stored %d\n" % number if verb == "store" else b"%d\n" % number
                    )
            store.go(len(steps) + 1)
        assert [line.sent for line in lines] == said
        assert not any(line.too_early for line in lines)
        assert store.texts == [text for batch in store.batches for text in batch]

    trio.run(run)


async def commit_once(driver: Driver, store: DiskStore) -> None:
    """Let the commit under way, if there is one, come to its end."""
    figures = driver.figures()
    if figures["queued_effects"]:
        store.go()
        await until(lambda: driver.figures()["store_commits"] > figures["store_commits"])


# --- failure ---------------------------------------------------------------------------


async def test_a_commit_that_fails_is_tried_again_and_nothing_of_it_leaves_before(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    house, store = FanOutHouse(), DiskStore()
    async with desk(house, store) as host:
        ann, bob = host.line(), host.line()
        host.say(ann, "store a\nstore b")
        host.say(bob, "echo c")
        host.say(bob, "store d")
        await until(lambda: store.held == 1)
        store.error = FULL
        store.go()
        await until(lambda: house.waiting)
        assert house.waits == [("The disk is full.", {ann.conn, bob.conn})]
        host.say(bob, "echo e\nstore f")
        assert ann.sent == [b"wait: The disk is full.\n"]
        assert bob.sent == [b"wait: The disk is full.\n", b"e\n"]
        store.error = None
        store.go(4)
        host.driver.queue.try_now()
        await until(lambda: len(bob.sent) == 6)
    assert b"".join(ann.sent[1:]) == b"go on\nstored a\nstored b\n"
    assert b"".join(bob.sent[2:]) == b"go on\nc\nstored d\nstored f\n"
    assert store.texts == ["a", "b", "d", "f"]
    assert caplog.messages == [
        "Nothing can be stored: The disk is full.",
        "The store works again after 0 s.",
    ]


async def test_a_failing_store_is_tried_ever_more_seldom_and_the_log_says_it_once(
    autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[float] = []

    class Timed(FaultyStore):
        def probe(self) -> None:
            tries.append(trio.current_time())
            super().probe()

    house, store = FanOutHouse(), Timed(FULL)
    async with in_memory(house, store) as host:
        ann = host.connect()
        await ann.say("store x")
        assert await ann.line() == "wait: The disk is full."
        start = trio.current_time()
        assert host.driver.figures()["on_hold"] == 1
        await trio.sleep(32)
        assert [at - start for at in tries] == pytest.approx([1, 3, 7, 15, 23, 31])
        store.error = StoreError("/x is locked by another program.", passing=True)
        await trio.sleep(9)
        store.error = None
        assert [await ann.line(), await ann.line()] == ["go on", "stored x"]
        assert host.driver.figures()["on_hold"] == 0
        store.error = FULL
        await ann.say("store y")
        assert await ann.line() == "wait: The disk is full."
        start, store.error = trio.current_time(), None
        assert await ann.line() == "go on"
        assert trio.current_time() - start == pytest.approx(1), "it is soon tried again"
    assert store.texts == ["x", "y"]
    assert caplog.messages == [
        "Nothing can be stored: The disk is full.",
        "Nothing can be stored: /x is locked by another program.",
        "Nothing can be stored: The disk is full.",
    ]


async def test_a_disk_with_room_for_one_last_move_does_not_have_everybody_stop_and_go(
    autojump_clock: trio.testing.MockClock,
) -> None:
    class Narrow(FaultyStore):
        def probe(self) -> None:
            self.probes += 1
            raise FULL

    house, store = FanOutHouse(), Narrow(FULL)
    async with desk(house, store) as host:
        ann = host.line()
        host.say(ann, "store x")
        store.error = None
        await trio.sleep(20)
        assert store.probes > 3
        assert ann.sent == [b"wait: The disk is full.\n"]
    assert store.texts == []


async def test_a_commit_that_takes_long_is_waited_for_like_one_that_failed(
    mock_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    house, store = FanOutHouse(), DiskStore()
    store.go(3)
    async with desk(house, store) as host:
        ann = host.line()
        for number in range(3):
            host.say(ann, f"store {number}")
            await until(lambda: len(ann.sent) == number + 1)  # noqa: B023
            mock_clock.jump(SLOW_S / 2)
            await trio.testing.wait_all_tasks_blocked()
        host.say(ann, "store x")
        await until(lambda: store.held == 1)
        mock_clock.jump(SLOW_S - 0.5)
        await trio.testing.wait_all_tasks_blocked()
        assert house.waits == []
        mock_clock.jump(0.5)
        await until(lambda: house.waiting)
        assert house.waits == [(SLOW, {ann.conn})]
        mock_clock.jump(10 * SLOW_S)
        await trio.testing.wait_all_tasks_blocked()
        store.error = FULL
        store.go()
        await until(lambda: len(house.waits) == 2)
        store.error = None
        store.go(3)
        mock_clock.jump(1)
        await until(lambda: store.texts == ["0", "1", "2", "x"])
    assert ann.sent[3:] == [f"wait: {SLOW}\n".encode(), b"go on\n", b"stored x\n"]
    assert caplog.messages == [
        "The store has not answered for 5 s: the host waits for it.",
        "Nothing can be stored: The disk is full.",
    ]


@pytest.mark.parametrize(
    "error",
    [StoreError("/x is damaged. Put a backup in its place."), LookupError("xyzzy")],
    ids=["damaged", "unexpected"],
)
async def test_a_store_that_will_never_work_again_ends_the_host_and_nothing_is_told(
    error: Exception, autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    house, store = FanOutHouse(), FaultyStore(error)
    async with desk(house, store) as host:
        ann = host.line()
        host.say(ann, "store x")
        assert len(host.stops) == 1
        await trio.sleep(60)
        await host.driver.queue.flush()
        assert store.probes == 0
        assert host.driver.queue.waiting
        assert all(data.startswith(b"wait: The ") for data in ann.sent)
    assert store.texts == []
    assert caplog.messages[0].startswith("Nothing can be stored: ")
    assert "xyzzy" not in caplog.text
    assert ("fakes.py" in caplog.text) is isinstance(error, LookupError)


@pytest.mark.parametrize("moment", ["while it waits", "when told to wait", "when told to go on"])
async def test_a_house_that_raises_or_stores_while_it_waits_stops_the_host(
    moment: str, autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "xyzzy"

    class Faulty(FanOutHouse):
        def wait(
            self, why: str, unanswered: Collection[ConnId], now: float, wall: float
        ) -> Effects:
            if moment == "when told to wait":
                raise LookupError(secret)
            return super().wait(why, unanswered, now, wall)

        def go_on(self, now: float, wall: float) -> Effects:
            raise LookupError(secret)

    house, store = Faulty(), FaultyStore(FULL)
    house.stubborn = True
    async with desk(house, store) as host:
        ann = host.line()
        host.say(ann, "store x")
        assert host.driver.broken is (moment == "when told to wait")
        if moment == "while it waits":
            host.say(ann, "store y")
        store.error = None
        await trio.sleep(2)
        assert host.driver.broken
        assert len(host.stops) == 1
        before = list(ann.sent)
        host.say(ann, "echo anybody")
        assert ann.sent == before
    assert ", so the host stops." in caplog.text
    assert secret not in caplog.text


async def test_what_no_store_may_raise_ends_the_host() -> None:
    class Exiting(DiskStore):
        def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
            raise SystemExit

    async def run() -> None:
        async with desk(FanOutHouse(), Exiting()) as host:
            host.say(host.line(), "store x")
            await trio.sleep_forever()

    with pytest.raises(BaseExceptionGroup) as raised:
        await run()
    assert raised.value.subgroup(SystemExit) is not None


# --- a store that does not answer at the end ----------------------------------------------


async def test_the_end_waits_for_a_store_that_hangs_for_a_while_and_once(
    autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    house, store = FanOutHouse(), DiskStore()
    start = trio.current_time()
    async with desk(house, store) as host:
        ann = host.line()
        host.say(ann, "store x")
        await host.driver.queue.flush()
        assert host.driver.queue.hung
        await host.driver.queue.flush()
    assert trio.current_time() - start == pytest.approx(STORING_S)
    assert caplog.messages == ["The store has not answered for 5 s: what waits is lost."]
    store.go()
    await until(lambda: store.texts == ["x"])
    await trio.testing.wait_all_tasks_blocked()
    assert ann.sent == []


async def test_the_end_does_not_wait_for_what_comes_later(
    mock_clock: trio.testing.MockClock,
) -> None:
    house, store = FanOutHouse(), DiskStore()
    async with desk(house, store) as host, trio.open_nursery() as nursery:
        ann = host.line()
        host.say(ann, "store 1")
        nursery.start_soon(host.driver.queue.flush)
        await trio.testing.wait_all_tasks_blocked()
        host.say(ann, "store 2")
        store.go()
        await until(lambda: not nursery.child_tasks)
        assert ann.sent == [b"stored 1\n"]
        store.go()


async def test_at_the_end_what_has_failed_is_tried_once_more(
    mock_clock: trio.testing.MockClock,
) -> None:
    for mended in (True, False):
        house, store = FanOutHouse(), FaultyStore(FULL)
        async with desk(house, store) as host:
            ann = host.line()
            host.say(ann, "store x")
            store.error = None if mended else FULL
            await host.driver.queue.flush()
            assert store.probes == 1
            assert host.driver.queue.waiting is not mended
        assert store.texts == ["x"] * mended
        assert ann.sent[1:] == [b"go on\n", b"stored x\n"] * mended


async def test_a_try_that_hangs_holds_up_the_end_no_longer(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house, store = FanOutHouse(), DiskStore()
    store.error = FULL
    store.go()
    async with desk(house, store) as host:
        host.say(host.line(), "store x")
        await until(lambda: house.waiting)
        await trio.sleep(RETRY_S + 0.5)
        await until(lambda: store.held == 1)
        start = trio.current_time()
    assert trio.current_time() - start == pytest.approx(STORING_S)
    assert host.driver.queue.hung
    store.go()
    await until(lambda: store.probes == 1)


async def test_what_fails_after_the_end_is_noticed_but_not_told() -> None:
    house, store = FanOutHouse(), DiskStore()
    store.error = FULL

    async with trio.open_nursery() as nursery, desk(house, store) as host:
        host.say(host.line(), "store x")
        nursery.start_soon(store.go_when_idle)
    assert host.driver.queue.waiting
    assert house.waits == []


# --- figures -----------------------------------------------------------------------------


async def test_the_figures_say_how_the_shell_is(mock_clock: trio.testing.MockClock) -> None:
    house, store = FanOutHouse(), DiskStore()
    store.go()
    async with desk(house, store) as host:
        ann = host.line()
        mock_clock.jump(60)
        host.say(ann, "store first")
        await until(lambda: bool(ann.sent))
        host.say(ann, "store 12345")
        host.say(ann, "echo x")
        figures = dict(host.driver.figures())
        times = [figures.pop(f"store_{which}_ms") for which in ("p50", "p99", "max")]
        assert times[0] > 0
        assert len(set(times)) == 1
        assert figures == {
            "uptime_s": 60,
            "ticks": 4,
            "connections": 1,
            "encrypted": 0,
            "waiting_bytes": 7,
            "waiting_bots": 0,
            "waiting_answers": 0,
            "given_up_thoughts": 0,
            "given_up_answers": 0,
            "lost_threads": 0,
            "queued_effects": 2,
            "queued_bytes": len("12345stored 12345\nx\n"),
            "on_hold": 0,
            "store_commits": 1,
        }
        store.go()


@pytest.mark.parametrize(
    ("times", "share", "ms"),
    [
        ([], 0.5, 0),
        ([0.001], 0.5, 1),
        ([0.001, 0.002, 0.003, 0.004], 0.5, 2),
        ([0.001] * 99 + [1], 0.99, 1),
    ],
)
def test_a_percentile_is_a_time_that_was_measured(
    times: list[float], share: float, ms: float
) -> None:
    assert share_ms(times, share) == pytest.approx(ms)


# --- what another process is told ---------------------------------------------------------


class NotingGuard(Guard):
    """Keeps what is noted, in its order, and writes it nowhere."""

    def __init__(self) -> None:
        self.noted: list[tuple[str, list[bytes]]] = []

    def promise(self, settled: Iterable[Effects]) -> None:
        self.noted.append(("promised", [data for each in settled for _, data in each.sends]))

    def pledge(self, key: object, batch: Iterable[Effects]) -> None:
        self.noted.append(("pledged", [data for each in batch for _, data in each.sends]))

    def confirm(self) -> None:
        self.noted.append(("confirmed", []))


class Outlet:
    """Where effects leave."""

    def __init__(self) -> None:
        self.left: list[bytes] = []

    def carry_out(self, effects: Effects) -> None:
        self.left += [data for _, data in effects.sends]

    def wait(self, why: str, unanswered: Collection[ConnId]) -> None: ...

    def go_on(self) -> None: ...

    def end_for_good(self) -> None: ...

    def kept(self, size: int) -> None: ...


@pytest.fixture
def clock() -> trio.testing.MockClock:
    """Time stops."""
    return trio.testing.MockClock()


async def test_what_leaves_before_a_commit_is_noted_before_it(
    clock: trio.testing.MockClock,
) -> None:
    """It waits for its moment when the commit begins. So the newest mark of a connection is the
    one that was noted last: a line that was answered would else be read again after a death."""
    ann, guard, outlet, store = ConnId(1), NotingGuard(), Outlet(), DiskStore()
    queue = CommitQueue(store, outlet, after=lambda: None, guard=guard)
    queue.put(Effects(sends=[(ann, b"free")], acks=[(ann, 16)], paced=True))
    queue.put(Effects(entries=[Entry(1, 0, b"a")], sends=[(ann, b"bound")], paced=True))
    store.go()
    await until(lambda: queue.commits == 1)
    queue.put(Effects(sends=[(ann, b"behind it")], acks=[(ann, 32)], paced=True))
    queue.put(Effects(entries=[Entry(1, 1, b"b")], sends=[(ann, b"next")], paced=True))
    assert outlet.left == []
    assert guard.noted == [
        ("promised", [b"free"]),
        ("pledged", [b"bound"]),
        ("confirmed", []),
        ("promised", [b"free", b"bound", b"behind it"]),
        ("pledged", [b"next"]),
    ]
    store.go()
    await queue.flush()
    assert outlet.left == [b"free", b"bound", b"behind it", b"next"]
