"""`python -m tests.store.commits [--seconds N]`: commits a second, on a disk and in a database.

Both wait for the same disk. They take turns, so that a busy computer is as busy for both.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from parlour.store import Store
from parlour.store.sqlite import open_store
from tests import postgres
from tests.store.samples import entry

ROUNDS = 5
SIZES = (1, 100)
"""Entries of a commit."""


def commits(store: Store, size: int, table: int, seconds: float) -> float:
    """Commit to a new *table* for so long. Return how many there were in a second."""
    done, seq, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        store.commit([entry(table, seq + number, (1, 2, 3)) for number in range(size)], ())
        seq, done = seq + size, done + 1
    return done / (time.perf_counter() - began)


def main(seconds: float) -> None:
    found = Counter[tuple[str, int]]()
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres.server(durable=True) as server,
    ):
        stores: dict[str, Store] = {
            "SQLite": open_store(Path(folder, "plain")),
            "PostgreSQL": postgres.open_store(server.url(), Path(folder, "node"), "house"),
        }
        for turn in range(ROUNDS):
            for place, size in enumerate(SIZES):
                for name, store in stores.items():
                    table = 1 + turn * len(SIZES) + place
                    took = commits(store, size, table, seconds / ROUNDS)
                    found[name, size] += round(took / ROUNDS)
        for store in stores.values():
            store.close()
    for (name, size), each in found.items():
        sys.stdout.write(f"{name}, {size} in a commit: {each:,} commits/s\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5.0)
    main(parser.parse_args().seconds)
