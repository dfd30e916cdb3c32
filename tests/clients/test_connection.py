"""One connection: how a host is dialled, and who we are to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from parlour_client import Heard, Problem, Refused, connect
from parlour_client.connection import Identity, over_tcp
from parlour_client.protocol import No, Ok
from tests.clients.jumping import JumpingLoop, in_no_time, over_sockets, run

# --- the dial -------------------------------------------------------------------------


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def _listening() -> AsyncGenerator[tuple[int, asyncio.Queue[Ends]]]:
    """A port, and the lines to it as they come."""
    lines = asyncio.Queue[Ends]()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.put_nowait((reader, writer))

    async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1], lines


@over_sockets
async def test_what_is_sent_arrives_also_just_before_it_is_hung_up() -> None:
    async with _listening() as (port, lines):
        line = await over_tcp("127.0.0.1", port)()
        reader, writer = await lines.get()
        writer.write(b"Hello.\n")
        assert await line.read() == b"Hello.\n"
        await line.write(b"quit\n")
        line.close()
        assert await reader.read() == b"quit\n"
        assert await line.read() == b""
        writer.close()
        with pytest.raises(ConnectionError):
            await line.write(b"look\n")


@over_sockets
async def test_hanging_up_ends_what_waits_though_the_other_end_takes_nothing() -> None:
    async with _listening() as (port, lines):
        line = await over_tcp("127.0.0.1", port)()
        _, writer = await lines.get()
        reading = asyncio.create_task(line.read())
        writing = asyncio.create_task(_write_all(line))
        await asyncio.sleep(1)
        assert not writing.done()
        line.close()
        assert await reading == b""
        with pytest.raises(ConnectionError):
            await writing
        writer.transport.abort()


async def _write_all(line: Any) -> None:
    while True:
        await line.write(100_000 * b"x")


def _resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name is a machine with *addresses*."""

    async def find(_: object, _host: str, port: int, **_more: object) -> list[Any]:
        stream = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*stream, (address, port)) for address in addresses]

    monkeypatch.setattr(JumpingLoop, "getaddrinfo", find)


def test_a_machine_with_several_addresses_is_tried_at_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`localhost` is ::1 first on many machines, and a host may listen at 127.0.0.1 only."""
    _resolving(monkeypatch, "127.0.0.2", "127.0.0.1")

    async def main() -> None:
        async with _listening() as (port, lines):
            line = await over_tcp("kitchen-pc", port)()
            _, writer = await lines.get()
            line.close()
            writer.close()
            await asyncio.sleep(1)

    run(main, sockets=True)


def test_that_nobody_listens_is_said_in_clear_words_however_many_addresses_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _resolving(monkeypatch, "127.0.0.2", "127.0.0.1", "255.255.255.255")

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with pytest.raises(Problem, match="No host answers at kitchen-pc"):
            async with connect("kitchen-pc", port, name="ann"):
                raise AssertionError("there is no playing here")

    run(main, sockets=True)


@pytest.mark.parametrize("name", ["a..b", 64 * "x", "a\0b"])
@in_no_time
async def test_what_can_be_the_name_of_no_machine_is_said_to_be_none(name: str) -> None:
    with pytest.raises(Problem, match="There is no computer called"):
        async with connect(name, name="ann"):
            raise AssertionError("there is no playing here")


# --- the identity ---------------------------------------------------------------------


def _refused(code: str) -> Refused:
    return Refused(No("0", {"code": code}))


def _came_in(last: int | None = None) -> Identity:
    """Someone who is in, and has heard everything up to *last*."""
    standing = Identity("ann")
    standing.came_in(Ok("0", {"name": "Ann", "guest": True, "token": "t0ken"}))
    if last is not None:
        assert standing.is_new(Heard(last, "welcome", {}))
    return standing


def test_the_host_says_who_one_is_and_one_comes_back_to_where_one_was() -> None:
    """Who registers has another way back, and is no guest."""
    assert Identity("ann").way_in() == "name ann"
    assert Identity("ann", "open sesame").way_in() == "name ann open sesame"
    assert Identity("ann", "open sesame", "0ld").way_in() == "resume 0ld"
    assert _came_in().way_in() == "resume t0ken"
    standing = _came_in(7)
    assert standing.way_in() == "resume t0ken 7"
    standing.answered(Ok("3", {"tables": 2}))
    assert (standing.name, standing.token, standing.guest) == ("Ann", "t0ken", True)
    standing.answered(Ok("4", {"name": "Ann", "token": "n3w", "code": "x", "changed": False}))
    assert (standing.token, standing.guest) == ("n3w", False)


def test_without_all_that_was_missed_one_comes_back_and_has_a_gap() -> None:
    """It is kept until somebody is told of it, as the line may be cut again before that."""
    standing = _came_in(7)
    assert standing.other_way(_refused("unavailable"))
    assert standing.way_in() == "resume t0ken"
    standing.came_in(Ok("0", {"token": "t0ken"}))
    assert standing.take_gap()
    assert not standing.take_gap()


def test_who_is_forgotten_begins_again_and_has_a_gap_if_they_have_heard_anything() -> None:
    """A host that was set up again counts its events from one."""
    standing = _came_in(700)
    assert standing.other_way(_refused("bad_password"))
    assert standing.way_in() == "name Ann"
    assert standing.take_gap()
    assert standing.is_new(Heard(1, "welcome", {}))
    standing = Identity("ann", token="0ld")
    assert standing.other_way(_refused("bad_password"))
    assert standing.way_in() == "name ann"
    assert not standing.take_gap()


@pytest.mark.parametrize(
    ("standing", "code"),
    [
        *((Identity("ann"), code) for code in ("name_taken", "unavailable", "bad_password")),
        (_came_in(), "too_many"),
        (_came_in(7), "too_many"),
        (_came_in(), "unavailable"),
    ],
)
def test_of_other_refusals_there_is_no_way_around(standing: Identity, code: str) -> None:
    assert not standing.other_way(_refused(code))


def test_an_event_is_new_once_and_lobby_news_always_which_do_not_count() -> None:
    """The way back goes on from the last numbered event."""
    standing = _came_in(7)
    events = [Heard(seq, "notice", {}) for seq in (5, 7, 8, 8, 0, 0, 11, 10, 12)]
    assert [event.seq for event in events if standing.is_new(event)] == [8, 0, 0, 11, 12]
    assert standing.is_new(Heard(0, "table", {}))
    assert standing.way_in() == "resume t0ken 12"
