"""Encode messages: as lines for a person, or as a typed line for a program.

We encode a public message once for each of the two, however many listen (`Line`).

Everything passes here on its way out. This makes it harmless for a terminal, no matter who wrote
it: the lines of people, and the strings in the objects of programs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from parlour.rendering import Span
from parlour.scene import Style
from parlour.wire.messages import Answer, Event, Farewell, GameEvent, KeptEvent, Message
from parlour.wire.text import clean, wrap

WIDTH: Final = 79
"""Columns of a line for a person who sets no other width. Every terminal has 80."""
HEIGHT: Final = 24
"""Lines of a page for a person unless they set another height."""
MIN_HEIGHT: Final = 8
"""Fewer lines are no page."""
MAX_HEIGHT: Final = 1000
"""Higher than any screen; a bound as for the width."""
MIN_WIDTH: Final = 40
"""No game's drawing fits into fewer columns than this."""
MAX_WIDTH: Final = 400
"""Wider than any screen. A limit for the setting."""

LINE_MAX: Final = 16_384
"""The most bytes in a line for a program. Clients may size their buffers for it."""
BODY_MAX: Final = LINE_MAX - 64
"""The most bytes of the object, after the longest id or number and the longest name."""

TEXT_MAX: Final = 65_536
"""The most characters of one message for a person. The rules of a game are half of it, and
nobody reads more. A plugin that says more has failed."""

_encoder: Final = msgspec.json.Encoder()
_ESCAPE: Final = re.compile(r"\\(?:\\|u00[01][0-9a-f]|[bfr])")
"""Matches, in JSON, a control character other than line ends and tabs, or a backslash itself."""
_BACKSLASH: Final = ord("\\")
_DELETE: Final = 0x7F
"""These are numbers, because Python finds a number in bytes much faster than bytes in bytes."""
_NAMED: Final = (GameEvent, KeptEvent)
_kept_decoder: Final = msgspec.json.Decoder(KeptEvent)


def encode(value: Any) -> msgspec.Raw:
    """Return *value* as JSON, for use in several messages."""
    return msgspec.Raw(_encoder.encode(value))


def text_lines(message: Message, width: int) -> list[str]:
    """Return what a person reads of *message*, harmless and at most *width* columns wide.

    Raises ValueError if it is too long to read.
    """
    made = message.lines(width)
    return fitted(made, width) if made else []


def fitted(made: Sequence[str], width: int) -> list[str]:
    """Make lines harmless and at most *width* columns wide. Raises ValueError as above."""
    lines: list[str] = []
    length = 0
    for line in made:
        size = len(line)
        length += size
        if length > TEXT_MAX:
            raise ValueError("a text is too long to be told")
        if size <= width and line.isascii() and line.isprintable():
            lines.append(line)
        else:
            for part in line.splitlines() or ("",):
                lines.extend(wrap(clean(part.expandtabs()), width))
    return lines


def _harmless(data: bytes) -> bytes:
    """Return the JSON *data* without what `clean` drops. Line ends and tabs stay, escaped."""
    return _ESCAPE.sub(_kept_escape, clean(data.decode())).encode()


def _kept_escape(found: re.Match[str]) -> str:
    return found[0] if found[0] == r"\\" else ""


def person(message: Message, width: int, *, colour: bool = False) -> bytes:
    """Return the lines of *message* as bytes, empty if a person reads nothing.

    With *colour*, styles become colours.
    """
    spans = message.spans(width) if colour else None
    lines = text_lines(message, width) if spans is None else list(map(_coloured, spans))
    if not lines:
        return b""
    lines.append("")
    return "\n".join(lines).encode()


_SGR: Final[Mapping[Style, str]] = {
    "strong": "1",
    "dim": "2",
    "mine": "36",
    "hot": "1;31",
    "good": "32",
    "bad": "31",
}
"""The terminal's code for each style."""


def _coloured(spans: Sequence[Span]) -> str:
    """Return a line with its styles as ANSI codes, and no other control characters."""
    line = ""
    for text, style, _ in spans:
        harmless = clean(text)
        line += f"\x1b[{_SGR[style]}m{harmless}\x1b[0m" if style else harmless
    return line


def body(message: Message, width: int | None) -> bytes:
    """Return the JSON object of *message*, with its `text` unless *width* is None."""
    data = _encoder.encode(message.body())
    if not _is_plain(data):
        data = _harmless(data)
    return data if width is None else _with_text(data, message, width)


def _is_plain(data: bytes) -> bool:
    """Check whether the JSON *data* is ASCII without control characters, escaped or not."""
    return data.isascii() and _BACKSLASH not in data and _DELETE not in data


