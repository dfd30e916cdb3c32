"""What the words of a list mean, where a file of this installation says so.

`tools/build_meanings.py` writes it from WordNet: `cog`, the letter of its kind and its meaning, or
`ran` and `=run`, an irregular form. A regular form means what its base means.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Final

from parlour.language import Sentence, _

_KINDS: Final[Mapping[str, Sentence]] = {
    "n": _("{word} (noun): {meaning}"),
    "v": _("{word} (verb): {meaning}"),
    "a": _("{word} (adjective): {meaning}"),
    "r": _("{word} (adverb): {meaning}"),
}
_ENDINGS: Final = (
    *(("s", "", "nv"), ("es", "", "nv"), ("ies", "y", "nv")),
    *(("ed", "", "v"), ("ed", "e", "v"), ("ied", "y", "v"), ("ing", "", "v"), ("ing", "e", "v")),
    *(("er", "", "a"), ("er", "e", "a"), ("est", "", "a"), ("est", "e", "a")),
    *(("ier", "y", "a"), ("iest", "y", "a")),
)
"""The ends of regular forms, what their base has instead, and the kinds of words it can be."""


@cache
def _read(name: str) -> bytes:
    """Return the lines of that list's file, sorted by word, or nothing."""
    place = resources.files("parlour").joinpath("data", "lexicon", f"{name}-meanings.txt.gz")
    return gzip.decompress(place.read_bytes()) if place.is_file() else b""


def meaning(name: str, word: str) -> str:
    """Return a sentence that says what *word* means, or nothing if it is not known.

    *name* is that of the list.
    """
    text = _read(name)
    for base, kinds in _bases(word):
        found = _entry(text, base)
        if found.startswith("="):
            base = found[1:]
            found = _entry(text, base)
        kind, _tab, meant = found.partition("\t")
        if kind and kind in kinds:
            return _KINDS[kind].filled(word=base, meaning=meant)
    return ""


def _bases(word: str) -> Iterator[tuple[str, str]]:
    """Yield *word* and what it may be a regular form of, each with the kinds that this can be."""
    yield word, "nvar"
    for end, instead, kinds in _ENDINGS:
        if word.endswith(end):
            yield word.removesuffix(end) + instead, kinds


def _entry(text: bytes, word: str) -> str:
    """Return what the file says of *word*, or nothing."""
    wanted, low, high = word.encode(), text.find(b"\n") + 1, len(text)
    while low < high:
        start = max(low, text.rfind(b"\n", low, (low + high) // 2) + 1)
        end = text.index(b"\n", start)
        found, _tab, rest = text[start:end].partition(b"\t")
        if found == wanted:
            return rest.decode()
        if found < wanted:
            low = end + 1
        else:
            high = start
    return ""
