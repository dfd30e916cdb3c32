"""How often English words are used, and which words are too new for SCOWL.

    pip install --no-deps wordfreq==3.1.1
    npm install --no-save @cspell/dict-en-gb-mit@3.1.32

SCOWL says in how large a dictionary a word is, which says little about use: `jackarooing` is there
with `jackaroo`. So a word is as common as SCOWL says only if people use it, too.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from parlour.lexicons import fold, is_word
from tools.sources import Bands, BuildError, read_scowl
from tools.wordnet import skeleton

ROOT: Final = Path(__file__).resolve().parent.parent
WORDFREQ: Final = "wordfreq==3.1.1"
WORDFREQ_SHA256: Final = "dffae8066b78dce0a6667cf5f58e567054f902674667090a7ac8a8a44628b05c"
CSPELL: Final = "@cspell/dict-en-gb-mit@3.1.32"
TRIE: Final = ROOT / "node_modules" / "@cspell" / "dict-en-gb-mit" / "en_GB.trie.gz"
TRIE_SHA256: Final = "36d07d76f764ed2e3299c5bca2621de125eea32d24f78d5d92498361a6292922"

COMMON_BAND: Final = 35
"""The rarest band from which words are dealt as common ones."""
USED: Final = 2.0
"""A word of that band is used so often at least: once in ten million words (Zipf scale)."""
UNUSED: Final = 1.0
"""Once in a hundred million words."""
LESS_COMMON: Final = 50
UNCOMMON: Final = 60
"""The bands of words that are used less than that, and less than this."""
A_NAME: Final = 40
"""The easiest band of a word that is known as a name rather than as a word."""
NEW: Final = 55
NEW_USED: Final = 3.0
"""The band of new words, and how often those are used that may also be a part of another one."""
SHORTEST_NEW: Final = 3

NAMES: Final = ("*-upper.*", "*-proper-names.*", "special-roman-*.*")
"""The files of SCOWL with names and numerals."""
ABBREVIATIONS: Final = "*-abbreviations.*"
SHORT: Final = 4
"""Letters of the longest abbreviation that people do not use as a word: `admin` is one."""


@dataclass(frozen=True)
class Usage:
    """What is known of words besides SCOWL."""

    zipf: Mapping[str, float]
    """How often words are used: the logarithm of their number in a billion words."""
    listed: frozenset[str]
    """Words of a dictionary of today, in lower case there."""
    parts: frozenset[str]
    """What is in that dictionary as a part of a word with a hyphen."""
    names: frozenset[str]
    """Names, numerals and short abbreviations, in lower case."""


def read_english(folder: Path) -> Bands:
    """Return the words of SCOWL in *folder* and new ones, with bands by size and by use.

    Raises BuildError if a source is missing or is another one.
    """
    entries = list(trie_words(_checked(TRIE, TRIE_SHA256, f"npm install --no-save {CSPELL}")))
    usage = Usage(
        zipf=read_frequencies(_frequencies()),
        listed=frozenset(entry for entry in entries if entry.islower() and is_word(entry)),
        parts=frozenset(part for entry in entries if "-" in entry for part in entry.split("-")),
        names=frozenset(_not_words(folder)),
    )
    return by_use(read_scowl(folder), usage)


def by_use(scowl: Bands, usage: Usage) -> Bands:
    """Return the words of *scowl* and the new ones, with bands that also follow *usage*."""
    spellings = {skeleton(word) for word in usage.listed}
    bands = {word: _band(word, band, usage, spellings) for word, band in scowl.items()}
    new = (word for word in usage.listed if word not in scowl and _is_new(word, usage))
    return {**bands, **dict.fromkeys(new, NEW)}


def _band(word: str, band: int, usage: Usage, spellings: Collection[str]) -> int:
    if band > COMMON_BAND:
        return band
    used = usage.zipf.get(word, 0.0)
    if used < USED:
        return LESS_COMMON if used >= UNUSED else UNCOMMON
    a_name = word in usage.names and word not in usage.listed and skeleton(word) not in spellings
    return max(band, A_NAME) if a_name else band


def _is_new(word: str, usage: Usage) -> bool:
    """Is *word*, which SCOWL lacks, one that people use, and neither a name nor a part?"""
    least = NEW_USED if word in usage.parts else USED
    return (
        len(word) >= SHORTEST_NEW
        and word not in usage.names
        and usage.zipf.get(word, 0.0) >= least
        and not set("aeiouy").isdisjoint(word)
    )


def _not_words(folder: Path) -> Iterator[str]:
    for pattern in NAMES:
        for file in folder.glob(pattern):
            yield from map(fold, file.read_text(encoding="utf-8").split())
    for file in folder.glob(ABBREVIATIONS):
        words = map(fold, file.read_text(encoding="utf-8").split())
        yield from (word for word in words if len(word) <= SHORT)


# --- reading the sources ------------------------------------------------------------------


def _frequencies() -> bytes:
    found = find_spec("wordfreq")
    hint = f"pip install --no-deps {WORDFREQ}"
    if found is None or found.origin is None:
        raise BuildError(f"the frequencies are not here; {hint}")
    file = Path(found.origin).parent / "data" / "large_en.msgpack.gz"
    return _checked(file, WORDFREQ_SHA256, hint)


def _checked(file: Path, sha256: str, hint: str) -> bytes:
    """Return *file* unpacked. Raises BuildError if it is missing or is another one."""
    try:
        packed = file.read_bytes()
    except FileNotFoundError as error:
        raise BuildError(f"no {file}; {hint}") from error
    if hashlib.sha256(packed).hexdigest() != sha256:
        raise BuildError(f"{file} is another file; {hint}")
    return gzip.decompress(packed)


def read_frequencies(data: bytes) -> Mapping[str, float]:
    """Return how often words are used, on the Zipf scale, from the format of `wordfreq`.

    It is a head, and then for each hundredth of a power of ten the words used so often.
    """
    _, *steps = cast("list[Any]", msgspec.msgpack.decode(data))
    return {word: 9 - step / 100 for step, words in enumerate(steps) for word in words}


@dataclass(slots=True)
class _Node:
    """A place in the trie: what comes next, and whether a word ends here."""

    next: dict[str, _Node]
    ends: bool = False


def trie_words(data: bytes) -> Iterator[str]:
    """Return all entries of a dictionary in cspell's format TrieXv3.

    A letter goes down, `$` ends a word there and goes up, `<` goes up, and a digit after these
    says how many more; `#NUMBER;` is a part of the trie that was written before. A backslash is
    in front of a letter that looks like one of these signs.
    """
    head, _, text = data.decode("utf-8").partition("__DATA__\n")
    base = int(head.partition("base=")[2].split()[0])
    root = _Node({})
    nodes, path, letters = [root], [root], [""]
    at, after_up = 0, False
    text = text.replace("\n", "")
    while at < len(text):
        sign = text[at]
        at += 1
        if sign in "<$" or (after_up and sign in "23456789"):
            if sign == "$":
                path[-1].ends = True
                if not path[-1].next:
                    nodes.pop()
            for _ in range(int(sign) - 1 if sign.isdigit() else 1):
                path.pop()
                letters.pop()
            after_up = True
            continue
        after_up = False
        if sign == "#":
            number, _, _ = text[at:].partition(";")
            at += len(number) + 1
            nodes.pop()
            path[-2].next[letters[-1]] = nodes[int(number, base)]
            continue
        if sign == "\\":
            sign = text[at]
            at += 1
        node = _Node({})
        path[-1].next[sign] = node
        nodes.append(node)
        path.append(node)
        letters.append(sign)
    yield from _words_under(root, "")


def _words_under(node: _Node, before: str) -> Iterator[str]:
    if node.ends:
        yield before
    for letter, child in node.next.items():
        yield from _words_under(child, before + letter)
