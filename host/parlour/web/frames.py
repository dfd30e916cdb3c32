"""A websocket (RFC 6455): each text message is a line, both ways, without the line's end.

Messages are bounded before their fragments are joined, and so are fragments and control frames,
because the limits of the house count lines and would see none of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from wsproto.connection import Connection, ConnectionState, ConnectionType
from wsproto.events import CloseConnection, Event, Ping, Pong, TextMessage
from wsproto.frame_protocol import CloseReason

from parlour.wire.lines import KEYS_MAX

MESSAGE_MAX: Final = KEYS_MAX
"""The most bytes in a message. The house refuses what is longer than a line by one clear line, as
on the game port; nobody needs to send more than twice as much."""
FRAGMENTS: Final = 64
"""The most frames of one message. Browsers send one, and an endless message of empty ones would
be work without a line."""
CONTROLS: Final = 64
"""The most pings and pongs that a peer may send between two of our pings. Browsers send one."""
PING: Final = b"\x89\x00"
"""A ping without content."""


class Spoken(NamedTuple):
    """What comes of some bytes."""

    lines: list[bytes]
    """Without their ends."""
    out: bytes
    """What the peer is to be sent at once."""
    goes_on: bool
    """The websocket is open still."""


class _Closed(Exception):
    """The websocket ends. `last`: the last bytes for the peer."""

    def __init__(self, last: bytes) -> None:
        super().__init__()
        self.last = last


class Frames:
    """The frames of one websocket."""

    __slots__ = ("_connection", "_controls", "_fragments", "_parts", "_size")

    def __init__(self) -> None:
        self._connection = Connection(ConnectionType.SERVER)
        self._parts: list[str] = []
        self._size = 0
        self._fragments = 0
        self._controls = 0

    def receive(self, data: bytes) -> Spoken:
        """Return what comes of *data*."""
        lines: list[bytes] = []
        out = b""
        self._connection.receive_data(data)
        try:
            for event in self._connection.events():
                out += self._answered(event, lines)
        except _Closed as closed:
            return Spoken(lines, out + closed.last, goes_on=False)
        return Spoken(lines, out, goes_on=True)

    def _answered(self, event: Event, lines: list[bytes]) -> bytes:
        """Add the line that *event* ends, if any, to *lines*, and return the answer to it.

        Raises _Closed if the peer closes, or breaks the rules.
        """
        match event:
            case TextMessage():
                self._take(event, lines)
            case Ping():
                self._count()
                return self._connection.send(event.response())
            case Pong():
                self._count()
            case CloseConnection():  # from the peer, or because of what it sent
                raise _Closed(self._connection.send(event.response()))
            case _:
                raise self._refused(CloseReason.UNSUPPORTED_DATA, "Send text messages only.")
        return b""

    def sent(self, data: bytes) -> list[bytes]:
        """Return *data*, whole lines, as a frame for each."""
        return [_frame(line) for line in data.removesuffix(b"\n").split(b"\n")]

    def pinged(self) -> None:
        """Note that the peer was sent a ping, and may send control frames again."""
        self._controls = 0

    def close(self, code: int) -> bytes:
        """Return what closes the websocket from our side, unless it is being closed already."""
        if self._connection.state is not ConnectionState.OPEN:
            return b""
        return self._connection.send(CloseConnection(code))

    def _take(self, message: TextMessage, lines: list[bytes]) -> None:
        """Add a piece of a message, and the line if that was the last one."""
        text = str(message.data)
        self._size += len(text.encode())
        self._fragments += message.frame_finished
        if self._size > MESSAGE_MAX:
            raise self._refused(CloseReason.MESSAGE_TOO_BIG, "That message is too long.")
        if self._fragments > FRAGMENTS:
            raise self._refused(CloseReason.POLICY_VIOLATION, "Too many fragments.")
        self._parts.append(text)
        if not message.message_finished:
            return
        line = "".join(self._parts)
        self._parts.clear()
        self._size = self._fragments = 0
        if "\n" in line or "\r" in line:
            why = "Send one line in a message, without its end."
            raise self._refused(CloseReason.POLICY_VIOLATION, why)
        lines.append(line.encode())

    def _count(self) -> None:
        self._controls += 1
        if self._controls > CONTROLS:
            raise self._refused(CloseReason.POLICY_VIOLATION, "Too many pings.")

    def _refused(self, code: CloseReason, why: str) -> _Closed:
        return _Closed(self._connection.send(CloseConnection(code, why)))


def _frame(line: bytes) -> bytes:
    """Return a text frame, unmasked, as a server sends it."""
    size = len(line)
    if size < 126:
        return b"\x81%c%b" % (size, line)
    if size < 65_536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), line)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), line)
