"""One connection, in this process: what it may leave unsent, and how long it may take."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

from parlour_client.connection import over_tcp
from parlour_door.door import Door
from parlour_door.limits import HANDSHAKE_S, NAMELESS_S, UNSENT_BYTES
from parlour_door.telnet import TelnetWire
from tests.clients.jumping import ARRIVAL_S, JumpingLoop
from tests.door.test_options import TELNET


def at_the_door(
    test: Callable[[Door, socket.socket], Awaitable[None]], kind: type[TelnetWire] = TelnetWire
) -> None:
    """Run *test* with a door, and a connection to its telnet."""

    async def main() -> None:
        door = Door("kitchen-pc", lambda _: over_tcp("127.0.0.1", 1))
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: kind(door), "127.0.0.1", 0)
        with socket.create_connection(server.sockets[0].getsockname()) as guest:
            guest.setblocking(False)
            await test(door, guest)
        while door.places or door.guests:
            door.empty.clear()
            await door.empty.wait()
        assert (door.guests, door.shaking) == (set(), 0)
        server.close()

    loop = JumpingLoop(ARRIVAL_S)
    try:
        loop.run_until_complete(main())
        assert loop.overlooked == []
        assert asyncio.all_tasks(loop) == set()
    finally:
        loop.close()


async def all_of(guest: socket.socket) -> bytes:
    """Everything that comes until the door closes."""
    loop, said = asyncio.get_running_loop(), b""
    while data := await loop.sock_recv(guest, 1 << 16):
        said += data
    return said


def test_nc_is_sent_to_the_other_port() -> None:
    async def test(door: Door, guest: socket.socket) -> None:
        assert b"This port is for telnet. With nc, use" in await all_of(guest)
        assert asyncio.get_running_loop().time() >= HANDSHAKE_S

    at_the_door(test)


async def is_asked(guest: socket.socket) -> None:
    """Shake hands, and read up to the first question."""
    guest.send(TELNET)
    said = b""
    while b"name:" not in said:
        said += await asyncio.get_running_loop().sock_recv(guest, 1 << 16)


def test_somebody_without_a_name_does_not_stay_for_ever() -> None:
    async def test(door: Door, guest: socket.socket) -> None:
        await is_asked(guest)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, JumpingLoop)
        loop.hurry()
        said = await all_of(guest)
        assert said.endswith(b"Come back whenever you like.\r\n")
        assert b"\x1b[?1049l" in said, "the other screen is left"
        assert loop.time() >= NAMELESS_S

    at_the_door(test)


def test_the_door_closes_with_a_word() -> None:
    async def test(door: Door, guest: socket.socket) -> None:
        await is_asked(guest)
        closing = asyncio.create_task(door.close())
        said = await all_of(guest)
        await closing
        assert said.endswith(b"\x1b[?25hThe door is closing. Please come back in a minute.\r\n")
        assert b"\x1b[?1049l" in said

    at_the_door(test)


def test_who_does_not_read_is_cut_off() -> None:
    """At once, however much is written: nobody waits for them."""
    made = list[TelnetWire]()

    class Noted(TelnetWire):
        def opened(self) -> None:
            made.append(self)
            super().opened()

    async def test(door: Door, guest: socket.socket) -> None:
        await is_asked(guest)
        (wire,) = made
        for _ in range(20 * UNSENT_BYTES // 65_536):
            wire.write(bytes(65_536))
        assert len(await all_of(guest)) < 2 * UNSENT_BYTES

    at_the_door(test, Noted)


def test_who_is_gone_before_the_client_begins_takes_no_place() -> None:
    came = asyncio.Event()

    class Fleeting(TelnetWire):
        def _begin(self) -> None:
            super()._begin()
            assert self.guest is not None
            self.guest.lost()
            came.set()

    async def test(door: Door, guest: socket.socket) -> None:
        guest.send(TELNET)
        await came.wait()

    at_the_door(test, Fleeting)
