"""The fast path, over real sockets of the loopback interface."""

from __future__ import annotations

import errno
import logging
import os
import socket
import struct
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, asynccontextmanager
from typing import Any

import pytest
import trio
import trio.testing

from parlour.core.effects import Connected, ConnId, Ended, HouseEvent, Lost, Received
from parlour.server import LineLimits, open_driver, open_listeners
from parlour.server._connection import RECEIVE_BYTES, SocketLine
from parlour.server._listen import tune
from parlour.server._poller import READ, Poller, SelectorPoller
from parlour.server._sockets import LINGERING_MOST, Sockets
from parlour.store.memory import MemoryStore
from tests.server.fakes import Client, DiskStore, FanOutHouse
from tests.server.harness import PATIENCE_S, SMALL, Loopback, on_loopback, until


async def heard(house: FanOutHouse, kind: type[Connected | Received | Lost], count: int) -> None:
    """Wait until the house has heard *count* events of this *kind*."""
    while len(house.events(kind)) < count:
        await trio.lowlevel.checkpoint()


async def clients(host: Loopback, count: int) -> list[Client]:
    """Connected clients whom the house knows."""
    found = [await host.connect() for _ in range(count)]
    for client in found:
        await client.say("echo ready")
        assert await client.line() == "ready"
    return found


def raw(client: Client) -> trio.socket.SocketType:
    """The client's socket, for its options."""
    assert isinstance(client.stream, trio.SocketStream)
    return client.stream.socket


def send_at_once(client: Client, data: bytes) -> None:
    """Send without a checkpoint, so that the host runs only when all of it is there."""
    assert os.write(raw(client).fileno(), data) == len(data)


def reset(client: Client) -> None:
    """End a connection the rude way."""
    raw(client).setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raw(client).close()


def read_all(sock: socket.socket) -> bytes:
    """Everything until the end. Blocks."""
    with sock.makefile("rb") as file:
        return file.read()


async def test_a_line_goes_to_everybody() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        four = await clients(host, 4)
        await four[0].say("all hello")
        assert [await client.line() for client in four] == ["hello"] * 4
    for connected in house.events(Connected):
        assert isinstance(connected, Connected)
        assert (connected.address, connected.near) == ("127.0.0.1", True)


async def test_everything_that_is_ready_is_one_tick() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        four = await clients(host, 4)
        ticks = len(house.ticks)
        for client in four:
            send_at_once(client, b"echo hello\n" * 3)
        assert [await client.line() for client in four] == ["hello"] * 4
    assert len(house.events(Received)) == 8
    assert len(house.ticks[ticks]) == 4


