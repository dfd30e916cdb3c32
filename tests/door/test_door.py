"""The door as guests meet it: real telnet, real ssh, and those who are up to no good."""

from __future__ import annotations

import os
import re
import shutil
import socket
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from parlour.lexicons import load_english
from parlour.wire.proxied import read_proxied
from parlour_boggle.board import board_of
from parlour_boggle.solver import find
from parlour_door.to_host import SOCKET
from tests.browser.conftest import lacking
from tests.door.opened import Opened, opened
from tests.door.test_options import TELNET
from tests.e2e.serving import HOST, PATIENCE_S, Serving, running
from tests.e2e.terminals import Screen, Tmux, terminal

CONFIG: Final = "[limits]\nbot_pause_ms = 0\n"
SSH: Final = (
    *("-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
    *("-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes"),
)
NAME: Final = b"name:"
"""The end of the first question. The screen has the rest of it from before."""
ROWS: Final = 4
SIZES: Final = {(60, 20): "telnet", (80, 24): "ssh", (120, 40): "ssh"}
CUBES: Final = re.compile(r"(?: +\[?[A-Z]u?\]?){4}(?= |$)")
"""The letters of a row of the board."""
ONLY: Final = "This door leads to the game only: no commands, files or forwarding. Use ssh alone."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[Serving]:
    config = folder / "config.toml"
    config.write_text(CONFIG, "utf-8")
    with running("--unguarded", "--data", str(folder), "--config", str(config)) as host:
        yield host


@pytest.fixture
def door(host: Serving, folder: Path) -> Iterator[Opened]:
    with opened(folder) as door:
        yield door
        assert door.close() == "", "the door has logged a fault"


def needs(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            lacking(f"needs {program} on the PATH")


def command(door: Opened, kind: str, name: str) -> str:
    if kind == "telnet":
        return f"telnet {HOST} {door.ports['telnet']}"
    return f"ssh {' '.join(SSH)} -o LogLevel=ERROR -p {door.ports['ssh']} {name}@{HOST}"


def cubes(screen: Screen) -> list[list[str]]:
    """The board, as far as it is in sight."""
    found = [CUBES.match(row) for row in screen]
    return [re.findall(r"[A-Z]u?", each[0]) for each in found if each is not None]


def shows(words: str) -> Callable[[Screen], bool]:
    """Are *words* on the screen, wherever its lines end?"""
    return lambda screen: words in " ".join(" ".join(screen).split())


# --- whole games --------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_at_any_size(size: tuple[int, int], door: Opened) -> None:
    kind = SIZES[size]
    needs("tmux", kind)
    name = f"{kind}-{size[0]}"
    with terminal(Tmux) as shell:
        assert isinstance(shell, Tmux)
        shell.resize(*size)
        shell.type(f"{command(door, kind, name)}; printf 'it is %s\\n' over")
        shell.press("Enter")
        screen = shell.until("the question for a name", shows("Your name:"))
        assert len(screen) == size[1]
        shell.type(name if kind == "telnet" else "")  # ssh has told its login name
        shell.press("Enter")
        shell.until("the lobby", shows(f"Hello {name}."))
        shell.type("new boggle seconds=0 min_words=20")
        shell.press("Enter")
        shell.until("the table", shows("start"))
        shell.type("start")
        shell.press("Enter")
        board = cubes(shell.until("the board", lambda screen: len(cubes(screen)) == ROWS))
        words = find(board_of(board, None), load_english()).words
        word = max(words, key=lambda each: (len(each), each))
        shell.type(word)
        shell.press("Enter")
        shell.until("a word that counts", shows(f"Good: {word}"))
        shell.type("/next")
        shell.press("Enter")
        shell.until("the end of the game", lambda screen: screen[0].endswith("game over"))
        shell.resize(size[0] + 3, size[1] + 2)
        shell.until("a larger screen", lambda screen: "F1 help" in screen[-1])
        shell.type("leave")
        shell.press("Enter")
        shell.until("the lobby", lambda screen: screen[0].startswith(" Lobby"))
        shell.press("Ctrl-D")
        shell.until("the shell, and a terminal as before", shows("it is over"))


# --- who somebody is ----------------------------------------------------------------------


def test_ssh_is_for_the_game_only(door: Opened, tmp_path: Path) -> None:
    needs("ssh", "sftp", "scp")
    port, where = str(door.ports["ssh"]), f"robin@{HOST}"
    (tmp_path / "file").write_text("secret", "utf-8")
    for wish in (
        ["ssh", *SSH, "-p", port, where, "ls"],
        ["sftp", *SSH, "-P", port, where],
        ["scp", *SSH, "-P", port, str(tmp_path / "file"), f"{where}:"],
        ["scp", "-O", *SSH, "-P", port, str(tmp_path / "file"), f"{where}:"],
        ["scp", *SSH, "-P", port, f"{where}:door_host_key", str(tmp_path)],
    ):
        done = subprocess.run(
            wish, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_S
        )
        assert done.returncode != 0
        assert done.stderr.count(ONLY) == 1, f"{wish}: {done.stderr}"
        assert not done.stdout
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("proven", [True, False], ids=["proven", "only offered"])
def test_the_host_learns_of_a_key_that_is_proven(proven: bool, tmp_path: Path) -> None:
    needs("ssh", "ssh-keygen")
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    shown = subprocess.run(
        ["ssh-keygen", "-lf", f"{key}.pub"], capture_output=True, text=True, check=True
    ).stdout.split()[1]
    if not proven:
        key.unlink()  # then ssh offers the public half, and cannot sign
    with socket.socket(socket.AF_UNIX) as place:
        place.bind(str(tmp_path / SOCKET))
        place.listen()
        place.settimeout(PATIENCE_S)
        with opened(tmp_path, kinds=("ssh",)) as door:
            port = str(door.ports["ssh"])
            with subprocess.Popen(
                ["ssh", *SSH, "-tt", "-i", str(key), "-p", port, f"rob.in@{HOST}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ) as ssh:
                assert ssh.stdin is not None
                assert ssh.stdout is not None
                shown_name, said = b"robin", b""  # the login name, as far as it can be a name
                while not proven and shown_name not in said:
                    said += os.read(ssh.stdout.fileno(), 4096)
                if not proven:  # a key may be that of an account, and then no name is asked for
                    ssh.stdin.write(b"\r")
                    ssh.stdin.flush()
                host, _ = place.accept()
                with host:
                    header = read_proxied(host.recv(1024))
                ssh.kill()
            assert door.close() == ""
    assert header is not None
    assert (header.guest, header.sealed) == (HOST, True)
    assert header.key == (shown if proven else "")


# --- up to no good ------------------------------------------------------------------------


class Raw:
    """A telnet that does what the test says."""

    def __init__(self, door: Opened, *, shakes: bool = True) -> None:
        self.sock = socket.create_connection((HOST, door.ports["telnet"]), PATIENCE_S)
        self.said = b""
        if shakes:
            self.sock.sendall(TELNET)

    def sends(self, data: bytes) -> None:
        self.sock.sendall(data)

    def reads(self, words: bytes) -> None:
        """Read until *words* come."""
        while words not in self.said:
            data = self.sock.recv(1 << 16)
            assert data, self.said
            self.said += data
        self.said = self.said.partition(words)[2]

    def is_cut(self) -> None:
        """Read, until the door has closed."""
        try:
            while self.sock.recv(1 << 16):
                pass
        except ConnectionResetError:
            pass

    def resets(self) -> None:
        """Away, without a word."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()


def works(guest: Raw) -> None:
    """A guest types, and sees it."""
    guest.sends(b"\x15")
    for word in (b"q", b"w", b"z"):
        guest.sends(word)
        guest.reads(word)


def test_resets_at_any_moment_end_only_that_guest(door: Opened) -> None:
    """And leave nothing behind: no file, no task that complains."""
    files = Path(f"/proc/{door.process.pid}/fd")
    guest = Raw(door)
    guest.reads(NAME)
    before = len(list(files.iterdir()))
    for bytes_sent in range(0, len(TELNET), 5):
        other = Raw(door, shakes=False)
        other.sends(TELNET[:bytes_sent])
        other.resets()
    for words in (b"\x1b[?1049h", NAME):
        other = Raw(door)
        other.reads(words)
        other.sends(b"somebody\r")
        other.resets()
    for kind in ("ssh", "web"):
        for sent in (b"", b"SSH-2.0-x\r\n", b"GET / HTTP/1.1\r\n", bytes(2000)):
            with socket.create_connection((HOST, door.ports[kind]), PATIENCE_S) as sock:
                sock.sendall(sent)
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    works(guest)
    while len(list(files.iterdir())) > before:  # the host learns of it, too
        works(guest)
    guest.sock.close()


def test_floods_of_all_kinds_leave_the_others_alone(door: Opened) -> None:
    guest, endless, storm = Raw(door), Raw(door), Raw(door)
    guest.reads(NAME)
    endless.sends(bytes((255, 250, 24)) + b"x" * 4000)
    endless.is_cut()
    storm.reads(NAME)
    for columns in (*range(30, 200), 100):
        storm.sends(bytes((255, 250, 31, 0, columns, 0, 24, 255, 240)))
    storm.sends(b"\xff\xfd\x05" * 3000 + b"k" * 20_000)
    works(guest)
    for each in (guest, endless, storm):
        each.sock.close()
