"""Bytes over TCP, with both ends in one loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from parlour_client import Problem, connect
from parlour_client.connection import over_tcp
from tests.clients.jumping import JumpingLoop, run

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def _listening() -> AsyncGenerator[tuple[int, asyncio.Queue[Ends]]]:
    """A port, and the lines to it as they come."""
    lines = asyncio.Queue[Ends]()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.put_nowait((reader, writer))

    async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1], lines


def test_what_is_sent_arrives_also_just_before_it_is_hung_up() -> None:
    async def main() -> None:
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

    run(main, sockets=True)


def test_hanging_up_ends_what_waits_though_the_other_end_takes_nothing() -> None:
    async def main() -> None:
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

    run(main, sockets=True)


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
def test_what_can_be_the_name_of_no_machine_is_said_to_be_none(name: str) -> None:
    async def main() -> None:
        with pytest.raises(Problem, match="There is no machine of that name"):
            async with connect(name, name="ann"):
                raise AssertionError("there is no playing here")

    run(main)
