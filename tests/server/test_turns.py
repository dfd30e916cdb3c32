"""What the shell does about lines that wait for their turn, and about readers who are behind."""

from __future__ import annotations

import selectors
import socket

import trio
import trio.testing

from parlour.core.effects import (
    ConnId,
    Effects,
    HouseEvent,
    Kept,
    OutputDrained,
    OutputFull,
    Received,
)
from parlour.core.persistence import Clocks
from parlour.server import open_driver
from parlour.server._commit_queue import CALM_BYTES, CALM_WRITES
from parlour.server._poller import READ, WRITE, SelectorPoller
from parlour.store.memory import MemoryStore
from tests.server.fakes import Client, DiskStore, FanOutHouse
from tests.server.harness import SMALL, in_memory, on_loopback, until

BEHIND = SMALL.outgoing_bytes // 2
"""More than a reader may leave unread before they are behind, and less than is too much."""


def readers(house: FanOutHouse) -> list[HouseEvent]:
    """What the house was told of readers."""
    return [e for tick in house.ticks for e in tick if isinstance(e, OutputFull | OutputDrained)]


async def test_a_busy_house_has_its_round_without_anything_happening() -> None:
    """And the other tasks have their turn before the next one."""
    house = FanOutHouse()
    left = 3

    def again() -> Effects:
        nonlocal left
        left -= 1
        house.busy = left > 0
        return Effects()

    house.on_serve = again
    async with in_memory(house) as host:
        ann = host.connect()
        house.busy = True
        await ann.say("echo hi")
        assert await ann.line() == "hi"
        await until(lambda: not house.busy)
    assert len(house.served) == 3


class Looks(trio.abc.Instrument):
    """Counts how often the loop looks at the network."""

    def __init__(self) -> None:
        self.count = 0

    def before_io_wait(self, timeout: float) -> None:
        """The loop is about to look."""
        self.count += 1


async def test_the_network_is_looked_at_between_two_rounds_however_many_commits_end() -> None:
    """The end of a commit wakes the loop, but brings no round of its own."""
    house, store, looks = FanOutHouse(), DiskStore(), Looks()
    rounds = 200
    store.go(2 * rounds)

    def again() -> Effects:
        house.busy = len(house.served) < rounds
        return Effects(writes=[Clocks(((1, 1),))])

    house.on_serve = again
    async with open_driver(house, store) as driver:
        house.busy = True
        trio.lowlevel.add_instrument(looks)
        driver.run()
        await until(lambda: not house.busy)
        trio.lowlevel.remove_instrument(looks)
    assert len(house.served) == rounds
    assert looks.count >= rounds


async def test_there_is_no_round_while_much_waits_for_the_store() -> None:
    house = FanOutHouse()
    async with open_driver(house, MemoryStore()) as driver:
        driver.queue._release.bytes = CALM_BYTES + 1  # pyright: ignore[reportPrivateUsage]
        house.busy = True
        driver.run(serves=True)
        await trio.testing.wait_all_tasks_blocked()
        assert not house.served
        driver.queue._release.bytes = 0  # pyright: ignore[reportPrivateUsage]
        driver.run(serves=True)
        assert len(house.served) == 1


async def test_there_is_no_round_while_many_writes_wait_for_the_store() -> None:
    """Entries are one statement, however many; each write is one more."""
    house, store = FanOutHouse(), DiskStore()
    house.on_serve = lambda: Effects(writes=[Clocks(((1, 1),))] * (CALM_WRITES + 1))
    async with open_driver(house, store) as driver:
        for served in (1, 2, 2):
            house.busy = True
            driver.run(serves=True)
            assert len(house.served) == served, "one is being stored, the next one waits"
        house.busy = False
        store.go(3)


async def test_a_round_that_raises_is_tried_again_only_after_a_pause(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()

    def fail() -> Effects:
        house.busy = True
        raise RuntimeError

    house.on_serve = fail
    async with open_driver(house, MemoryStore()) as driver:
        house.busy = True
        driver.run()
        await trio.sleep(9.5)
    assert 9 <= len(house.served) <= 11


async def test_the_house_hears_of_a_reader_who_is_behind_and_of_their_catching_up() -> None:
    """Of a socket, which the kernel helps for a while."""
    house = FanOutHouse()
    async with on_loopback(house) as host:
        slow = host.raw(receive_bytes=4_096)
        with slow:
            slow.sendall(b"big %d\n" % (8 * SMALL.outgoing_bytes))
            await until(lambda: len(readers(house)) == 1)
            slow.settimeout(0)
            read = 0
            while len(readers(house)) == 1:
                try:
                    read += len(slow.recv(1 << 16))
                except BlockingIOError:
                    await trio.lowlevel.checkpoint()
    assert read > SMALL.outgoing_bytes
    assert [type(event) for event in readers(house)] == [OutputFull, OutputDrained]


async def kept_in_the_network(ann: Client, bob: Client) -> None:
    """Ann, whose connection is the first, is not read for a while: one read may be under way."""
    await bob.say("deaf 1")
    assert await bob.line() == "done"
    await ann.say("all under way")
    await trio.testing.wait_all_tasks_blocked()
    await ann.say("all later")
    await bob.say("echo next")
    line = await bob.line()
    assert (await bob.line() if line == "under way" else line) == "next"
    await bob.say("hear 1")
    while (line := await bob.line()) != "later":
        assert line in {"done", "under way"}


async def test_a_socket_that_is_not_read_keeps_what_it_is_sent() -> None:
    async with on_loopback(FanOutHouse()) as host:
        ann = await host.connect()
        await ann.say("echo ann")
        assert await ann.line() == "ann"
        bob = await host.connect()
        await kept_in_the_network(ann, bob)


def test_a_selector_keeps_those_who_wait_for_nothing() -> None:
    """Which `selectors` itself does not allow."""
    poller = SelectorPoller()
    one, two = socket.socketpair()
    with one, two:
        two.send(b"hello")
        poller.register(one.fileno(), READ)
        poller.modify(one.fileno(), 0)
        poller.modify(one.fileno(), 0)
        assert poller.poll(0, 10) == []
        poller.modify(one.fileno(), READ | WRITE)
        assert poller.poll(0, 10) == [(one.fileno(), READ | WRITE)]
        poller.modify(one.fileno(), 0)
        poller.unregister(one.fileno())
        poller.register(one.fileno(), READ)
        assert poller.poll(0, 10) == [(one.fileno(), READ)]
    poller.close()
    assert selectors.EVENT_READ == READ


async def test_the_house_hears_how_much_is_kept_when_that_has_changed_by_much() -> None:
    """Which is seldom: a megabyte is thousands of lines."""

    class Growing(MemoryStore):
        held = 5_000_000

        @property
        def size(self) -> int:
            return self.held

    house, store = FanOutHouse(), Growing()
    house.admit(ConnId(1))
    async with open_driver(house, store) as driver:
        driver.run()
        for size in (5_000_001, 7_000_000, 7_000_002, 100):
            store.held = size
            driver.events.append(Received(ConnId(1), b"store this\n"))
            driver.run()
    told = [e.size for tick in house.ticks for e in tick if isinstance(e, Kept)]
    assert told == [5_000_000, 7_000_000, 100]
