"""A house in a database, as `parlour serve --store` opens it, and its standby."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._group import Refusal

if TYPE_CHECKING:
    from collections.abc import Generator

    from parlour.config import Config
    from parlour.store import HostLock, Store
    from parlour.store.postgresql import Node

STANDBY: Final = "standby"
"""A file in the data directory of a standby. It says whose."""
NODE: Final = "node"
"""A file in the data directory. It tells this node from others that have the same computer's name
and folder, as containers may."""


def open_clustered(
    config: Config,
    folder: Path,
    *,
    lock: HostLock | None,
    waits: bool,
    checked: bool,
    on_lost: Callable[[], None],
    on_standby: Callable[[str], None],
) -> Store:
    """Open the house in the database of *config*. *waits*: as a standby, if another node has it.
    *checked*: a process before this one has looked for damage.

    *on_lost* is called on another thread when another node has taken it, *on_standby* with what
    a standby says of itself. Raises Refusal, StoreError, and Fenced if another node has it.
    """
    from parlour.store import Fenced

    _check_psycopg()
    from parlour.store.postgresql import open_postgresql

    def lost(text: str) -> None:
        logging.getLogger("parlour").error(text)
        on_lost()

    def refuse(_text: str) -> None:
        raise Fenced

    with _standing_by(folder, on_standby) as on_wait:
        return open_postgresql(
            config.server.store,
            folder,
            node=_node(config, folder),
            keep_games=config.limits.finished_games,
            on_wait=on_wait if waits else refuse,
            on_lost=lost,
            lock=lock,
            checked=checked,
        )


def wait_for_house(config: Config, folder: Path, on_standby: Callable[[str], None]) -> None:
    """Wait as a standby until this node may open the house in another process.

    *on_standby* is called with what a standby says of itself. Raises Refusal and StoreError.
    """
    _check_psycopg()
    from parlour.store import postgresql

    with _standing_by(folder, on_standby) as on_wait:
        postgresql.wait_for_house(
            config.server.store,
            folder,
            node=_node(config, folder),
            keep_games=config.limits.finished_games,
            on_wait=on_wait,
        )


def standby_of(folder: Path) -> str | None:
    """Return what a standby on *folder* says of itself, if there is one."""
    from parlour.store import is_locked

    try:
        text = (folder / STANDBY).read_text("utf-8").strip()
    except OSError:
        return None
    return text if is_locked(folder) else None


@contextmanager
def _standing_by(
    folder: Path, on_standby: Callable[[str], None]
) -> Generator[Callable[[str], None]]:
    file = folder / STANDBY

    def say(text: str) -> None:
        with suppress(OSError):
            file.write_text(f"{text}\n", "utf-8")
        click.echo(text)
        on_standby(text)

    try:
        yield say
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _check_psycopg() -> None:
    from importlib import import_module

    try:
        import_module("psycopg")
    except ModuleNotFoundError as error:
        raise Refusal(
            'A house in a database needs psycopg: pip install "parlour[postgresql]"'
        ) from error


def _node(config: Config, folder: Path) -> Node:
    import socket
    from secrets import token_hex

    from parlour.store import StoreError, cannot_write
    from parlour.store.postgresql import Node

    computer = socket.gethostname()
    file = folder / NODE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError), file.open("x", encoding="ascii") as new:
            new.write(f"{token_hex(8)}\n")
        own = file.read_text("ascii", errors="replace").strip()
    except OSError as error:
        raise StoreError(cannot_write(folder, error)) from error
    return Node(f"{computer}:{folder} {own}", f"{computer}:{config.server.port}", token_hex(8))
