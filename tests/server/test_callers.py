"""Connections that say first whom they are for: a proxy at the game's port, and the door."""

from __future__ import annotations

import os
import socket
import struct
from ipaddress import ip_network
from pathlib import Path

import pytest
import trio
import trio.testing

from parlour.core.effects import Connected, HouseEvent, Received, Troubled
from parlour.server._callers import CALL_S
from parlour.server._peer import is_ours
from tests.server.fakes import Client, FanOutHouse
from tests.server.harness import Loopback, on_loopback, until
from tests.wire.test_proxied import FOUR, PRINT, WITH_KEY, second, value

HEADER = b"PROXY TCP4 203.0.113.9 127.0.0.1 50000 4004\r\n"
HOME = [ip_network("127.0.0.0/8")]
ELSEWHERE = [ip_network("192.0.2.0/24")]


def guests(house: FanOutHouse) -> list[tuple[str, bool, bool, str]]:
    """Those who came in, as the house knows them."""
    return [
        (event.address, event.near, event.sealed, event.key)
        for event in house.events(Connected)
        if isinstance(event, Connected)
    ]


def heard(events: list[HouseEvent]) -> bytes:
    return b"".join(event.data for event in events if isinstance(event, Received))


async def connect(host: Loopback, data: bytes) -> Client:
    """A connection to the port for lines that has sent *data*."""
    client = await host.connect()
    await client.stream.send_all(data)
    return client


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (HEADER, "203.0.113.9"),
        (second(FOUR), "203.0.113.9"),
        (second(FOUR + value(0xE1, b"\x01") + WITH_KEY), "203.0.113.9"),
        (b"PROXY TCP4 10.0.0.9 127.0.0.1 50000 4004\r\n", "10.0.0.9"),
        (b"PROXY UNKNOWN\r\n", "127.0.0.1"),
    ],
    ids=["v1", "v2", "v2 with what only the door may say", "near", "unknown"],
)
async def test_behind_a_proxy_the_address_of_the_guest_counts(header: bytes, address: str) -> None:
    house = FanOutHouse()
    async with on_loopback(house, proxies=HOME) as host:
        ann = await connect(host, header + b"echo one\n")
        assert await ann.line() == "one"
        bob = await connect(host, b"")
        for byte in header[:-1]:
            await bob.stream.send_all(bytes([byte]))
        await bob.stream.send_all(header[-1:] + b"echo two\n")
        assert await bob.line() == "two"
    assert guests(house) == [(address, address != "203.0.113.9", False, "")] * 2
    assert heard(house.events(Received)) == b"echo one\necho two\n"


async def test_who_is_no_proxy_cannot_claim_an_address() -> None:
    """The header is a line like any other, which the house refuses."""
    house = FanOutHouse()
    async with on_loopback(house, proxies=ELSEWHERE) as host:
        ann = await connect(host, HEADER)
        assert (await ann.line()).startswith("! internal"), "this house knows no such line"
    assert guests(house) == [("127.0.0.1", True, False, "")]
    assert heard(house.events(Received)) == HEADER


@pytest.mark.parametrize(
    "data", [b"echo one\n", b"PROXY TCP4 example.org 127.0.0.1 1 2\r\necho one\n", b"\r\n\r\necho"]
)
async def test_a_proxy_that_names_nobody_is_told_so_and_closed(data: bytes) -> None:
    house = FanOutHouse()
    async with on_loopback(house, proxies=HOME) as host:
        ann = await connect(host, data)
        assert (await ann.rest()).startswith(b"The config of this host names you as a proxy: ")
        await until(lambda: bool(house.events(Troubled)))
    assert house.events(Troubled) == [Troubled("refused: no PROXY header", "127.0.0.1")]
    assert not house.events(Connected)


async def test_a_proxy_has_limited_time_and_may_leave(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    async with on_loopback(house, proxies=HOME) as host:
        ann, bob = await connect(host, HEADER[:-1]), await connect(host, b"")
        await host.streams[-1].send_eof()
        assert await bob.rest() == b""
        before = trio.current_time()
        assert await ann.rest() == b""
        assert trio.current_time() - before >= CALL_S
    assert not house.ticks or not house.events(Connected)


# --- the socket of `parlour door` ----------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the socket is to be."""
    return tmp_path / "door.sock"


async def come(path: Path, data: bytes) -> Client:
    """A guest of the door."""
    client = Client(await trio.open_unix_socket(str(path)))
    await client.stream.send_all(data)
    return client


async def test_the_door_says_for_whom_it_connects_and_how_they_came(path: Path) -> None:
    house = FanOutHouse()
    ssh, telnet = value(0xE1, b"\x01") + WITH_KEY, value(0xE1, b"\x00")
    async with on_loopback(house, door=path) as host:
        for header in (second(FOUR + ssh), second(FOUR + telnet), second(b"", command=0x20)):
            ann = await come(path, header + b"echo one\n")
            async with ann.stream:
                assert await ann.line() == "one"
        await (await host.connect()).say("echo two")
        await until(lambda: len(guests(house)) == 4)
    assert guests(house) == [
        ("203.0.113.9", False, True, PRINT),
        ("203.0.113.9", False, False, ""),
        ("127.0.0.1", True, False, ""),
        ("127.0.0.1", True, False, ""),
    ]


async def test_at_the_door_everybody_is_named(path: Path) -> None:
    house = FanOutHouse()
    async with on_loopback(house, door=path):
        ann = await come(path, b"echo one\n")
        async with ann.stream:
            assert (await ann.rest()).startswith(b"This socket is for parlour door, ")
    assert not house.events(Connected)


class Peer:
    """A socket whose peer has this user number."""

    def __init__(self, uid: int) -> None:
        self.uid = uid

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes:
        assert (level, optname) == (socket.SOL_SOCKET, socket.SO_PEERCRED)
        return struct.pack("=iII", 7, self.uid, 7)[:buflen]


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="only Linux tells who connects")
def test_the_door_is_for_the_user_of_the_host() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert is_ours(ours)
    assert is_ours(Peer(0))
    assert is_ours(Peer(os.geteuid()))
    assert not is_ours(Peer(os.geteuid() + 1))
