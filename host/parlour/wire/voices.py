"""The two voices: a message as lines for a person, or as a typed line for a program.

A public message is encoded once for each voice, however many listen (`Line`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from parlour.wire.messages import Answer, Event, Farewell, GameEvent, KeptEvent, Message
from parlour.wire.text import wrap

WIDTH: Final = 79
"""Columns of a line for a person unless he sets another width: every terminal has 80."""
MIN_WIDTH: Final = 40
"""Narrower than this no drawing of a game fits."""
MAX_WIDTH: Final = 400
"""Wider than any screen; a bound for what a setting can ask for."""

LINE_MAX: Final = 16_384
"""Bytes of a line for a program; what clients may size their buffers for."""
BODY_MAX: Final = LINE_MAX - 64
"""What is left for the object beside the longest id or number and the longest name."""

_encoder: Final = msgspec.json.Encoder()
_kept_decoder: Final = msgspec.json.Decoder(KeptEvent)


def encode(value: Any) -> msgspec.Raw:
    """*value* as JSON, to stand in several messages."""
    return msgspec.Raw(_encoder.encode(value))


def text_lines(message: Message, width: int) -> list[str]:
    """What a person reads of *message*, no line longer than *width* columns."""
    made = message.lines(width)
    if not made:
        return []
    lines: list[str] = []
    for line in made:
        if len(line) <= width and line.isascii():
            lines.append(line)
        else:
            lines.extend(wrap(line, width))
    return lines


def person(message: Message, width: int) -> bytes:
    """The lines of *message*, ready to send; empty if a person reads nothing."""
    lines = text_lines(message, width)
    if not lines:
        return b""
    lines.append("")
    return "\n".join(lines).encode()


def body(message: Message, width: int | None) -> bytes:
    """The JSON object of *message*, with its `text` unless *width* is None.

    A text with which the line would be too long is left out: it says no more than the
    fields do.
    """
    fields = message.body()
    if width is None:
        return _encoder.encode(fields)
    made = _with_text(fields, text_lines(message, width))
    return made if len(made) <= BODY_MAX else _with_text(message.body(), [])


def _with_text(fields: Any, lines: list[str]) -> bytes:
    if isinstance(fields, dict):
        fields["text"] = lines
        return _encoder.encode(fields)
    encoded, text = _encoder.encode(fields), _encoder.encode(lines)
    if encoded == b"{}":
        return b'{"text":%b}' % text
    return b'%b,"text":%b}' % (encoded[:-1], text)


def item(request_id: str, answer: Answer, width: int | None) -> bytes:
    """One item of a longer answer."""
    return b"#%b + %b\n" % (request_id.encode(), body(answer, width))


def final(request_id: str, answer: Answer, width: int | None, *, ok: bool) -> bytes:
    """The final answer: done, or refused."""
    word = b"ok" if ok else b"no"
    return b"#%b %b %b\n" % (request_id.encode(), word, body(answer, width))


def farewell(message: Farewell, width: int | None) -> bytes:
    """The last line before the host closes a program's connection."""
    return b"! %b %b\n" % (message.code.encode(), body(message, width))


def event_name(event: Event) -> str:
    """The name of *event* on the wire."""
    return event.name if isinstance(event, GameEvent | KeptEvent) else event.event


class Line:
    """An event on its way to several listeners, encoded once for each voice and width."""

    __slots__ = (
        "_kept",
        "_kept_width",
        "_person",
        "_person_width",
        "_program",
        "_program_width",
        "event",
    )

    def __init__(self, event: Event) -> None:
        self.event = event
        # Nearly all listeners have the same width: the last one used is kept.
        self._person: bytes | None = None
        self._person_width = 0
        self._program: bytes | None = None
        self._program_width: int | None = 0
        self._kept: bytes | None = None
        self._kept_width = 0

    def person(self, width: int) -> bytes:
        """What a person reads, at *width* columns."""
        if self._person is None or self._person_width != width:
            self._person = person(self.event, width)
            self._person_width = width
        return self._person

    def program(self, seq: int, width: int | None) -> bytes:
        """The typed line numbered *seq*; without `text` if *width* is None."""
        if self._program is None or self._program_width != width:
            name = event_name(self.event).encode()
            self._program = b" %b %b\n" % (name, body(self.event, width))
            self._program_width = width
        return b"* %d%b" % (seq, self._program)

    def kept(self, width: int) -> bytes:
        """The event as JSON, with its sentences as they are read at *width* columns.

        For what stands in no record, and so cannot be made again; see `read_kept`.
        """
        if self._kept is None or self._kept_width != width:
            event = self.event
            if not isinstance(event, KeptEvent):
                event = KeptEvent(
                    name=event_name(event),
                    data=msgspec.Raw(body(event, None)),
                    said=tuple(event.lines(width)),
                )
            self._kept = _encoder.encode(event)
            self._kept_width = width
        return self._kept


def read_kept(data: bytes) -> Line:
    """The event that `Line.kept` made *data* of. Raises msgspec.MsgspecError."""
    return Line(_kept_decoder.decode(data))


def join_lines(lines: Sequence[str]) -> bytes:
    """Plain lines, ready to send to a person."""
    return "".join(f"{line}\n" for line in lines).encode()
