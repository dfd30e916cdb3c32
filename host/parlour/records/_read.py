"""Reading a file of a finished game: it is exactly what `export` writes, or a place is named.

Lines are looked at in order. As each line's hash covers the lines before it, the first line
that does not fit its hash is the one that was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from parlour.engine import record as r
from parlour.engine import seals
from parlour.house.persistence import Finished
from parlour.records._format import (
    FORMAT,
    HASH_DIGITS,
    HASH_FIELD,
    TAIL,
    Header,
    chain,
    end_body,
    entry_body,
    export,
    seed_of,
)

_TAIL: Final = re.compile(re.escape(HASH_FIELD) + rb'([0-9a-f]{%d})"\}' % HASH_DIGITS)
_FIRST: Final = b'{"parlour_record":'
_ENTRY: Final = b'{"n":'
_END: Final = b'{"entries":'
_RECORD: Final = re.compile(r"g[1-9][0-9]{0,17}")
"""The names that hosts give to games."""

_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for bytes that are not what they should be."""

_CHANGED: Final = "it is not what its hash was made of"
_STRANGE: Final = "it is not written as a host writes it"


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a file that is not as it should be."""

    line: int
    """Counted from 1."""
    what: str
    """`header`, `header field scores`, `entry 12 (moved)`, `hash of entry 12 (moved)`, `end`."""
    why: str

    def __str__(self) -> str:
        """In one line."""
        return f"line {self.line}, {self.what}: {self.why}"


class Damaged(Exception):
    """The file is not what a host has written."""

    def __init__(self, line: int, what: str, why: str) -> None:
        self.fault = Fault(line, what, why)
        super().__init__(str(self.fault))


class TooNew(Exception):
    """The file may be good, but is of a form that this host does not know; `text` says which."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class _VersionLine(msgspec.Struct, frozen=True):
    parlour_record: int


class _EntryLine(msgspec.Struct, frozen=True):
    n: int
    entry: msgspec.Raw


class _Kind(msgspec.Struct, frozen=True):
    kind: str


class _EndLine(msgspec.Struct, frozen=True):
    entries: int


def read(data: bytes) -> Finished:
    """The game in *data*. Its number and name are those of the host where it was played.

    Raises Damaged unless *data* is, to the byte, what `export` makes of that game, and
    TooNew if it was written in a later form. Whether the game can have gone like that is
    for `verify` to say.
    """
    bodies = _bodies(data)
    header = _header(bodies[0])
    entries = tuple(_entry(at, body) for at, body in enumerate(bodies[1:-1]))
    _check_end(bodies[-1], len(entries))
    _check_start(header, entries)
    finished = Finished(
        number=int(header.record[1:]),
        record=header.record,
        game=header.game,
        version=header.version,
        ended_s=header.ended_s,
        reason=header.reason,
        names=header.names,
        scores=header.scores,
        winners=tuple(header.winners),
        options=header.options,
        lexicon=header.lexicon,
        lexicon_hash=header.lexicon_hash,
        lists=header.lists,
        entries=entries,
    )
    if export(finished) != data:
        raise Damaged(1, "header", _STRANGE)  # all other lines have been compared
    return finished


# --- lines and hashes ---------------------------------------------------------------


def _bodies(data: bytes) -> list[bytes]:
    """The lines without their hashes, which fit: a header, entries, and an end."""
    lines = data.split(b"\n")
    rest = lines.pop()
    if rest or not lines:
        lines.append(rest)
    bodies: list[bytes] = []
    previous = b""
    for at, line in enumerate(lines):
        body, tail = line[:-TAIL], _TAIL.fullmatch(line[-TAIL:])
        if tail is None:
            raise Damaged(at + 1, _what(lines, at), _no_tail(at, line))
        right = chain(previous, body)
        if right != tail[1]:
            raise _misfit(lines, at, right)
        if at == 0:
            _check_version(body)
        previous = right
        bodies.append(body)
        if body.startswith(_END):
            break
    if not bodies[-1].startswith(_END):
        raise Damaged(len(bodies) + 1, "end", "the file breaks off before its last line")
    if len(bodies) < len(lines):
        raise Damaged(len(bodies) + 1, "end", "something follows the line that ends the file")
    if rest:
        raise Damaged(len(bodies), "end", "the line is not ended")
    return bodies


def _no_tail(at: int, line: bytes) -> str:
    if at == 0 and not line.startswith(_FIRST):
        return "this is no exported game, or its beginning is damaged"
    return "it does not end with its hash"


def _misfit(lines: Sequence[bytes], at: int, right: bytes) -> Damaged:
    """Line *at* does not fit its hash, which should be *right*: which of the two was changed?

    If the next line fits what the hash should be, it was the hash.
    """
    what = _what(lines, at)
    follower = lines[at + 1] if at + 1 < len(lines) else b""
    tail = _TAIL.fullmatch(follower[-TAIL:])
    if tail is not None and chain(right, follower[:-TAIL]) == tail[1]:
        return Damaged(at + 1, f"hash of {what}", "it is not the hash of the lines up to here")
    return Damaged(at + 1, _field_changed(lines) if at == 0 else what, _CHANGED)


