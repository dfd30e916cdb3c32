"""How long a player waits for the terminal client: `python -m tools.bench.client`.

The bench starts the whole program in a terminal of its own (a pty), as a player starts it. It
measures the time from the start until the player sees

    screen   the first letter on the screen
    in       the host's greeting, which says that the player is in
    board    with `--local boggle`: the board of the first round, after host, table and bots
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from tools.bench.terminal import Terminal, terminal

PATIENCE_S: Final = 30
STEP_S: Final = 0.01
ROWS: Final = 24
COLUMNS: Final = 80
GOAL_S: Final = 0.5
"""For the first paint."""
_ESCAPE: Final = re.compile(rb"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>78]|\][^\x07]*\x07)|[\s\x0f]")
SCREEN: Final = re.compile(rb"[A-Za-z]")
IN: Final = re.compile(rb"Hello")
BOARD: Final = re.compile(rb"Round1")
"""The search ignores spaces and everything that moves the cursor."""


@dataclass(frozen=True)
class Sight:
    """When something was on the screen, in seconds from the start of the program."""

    after_s: float
    waited_s: float
    """How long of this the client was ready to run while other work had the core."""

    @property
    def alone_s(self) -> float:
        """Almost what it would be on a machine that does nothing else."""
        return self.after_s - self.waited_s


async def seen(command: Sequence[str], *sights: re.Pattern[bytes]) -> list[Sight]:
    """Start *command* in a terminal; return when each of *sights* appeared, in order."""
    begun = time.perf_counter()
    async with terminal(command, COLUMNS, ROWS) as shown, asyncio.timeout(PATIENCE_S):
        found: list[Sight] = []
        for sight in sights:
            while (one := _first(shown, sight, begun)) is None:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(STEP_S)
            found.append(one)
        return found


def _first(shown: Terminal, sight: re.Pattern[bytes], begun: float) -> Sight | None:
    """When *sight* was on the screen first."""
    text = b""
    for piece in shown.written:
        text += piece.data
        if sight.search(_ESCAPE.sub(b"", text)):
            return Sight(piece.when.at - begun, piece.when.waited)
    return None


def main(arguments: Sequence[str]) -> int:
    """Measure, and print a table; 0 if it ran, whatever the figures are."""
    options = argparse.ArgumentParser(prog="python -m tools.bench.client", description=__doc__)
    options.add_argument("--starts", type=int, default=7, help="of which the median counts")
    starts: int = options.parse_args(arguments).starts
    parlour = [sys.executable, "-m", "parlour"]
    serve = [*parlour, "serve", "--host", "127.0.0.1", "--port", "0", "--ephemeral"]
    found: dict[str, list[Sight]] = {"screen": [], "in": [], "board": []}
    with subprocess.Popen(
        serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as host:
        said = ""
        while "nc localhost" not in said:
            said = host.stdout.readline() if host.stdout is not None else ""
        where = f"127.0.0.1:{said.rpartition(' ')[2].strip()}"
        for number in range(starts):
            play = [*parlour, "play", where, "--name", f"player-no{number}"]
            screen, entered = asyncio.run(seen(play, SCREEN, IN))
            found["screen"].append(screen)
            found["in"].append(entered)
            local = [*parlour, "play", "--local", "boggle", "--level", "easy"]
            (board,) = asyncio.run(seen(local, BOARD))
            found["board"].append(board)
        host.terminate()
    print(f"medians of {starts} starts, in seconds; {COLUMNS} x {ROWS}")
    print("            seen  without waiting for a core   (fastest, slowest)")
    for name, sights in found.items():
        alone = [sight.alone_s for sight in sights]
        after = median(sight.after_s for sight in sights)
        print(
            f"  {name:<8}{after:6.2f}  {median(alone):6.2f}  ({min(alone):.2f}, {max(alone):.2f})"
        )
    first = median(sight.alone_s for sight in found["screen"])
    print(f"goal: screen under {GOAL_S} s: {'reached' if first < GOAL_S else 'missed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
