"""What WordNet 3.0 says of meanings: its words, its explanation, what it points to.

`tools/wordnet.py` reads the forms of words from the same files. The form of the files is told
in WordNet's own pages wndb(5) and wninput(5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from tools.wordnet import EDITION, KINDS, WordNetError

Key: TypeAlias = tuple[str, str]
"""Kind and place of a meaning, by which pointers name it."""

_QUOTED: Final = re.compile('"[^"]*"')

SATELLITE: Final = "s"
"""The kind that data.adj has of adjectives grouped round another one; pointers use it too."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning: its words and phrases, what is said of it, and what it points to."""

    words: Sequence[str]
    """As they are printed, with capitals; a phrase has `_` between its words."""
    gloss: str
    """Explanation and examples."""
    pointers: Sequence[tuple[str, Key]]
    """Symbols, and the meanings to which they lead."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """All meanings, and the meanings of each word or phrase, the usual ones first."""

    all: Mapping[Key, Meaning]
    of: Mapping[str, Sequence[Sequence[Key]]]
    """In small letters; one row for each kind of word that it is."""

    def explain(self, word: str) -> str:
        """*word* with the explanations of its first meanings, without examples."""
        first = [self.all[senses[0]].gloss for senses in self.of.get(word, ())]
        return "; ".join([word, *(_QUOTED.sub("", gloss) for gloss in first)])


def read(folder: Path) -> Meanings:
    """Read the files in *folder*. Raises WordNetError if they are not there or other ones."""
    meanings: dict[Key, Meaning] = {}
    of: dict[str, list[Sequence[Key]]] = {}
    for name, kind in KINDS:
        for fields, gloss in _lines(folder / f"data.{name}"):
            meanings[kind, fields[0]] = _meaning(fields, gloss)
        for fields, _ in _lines(folder / f"index.{name}"):
            count = int(fields[2])
            of.setdefault(fields[0], []).append([(kind, place) for place in fields[-count:]])
    return Meanings(meanings, of)


def _lines(file: Path) -> Iterator[tuple[Sequence[str], str]]:
    """Yield the fields of each line of *file*, and the text after its bar."""
    try:
        text = file.read_text(encoding="latin-1")
    except FileNotFoundError as error:
        raise WordNetError(f"no {file}; apt-get install wordnet-base") from error
    if EDITION not in text:
        raise WordNetError(f"{file} is not of WordNet 3.0; mend the notice with the table")
    for line in text.splitlines():
        if not line.startswith(" "):  # as those of the head do
            fields, _, gloss = line.partition(" | ")
            yield fields.split(), gloss.strip()


def _meaning(fields: Sequence[str], gloss: str) -> Meaning:
    """Read the fields of a line: see `tools.wordnet`, which takes other ones of them."""
    start = 4 + 2 * int(fields[3], 16)
    words = [word.partition("(")[0] for word in fields[4:start:2]]
    pointers: list[tuple[str, Key]] = []
    for at in range(start + 1, start + 1 + 4 * int(fields[start]), 4):
        symbol, place, kind = fields[at : at + 3]
        pointers.append((symbol, ("a" if kind == SATELLITE else kind, place)))
    return Meaning(words, gloss, pointers)
