"""Round-trip times of sockets, which the kernel measures anyway."""

from __future__ import annotations

import math
import socket
import struct
import sys
from typing import Final, Protocol

LAG_EVERY_S: Final = 1.0
"""The least seconds between two measurements of a connection, which happen only when it sends
something. Asking the kernel takes 1.9 microseconds (measured), and checking the time 0.2."""

_TCP_INFO: Final = getattr(socket, "TCP_INFO", None) if sys.platform == "linux" else None
_LAST_ACK_AT: Final = 56
_RTT_AT: Final = 68
_MIN_RTT_AT: Final = 148
_SIZE: Final = _MIN_RTT_AT + 4
"""Offsets in `struct tcp_info` (linux/tcp.h): the time since the last confirmation in
milliseconds, and the smoothed and the shortest round trip in microseconds. The struct has
only ever grown at its end. An older kernel gives less of it."""
_U32: Final = struct.Struct("=I")
_UNKNOWN: Final = frozenset({0, 2**32 - 1})
"""The kernel's values for what it has not measured."""


class QueriedSocket(Protocol):
    """The part of a socket that we query."""

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes: ...


def round_trip_us(sock: QueriedSocket) -> int | None:
    """Return the shortest round trip to the peer in microseconds, or None if unknown."""
    info = _info(sock)
    for at in (_MIN_RTT_AT, _RTT_AT):
        if len(info) >= at + _U32.size:
            (found,) = _U32.unpack_from(info, at)
            if found not in _UNKNOWN:
                return int(found)
    return None


def silent_s(sock: QueriedSocket) -> float | None:
    """Return the seconds since the peer's system last confirmed anything, or None if unknown."""
    info = _info(sock)
    if len(info) < _LAST_ACK_AT + _U32.size:
        return None
    (found,) = _U32.unpack_from(info, _LAST_ACK_AT)
    return int(found) / 1_000


def _info(sock: QueriedSocket) -> bytes:
    """Return what the system knows of the connection, or nothing if it cannot tell."""
    if _TCP_INFO is None:
        return b""
    try:
        return sock.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _SIZE)
    except OSError:  # not TCP, or no longer connected
        return b""


class Lag:
    """The shortest round trip of one connection so far.

    It can only become shorter. A peer who holds back confirmations can seem far away from
    the start, but not just when that helps them.
    """

    __slots__ = ("_due", "_least_us")

    def __init__(self) -> None:
        self._due = -math.inf
        self._least_us: int | None = None

    def ms(self, sock: QueriedSocket, now: float) -> int:
        """Return the round trip in whole ms, or 0 if unknown. Measure again if that is old."""
        if now >= self._due:
            self._due = now + LAG_EVERY_S
            found = round_trip_us(sock)
            if found is not None and (self._least_us is None or found < self._least_us):
                self._least_us = found
        return 0 if self._least_us is None else (self._least_us + 500) // 1_000
