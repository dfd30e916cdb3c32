"""The client that docs/protocol.md prints plays whole games, and comes back when it is cut off."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import pytest
import trio
import trio.testing

from parlour.core.limits import Limits
from tests.docs.hosting import Hosting
from tests.docs.pages import ROOT, blocks_of
from tests.sizes import sized

GAMES: Final = {
    "probe": (("1", "word_check=off"), (1, 4)),
    "boggle": (("0", "target=0", "pause_seconds=0"), (0, 1)),
    "password": (("2", "pause_seconds=0", "clue_seconds=0", "guess_seconds=0"), (1, 4)),
}
"""The bots and options of each game, and the prompts, counted from 0, in the middle of whose lines
the connection is cut. A round of Boggle may have no more than those two."""
RATE: Final = 100
"""The host's clocks run that much faster: a round of Boggle takes minutes."""
PAUSE: Final = "time.sleep(1)"
"""How long the program waits before it comes back: here so long that rounds would be over."""
LIMITS: Final = Limits(bot_pause_ms=0, login_s=100_000, away_s=100_000, bot_wait_s=10_000)


def _program() -> str:
    """The first Python block of the page: the program that it is about."""
    page = ROOT / "docs" / "protocol.md"
    return "\n".join(next(block for block in blocks_of(page) if block.kind == "python").lines)


def test_it_stands_within_the_first_150_lines() -> None:
    lines = (ROOT / "docs" / "protocol.md").read_text("utf-8").splitlines()
    assert lines.index("```python") + len(_program().splitlines()) < 150
    first = next(line for line in lines if line.startswith("## "))
    assert first.endswith("Write a client")


@pytest.mark.parametrize("game", sized(("probe", "boggle"), GAMES))
def test_it_plays_a_whole_game_through_two_cuts(game: str, tmp_path: Path) -> None:
    options, cuts = GAMES[game]
    program = tmp_path / "player.py"
    source = _program()
    assert PAUSE in source
    program.write_text(source.replace(PAUSE, "time.sleep(0.01)"), "utf-8")
    clock = trio.testing.MockClock(rate=RATE)
    wire = Wire(cuts)
    said = trio.run(_play, program, tmp_path, game, options, wire, clock=clock)
    assert "Game over" in said, said
    assert wire.cuts == len(cuts), said
    assert said.count("You are back at table 1, seat 1.") == len(cuts)


async def _play(
    program: Path, folder: Path, game: str, options: tuple[str, ...], wire: Wire
) -> str:
    """What the program has printed when its game is over."""
    async with trio.open_nursery() as nursery:
        hosting = Hosting(nursery, folder, [game], LIMITS)
        await hosting.start()
        wire.port = hosting.port
        listeners = await nursery.start(trio.serve_tcp, wire.carry, 0)
        port = str(listeners[0].socket.getsockname()[1])
        done = await trio.run_process(
            [sys.executable, str(program), "127.0.0.1", port, game, *options],
            capture_stdout=True,
            capture_stderr=True,
            check=False,
        )
        hosting.stop()
        nursery.cancel_scope.cancel()
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


class Wire:
    """Carries lines between the program and the host, and is cut at some prompts."""

    def __init__(self, cuts: tuple[int, ...]) -> None:
        self.port = 0
        self.cuts = 0
        self._at = cuts
        self._prompts = 0

    async def carry(self, near: trio.SocketStream) -> None:
        """One connection, to its end."""
        far = await trio.open_tcp_stream("127.0.0.1", self.port)
        async with near, far, trio.open_nursery() as nursery:
            nursery.start_soon(self._requests, near, far)
            await self._told(far, near)
            nursery.cancel_scope.cancel()

    async def _requests(self, near: trio.SocketStream, far: trio.SocketStream) -> None:
        async for data in near:
            await far.send_all(data)
        await far.send_eof()

    async def _told(self, far: trio.SocketStream, near: trio.SocketStream) -> None:
        """What the host says, line by line; at a cut half of the line."""
        data = b""
        async for more in far:
            *lines, data = (data + more).split(b"\n")
            for line in lines:
                if b" prompt {" in line:
                    self._prompts += 1
                    if self._prompts - 1 in self._at:
                        self.cuts += 1
                        await near.send_all(line[: len(line) // 2])
                        return
                await near.send_all(line + b"\n")
