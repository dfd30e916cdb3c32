"""A data directory with a long archive, and how quick a host with it is; the disk itself.

The archive is one game, played at random in memory and kept under many numbers.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import platformdirs
from msgspec.structs import replace

from parlour.core.limits import Limits
from parlour.core.persistence import Finished
from parlour.lexicons import Lexicons
from parlour.store.sqlite import open_store
from parlour_kit.host import Client, Host
from parlour_probe import PROBE
from tools.bench.probe import Prompt, choose
from tools.bench.seating import Line
from tools.bench.stats import percentile

BATCH = 100
"""Games written in one commit."""
ASKED = 30
"""Times that each list is asked for."""
COMMITS = 200
ROW_BYTES = 300
"""About a move: its entry, and who heard of it."""


class Archive(msgspec.Struct, frozen=True):
    """A host with a long archive."""

    games: int
    moves: int
    mib: float
    start_s: list[float]
    history_ms: list[float]
    """The times of `history`, and of `history` with the name of a player."""


@contextmanager
def place() -> Generator[Path]:
    """A folder on the disk where users keep their files, gone afterwards: /tmp may be memory."""
    cache = platformdirs.user_cache_path("parlour-bench")
    cache.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=cache) as folder:
        yield Path(folder)


# --- the disk -------------------------------------------------------------------------


def commit_ms(folder: Path) -> float:
    """The median time of a commit of one row, set up as the host does it, and nothing else."""
    with closing(sqlite3.connect(folder / "disk.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE IF NOT EXISTS row (body BLOB)")
        times: list[float] = []
        for _ in range(COMMITS):
            begun = time.perf_counter()
            db.execute("INSERT INTO row VALUES (?)", (bytes(ROW_BYTES),))
            times.append(time.perf_counter() - begun)
    return 1000 * percentile(sorted(times), 0.5)


# --- the archive ------------------------------------------------------------------------


def fill(folder: Path, moves: int) -> tuple[int, int]:
    """Make *folder* a data directory with at least so many moves; games, and moves."""
    game = one_game()
    each = sum(b'"kind":"moved"' in entry for entry in game.entries)
    games = -(-moves // each)
    with closing(open_store(folder)) as store:
        for first in range(1, games + 1, BATCH):
            numbers = range(first, min(first + BATCH, games + 1))
            store.commit([], [replace(game, number=n, record=f"g{n}") for n in numbers])
    return games, games * each


def one_game() -> Finished:
    """A game of four programs that play at random, with the options of the house."""
    host = Host({PROBE.id: PROBE}, Lexicons(), Limits(flood_burst=10**6, flood_per_s=10**6))
    rng = Random(1)
    players = [host.program(f"p1x{seat}") for seat in range(1, 5)]
    players[0].send("new probe")
    for player in players[1:]:
        player.send("join 1")
    players[0].send("start")
    while (game := host.archive.get("g1")) is None:
        for player in players:
            if prompt := _urgent(player):
                player.send(f"@{prompt.prompt} {choose(prompt, rng)}")
    return game


def _urgent(player: Client) -> Prompt | None:
    """What the player is asked and must answer."""
    found: Prompt | None = None
    for line in player.data.splitlines():
        if line.startswith(b"* ") and (word := line.split(b" ", 3)[2]) in {b"prompt", b"unprompt"}:
            body = line.split(b" ", 3)[3]
            asked = word == b"prompt" and json.loads(body)["urgent"]
            found = msgspec.json.decode(body, type=Prompt) if asked else None
    player.data = b"" if found is None else player.data
    return found


def ask_history(port: int) -> list[float]:
    """How long `history` takes, in ms: the last games, and those of one player."""
    line = Line(port)
    line.send("HELLO 1")
    line.until(b"#- ok")
    line.send("name looker")
    line.until(b"#- ok")
    times: list[float] = []
    for question in ("history", "history p1x1"):
        for _ in range(ASKED):
            begun = time.perf_counter()
            line.send(question)
            line.until(b"#- ok")
            times.append(1000 * (time.perf_counter() - begun))
    line.sock.close()
    return times
