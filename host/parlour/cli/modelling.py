"""`parlour mcp`: the door for language models, started by an MCP client. It speaks on a pipe."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._group import Refusal

if TYPE_CHECKING:
    from parlour_client import Link
    from parlour_client.mcp.serving import Server

MODEL: Final = "model"
"""Who plays if neither the command line nor the model says so."""


@click.command()
@click.argument("where", metavar="HOST[:PORT]")
@click.option(
    "--name", default=MODEL, metavar="NAME", help="Its name there. It gets -bot at the end."
)
@click.option("--account", is_flag=True, help="Make an account, for the ladder of programs.")
@click.option("--trust", default="", metavar="SHA256:...", help="As in parlour play.")
def mcp(where: str, name: str, account: bool, trust: str) -> int:
    """Let a language model play: a server of the Model Context Protocol.

    \b
    An MCP client starts it, and talks to it on standard input and output:
    { "command": "parlour", "args": ["mcp", "192.168.1.20", "--name", "robin"] }

    It gives the model five tools: look, sit, wait, move, say.
    """
    from parlour.cli._places import address, scheme
    from parlour.cli.playing import check_trust

    check_trust(trust, where)
    must, there = scheme(where)
    place = address(there)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(place, name, must, trust, account=account))
    return 0


async def _serve(
    place: tuple[str, int], name: str, must: str, trust: str, *, account: bool
) -> None:
    from importlib.metadata import version

    from parlour_client.mcp.serving import MESSAGE_MOST, Server, program
    from parlour_client.mcp.tools import Door

    def send(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    @asynccontextmanager
    async def enter(name: str) -> AsyncGenerator[Link]:
        async with _entering(
            place, name, must, trust, program(server.client), account=account
        ) as link:
            yield link

    server: Server = Server(Door(enter, name), send, version("parlour"))
    reader = asyncio.StreamReader(MESSAGE_MOST)
    protocol = asyncio.StreamReaderProtocol(reader)
    try:
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    except ValueError as error:
        raise Refusal(
            "parlour mcp is started by an MCP client, which talks to it on a pipe."
        ) from error
    await server.serve(reader)


@asynccontextmanager
async def _entering(
    place: tuple[str, int], name: str, must: str, trust: str, bot: str, *, account: bool
) -> AsyncGenerator[Link]:
    """Connect as *name*, and remember the way back. Raises Problem, Refused."""
    from parlour.cli._places import remembering
    from parlour.cli.playing import tls_rules
    from parlour_client import Problem, connect

    async with AsyncExitStack() as stack:
        memory = stack.enter_context(remembering(*place, player=name))
        if not memory.locked:
            raise Problem(
                f"{name} plays there already, from another program here. Take another name."
            )
        known = memory.place
        link = await stack.enter_async_context(
            connect(
                *place,
                name=name,
                password=known.password or None,
                token=known.token,
                capabilities=("text",),
                bot=bot,
                tls=tls_rules(memory, must, trust),
            )
        )
        memory.keep(link.name, link.token)
        stack.callback(lambda: memory.keep(link.name, link.token))
        if account and link.guest:
            password = secrets.token_urlsafe(24)
            memory.keep(link.name, link.token, password)
            await link.ask(f"/register {password}")
            memory.keep(link.name, link.token, password)
        yield link
