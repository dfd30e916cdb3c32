"""`parlour serve` whose worker dies: nobody is disconnected, and what a game did is held."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from tests.e2e.serving import PATIENCE_S, Serving, running
from tests.plugins_host.toss import source
from tests.sizes import sized

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the keeper needs Linux")

WAYS = """
WAYS = ("exit", "loop", "regex", "crash", "memory", "thread")


def die(way):
    import ctypes, os, re, threading
    match way:
        case "exit":
            os._exit(3)
        case "loop":
            while True:
                pass
        case "regex":
            re.match("(a*)*b", "a" * 40)
        case "crash":
            ctypes.string_at(8)
        case "memory":
            taken = []
            while True:
                taken.append(bytearray(1 << 28))
        case "thread":
            threading.Thread(target=os._exit, args=(4,)).start()
            while True:
                pass


"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The toss of docs/reference/game.md, with calls that its program does not survive."""
    text = source().replace('ChoiceArg("side", SIDES)', 'ChoiceArg("side", SIDES + WAYS)')
    dies = "if move.side in WAYS:\n            die(move.side)\n        if move.side not in SIDES:"
    text = text.replace("if move.side not in SIDES:", dies, 1)
    file = tmp_path / "deadly.py"
    file.write_text(text.replace("CALL = Verb", f"{WAYS}CALL = Verb", 1))
    return file


class Guest:
    """Somebody at a plain line."""

    def __init__(self, host: Serving, name: str) -> None:
        self.sock = socket.create_connection(("127.0.0.1", host.port), PATIENCE_S)
        self.lines = self.sock.makefile("r")
        self.type(f"{name}\n")
        self.until("resume")

    def type(self, text: str) -> None:
        self.sock.sendall(text.encode())

    def until(self, words: str) -> list[str]:
        """All lines up to the one with these words. The connection must not end before."""
        read: list[str] = []
        for line in self.lines:
            read.append(line.rstrip("\n"))
            if words in line:
                return read
        raise AssertionError(f"the line was cut after {read}")

    def close(self) -> None:
        self.lines.close()
        self.sock.close()


@pytest.fixture
def guests() -> Iterator[list[Guest]]:
    all_of_them: list[Guest] = []
    yield all_of_them
    for guest in all_of_them:
        guest.close()


WAYS_OUT = ("regex", "memory", "thread", "exit", "loop", "crash")
"""The first two are the hard ones. In `regex` no other thread of the process runs, as one does in
`loop`. `thread` ends the process while a call is open, as `exit` does. A signal does that here
too, and in test_rogue.py."""
NOTICE = "The host stopped for a moment and goes on. Nothing is lost."


def test_a_line_typed_half_before_a_kill_and_half_after_is_read_as_one(
    tmp_path: Path, game: Path, guests: list[Guest]
) -> None:
    with running("--plugin", str(game), "--data", str(tmp_path / "d")) as host:
        guests += (ann := Guest(host, "ann"), bob := Guest(host, "bob"))
        ann.type("new toss\nstart\n")
        ann.until("call heads")
        ann.type("ca")
        bob.type("ping\n")  # what came before has been read when that is answered
        bob.until("pong")
        os.kill(host.worker, signal.SIGKILL)
        ann.type("ll heads\n")
        assert ann.until("It is ")[0] == NOTICE
        bob.type("ping\n")
        assert bob.until("pong") == [NOTICE, "pong"]
        told = CliRunner().invoke(main, ["status", "--data", str(tmp_path / "d")]).output
        assert "The process that plays has died once. The last time it was killed by SIGKILL." in (
            told.replace("\n  ", " ")
        )
        log = host.stop()
        assert "The worker died: it was killed by SIGKILL. The next one starts at once." in log
        assert "Nothing" not in ann.lines.read(), "it is said once"


@pytest.mark.parametrize("way", WAYS_OUT[: sized(2, len(WAYS_OUT))])
def test_a_game_that_ends_the_worker_is_held_and_everybody_stays(
    tmp_path: Path, game: Path, guests: list[Guest], way: str
) -> None:
    with running("--plugin", str(game), "--data", str(tmp_path / "d")) as host:
        guests += (ann := Guest(host, "ann"), bob := Guest(host, "bob"))
        for guest in (ann, bob):
            guest.type("new toss\nstart\n")
            guest.until("call heads")
        ann.type(f"call {way}\n")
        if way == "memory":  # it may also get an error, and freeze
            ann.until("Table 1 is ")
        else:
            ann.until("Table 1 is held")
        ann.type("ping\n")
        ann.until("pong")
        bob.type("call heads\n")
        bob.until("It is ")
        ann.type("end 1\n")
        ann.until("1")
        host.stop()


def test_an_upgrade_takes_changed_code_and_refuses_broken_code_and_another_directory(
    tmp_path: Path, game: Path, guests: list[Guest]
) -> None:
    """Nor does an upgrade move to another data directory: its lock belongs to the one that the
    host was started with.
    """
    folder, config = tmp_path / "d", tmp_path / "config.toml"
    config.write_text(f'[store]\ndata = "{folder}"\n')

    def upgrade() -> tuple[int, str]:
        done = CliRunner().invoke(main, ["upgrade", "--data", str(folder)])
        return done.exit_code, done.output

    with running("--plugin", str(game), "--config", str(config)) as host:
        guests += (ann := Guest(host, "ann"), bob := Guest(host, "bob"), cy := Guest(host, "cy"))
        for guest in (ann, bob, cy):
            guest.type("new toss\nstart\n")
            guest.until("call heads")
        cy.type("propose adjourn\n")  # and an upgrade does not wait for those who are to come
        cy.until("adjourned")
        good = game.read_text()
        game.write_text(good.replace("The coin is covered.", "You see no coin."))
        assert upgrade() == (0, "The new program serves. Nobody lost their place.\n")
        ann.type("look\n")
        assert "You see no coin." in ann.until("no coin")
        game.write_text("syntax error")
        code, text = upgrade()
        assert (code, "Not used: deadly" in text) == (1, True)
        game.write_text(good.replace('version="1"', 'version="22"'))
        assert upgrade() == (
            1,
            "The host goes on with the program it has: table 1 could not go on: it began with"
            " version 1 of Toss, and this host has version 22\n"
            "table 2 could not go on: it began with"
            " version 1 of Toss, and this host has version 22\n",
        )
        config.write_text(f'[store]\ndata = "{tmp_path}/two"\n')
        said = "To change the data directory, stop the host and start it again.\n"
        assert upgrade() == (1, f"The host goes on with the program it has: {said}")
        assert not (tmp_path / "two").exists()
        ann.type("call tails\n")
        ann.until("It is ")
        host.stop()
    assert upgrade() == (1, f"No host is running on {folder}.\n")


def test_one_process_has_no_keeper_to_ask(tmp_path: Path) -> None:
    folder = tmp_path / "d"
    with running("--unguarded", "--data", str(folder)) as host:
        assert host.worker == host.process.pid
        done = CliRunner().invoke(main, ["upgrade", "--data", str(folder)])
        said = f"The host on {folder} is one process. Stop it and start it again.\n"
        assert (done.exit_code, done.output) == (1, said)
        host.stop()
