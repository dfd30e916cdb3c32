"""A host with a keeper, as `parlour serve` starts it: the parent, and what its child prepares.

The process that the user started becomes the keeper (`become_keeper`), and starts the same command
line again. That child finds a way to the keeper, loads and opens everything, and forks workers
(`fork_workers`): each goes on from there as a host of one process does.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.cli._shared import keeper_socket
from parlour.keeper.layout import VARIABLE

if TYPE_CHECKING:
    import socket

    from parlour.cli._ready import Ready
    from parlour.config import Config
    from parlour.keeper.link import WarmLink


def way_to_keeper() -> WarmLink | None:
    """Return the way to the keeper, if one has started this process."""
    if VARIABLE not in os.environ:
        return None
    from parlour.keeper.link import warm_link

    return warm_link()


def can_have_keeper() -> bool:
    """Check whether this process may become a keeper: on Linux, and as `parlour serve` itself."""
    if sys.platform != "linux" or sys.argv[1:2] != ["serve"]:
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # a kernel before 5.3, or a sandbox
        return False
    return True


def become_keeper() -> None:
    """Start the program of the keeper in place of this one. Never returns."""
    import parlour.keeper

    (folder,) = parlour.keeper.__path__
    command = [sys.executable, *sys.orig_argv[1:]]
    sys.stdout.flush()
    sys.stderr.flush()
    program = str(Path(folder, "__main__.py"))
    os.execv(sys.executable, [sys.executable, "-I", "-S", program, *command])


def open_own(folder: Path) -> socket.socket:
    """Open the keeper's own socket. Raises ListenError."""
    from parlour.server import open_admin

    return open_admin(keeper_socket(folder))


def load_all() -> None:
    """Import what a worker needs, once for all workers, and keep it out of the collector's way."""
    import gc
    from importlib import import_module

    for name in (
        "parlour.accounts.networks",
        "parlour.cli._following",
        "parlour.house",
        "parlour.server",
        "parlour.store.sqlite",
        "secrets",
        "trio",
    ):
        import_module(name)
    gc.collect()
    gc.freeze()


def held_tables(made: Ready, config: Config, folder: Path) -> list[str]:
    """Return why tables could not go on with this program, a line for each.

    A process of its own tries it with what is stored now, so that nothing stays here. One that
    does not end in order says nothing; then the keeper finds out when a worker starts.
    """
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        with suppress(BaseException), open(writes, "w", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in _held(made, config, folder))
        os._exit(0)
    os.close(writes)
    with open(reads, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    os.waitpid(child, 0)
    return lines


def _held(made: Ready, config: Config, folder: Path) -> list[str]:
    import time
    from secrets import token_bytes

    from parlour.engine import record as r
    from parlour.house import House
    from parlour.store.reader import open_reader

    reader = open_reader(folder)
    saved = reader.load()
    before: dict[int, bool] = {}
    for entry in saved.journal:
        if entry.table:
            kind = r.decode(entry.body)
            if isinstance(kind, r.Suspended | r.Continued):
                before[entry.table] = isinstance(kind, r.Suspended)
    house = House(
        games=made.found.games,
        lexicons=made.lexicons,
        limits=config.limits,
        archive=reader.archive,
        name="",
        version="",
        entropy=token_bytes,
        saved=saved,
        hold_changed=config.plugins.changed_code == "hold",
    )
    house.tick([], 0.0, time.time())  # it restores the tables
    return [
        f"table {number} could not go on: {room.table.suspended.why}"
        for number, room in house.tables.rooms.items()
        # One that is adjourned waits for its players.
        if room.table.state == "held" and room.table.suspended and not before.get(number)
    ]
