"""Word lists: the English one that comes with Parlour, and an operator's own.

A list of 250,000 strings would take 28 MB and 60 ms to load. So the words of one length are
kept as one run of bytes, in order and with nothing between them: a word is found by halving,
which takes a few microseconds, and strings are made only for the lengths that a game asks for.

The English list is made by `tools/build_lexicon.py`; docs/word-lists.md tells how.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import unicodedata
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import compress
from pathlib import Path
from typing import Final, cast, overload

from parlour.api import Lexicon

ENGLISH: Final = "en"
"""The name of the list that is always there."""

NAME: Final = re.compile(r"[a-z0-9_]{1,32}")
"""What a list may be called: one word of a line, and short enough for a line of a lobby."""

MAX_BAND: Final = 95
"""The rarest band, as SCOWL counts them."""

MAX_LETTERS: Final = 60
"""The longest word a list may hold. The longest English one has 45 letters; a line has 79."""

MAX_BYTES: Final = 16 * 1024 * 1024
"""The largest file an operator may name: six times the English list, unpacked."""

MAGIC: Final = b"parlour word list 1"
"""How an unpacked data file begins: what it is, and the version of its form."""

NEVER: Final = 0x80
"""The bit of a mark that says: not to be dealt. The other bits are the band."""

WIDTH: Final = 79
"""The longest line for a person, in columns."""

SHOWN: Final = 40
"""How many characters of a bad entry an error shows."""

_LIGATURES: Final = str.maketrans({"\u0153": "oe", "\u00e6": "ae", "\u00f8": "o"})
"""Letters that Unicode does not take apart into a letter and an accent."""

_FAMILIARITY: Final = ((35, "common"), (55, "less common"), (70, "uncommon"), (MAX_BAND, "rare"))
"""What a band is called in a line for a person: up to this band, this word."""


class LexiconError(Exception):
    """A word list cannot be used. The text is one line that names the list, file and line."""


@dataclass(frozen=True, slots=True)
class Row:
    """All words of one length.

    `words` holds their letters in alphabetical order, without separators; `marks` has one
    byte for each word: its band, with the bit NEVER if the host must not deal it.
    """

    words: bytes
    marks: bytes


def rows_of(words: Mapping[str, int]) -> dict[int, Row]:
    """Return the rows, by length and in order of length, of *words*: each word with its mark."""
    by_length: dict[int, list[str]] = {}
    for word in sorted(words):
        by_length.setdefault(len(word), []).append(word)
    return {
        length: Row("".join(group).encode(), bytes(words[word] for word in group))
        for length, group in sorted(by_length.items())
    }


def digest_of(rows: Mapping[int, Row]) -> str:
    """SHA-256, hexadecimal, over letters and marks of the rows in order of length."""
    sha = hashlib.sha256()
    for length in sorted(rows):
        sha.update(b"%b\n%b\n" % (rows[length].words, rows[length].marks))
    return sha.hexdigest()


class Words(Sequence[str]):
    """Words of one length, read out of their row when they are asked for.

    A tuple of them would take sixty bytes a word; `places` takes four, or none.
    """

    __slots__ = ("_length", "_letters", "_places")

    def __init__(self, letters: bytes, length: int, places: Sequence[int]) -> None:
        self._letters = letters
        self._length = length
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return Words(self._letters, self._length, self._places[index])
        start = self._places[index] * self._length
        return self._letters[start : start + self._length].decode()

    def __iter__(self) -> Iterator[str]:
        text, length = self._letters.decode(), self._length
        return (text[at * length : at * length + length] for at in self._places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Words | tuple):
            return NotImplemented
        return tuple(self) == tuple(cast("Sequence[str]", other))

    def __hash__(self) -> int:
        return hash(tuple(self))


class WordList(Lexicon):
    """A word list held in rows. It never changes, so threads may share it."""

    def __init__(
        self, name: str, rows: Mapping[int, Row], digest: str, added: frozenset[str] = frozenset()
    ):
        """Make a list of *rows* by length. *added* are the words that Parlour itself added."""
        self.name = name
        self.hash = digest
        self._rows = rows
        self._added = added
        self._size = sum(len(row.marks) for row in rows.values())
        self._read: dict[tuple[int, int | None], Words] = {}

    def __contains__(self, word: object) -> bool:
        return self._mark(word) is not None

    def __len__(self) -> int:
        return self._size

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        # Two threads that ask for the same words at once both find them; either find will do.
        found = self._read.get((length, band))
        if found is None:
            found = self._read[length, band] = self._find(length, band)
        return found

    def band(self, word: str) -> int | None:
        mark = self._mark(word)
        return None if mark is None else mark & ~NEVER

    def never_deal(self, word: str) -> bool:
        mark = self._mark(word)
        return mark is not None and bool(mark & NEVER)

    def why(self, word: str) -> str:
        plain = fold(word.strip())
        if not is_word(plain):
            return "A word is made of the letters a to z alone: no space, hyphen or apostrophe."
        band = self.band(plain)
        if band is None:
            verdict = f": no, not in the list {self.name} ({len(self):,} words)."
        elif plain in self._added:
            verdict = f": yes, added to {self.name} by Parlour{_familiar(band)}."
        else:
            verdict = f": yes, in the list {self.name}{_familiar(band)}."
        return _shorten(plain, WIDTH - len(verdict)) + verdict

    def undealt(self) -> frozenset[str]:
        """All words that the host must not deal."""
        undealt = bytes(bool(mark & NEVER) for mark in range(256))
        return frozenset(
            word
            for length, row in self._rows.items()
            for word in compress(self.words(length), row.marks.translate(undealt))
        )

    def _mark(self, word: object) -> int | None:
        """The mark of *word*; None if it is not in the list."""
        if not isinstance(word, str) or not word.isascii():
            return None
        size = len(word)
        row = self._rows.get(size)
        if row is None:
            return None
        letters, wanted = row.words, word.encode()
        low, high = 0, len(row.marks)
        while low < high:
            middle = (low + high) // 2
            if letters[middle * size : middle * size + size] < wanted:
                low = middle + 1
            else:
                high = middle
        return row.marks[low] if letters[low * size : low * size + size] == wanted else None

    def _find(self, length: int, band: int | None) -> Words:
        """The words of *length* letters, of every band or up to *band*."""
        row = self._rows.get(length)
        if row is None:
            return Words(b"", length, ())
        every = range(len(row.marks))
        if band is None:
            return Words(row.words, length, every)
        easy = bytes(mark & ~NEVER <= band for mark in range(256))
        return Words(row.words, length, array("I", compress(every, row.marks.translate(easy))))


def _familiar(band: int) -> str:
    """What to say of a band; nothing of 0, which only says that a list knows no bands."""
    if band == 0:
        return ""
    kind = next(kind for limit, kind in _FAMILIARITY if band <= limit)
    return f" ({kind} words, band {band})"


def _shorten(text: str, room: int) -> str:
    """*text*, or as much of its beginning as fits with three dots into *room* columns."""
    return text if len(text) <= room else f"{text[: room - 3]}..."


# --- words ------------------------------------------------------------------------------


def fold(text: str) -> str:
    """*text* in lower case, without accents and ligatures."""
    lower = text.casefold()
    if lower.isascii():
        return lower
    parts = unicodedata.normalize("NFKD", lower.translate(_LIGATURES))
    return "".join(part for part in parts if not unicodedata.combining(part))


def is_word(text: str) -> bool:
    """Is *text*, already folded, made of the letters a to z alone?"""
    return text.isascii() and text.isalpha()


# --- the list that comes with Parlour ---------------------------------------------------


HEAD: Final = 5
"""How many letters of each word a data file holds column by column: first the first letters of
all words of a length, then the second ones. They come in order, so they are long runs; the
rest of each word stands together. gzip then needs 670 KB instead of 860 KB."""


def pack(rows: Mapping[int, Row], added: Sequence[str]) -> bytes:
    """Return what `unpack` reads: a text, of which marks are letters.

    The lines are: MAGIC; the hash; the bands in use, in ascending order; the words added by
    Parlour; then two lines for each length, the letters of its words as HEAD tells, and a
    letter for each word. That letter counts bands from `a` and is a capital if the word is
    not to be dealt.
    """
    bands = sorted({mark & ~NEVER for row in rows.values() for mark in row.marks})
    letters = {mark: letter for letter, mark in _letters(bands).items()}
    table = bytes(letters.get(mark, 0) for mark in range(256))
    lines = [MAGIC, digest_of(rows).encode(), b" ".join(b"%d" % band for band in bands)]
    lines.append(" ".join(added).encode())
    for length, row in sorted(rows.items()):
        lines += [_to_columns(row.words, length), row.marks.translate(table)]
    return b"\n".join(lines)


def unpack(name: str, text: bytes) -> WordList:
    """Read the list *name* from what `pack` wrote.

    The hash is taken as it stands in the file; a test compares it with the words. Raises
    ValueError if *text* is not of this form.
    """
    magic, *lines = text.split(b"\n")
    if magic != MAGIC or len(lines) < 3:
        raise ValueError("not of the form that this host reads")
    digest, bands, added, *pairs = lines
    letters = _letters([int(band) for band in bands.split()])
    table = bytes(letters.get(letter, 0) for letter in range(256))
    rows: dict[int, Row] = {}
    for columns, marks in zip(pairs[::2], pairs[1::2], strict=True):
        length = len(columns) // len(marks)
        rows[length] = Row(_from_columns(columns, length), marks.translate(table))
    return WordList(name, rows, digest.decode(), frozenset(added.decode().split()))


def _letters(bands: Sequence[int]) -> dict[int, int]:
    """The mark that each letter of a data file stands for, given the *bands* in use."""
    dealt = {ord("a") + place: band for place, band in enumerate(bands)}
    return dealt | {ord("A") + place: band | NEVER for place, band in enumerate(bands)}


def _to_columns(words: bytes, length: int) -> bytes:
    """The letters of *words* of *length* letters in the order of a data file."""
    head = min(HEAD, length)
    columns = [words[place::length] for place in range(head)]
    rests = (words[start + head : start + length] for start in range(0, len(words), length))
    return b"".join((*columns, *rests))


def _from_columns(columns: bytes, length: int) -> bytes:
    """What `_to_columns` was given."""
    words = bytearray(len(columns))
    count, head = len(columns) // length, min(HEAD, length)
    for place in range(head):
        words[place::length] = columns[place * count : (place + 1) * count]
    rests = columns[head * count :]
    for place in range(head, length):
        words[place::length] = rests[place - head :: length - head]
    return bytes(words)


def load_english() -> WordList:
    """Return the English list; see `load_builtin`."""
    return load_builtin(ENGLISH)


@cache
def load_builtin(name: str) -> WordList:
    """Return the list *name* of this installation, read when first asked for and then kept.

    Raises LexiconError if its data file is missing or damaged.
    """
    place = resources.files("parlour").joinpath("data", "lexicon", f"{name}.txt.gz")
    try:
        return unpack(name, gzip.decompress(place.read_bytes()))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LexiconError(f"word list {name}: cannot read {place}: {error}") from error


# --- the operator's lists ---------------------------------------------------------------


def load_file(name: str, path: Path) -> WordList:
    """Read the operator's list *name* from the text file *path*.

    A line is a word, or a word and its band from 0 to 95; a `#` begins a comment; empty
    lines do nothing. Case and accents do not matter. A word that comes twice keeps its easier
    band. What is not to be dealt of the English list is not to be dealt of this one either.
    Raises LexiconError at the first thing wrong, naming file and line.
    """
    undealt = load_english().undealt()
    marks: dict[str, int] = {}
    where = f"word list {name}: {path}"
    for number, line in enumerate(_read_text(where, path).split("\n"), start=1):
        fields = line.partition("#")[0].split()
        if fields:
            word, band = _entry(f"{where}, line {number}", fields)
            easiest = min(band, marks.get(word, MAX_BAND) & ~NEVER)
            marks[word] = easiest | NEVER if word in undealt else easiest
    if not marks:
        raise LexiconError(f"{where} holds no words; write one word on a line")
    rows = rows_of(marks)
    return WordList(name, rows, digest_of(rows))


def _read_text(where: str, path: Path) -> str:
    """The text of the file; a line's end may be of any system."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise LexiconError(f"{where} cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise LexiconError(f"{where} is larger than {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise LexiconError(f"{where}, line {number} is not UTF-8 text") from error


