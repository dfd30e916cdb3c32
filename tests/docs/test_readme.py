"""Every command in the README is run as a reader would type it, and the page stays short."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from tests.docs.pages import ROOT, blocks_of
from tests.e2e.peer import peer
from tests.e2e.serving import HOST, serving
from tests.plugins_host.toss import source

PAGE: Final = ROOT / "README.md"
COMMANDS: Final = [
    line.removeprefix("$ ")
    for block in blocks_of(PAGE)
    if block.kind == "console"
    for line in block.lines
]
ADDRESS: Final = "192.168.1.20"
SETS_UP: Final = ("pyproject.toml", "locks/host.txt", "locks/build.txt")
"""What the environment of a checkout is made from."""
HERE: Final = ("--host", HOST, "--port", "0")
LINES: Final = 100
"""A page that is read in a minute. A transcript gets a page of its own."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout after its first start, so `./dev` finds its environment and leaves ours alone."""
    root = tmp_path / "parlour"
    programs = root / ".venv" / "bin"
    programs.parent.mkdir(parents=True)
    programs.symlink_to(Path(sys.executable).parent)
    (root / "locks").mkdir()
    for name in ("dev", *SETS_UP):
        shutil.copy(ROOT / name, root / name)
    python = shutil.which(os.environ.get("PYTHON", "python3"))
    assert python is not None
    sums = subprocess.run(
        ["cksum", *SETS_UP], cwd=root, capture_output=True, text=True, check=True
    )
    stamp = f"{root}\n{Path(python).resolve()}\n{sums.stdout}"
    (root / ".venv" / "host.stamp").write_text(stamp, "utf-8")
    return root


@contextmanager
def started(command: list[str | Path], folder: Path) -> Generator[int]:
    """The port of a host that *command* starts in *folder*; it is stopped as Ctrl-C does."""
    with (
        TemporaryDirectory() as data,
        subprocess.Popen(
            [*command, *HERE, "--data", data], stdout=subprocess.PIPE, text=True, cwd=folder
        ) as host,
    ):
        try:
            said = ""
            for line in host.stdout or ():
                said += line
                if line.startswith("Ctrl-C"):
                    break
            found = re.search(r"nc localhost (\d+)", said)
            assert found, said
            yield int(found[1])
            host.terminate()
            assert host.wait() == 0
        finally:
            host.kill()


def typed(command: list[str | Path], folder: Path, lines: str) -> str:
    """What *command* prints to someone who types *lines*."""
    return subprocess.run(
        command, cwd=folder, input=lines, capture_output=True, text=True, check=True
    ).stdout


def _play_alone(words: list[str], root: Path) -> None:
    said = typed([root / words[0], *words[1:]], root, "3\n1\n")
    assert "Probe begins: " in said


def _serve(words: list[str], root: Path) -> None:
    with started([root / words[0], *words[1:]], root) as port, peer(port) as guest:
        guest.enters("ann")


def _join(words: list[str], root: Path) -> None:
    """With nc if this computer has it, and else with the socket that it would open."""
    del root
    assert words == ["nc", ADDRESS, "4004"]
    with serving() as host:
        if shutil.which("nc"):
            nc = subprocess.Popen(
                ["nc", HOST, str(host.port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            said = nc.communicate(b"ann\ngames\nnew probe\nbot\nhelp\nquit\n")[0].decode()
        else:
            with socket.create_connection((HOST, host.port)) as line:
                line.sendall(b"ann\ngames\nnew probe\nbot\nhelp\n")
                line.shutdown(socket.SHUT_WR)
                said = line.makefile("r", encoding="utf-8").read()
    assert "You sit at seat 1." in said


def _play_there(words: list[str], root: Path) -> None:
    assert words == ["parlour", "play", ADDRESS]
    with serving() as host:
        line: list[str | Path] = [sys.executable, "-m", "parlour", "play", f"{HOST}:{host.port}"]
        assert "Hello ann." in typed(line, root, "ann\n")


def _serve_plugin(words: list[str], root: Path) -> None:
    (root / f"{words[-1]}.py").write_text(source(), "utf-8")
    with started([sys.executable, "-m", *words], root) as port, peer(port) as guest:
        guest.enters("ann")
        guest.send("new toss")
        assert guest.read().startswith("Table 1: Toss")


RUN: Final[Mapping[str, Callable[[list[str], Path], None]]] = {
    "./dev play --local": _play_alone,
    "./dev serve": _serve,
    "nc 192.168.1.20 4004": _join,
    "parlour play 192.168.1.20": _play_there,
    "parlour serve --plugin my_game": _serve_plugin,
}


def test_every_command_has_its_test() -> None:
    """A new command in a console block needs a way to be run."""
    assert sorted(COMMANDS) == sorted(RUN)
    assert all(block.kind == "console" for block in blocks_of(PAGE)), "only commands"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_does_what_the_readme_says(command: str, checkout: Path) -> None:
    RUN[command](command.split(), checkout)


def test_the_readme_is_read_in_a_minute() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) <= LINES
