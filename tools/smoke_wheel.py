"""Install a built wheel as a stranger would, and see that it works.

    python -m tools.smoke_wheel dist/parlour-0.1.0-py3-none-any.whl

A fresh virtual environment outside the checkout gets the wheel and the hash-pinned run-time
requirements, nothing else. Then: the wheel holds our packages only and all of their files, and
`parlour --version` and `parlour plugins --strict` succeed. A .pyz of the same files, started by
the Python that has none of them, serves: it listens, answers a line and ends cleanly when it is
told to.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Timer
from typing import Final

from tools.build_pyz import built, merged, wheels
from tools.hatch_build import commit_of

ROOT: Final = Path(__file__).resolve().parent.parent
HOST: Final = "127.0.0.1"
PATIENCE: Final = 120
"""Seconds that a server may take to start, to answer or to end, also on a busy computer."""


class SmokeError(Exception):
    """The wheel does not do what it should; the text says what was seen."""


def check(wheel: Path, outside: Path) -> Path:
    """Check *wheel*, install it below *outside*, and return its command.

    Raises SmokeError or CalledProcessError at the first thing wrong.
    """
    version = check_contents(wheel)
    fetched = outside / "fetched"
    fetched.mkdir()
    found = [*wheels(fetched, here=True), wheel.resolve()]
    parlour = install(found, outside)
    print(f"installed {wheel.name} in a fresh environment")
    said = run(outside, parlour, "--version")
    commit = commit_of(ROOT)
    expected = f"parlour {version} ({commit})" if commit else f"parlour {version}"
    if said != expected:
        raise SmokeError(f"parlour --version says {said!r}, not {expected!r}")
    print(run(outside, parlour, "plugins", "--strict"))
    file = outside / "parlour.pyz"
    file.write_bytes(built(merged(found)))
    python = Path(sys.base_prefix, "bin", "python3")
    check_server(outside, python, "-I", file)
    run(outside, parlour, "new-game", "mine", "--from", "spades")
    run(outside, python, "-I", file, "new-game", "yours", "--from", "codewords")
    return parlour


def check_contents(wheel: Path) -> str:
    """Return the version of *wheel*, which must hold the packages of pyproject.toml, whole,
    and nothing else.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = str(project["project"]["version"])
    folders = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    expected = {Path(folder).name for folder in folders} | {f"parlour-{version}.dist-info"}
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    found = {name.split("/")[0] for name in names}
    if found != expected:
        raise SmokeError(f"the wheel holds {sorted(found)}, not {sorted(expected)}")
    missing = {name for folder in folders for name in files_of(ROOT / folder)} - names
    if missing:
        raise SmokeError(f"the wheel lacks {sorted(missing)}")
    return version


def files_of(package: Path) -> Iterator[str]:
    """The files of *package*, data too, as a wheel names them."""
    for path in package.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(package.parent).as_posix()


def install(found: Iterable[Path], outside: Path) -> Path:
    """Install the wheels *found* below *outside*; return the command."""
    venv.create(outside / "venv", with_pip=True)
    programs = outside / "venv" / "bin"
    pip = (programs / "python", "-m", "pip")
    how = ("install", "--quiet", "--no-index", "--no-deps", "--no-compile")
    run(outside, *pip, *how, *found)
    return programs / "parlour"


def run(folder: Path, *command: str | Path) -> str:
    """Run *command* in *folder*; return what it printed, without the last newline."""
    return subprocess.run(
        command, cwd=folder, env=stranger(), check=True, stdout=subprocess.PIPE, text=True
    ).stdout.rstrip("\n")


def stranger() -> dict[str, str]:
    """Return an environment that does not lead back to the checkout."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def check_server(outside: Path, *parlour: str | Path) -> None:
    """Start the host with the command *parlour*, speak one line to it, stop it."""
    port = free_port()
    with subprocess.Popen(
        [*parlour, "serve", "--host", HOST, "--port", str(port), "--data", outside / "data"],
        cwd=outside,
        env=stranger() | {"XDG_CACHE_HOME": str(outside / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        watchdog = Timer(PATIENCE, server.kill)
        watchdog.start()
        try:
            print(wait_until_it_names(port, server))
            print(converse(port))
            server.send_signal(signal.SIGTERM)
            code = server.wait(PATIENCE)
        finally:
            watchdog.cancel()
            server.kill()
    if code != 0:
        raise SmokeError(f"parlour serve ended with exit code {code} on SIGTERM, not 0")
    print("stopped cleanly")


def free_port() -> int:
    """Return a port nobody listens on at the moment."""
    with socket.create_server((HOST, 0)) as listener:
        return int(listener.getsockname()[1])


def wait_until_it_names(port: int, server: subprocess.Popen[str]) -> str:
    """Return the line with which the host says that it listens on *port*."""
    printed: list[str] = []
    for line in server.stdout or ():
        printed.append(line)
        if str(port) in line:
            return line.rstrip("\n")
    raise SmokeError("parlour serve never said where it listens:\n" + "".join(printed))


def converse(port: int) -> str:
    """Ask for the typed voice, which any host grants or refuses at once; return the answer."""
    with (
        socket.create_connection((HOST, port), timeout=PATIENCE) as link,
        link.makefile("r", encoding="utf-8") as lines,
    ):
        link.sendall(b"HELLO 1\n")
        heard: list[str] = []
        for line in lines:
            heard.append(line)
            if line.startswith("#- ok "):
                return line.rstrip("\r\n")
    raise SmokeError("HELLO 1 was not answered with ok:\n" + "".join(heard))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/smoke_wheel.py WHEEL")
    try:
        with tempfile.TemporaryDirectory(prefix="parlour-smoke-") as folder:
            check(Path(sys.argv[1]), Path(folder))
    except (SmokeError, subprocess.SubprocessError, OSError) as error:
        sys.exit(f"smoke test: {error}")
