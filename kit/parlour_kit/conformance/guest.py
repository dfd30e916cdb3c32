"""A connection to the host under test, which holds every line that it reads against the schema."""

from __future__ import annotations

import json
import socket
import time
from collections import deque
from ssl import SSLContext
from typing import Any, Final, NamedTuple, TypeAlias

from parlour_kit.conformance.conversation import Conversation
from parlour_kit.conformance.fitting import Fitting

Object: TypeAlias = dict[str, Any]
Address: TypeAlias = tuple[str, int]
SHOWN: Final = 6
"""Lines before a fault that are shown with it."""
CAPABILITIES: Final = "text view lobby"
SOON_MS: Final = 100
"""The pause after `too_fast`, if the host names none."""


class Broken(Exception):
    """A rule was broken. The text says which one, and what was sent and read before."""


class Silent(Broken):
    """Nothing has come although something was due."""


class HostClosed(Exception):
    """The host has closed the connection, with this goodbye code or None."""

    def __init__(self, code: str | None) -> None:
        super().__init__(code)
        self.code = code


class HeardEvent(NamedTuple):
    """An event. `seq` is None for news, which are not counted."""

    seq: int | None
    name: str
    body: Object


class Response(NamedTuple):
    ok: bool
    body: Object
    items: list[Object]

    @property
    def code(self) -> str | None:
        return None if self.ok else str(self.body["code"])


