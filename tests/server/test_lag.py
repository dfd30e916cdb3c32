"""How far away a peer is: what the kernel says of it, and what is made of that."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Callable, Generator, Sequence
from typing import cast

import pytest

from parlour.core.effects import HouseEvent, Received
from parlour.server import _lag
from parlour.server._lag import LAG_EVERY_S, Lag, round_trip_us, silent_s
from tests.server.fakes import FanOutHouse
from tests.server.harness import on_loopback

UNKNOWN = 2**32 - 1
TCP_INFO = 11
"""What Linux calls it."""


class Peer:
    """A socket whose kernel says these round trips, in microseconds."""

    def __init__(self, least: int = UNKNOWN, smooth: int = 0, *, size: int = 248) -> None:
        self.least = least
        self.smooth = smooth
        self.asked = 0
        self._size = size

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes:
        self.asked += 1
        info = struct.pack("=68xI76xI96x", self.smooth, self.least)
        return info[: min(self._size, buflen)]


class Gone:
    """A socket that cannot be asked."""

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes:
        raise OSError


@pytest.fixture(autouse=True)
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done where the system can tell."""
    monkeypatch.setattr(_lag, "_TCP_INFO", TCP_INFO)


@pytest.mark.parametrize(
    ("peer", "us"),
    [
        (Peer(31_000, 40_000), 31_000),
        (Peer(UNKNOWN, 40_000), 40_000),
        (Peer(0, 40_000), 40_000),
        (Peer(31_000, 40_000, size=104), 40_000),
        (Peer(31_000, 40_000, size=8), None),
        (Peer(UNKNOWN, 0), None),
        (Gone(), None),
    ],
)
def test_the_shortest_round_trip_counts_or_else_the_usual_one(
    peer: Peer | Gone, us: int | None
) -> None:
    assert round_trip_us(peer) == us


def test_on_a_system_that_does_not_tell_nobody_is_far_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_lag, "_TCP_INFO", None)
    peer = Peer(31_000)
    assert Lag().ms(peer, 0) == 0
    assert peer.asked == 0


def test_a_peer_can_come_closer_and_never_goes_away() -> None:
    """So they gain nothing by being slow when it suits them."""
    lag, peer = Lag(), Peer(250_499)
    said: list[int] = []
    for second, least in enumerate((250_499, 900_000, UNKNOWN, 5_500, 250_000)):
        peer.least = least
        said.append(lag.ms(peer, 100.0 + second * LAG_EVERY_S))
    assert said == [250, 250, 250, 6, 6]


def test_the_kernel_is_asked_once_a_second_at_most() -> None:
    """However many lines are read."""
    lag, peer = Lag(), Peer(31_000)
    assert [lag.ms(peer, 7 + tenth / 10) for tenth in range(25)] == [31] * 25
    assert peer.asked == 3


@pytest.fixture
def pair() -> Generator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection over the loopback interface."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as client,
    ):
        server, _ = listener.accept()
        with server:
            yield client, server


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_a_real_socket_has_a_round_trip(pair: tuple[socket.socket, socket.socket]) -> None:
    """Short, and more than nothing: the kernel has measured the handshake."""
    client, server = pair
    client.sendall(b"hello\n")
    server.recv(6)
    found = round_trip_us(server)
    assert found is not None
    assert 0 < found < 1_000_000


def the_kernel_says(us: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every socket has this shortest round trip."""
    peer = Peer(us)
    ask = cast("Callable[..., bytes | int]", socket.socket.getsockopt)

    def getsockopt(sock: socket.socket, level: int, optname: int, *size: int) -> bytes | int:
        if (level, optname) == (socket.IPPROTO_TCP, TCP_INFO):
            return peer.getsockopt(level, optname, *size)
        return ask(sock, level, optname, *size)

    monkeypatch.setattr(socket.socket, "getsockopt", getsockopt)


def lags(events: Sequence[HouseEvent]) -> set[int]:
    """What was said of the peers."""
    return {event.lag_ms for event in events if isinstance(event, Received)}


async def test_every_line_over_a_socket_says_how_far_away_its_peer_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = FanOutHouse()
    the_kernel_says(31_000, monkeypatch)
    async with on_loopback(house) as host:
        ann = await host.connect()
        await ann.say("echo x")
        assert await ann.line() == "x"
    assert lags(house.events(Received)) == {31}


class Quiet:
    """A socket whose kernel has last heard of the peer so many milliseconds ago."""

    def __init__(self, ms: int, *, size: int = 248) -> None:
        self._info = struct.pack("=56xI188x", ms)[:size]

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes:
        return self._info[:buflen]


def test_how_long_a_peer_has_confirmed_nothing_is_what_the_kernel_says() -> None:
    """Nothing is said where it cannot tell."""
    assert silent_s(Quiet(0)) == 0.0
    assert silent_s(Quiet(2_750)) == 2.75
    assert silent_s(Quiet(2_750, size=40)) is None
    assert silent_s(Gone()) is None


def test_where_the_system_cannot_tell_nothing_is_known_of_a_silent_peer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A Mac, for instance."""
    monkeypatch.setattr(_lag, "_TCP_INFO", None)
    assert silent_s(Quiet(5)) is None
