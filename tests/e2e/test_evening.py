"""A normal evening: three people by nc, telnet and the client, and all that usually goes wrong.

Typing errors, an arrow key, a window that changes its size a hundred times, a password, a line
that drops, and a restart of the host. Nobody is disconnected who was not meant to be, and no line
misleads. The transcripts are read here line by line, by what they must and must not contain.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.e2e.serving import HOST, PATIENCE_S, Serving, running
from tests.e2e.terminals import Pty, terminal
from tests.wire.traces import ASKS_SIZE, HIDES, SHOWS, TRACES, window

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
TELNET = TRACES["Windows telnet"]
BACKSPACE = b"\x08"
SECRET = b"secret 13"
ARROW = "U+001B at place 1 is an arrow key or the like: send the line without it."
WIDEST = 98
"""The widest window has 99 columns, and the last one stays free."""


class Guest:
    """Somebody at a bare socket, who keeps what they read."""

    def __init__(self, port: int, enter: bytes) -> None:
        self._line = socket.create_connection((HOST, port), PATIENCE_S)
        self._enter = enter
        self._unread = b""
        self.heard = b""

    def types(self, keys: bytes) -> None:
        """Press these keys, then Enter."""
        self._line.sendall(keys + self._enter)

    def sends(self, data: bytes) -> None:
        """Let the program say something by itself."""
        self._line.sendall(data)

    def reads(self, what: str | bytes) -> bytes:
        """Read up to *what*, which must come; return all up to its end."""
        wanted = what.encode() if isinstance(what, str) else what
        while wanted not in self._unread:
            data = self._line.recv(1 << 16)
            assert data, f"closed before {what!r}: {self._unread!r}"
            self._unread += data
            self.heard += data
        read, _, self._unread = self._unread.partition(wanted)
        return read + wanted

    def rest(self) -> bytes:
        """Read until the host closes the line."""
        while data := self._line.recv(1 << 16):
            self._unread += data
            self.heard += data
        rest, self._unread = self._unread, b""
        return rest

    def close(self) -> None:
        """Cut the line at once."""
        self._line.close()

    @property
    def lines(self) -> list[str]:
        """Every line that was read, without the telnet."""
        text = re.sub(rb"\xff[\xfb-\xfe].", b"", self.heard, flags=re.DOTALL)
        return text.decode().replace("\r\n", "\n").splitlines()


def code_of(greeting: bytes) -> bytes:
    """The code in a greeting that ends with the end of its line."""
    found = re.search(rb"resume (\S+)", greeting)
    assert found, greeting
    return found[1]


def comes_in_by_telnet(guest: Guest, *, password: bool) -> None:
    """As `bob`, mistyped, in a window of 60 columns; with a password if there is one."""
    guest.types(b"bpb" + 2 * BACKSPACE + b"ob")
    guest.reads(ASKS_SIZE)
    guest.sends(TELNET.sized.replace(window(80, 24), window(60, 20)))
    if password:
        guest.reads("bob has an account.")
        guest.reads(HIDES)
        guest.sends(TELNET.hidden)
        guest.types(b"secret 14" + BACKSPACE + b"3")
        guest.reads(SHOWS)
        guest.sends(TELNET.shown)
        guest.reads("Hello bob.")


@pytest.fixture
def me() -> Iterator[Pty]:
    with terminal(Pty) as opened:
        assert isinstance(opened, Pty)
        yield opened


class Evening:
    """The host with its data, and everybody who ever had a line to it."""

    def __init__(self, stack: ExitStack, data: Path) -> None:
        self._stack = stack
        self._data = data
        self.port = 0
        self.guests: list[Guest] = []
        self.host = self.starts()

    def starts(self) -> Serving:
        """Start the host, or start it again with the same port and data."""
        place = ("--data", str(self._data), "--port", str(self.port), "--unguarded")
        self.host = self._stack.enter_context(running(*place))
        self.port = self.host.port
        return self.host

    def connects(self, enter: bytes) -> Guest:
        """A new line, by a program that sends this for Enter."""
        guest = self._stack.enter_context(closing(Guest(self.port, enter)))
        self.guests.append(guest)
        return guest


def test_an_evening_of_three(tmp_path: Path, me: Pty) -> None:
    with ExitStack() as stack:
        evening = Evening(stack, tmp_path / "data")
        ann, code = opens_a_table(evening)
        bob = joins_by_telnet(evening, ann)
        joins_with_the_client(evening, ann, me)
        play_with_errors(ann, bob, me)

        bob.types(b"/quit")
        ann.reads("bob is disconnected. Seat 2 is kept.")
        bob = evening.connects(b"\r\n")
        comes_in_by_telnet(bob, password=True)
        ann.reads("bob is back.")
        bob.close()  # a moment: nobody is told
        bob = evening.connects(b"\r\n")
        comes_in_by_telnet(bob, password=True)

        assert " error: " not in evening.host.stop()
        assert b"resume " + code in ann.rest()
        bob.rest()
        evening.starts()
        ends_the_game(evening, code, me)
        assert " error: " not in evening.host.stop()
    for guest in evening.guests:
        assert SECRET.decode() not in "\n".join(guest.lines)
        assert not [line for line in guest.lines if len(line) > WIDEST or CONTROL.search(line)]
        assert not [line for line in guest.lines if line.startswith(("Disconnected", "Too fast"))]
        wrong = [line for line in guest.lines if re.match(r"There is no|U\+|That line was", line)]
        assert wrong in ([], [ARROW]), "only the arrow key"


def opens_a_table(evening: Evening) -> tuple[Guest, bytes]:
    """Ann, with nc; and her way back."""
    ann = evening.connects(b"\n")
    ann.reads("Your name? (help for help)\n")
    ann.types(b"ann")
    code = code_of(ann.reads("help.\n"))
    ann.types(b"new boggle seconds=0")
    ann.reads("start\n")
    return ann, code


def joins_by_telnet(evening: Evening, ann: Guest) -> Guest:
    """Bob, who registers first, and types a password that the screen does not show."""
    bob = evening.connects(b"\r\n")
    comes_in_by_telnet(bob, password=False)
    bob.types(b"register")
    bob.reads(HIDES)
    bob.sends(TELNET.hidden)
    bob.types(SECRET)
    bob.reads("Type it again.\r\n")
    bob.types(SECRET)
    bob.reads("bob is yours now.")
    bob.sends(TELNET.shown)
    bob.types(b"jion" + 3 * BACKSPACE + b"oin 1")
    bob.reads("Table 1: Boggle. You sit at seat 2.")
    ann.reads("bob sits down at seat 2.\n")
    return bob


def joins_with_the_client(evening: Evening, ann: Guest, me: Pty) -> None:
    """Cy, who types on a screen."""
    me.type(f"parlour play {HOST}:{evening.port} --name cy")
    me.press("Enter")
    me.until("the lobby", lambda rows: "Lobby" in rows[0])
    me.type("join 1")
    me.press("Enter")
    me.until("the table", lambda rows: "Boggle  table 1" in rows[0])
    ann.reads("cy sits down at seat 3.\n")


def play_with_errors(ann: Guest, bob: Guest, me: Pty) -> None:
    """A word of each; Bob's window changes its size all the time, and Ann presses an arrow key."""
    ann.types(b"start")
    ann.reads("Type the words you find.")
    for number in range(100):
        bob.sends(window(60 + number % 40, 20 + number % 9))
    bob.types(b"wrong words\x15tea" + BACKSPACE + b"n")
    bob.reads("ten (")
    ann.types(b"\x1b[A")
    ann.reads(f"{ARROW}\n")
    ann.types(b"hiny" + BACKSPACE + b"t")
    ann.reads("hint (")
    me.until("the board", lambda rows: any("Type the words" in row for row in rows))
    me.type("tea")
    me.press("Enter")
    me.until("a word", lambda rows: any("tea" in row for row in rows[:-4]))


def ends_the_game(evening: Evening, code: bytes, me: Pty) -> None:
    """All come back after a restart of the host, each in their way, and have had enough."""
    ann, bob = evening.connects(b"\n"), evening.connects(b"\r\n")
    ann.reads("Your name? (help for help)\n")
    ann.types(b"resume " + code)
    ann.reads("Hello ann.")
    comes_in_by_telnet(bob, password=True)
    me.until("the line is back", lambda rows: "OFFLINE" not in rows[-1])
    for guest in (ann, bob):
        guest.types(b"/next")
    me.type("/next")
    me.press("Enter")
    for guest in (ann, bob):
        guest.reads("Game over: ")
        guest.types(b"/quit")  # without the slash it could still be a word that comes late
        assert b"Goodbye." in guest.rest()
    assert "If nc does not end now, press Ctrl-C." in ann.lines[-1]
    assert "nc" not in bob.lines[-1].split(), "telnet ends by itself"
    me.until("the end", lambda rows: any("Game over" in row for row in rows))
    me.type("/quit")
    me.press("Enter")
