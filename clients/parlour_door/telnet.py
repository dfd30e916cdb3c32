"""Telnet: each key as it is typed. What is said can be read on the way."""

from __future__ import annotations

from typing import Final

from parlour_door.options import IAC, OPENING, Options, TooLong
from parlour_door.wires import Wire

_NO_TELNET: Final = "This port is for telnet. With nc, use the port of the game: 4004, usually."


class TelnetWire(Wire):
    """One guest by telnet."""

    def opened(self) -> None:
        """See `Wire`."""
        self._options = Options()
        self._early = b""
        self.send(OPENING)

    def heard(self, data: bytes) -> None:
        """See `Wire`."""
        before = self._options.size
        try:
            typed = self._options.feed(data)
        except TooLong:
            self.cut()
            return
        if replies := self._options.take_replies():
            self.send(replies)
        if self.guest is None:
            self._early = (self._early + typed)[:256]
            if self._options.settled:
                self._begin()
            return
        size = self._options.size
        if size is not None and size != before:
            self.guest.resize(*size)
        if typed:
            self.guest.type(typed)

    def framed(self, data: bytes) -> bytes:
        """See `Wire`."""
        return data.replace(bytes([IAC]), bytes([IAC, IAC]))

    def late(self) -> None:
        """See `Wire`: a terminal that says little about itself will do."""
        if self._options.spoken:
            self._begin()
        else:
            self.turn_away(_NO_TELNET)

    def _begin(self) -> None:
        if self.shaken():
            size, term = self._options.size or (0, 0), self._options.term or ""
            self.guest = self.door.take(self, self.caller, size, term=term)
            if self._early:
                self.guest.type(self._early)
