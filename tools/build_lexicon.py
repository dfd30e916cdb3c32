"""Build the word lists that come with Parlour.

    apt-get install scowl
    pip install --no-deps wordfreq==3.1.1
    npm install --no-save @cspell/dict-en-gb-mit@3.1.32
    python -m tools.build_lexicon en

    apt-get install hunspell-fr-classical
    pip install pyspellchecker==0.9.1
    python -m tools.build_lexicon fr

English is taken from the files of the Debian package `scowl` (Kevin Atkinson's Spell Checker
Oriented Word Lists) and from the sources of `tools/usage.py`, French as `tools/sources.py` tells;
what is added, left out and never dealt is kept by hand in `tools/lexicon/`. The same input gives
the same bytes. docs/word-lists.md tells more.

A further language is another entry of LANGUAGES: a function that reads its words and bands,
a folder of hand-kept files, and the notices that must go with it.
"""

from __future__ import annotations

import argparse
import gzip
import io
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from parlour.lexicons import MAX_BAND, NEVER, fold, is_word, rows_of
from tools.pack_lexicon import pack
from tools.sources import (
    HUNSPELL,
    HUNSPELL_NOTICE,
    MPL,
    SCOWL,
    SCOWL_NOTICES,
    Bands,
    BuildError,
    read_dictionary_forms,
    read_french,
)
from tools.usage import read_english

ROOT: Final = Path(__file__).resolve().parent.parent
BY_HAND: Final = ROOT / "tools" / "lexicon"
DATA: Final = ROOT / "host" / "parlour" / "data" / "lexicon"
LEVEL: Final = 9
"""How hard gzip works: as hard as it can, since this is done once and read often."""


# --- languages --------------------------------------------------------------------------


@dataclass(frozen=True)
class Language:
    """Where the words of a list come from, and what must stand beside it.

    `notices` are pairs: a file, packed with gzip if its name ends in `.gz`, and the name it
    gets beside the data. `dictionary_forms` tells which of the words are more than a form of a
    verb, given the adjectives kept by hand; None: the list does not say.
    """

    source: Path
    read: Callable[[Path], Bands]
    notices: tuple[tuple[Path, str], ...]
    dictionary_forms: Callable[[Path, Collection[str]], Collection[str]] | None = None


LANGUAGES: Final[Mapping[str, Language]] = {
    "en": Language(
        source=SCOWL,
        read=read_english,
        notices=(
            (BY_HAND / "en" / "notice.txt", "English-notice.txt"),
            (SCOWL_NOTICES / "copyright", "SCOWL-copyright.txt"),
            (SCOWL_NOTICES / "README.gz", "SCOWL-readme.txt"),
        ),
    ),
    "fr": Language(
        source=HUNSPELL,
        read=read_french,
        notices=(
            (BY_HAND / "fr" / "notice.txt", "French-notice.txt"),
            (HUNSPELL_NOTICE, "French-copyright.txt"),
            (MPL, "French-MPL-2.0.txt"),
        ),
        dictionary_forms=read_dictionary_forms,
    ),
}


# --- what is kept by hand ---------------------------------------------------------------


@dataclass(frozen=True)
class ByHand:
    """The hand-kept files of a language."""

    extra: Bands
    leave_out: frozenset[str]
    never_deal: frozenset[str]
    adjectives: frozenset[str] = frozenset()
    """Past participles that are adjectives too."""


def read_by_hand(folder: Path) -> ByHand:
    """Read `extra.txt`, `leave_out.txt` and `never_deal.txt`, and maybe `adjectives.txt`.

    Raises BuildError at a line that is not of their form, and at a word given twice.
    """
    extra: dict[str, int] = {}
    for where, fields in _lines(folder / "extra.txt"):
        if not fields[0].isdigit() or not 0 < int(fields[0]) <= MAX_BAND:
            raise BuildError(f"{where}: a line is a band from 1 to {MAX_BAND}, then words")
        for word in _words(where, fields[1:], extra):
            extra[word] = int(fields[0])
    adjectives = folder / "adjectives.txt"
    return ByHand(
        extra,
        _one_a_line(folder / "leave_out.txt"),
        _one_a_line(folder / "never_deal.txt"),
        _one_a_line(adjectives) if adjectives.is_file() else frozenset(),
    )


def _one_a_line(file: Path) -> frozenset[str]:
    words: set[str] = set()
    for where, fields in _lines(file):
        if len(fields) != 1:
            raise BuildError(f"{where}: a line is one word")
        words.update(_words(where, fields, words))
    return frozenset(words)


