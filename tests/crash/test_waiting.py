"""A disk that is full and slow by order, over real sockets: who reads what, and what is kept.

The same on a file system that is really full is `python -m tests.crash.full`.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio
import trio.testing

from parlour.core.limits import Limits, LineLimits
from parlour.house import House
from parlour.server import RunningHost, open_listeners, run_host
from parlour.server._commit_queue import SLOW, SLOW_S
from parlour.store import StoreError
from parlour.store.sqlite import open_store
from parlour_kit.host import entropy
from tests.crash.check import told_so_far
from tests.e2e.lines import Line
from tests.house.scene import GAMES, Words
from tests.sizes import sized

FULL: Final = StoreError("The disk is full.", "The disk is full.", passing=True)
LIMITS: Final = Limits(
    flood_burst=10**6,
    flood_per_s=10**6,
    talk_burst=10**9,
    talk_per_s=10**9,
    names_per_address=1000,
)
PEOPLE: Final = sized(10, 50)
LINES: Final = 200
"""Each of them sends so many while the host waits: thousands in all."""
PATIENCE_S: Final = 120
_LINE: Final = re.compile(r'"name":"(?P<name>p\d+)",.*"what":"line (?P<number>\d+)"')
WAITS: Final = '* - notice {"kind":"waiting","table":null,"number":null,"text":["'
GOES_ON: Final = (
    '* - notice {"kind":"storing","table":null,"number":null,"text":["The host continues.'
)


class Disk:
    """What the store of a host is written to."""

    def __init__(self) -> None:
        self.full = False
        self.works = threading.Event()
        """While it is not set, every commit stalls."""
        self.works.set()

    def __call__(self, point: str) -> None:
        """A boundary of a write."""
        if point == "before begin":
            self.works.wait(PATIENCE_S)
            if self.full:
                raise FULL


class Peer(Line):
    """A program at the other end of a socket, which keeps what it read."""

    def __init__(self, stream: trio.SocketStream) -> None:
        super().__init__(stream)
        self.heard: list[str] = []

    async def read(self) -> str:
        self.heard.append(await super().read())
        return self.heard[-1]


class Evening:
    """A host on *folder*, and those who are there."""

    def __init__(self, running: RunningHost, port: int, disk: Disk, house: House) -> None:
        self.running = running
        self.disk = disk
        self.house = house
        self.peers: list[Peer] = []
        self._port = port

    async def peer(self, name: str = "") -> Peer:
        """A program, with or without a name."""
        peer = await Peer.open(self._port)
        self.peers.append(peer)
        await peer.say("HELLO 1 text")
        await peer.until("#- ok")
        if name:
            await peer.say(f"#n name {name}")
            await peer.until("#n ok")
        return peer

    async def until(self, waits: bool) -> None:
        """Until the house waits, or waits no more."""
        while (self.house.out.waiting is not None) is not waits:
            await trio.lowlevel.checkpoint()

    async def mend(self) -> None:
        """There is room again; nobody need wait for the next try."""
        self.disk.full = False
        self.running.driver.queue.try_now()
        await self.until(waits=False)


@asynccontextmanager
async def evening(folder: Path) -> AsyncGenerator[Evening]:
    """A host that ends without a word with the block, as if it had been killed."""
    disk = Disk()
    store = open_store(folder, on_write=disk)
    house = House(
        games=GAMES,
        lexicons={"en": Words()},
        limits=LIMITS,
        archive=store.archive,
        name="test",
        version="0",
        entropy=entropy(1),
        saved=store.load(),
    )
    listeners = open_listeners("127.0.0.1", 0)
    port: int = listeners[0].getsockname()[1]
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:

            async def run(task_status: trio.TaskStatus[RunningHost]) -> None:
                await run_host(
                    house,
                    store,
                    listeners=listeners,
                    limits=LIMITS,
                    line_limits=LineLimits(),
                    signals=False,
                    task_status=task_status,
                )

            running: RunningHost = await nursery.start(run)
            host = Evening(running, port, disk, house)
            try:
                yield host
            finally:
                disk.works.set()
                for peer in host.peers:
                    peer.stream.socket.close()
            nursery.cancel_scope.cancel()
    store.close()


def kept(folder: Path) -> int:
    """How many events of all players together are kept: who comes in is welcomed with one."""
    store = open_store(folder)
    told = told_so_far(store.load())
    store.close()
    return told.total()


async def come_in(host: Evening) -> list[Peer]:
    """Everybody who is going to talk, each to the next of them."""
    return [await host.peer(f"p{number}") for number in range(PEOPLE)]


def after(number: int) -> str:
    """Name the next one in the round."""
    return f"p{(number + 1) % PEOPLE}"


async def talk(peers: list[Peer]) -> None:
    """Thousands of lines, and nobody waits for an answer."""
    for number, peer in enumerate(peers):
        await peer.say(*(f"#{n} tell {after(number)} line {n}" for n in range(LINES)))


async def all_carried_out(peer: Peer) -> None:
    """Each line was answered and had its effect, in the order in which they were sent.

    Everybody hears what they say themselves, and what is said to them.
    """
    await peer.until(f"* {2 * LINES + 1} told")
    answers = [line.split()[0] for line in peer.heard if line.startswith("#")]
    assert answers[2:] == [f"#{n}" for n in range(LINES)]
    told: defaultdict[str, list[str]] = defaultdict(list)
    for line in peer.heard:
        if found := _LINE.search(line):
            told[found["name"]].append(found["number"])
    assert list(told.values()) == 2 * [[str(n) for n in range(LINES)]]


async def test_thousands_of_lines_wait_and_all_are_carried_out_in_order(tmp_path: Path) -> None:
    """Meanwhile a new connection is answered what needs nothing that is kept."""
    async with evening(tmp_path) as host:
        peers = await come_in(host)
        ann, bob = await host.peer("ann"), await host.peer("bob")
        host.disk.full = True
        await ann.say("#1 tell bob you read this later", "#2 ping")
        for peer in (ann, bob, *peers):
            assert (await peer.until(WAITS))[-1].startswith(f"{WAITS}The disk is full.")
        await talk(peers)
        new = await host.peer()
        await new.until(WAITS)
        for number in range(20):
            await new.say(f"#{number} ping")
            assert (await new.until("#"))[-1].startswith(f"#{number} ok")
        await bob.say("#b ping")
        assert len(await bob.until("#b ok")) == 1, "bob is told nothing of it"
        waiting = [one.intake.lines or () for one in host.house.people.sessions.values()]
        assert sum(map(len, waiting)) <= PEOPLE * LINES + 1
        await host.mend()
        for peer in (ann, bob, new, *peers):
            assert (await peer.until(GOES_ON))[-1].startswith(GOES_ON)
        assert [line[:5] for line in await ann.until("#2")] == ["#1 ok", "* 2 t", "#2 ok"]
        assert "you read this later" in (await bob.until("* 2 told"))[-1]
        for peer in peers:
            await all_carried_out(peer)
    assert kept(tmp_path) == PEOPLE * (1 + 2 * LINES) + 4


async def test_of_a_host_that_is_killed_while_it_waits_nothing_acknowledged_is_lost(
    tmp_path: Path,
) -> None:
    """And nothing that waited was acknowledged, or is there afterwards."""
    async with evening(tmp_path) as host:
        peers = await come_in(host)
        for number, peer in enumerate(peers):
            await peer.say(f"#y tell {after(number)} before")
            await peer.until("#y ok")
        host.disk.full = True
        await peers[0].say("#z tell p1 never")
        for peer in peers:
            await peer.until(WAITS)
        await talk(peers)
        new = await host.peer()
        await new.say("#n name eve", "#p ping")
        assert [line[:6] for line in await new.until(WAITS)] == ["* - no"]
        for peer in peers:
            heard = [line for line in peer.heard if line.startswith("#")]
            assert [line[:5] for line in heard] == ["#- ok", "#n ok", "#y ok"]
    assert kept(tmp_path) == PEOPLE + 2 * PEOPLE, "a welcome, and what each said, for two"
    async with evening(tmp_path) as host:
        await host.peer("eve")  # whose name was never taken
        assert len(host.house.people.register.by_key) == PEOPLE + 1


async def test_a_slow_disk_is_waited_for_and_nobody_loses_time(
    tmp_path: Path, mock_clock: trio.testing.MockClock
) -> None:
    """The deadline of a game is later by as long as the disk took."""
    mock_clock.rate = 1  # a game in progress answers at beats
    async with evening(tmp_path) as host:
        ann, bob = await host.peer("ann"), await host.peer("bob")
        await ann.say("#1 new hunt seconds=60")
        await ann.until("#1 ok")
        await bob.say("#1 join 1")
        await bob.until("#1 ok")
        await ann.say("#2 start")
        await ann.until("#2 ok")
        room = host.house.tables.rooms[1]
        while host.running.driver.queue.storing:
            await trio.lowlevel.checkpoint()
        host.disk.works.clear()
        await ann.say("#3 /say hello")
        while not host.running.driver.queue.storing:
            await trio.lowlevel.checkpoint()
        mock_clock.jump(SLOW_S)
        assert (await bob.until(WAITS))[-1].startswith(f"{WAITS}{SLOW}")
        mock_clock.jump(60)
        await bob.say("#2 /ping")
        await bob.until("#2 ok")
        host.disk.works.set()
        await bob.until(GOES_ON)
        assert "hello" in (await bob.until("* "))[-1]
        await ann.until("#3 ok")
        assert room.left_ms(), "more than the minute has passed, and not for the game"
