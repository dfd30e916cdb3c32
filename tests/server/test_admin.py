"""The operator's socket: who may open it, and how the house hears of who does."""

from __future__ import annotations

import socket
import stat
from pathlib import Path

import pytest
import trio

from parlour.core.effects import Connected, ConnId, HouseEvent, Measured, Received
from parlour.server import ListenError, open_admin
from parlour.server._sockets import _moment  # pyright: ignore[reportPrivateUsage]
from tests.server.fakes import Client, FanOutHouse
from tests.server.harness import on_loopback


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the socket is to be."""
    return tmp_path / "admin.sock"


async def connect(path: Path) -> Client:
    """An operator."""
    return Client(await trio.open_unix_socket(str(path)))


async def test_who_connects_there_is_the_operator_and_nobody_else(path: Path) -> None:
    house = FanOutHouse()
    async with on_loopback(house, admin=path) as host:
        operator, ann = await connect(path), await host.connect()
        async with operator.stream:
            await operator.say("echo one\necho two")
            assert [await operator.line(), await operator.line()] == ["one", "two"]
            await ann.say("echo three")
            assert await ann.line() == "three"
    found = {event for event in house.events(Connected) if isinstance(event, Connected)}
    assert {(event.address, event.near, event.operator) for event in found} == {
        ("operator", True, True),
        ("127.0.0.1", True, False),
    }


async def test_the_house_is_told_how_the_shell_is_before_each_line(path: Path) -> None:
    house = FanOutHouse()
    async with on_loopback(house, admin=path) as host:
        operator = await connect(path)
        async with operator.stream:
            for text in ("one", "two"):
                await operator.say(f"echo {text}")
                assert await operator.line() == text
        figures = host.running.driver.figures()
    heard = [e for tick in house.ticks for e in tick if isinstance(e, Measured | Received)]
    assert [type(event) for event in heard] == [Measured, Received] * 2
    assert {frozenset(e.figures) for e in heard if isinstance(e, Measured)} == {frozenset(figures)}


def test_also_when_lines_are_put_in_the_order_in_which_they_came() -> None:
    events: list[HouseEvent] = [
        Received(ConnId(1), b"", 5.0),
        Measured({}),
        Received(ConnId(2), b"", 4.0),
    ]
    order = sorted(events, key=lambda event: _moment(event, 6.0))
    assert order == [events[1], events[2], events[0]]


# --- the socket itself -------------------------------------------------------------------


def test_only_the_user_of_the_host_may_open_it(path: Path) -> None:
    with open_admin(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_it_is_gone_when_the_host_has_ended(path: Path) -> None:
    async with on_loopback(FanOutHouse(), admin=path) as host:
        assert await trio.Path(path).is_socket()
    await host.ended.wait()
    assert not await trio.Path(path).exists()


def test_one_that_a_dead_host_left_is_replaced(path: Path) -> None:
    open_admin(path).close()
    assert path.is_socket()
    with open_admin(path), socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(path))


def test_what_is_no_socket_is_not_replaced(path: Path) -> None:
    path.write_text("notes")
    with pytest.raises(ListenError, match=r"^Cannot listen at '.*': Address already in use\.$"):
        open_admin(path)
    assert path.read_text() == "notes"


def test_a_path_that_is_too_long_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(ListenError) as raised:
        open_admin(tmp_path / ("x" * 120))
    assert raised.value.text.endswith(
        "the path is too long for a socket; choose a shorter data directory."
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(ListenError, match="No such file or directory"):
        open_admin(tmp_path / "nowhere" / "admin.sock")