def _lines(file: Path) -> Iterator[tuple[str, list[str]]]:
    """The lines of *file* that say something: where they stand, and their fields."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        fields = line.partition("#")[0].split()
        if fields:
            yield f"{file}, line {number}", fields


def _words(where: str, fields: Sequence[str], known: Iterable[str]) -> Sequence[str]:
    """*fields*, which must be new words in lower-case letters."""
    for word in fields:
        if not word.islower() or not is_word(fold(word)):
            raise BuildError(f"{where}: {word!r} is not a word in lower-case letters")
        if word in known or fields.count(word) > 1:
            raise BuildError(f"{where}: {word} is here twice. Remove one of them")
    return fields


def combine(source: Bands, by_hand: ByHand) -> dict[str, int]:
    """Return every printed word with its mark: its band, and NEVER if not to be dealt.

    Raises BuildError for a hand-kept word that changes nothing, so the files stay true.
    """
    known = {word for word, band in by_hand.extra.items() if source.get(word, MAX_BAND) <= band}
    _refuse("extra.txt", "is in the source already", known)
    _refuse("leave_out.txt", "is not in the source", by_hand.leave_out - source.keys())
    kept = {word: band for word, band in source.items() if word not in by_hand.leave_out}
    words = {**kept, **by_hand.extra}
    _refuse("never_deal.txt", "is not in the list", by_hand.never_deal - words.keys())
    return {
        word: band | NEVER if word in by_hand.never_deal else band for word, band in words.items()
    }


def _refuse(file: str, trouble: str, words: Iterable[str]) -> None:
    """Raise BuildError if there are any *words* in *file* with this *trouble*."""
    if found := sorted(words):
        raise BuildError(f"{file}: {found[0]} {trouble} ({len(found)} such words)")


def fold_all(marks: Mapping[str, int]) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """Return the words in letters a to z with their marks, and how they are printed.

    Printed words that fold to one have its easiest band; if one of them is not to be dealt,
    none is. Those that are printed as they are kept, and in no other way, are not given.
    """
    printed: dict[str, list[str]] = {}
    for word in sorted(marks):
        printed.setdefault(fold(word), []).append(word)
    return (
        {word: _together([marks[form] for form in forms]) for word, forms in printed.items()},
        {word: tuple(forms) for word, forms in printed.items() if forms != [word]},
    )


def _together(marks: Sequence[int]) -> int:
    """One mark for words that are one in a game."""
    never = NEVER if any(mark & NEVER for mark in marks) else 0
    return min(mark & ~NEVER for mark in marks) | never


# --- writing ----------------------------------------------------------------------------


def build(name: str, language: Language, by_hand: Path, data: Path) -> str:
    """Write the list *name* and its notices into the folder *data*; return a line about it."""
    hand = read_by_hand(by_hand)
    words, printed = fold_all(combine(language.read(language.source), hand))
    inflected = _inflected(language, hand, words)
    packed = _gzip(pack(rows_of(words, inflected), sorted(map(fold, hand.extra)), printed))
    data.mkdir(parents=True, exist_ok=True)
    (data / f"{name}.txt.gz").write_bytes(packed)
    for source, target in language.notices:
        notice = source.read_bytes()
        plain = gzip.decompress(notice) if source.suffix == ".gz" else notice
        (data / target).write_bytes(plain)
    return f"{name}: {len(words):,} words, {len(packed):,} bytes"


def _inflected(language: Language, hand: ByHand, words: Collection[str]) -> frozenset[str]:
    """The *words*, in letters a to z, that are no dictionary form in any of their spellings."""
    if language.dictionary_forms is None:
        return frozenset()
    found = language.dictionary_forms(language.source, hand.adjectives)
    return frozenset(words) - {fold(word) for word in (*found, *hand.extra)}


def _gzip(text: bytes) -> bytes:
    """*text* packed, without name, time or system in the header: the same bytes every time."""
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", LEVEL, buffer, mtime=0) as file:
        file.write(text)
    return buffer.getvalue()


def main(arguments: Sequence[str]) -> int:
    """Build what *arguments* ask for; return the exit status."""
    parser = argparse.ArgumentParser(description="Build a word list of Parlour.")
    parser.add_argument("language", choices=sorted(LANGUAGES))
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write into")
    given = parser.parse_args(arguments)
    name: str = given.language
    try:
        print(build(name, LANGUAGES[name], BY_HAND / name, given.out))
    except (BuildError, OSError) as error:
        print(f"build_lexicon: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
