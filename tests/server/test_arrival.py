"""Who was first, if the host was busy: what arrived, or what was due? What the kernel says."""

from __future__ import annotations

import socket
import struct
import sys
import time
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeAlias

import pytest
import trio
import trio.testing

from parlour.core.effects import Effects, HouseEvent, Received
from parlour.server import LineLimits, open_driver
from parlour.server._arrival import NOTE_BYTES, age, note_arrivals
from parlour.server._driver import MOMENTS
from parlour.server._sockets import Sockets
from parlour.store.memory import MemoryStore
from tests.server.fakes import Client, FanOutHouse
from tests.server.harness import PATIENCE_S, SMALL

HOST = "127.0.0.1"
TIMESTAMP = 35
Message: TypeAlias = tuple[bytes, list[tuple[int, int, bytes]], int, Any]
"""What `recvmsg` gives."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")


def note(seconds: int, nanoseconds: int) -> tuple[int, int, bytes]:
    """What the kernel says of bytes that arrived then."""
    return socket.SOL_SOCKET, TIMESTAMP, struct.pack("@ll", seconds, nanoseconds)


@pytest.mark.parametrize(
    ("notes", "seconds"),
    [
        ([note(100, 500_000_000)], 1.5),
        ([(socket.SOL_SOCKET, 1, b"x"), note(101, 0)], 1.0),
        ([], 0.0),
        ([(socket.SOL_SOCKET, TIMESTAMP, b"short")], 0.0),
    ],
)
def test_how_long_ago_bytes_arrived(
    notes: Sequence[tuple[int, int, bytes]], seconds: float
) -> None:
    """Without a note they arrive when they are seen."""
    assert age(notes, 102.0) == seconds


class Stubborn(socket.socket):
    """A socket of a system that notes nothing."""

    asked = False

    def setsockopt(self, *_args: Any) -> None:
        self.asked = True
        raise OSError


@linux
def test_a_system_that_notes_nothing_is_as_good() -> None:
    """It is asked, and that is all."""
    with Stubborn() as sock:
        note_arrivals(sock)
        assert sock.asked


@contextmanager
def connected() -> Generator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection whose arrivals are noted."""
    with socket.create_server((HOST, 0)) as listener:
        note_arrivals(listener)
        with socket.create_connection(listener.getsockname()) as client:
            server, _ = listener.accept()
            with server:
                yield client, server


@linux
def test_the_kernel_notes_arrivals() -> None:
    """For connections that were accepted; on the clock of the time of day."""
    with connected() as (client, server):
        before = time.time()  # noqa: TID251 - the kernel's clock
        client.sendall(b"hello\n")
        data, notes, _, _ = server.recvmsg(100, NOTE_BYTES)
        after = time.time()  # noqa: TID251
    assert data == b"hello\n"
    assert -0.001 <= after - age(notes, after) - before <= after - before + 0.001
    assert age(notes, after) > 0


class Noted(socket.socket):
    """An accepted connection whose arrivals are noted on the clock of the test."""

    def __init__(self, sent: Mapping[int, float], **made: int) -> None:
        super().__init__(**made)
        self._sent = sent

    def recvmsg(self, bufsize: int, ancbufsize: int = 0, flags: int = 0, /) -> Message:
        data = self.recv(bufsize)
        seconds, rest = divmod(self._sent[self.getpeername()[1]], 1)
        return data, [note(int(seconds), round(rest * 1e9))], 0, None


class Listener(socket.socket):
    """Accepts such connections. *sent*: when each peer, by its port, has sent something last."""

    def __init__(self) -> None:
        super().__init__(fileno=socket.create_server((HOST, 0)).detach())
        self.sent: dict[int, float] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        sock, address = super().accept()
        return Noted(self.sent, fileno=sock.detach()), address

    def connect_to(self) -> Peer:
        """A connection to here."""
        return Peer(self, socket.create_connection(self.getsockname(), PATIENCE_S))


class Peer(Client):
    """The far end of such a connection."""

    def __init__(self, listener: Listener, sock: socket.socket) -> None:
        super().__init__(trio.SocketStream(trio.socket.from_stdlib_socket(sock)))
        self._listener = listener
        self._sock = sock

    def send(self, line: bytes, off: float = 0.0) -> None:
        """It is with the host's kernel at once, whose clock is *off* by so much."""
        self._listener.sent[self._sock.getsockname()[1]] = trio.current_time() + off
        assert self._sock.send(line) == len(line)


