"""Take telnet commands out of a stream of bytes, and refuse every option but one.

The filter never speaks first (RFC 854; RFC 1143 in its simplest form: every option is off
and stays off). The one option that a peer may use is to tell the size of its window (NAWS,
RFC 1073). It answers

* WILL NAWS with DO;
* any other WILL with DONT, and DO with WONT, once for each option and direction, because
  answering a repetition could feed a loop between two careless peers;
* DO TIMING-MARK (RFC 860) every time, because it is a question and not an option.
  Debian's telnet sends it after each Ctrl-C and shows nothing more until it gets an
  answer;
* nothing more after `REQUESTS_MAX` requests (WILL, DO and sub-negotiations).
  That many are a storm. The filter reports once, in `storm`, where it began. After
  that it drops commands unread, at the speed of a search.

What is not telnet stays in the stream. A byte 255 before anything but a command is
an ordinary (and for UTF-8 wrong) byte, so that a line in Latin-1 keeps its end and
can be refused by name.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final

IAC: Final = 255
_DONT: Final = 254
_DO: Final = 253
_WONT: Final = 252
_WILL: Final = 251
_SB: Final = 250
_SE: Final = 240
_FIRST_COMMAND: Final = 236
"""EOF of RFC 1184. No smaller byte after IAC is a command."""
_TIMING_MARK: Final = 6
_NAWS: Final = 31
_KEPT: Final = 5
"""Bytes kept of a sub-negotiation: what says the size of a window."""

REQUESTS_MAX: Final = 64
"""Requests to answer on one connection. There are some fifty options and real clients
ask for ten, so more is a loop or an attack."""
SUBNEGOTIATION_MAX: Final = 4096
"""Bytes to swallow after IAC SB while we wait for IAC SE. Real ones have a few dozen.
A peer that never ends a sub-negotiation must not make the host deaf for good."""

# Shortcuts for the simple cases. `_command` handles a command that is cut at the end of the
# data, so the shortcuts change only the speed.
_TEXT: Final = re.compile(rb"[^\xff]*(?:\xff[\x00-\xeb][^\xff]*)*")
_ESCAPES: Final = re.compile(rb"(?:\xff\xff)+")
_QUIET: Final = re.compile(rb"(?:\xff(?:[\xec-\xf9]|[\xfc\xfe].))+", re.DOTALL)
_STORMY: Final = re.compile(rb"(?:\xff(?:[\xec-\xfa]|[\xfb-\xfe].))+", re.DOTALL)


class _Place(IntEnum):
    """The place of the last byte in a telnet command."""

    TEXT = 0
    IAC = 1
    WILL = 2
    DO = 3
    QUIET_OPTION = 4
    INSIDE = 5
    INSIDE_IAC = 6


_AFTER: Final = {
    _WILL: _Place.WILL,
    _DO: _Place.DO,
    _WONT: _Place.QUIET_OPTION,
    _DONT: _Place.QUIET_OPTION,
    _SB: _Place.INSIDE,
}
"""The place after a command that is more than one byte long."""


class Telnet:
    """The filter of one connection. Any cut of the bytes gives the same text and answers."""

    __slots__ = (
        "_answered",
        "_inside",
        "_kept",
        "_place",
        "_replies",
        "_requests",
        "size",
        "storm",
    )

    def __init__(self) -> None:
        self.storm: int | None = None
        """The offset, in the text that `feed` just returned, at which the storm of requests
        began, or None if it did not begin there."""
        self._place = _Place.TEXT
        self.size: tuple[int, int] | None = None
        """Columns and lines of the peer's window, once it has told them; 0: it does not know."""
        self._inside = 0
        self._kept = bytearray()
        self._requests = 0
        self._answered = 0  # one bit for each option and direction
        self._replies = b""

    def feed(self, data: bytes) -> bytes:
        """Return the text in *data*: everything except telnet commands."""
        self.storm = None
        if self._place is _Place.TEXT and IAC not in data:
            return data
        out = bytearray()
        at = 0
        while at < len(data):
            if self._place is _Place.TEXT:
                at = self._text(data, at, out)
            elif self._place is _Place.INSIDE:
                at = self._swallow(data, at)
            else:
                at += self._command(data[at], out)
        return bytes(out)

    def take_replies(self) -> bytes:
        """Return the answers not taken yet, to send to the peer."""
        replies, self._replies = self._replies, b""
        return replies

    def _text(self, data: bytes, at: int, out: bytearray) -> int:
        """Pass text on, up to a command that is not simple. Return the offset reached."""
        end = _end(_TEXT, data, at)
        out += data[at:end]
        at, end = end, _end(_ESCAPES, data, end)
        out += b"\xff" * ((end - at) // 2)
        at = _end(_STORMY if self._requests > REQUESTS_MAX else _QUIET, data, end)
        if at == end and at < len(data) and data[at] == IAC:
            self._place = _Place.IAC
            at += 1
        return at

    def _swallow(self, data: bytes, at: int) -> int:
        """Drop the bytes of a sub-negotiation, within its limit."""
        room = max(0, SUBNEGOTIATION_MAX - self._inside)
        end = data.find(IAC, at, at + room + 1)
        self._keep(data[at : at + _KEPT + 1 if end < 0 else end])
        if end >= 0:
            self._inside += end - at
            self._place = _Place.INSIDE_IAC
            return end + 1
        dropped = min(room, len(data) - at)
        self._inside += dropped
        if at + dropped < len(data):
            self._place = _Place.TEXT
        return at + dropped

    def _keep(self, data: bytes) -> None:
        self._kept += data[: _KEPT + 1 - len(self._kept)]

    def _command(self, byte: int, out: bytearray) -> int:
        """Handle one byte after an IAC. Return 1 if it is used up, 0 if it must be read again."""
        match self._place:
            case _Place.IAC:
                return self._begin(byte, out)
            case _Place.INSIDE_IAC:
                return self._end_inside(byte)
            case _Place.WILL:
                self._answer(_DO if byte == _NAWS else _DONT, byte, len(out))
            case _Place.DO:
                self._answer(_WONT, byte, len(out))
            case _:
                pass  # WONT and DONT change nothing: all options are off
        self._place = _Place.TEXT
        return 1

    def _begin(self, byte: int, out: bytearray) -> int:
        self._place = _AFTER.get(byte, _Place.TEXT)
        if byte == _SB:
            self._inside = 0
            self._kept.clear()
            if self._is_storm(len(out)):
                self._place = _Place.TEXT
        elif byte == IAC:
            out.append(IAC)
        elif byte < _FIRST_COMMAND:
            out.append(IAC)
            return 0
        return 1

    def _end_inside(self, byte: int) -> int:
        if byte == _SE:
            self._place = _Place.TEXT
            if len(self._kept) == _KEPT and self._kept[0] == _NAWS:
                kept = self._kept
                self.size = (kept[1] << 8 | kept[2], kept[3] << 8 | kept[4])
            return 1
        if self._inside >= SUBNEGOTIATION_MAX or _FIRST_COMMAND <= byte < IAC:
            # The end is missing, so this is the next command.
            self._place = _Place.IAC
            return 0
        self._keep(bytes((byte,)))
        self._inside += 2
        self._place = _Place.INSIDE
        return 1

    def _answer(self, answer: int, option: int, at: int) -> None:
        bit = 1 << (option + (256 if answer != _WONT else 0))
        is_question = answer == _WONT and option == _TIMING_MARK
        if not self._is_storm(at) and (is_question or not self._answered & bit):
            self._answered |= bit
            self._replies += bytes((IAC, answer, option))

    def _is_storm(self, at: int) -> bool:
        """Count one request, *at* bytes into the text, and check whether it is one too many."""
        self._requests += 1
        if self._requests == REQUESTS_MAX + 1:
            self.storm = at
        return self._requests > REQUESTS_MAX


def _end(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    """Return how far *pattern* matches from *at*, or *at* if it does not."""
    found = pattern.match(data, at)
    return found.end() if found else at
