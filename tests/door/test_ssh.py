"""What the door does to asyncssh from outside, where an upgrade could undo it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncssh

from parlour_client.connection import over_tcp
from parlour_door.door import Door
from parlour_door.limits import READ_BYTES
from parlour_door.ssh import KEY_FILE, Visitor, host_key, listen


def test_the_key_of_the_door_is_made_once_and_for_nobody_else(tmp_path: Path) -> None:
    made = host_key(tmp_path)
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert host_key(tmp_path).get_fingerprint() == made.get_fingerprint()


def test_nothing_that_a_guest_sends_is_kept_or_read_in_large_pieces(tmp_path: Path) -> None:
    async def main() -> None:
        door = Door("kitchen-pc", lambda _: over_tcp("127.0.0.1", 1))
        server = await listen(door, "127.0.0.1", 0, host_key(tmp_path))
        port: int = server.sockets[0].getsockname()[1]
        connect: Any = asyncssh.connect
        options = {
            "known_hosts": None,
            "username": "x",
            "client_keys": None,
            "password": "",
            "config": None,
        }
        async with connect("127.0.0.1", port, agent_path=None, **options) as conn:
            process = await conn.create_process(
                term_type="xterm", env={f"V{number}": "x" * 100 for number in range(50)}
            )
            said = ""
            while "name:" not in said:
                said += await process.stdout.read(1000)
            (guest,) = door.guests
            session: Any = guest.channel
            assert session._chan.get_environment() == {}
            visitor: Visitor = session._visitor
            assert vars(visitor)["_conn"]._transport.max_size == READ_BYTES
        server.close()
        await door.close()
        assert (door.guests, door.shaking) == (set(), 0)

    asyncio.run(main())
