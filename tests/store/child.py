"""A process that writes: `python -m tests.store.child FOLDER WHAT`.

`hold`: opens the store, says `ready`, and waits to be killed.
`go-on URL HOUSE`: owns a house in a database and commits one entry after the other; says each
when it is kept, and why if nothing more can be.
`kill URL`: commits in the database at URL, instead of the folder alone.
`kill`: commits a scripted game, each time in a process of its own that is killed at the next
point of its writing; says for each `POINT COMMITS`, how many returned, and in the end `whole`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeAlias

from parlour.core.persistence import Clocks, Entry, PlayerGone, Renamed, Streams, TableGone, Write
from parlour.features.friends.state import SHELF as FRIENDS
from parlour.features.friends.state import Friend
from parlour.store import Store, StoreError
from parlour.store.sqlite import open_store
from tests import postgres
from tests.store.samples import entry, finished, player, said

Commit: TypeAlias = tuple[list[Entry], list[Write]]


def script() -> list[Commit]:
    """A game from beginning to end, with everything that is written on the way."""
    return list(_script())


def _script() -> Iterator[Commit]:
    yield [entry(0, 1)], [player(1, "Ann"), player(2, "Bob"), player(3, "Cid")]
    for seq in range(3):
        yield [entry(1, seq, (1, seq + 1, 2))], []
    yield [entry(1, 3), entry(2, 0), entry(0, 2)], [Clocks(((1, 40), (2, 0)))]
    yield [entry(1, 4)], [finished(1, happened=[said("Cid", "well done")])]
    yield [entry(1, 5)], [Streams(((1, 9), (2, 8))), TableGone(1), PlayerGone(2)]
    pair, other = Friend(1, 3), Friend(3, 1)
    yield [], [FRIENDS.kept(pair), FRIENDS.kept(other)]
    dropped = FRIENDS.dropped(1, 3), FRIENDS.dropped(3, 1)
    yield [], [*dropped, Renamed("Cid", "gone-1"), PlayerGone(3)]
    yield [entry(2, 1), entry(2, 2)], []


def tell(text: str) -> None:
    """One line for the test."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def hold(folder: Path) -> None:
    open_store(folder)
    tell("ready")
    signal.pause()


def kill(folder: Path, url: str = "") -> None:
    """Play, and be killed at every point there is."""
    for point in count(1):
        read, write = os.pipe()
        process = os.fork()
        if process == 0:
            play(folder / str(point), point, write, url)
            os._exit(0)
        os.close(write)
        with open(read, "rb") as pipe:
            tell(f"{point} {len(pipe.read())}")
        if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0:
            tell("whole")
            break


def play(folder: Path, kill_at: int, returned: int, url: str) -> None:
    """Commit the script, a byte to *returned* for each; be killed at point *kill_at*."""
    points = count(1)

    def pass_by(_: str) -> None:
        if next(points) == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    store: Store
    if url:
        store = postgres.open_store(url, folder, f"kill-{kill_at}", on_write=pass_by)
    else:
        store = open_store(folder, on_write=pass_by)
    for entries, writes in script():
        store.commit(entries, writes)
        os.write(returned, b".")


def go_on(folder: Path, url: str, house: str) -> None:
    """Commit until the house is lost."""
    store = postgres.open_store(url, folder, house, node="child")
    seq, lost = len(store.load().journal), ""
    while not lost:
        try:
            store.commit([entry(1, seq)], ())
        except StoreError as error:  # one that passes is tried again, as the server does
            lost = "" if error.passing else error.text
        else:
            tell(str(seq))
            seq += 1
    tell(lost)
    store.close()


if __name__ == "__main__":
    place, what, *more = sys.argv[1:]
    works: dict[str, Callable[..., None]] = {"hold": hold, "kill": kill, "go-on": go_on}
    works[what](Path(place), *more)
