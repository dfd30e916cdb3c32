"""Encode messages: as lines for a person, or as a typed line for a program.

We encode a public message once for each of the two, however many listen (`EncodedEvent`).

Everything passes here on its way out. This makes it harmless for a terminal, no matter who wrote
it: the lines of people, and the strings in the objects of programs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from parlour.language import ENGLISH, FORM, Form, encoder, translated
from parlour.rendering import Drawn, Span, for_reader
from parlour.scene import Style
from parlour.wire.messages import Answer, Event, Farewell, KeptEvent, Message
from parlour.wire.text import clean, folded, wrap

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

_encoder: Final = encoder()
_ESCAPE: Final = re.compile(r"\\(?:\\|u00[01][0-9a-f]|[bfr])")
"""Matches, in JSON, a control character other than line ends and tabs, or a backslash itself."""
_BACKSLASH, _DELETE = b"\\\x7f"
"""As numbers, which are found in bytes in a tenth of the time: a twentieth of a line of talk."""
_kept_decoder: Final = msgspec.json.Decoder(KeptEvent)


def encode(value: Any) -> msgspec.Raw:
    """Return *value* as JSON, for use in several messages."""
    return msgspec.Raw(_encoder.encode(value))


def fitted(made: Sequence[str], form: Form) -> list[str]:
    """Make lines harmless, and put them into *form*. Raises ValueError if there is too much."""
    width, accents = form.width, form.accents
    lines: list[str] = []
    length = 0
    for line in for_reader(made, form):
        size = len(line)
        length += size
        if length > TEXT_MAX:
            raise ValueError("a text is too long to be told")
        if size <= width and line.isascii() and line.isprintable():
            lines.append(line)
        else:
            for part in (line if accents else folded(line)).splitlines() or ("",):
                lines.extend(wrap(clean(part.expandtabs()), width))
    return lines


def _harmless(data: bytes) -> bytes:
    """Return the JSON *data* without what `clean` drops. Line ends and tabs stay, escaped."""
    return _ESCAPE.sub(_kept_escape, clean(data.decode())).encode()


def _kept_escape(found: re.Match[str]) -> str:
    return found[0] if found[0] == r"\\" else ""


def person(message: Message, form: Form) -> bytes:
    """Return the lines of *message* as bytes, empty if a person reads nothing."""
    lines = _in_colour(message, form) if form.colour else message.lines(form)
    if not lines:
        return b""
    if not form.colour and not _fits(lines, form):
        lines = fitted(lines, form)
    text = "\n".join(lines)
    return f"{text if form.accents else folded(text)}\n".encode()


def said(made: Sequence[str], form: Form, tone: Style = "") -> bytes:
    """Return lines as bytes for a person; in colour, if they want that, with *tone* for text."""
    lines = _toned(made, form, tone) if form.colour else fitted(made, form)
    return join_lines(lines, form)


def _fits(made: Sequence[str], form: Form) -> bool:
    """Check whether the lines *made* may stay as they are, as nearly always.

    To check all of them together makes a person's move a twentieth cheaper than line by line.
    """
    if form.lang != ENGLISH or form.taps or not isinstance(made, (list, tuple)):
        return False
    text = "".join(made)
    size = len(text)
    return (
        text.isascii()
        and text.isprintable()
        and (size <= form.width or (size <= TEXT_MAX and max(map(len, made)) <= form.width))
    )


_SGR: Final[Mapping[Style, str]] = {
    "strong": "1",
    "dim": "2",
    "mine": "36",
    "hot": "1;31",
    "good": "32",
    "bad": "31",
}
"""The terminal's code for each style."""


def _in_colour(message: Message, form: Form) -> list[str]:
    """Return the lines of *message* for a terminal, with their styles as colours."""
    spans = message.spans(form)
    if spans is not None:
        return list(map(_coloured, spans))
    return _toned(message.lines(form), form, message.tone())


def _toned(made: Sequence[str], form: Form, tone: Style) -> list[str]:
    lines: list[str] = []
    if sum(map(len, made)) > TEXT_MAX:
        raise ValueError("a text is too long to be told")
    for line in made:
        if isinstance(line, Drawn) and len(line) <= form.width:
            lines.append(_coloured(line.spans))
        else:
            lines += [_coloured([Span(part, tone)]) for part in fitted([line], form)]
    return lines


def _coloured(spans: Sequence[Span]) -> str:
    """Return a line with its styles as ANSI codes, and no other control characters."""
    line = ""
    for text, style, _ in spans:
        harmless = clean(text)
        line += f"\x1b[{_SGR[style]}m{harmless}\x1b[0m" if style else harmless
    return line