def _with_text(data: bytes, message: Message, width: int) -> bytes:
    """Return the object *data* of *message* with its `text`.

    If the text makes the line too long, leave it out: it says no more than the fields do.
    """
    fields = b"{" if data == b"{}" else data[:-1] + b","
    made = message.lines(width)
    text = _text(made, width) if made else b"[]"
    whole = b'%b"text":%b}' % (fields, text)
    return whole if len(whole) <= BODY_MAX else b'%b"text":[]}' % fields


def _text(made: Sequence[str], width: int) -> bytes:
    """Return the lines *made* as JSON, `fitted`.

    Nearly always all of them fit as they are. To check the whole JSON for that takes less time
    than to check each line.
    """
    if isinstance(made, (list, tuple)) and "".join(made).isascii():
        text = _encoder.encode(made)
        if len(text) <= BODY_MAX and _is_plain(text) and max(map(len, made)) <= width:
            return text
    return _encoder.encode(fitted(made, width))


def item(request_id: str, answer: Answer, width: int | None) -> bytes:
    """Return one item of a longer answer."""
    return b"#%b + %b\n" % (request_id.encode(), body(answer, width))


def final(request_id: str, answer: Answer, width: int | None, *, ok: bool) -> bytes:
    """Return the final answer: done, or refused."""
    word = b"ok" if ok else b"no"
    return b"#%b %b %b\n" % (request_id.encode(), word, body(answer, width))


def farewell(message: Farewell, width: int | None) -> bytes:
    """Return the last line before the host closes a program's connection."""
    return b"! %b %b\n" % (message.code.encode(), body(message, width))


def event_name(event: Event) -> str:
    """Return the name of *event* on the wire."""
    return event.name if isinstance(event, _NAMED) else event.event


class Line:
    """An event for several listeners, encoded once for each format and width."""

    __slots__ = (
        "_data",
        "_like",
        "_named",
        "_person",
        "_person_width",
        "_text",
        "_text_width",
        "event",
    )

    def __init__(self, event: Event, like: Line | None = None) -> None:
        """Hold *event*. *like* is a line of the same object, perhaps with other text."""
        self.event = event
        self._like = like
        # Nearly all listeners have the same width, so we keep the last one used.
        self._person: bytes | None = None
        self._person_width = 0
        self._text: bytes | None = None
        self._text_width = 0
        self._data: bytes | None = None
        """The object without its `text`, once needed."""
        self._named: bytes | None = None
        """The same line with its name."""

    def person(self, width: int) -> bytes:
        """Return what a person reads, at *width* columns."""
        if self._person is None or self._person_width != width:
            self._person = person(self.event, width)
            self._person_width = width
        return self._person

    def program(self, seq: int | None, width: int | None) -> bytes:
        """Return the typed line with number *seq* (None: news, which has no number).

        It has no `text` if *width* is None.
        """
        if width is None:
            line = self._like or self
            made = line._named
            if made is None:
                made = line._named = self._behind_name(self._object())
        else:
            made = self._text
            if made is None or self._text_width != width:
                data = _with_text(self._object(), self.event, width)
                made = self._text = self._behind_name(data)
                self._text_width = width
        return b"* -%b" % made if seq is None else b"* %d%b" % (seq, made)

    def _object(self) -> bytes:
        line = self._like or self
        if line._data is None:
            line._data = body(line.event, None)
        return line._data

    def _behind_name(self, data: bytes) -> bytes:
        return b" %b %b\n" % (event_name(self.event).encode(), data)

    def forget(self) -> None:
        """Free the encoded bytes, because it has been sent. If needed, they are made again."""
        self._person = self._named = self._text = self._data = None

    def kept(self, width: int) -> bytes:
        """Return the event as JSON, with its sentences as people read them at *width* columns.

        This is for events in no record, which cannot be made again. See `read_kept`.
        """
        event = self.event
        if not isinstance(event, KeptEvent):
            event = KeptEvent(
                name=event_name(event),
                data=msgspec.Raw(self._object()),
                said=tuple(event.lines(width)),
            )
        return _encoder.encode(event)


def read_kept(data: bytes) -> Line:
    """Return the event that `Line.kept` encoded as *data*. Raises msgspec.MsgspecError."""
    return Line(_kept_decoder.decode(data))


def join_lines(lines: Sequence[str]) -> bytes:
    """Return the host's own lines or `fitted` ones as bytes for a person."""
    return "".join(f"{line}\n" for line in lines).encode()
