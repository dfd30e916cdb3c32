"""Cut a stream of bytes into lines of text, and refuse by name what is not a line.

Contract of `Decoder`: however the bytes are cut, the same lines come out, and it keeps at
most one line in memory between two calls. A line ends with LF, CR LF
or CR NUL. Bytes after the last end are no line: when the connection is lost, we must not
carry out half a request.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import msgspec

from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.request import ID_MAX, id_of
from parlour.wire.telnet import IAC, REQUESTS_MAX, Telnet

LINE_MAX: Final = 1024
"""The most bytes in a client's line, without its end: far more than any move or sentence,
and few enough that ten thousand unfinished lines are 10 MB."""

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


_STORM: Final = BadLine(
    Code.TOO_MANY,
    _(
        "More than {requests_max} telnet requests: further ones get no answer. Send plain text.",
        requests_max=REQUESTS_MAX,
    ),
)


class Decoder:
    """Turns the bytes of one connection into lines.

    Each refused line gives one `BadLine`. A line that is too long gives its own as
    soon as it passes the limit, then is dropped up to its end. A storm of telnet
    requests gives one, and only one, for the whole connection.
    """

    __slots__ = ("_dropping", "_tail", "telnet")

    def __init__(self) -> None:
        self._tail = b""  # an unfinished line without an end, though a CR may be its last byte
        self._dropping = False  # the unfinished line was refused already
        self.telnet: Telnet | None = None
        """Made at the first IAC. Most peers never send one."""

    def feed(self, data: bytes) -> list[str | BadLine]:
        """Return the lines that *data* ends, in order, with TAB and the like as plain spaces."""
        if not self._tail and not self._dropping and data.isascii() and self.telnet is None:
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
        storm = self.telnet.storm
        if storm is None:
            return self._cut(text)
        return [*self._cut(text[:storm]), _STORM, *self._cut(text[storm:])]

    def take_size(self) -> tuple[int, int] | None:
        """Columns and lines of the peer's window, if it has just told them by telnet."""
        if self.telnet is None:
            return None
        size, self.telnet.size = self.telnet.size, None
        return size

    def take_replies(self) -> bytes:
        """Return telnet answers to send back to the peer, each once."""
        return b"" if self.telnet is None else self.telnet.take_replies()

    def _cut(self, data: bytes) -> list[str | BadLine]:
        data = self._tail + data
        if b"\r" in data:
            # In this order, and once, so that neither makes an end that was not there.
            data = data.replace(b"\r\n", b"\n").replace(b"\r\0", b"\n")
        *whole, tail = data.split(b"\n")
        if whole and self._dropping:
            del whole[0]
            self._dropping = False
        lines = [_read(raw) for raw in whole]
        waits = tail.endswith(b"\r")  # for its LF or NUL
        if not self._dropping and len(tail) - waits > LINE_MAX:
            self._dropping = True
            lines.append(_too_long(tail))
        if self._dropping:
            tail = b"\r" if waits else b""
        self._tail = tail
        return lines


def _read(raw: bytes) -> str | BadLine:
    """Return one line without its end, as text."""
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
    if char == "\r":
        return _("a CR without LF")
    if char in _BIDI:
        return _("a text direction control")
    return _REFUSED.get(unicodedata.category(char))
