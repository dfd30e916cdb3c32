"""Cut a stream of bytes into lines of text, and refuse by name what is not a line.

Contract of `Decoder`: however the bytes are cut, the same lines come out, and it keeps at
most one line in memory between two calls. A line ends with LF, CR LF, CR NUL or CR alone, which
is all that some terminals send. Keys that reach us because no terminal edits the line do what
they do at a terminal: BS and DEL erase a character, Ctrl-W a word and Ctrl-U the line. Bytes
after the last end are no line: when the connection is lost, we must not carry out half a request.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import msgspec

from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.request import ID_MAX, id_of
from parlour.wire.telnet import IAC, Telnet

LINE_MAX: Final = 1024
"""The most bytes in a client's line, without its end: far more than any move or sentence,
and few enough that ten thousand unfinished lines are 10 MB."""

KEYS_MAX: Final = 2 * LINE_MAX
"""The most bytes of a line as it is typed, with the keys that edit it. More is too long, too:
no more is kept of an unfinished line."""

MARK_BITS: Final = 4
"""The low bits of a mark, which say how the decoder goes on from its position."""
_AFTER_CR: Final = 1
_DROPPING: Final = 2

_ERASES_LINE: Final = 0x15
_ERASES_WORD: Final = 0x17
_EDITS: Final = re.compile(rb"[\x08\x7f]+|\x17")
"""BS and DEL, or Ctrl-W."""
_EDITED: Final = re.compile(rb"[\x08\x15\x17\x7f]")
"""A key that edits, Ctrl-U among them."""

_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates. They reorder the text of others on the screen."""

_REFUSED: Final = {
    "Cc": _("a control character"),
    "Cs": _("half a character"),
    "Co": _("a private character"),
    "Cn": _("no character"),
    "Zl": _("a line separator"),
    "Zp": _("a paragraph separator"),
}
"""Refused characters, by Unicode category."""

_BYTE_ORDER_MARK: Final = "\ufeff"


class BadLine(msgspec.Struct, frozen=True):
    """A line that was refused as a whole: the code, and one clear line for its sender."""

    code: Code
    text: str
    id: str = ""
    """The id of the request, or empty if it could not be read."""


def _too_long(raw: bytes) -> BadLine:
    text = _(
        "That line was ignored: it is longer than {line_max} bytes. Send shorter lines.",
        line_max=LINE_MAX,
    )
    return BadLine(Code.LINE_TOO_LONG, text, _id_of(raw))


def _id_of(raw: bytes) -> str:
    """Return the id at the start of a line refused as a whole, or empty if there is none."""
    return id_of(raw[: ID_MAX + 2].decode("ascii", "replace"))


_PIECE: Final = re.compile(rb"[^\r\n]*(?:\n|\r[\n\0]?|\Z)")


def pieces(data: bytes) -> list[bytes]:
    """Return *data* cut after each end of a line. No piece gives more than one line."""
    return [piece for piece in _PIECE.findall(data) if piece]


