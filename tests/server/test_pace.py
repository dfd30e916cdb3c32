"""When an answer leaves tells nobody of a move that is hidden from them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from parlour.core.effects import AnswerKey, JobDone, JobKey
from parlour.core.release import BEAT_S, COMMITS, FRESH_S, MOST_S, Pad, Samples, next_beat
from parlour.server import Driver, open_driver
from parlour.store import Store
from tests.server.fakes import FULL, DiskStore, FanOutHouse, FaultyStore, RecordingLine
from tests.server.harness import Desk, until

COMMIT_S = 0.02
"""How long a commit takes on the disk of these tests."""


@pytest.fixture
def clock() -> trio.testing.MockClock:
    """Time stops until a test lets it pass."""
    return trio.testing.MockClock()


class Room(Desk):
    """A desk at which time passes when it is told to."""

    def __init__(self, driver: Driver, clock: trio.testing.MockClock) -> None:
        super().__init__(driver, [])
        self.clock = clock

    async def passes(self, seconds: float) -> None:
        """Time passes, and what is due is done."""
        self.clock.jump(seconds)
        await trio.testing.wait_all_tasks_blocked()

    async def commit(self, store: DiskStore) -> None:
        """The commit under way takes its time."""
        await until(lambda: store.held == 1)
        await self.passes(COMMIT_S)
        await self.end_commit(store)

    async def end_commit(self, store: DiskStore) -> None:
        """The commit under way is over."""
        commits = self.driver.queue.commits
        await until(lambda: store.held == 1)
        store.go()
        await until(lambda: self.driver.queue.commits == commits + 1)

    async def answered(self, line: RecordingLine, count: int = 1) -> float:
        """When the line has got so many more pieces than it had, in steps of a tenth of a beat."""
        wanted = len(line.sent) + count
        while len(line.sent) < wanted:
            await self.passes(BEAT_S / 10)
        return trio.current_time()


@asynccontextmanager
async def room(
    house: FanOutHouse, store: Store, clock: trio.testing.MockClock
) -> AsyncGenerator[Room]:
    """A driver around *house*, with nothing else."""
    async with open_driver(house, store) as driver:
        yield Room(driver, clock)


# --- the store keeps nobody waiting for what is hidden -------------------------------------


async def test_nobody_else_waits_for_a_hidden_move_to_be_stored(
    clock: trio.testing.MockClock,
) -> None:
    """Nor if both come in the same tick, nor to be closed. Who hid it waits for their own."""
    store = DiskStore()
    async with room(FanOutHouse(), store, clock) as host:
        ann, bob, cy = host.line(), host.line(), host.line()
        host.say(ann, "hide x")
        host.say(bob, "echo 1")
        host.together((ann, "echo 2"), (bob, "echo 3"))
        assert (ann.sent, bob.sent) == ([], [b"1\n", b"3\n"])
        await host.commit(store)
        assert ann.sent == [b"hidden x\n", b"2\n"]
        host.together((bob, "echo 4"), (ann, "hide y"), (cy, "bye"))
        assert (ann.sent[2:], bob.sent[2:], cy.sent) == ([], [b"4\n"], [b"bye\n"])
        assert cy.finished
        host.say(ann, "bye")
        assert not ann.finished
        await host.commit(store)
        assert ann.sent[2:] == [b"hidden y\n", b"bye\n"]
        assert ann.finished


async def test_but_what_others_can_learn_of_is_waited_for_also_behind_a_hidden_move(
    clock: trio.testing.MockClock,
) -> None:
    store = DiskStore()
    async with room(FanOutHouse(), store, clock) as host:
        ann, bob = host.line(), host.line()
        host.say(ann, "hide x")
        host.say(ann, "store y")
        host.say(bob, "echo 1")
        assert bob.sent == []
        await host.commit(store)
        await host.commit(store)
        assert ann.sent == [b"hidden x\n", b"stored y\n"]
        assert bob.sent == [b"1\n"]
        host.say(ann, "hide z")
        host.say(bob, "echo 2")
        assert bob.sent == [b"1\n", b"2\n"]
        await host.commit(store)


async def test_what_has_left_has_left_if_the_hidden_move_cannot_be_stored_yet(
    clock: trio.testing.MockClock,
) -> None:
    house, store = FanOutHouse(), DiskStore()
    async with room(house, store, clock) as host:
        ann, bob = host.line(), host.line()
        host.together((ann, "hide x"), (bob, "echo 1"))
        store.error = FULL
        await until(lambda: store.held == 1)
        store.go()
        await until(lambda: bool(ann.sent))
        assert ann.sent == [b"wait: The disk is full.\n"]
        assert bob.sent == [b"1\n", b"wait: The disk is full.\n"]
        host.say(bob, "echo 2")
        assert bob.sent[2:] == [b"2\n"]


# --- everything leaves at its moment while a game is in play --------------------------------


async def test_while_a_game_is_in_play_answers_leave_at_beats_and_in_order(
    clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    house.paced = True
    async with room(house, FaultyStore(), clock) as host:
        ann, bob = host.line(), host.line()
        await host.passes(BEAT_S * 1.4)
        host.say(ann, "echo 1")
        host.say(bob, "store 2")
        await host.passes(BEAT_S * 0.5)
        host.say(ann, "echo 3")
        host.say(bob, "echo 4")
        assert ann.sent == bob.sent == []
        await host.passes(BEAT_S * 0.2)
        assert ann.sent == [b"1\n", b"3\n"]
        assert bob.sent == [b"stored 2\n", b"4\n"]


async def test_when_the_last_game_ends_nothing_overtakes_what_waits_for_its_beat(
    clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    house.paced = True
    async with room(house, FaultyStore(), clock) as host:
        ann = host.line()
        host.say(ann, "echo 1")
        house.paced = False
        host.say(ann, "store 2")
        host.say(ann, "echo 3")
        assert ann.sent == []
        await host.passes(BEAT_S * 1.1)
        assert ann.sent == [b"1\n", b"stored 2\n", b"3\n"]
        host.say(ann, "echo 4")
        assert ann.sent[3:] == [b"4\n"]


async def measured(
    clock: trio.testing.MockClock, hides: Callable[[Room, RecordingLine], None]
) -> tuple[float, float]:
    """How long an answer that stores nothing takes, and one that does, after *hides*."""
    house, store = FanOutHouse(), DiskStore()
    house.paced = True
    async with room(house, store, clock) as host:
        ann, bob, cy = host.line(), host.line(), host.line()
        host.say(bob, "store first")
        await host.commit(store)  # from which the host knows how long one takes
        await host.answered(bob)
        await host.passes(next_beat(trio.current_time()) - trio.current_time() + BEAT_S / 5)
        hides(host, ann)
        await host.passes(COMMIT_S / 2)
        begun = trio.current_time()
        host.say(cy, "echo x")
        host.say(bob, "store y")
        pinged = await host.answered(cy) - begun
        await until(lambda: store.held == 1)
        if store.batches[1] != ["y"]:  # the hidden move is being stored
            await host.passes(COMMIT_S / 2 - pinged)
            await host.end_commit(store)
        await host.commit(store)
        assert bob.sent[1:] == []
        stored = await host.answered(bob) - begun
    return pinged, stored


@pytest.mark.sweep
async def test_no_answer_takes_longer_because_a_move_was_hidden_meanwhile(
    clock: trio.testing.MockClock,
) -> None:
    without = await measured(clock, lambda host, ann: None)
    with_move = await measured(clock, lambda host, ann: host.say(ann, "hide x"))
    assert with_move == pytest.approx(without)
    assert without[1] <= 2 * COMMIT_S + 2 * BEAT_S


async def test_a_commit_that_takes_longer_than_ever_ends_at_a_beat_too(
    clock: trio.testing.MockClock,
) -> None:
    house, store = FanOutHouse(), DiskStore()
    house.paced = True
    async with room(house, store, clock) as host:
        ann = host.line()
        host.say(ann, "store x")
        await until(lambda: store.held == 1)
        await host.passes(BEAT_S * 7.5)
        await host.end_commit(store)
        assert ann.sent == []
        await host.passes(BEAT_S)
        assert ann.sent == [b"stored x\n"]


async def test_at_the_end_of_the_host_nothing_waits_for_its_moment(
    clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    house.paced = True
    async with room(house, FaultyStore(), clock) as host:
        ann, bob = host.line(), host.line()
        host.say(ann, "echo 1")
        host.say(bob, "store 2")
        assert ann.sent == bob.sent == []
        await host.driver.queue.flush()
        assert (ann.sent, bob.sent) == ([b"1\n"], [b"stored 2\n"])
        host.say(ann, "echo 3")
        assert ann.sent == [b"1\n", b"3\n"]


# --- the figures behind it -------------------------------------------------------------------


def test_a_beat_is_always_later() -> None:
    assert next_beat(0.0) == pytest.approx(BEAT_S)
    assert next_beat(BEAT_S * 2.5) == pytest.approx(BEAT_S * 3)


def test_the_last_ones_are_kept_and_given_in_order_of_size() -> None:
    samples = Samples(3)
    assert samples.ordered() == []
    for value in (5.0, 1.0):
        samples.add(value)
    assert samples.ordered() == [1.0, 5.0]
    for value in (4.0, 3.0, 2.0):
        samples.add(value)
    assert samples.ordered() == [2.0, 3.0, 4.0]


def test_the_pad_follows_from_the_last_commits_and_has_an_end() -> None:
    pad = Pad()
    assert pad.seconds(0.0) == 0
    for _ in range(19):
        pad.note(0.01, 0.0)
    pad.note(0.1, 0.0)
    assert pad.seconds(0.0) == pytest.approx(0.02)
    for _ in range(COMMITS):
        pad.note(9.0, 0.0)
    assert pad.seconds(FRESH_S - 0.1) == MOST_S


def test_the_pad_of_a_bad_time_fades_with_the_time() -> None:
    """However few commits there are afterwards: after an attack nobody waits for long."""
    pad = Pad()
    pad.note(0.002, 0.0)
    for number in range(COMMITS - 1):
        pad.note(0.2, number / 100)
    assert pad.seconds(1.0) == MOST_S
    assert pad.seconds(1.0 + FRESH_S) == pytest.approx(0.006), "nothing was stored since"
    pad.note(0.004, 1.0 + FRESH_S)
    assert pad.seconds(1.0 + FRESH_S) == pytest.approx(0.008)


async def pad_after(clock: trio.testing.MockClock, hidden: int) -> float:
    """How long talk takes a while after a slow commit, with so many hidden moves in between."""
    house, store, start = FanOutHouse(), DiskStore(), trio.current_time()
    house.paced = True
    async with room(house, store, clock) as host:
        ann, bob = host.line(), host.line()
        for seconds in (COMMIT_S, 4 * COMMIT_S):
            host.say(bob, "store x")
            await until(lambda: store.held == 1)
            await host.passes(seconds)
            await host.end_commit(store)
            await host.answered(bob)
        for _ in range(hidden):
            host.say(ann, "hide x")
            await host.commit(store)
        await host.passes(start + 10.0 - trio.current_time())
        begun = trio.current_time()
        host.say(bob, "store y")
        await host.commit(store)
        return await host.answered(bob) - begun


@pytest.mark.sweep
async def test_the_pad_fades_the_same_whatever_was_hidden_meanwhile(
    clock: trio.testing.MockClock,
) -> None:
    """A commit of a hidden move neither counts nor keeps an older one from fading."""
    without = await pad_after(clock, 0)
    assert await pad_after(clock, 40) == pytest.approx(without, abs=BEAT_S / 5)


async def test_what_the_operator_reads_counts_no_hidden_moves_while_a_game_is_in_progress(
    clock: trio.testing.MockClock,
) -> None:
    house, store = FanOutHouse(), FaultyStore()
    async with room(house, store, clock) as host:
        ann = host.line()
        host.say(ann, "store 1")
        assert {"ticks", "store_commits", "queued_effects"} <= host.driver.figures().keys()
        house.paced = True
        host.say(ann, "echo 2")
        before = {**host.driver.figures(), "uptime_s": 0}
        host.say(ann, "hide 3")
        assert {**host.driver.figures(), "uptime_s": 0} == before
        host.say(ann, "store 4")
        assert {**host.driver.figures(), "uptime_s": 0} != before
        house.paced = False
        host.say(ann, "echo 5")
        assert host.driver.figures()["store_commits"] == 3


async def test_a_bot_is_asked_when_its_job_leaves_not_when_the_house_wanted_it(
    clock: trio.testing.MockClock,
) -> None:
    """Its beats begin there, or the time until then would be missing from the first one.

    An answer of the archive has no beat.
    """
    house = FanOutHouse()
    house.paced = True
    async with room(house, FaultyStore(), clock) as host:
        ann = host.line()
        await host.passes(BEAT_S * 1.4)
        left = next_beat(trio.current_time())
        host.together((ann, "think lantern"), (ann, "look lantern"))
        await host.passes(left - trio.current_time())
        await until(lambda: len(house.events(JobDone)) == 2)
    keys = [thought.key for thought in house.events(JobDone) if isinstance(thought, JobDone)]
    assert [key.asked for key in keys if isinstance(key, JobKey)] == [pytest.approx(left)]
    assert sum(isinstance(key, AnswerKey) for key in keys) == 1