class Busy(FanOutHouse):
    """A house that is due at one moment after the other."""

    def __init__(self, *moments: float) -> None:
        super().__init__()
        self.moments = list(moments)

    def tick(self, events: Sequence[HouseEvent], now: float, wall: float) -> Effects:
        effects = super().tick(events, now, wall)
        if self.next_due is None and self.moments:
            self.next_due = self.moments.pop(0)
        return effects


@asynccontextmanager
async def serving(house: FanOutHouse, count: int) -> AsyncGenerator[list[Peer]]:
    """A host at the loopback interface with so many peers, who were heard already."""
    listener = Listener()
    async with (
        open_driver(house, MemoryStore(), wall=trio.current_time) as driver,
        trio.open_nursery() as tasks,
    ):
        sockets = Sockets(driver, outgoing_bytes=SMALL.outgoing_bytes, limits=LineLimits())
        sockets.listen(listener)
        tasks.start_soon(sockets.serve)
        peers = [listener.connect_to() for _ in range(count)]
        for peer in peers:
            peer.send(b"echo ready\n")
            assert await peer.line() == "ready"
        try:
            yield peers
        finally:
            sockets.shut_down()
            for peer in peers:
                await trio.aclose_forcefully(peer.stream)
            tasks.cancel_scope.cancel()


def when(house: FanOutHouse, data: bytes) -> float:
    """When *data* arrived, as the house was told."""
    (found,) = (e.at for e in house.events(Received) if isinstance(e, Received) and e.data == data)
    assert found is not None
    return found


async def test_what_arrived_before_something_was_due_is_heard_before(
    mock_clock: trio.testing.MockClock,
) -> None:
    """Though the host was busy then, and comes to both of them only afterwards."""
    house = FanOutHouse()
    async with serving(house, 2) as (ann, bob):
        began = trio.current_time()
        ann.send(b"in 10\necho set\n")
        assert await ann.line() == "set"

        def work(_events: Sequence[HouseEvent]) -> None:
            house.on_tick = lambda _events: None
            mock_clock.jump(9)
            bob.send(b"echo early\n")
            mock_clock.jump(2)
            ann.send(b"echo late\n")
            mock_clock.jump(2)

        house.on_tick = work
        ann.send(b"echo busy\n")
        assert [await bob.line(), await bob.line()] == ["early", "due"]
        assert [await ann.line() for _ in range(3)] == ["busy", "due", "late"]
    assert when(house, b"echo early\n") == pytest.approx(began + 9)
    assert when(house, b"echo late\n") == pytest.approx(began + 11)


async def test_between_two_moments_the_lines_are_looked_at(
    mock_clock: trio.testing.MockClock,
) -> None:
    """Each is rung at its own time, and whatever came in between has its turn in between."""
    house = Busy()
    async with serving(house, 2) as (ann, bob):
        began = trio.current_time()

        def work(events: Sequence[HouseEvent]) -> None:
            if not events:  # the first moment
                house.on_tick = lambda _events: None
                mock_clock.jump(0.5)
                bob.send(b"echo between\n")
                mock_clock.jump(5)

        house.moments = [began + 1, began + 2]
        ann.send(b"echo go\n")
        assert await ann.line() == "go"
        house.on_tick = work
        mock_clock.jump(1)
        assert [await bob.line() for _ in range(3)] == ["due", "between", "due"]
    assert [now - began for now in house.nows if now > began][:2] == [1, 2]


@pytest.mark.parametrize(("off", "told"), [(-1_000.0, 0.0), (1_000.0, 3.0)])
async def test_nothing_arrives_before_the_last_look_or_after_this_one(
    off: float, told: float, mock_clock: trio.testing.MockClock
) -> None:
    """The time of day may be set meanwhile, and then what the kernel noted means nothing."""
    house = FanOutHouse()
    async with serving(house, 2) as (ann, bob):
        began = trio.current_time()

        def work(_events: Sequence[HouseEvent]) -> None:
            house.on_tick = lambda _events: None
            bob.send(b"echo odd\n", off=off)
            mock_clock.jump(3)

        house.next_due = began + 2
        house.on_tick = work
        ann.send(b"echo go\n")
        assert sorted([await bob.line(), await bob.line()]) == ["due", "odd"]
    assert when(house, b"echo odd\n") - began == told


async def test_a_house_that_is_always_due_leaves_others_their_turn() -> None:
    """After so many moments everybody else is asked."""
    house = Busy(*[0.0] * (3 * MOMENTS))
    async with open_driver(house, MemoryStore()) as driver:
        house.next_due = 0.0
        driver.run()
        assert len(house.ticks) == MOMENTS
        while house.moments:
            await trio.lowlevel.checkpoint()
