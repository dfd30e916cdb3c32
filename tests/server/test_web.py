"""The web door, over real sockets of the loopback interface."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from ipaddress import ip_network

import pytest
import trio
import trio.testing

from parlour.core.effects import Connected, ConnId, Ended, HouseEvent, Lost, Received
from parlour.server import _callers
from parlour.server._callers import CALL_S
from parlour.server._sockets import CALLS
from parlour.server._web import PING_S
from parlour.web import PING
from parlour.web.page import load_page
from tests.server.fakes import Client, FanOutHouse
from tests.server.harness import Loopback, on_loopback, until
from tests.web.doors import Response, frame, request, upgrade
from tests.web.phone import Ends, Phone

HEADER = b"PROXY TCP4 203.0.113.9 127.0.0.1 50000 4005\r\n"


@asynccontextmanager
async def hosting(house: FanOutHouse, *proxies: str) -> AsyncGenerator[Loopback]:
    """A host with a page."""
    async with on_loopback(house, web=[ip_network(text) for text in proxies]) as host:
        yield host


async def phone(host: Loopback) -> Phone:
    """A phone that the house knows."""
    found = await Phone.open(host.web_port, "echo ready")
    host.streams.append(found.stream)
    assert await found.line() == "ready"
    return found


async def caller(host: Loopback, data: bytes = b"") -> trio.SocketStream:
    """A connection to the door that has sent *data*."""
    stream = await trio.open_tcp_stream("127.0.0.1", host.web_port)
    host.streams.append(stream)
    await stream.send_all(data)
    return stream


async def settled() -> None:
    """Let the host handle what it was sent: loopback delivers at once."""
    for _ in range(50):
        await trio.lowlevel.checkpoint()


async def answer(host: Loopback, data: bytes) -> Response:
    """What the door answers to a request."""
    return Response(await Client(await caller(host, data)).rest())


def conns(events: list[HouseEvent]) -> list[tuple[str, bool, bool]]:
    """Address, near and program of those who came in."""
    return [
        (event.address, event.near, event.program)
        for event in events
        if isinstance(event, Connected)
    ]


async def test_a_phone_hears_what_netcat_says_and_the_other_way_round() -> None:
    house = FanOutHouse()
    async with hosting(house) as host:
        ann = await host.connect()
        await ann.say("echo ready")
        assert await ann.line() == "ready"
        bob = await phone(host)
        await bob.say("all hello")
        assert await bob.line() == await ann.line() == "hello"
        await ann.say("all welcome")
        assert await bob.line() == await ann.line() == "welcome"
        assert conns(house.events(Connected)) == [
            ("127.0.0.1", True, False),
            ("127.0.0.1", True, True),
        ]


async def test_a_browser_reads_the_page() -> None:
    async with hosting(FanOutHouse()) as host:
        page = await answer(host, request(host="localhost"))
        assert (page.status, page.body) == (200, load_page().plain[1])
        french = await answer(host, request("/fr.json", host="localhost"))
        assert (french.status, french.body) == (200, load_page().french.plain[1])
        assert (await answer(host, request(host="evil.example"))).status == 421
        stream = await caller(host, request(host="localhost"))
        await stream.send_eof()  # it says no more, and reads the page too
        assert Response(await Client(stream).rest()).status == 200


async def test_the_house_hears_of_a_websocket_when_it_is_open_and_not_before() -> None:
    house = FanOutHouse()
    head = upgrade(host="localhost")
    async with hosting(house) as host:
        stream = await caller(host)
        for byte in head[:-1]:
            await stream.send_all(bytes([byte]))
        await settled()
        assert house.ticks == []
        await stream.send_all(head[-1:] + frame(b"echo first") + frame(b"echo second"))
        await until(lambda: bool(house.events(Received)))
        assert [type(event) for tick in house.ticks for event in tick] == [Connected, Received]
        whole = b""
        while not whole.endswith(b"second"):
            whole += await stream.receive_some()
        assert whole.endswith(frame(b"first", mask=False) + frame(b"second", mask=False))


async def test_all_frames_of_a_tick_are_one_send() -> None:
    async with hosting(FanOutHouse()) as host:
        bob = await phone(host)
        lines = b"".join(bob.ends.says(f"echo {number}") for number in range(10))
        assert os.write(bob.stream.socket.fileno(), lines) == len(lines)
        whole = await bob.stream.receive_some(100_000)
        assert bob.ends.hears(bytes(whole))[0] == [str(number) for number in range(10)]


async def test_connections_that_only_half_close_are_let_go() -> None:
    """A silent one, half a request, a websocket whose peer sends no close."""
    house = FanOutHouse()
    async with hosting(house) as host:
        for data in (b"", request()[:-1]):
            stream = await caller(host, data)
            await stream.send_eof()
            assert await Client(stream).rest() == b""
        bob = await phone(host)
        await bob.stream.send_eof()
        assert await Client(bob.stream).rest() == frame(b"\x03\xe8", opcode=8, mask=False)
        assert len(house.events(Ended)) == 1


async def test_a_phone_that_closes_is_lost_at_once() -> None:
    house = FanOutHouse()
    async with hosting(house) as host:
        bob = await phone(host)
        await bob.stream.send_all(bob.ends.says("echo bye") + bob.ends.closes())
        assert await Client(bob.stream).rest() == frame(b"\x03\xe8", opcode=8, mask=False)
        assert len(house.events(Lost)) == 1
        assert house.events(Ended) == []


async def test_a_phone_that_breaks_a_rule_is_lost_and_the_others_are_not() -> None:
    house = FanOutHouse()
    async with hosting(house) as host:
        ann, bob = await phone(host), await phone(host)
        await bob.stream.send_all(frame(b"echo no mask", mask=False))
        assert await bob.line() == ""
        assert bob.ends.code == 1002
        await ann.say("all hello")
        assert await ann.line() == "hello"
        assert len(house.events(Lost)) == 1


async def test_the_house_closes_a_websocket_and_the_end_of_the_host_is_another() -> None:
    house = FanOutHouse()
    async with hosting(house) as host:
        ann, bob = await phone(host), await phone(host)
        silent = await caller(host)
        await settled()
        await ann.say("bye")
        assert [await ann.line(), await ann.line()] == ["bye", ""]
        assert ann.ends.code == 1000
        host.running.stopping.set()
        assert [await bob.line(), await bob.line()] == ["stopping", ""]
        assert bob.ends.code == 1001
        assert await Client(silent).rest() == b""


async def test_a_phone_that_does_not_read_is_told_in_a_whole_frame_and_dropped() -> None:
    house = FanOutHouse()
    async with hosting(house) as host:
        ann, reader = await phone(host), Ends()
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            slow.settimeout(60)
            slow.connect(("127.0.0.1", host.web_port))
            slow.sendall(reader.asks("localhost"))
            await until(lambda: len(house.events(Connected)) == 2)
            while not house.events(Lost):
                await ann.say("flood 20000")
                assert await ann.line() == "flooded"
            with slow.makefile("rb") as file:
                whole = await trio.to_thread.run_sync(file.read)
        await ann.say("echo still here")
        assert await ann.line() == "still here"
    *floods, last = reader.hears(whole)[0]
    assert last == "too slow, 2"
    assert {len(line) for line in floods} == {19_999}
    assert reader.code == 1008


async def test_what_a_reader_missed_for_a_moment_is_no_reason_to_drop_them() -> None:
    """Frames that wait are sent in order, and forgotten when they have left."""
    async with hosting(FanOutHouse()) as host:
        ann, bob = await phone(host), await phone(host)
        bob.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        for _ in range(3):
            for _ in range(3):
                await ann.say("flood 20000")
                assert await ann.line() == "flooded"
            for _ in range(3):
                assert len(await bob.line()) == 19_999
        await bob.say("echo and on")
        assert await bob.line() == "and on"


async def test_a_caller_that_does_not_ask_in_time_is_closed(
    mock_clock: trio.testing.MockClock,
) -> None:
    """Without a word if it said nothing: browsers keep spare connections, and do not mind."""
    async with hosting(FanOutHouse()) as host:
        silent, slow = await caller(host), await caller(host, request()[:-1])
        await settled()
        mock_clock.jump(CALL_S)
        assert await Client(silent).rest() == b""
        assert Response(await Client(slow).rest()).status == 408


async def test_a_phone_that_answers_no_ping_is_gone_and_one_that_does_stays(
    mock_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    async with hosting(house) as host:
        ann = await phone(host)
        bob = await phone(host)
        deaf = await phone(host)
        await ann.say("deaf 3")
        assert await ann.line() == "done"
        for pings in range(1, 4):
            mock_clock.jump(PING_S + 1)
            while ann.ends.pings < pings:
                await ann.hear()
            await settled()
        assert house.events(Lost) == [Lost(ConnId(2), dead=True)]
        await ann.say("hear 3")
        assert await ann.line() == "done"
        await deaf.say("echo here")
        assert await deaf.line() == "here"
        assert await Client(bob.stream).rest() == PING * 2


async def test_callers_have_a_bound_and_the_oldest_from_there_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_callers, "CALLERS", 4)
    house = FanOutHouse()
    async with hosting(house, "127.0.0.1") as host:
        first = await caller(host)
        others = [await caller(host) for _ in range(2)]
        assert await Client(first).rest() == b""
        guests = [await caller(host, HEADER.replace(b".9 ", b".%d " % n)) for n in range(1, 4)]
        assert await Client(others[0]).rest() == b""
        await settled()
        await guests[2].send_all(upgrade(host="localhost") + frame(b"echo in"))
        assert (await guests[2].receive_some()).endswith(b"in")


async def test_a_crowd_that_calls_at_once_is_heard_a_few_in_a_tick() -> None:
    house = FanOutHouse()
    crowd = 3 * CALLS
    async with hosting(house) as host:
        streams = [await caller(host) for _ in range(crowd)]
        await settled()
        for stream in streams:
            data = upgrade(host="localhost")
            assert os.write(stream.socket.fileno(), data) == len(data)
        await until(lambda: len(house.events(Connected)) == crowd)
    came = [sum(isinstance(event, Connected) for event in tick) for tick in house.ticks]
    assert max(came) == CALLS


async def test_a_guest_behind_a_proxy_has_an_address_of_their_own() -> None:
    house = FanOutHouse()
    async with hosting(house, "127.0.0.0/8") as host:
        for header in (HEADER, b"PROXY UNKNOWN\r\n"):
            stream = await caller(host, header + upgrade(host="localhost") + frame(b"echo in"))
            assert (await stream.receive_some()).endswith(b"in")
        assert (await answer(host, request(host="localhost"))).status == 400
    assert conns(house.events(Connected)) == [
        ("203.0.113.9", False, True),
        ("127.0.0.1", True, True),
    ]


async def test_nobody_else_can_claim_an_address() -> None:
    house = FanOutHouse()
    async with hosting(house, "192.0.2.0/24") as host:
        assert (await answer(host, HEADER + request(host="localhost"))).status == 400
        await phone(host)
    assert conns(house.events(Connected)) == [("127.0.0.1", True, True)]
