"""The messages between the keeper, the warm process and the worker, and the descriptors in them.

Each is a JSON object of one name and one value in a packet of its own (SOCK_SEQPACKET). All ends
are processes of the same user and, but for an upgrade, of the same program.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Sequence
from typing import Any, Final

FDS_MAX: Final = 250
"""Descriptors in one packet. The kernel takes 253, and refuses more on their way than the user may
have open (ETOOMANYREFS), so each packet with descriptors is acknowledged before the next."""
CLOSED_MAX: Final = 4_000
"""Slots in one packet."""
_BYTES: Final = 65_536


class Gone(Exception):
    """The other end has closed, or its process has ended."""


class Packets:
    """One end of a pair of sockets."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def fileno(self) -> int:
        return self._sock.fileno()

    def close(self) -> None:
        self._sock.close()

    def send(self, name: str, value: Any = None, fds: Sequence[int] = ()) -> bool:
        """Send a message. False: a non-blocking end is full, or the other one has gone."""
        data = json.dumps({name: value}).encode()
        try:
            if fds:
                socket.send_fds(self._sock, [data], fds, socket.MSG_NOSIGNAL)
            else:
                self._sock.send(data, socket.MSG_NOSIGNAL)
        except (BlockingIOError, BrokenPipeError, ConnectionResetError):
            return False
        return True

    def receive(self) -> tuple[str, Any, list[int]] | None:
        """Return name, value and descriptors of a message. None: a non-blocking end is empty.

        Raises Gone.
        """
        try:
            data, fds, _, _ = socket.recv_fds(self._sock, _BYTES, FDS_MAX)
        except BlockingIOError:
            return None
        except ConnectionResetError:
            raise Gone from None
        if not data:
            raise Gone
        for fd in fds:
            os.set_inheritable(fd, False)  # `recv_fds` leaves that to us
        ((name, value),) = json.loads(data).items()
        return name, value, fds


def packet_pair() -> tuple[socket.socket, socket.socket]:
    """Return two connected ends."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
