"""A guest's TCP connection: a little is read at a time, and nobody waits for it to be sent."""

from __future__ import annotations

import asyncio
import socket
from abc import abstractmethod
from typing import cast

from parlour_door.door import Door, Visit
from parlour_door.guest import Guest
from parlour_door.limits import GOODBYE_S, HANDSHAKE_S, KERNEL_BYTES, READ_BYTES, UNSENT_BYTES
from parlour_door.to_host import Caller


class Wire(asyncio.BufferedProtocol):
    """One connection over TCP, and the `Channel` of its guest."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.guest: Guest | None = None
        """Who is here, after the handshake."""
        self._buffer = bytearray(READ_BYTES)
        self._transport: asyncio.Transport | None = None
        self._visit: Visit | None = None
        self._timer: asyncio.TimerHandle | None = None

    # --- for telnet and the web -------------------------------------------------------

    @abstractmethod
    def opened(self) -> None:
        """The connection is there."""

    @abstractmethod
    def heard(self, data: bytes) -> None:
        """The guest has sent *data*."""

    @abstractmethod
    def framed(self, data: bytes) -> bytes:
        """Return *data* as the guest is to be sent it."""

    @abstractmethod
    def late(self) -> None:
        """The handshake takes too long."""

    @property
    def caller(self) -> Caller:
        """Who is there."""
        peer = self._transport.get_extra_info("peername") if self._transport else None
        return Caller(*peer[:2]) if peer else Caller("0.0.0.0")

    def shaken(self) -> bool:
        """The handshake is done. Return whether there is room for a guest; else they are told."""
        self._stop_timer()
        refusal = self._visit.comes_in() if self._visit is not None else ""
        if refusal:
            self.turn_away(refusal)
        return not refusal

    def turn_away(self, why: str) -> None:
        """Say *why* not, and close."""
        self.write(f"{why}\r\n".encode())
        self.end()

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        transport.write(data)
        if transport.get_write_buffer_size() > UNSENT_BYTES:
            transport.abort()

    def cut(self) -> None:
        """Close at once."""
        if self._transport is not None:
            self._transport.abort()

    # --- the channel ------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """See `Channel`."""
        self.send(self.framed(data))

    def hold(self, on: bool) -> None:
        """See `Channel`."""
        if self._transport is None or self._transport.is_closing():
            return
        if on:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def end(self) -> None:
        """See `Channel`."""
        self.close()

    def close(self) -> None:
        """Close, when what is unsent has had time to leave."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.close()
            self._stop_timer()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(GOODBYE_S, self._transport.abort)

    # --- a protocol of asyncio --------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection was accepted."""
        self._transport = cast("asyncio.Transport", transport)
        visit = self.door.visit(self.caller.address)
        if isinstance(visit, str):
            self.turn_away(visit)
            return
        self._visit = visit
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        self._timer = asyncio.get_running_loop().call_later(HANDSHAKE_S, self.late)
        self.opened()

    def get_buffer(self, sizehint: int) -> bytearray:
        """Where the next bytes are to go."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """They are there."""
        if self._transport is not None and not self._transport.is_closing():
            self.heard(bytes(self._buffer[:nbytes]))

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_timer()
        self._transport = None
        if self.guest is not None:
            self.guest.lost()
        if self._visit is not None:
            self._visit.ends()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
