"""Arrival times of bytes at this computer, which the kernel records for sockets that ask for it.

The loop sees the bytes later, if it is busy. That matters only when something has become due
meanwhile. Then we need to know which came first.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterable
from typing import Final, TypeAlias

Note: TypeAlias = tuple[int, int, bytes]
"""A note from the kernel next to the bytes: level, type, data."""

_NOTES: Final = sys.platform == "linux"
_TIMESTAMP: Final = 35
"""`SO_TIMESTAMPNS` (asm-generic/socket.h). The kernel's note has that type too."""
_TIMESPEC: Final = struct.Struct("@ll")
"""Seconds and nanoseconds since 1970."""
NOTE_BYTES: Final = 64
"""Room for that note."""


def note_arrivals(listener: socket.socket) -> None:
    """Let the kernel record when bytes arrive on connections of *listener*, if it can."""
    if _NOTES:
        try:
            listener.setsockopt(socket.SOL_SOCKET, _TIMESTAMP, 1)
        except OSError:
            return  # then they count from when we see them


def age(notes: Iterable[Note], wall: float) -> float:
    """Return how many seconds before *wall* (since 1970) the last bytes arrived. 0: unknown."""
    for level, kind, data in notes:
        if (level, kind) == (socket.SOL_SOCKET, _TIMESTAMP) and len(data) == _TIMESPEC.size:
            seconds, nanoseconds = _TIMESPEC.unpack(data)
            return wall - float(seconds + nanoseconds / 1e9)
    return 0.0
