"""Every command in the README is run as a reader would type it, and the page stays short."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.config import WebConfig
from tests.docs.pages import ROOT, blocks_of
from tests.e2e.peer import peer
from tests.e2e.serving import HOST, serving

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
    sums = subprocess.run(
        ["cksum", *SETS_UP], cwd=root, capture_output=True, text=True, check=True
    )
    stamp = f"{root}\n{os.environ.get('PYTHON', '')}\n{sums.stdout}"
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


def _diagnose(words: list[str], root: Path) -> None:
    found = subprocess.run(
        [root / words[0], *words[1:]], cwd=root, capture_output=True, text=True, check=False
    )
    assert "Games: boggle, password, probe." in found.stdout, found.stderr


def _new_game(words: list[str], root: Path) -> None:
    assert f"{root / 'hilo'} holds a game that plays." in typed(
        [root / words[0], *words[1:]], root, ""
    )


def _check_game(words: list[str], root: Path) -> None:
    """The tutorial's test runs all of the checks; one shows that the command finds the game."""
    assert CliRunner().invoke(main, ["new-game", "hilo", "--in", str(root)]).exit_code == 0
    said = typed([root / words[0], *words[1:], "--only", "record"], root, "")
    assert "hilo: all 1 checks passed" in said


def _serve_game(words: list[str], root: Path) -> None:
    assert CliRunner().invoke(main, ["new-game", "hilo", "--in", str(root)]).exit_code == 0
    with started([root / words[0], *words[1:]], root) as port, peer(port) as guest:
        guest.enters("ann")
        guest.send("new hilo")
        assert guest.read().startswith("Table 1: Hilo")


def _test(words: list[str], root: Path) -> None:
    """These tests cannot run themselves again, but what CI runs can be compared."""
    ci = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert ci[-1] == f"exec {' '.join(words)}"
    assert f"\n  {words[1]} " in typed([root / words[0]], root, "")


_NEW_GAME: Final[str] = "./dev parlour new-game hilo"
RUN: Final[Mapping[str, Callable[[list[str], Path], None]]] = {
    "./dev play --local": _play_alone,
    "./dev serve": _serve,
    "nc 192.168.1.20 4004": _join,
    "parlour play 192.168.1.20": _play_there,
    "./dev parlour doctor": _diagnose,
    _NEW_GAME: _new_game,
    "./dev parlour check-game ./hilo": _check_game,
    "./dev parlour serve --plugin ./hilo --reload": _serve_game,
    "./dev test": _test,
}


def test_every_command_has_its_test() -> None:
    """A new command in a console block needs a way to be run."""
    assert sorted(COMMANDS) == sorted(RUN)
    assert all(block.kind == "console" for block in blocks_of(PAGE)), "only commands"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_does_what_the_readme_says(command: str, checkout: Path) -> None:
    RUN[command](command.split(), checkout)


def test_it_begins_with_the_page_for_phones() -> None:
    """At the port where a host has it, which answers."""
    first = re.search(r"^\*\*.*$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert first
    assert f"On a phone: open `http://{ADDRESS}:{WebConfig.port}/`" in first[0]
    with serving() as host, closing(HTTPConnection(HOST, host.web_port)) as phone:
        phone.request("GET", "/")
        answer = phone.getresponse()
        assert (answer.status, b"<title>Parlour" in answer.read()) == (200, True)
        host.stop()


def test_the_readme_is_read_in_a_minute() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) <= LINES