def _field_changed(lines: Sequence[bytes]) -> str:
    """Which field of the header was changed, as far as it can be told: one that cannot be
    read, or of which the entries say something else.
    """
    try:
        header = msgspec.json.decode(lines[0][:-TAIL] + b"}", type=Header)
        started = r.decode(_entry_line(lines[1][:-TAIL]).entry)
    except msgspec.ValidationError as error:
        return _field_of(error)
    except (IndexError, *_UNREADABLE):
        return "header"
    if not isinstance(started, r.Started):
        return "header"
    fields = _differing(header, started, _readable(lines))
    return f"header field {fields[0]}" if fields else "header"


def _readable(lines: Sequence[bytes]) -> Iterator[bytes]:
    """Those entries that can be read."""
    for line in lines[1:]:
        try:
            entry = bytes(_entry_line(line[:-TAIL]).entry)
            r.decode(entry)
        except _UNREADABLE:
            continue
        yield entry


def _what(lines: Sequence[bytes], at: int) -> str:
    """What line *at* is, as far as it can be read."""
    if at == 0:
        return "header"
    line = lines[at]
    if line.startswith(_END) or (at == len(lines) - 1 and not line.startswith(_ENTRY)):
        return "end"
    return _entry_name(at - 1, line[:-TAIL])


def _entry_name(number: int, body: bytes) -> str:
    try:
        kind = msgspec.json.decode(_entry_line(body).entry, type=_Kind).kind
    except _UNREADABLE:
        return f"entry {number}"
    return f"entry {number} ({kind})" if kind.isidentifier() else f"entry {number}"


def _entry_line(body: bytes) -> _EntryLine:
    return msgspec.json.decode(body + b"}", type=_EntryLine)


# --- what the lines say -------------------------------------------------------------
#
# Hashes fit from here on: what is wrong was written so, and by no host.


def _check_version(body: bytes) -> None:
    """The form of the file is known. Of every later form the first line begins and ends alike."""
    try:
        version = msgspec.json.decode(body + b"}", type=_VersionLine).parlour_record
    except _UNREADABLE:
        raise Damaged(1, "header", "this is no exported game") from None
    if version != FORMAT:
        raise TooNew(f"The file has form {version}; this Parlour reads form {FORMAT}.")


def _header(body: bytes) -> Header:
    try:
        header = msgspec.json.decode(body + b"}", type=Header)
    except msgspec.ValidationError as error:
        raise Damaged(1, _field_of(error), _plain(error)) from None
    except _UNREADABLE as error:
        raise Damaged(1, "header", _plain(error)) from None
    if header.record_version not in r.RECORD_VERSIONS:
        raise TooNew(
            f"Its entries have form {header.record_version}; "
            f"this Parlour reads forms up to {r.RECORD_VERSION}."
        )
    if _RECORD.fullmatch(header.record) is None:
        raise Damaged(1, "header field record", "a host names its games g1, g2 and so on")
    return header


def _entry(number: int, body: bytes) -> bytes:
    """Entry *number*, as it was stored."""
    at, what = number + 2, _entry_name(number, body)
    try:
        line = _entry_line(body)
        entry = bytes(line.entry)
        again = r.encode(r.decode(entry))
    except _UNREADABLE as error:
        raise Damaged(at, what, _plain(error)) from None
    if line.n != number:
        raise Damaged(at, what, f"it says it is entry {line.n}, and {number} is due")
    if again != entry or entry_body(number, entry) != body:
        raise Damaged(at, what, _STRANGE)
    return entry


def _check_end(body: bytes, count: int) -> None:
    at = count + 2
    try:
        said = msgspec.json.decode(body + b"}", type=_EndLine).entries
    except _UNREADABLE as error:
        raise Damaged(at, "end", _plain(error)) from None
    if said != count:
        raise Damaged(at, "end", f"it says there are {said} entries; there are {count}")
    if end_body(count) != body:
        raise Damaged(at, "end", _STRANGE)


def _check_start(header: Header, entries: Sequence[bytes]) -> None:
    """The first entry is a start, and the header says of it what it says itself."""
    started = r.decode(entries[0]) if entries else None
    if not isinstance(started, r.Started):
        raise Damaged(2, "entry 0", "a record begins with the entry started")
    if seed_of(started) is None:
        raise Damaged(2, "entry 0 (started)", "its seed is not 256 bits, hexadecimal")
    for name in _differing(header, started, entries):
        who = "the entries say" if name == "names" else "entry 0 (started) says"
        raise Damaged(1, f"header field {name}", f"{who} something else")


def _differing(header: Header, started: r.Started, entries: Iterable[bytes]) -> list[str]:
    """The fields of *header* that follow from the first entry, and are others than it says.

    `names` tells also who came later, of which there are *entries*.
    """
    names = ("record", "game", "version", "lexicon", "lexicon_hash", "lists", "options")
    right: dict[str, Any] = {name: getattr(started, name) for name in names}
    right["names"] = dict(r.players(entries))
    seed = seed_of(started)
    right["commitment"] = None if seed is None else seals.of_seed(seed)
    return [name for name, value in right.items() if getattr(header, name) != value]


_PATH: Final = re.compile(r"`\$\.(\w+)")
_FIELD: Final = re.compile(r"(?:required|unknown) field `(\w+)`")


def _field_of(error: msgspec.ValidationError) -> str:
    """The field of the header that *error* is about."""
    found = _PATH.search(str(error)) or _FIELD.search(str(error))
    return f"header field {found[1]}" if found else "header"


def _plain(error: Exception) -> str:
    """What is wrong, in the words of the library, without the place."""
    text = str(error).partition(" - at ")[0]
    return f"it cannot be read: {text[:1].lower()}{text[1:]}"
