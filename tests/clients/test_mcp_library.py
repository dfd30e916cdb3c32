"""The door for language models, driven by the MCP library itself: whole games at a real host.

The library brings thirty packages, so it is not among the tools of the tests. To run this:
`.venv/bin/pip install mcp`.
"""

# What the library says is not known where the types are checked.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import trio

from parlour_client.mcp.seat import OTHERS
from tests.e2e.serving import Serving, serving

mcp = pytest.importorskip("mcp", reason="not installed: pip install mcp")
WORDS: Final = ("water", "castle", "music", "garden", "winter", "animal", "house", "river")
RACKS: Final = ("WINDMILL", "..LANTERN.", "JUKEBOX..", ".PUZZLES")
LETTERS: Final = "ETAOINSRHLDCUMFPGWYBVKXJQZ."
MOST_CALLS: Final = 400
CONFIG: Final = "[limits]\nbot_pause_ms = 0\n"


class Model:
    """A model that picks moves by chance from what it is told."""

    def __init__(self, client: Any, seed: int) -> None:
        self._client = client
        self._rng = Random(seed)
        self._known: dict[str, str] = {}
        self.calls = self.size = 0

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool. It must say whether it refuses. Within which time: see test_mcp.py."""
        answer = await self._client.call_tool(tool, arguments)
        [content] = answer.content
        self.calls += 1
        self.size += len(content.text)
        found: dict[str, Any] = json.loads(content.text)
        assert bool(answer.is_error) is (list(found) == ["refused"]), found
        self._known = found.get(OTHERS, {}).get("can_be", self._known)
        return found

    async def play(self, found: dict[str, Any]) -> dict[str, Any]:
        """Play the game to its end, and return what was said then."""
        while "over" not in found:
            assert self.calls < MOST_CALLS, found
            turn = found.get("turn", {"optional": True})
            if turn.get("optional"):
                found = await self.call("wait")
            else:
                found = await self.call("move", moves=[self.move(turn["type"][0])])
        return found

    def move(self, usage: str) -> str:
        """A move of that usage."""
        verb, *args = usage.split()
        words = [self._word(arg.lower()) for arg in args]
        return " ".join((verb, *words))

    def _word(self, name: str) -> str:
        if name == "..word.":
            return self._rng.choice(RACKS)
        if name == "letter":
            return self._rng.choice(LETTERS)
        return self._rng.choice(self._known.get(name, "").split() or WORDS)


@asynccontextmanager
async def model(host: Serving, home: Path, name: str, mode: str) -> AsyncGenerator[Model]:
    door = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "parlour", "mcp", f"127.0.0.1:{host.port}", "--name", name],
        env={**os.environ, "XDG_STATE_HOME": str(home)},
    )
    async with mcp.Client(door, mode=mode) as client:
        yield Model(client, 1)


@pytest.fixture(scope="module")
def host() -> Generator[Serving]:
    with serving(CONFIG) as found:
        yield found


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_whole_game_of_probe(host: Serving, tmp_path: Path, mode: str) -> None:
    """And the model's process may end in between."""
    options = ["racks=1", "hide_seconds=30"]
    async with model(host, tmp_path, f"probe-{mode}", mode) as one:
        await one.call("look", at="rules", game="probe")
        found = await one.call("sit", game="probe", bots=1, level="easy", options=options)
        while "turn" not in found:
            found = await one.call("wait")
        await one.call("move", moves=["hide WINDMILL"], wait=0)
    async with model(host, tmp_path, f"probe-{mode}", mode) as one:
        found = await one.call("look")
        assert "W" in str(found[OTHERS]["position"])
        over = await one.play(found)
    assert "Game over" in str(over[OTHERS]["news"])
    assert one.size < 200_000


async def test_a_whole_game_of_password_by_two_models(host: Serving, tmp_path: Path) -> None:
    async with (
        model(host, tmp_path, "robin", "auto") as robin,
        model(host, tmp_path, "rose", "legacy") as rose,
    ):
        await robin.call("sit", game="password")
        news = str(await robin.call("look"))
        table = re.search(r"[Tt]able (\d+)", news)
        assert table is not None, news
        found = await rose.call("sit", table=int(table[1]))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(robin.play, {})
            over = await rose.play(found)
        assert "Game over" in str(over[OTHERS]["news"])
        assert robin.calls + rose.calls > 40
