"""`parlour play` and `parlour watch` as processes, typed at through a pipe.

tests/e2e/test_terminal.py starts them as people do.
"""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import pytest

from tests.e2e.serving import PATIENCE_S, Serving, running
from tests.warm import Warm, ran

ELSE = "Another host: parlour play HOST or --find - Alone against bots: parlour play --local\n"


def parlour(*args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What `parlour` says when *typed* is all that it reads."""
    return ran(*args, typed=typed)


def says(*args: str, typed: str = "") -> list[str]:
    """The lines of a command that must succeed."""
    done = parlour(*args, typed=typed)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout.splitlines()


def fails(code: int, *args: str) -> str:
    """What a command says that must fail."""
    done = parlour(*args)
    assert (done.returncode, done.stdout) == (code, "")
    return done.stderr


@pytest.fixture(scope="module")
def host() -> Iterator[Serving]:
    """A host for all of them."""
    with running("--ephemeral") as made:
        yield made


def _at(host: Serving) -> str:
    return f"127.0.0.1:{host.port}"


def test_one_sits_down_and_comes_back_to_the_seat(host: Serving) -> None:
    """The second time nobody asks for a name or an address."""
    first = says("play", _at(host), typed="robin\nnew boggle\nstart\n")
    assert first[0].startswith("Your name")
    assert "Hello robin." in first[1]
    assert "You sit at seat 1." in first[3]
    again = says("play", typed="/leave\nyes\n")
    assert "Hello robin." in again[0]
    assert again[1].startswith("You are at table ")
    assert any(line.startswith("You leave seat 1 of table") for line in again)


def test_a_host_is_known_by_its_certificate(tmp_path: Path) -> None:
    with running("--unguarded", "--data", str(tmp_path)) as made:
        where, port = f"tls://{_at(made)}", str(made.port)
        first = re.findall(r"SHA256:\S+", "\n".join(made.said))
        lines = says("play", where, "--name", "ann")
        assert re.findall(r"SHA256:\S+", lines[0]) == first
        assert "Hello ann." in lines[1]
        made.stop()
    for file in (tmp_path / "tls").iterdir():
        file.unlink()
    with running("--unguarded", "--data", str(tmp_path), "--port", port) as made:
        now = re.findall(r"SHA256:\S+", "\n".join(made.said))
        for again in (where, _at(made)):
            told = fails(1, "play", again, "--name", "ann")
            assert re.findall(r"SHA256:\S+", told) == [*first, *now, *now]
        assert "Hello ann." in says("play", "--trust", *now, _at(made), "--name", "ann")[0]


def test_another_name_is_another_player(host: Serving) -> None:
    assert "Hello ann." in says("play", _at(host), "--name", "ann")[0]
    assert "Hello bob." in says("play", "--name", "bob")[0]
    assert "Hello bob." in says("play")[0]


def test_who_watches_sees_the_table_at_once(host: Serving) -> None:
    with socket.create_connection(("127.0.0.1", host.port)) as line:
        line.sendall(b"HELLO 1 text\n#1 name cy\n#2 new boggle\n")
        with line.makefile("r") as heard:
            table = next(said for said in heard if said.startswith("#2 ok")).split('"table":')[1]
        number = table.partition(",")[0]
        watched = says("watch", number, _at(host), "--name", "eve")
    assert f"You watch table {number}: Boggle. To see it: look {number}" in watched
    assert f"Table {number}: Boggle. The game has not begun." in watched


def test_a_private_host_is_there_at_once() -> None:
    lines = says("play", "--local", "boggle", "--level", "easy", "--name", "robin")
    assert "Hello robin." in lines[0]
    assert "Boggle begins: robin and Ada (easy)." in lines


def test_how_well_the_bots_play_is_asked() -> None:
    lines = says("play", "--local", "probe", "--name", "robin", typed="medium\n")
    assert lines[0] == "How well should the bots play?"
    assert any(
        line == "Probe begins: robin, Ada (medium), Bo (medium) and Clem (medium)."
        for line in lines
    ), lines


def test_a_game_is_asked_for_by_number_and_ctrl_d_is_an_answer() -> None:
    assert says("play", "--local")[0] == "Which game?"


def test_where_no_host_is_any_more_one_line_says_so_and_another_what_else_there_is() -> None:
    with running("--ephemeral") as den:
        where = _at(den)
        says("play", where, "--name", "ann")
    nobody = f"No host answers at {where}. To start one on that computer: parlour serve\n"
    assert fails(1, "play", where) == nobody
    assert fails(1, "play") == nobody + ELSE


def test_what_cannot_be_played_is_said_in_one_line() -> None:
    assert (
        fails(2, "play", "den:x")
        == "'x' is not a port. A port is a whole number from 1 to 65535.\n"
    )
    says_both = "--local starts a host for you alone. Leave out the other host.\n"
    assert fails(2, "play", "den", "--local") == says_both
    where = "--level is for the bots of --local: parlour play --local --level easy\n"
    assert fails(2, "play", "den", "--level", "easy") == where
    assert "is not in the range" in fails(2, "watch", "0")


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_leaves(host: Serving) -> None:
    pipe = subprocess.PIPE
    with Warm(
        *("play", _at(host), "--name", "dot"), stdin=pipe, stdout=pipe, stderr=pipe
    ) as client:
        assert client.stdout is not None
        assert client.stderr is not None
        assert "Hello dot." in client.stdout.readline()
        client.send_signal(signal.SIGINT)
        assert client.wait(PATIENCE_S) == 130
        assert client.stderr.read().strip() == ""


def test_enter_takes_the_name_that_one_usually_has(
    host: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "kim")
    monkeypatch.setenv("TERM", "xterm")
    ours, theirs = os.openpty()
    with (
        open(ours, "r+b", buffering=0) as keys,
        Warm("play", _at(host), stdin=theirs, stdout=theirs, stderr=theirs) as client,
    ):
        os.close(theirs)
        try:
            _reads(keys, b"kim")
            keys.write(b"\r")
            _reads(keys, b"Hello kim.")
            keys.write(b"\x04")
            assert client.wait(PATIENCE_S) == 0
        finally:
            client.kill()


def _reads(line: FileIO, words: bytes) -> None:
    """Wait until *words* have been written there."""
    seen = b""
    while words not in seen:
        ready, _, _ = select.select([line], [], [], PATIENCE_S)
        assert ready, seen
        seen += line.read(4096)
