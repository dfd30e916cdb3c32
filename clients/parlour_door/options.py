"""Telnet's commands (RFC 854): take them out of what a guest types, and answer them.

The door asks for what a full screen needs: the guest sends each key and shows none (ECHO, RFC 857;
SUPPRESS-GO-AHEAD, RFC 858), all eight bits pass (BINARY, RFC 856), and we learn the size (NAWS,
RFC 1073) and the name (TERMINAL-TYPE, RFC 1091) of the terminal. Whatever else is offered or
wanted is refused once, because to answer a repetition could feed a loop of two careless ends.
"""

from __future__ import annotations

import re
from typing import Final

IAC: Final = 255
DONT: Final = 254
DO: Final = 253
WONT: Final = 252
WILL: Final = 251
SB: Final = 250
SE: Final = 240
BINARY: Final = 0
ECHO: Final = 1
SGA: Final = 3
TIMING_MARK: Final = 6
TTYPE: Final = 24
NAWS: Final = 31
_IS: Final = b"\0"
_SEND: Final = b"\1"
OURS: Final = (ECHO, SGA, BINARY)
THEIRS: Final = (NAWS, TTYPE, SGA, BINARY)
OPENING: Final = bytes(
    byte
    for verb, options in ((WILL, OURS), (DO, THEIRS))
    for option in options
    for byte in (IAC, verb, option)
)
"""What the door says first."""
SUBNEGOTIATION: Final = 256
"""Bytes of a sub-negotiation. Real ones have a few dozen."""
_FIRST_COMMAND: Final = 236
_KEYS: Final = {244: b"\x03", 247: b"\x7f", 248: b"\x15"}
"""Commands that are keys: Interrupt Process, Erase Character, Erase Line."""
_END: Final = re.compile(rb"\xff[^\xff]")
_ENTER: Final = re.compile(rb"\r[\n\0]")
_ASK_TYPE: Final = bytes((IAC, SB, TTYPE, *_SEND, IAC, SE))


class TooLong(Exception):
    """A sub-negotiation does not end."""


class Options:
    """The commands of one guest. Any cut of their bytes gives the same text and answers."""

    def __init__(self) -> None:
        self.spoken = False
        """The guest understands telnet."""
        self.size: tuple[int, int] | None = None
        """Columns and lines, once known; 0: the guest does not know."""
        self.term: str | None = None
        """The name of the terminal, once known, as a stranger says it."""
        self._held = b""
        """A command that has not come whole."""
        self._enter = False
        """The last byte was an Enter, of which a second byte may follow."""
        self._refused = set[tuple[int, int]]()
        self._asked = False
        self._replies = b""

    @property
    def settled(self) -> bool:
        """Everything that the door has asked is answered."""
        return self.size is not None and self.term is not None

    def take_replies(self) -> bytes:
        """Return the answers that are not sent yet."""
        replies, self._replies = self._replies, b""
        return replies

    def feed(self, data: bytes) -> bytes:
        """Return what is typed in *data*. Raises TooLong."""
        data, self._held = self._held + data, b""
        typed = bytearray()
        at = 0
        while (start := data.find(IAC, at)) >= 0:
            typed += data[at:start]
            at = self._command(data, start, typed)
            if at == start:
                self._held = data[start:]
                return self._entered(bytes(typed))
        return self._entered(bytes(typed + data[at:]))

    def _entered(self, typed: bytes) -> bytes:
        """Return *typed* with one byte for Enter, which telnet sends as two (RFC 854)."""
        if not typed:
            return typed
        if self._enter and typed[0] in b"\n\0":
            typed = typed[1:]
        self._enter = typed.endswith(b"\r")
        return _ENTER.sub(b"\r", typed)

    def _command(self, data: bytes, start: int, typed: bytearray) -> int:
        """Carry out the command at *start*. Return where it ends; *start*: it is not whole."""
        if start + 1 == len(data):
            return start
        verb = data[start + 1]
        if verb == SB:
            return self._inside(data, start)
        if WILL <= verb <= DONT:
            if start + 2 == len(data):
                return start
            self._negotiate(verb, data[start + 2])
            return start + 3
        if verb == IAC or verb < _FIRST_COMMAND:
            typed.append(IAC)
            return start + (2 if verb == IAC else 1)
        typed += _KEYS.get(verb, b"")
        return start + 2

    def _inside(self, data: bytes, start: int) -> int:
        """The same for a sub-negotiation. Raises TooLong."""
        at = start + 2
        while (end := _END.search(data, at)) is not None and end[0][1] != SE:
            at = end.end()
        if (len(data) if end is None else end.start()) - start > SUBNEGOTIATION:
            raise TooLong
        if end is None:
            return start
        body = data[start + 2 : end.start()].replace(b"\xff\xff", b"\xff")
        if len(body) == 5 and body[0] == NAWS:
            self.size = body[1] << 8 | body[2], body[3] << 8 | body[4]
        elif body[:2] == bytes((TTYPE, *_IS)):
            self.term = body[2:].decode("ascii", "replace")
        return end.end()

    def _negotiate(self, verb: int, option: int) -> None:
        self.spoken = True
        if option == TIMING_MARK and verb == DO:  # a question, not an option (RFC 860)
            self._replies += bytes((IAC, WONT, option))
        elif verb == WILL and option == TTYPE:
            if not self._asked:
                self._asked = True
                self._replies += _ASK_TYPE
        elif verb == WONT and option == NAWS:
            self.size = self.size or (0, 0)
        elif verb == WONT and option == TTYPE:
            self.term = self.term or ""
        elif verb == WILL and option not in THEIRS:
            self._refuse(DONT, option)
        elif verb == DO and option not in OURS:
            self._refuse(WONT, option)

    def _refuse(self, verb: int, option: int) -> None:
        if (verb, option) not in self._refused:
            self._refused.add((verb, option))
            self._replies += bytes((IAC, verb, option))