async def test_what_is_ready_together_has_one_time_and_keeps_it_however_late_its_tick_is(
    mock_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()

    def work(events: Sequence[HouseEvent]) -> None:
        mock_clock.jump(2)
        if len(events) > 1:
            raise RuntimeError

    async with on_loopback(house) as host:
        four = await clients(host, 4)
        before, ticks, read = len(house.events(Received)), len(house.nows), trio.current_time()
        house.on_tick = work
        for client in four:
            send_at_once(client, b"echo hello\n")
        assert [await client.line() for client in four] == ["hello"] * 4
        house.on_tick = lambda _events: None
    new = house.events(Received)[before:]
    assert [event.at for event in new if isinstance(event, Received)] == [read] * 8
    assert house.nows[ticks : ticks + 5] == [read + 2 * late for late in range(5)]


async def test_many_lines_are_answered_by_one_send() -> None:
    async with on_loopback(FanOutHouse()) as host:
        (ann,) = await clients(host, 1)
        await ann.say("\n".join(f"echo {number}" for number in range(400)))
        whole = await ann.stream.receive_some(100_000)
        assert whole.split() == [str(number).encode() for number in range(400)]


async def test_what_the_kernel_refuses_follows_in_order() -> None:
    async with on_loopback(FanOutHouse()) as host:
        (ann,) = await clients(host, 1)
        raw(ann).setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        size = SMALL.outgoing_bytes * 3 // 4
        await ann.say(f"big {size}\necho and then\nbye")
        assert await ann.rest() == b"x" * (size - 1) + b"\nand then\nbye\n"


async def test_the_bytes_that_wait_for_readers_are_counted() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        (ann,) = await clients(host, 1)
        assert host.running.driver.figures()["waiting_bytes"] == 0
        with host.raw(receive_bytes=4_096):
            await heard(house, Connected, 2)
            await ann.say("flood 60000\nflood 60000\nflood 60000")
            await ann.line()
            assert 0 < host.running.driver.figures()["waiting_bytes"] < 3 * 60_000


async def test_a_slow_reader_is_told_and_dropped_while_others_are_served() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        (ann,) = await clients(host, 1)
        with host.raw(receive_bytes=4_096) as slow:
            await heard(house, Connected, 2)
            while not house.events(Lost):
                await ann.say("flood 20000")
                assert await ann.line() == "flooded"
            await ann.say("all still here")
            assert await ann.line() == "still here"
            whole = await trio.to_thread.run_sync(read_all, slow)
            await ann.say("echo once more")
            assert await ann.line() == "once more"
            assert len(house.events(Lost)) == 1
    *floods, last = whole.splitlines(keepends=True)
    assert last == b"too slow, 2\n"
    assert {len(line) for line in floods} == {20_000}


async def test_a_reader_who_never_reads_again_is_cut(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    (listener,) = open_listeners("127.0.0.1", 0)
    house = FanOutHouse()
    async with (
        serving(house, [listener], limits=LineLimits(closing_s=0)) as sockets,
        await trio.open_tcp_stream(*listener.getsockname()) as stream,
        await trio.open_tcp_stream(*listener.getsockname()) as slow,
    ):
        ann = Client(stream)
        await heard(house, Connected, 2)
        while len(sockets) == 2:
            await ann.say("flood 20000")
            assert await ann.line() == "flooded"
        assert b"too slow" not in await Client(slow).rest()
    assert "Connection 2 is dropped: it does not read." in caplog.messages


async def test_a_peer_that_resets_is_lost_and_the_others_are_not() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        ann, bob = await clients(host, 2)
        reset(bob)
        await heard(house, Lost, 1)
        await ann.say("all hello")
        assert await ann.line() == "hello"


async def test_what_a_peer_sent_that_was_not_read_ends_with_its_reset() -> None:
    """A flooder who is gone: the kernel would hand out the rest in as many ticks as it takes."""
    house = FanOutHouse()
    async with on_loopback(house) as host:
        ann, bob = await clients(host, 2)
        await ann.say("deaf 2")
        assert await ann.line() == "done"
        heard_before = len(house.events(Received))
        send_at_once(bob, b"all nonsense\n" * 4_000)
        reset(bob)
        await heard(house, Lost, 1)
        await ann.say("echo and on")
        assert await ann.line() == "and on"
        assert len(house.events(Received)) == heard_before + 1


async def test_a_peer_that_resets_before_it_is_sent_to_is_lost_at_once() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        ann, bob = await clients(host, 2)
        reset(bob)
        driver = host.running.driver
        driver.events.append(Received(ConnId(1), b"all hello\n"))
        driver.run()  # before the selector could tell
        assert house.events(Lost) == [Lost(ConnId(2))]
        assert await ann.line() == "hello"


async def test_a_peer_that_resets_while_bytes_wait_for_it_is_lost_once() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        (ann,) = await clients(host, 1)
        slow = host.raw(receive_bytes=4_096)
        await heard(house, Connected, 2)
        await ann.say("flood 50000")
        await ann.line()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        slow.close()
        await heard(house, Lost, 1)
        await ann.say("all hello")
        assert await ann.line() == "hello"
        assert house.events(Lost) == [Lost(ConnId(2))]


async def test_a_peer_who_stops_sending_reads_what_is_not_even_stored() -> None:
    """The connection is closed after the answer, and not as soon as they have said all."""
    house, store = FanOutHouse(), DiskStore()
    async with on_loopback(house, store) as host:
        with host.raw() as pipe:
            pipe.sendall(b"store x\n")
            pipe.shutdown(socket.SHUT_WR)
            await until(lambda: store.held == 1 and bool(house.events(Ended)))
            store.go(2)
            assert await trio.to_thread.run_sync(read_all, pipe) == b"stored x\n"


async def test_a_peer_who_closes_for_good_after_they_stopped_sending_is_lost() -> None:
    """Even if the house has not closed the connection yet."""
    house, store = FanOutHouse(), DiskStore()
    async with on_loopback(house, store) as host:
        pipe = host.raw()
        pipe.sendall(b"store x\n")
        pipe.shutdown(socket.SHUT_WR)
        await until(lambda: bool(house.events(Ended)))
        pipe.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        pipe.close()
        await heard(house, Lost, 1)
        store.go(2)


async def test_a_peer_who_only_stops_sending_still_reads_what_waits() -> None:
    """`printf 'games\\n' | nc host 4004` reads its answer."""
    async with on_loopback(FanOutHouse()) as host:
        with host.raw(receive_bytes=4_096) as pipe:
            size = SMALL.outgoing_bytes * 3 // 4
            pipe.sendall(f"big {size}\n".encode())
            pipe.shutdown(socket.SHUT_WR)
            assert len(await trio.to_thread.run_sync(read_all, pipe)) == size


async def test_the_last_line_is_read_although_the_peer_went_on_sending() -> None:
    """Closing with unread bytes would reset the connection and lose the line."""
    house = FanOutHouse()
    async with on_loopback(house) as host:
        (ann,) = await clients(host, 1)
        await ann.say("bye\n" + "echo too late\n" * (RECEIVE_BYTES // 4))
        assert await ann.rest() == b"bye\n"
        assert not house.events(Lost)
        await ann.stream.aclose()
        await heard(house, Lost, 1)


async def test_a_closed_line_that_sends_without_end_is_cut() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        (ann,) = await clients(host, 1)
        await ann.say("bye")
        with pytest.raises(trio.BrokenResourceError):
            await ann.say("z" * 100_000_000)
        await heard(house, Lost, 1)


async def test_a_peer_who_does_not_close_is_cut_after_a_while() -> None:
    house = FanOutHouse()
    async with on_loopback(house, line_limits=LineLimits(closing_s=0)) as host:
        (ann,) = await clients(host, 1)
        await ann.say("bye")
        await heard(house, Lost, 1)
        assert await ann.rest() == b"bye\n"


async def test_those_who_never_hang_up_take_few_open_files() -> None:
    """The first of them are cut, before their time is up."""
    house = FanOutHouse()
    async with on_loopback(house) as host:
        lines = await clients(host, LINGERING_MOST + 2)
        for line in lines:
            await line.say("bye")
            assert await line.line() == "bye"
        await heard(house, Lost, 2)
        assert house.events(Lost) == [Lost(ConnId(1)), Lost(ConnId(2))]


async def test_a_burst_of_newcomers_is_let_in() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        sockets = [host.raw() for _ in range(200)]
        await heard(house, Connected, 200)
        for sock in sockets:
            sock.close()
        await heard(house, Lost, 200)
    numbers = [event.conn for event in house.events(Connected) if isinstance(event, Connected)]
    assert len(set(numbers)) == 200


async def test_ten_thousand_lines_at_once_do_not_starve_the_others() -> None:
    house = FanOutHouse()
    async with on_loopback(house) as host:
        ann, flooder = await clients(host, 2)
        before = len(house.events(Received))
        raw(flooder).setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1_000_000)
        send_at_once(flooder, b"echo a\n" * 10_000)
        send_at_once(ann, b"echo me too\n")
        assert await ann.line() == "me too"
        soon = [
            (e.conn, e.data)
            for e in house.events(Received)[before:][:2]
            if isinstance(e, Received)
        ]
        assert (ConnId(1), b"echo me too\n") in soon
        assert [await flooder.line() for _ in range(10_000)] == ["a"] * 10_000
    longest = max(
        len(event.data) for event in house.events(Received) if isinstance(event, Received)
    )
    assert longest <= RECEIVE_BYTES


async def test_every_line_of_a_host_notices_in_time_that_its_peer_is_gone() -> None:
    """A cable pulled, a laptop asleep: by asking, and by bytes that nobody confirms."""
    limits = LineLimits(keepalive_idle_s=7, keepalive_interval_s=3, keepalive_count=2)
    house = FanOutHouse()
    async with on_loopback(house, line_limits=limits) as host:
        await clients(host, 1)
        (line,) = host.running.driver.lines.values()
        assert isinstance(line, SocketLine)
        assert line.sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        tcp = [socket.TCP_NODELAY, socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT]
        assert [line.sock.getsockopt(socket.IPPROTO_TCP, option) for option in tcp] == [1, 7, 3, 2]
        unconfirmed = line.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert unconfirmed == limits.give_up_s * 1_000 == 13_000


async def test_keep_alive_can_be_switched_off() -> None:
    (listener,) = open_listeners("127.0.0.1", 0)
    with listener:
        tune(listener, LineLimits(keepalive_idle_s=0))
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 0


# --- the selector, and what a system may refuse ------------------------------------------


class Refusing(socket.socket):
    """A listener whose accept fails as often as it is told."""

    def __init__(self, failures: list[int]) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self.failures = failures
        self.bind(("127.0.0.1", 0))
        self.listen()

    def accept(self) -> tuple[socket.socket, Any]:
        if self.failures:
            code = self.failures.pop(0)
            raise OSError(code, errno.errorcode[code])
        return super().accept()


class FullPoller(SelectorPoller):
    """Holds no more than a few descriptors the first time it is asked for more."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def register(self, fd: int, eventmask: int, /) -> None:
        self._room -= 1
        if self._room == -1:
            raise OSError(errno.ENOSPC, "ENOSPC")
        super().register(fd, eventmask)


@pytest.fixture
def patient_clock() -> trio.testing.MockClock:
    """Jumps like autojump_clock, and gives the kernel a moment to deliver first."""
    return trio.testing.MockClock(autojump_threshold=0.25)


@asynccontextmanager
async def serving(
    house: FanOutHouse,
    listeners: Sequence[socket.socket],
    *,
    poller: Poller | None = None,
    limits: LineLimits | None = None,
) -> AsyncGenerator[Sockets]:
    """The fast path alone, without the host around it."""
    with trio.fail_after(PATIENCE_S):
        async with open_driver(house, MemoryStore()) as driver:
            sockets = Sockets(
                driver,
                outgoing_bytes=SMALL.outgoing_bytes,
                limits=limits or LineLimits(),
                poller=poller,
            )
            for listener in listeners:
                sockets.listen(listener)
            with ExitStack() as clean_up:
                clean_up.callback(sockets.shut_down)
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(sockets.serve)
                    yield sockets
                    nursery.cancel_scope.cancel()


async def greet(listener: socket.socket) -> str:
    """What a newcomer at *listener* gets back; nothing if they are turned away."""
    async with await trio.open_tcp_stream(*listener.getsockname()) as stream:
        try:
            await Client(stream).say("echo in")
            return await Client(stream).line()
        except trio.BrokenResourceError:
            return ""


async def narrow(listener: socket.socket) -> trio.SocketStream:
    """A newcomer who takes little at a time."""
    sock = trio.socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    await sock.connect(listener.getsockname())
    return trio.SocketStream(sock)


async def test_without_epoll_a_selector_does_the_same() -> None:
    house = FanOutHouse()
    (listener,) = open_listeners("127.0.0.1", 0)
    async with serving(house, [listener], poller=SelectorPoller()):
        assert await greet(listener) == "in"
        async with await narrow(listener) as stream:
            ann = Client(stream)
            await ann.say("big 60000\nbye")
            assert len(await ann.rest()) == 60_004


async def test_no_descriptors_left_is_said_once_and_accepting_goes_on_later(
    caplog: pytest.LogCaptureFixture, patient_clock: trio.testing.MockClock
) -> None:
    listener = Refusing([errno.EMFILE, errno.EMFILE, errno.ENFILE])
    start = trio.current_time()
    async with serving(FanOutHouse(), [listener]):
        assert await greet(listener) == "in"
    assert len(caplog.records) == 1
    assert "No new connections while 0 are open: EMFILE." in caplog.text
    assert trio.current_time() - start == pytest.approx(3, abs=0.1)


async def test_a_newcomer_who_is_gone_already_is_passed_over(
    caplog: pytest.LogCaptureFixture, patient_clock: trio.testing.MockClock
) -> None:
    listener = Refusing([errno.ECONNABORTED, errno.EPROTO])
    start = trio.current_time()
    async with serving(FanOutHouse(), [listener]):
        assert await greet(listener) == "in"
    assert trio.current_time() == pytest.approx(start)
    assert not caplog.records


async def test_a_selector_that_is_full_takes_newcomers_later(
    caplog: pytest.LogCaptureFixture, patient_clock: trio.testing.MockClock
) -> None:
    (listener,) = open_listeners("127.0.0.1", 0)
    async with serving(FanOutHouse(), [listener], poller=FullPoller(room=1)):
        assert await greet(listener) == ""
        assert await greet(listener) == "in"
    assert caplog.messages == [
        "No new connections while 0 are open: ENOSPC. Trying again every second."
    ]


@pytest.mark.parametrize("line", ["bye", "big 60000"])
async def test_an_exception_of_one_socket_closes_that_one_only(
    line: str, caplog: pytest.LogCaptureFixture
) -> None:
    """While the house's effects are carried out, and while what waits is flushed."""

    class Fragile(SelectorPoller):
        def modify(self, fd: int, eventmask: int, /) -> None:
            if eventmask == READ:
                raise ZeroDivisionError
            super().modify(fd, eventmask)

    house = FanOutHouse()
    (listener,) = open_listeners("127.0.0.1", 0)
    async with serving(house, [listener], poller=Fragile()):
        async with await narrow(listener) as stream:
            await Client(stream).say(line)
            assert await Client(stream).rest()
        assert await greet(listener) == "in"
    assert "ZeroDivisionError" in caplog.text
    assert Lost(ConnId(1)) in house.events(Lost)


async def test_a_look_before_what_is_due_lets_in_no_newcomers() -> None:
    """There may be many looks in one tick; newcomers are let in once in each."""
    async with open_driver(FanOutHouse(), MemoryStore()) as driver:
        sockets = Sockets(driver, outgoing_bytes=1_000, limits=LineLimits())
        (listener,) = open_listeners("127.0.0.1", 0)
        sockets.listen(listener)
        with socket.create_connection(listener.getsockname(), PATIENCE_S):
            for _ in range(3):
                for look in driver.sources:
                    look()
            assert driver.events == []
            assert len(sockets) == 0
        sockets.shut_down()
