"""Read the file of a finished game. It must be exactly what `export` writes.

We check lines in order. As each line's hash covers the lines before it, the first line
that does not match its hash is the one that was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.engine import seals
from parlour.records._bounds import Unbounded, check_counts, check_entry, check_header
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
from parlour.wire.text import clean

_TAIL: Final = re.compile(re.escape(HASH_FIELD) + rb'([0-9a-f]{%d})"\}' % HASH_DIGITS)
_FIRST: Final = b'{"parlour_record":'
_ENTRY: Final = b'{"n":'
_END: Final = b'{"entries":'
_RECORD: Final = re.compile(r"g[1-9][0-9]{0,17}")
"""The names that hosts give to games."""

KIND_LETTERS: Final = 20
"""The longest word for a kind of entry that a fault repeats. No kind has more than ten letters."""
_VERSIONS: Final = range(1, 1000)
"""The numbers that a form may have, also a later one."""

_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors msgspec raises for invalid bytes."""

LONGEST_FAULT: Final = 200
"""Characters of a fault. It may quote what the file has."""

_CHANGED: Final = "it is not what its hash was made of"
_STRANGE: Final = "it is not written as a host writes it"


@dataclass(frozen=True, slots=True)
class FileFault:
    """The first thing wrong in a file."""

    line: int
    """Counted from 1."""
    what: str
    """`header`, `header field scores`, `entry 12 (moved)`, `hash of entry 12 (moved)`, `end`."""
    why: str

    def __str__(self) -> str:
        """Return the fault in one line that is harmless on any screen."""
        return f"line {self.line}, {self.what}: {self.why}"


class Damaged(Exception):
    """A file that no host has written."""

    def __init__(self, line: int, what: str, why: str) -> None:
        self.fault = FileFault(line, _quoted(what), _quoted(why))
        super().__init__(str(self.fault))


def _quoted(text: str) -> str:
    """Return a text that may quote the file, without what could harm a screen."""
    found = clean(text)
    return found if len(found) <= LONGEST_FAULT else f"{found[:LONGEST_FAULT]}..."


class UnknownForm(Exception):
    """A file that may be good, but has a form that this host does not know. `text` says which."""

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
    """Return the game in *data*. Its number and name are from the host where it was played.

    Raises Damaged unless *data* is, to the byte, what `export` makes of that game, and
    UnknownForm if it has another form. `verify` decides whether the game can have happened
    like that.
    """
    bodies = _bodies(data)
    header = _header(bodies[0])
    entries = tuple(_entry(at, body) for at, body in enumerate(bodies[1:-1]))
    _check_bounds(bodies[0], entries)
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
        outcome=header.outcome,
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
    """Check the hashes, and return the lines without them: a header, entries, and an end."""
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
    """Find out whether line *at* or its hash, which should be *right*, was changed.

    If the next line matches what the hash should be, the hash was changed.
    """
    what = _what(lines, at)
    follower = lines[at + 1] if at + 1 < len(lines) else b""
    tail = _TAIL.fullmatch(follower[-TAIL:])
    if tail is not None and chain(right, follower[:-TAIL]) == tail[1]:
        return Damaged(at + 1, f"hash of {what}", "it is not the hash of the lines up to here")
    return Damaged(at + 1, _field_changed(lines) if at == 0 else what, _CHANGED)


def _field_changed(lines: Sequence[bytes]) -> str:
    """Return the changed field of the header, as far as we can tell.

    It is a field that cannot be read, or that differs from the entries.
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
    """Yield the entries that can be read."""
    for line in lines[1:]:
        try:
            entry = bytes(_entry_line(line[:-TAIL]).entry)
            r.decode(entry)
        except _UNREADABLE:
            continue
        yield entry


def _what(lines: Sequence[bytes], at: int) -> str:
    """Return what line *at* is, as far as we can read it."""
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
    told = kind.isidentifier() and len(kind) <= KIND_LETTERS
    return f"entry {number} ({kind})" if told else f"entry {number}"


def _entry_line(body: bytes) -> _EntryLine:
    return msgspec.json.decode(body + b"}", type=_EntryLine)


# --- contents of the lines -------------------------------------------------------
#
# All hashes match from here on. Anything wrong was written like that, and not by a host.


def _check_version(body: bytes) -> None:
    """Check that we know the file format. Later formats keep the start and end of line 1."""
    try:
        line = msgspec.json.decode(body + b"}", type=_VersionLine)
    except _UNREADABLE:
        raise Damaged(1, "header", "this is no exported game") from None
    version = line.parlour_record
    if version not in _VERSIONS:
        raise Damaged(1, "header", "this is no exported game")
    if version > FORMAT:
        text = f"The file has form {version}; this Parlour reads forms 1 to {FORMAT}."
        raise UnknownForm(text)


def _header(body: bytes) -> Header:
    try:
        header = msgspec.json.decode(body + b"}", type=Header)
    except msgspec.ValidationError as error:
        raise Damaged(1, _field_of(error), _plain(error)) from None
    except _UNREADABLE as error:
        raise Damaged(1, "header", _plain(error)) from None
    if _RECORD.fullmatch(header.record) is None:
        raise Damaged(1, "header field record", "a host names its games g1, g2 and so on")
    return header


def _entry(number: int, body: bytes) -> bytes:
    """Return entry *number*, exactly as stored."""
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


def _check_bounds(header: bytes, entries: Sequence[bytes]) -> None:
    """Check that nothing in the file is beyond what a host writes."""
    try:
        check_header(msgspec.json.decode(header + b"}"))
    except Unbounded as beyond:
        raise Damaged(1, f"header field {beyond.field}", beyond.why) from None
    names = set[str]()
    for number, entry in enumerate(entries):
        try:
            names.update(check_entry(entry))
        except (Unbounded, *_UNREADABLE) as error:
            what = _entry_name(number, entry_body(number, entry))
            raise Damaged(number + 2, what, str(error)) from None
    try:
        check_counts(len(entries), names)
    except Unbounded as beyond:
        raise Damaged(len(entries) + 2, "end", str(beyond)) from None


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
    """Check that the first entry is a start, and that the header agrees with it."""
    started = r.decode(entries[0]) if entries else None
    if not isinstance(started, r.Started):
        raise Damaged(2, "entry 0", "a record begins with the entry started")
    if seed_of(started) is None:
        raise Damaged(2, "entry 0 (started)", "its seed is not 256 bits, hexadecimal")
    for name in _differing(header, started, entries):
        who = "the entries say" if name == "names" else "entry 0 (started) says"
        raise Damaged(1, f"header field {name}", f"{who} something else")


def _differing(header: Header, started: r.Started, entries: Iterable[bytes]) -> list[str]:
    """Return the fields of *header* that should follow from the first entry, but differ.

    `names` includes players who came later, according to *entries*.
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
    """Return the field of the header that *error* is about."""
    found = _PATH.search(str(error)) or _FIELD.search(str(error))
    return f"header field {found[1]}" if found else "header"


def _plain(error: Exception) -> str:
    """Return what is wrong, in the words of the library, without the place."""
    text = str(error).partition(" - at ")[0]
    return f"it cannot be read: {text[:1].lower()}{text[1:]}"
