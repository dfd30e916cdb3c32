"""Build what the words of the English list mean.

    apt-get install wordnet-base
    python -m tools.build_meanings

It takes some seconds. For each word of the list, and each word of which one is an irregular form,
the file has the two senses of WordNet 3.0 that people use most, without examples. Regular forms
are left out: `parlour.lexicons` finds their base. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from parlour.lexicons import load_english
from tools import wordnet
from tools.wordnet import KINDS, NOTICE, WORD, WORDNET, WordNetError

DATA: Final = Path(__file__).resolve().parent.parent / "host" / "parlour" / "data" / "lexicon"
MAGIC: Final = "parlour meanings 1"
"""The first line of the file: what it is, and the version of its format."""
LONGEST: Final = 120
"""Characters of a meaning: two lines of a screen. WordNet explains a few words at length."""


@dataclass(frozen=True)
class Sense:
    """What a word means, and how often it did so in the texts that WordNet's authors read."""

    kind: str
    text: str
    uses: int


def build(folder: Path, listed: Container[str], undealt: Container[str]) -> bytes:
    """Return the file, from WordNet in *folder*, for the *listed* words.

    Words that a host must not deal, slurs among them, are left out: nobody is to read them.
    Raises WordNetError.
    """
    found = senses(folder)
    lines = {
        word: f"{word}\t{sense.kind}\t{sense.text}"
        for word, sense in found.items()
        if word in listed and word not in undealt
    }
    for form, bases in wordnet.read(folder).irregular.items():
        base = next((base for base in sorted(bases) if base in lines), None)
        if base is not None and form in listed and form not in lines and form not in undealt:
            lines[form] = f"{form}\t={base}"
    text = "\n".join([MAGIC, *(lines[word] for word in sorted(lines)), ""])
    return gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)


def senses(folder: Path) -> Mapping[str, Sense]:
    """Return for each word the sense that is used most, with a second one if there is room.

    Raises WordNetError.
    """
    uses = dict(_uses(folder))
    found: dict[str, list[Sense]] = {}
    for name, kind in KINDS:
        glosses = dict(_glosses(folder, name))
        for line in wordnet.text_of(folder / f"index.{name}").splitlines():
            if line.startswith(" "):
                continue
            lemma, _kind, count, *fields = line.split()
            for number, place in enumerate(fields[-int(count) :], 1):
                words, text = glosses[place]
                if WORD.fullmatch(lemma) and lemma in words:
                    sense = Sense(kind, text, uses.get((lemma, kind, number), 0))
                    found.setdefault(lemma, []).append(sense)
    return {lemma: _together(several) for lemma, several in found.items()}


def _together(several: Sequence[Sense]) -> Sense:
    """Return the most used of the senses of a word, with the next one of its kind if both fit."""
    first, *others = sorted(several, key=lambda sense: -sense.uses)
    second = next((other for other in others if other.kind == first.kind), None)
    if second is None or len(both := f"{first.text}; or {second.text}") > LONGEST:
        return first
    return replace(first, text=both)


def _uses(folder: Path) -> Iterator[tuple[tuple[str, str, int], int]]:
    """Yield how often each sense was used, by its word, its kind and its number there."""
    kinds = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    for line in wordnet.text_of(folder / "cntlist.rev").splitlines():
        key, number, count = line.split()
        lemma, _, rest = key.partition("%")
        yield (lemma, kinds[rest[0]], int(number)), int(count)


def _glosses(folder: Path, name: str) -> Iterator[tuple[str, tuple[list[str], str]]]:
    """Yield the words and the meaning of each synset, by its place in the file."""
    for line in wordnet.text_of(folder / f"data.{name}").splitlines():
        if not line.startswith(" "):
            fields, _, gloss = line.partition(" | ")
            place, _file, _kind, count, *words = fields.split()
            named = [word.partition("(")[0] for word in words[: 2 * int(count, 16) : 2]]
            yield place, (named, shortened(gloss))


def shortened(gloss: str) -> str:
    """Return a meaning without its examples, and not too long.

    >>> shortened('a rotating disk; "the cam turns"; used in engines  ')
    'a rotating disk'
    """
    text = gloss.partition('; "')[0].partition(': "')[0].strip().replace("`", "'")
    text = text.encode("ascii", "ignore").decode()
    while len(text) > LONGEST and ";" in text:
        text = text.rpartition(";")[0]
    if len(text) > LONGEST:
        text = text[:LONGEST].rpartition(" ")[0] + " ..."
    return text.strip(" ;")


def main() -> int:
    """Build the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_meanings")
    parser.add_argument("--out", type=Path, default=DATA, help="where to write it")
    out = parser.parse_args().out
    english = load_english()
    try:
        packed = build(WORDNET, english, english.undealt())
    except (WordNetError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    (out / "en-meanings.txt.gz").write_bytes(packed)
    (out / "WordNet-copyright.txt").write_bytes(NOTICE.read_bytes())
    print(f"{len(packed):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
