"""A PostgreSQL server of the tests' own, where one can be had."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from threading import Event
from typing import Final

import psycopg
import pytest

from parlour.store._ownership import Node
from parlour.store.postgresql import PostgreSQLStore, open_postgresql
from parlour.store.sqlite import nothing

USERS: Final = ("postgres", "nobody")
"""Users that a server can run as if the tests run as root, which it refuses."""
PATIENCE_S: Final = 120
"""How long a connection may take while the machine is busy with other work."""
SETTINGS: Final = {
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "autovacuum": "off",
    "log_min_messages": "warning",
}


def programs() -> Path | None:
    """The folder with initdb and postgres, or None."""
    found = shutil.which("initdb")
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in (*([Path(found).resolve().parent] if found else []), *places):
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    return None


def user() -> str | None:
    """Who the server runs as: None for us."""
    if os.geteuid():
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in USERS if name in known)


class Server:
    """A server with its data below *folder*, reached through a socket there."""

    def __init__(self, folder: Path, bin_: Path, *, durable: bool, port: int = 0) -> None:
        self.folder, self._bin, self._user = folder, bin_, user()
        self.data = folder / "data"
        self._settings = SETTINGS | {
            "fsync": "on" if durable else "off",
            "unix_socket_directories": str(folder),
        }
        if port:
            self._settings |= {"listen_addresses": "127.0.0.1", "port": str(port)}
        self.port = port or 5432
        self.process: subprocess.Popen[bytes] | None = None
        if self._user is not None:
            shutil.chown(folder, self._user)
        options = ("--auth=trust", "--username=parlour", "--encoding=UTF8", "--no-sync")
        self._run("initdb", *options, "-D", str(self.data))

    def _run(self, name: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._bin / name), *words],
            user=self._user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start it, and return when it answers."""
        words = [
            word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")
        ]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self._bin / "postgres"), "-D", str(self.data), *words],
                user=self._user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        while self.process.poll() is None:
            with suppress(psycopg.OperationalError):  # not yet
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
        raise AssertionError((self.folder / "log").read_text())

    def restart(self) -> None:
        """Start it again after all its processes were killed."""
        for _ in range(50):
            (self.data / "postmaster.pid").unlink(missing_ok=True)
            try:
                self.start()
            except AssertionError:  # one that was killed still has the shared memory
                Event().wait(0.2)
            else:
                return
        raise AssertionError((self.folder / "log").read_text())

    def url(self, database: str = "postgres") -> str:
        """Where it is."""
        where = f"host={self.folder}&port={self.port}"
        return f"postgresql://parlour@/{database}?{where}&connect_timeout={PATIENCE_S}"

    def sessions(self) -> str:
        """What each session does."""
        with psycopg.connect(self.url()) as db:
            rows = db.execute(
                "SELECT application_name, state, wait_event, left(query, 60) FROM pg_stat_activity"
            ).fetchall()
        return "\n".join(map(str, rows))

    def signal_all(self, number: int) -> None:
        """Send a signal to the server and all its sessions."""
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def stop(self, how: int = signal.SIGQUIT) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None


@contextmanager
def server(*, durable: bool = False, port: int = 0) -> Generator[Server]:
    """Run a server. Skips the test where there is none, but fails if CI is set."""
    bin_ = programs()
    if bin_ is None:
        why = "PostgreSQL is not installed"
        if os.environ.get("CI"):
            pytest.fail(f"{why}, and CI is set")
        pytest.skip(why)
    with tempfile.TemporaryDirectory(prefix="parlour-pg-", dir="/tmp") as folder:
        made = Server(Path(folder), bin_, durable=durable, port=port)
        made.start()
        try:
            yield made
        finally:
            made.stop()


def open_store(
    url: str,
    folder: Path,
    house: str,
    *,
    node: str = "a",
    keep_games: int = 0,
    on_lost: Callable[[str], None] = nothing,
    on_write: Callable[[str], None] = nothing,
) -> PostgreSQLStore:
    """Own *house* as *node*, without waiting for long."""
    return open_postgresql(
        url,
        folder,
        node=Node(node, f"{node}:4004", token_hex(8)),
        house=house,
        keep_games=keep_games,
        on_lost=on_lost,
        on_write=on_write,
    )
