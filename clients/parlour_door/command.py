"""`parlour door`: from the command line to listening, and to the end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._group import Misuse, Refusal, with_config, with_data
from parlour.cli._places import address
from parlour.cli._shared import config_of, folder_in
from parlour_client.connection import DEFAULT_PORT

if TYPE_CHECKING:
    import asyncssh

    from parlour_client.connection import Dial
    from parlour_door.door import Door
    from parlour_door.to_host import Caller


_TYPED: Final = {
    "ssh": "ssh -p {1} {0}",
    "telnet": "telnet {0} {1}",
    "web": "http://{0}:{1}/ in a browser",
}
"""How guests come in, by the name of this computer and the port."""
_PORT: Final = click.IntRange(0, 65535)


@click.command()
@click.option("--ssh", "ssh_port", type=_PORT, metavar="PORT", help="Listen for ssh here.")
@click.option("--telnet", "telnet_port", type=_PORT, metavar="PORT", help="The same for telnet.")
@click.option("--web", "web_port", type=_PORT, metavar="PORT", help="The same for browsers.")
@click.option("--bind", default="", metavar="ADDRESS", help="Listen at this address only.")
@click.option("--host", "where", default="", metavar="HOST[:PORT]", hidden=True)
@with_data
@with_config
def door(
    ssh_port: int | None,
    telnet_port: int | None,
    web_port: int | None,
    bind: str,
    where: str,
    data: Path | None,
    config_file: Path | None,
) -> int:
    """Give the full screen to people with ssh, telnet or a browser.

    \b
    parlour door --ssh 4022                  ssh -p 4022 THIS-COMPUTER
    parlour door --telnet 4023 --web 4006    telnet THIS-COMPUTER 4023

    The host runs on this computer too, with the same data directory.
    """
    if ssh_port is None and telnet_port is None and web_port is None:
        raise Misuse("Say where to listen: parlour door --ssh 4022 --telnet 4023 --web 4006")
    config = config_of(config_file)
    folder = data.absolute() if data is not None else folder_in(config)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    ports = {"ssh": ssh_port, "telnet": telnet_port, "web": web_port}
    wanted = {kind: port for kind, port in ports.items() if port is not None}
    with suppress(KeyboardInterrupt):
        door = _dialling(folder, where), config.server.name
        asyncio.run(_serve(*door, wanted, bind or None, folder, config.web.hosts))
    return 0


async def _serve(
    dialling: Callable[[Caller], Dial],
    name: str,
    wanted: dict[str, int],
    bind: str | None,
    folder: Path,
    names: tuple[str, ...],
) -> None:
    """Listen until a signal ends it. *name* is that of the host, if it has one.

    *names* are further ones for browsers. Raises Refusal.
    """
    from parlour_door.door import Door

    computer = socket.gethostname()
    door = Door(name or computer, dialling)
    loop = asyncio.get_running_loop()
    ends = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ends.set)
    async with AsyncExitStack() as stack:
        lines = list[str]()
        server: asyncio.Server | asyncssh.SSHAcceptor
        for kind, port in wanted.items():
            try:
                match kind:
                    case "telnet":
                        server = await _listen_telnet(door, bind, port)
                    case "ssh":
                        server = await _listen_ssh(door, bind, port, folder)
                    case _:
                        server = await _listen_web(door, bind, port, names)
            except OSError as error:
                why = os.strerror(error.errno) if error.errno else str(error)
                raise Refusal(f"Cannot listen for {kind} on port {port}: {why}.") from error
            stack.callback(server.close)
            found = server.sockets[0].getsockname()[1]
            lines.append(f"Guests type: {_TYPED[kind].format(computer, found)}")
        _tidy()
        click.echo("\n".join([*lines, "Ctrl-C closes the door."]))
        await ends.wait()
    await door.close()


async def _listen_telnet(door: Door, bind: str | None, port: int) -> asyncio.Server:
    from parlour_door.telnet import TelnetWire

    return await asyncio.get_running_loop().create_server(lambda: TelnetWire(door), bind, port)


async def _listen_ssh(
    door: Door, bind: str | None, port: int, folder: Path
) -> asyncssh.SSHAcceptor:
    try:
        from parlour_door.ssh import host_key, listen
    except ModuleNotFoundError as error:
        raise Refusal("For --ssh you need asyncssh: pip install 'parlour[door]'") from error
    import asyncssh

    try:
        key = host_key(folder)
    except asyncssh.KeyImportError as error:
        raise Refusal(f"{folder} has no usable key for ssh: {error}") from error
    click.echo(f"The ssh key of this door: {key.get_fingerprint()}")
    return await listen(door, bind, port, key)


async def _listen_web(
    door: Door, bind: str | None, port: int, names: tuple[str, ...]
) -> asyncio.Server:
    from parlour.web.site import Site, address_of
    from parlour_door.web import WebWire, load_page

    computer = socket.gethostname()
    here = address_of(computer, port)
    site = Site.of((here,), port=port, lines_port=DEFAULT_PORT, name=computer, given=names)
    page = load_page()
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: WebWire(door, site, page), bind, port)


def _dialling(folder: Path, where: str) -> Callable[[Caller], Dial]:
    """Return how to reach the host for a guest. Raises Refusal."""
    from parlour_client.connection import over_tcp
    from parlour_door.to_host import SOCKET, over_socket

    if where:
        host, port = address(where)
        return lambda _: over_tcp(host, port)
    if not (folder / SOCKET).is_socket():
        raise Refusal(f"No host is running on {folder}. Start it first: parlour serve")
    return lambda caller: over_socket(folder, caller)


def _tidy() -> None:
    """Search for garbage less often, and not in what stays anyway: it would hold up keys."""
    import importlib

    importlib.import_module("parlour_client.screen.app")
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(before[0], 2, 50)
