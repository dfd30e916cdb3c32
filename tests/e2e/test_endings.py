"""However the client with its screen ends, the terminal is as it was before it began."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import Signals

import pytest

from tests.e2e.serving import HOST, PATIENCE_S, Serving, serving
from tests.e2e.terminals import Pty, Screen, terminal
from tests.sizes import sized

PLAY = "parlour play"
FAILS = f"{sys.executable} -m tests.e2e.failing_client"
ROOT = Path(__file__).parents[2]
ENDS = (signal.SIGQUIT, signal.SIGABRT, signal.SIGHUP, signal.SIGTERM)
"""SIGHUP and SIGTERM also end a client that hangs, below."""


@pytest.fixture(scope="module")
def host() -> Iterator[Serving]:
    with serving() as running:
        yield running


@pytest.fixture
def me() -> Iterator[Pty]:
    with terminal(Pty) as opened:
        assert isinstance(opened, Pty)
        yield opened


def _last(rows: Screen) -> str:
    """The last row that is not empty."""
    return next((row for row in reversed(rows) if row), "")


class Client:
    """The client in a terminal whose shell waits for it."""

    def __init__(self, me: Pty, folder: Path, command: str) -> None:
        self._me = me
        self._pid = folder / "pid"
        self._asked = 0
        me.until("a shell", lambda rows: rows[0] in {"$", "#"})
        self.before = me.state
        started = f"cd {ROOT}; echo $$ >{self._pid}; exec {command} 2>{folder}/errors"
        me.type(f"sh -c '{started}'")
        me.until("the command", lambda rows: _last(rows).endswith("'"))
        me.press("Enter")

    def signal(self, number: Signals) -> None:
        """Send it a signal, when it is in the lobby."""
        self._me.until("the lobby", lambda rows: "Lobby" in rows[0])
        assert self._me.state != self.before
        self.signal_at_once(number)

    def signal_at_once(self, number: Signals) -> None:
        """Send it a signal, whatever it shows."""
        os.kill(int(self._pid.read_text()), number)

    @property
    def process(self) -> str:
        """`T` if it is stopped, `Z` if it has ended, nothing if nobody knows it any more."""
        asked = ["ps", "-o", "stat=", "-p", self._pid.read_text().strip()]
        return subprocess.run(asked, capture_output=True, text=True).stdout[:1]

    def ended(self) -> int:
        """The exit code that its shell sees. The terminal must be as it was."""
        self._me.until("its shell", lambda rows: _last(rows) in {"$", "#"})
        self._me.type("echo ended with $?")
        self._me.press("Enter")
        said = self._me.until(
            "its exit code", lambda rows: [row for row in rows if row.startswith("ended with ")]
        )
        assert self._me.state == self.before
        return int(next(row for row in said if row.startswith("ended with ")).split()[-1])


@pytest.mark.parametrize("number", sized(ENDS[:1], ENDS), ids=lambda n: n.name)
def test_a_signal_ends_it_in_order(
    host: Serving, me: Pty, tmp_path: Path, number: Signals
) -> None:
    """It left mouse reports, marked pastes, and the other screen behind."""
    client = Client(me, tmp_path, f"{PLAY} {HOST}:{host.port} --name {number.name.lower()}")
    client.signal(number)
    assert client.ended() == 128 + number
    assert (tmp_path / "errors").read_text("utf-8") == ""


def test_a_signal_ends_a_client_that_hangs(host: Serving, me: Pty, tmp_path: Path) -> None:
    """Nothing that the event loop should do would happen any more."""
    client = Client(me, tmp_path, f"{FAILS} hangs play {HOST}:{host.port} --name hans")
    client.signal(signal.SIGTERM)
    assert client.ended() == 128 + signal.SIGTERM


def test_a_second_signal_ends_a_client_that_is_ending(
    host: Serving, me: Pty, tmp_path: Path
) -> None:
    """Services and closed windows send two: the second one left the screen behind."""
    client = Client(me, tmp_path, f"{FAILS} lingers play {HOST}:{host.port} --name lena")
    client.signal(signal.SIGHUP)
    errors = tmp_path / "errors"
    me.until("its end begins", lambda _: errors.read_text("utf-8") == "it lingers\n")
    client.signal_at_once(signal.SIGTERM)
    assert client.ended() == 128 + signal.SIGTERM
    assert errors.read_text("utf-8") == "it lingers\n"


def test_it_stops_and_goes_on_and_ends_while_it_is_stopped(
    host: Serving, me: Pty, tmp_path: Path
) -> None:
    """`kill -TSTP` left its screen and its keyboard behind, and then `kill` did not end it."""
    client = Client(me, tmp_path, f"{PLAY} {HOST}:{host.port} --name stan")
    client.signal(signal.SIGTSTP)
    me.until("its shell", lambda rows: _last(rows) in {"$", "#"})
    assert me.state == client.before
    me.type("fg")
    me.press("Enter")
    client.signal(signal.SIGTSTP)
    me.until("its shell", lambda rows: _last(rows) in {"$", "#"} and client.process == "T")
    me.type("kill %1; kill -CONT %1")
    me.press("Enter")
    me.until("its end", lambda _: client.process in {"", "Z"})
    assert me.state == client.before


@pytest.mark.parametrize(
    ("kind", "told"), [("draws", "it cannot draw"), ("calls", "nobody handles this")]
)
def test_a_fault_ends_it_in_order_and_is_told(
    host: Serving, me: Pty, tmp_path: Path, kind: str, told: str
) -> None:
    """A client that could not draw asked for Enter again and again, and never ended."""
    client = Client(me, tmp_path, f"{FAILS} {kind} play {HOST}:{host.port} --name {kind}")
    assert client.ended() == 1
    assert f"RuntimeError: {told}" in (tmp_path / "errors").read_text("utf-8")


def test_it_ends_with_its_terminal(host: Serving, tmp_path: Path) -> None:
    """The window was closed: there is nothing to restore, and nobody to tell."""
    end, there = pty.openpty()
    name = os.ttyname(there)
    command = f"{PLAY} {HOST}:{host.port} --name ann"
    client = subprocess.Popen(
        ["sh", "-c", f"exec {command} <{name} >{name} 2>{tmp_path}/errors"],
        stdin=subprocess.DEVNULL,
        env={
            **os.environ,
            "TERM": "xterm-256color",
            "HOME": f"{tmp_path}",
            "XDG_STATE_HOME": f"{tmp_path}",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        },
        start_new_session=True,
    )
    seen = b""
    while b"Lobby" not in seen:
        seen += os.read(end, 1 << 16)
    os.close(there)
    os.close(end)
    try:
        assert client.wait(PATIENCE_S) != 0
    finally:
        client.kill()