class Guest:
    """One connection. `events` has its events in order, up to the last line that was read."""

    def __init__(
        self,
        address: Address,
        rules: Fitting,
        patience_s: float,
        tls: SSLContext | None = None,
    ) -> None:
        self.address = address
        self.tls = tls
        """Encrypts the connection."""
        self.rules = rules
        self.patience_s = patience_s
        """How long the host may take to say what it must say."""
        self.events: deque[HeardEvent] = deque()
        self.seq = 0
        """The number of the last event."""
        self.missed = 0
        """The number of the last event that happened before we came back."""
        self.name = ""
        self.me: Object = {}
        """The answer to `name` or `resume`."""
        self._log: deque[str] = deque(maxlen=SHOWN)
        self._ids = 0
        self._connect()

    def _connect(self) -> None:
        self._socket = socket.create_connection(self.address, self.patience_s)
        if self.tls is not None:
            self._socket = self.tls.wrap_socket(self._socket)
        self._half = b""
        self._lines: deque[str] = deque()
        self._talk = Conversation(self.rules)
        self._typed = False
        self.goodbye: str | None = None

    # --- what is sent ---------------------------------------------------------------

    def send(self, data: bytes, *, piece: int = 0) -> None:
        """Send *data*, in pieces of so many bytes if *piece* is not 0."""
        self._log.append(f"> {data.decode(errors='replace').rstrip()}")
        self._talk.hear(data.decode(errors="replace"))
        pieces = [data[at : at + piece] for at in range(0, len(data), piece)] if piece else [data]
        try:
            for each in pieces:
                self._socket.sendall(each)
        except OSError:
            raise HostClosed(self.goodbye) from None

    def enter(self, capabilities: str = CAPABILITIES) -> None:
        """Send HELLO, and read the greeting and the answer to it."""
        self.send(f"HELLO 1 {capabilities}".rstrip().encode() + b"\n")
        self.typed()

    def typed(self, *, granted: bool = True) -> Object:
        """Read on to the answer to HELLO, which must be *granted*. Return its object."""
        while True:
            line = self.line()
            if line.startswith("#- "):
                self._typed = True
                if granted and not line.startswith("#- ok "):
                    raise self.broken("HELLO is refused")
                return dict(json.loads(line.split(" ", 2)[2]))

    def sign_in(self, name: str) -> None:
        self.me = self.granted(f"name {name}").body
        self.name = name

    def ask(self, request: str, *, piece: int = 0) -> Response:
        """Send *request*, and return its answer. Events before it go to `events`.

        It gets a slash in front, so that a game that asks for bare words takes it for none.
        """
        line = request if request.startswith("@") else f"/{request}"
        while True:
            own = self.next_id()
            self.send(f"#{own} {line}\n".encode(), piece=piece)
            answer = self.answer(own)
            if answer.code != "too_fast":
                return answer
            time.sleep(answer.body.get("retry_ms", SOON_MS) / 1000)

    def granted(self, request: str) -> Response:
        """Send *request*, which must be granted."""
        answer = self.ask(request)
        if not answer.ok:
            raise self.broken(f"`{request}` is refused")
        return answer

    def refused(self, request: str, *codes: str) -> Response:
        """Send *request*, which must be refused with one of *codes*."""
        answer = self.ask(request)
        if answer.code not in codes:
            raise self.broken(f"`{request}` must be refused as {' or '.join(codes)}")
        return answer

    def next_id(self) -> str:
        """Return an id that no request had yet."""
        self._ids += 1
        return str(self._ids)

    # --- what is read ---------------------------------------------------------------

    def answer(self, own: str) -> Response:
        """Read the rest of the answer to the request with this id."""
        items: list[Object] = []
        while True:
            line = self.line()
            if line.startswith("* "):
                self._event(line)
                continue
            head, kind, rest = line.split(" ", 2)
            if head != f"#{own}":
                raise self.broken(f"An answer to #{own} must come first")
            body = json.loads(rest)
            if kind == "+":
                items.append(body)
            else:
                return Response(kind == "ok", body, items)

    def event(self, patience_s: float | None = None) -> None:
        """Read one line more, which must be an event. Raises Silent if none comes so long."""
        line = self.line(patience_s)
        if not line.startswith("* "):
            raise self.broken("Nothing was asked, so this must be an event")
        self._event(line)

    def _event(self, line: str) -> None:
        _, number, name, rest = line.split(" ", 3)
        seq = None if number == "-" else int(number)
        if seq is not None:
            if seq != self.seq + 1 and not self.seq < seq <= self.missed:
                raise self.broken(f"The event after {self.seq} must be number {self.seq + 1}")
            self.seq = seq
        self.events.append(HeardEvent(seq, name, json.loads(rest)))

    def line(self, patience_s: float | None = None) -> str:
        """Return the next line, which fits the schema. Raises Broken, Silent or HostClosed."""
        seconds = self.patience_s if patience_s is None else patience_s
        while not self._lines:
            try:
                self._socket.settimeout(seconds)
                data = self._socket.recv(65536)
            except TimeoutError:
                raise Silent(str(self.broken(f"Nothing came for {seconds:.0f} s"))) from None
            except OSError:
                data = b""
            if not data:
                if self._half:
                    raise self.broken("The connection ends in the middle of a line")
                raise HostClosed(self.goodbye)
            *whole, self._half = (self._half + data).split(b"\n")
            self._lines += [self._decoded(line) for line in whole]
        line = self._lines.popleft()
        self._log.append(f"< {line}")
        if wrong := self._talk.read(line):
            raise self.broken(wrong.partition(": ")[0])
        if line.startswith("! "):
            self.goodbye = line.split(" ", 2)[1]
            return self.line()
        return line

    def _decoded(self, line: bytes) -> str:
        try:
            return line.removesuffix(b"\r").decode()
        except UnicodeDecodeError:
            raise self.broken("A line is not UTF-8") from None

    # --- the end --------------------------------------------------------------------

    def cut(self) -> None:
        self._socket.close()

    def resume(self, seq: int) -> None:
        """Connect again, and come back as the player of before, with the events after *seq*."""
        self._connect()
        self.enter()
        self.seq = seq
        self.me = self.granted(f"resume {self.me['token']} {seq}").body
        self.missed = self.me["seq"]

    def broken(self, what: str) -> Broken:
        """Return the error for a rule that the host broke."""
        lines = "\n".join(f"    {line}" for line in self._log)
        return Broken(f"{what}.\n{lines}")
