"""A whole evening with `parlour play --plain`, as it is typed and read: scripts and transcripts.

    > new boggle      what the player types
    Table 1: ...      what he reads because of it
    (20 s later)      time passes
    (the line is cut) and comes back

Blocks marked `plain` in docs/ are such scripts; `python -m tests.docs.update` writes into them
what is really read.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from random import Random
from typing import Final

from parlour.core.limits import Limits
from parlour.language import WIDTH
from parlour.lexicons import BUILTIN, Lexicons
from parlour.plugins import find_games
from parlour_client.link import Link, connect
from parlour_client.plain import play
from parlour_client.source import Login
from parlour_kit.host import Host
from tests.clients.hosted import Hosted, hosted
from tests.clients.jumping import run

LATER: Final = re.compile(r"\((\d+) s later\)")
CUT: Final = "(the line is cut)"
ENOUGH_S: Final = 0.01
"""Everything that follows from a line has happened by then: nothing of it takes time."""


class Paper:
    """A `Console` that keeps what is said and typed, in one column."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.width = WIDTH
        self.pulled = asyncio.Event()
        """It has got another width."""

    async def resized(self) -> None:
        """See `Console`."""
        await self.pulled.wait()
        self.pulled.clear()

    def say(self, line: str) -> None:
        """See `Console`."""
        self.lines.append(line)

    async def read(self, question: str = "", *, secret: bool = False) -> str | None:
        """See `Console`."""
        if question:
            self.lines.append(question)
        return await self._typed.get()

    def type(self, line: str | None) -> None:
        """The player types *line*; None: he is done."""
        if line is not None:
            self.lines.append(f"> {line}".rstrip())
        self._typed.put_nowait(line)


def spoken(script: Sequence[str]) -> list[str]:
    """The transcript of the steps in *script*: its lines that are typed, and directions."""
    steps = [line for line in script if line.startswith((">", "(")) and is_step(line)]
    return run(lambda: _speak(steps))


def is_step(line: str) -> bool:
    """Does *line* say what is done, and not what is read?"""
    return line.startswith(">") or line == CUT or LATER.fullmatch(line) is not None


async def _speak(steps: Sequence[str]) -> list[str]:
    paper = Paper()
    async with hosted(_host()) as host:
        playing = asyncio.create_task(_play(host, paper))
        await asyncio.sleep(ENOUGH_S)
        for step in steps:
            if step.startswith(">"):
                paper.type(step.removeprefix(">").strip())
            else:
                paper.lines.append(step)
                await _pass(host, step)
            await asyncio.sleep(ENOUGH_S)
        paper.type(None)
        await playing
    return paper.lines


async def _pass(host: Hosted, step: str) -> None:
    if step == CUT:
        host.cut()
    elif later := LATER.fullmatch(step):
        await asyncio.sleep(int(later[1]))


async def _play(host: Hosted, paper: Paper) -> int:
    def enter(login: Login) -> AbstractAsyncContextManager[Link]:
        return connect(
            "test",
            name=login.name,
            password=login.password,
            capabilities=("text", "scene"),
            dial=host.dial,
            rng=Random(1),
            wall=asyncio.get_running_loop().time,
        )

    return await play(enter, paper, login=None, usual="ann")


@cache
def lexicons() -> Lexicons:
    """The word lists that come with Parlour."""
    return Lexicons({})


def _host() -> Host:
    games = find_games(lexicons=BUILTIN).games
    return Host(games={"boggle": games["boggle"]}, lexicons=lexicons(), limits=Limits())
