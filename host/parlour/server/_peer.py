"""The peer of a socket: its address, and its user."""

from __future__ import annotations

import os
import socket
import struct
from typing import Final

from parlour.server._lag import QueriedSocket

_CREDENTIALS: Final = struct.Struct("=iII")
"""`struct ucred` (unix(7))."""


def peer_of(sock: socket.socket) -> str:
    """Return the address of the peer. One that is gone already has none that matters."""
    try:
        return str(sock.getpeername()[0])
    except OSError:
        return "0.0.0.0"


def is_ours(sock: QueriedSocket) -> bool:
    """Check whether the peer at a unix socket is of the user of this process, or root.

    The file's mode says so too. Where the system cannot tell, it must be enough.
    """
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    found = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _pid, uid, _gid = _CREDENTIALS.unpack(found)
    return uid in {0, os.geteuid()}
