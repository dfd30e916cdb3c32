"""The servers under test: start one on a core of its own, time that, and stop it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from tools.bench.process import descendants, pin, worker_of

Kind: TypeAlias = Literal["idiom", "selector", "parlour", "durable"]
"""`parlour` keeps nothing, as the bare servers do; `durable` is a host as people have it."""

CHECKOUT = Path(__file__).parents[2]
"""Where `tools` can be imported from."""
START_S = 20.0
"""A server that does not answer so long after its start never will."""
AWAY_S = 900
"""How long the host knows who has left, as people have it."""
COMPLAINT = 10
"""Lines shown of what a failing server wrote."""
CONFIG = """\
# The limits that keep strangers from flooding a host are not what is measured here.
[limits]
connections = 20000
tables = 5000
near_factor = 1000000
away_s = {away_s}
tables_per_address = 1000000
tables_per_player = 1000000

[log]
level = "error"
"""


class ServerFailed(Exception):
    """A server did not start, or complained."""


@dataclass(frozen=True)
class Server:
    """A running server."""

    pid: int
    """The process that serves: the worker of a guarded host."""
    main: int
    """The process that was started: the keeper of a guarded host."""
    port: int
    started_s: float
    """From the start of the process to the first byte of its first answer."""


@contextmanager
def running(
    kind: Kind,
    core: int | None,
    data: Path | None = None,
    *,
    checkout: Path | None = None,
    away_s: int = AWAY_S,
    arguments: Sequence[str] = (),
) -> Generator[Server]:
    """A fresh server, killed afterwards: it holds nothing worth keeping.

    A durable one keeps everything in *data*. *checkout* is where the host comes from, if not
    from here; it forgets who has left after *away_s*. A host gets *arguments* too.

    Raises ServerFailed if it does not answer, or has written a complaint.
    """
    with tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder:
        config, complaints = Path(folder, "parlour.toml"), Path(folder, "stderr")
        config.write_text(settings(checkout or CHECKOUT, away_s))
        port = free_port()
        with complaints.open("wb") as stderr:
            begun = time.perf_counter()
            process = subprocess.Popen(
                [*command(kind, port, config, data), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                cwd=CHECKOUT,
                env=environment(checkout),
            )
        try:
            pin(process.pid, core)
            _wait_for_answer(process, kind, port, begun + START_S)
            started_s = time.perf_counter() - begun
            yield Server(worker_of(process.pid), process.pid, port, started_s)
        except Exception as error:
            error.add_note(_end_of(complaints))
            raise
        finally:
            for pid in (*descendants(process.pid), process.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            process.wait()
        if complained := _end_of(complaints):
            raise ServerFailed(f"the {kind} server complained:\n{complained}")


def settings(checkout: Path, away_s: int = AWAY_S) -> str:
    """`CONFIG`, less the limits that the host of *checkout* does not know."""
    known = next((checkout / "host/parlour").rglob("limits.py")).read_text()  # 0.2.0: below house/
    limits, log, rest = CONFIG.format(away_s=away_s).partition("[log]")
    names = set(re.findall(r"^    (\w+): ", known, re.MULTILINE))
    kept = [line for line in limits.splitlines() if " = " not in line or line.split()[0] in names]
    return "\n".join([*kept, log + rest])


def _end_of(complaints: Path) -> str:
    """The last lines a server wrote: one report or traceback says enough."""
    return "\n".join(complaints.read_text(errors="replace").splitlines()[-COMPLAINT:])


def environment(checkout: Path | None = None) -> dict[str, str]:
    """Ours, but with compiled modules kept: a host that is installed has them too.

    With *checkout* its packages go before those that are installed.
    """
    found = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    if checkout is not None:
        plugins = sorted(each for each in (checkout / "plugins").iterdir() if each.is_dir())
        packages = (checkout / "clients", checkout / "host", *plugins)
        found["PYTHONPATH"] = os.pathsep.join(map(str, packages))
    return found


def command(kind: Kind, port: int, config: Path, data: Path | None) -> list[str]:
    """The command line of a server."""
    if kind in {"parlour", "durable"}:
        serve = ["serve", "--host", "127.0.0.1", "--port", str(port), "--config", str(config)]
        kept = ["--ephemeral"] if data is None else ["--data", str(data)]
        return [sys.executable, "-m", "parlour", *serve, *kept]
    return [sys.executable, "-m", f"tools.bench.bare_{kind}", str(port)]


def free_port() -> int:
    """A port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _wait_for_answer(process: subprocess.Popen[bytes], kind: Kind, port: int, end: float) -> None:
    """Connect, say a line and wait for the answer."""
    while time.perf_counter() < end:
        if process.poll() is not None:
            raise ServerFailed(f"the {kind} server stopped with status {process.returncode}")
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=START_S) as sock:
                # A host that hears nothing lets its greeting wait a moment, for web browsers.
                sock.sendall(b"join 0\n" if kind in {"idiom", "selector"} else b"\n")
                if sock.recv(1):
                    return
        except OSError:
            time.sleep(0.002)  # it is not listening yet
    raise ServerFailed(f"the {kind} server has not answered")
