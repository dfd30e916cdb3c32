"""A plain TCP connection: it sends at once, and queues what the kernel refuses."""

from __future__ import annotations

import socket
from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from parlour.core.effects import ConnId, HouseEvent, Received
from parlour.server._arrival import NOTE_BYTES
from parlour.server._interface import Connection
from parlour.server._lag import Lag, silent_s
from parlour.server._tls import TlsSocket

RECEIVE_BYTES: Final = 4_096
"""Bytes to read from one connection in one tick: four lines of the greatest length. Cutting them
into lines is work, and a flooder who reconnects all the time causes it with every connection."""


class CloseStage(Enum):
    """The stages of closing a connection."""

    OPEN = "open"
    FLUSHING = "flushing"
    """To be closed. Bytes still wait, and we drop what comes in."""
    LINGERING = "lingering"
    """Our side is shut, so that the peer reads to the end. We wait for theirs."""
    CLOSED = "closed"


_OPEN: Final = CloseStage.OPEN


class Loop(Protocol):
    """What a connection needs of the loop that serves it (`_sockets.Sockets`)."""

    outgoing_bytes: int
    behind_bytes: int
    """When a reader is too slow, and when they are behind."""

    def watch(self, line: SocketLine) -> None:
        """Watch for what the connection now waits for."""
        ...

    def note_behind(self, line: SocketLine) -> None:
        """Tell the house that this reader is behind."""
        ...

    def drop_slow(self, line: SocketLine, waiting: bytearray) -> None:
        """Drop a reader for whom too much waits."""
        ...

    def pass_on(self, event: HouseEvent) -> None:
        """Let the house hear of it in the next tick."""
        ...

    def finish(self, line: SocketLine) -> None:
        """Begin to close."""
        ...

    def read_again(self, fd: int) -> None:
        """Read on this connection once more, although the system may have nothing."""
        ...

    def replace(self, old: SocketLine, new: SocketLine) -> None:
        """Let *new* go on with the socket of *old*, which is over."""
        ...

    def close(self, line: SocketLine) -> None:
        """Close at once."""
        ...


class SocketLine(Connection):
    """A connected, non-blocking socket."""

    __slots__ = (
        "_sockets",
        "behind",
        "bound",
        "calling",
        "discarded",
        "ended",
        "fd",
        "fresh",
        "lag",
        "operator",
        "reading",
        "receive_bytes",
        "sock",
        "stage",
        "waiting",
    )

    def __init__(self, conn: ConnId, sock: socket.socket, sockets: Loop, operator: bool) -> None:
        super().__init__(conn)
        self.sock = sock
        self.fd = sock.fileno()
        self.stage = _OPEN
        self.waiting: bytearray | None = None
        """Bytes that the kernel did not take, or None. If any, the poller waits for WRITE too."""
        self.bound = 0
        """The bytes that may wait before we drop the reader as too slow."""
        self.behind = False
        """The house knows that this reader is behind."""
        self.reading = True
        """We read what the peer sends."""
        self.receive_bytes = RECEIVE_BYTES
        self.lag = Lag()
        self.operator = operator
        self.calling = 0
        """If the house does not know it yet (`_callers`): what hearing it costs, in `CALLS`."""
        self.fresh: Callable[[float], None] | None = None
        """Until its first byte has come: begins TLS, if that byte says so."""
        self.ended = False
        """The peer has closed their side, or all of it."""
        self.discarded = 0
        """Bytes that came in after the connection was closed."""
        self._sockets = sockets

    @property
    def unsent(self) -> int:
        return 0 if self.waiting is None else len(self.waiting)

    def silent_s(self) -> float | None:
        return silent_s(self.sock)

    def send(self, data: bytes) -> None:
        if self.stage is not _OPEN:
            return
        waiting = self.waiting
        if waiting is None:
            try:
                sent = self.sock.send(data)
            except BlockingIOError:
                sent = 0
            except OSError:
                self._sockets.close(self)
                return
            if sent == len(data):
                return
            waiting = self.waiting = bytearray(data)
            del waiting[:sent]
            # A long answer, such as a replay, is not the reader's fault, so it does not count.
            self.bound = len(waiting) + self._sockets.outgoing_bytes
            self._sockets.watch(self)
        else:
            waiting += data
            if len(waiting) > self.bound:
                self._sockets.drop_slow(self, waiting)
                return
        if not self.behind and len(waiting) > self._sockets.behind_bytes:
            self._sockets.note_behind(self)

    @property
    def encrypted(self) -> bool:  # type: ignore[override]
        return isinstance(self.sock, TlsSocket)

    @property
    def hears(self) -> bool:
        """Whether it reads what the peer sends."""
        return self.reading

    def receive(self) -> bytes:
        """Read what the peer has sent. Nothing: it has ended. Raises OSError."""
        return self.sock.recv(self.receive_bytes)

    def receive_noted(self) -> tuple[bytes, list[tuple[int, int, bytes]]]:
        """The same, with the kernel's notes about it (`_arrival`)."""
        data, notes, _, _ = self.sock.recvmsg(self.receive_bytes, NOTE_BYTES)
        return data, notes

    def read(self, *, on: bool) -> None:
        if self.stage is _OPEN and self.reading != on:
            self.reading = on
            self._sockets.watch(self)

    def finish(self) -> None:
        self._sockets.finish(self)

    def abort(self) -> None:
        self._sockets.close(self)

    def heard(self, data: bytes, at: float, lag_ms: int) -> None:
        """Take what the peer has sent."""
        self._sockets.pass_on(Received(self.conn, data, at, lag_ms))

    def cut(self, waiting: bytearray, last: bytes) -> None:
        """Let a reader who is too slow get the rest of a half-sent line, and the *last* one."""
        held = self.held
        del waiting[max(held, waiting.find(b"\n", max(0, held - 1)) + 1) :]
        waiting += last

    @property
    def held(self) -> int:
        """The first of the waiting bytes, which must be sent: they are encrypted."""
        return self.sock.held if isinstance(self.sock, TlsSocket) else 0

    def gone(self) -> None:
        """Forget what belongs to this connection: it is closed."""

    def leave(self) -> None:
        """The same, but its socket stays open for another line."""
        self.gone()
