"""A cockpit on a screen that can be read, with keys from a pipe and time that jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import Any

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from parlour.api import AnyGame
from parlour.lexicons import Lexicons
from parlour_kit.cockpit.code import Code
from parlour_kit.cockpit.screen import CockpitScreen
from parlour_kit.cockpit.session import Cockpit
from parlour_kit.host import Host
from parlour_kit.position import Position
from tests.clients import jumping
from tests.clients.glass import Glass

LISTS = Lexicons()
ARRIVAL_S = 0.02
"""Real seconds between two looks at a process that has something to say."""
IN_COLOUR = MappingProxyType({"LANG": "en_GB.UTF-8", "TERM": "xterm-256color"})


def cockpit(game: AnyGame, seats: int, **more: Any) -> Cockpit:
    """A cockpit at the start of a game."""
    return Cockpit.begin(game, LISTS, Position(game=game.id, seats=seats, **more))


def watched(
    shown: Cockpit,
    columns: int,
    rows: int,
    script: Callable[[Glass], Coroutine[Any, Any, Any]],
    *,
    code: Code | None = None,
    environ: Mapping[str, str] = IN_COLOUR,
) -> Glass:
    """Play *script* before a screen of the cockpit; return how it looked at last."""

    async def main() -> Glass:
        with create_pipe_input() as keys, create_app_session(input=keys):
            nobody: Host = None  # type: ignore[assignment]
            glass = Glass(nobody, columns, rows, keys)
            loop = asyncio.get_running_loop()
            screen = CockpitScreen(
                shown,
                code,
                input=keys,
                output=glass.output,
                environ=environ,
                now_ms=lambda: round(loop.time() * 1000),
            )
            showing = asyncio.create_task(screen.show())
            try:
                await glass.rest()
                await script(glass)
            finally:
                glass.paper.dry = True
                if not showing.done():
                    screen.leave()
                await showing
            return glass

    return jumping.run(main)


async def really(glass: Glass, words: str) -> None:
    """Wait until *words* can be read that depend on another process."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, jumping.JumpingLoop)
    loop.wait(ARRIVAL_S)
    await glass.until(words)
    loop.hurry()
