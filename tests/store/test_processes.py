"""The store and other processes: killed ones, and second ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from parlour.core.persistence import Finished, Saved
from parlour.store import Store, StoreError
from parlour.store.memory import MemoryStore
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store
from tests import postgres
from tests.sizes import sized
from tests.store.child import script

ROOT = Path(__file__).parents[2]


def child(folder: Path, *what: str) -> subprocess.Popen[str]:
    """A process that writes in *folder* (see tests.store.child)."""
    command = [sys.executable, "-m", "tests.store.child", str(folder), *what]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def what_is_kept(store: Store) -> tuple[Saved, list[Finished | None]]:
    """The host's things and the games."""
    archive = store.archive
    return store.load(), [archive.get(game.record) for game in archive.recent(9)]


@cache
def after(commits: int) -> tuple[Saved, list[Finished | None]]:
    """What is to be kept after so many commits of the script."""
    store = MemoryStore()
    for entries, writes in script()[:commits]:
        store.commit(entries, writes)
    return what_is_kept(store)


def test_a_host_killed_at_any_point_of_a_write_has_kept_what_it_said_and_nothing_half(
    tmp_path: Path,
) -> None:
    """Every commit that returned is there; the one it was killed in is there or not."""
    check_kills(tmp_path, ("kill",), lambda point: open_store(tmp_path / point))


def test_the_same_holds_in_a_database(tmp_path: Path, database: postgres.Server) -> None:
    """Whether the next owner has the cache of the killed one or none."""

    def reopened(point: str) -> Store:
        folder = tmp_path / (point if int(point) % 2 else f"new-{point}")
        return postgres.open_store(database.url(), folder, f"kill-{point}")

    check_kills(tmp_path, ("kill", database.url()), reopened, few=sized(True, False))


def ends_of_each(lines: Iterable[str]) -> Iterator[str]:
    """The first and the last point of each commit."""
    for _, points in groupby(lines, lambda line: line.split()[1]):
        first, *more = points
        yield first
        yield from more[-1:]


def check_kills(
    folder: Path, what: Sequence[str], reopened: Callable[[str], Store], *, few: bool = False
) -> None:
    """Kill a writer at every point, and look at what is kept: if *few*, at the ends of commits."""
    with child(folder, *what) as process:
        *lines, whole = process.communicate()[0].splitlines()
    assert (process.returncode, whole) == (0, "whole")
    kept: set[int] = set()
    for line in ends_of_each(lines[:-1]) if few else lines[:-1]:
        point, returned = line.split()
        store = reopened(point)
        found = what_is_kept(store)
        assert found in (after(int(returned)), after(int(returned) + 1))
        there = int(returned) if found == after(int(returned)) else int(returned) + 1
        for entries, writes in script()[there:]:
            store.commit(entries, writes)
        assert what_is_kept(store) == after(len(script()))
        store.close()
        kept.add(there)
    assert kept == set(range(len(script()) + 1)), "it was killed in every commit"


def test_a_second_host_on_the_same_place_is_told_who_is_there(tmp_path: Path) -> None:
    """In one line; tools can read; when the first is killed the second can have it."""
    with child(tmp_path, "hold") as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "ready\n"
        with pytest.raises(StoreError) as error:
            open_store(tmp_path)
        assert error.value.text == (
            f"Another host (process {first.pid}) uses {tmp_path}; stop it, or give this one "
            "another place with --data."
        )
        with open_reader(tmp_path) as reader:
            assert reader.load().journal == ()
        first.kill()
    open_store(tmp_path).close()


def test_a_host_does_not_open_its_own_place_twice(tmp_path: Path) -> None:
    """Not even in one process."""
    store = open_store(tmp_path)
    with pytest.raises(StoreError, match=r"^Another host"):
        open_store(tmp_path)
    store.close()
    open_store(tmp_path).close()
