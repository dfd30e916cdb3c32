"""Take telnet commands out of a stream of bytes, and answer them.

RFC 854 and RFC 1143 in their simplest form: every option is off and stays off, except these.

* The size of the peer's window (NAWS, RFC 1073). A peer that may tell it gets DO, and a peer
  that has shown that it speaks telnet is asked for it once.
* ECHO (RFC 857), while a password is typed: the host says WILL and echoes nothing.

The filter answers any other WILL with DONT, and DO with WONT, once for each option and
direction, because answering a repetition could feed a loop between two careless peers. It
answers DO TIMING-MARK (RFC 860) every time, because it is a question and not an option. Debian's
telnet sends it after each Ctrl-C and shows nothing more until it gets an answer. Between two ends
of lines it answers `REQUESTS_MAX` requests at most, and drops others at the speed of a search.

Erase Character, Erase Line and Interrupt Process (what Ctrl-C sends) become the characters that
edit a line (`lines`). What is not telnet stays in the stream. A byte 255 before anything but a
command is an ordinary (and for UTF-8 wrong) byte, so that a line in Latin-1 keeps its end and
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
_ECHO: Final = 1
_TIMING_MARK: Final = 6
_NAWS: Final = 31
_UNTOLD: Final = (0, 0)
_KEPT: Final = 5
"""Bytes kept of a sub-negotiation: what says the size of a window."""
_EDITS: Final = {244: 0x15, 247: 0x7F, 248: 0x15}
"""Commands that edit the line: Interrupt Process, Erase Character, Erase Line."""

REQUESTS_MAX: Final = 64
"""Requests (WILL and DO) to answer between two ends of lines. There are some fifty options and
real clients ask for ten, so more is a loop or an attack. Each line costs its sender something, so
the count needs no clock."""
SUBNEGOTIATION_MAX: Final = 4096
"""Bytes after IAC SB beyond which the end of a line ends it, too. Real ones have a few dozen.
A peer that never ends a sub-negotiation must not make the host deaf for good."""

# Shortcuts for the simple cases. `_command` handles a command that is cut at the end of the
# data, so the shortcuts change only the speed.
_TEXT: Final = re.compile(rb"[^\xff]*(?:\xff[\x00-\xeb][^\xff]*)*")
_ESCAPES: Final = re.compile(rb"(?:\xff\xff)+")
_EDITING: Final = re.compile(rb"(?:\xff[\xf4\xf7\xf8])+")
_BODY: Final = re.compile(rb"[^\xff]*(?:\xff\xff[^\xff]*)*")
_LINE_END: Final = re.compile(rb"[\r\n]")
_UNANSWERED: Final = (
    rb"[\xec-\xf3\xf5\xf6\xf9]|\xfe.|(\xfc)(?:(\x1f)|.)|"
    rb"\xfa\x1f((?:[^\xff]|\xff\xff){4})\xff\xf0|\xfa(?:[^\xff]|\xff\xff){0,%d}\xff\xf0"
) % (SUBNEGOTIATION_MAX // 2)
"""Commands without an answer, after IAC. As groups: WONT, of the size of a window, and one."""
_QUIET: Final = re.compile(rb"(?:\xff(?:%b))+" % _UNANSWERED, re.DOTALL)
_STORMY: Final = re.compile(rb"(?:\xff(?:%b|[\xfb\xfd].))+" % _UNANSWERED, re.DOTALL)


class _Place(IntEnum):
    """The place of the last byte in a telnet command."""

    TEXT = 0
    IAC = 1
    WILL = 2
    WONT = 3
    DO = 4
    DONT = 5
    INSIDE = 6
    INSIDE_IAC = 7


_AFTER: Final = {
    _WILL: _Place.WILL,
    _WONT: _Place.WONT,
    _DO: _Place.DO,
    _DONT: _Place.DONT,
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
        "spoken",
    )

    def __init__(self) -> None:
        self.spoken = False
        """The peer has said WILL, WONT or DO: it understands what the host says in telnet. DONT
        alone proves nothing. A file in UTF-16 begins with the same two bytes."""
        self.size: tuple[int, int] | None = None
        """Columns and lines of the peer's window, once it has told them; 0: it does not know, or
        will not tell."""
        self._place = _Place.TEXT
        self._inside = 0
        self._kept = b""
        self._requests = 0
        self._answered = 0  # one bit for each option and direction
        self._replies = b""

    def feed(self, data: bytes) -> bytes:
        """Return the text in *data*: everything except telnet commands."""
        if self._place is _Place.TEXT and IAC not in data:
            self._forgive(data)
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

    @property
    def told(self) -> tuple[bool, bytes]:
        """Whether the peer has spoken telnet, and what was answered, for `go_on`."""
        answered = self._answered
        return self.spoken, answered.to_bytes((answered.bit_length() + 7) // 8, "little")

    @property
    def within(self) -> tuple[int, int, bytes]:
        """The place of the last byte in a command, and what is known of that command."""
        return self._place, self._inside, self._kept

    def go_on(self, told: tuple[bool, bytes], within: tuple[int, int, bytes] | None) -> None:
        """Continue where another filter was when it gave these, or between two commands."""
        self.spoken, answered = told
        self._answered = int.from_bytes(answered, "little")
        if within is not None:
            place, self._inside, self._kept = within
            self._place = _Place(place)

    @property
    def between(self) -> bool:
        """Whether the last byte was in no command."""
        return self._place is _Place.TEXT

    def take_replies(self) -> bytes:
        """Return the answers not taken yet, to send to the peer."""
        replies, self._replies = self._replies, b""
        return replies

    def ask_size(self) -> None:
        """Ask for the size of the window, unless that was done, or the peer has offered it."""
        self._say_once(_DO, _NAWS)

    def hide(self, *, on: bool) -> None:
        """Ask the peer not to show what is typed, or to show it again."""
        self._answered |= _bit(_WONT, _ECHO)  # the peer's DO is an answer from now on
        self._replies += bytes((IAC, _WILL if on else _WONT, _ECHO))

    def _text(self, data: bytes, at: int, out: bytearray) -> int:
        """Pass text on, up to a command that is not simple. Return the offset reached."""
        end = _end(_TEXT, data, at)
        text = data[at:end]
        self._forgive(text)
        out += text
        at, end = end, _end(_ESCAPES, data, end)
        out += b"\xff" * ((end - at) // 2)
        at, end = end, _end(_EDITING, data, end)
        out += bytes(map(_EDITS.__getitem__, data[at + 1 : end : 2]))
        at = end
        quiet = (_STORMY if self._requests >= REQUESTS_MAX else _QUIET).match(data, end)
        if quiet is not None:
            at = quiet.end()
            if quiet[1] is not None:
                self._speaks()
            if quiet.start(2) > quiet.start(3):
                self.size = _UNTOLD
            elif quiet[3] is not None:
                self.size = _size(quiet[3].replace(b"\xff\xff", b"\xff"))
        elif at < len(data) and data[at] == IAC:
            self._place = _Place.IAC
            at += 1
        return at

    def _forgive(self, text: bytes) -> None:
        if self._requests and _LINE_END.search(text):
            self._requests = 0

    def _swallow(self, data: bytes, at: int) -> int:
        """Drop the bytes of a sub-negotiation. A long one ends with a line, too."""
        end = _end(_BODY, data, at)
        bound = at + max(0, SUBNEGOTIATION_MAX - self._inside)
        line_end = _LINE_END.search(data, bound, end) if end > bound else None
        if line_end is not None:
            self._place = _Place.TEXT
            return line_end.start()
        self._keep(data[at : min(end, at + 2 * _KEPT + 2)].replace(b"\xff\xff", b"\xff"))
        self._inside += end - at
        if end < len(data):
            self._place = _Place.INSIDE_IAC
            end += 1
        return end

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
                self._answer(_DO if byte == _NAWS else _DONT, byte)
                self._speaks()
            case _Place.DO:
                self._answer(_WONT, byte)
                self._speaks()
            case _Place.WONT:
                self._speaks()
                if byte == _NAWS:
                    self.size = _UNTOLD
            case _:
                pass  # DONT changes nothing
        self._place = _Place.TEXT
        return 1

    def _begin(self, byte: int, out: bytearray) -> int:
        self._place = _AFTER.get(byte, _Place.TEXT)
        if byte == _SB:
            self._inside = 0
            self._kept = b""
        elif byte == IAC:
            out.append(IAC)
        elif byte in _EDITS:
            out.append(_EDITS[byte])
        elif byte < _FIRST_COMMAND:
            out.append(IAC)
            return 0
        return 1

    def _end_inside(self, byte: int) -> int:
        if byte == _SE:
            self._place = _Place.TEXT
            if len(self._kept) == _KEPT and self._kept[0] == _NAWS:
                self.size = _size(self._kept[1:])
            return 1
        if _FIRST_COMMAND <= byte < IAC:
            # The end is missing, so this is the next command.
            self._place = _Place.IAC
            return 0
        self._place = _Place.INSIDE
        if byte == IAC:
            self._keep(b"\xff")
            self._inside += 2
            return 1
        self._inside += 1
        return 0

    def _answer(self, answer: int, option: int) -> None:
        """Answer one request, unless there were too many, or it is a repetition."""
        self._requests += 1
        if self._requests > REQUESTS_MAX:
            return
        if answer == _WONT and option == _TIMING_MARK:
            self._replies += bytes((IAC, answer, option))
        else:
            self._say_once(answer, option)

    def _say_once(self, answer: int, option: int) -> None:
        if not self._answered & _bit(answer, option):
            self._answered |= _bit(answer, option)
            self._replies += bytes((IAC, answer, option))

    def _speaks(self) -> None:
        if not self.spoken:
            self.spoken = True
            self.ask_size()


def _bit(answer: int, option: int) -> int:
    return 1 << (option if answer == _WONT else option + 256)


def _size(told: bytes) -> tuple[int, int]:
    return told[0] << 8 | told[1], told[2] << 8 | told[3]


def _end(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    """Return how far *pattern* matches from *at*, or *at* if it does not."""
    found = pattern.match(data, at)
    return found.end() if found else at