def body(message: Message, form: Form | None) -> bytes:
    """Return the JSON object of *message*, with its `text` unless *form* is None."""
    data = object_of(message, ENGLISH if form is None else form.lang)
    return data if form is None else _with_text(data, message, form, b"}")


def object_of(message: Message, lang: str) -> bytes:
    """Return the JSON object of *message* without its `text`, in the language *lang*."""
    data = encoder(lang).encode(message.body(lang))
    plain = data.isascii() and _BACKSLASH not in data and _DELETE not in data
    return data if plain else _harmless(data)


def _with_text(data: bytes, message: Message, form: Form, end: bytes) -> bytes:
    """Return *data*, which ends with the object of *message* and so with *end*, with its `text`.

    If the text makes the line too long, leave it out: it says no more than the fields do.
    """
    fields = data.removesuffix(end)
    comma = b"" if fields.endswith(b"{") else b","
    made = message.told(form)
    if made and not _fits(made, form):
        made = fitted(made, form)
    text = _encoder.encode(made)
    if len(fields) + len(text) > BODY_MAX:
        text = b"[]"
    return b'%b%b"text":%b%b' % (fields, comma, text, end)


def item(request_id: str, answer: Answer, form: Form | None) -> bytes:
    return b"#%b + %b\n" % (request_id.encode(), body(answer, form))


def final(request_id: str, answer: Answer, form: Form | None, *, ok: bool) -> bytes:
    """Return the final answer: done, or refused."""
    word = b"ok" if ok else b"no"
    return b"#%b %b %b\n" % (request_id.encode(), word, body(answer, form))


def farewell(message: Farewell, form: Form | None) -> bytes:
    """Return the last line before the host closes a program's connection."""
    return b"! %b %b\n" % (message.code.encode(), body(message, form))


class EncodedEvent:
    """An event for several listeners, encoded once for each format and form."""

    __slots__ = (
        "_like",
        "_named",
        "_person",
        "_person_form",
        "_text",
        "_text_form",
        "event",
    )

    def __init__(self, event: Event, like: EncodedEvent | None = None) -> None:
        """Hold *event*. *like* is a line of the same object, perhaps with other text."""
        self.event = event
        self._like = like
        # Nearly all listeners have the same form, so we keep the last one used.
        self._person: bytes | None = None
        self._person_form = FORM
        self._text: bytes | None = None
        self._text_form = FORM
        self._named: bytes | None = None
        """The name and the object without its `text`, once needed."""

    def person(self, form: Form) -> bytes:
        if self._person is None or self._person_form is not form:
            self._person = person(self.event, form)
            self._person_form = form
        return self._person

    def program(self, seq: int | None, form: Form | None) -> bytes:
        """Return the typed line with number *seq* (None: news, which has no number).

        It has no `text` if *form* is None.
        """
        if form is None:
            made = self._object()
        else:
            if self._text is None or self._text_form is not form:
                self._text_form = form
                if form.lang == ENGLISH:
                    self._text = _with_text(self._object(), self.event, form, b"}\n")
                else:
                    name = self.event.named().encode()
                    self._text = b" %b %b\n" % (name, body(self.event, form))
            made = self._text
        return b"* -%b" % made if seq is None else b"* %d%b" % (seq, made)

    def _object(self) -> bytes:
        """Return the line without its number and `text`. All lines like this one share it."""
        line = self._like or self
        if line._named is None:
            data = object_of(line.event, ENGLISH)
            line._named = b" %b %b\n" % (line.event.named().encode(), data)
        return line._named

    def forget(self) -> None:
        """Free the encoded bytes, because it has been sent. If needed, they are made again."""
        self._person = self._named = self._text = None

    def kept(self, form: Form) -> bytes:
        """Return the event as JSON, with its sentences in *form*, for people and for programs.

        This is for events in no record, which cannot be made again. See `read_kept`.
        """
        event = self.event
        if type(event) is KeptEvent:
            return _encoder.encode(event)
        lines, told = event.lines(form), event.told(form)
        said = tuple([translated(line, form.lang) for line in lines])
        text = None
        if [*told] != [*lines]:
            text = tuple([translated(line, form.lang) for line in told])
        data = msgspec.Raw(object_of(event, ENGLISH))
        return _encoder.encode(KeptEvent(name=event.named(), data=data, said=said, text=text))


def read_kept(data: bytes) -> EncodedEvent:
    """Return the event that `EncodedEvent.kept` encoded as *data*. Raises msgspec.MsgspecError."""
    return EncodedEvent(_kept_decoder.decode(data))


def join_lines(lines: Sequence[str], form: Form = FORM) -> bytes:
    """Return the host's own lines or `fitted` ones as bytes for a person."""
    text = "".join(f"{line}\n" for line in for_reader(lines, form))
    return (text if form.accents else folded(text)).encode()