class Decoder:
    """Turns the bytes of one connection into lines.

    Each refused line gives one `BadLine`. A line that is far too long gives its own at once, then
    is dropped up to its end.
    """

    __slots__ = ("_after_cr", "_dropping", "_tail", "returns", "telnet", "unasked")

    def __init__(self) -> None:
        self._tail = b""  # an unfinished line without an end
        self._dropping = False  # the unfinished line was refused already
        self._after_cr = False  # the last byte was a CR, so a LF or NUL belongs to it
        self.returns = False
        """The peer ends lines with CR, or speaks telnet: what it reads must end with CR LF."""
        self.unasked = False
        """The peer ends lines as telnet does (RFC 854), and was not asked for its size yet."""
        self.telnet: Telnet | None = None
        """Made at the first IAC. Most peers never send one."""

    def feed(self, data: bytes) -> list[str | BadLine]:
        """Return the lines that *data* ends, in order, with TAB and the like as plain spaces."""
        if (
            data.isascii()
            and self.telnet is None
            and not (self._tail or self._dropping or self._after_cr)
        ):
            # The hot path: one plain line in one packet. If it is printable, it contains no
            # second end and no control character.
            line = data[:-1].decode("ascii")
            if line.isprintable() and data.endswith(b"\n") and len(line) <= LINE_MAX:
                return [line]
        if self.telnet is None:
            if IAC not in data:
                return self._cut(data)
            self.telnet = Telnet()
        text = self.telnet.feed(data)
        self.returns = self.returns or self.telnet.spoken
        return self._cut(text)

    def mark(self, position: int) -> int:
        """Return *position*, in bytes of the stream, with what the decoder knows there.

        It has no unfinished line there, or has refused that already.
        """
        flags = (self._after_cr and _AFTER_CR) | (self._dropping and _DROPPING)
        return position << MARK_BITS | flags

    def go_on(
        self,
        mark: int,
        tail: bytes,
        telnet: tuple[bool, bytes] | None,
        within: tuple[int, int, bytes] | None,
    ) -> None:
        """Continue from the *mark* of another decoder, with its unfinished line.

        *telnet* and *within* are as in `Telnet.go_on`.
        """
        self._after_cr = bool(mark & _AFTER_CR)
        self._dropping = bool(mark & _DROPPING)
        self._tail = tail
        if telnet is not None:
            self.telnet = Telnet()
            self.telnet.go_on(telnet, within)

    @property
    def between(self) -> bool:
        """Whether the last byte ended a line, or the unfinished one was refused already."""
        return not self._tail and (self.telnet is None or self.telnet.between)

    @property
    def tail(self) -> bytes:
        """The unfinished line."""
        return self._tail

    @property
    def speaks_telnet(self) -> bool:
        """Check whether the peer has shown that it understands telnet commands."""
        return self.telnet is not None and self.telnet.spoken

    def take_size(self) -> tuple[int, int] | None:
        """Columns and lines of the peer's window, if it has just told them by telnet."""
        if self.telnet is None:
            return None
        size, self.telnet.size = self.telnet.size, None
        return size

    def take_replies(self) -> bytes:
        """Return telnet answers to send back to the peer, each once."""
        return b"" if self.telnet is None else self.telnet.take_replies()

    def ask_size(self) -> bytes:
        """Return what asks the peer for the size of its window, and forget `unasked`."""
        self.unasked = False
        self.telnet = self.telnet or Telnet()
        self.telnet.ask_size()
        return self.telnet.take_replies()

    def hide(self, *, on: bool) -> bytes:
        """Return what makes the terminal of a peer that `speaks_telnet` hide what is typed."""
        assert self.telnet is not None, "it speaks telnet"
        self.telnet.hide(on=on)
        return self.telnet.take_replies()

    def _cut(self, data: bytes) -> list[str | BadLine]:
        if self._after_cr and data:
            self._after_cr = False
            if data[0] in b"\n\0":
                self._note_end()
                data = data[1:]
        data = self._tail + data
        if b"\r" in data:
            data = self._without_returns(data)
        *whole, tail = data.split(b"\n")
        if whole and self._dropping:
            del whole[0]
            self._dropping = False
        lines = [_read(raw) for raw in whole]
        if not self._dropping and len(tail) > KEYS_MAX:
            self._dropping = True
            lines.append(_too_long(tail))
        self._tail = b"" if self._dropping else tail
        return lines

    def _without_returns(self, data: bytes) -> bytes:
        """Return *data* with LF in place of each CR LF, CR NUL and CR."""
        self.returns = True
        self._after_cr = data.endswith(b"\r")
        # In this order, and once, so that neither makes an end that was not there.
        plain = data.replace(b"\r\n", b"\n").replace(b"\r\0", b"\n")
        if len(plain) != len(data):
            self._note_end()
        return plain.replace(b"\r", b"\n")

    def _note_end(self) -> None:
        """The peer has ended a line as telnet does."""
        self.unasked = self.telnet is None


def _read(raw: bytes) -> str | BadLine:
    """Return one line without its end, as text."""
    if len(raw) <= KEYS_MAX and _EDITED.search(raw):
        raw = _edited(raw)
    if len(raw) > LINE_MAX:
        return _too_long(raw)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        return BadLine(
            Code.BAD_ENCODING,
            _(
                "That line was ignored: byte {number} is not UTF-8. Send UTF-8 only.",
                number=error.start + 1,
            ),
            _id_of(raw),
        )
    return text if text.isprintable() else _mend(text)


def _edited(raw: bytes) -> bytes:
    """Return a line after the keys in it that edit it."""
    raw = raw[raw.rfind(_ERASES_LINE) + 1 :]
    line, at = bytearray(), 0
    for keys in _EDITS.finditer(raw):
        line += raw[at : keys.start()]
        at = keys.end()
        if raw[at - 1] == _ERASES_WORD:
            del line[len(line.rstrip(b" \t")) :]
            del line[max(line.rfind(b" "), line.rfind(b"\t")) + 1 :]
            continue
        characters = at - keys.start()
        while line and characters:
            characters -= not _is_continued(line.pop())
    return bytes(line + raw[at:])


def _is_continued(byte: int) -> bool:
    """Check whether *byte* continues a character of UTF-8 whose first byte comes before it."""
    return 0x80 <= byte < 0xC0


def _mend(text: str) -> str | BadLine:
    """Return a line that has something unprintable, with plain spaces, or refuse it."""
    # Some tools begin a text with a byte order mark.
    text = text.removeprefix(_BYTE_ORDER_MARK)
    for place, char in enumerate(text, 1):
        what = _why_refused(char)
        if what:
            return BadLine(
                Code.BAD_CHARACTER,
                _(
                    "U+{ord:04X} at place {place} is {what}: send the line without it.",
                    ord=ord(char),
                    place=place,
                    what=what,
                ),
                id_of(text),
            )
    return "".join(" " if unicodedata.category(c) in ("Cc", "Zs") else c for c in text)


def _why_refused(char: str) -> str | None:
    if char == "\t":
        return None
    if char == "\x1b":
        return _("an arrow key or the like")
    if char in _BIDI:
        return _("a text direction control")
    return _REFUSED.get(unicodedata.category(char))