def _entry(where: str, fields: Sequence[str]) -> tuple[str, int]:
    """The word and the band that the *fields* of a line stand for."""
    if len(fields) > 2:
        raise LexiconError(f"{where} has more than a word and its band; write one word on a line")
    word = fold(fields[0])
    if not is_word(word):
        shown = ascii(fields[0][:SHOWN])
        raise LexiconError(f"{where}: {shown} is not a word of the letters a to z alone")
    if len(word) > MAX_LETTERS:
        raise LexiconError(f"{where}: a word of more than {MAX_LETTERS} letters")
    return word, _band(where, fields[1]) if len(fields) == 2 else 0


def _band(where: str, field: str) -> int:
    """The band that *field* gives."""
    band = int(field) if re.fullmatch("[0-9]{1,2}", field) else MAX_BAND + 1
    if band > MAX_BAND:
        shown = ascii(field[:SHOWN])
        raise LexiconError(f"{where}: {shown} is not a band; a band is a number, 0 to {MAX_BAND}")
    return band


class Lexicons(Mapping[str, Lexicon]):
    """All word lists of a host by name: `en`, and those of the operator. It never changes.

    Everything is read at once, 20 ms for English, so that a bad file shows when the host
    starts and not in the middle of a game.
    """

    def __init__(self, paths: Mapping[str, str | Path] | None = None):
        """Read the operator's lists from *paths*, by name.

        Raises LexiconError at the first one that cannot be used.
        """
        lists: dict[str, Lexicon] = {ENGLISH: load_english()}
        for name, path in (paths or {}).items():
            if name in lists:
                raise LexiconError(
                    f"word list {name}: Parlour has a list of that name; choose another"
                )
            if not NAME.fullmatch(name):
                raise LexiconError(
                    f"word list {name[:SHOWN]!a}: a name is 1 to 32 of a to z, 0 to 9 and _"
                )
            lists[name] = load_file(name, Path(path))
        self._lists = lists

    def __getitem__(self, name: str) -> Lexicon:
        return self._lists[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lists)

    def __len__(self) -> int:
        return len(self._lists)
