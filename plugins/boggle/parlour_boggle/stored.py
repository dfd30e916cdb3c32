"""Automata of word lists: those that come with the game, and those made while it runs.

A list that comes with Parlour has its automaton in a file, which `tools/build_boggle.py` makes. We
read it when we first need it, which takes a few milliseconds. The file names the hash of its list.
If the list has changed since, or the file is damaged, we do not use it. Any other list needs
`prepare`, which takes a second for 250,000 words.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from array import array
from collections.abc import Iterator
from importlib import resources
from itertools import chain
from typing import Final

from parlour import Lexicon
from parlour_boggle.automaton import Automaton, build
from parlour_boggle.worth import SHORTEST

LONGEST: Final = 27
"""The letters of the longest word a board can show: 25 cubes, two of them with Qu."""

MAGIC: Final = b"parlour boggle automaton 1"
"""How an unpacked data file begins: what it is, and the version of its form."""

DATA: Final = resources.files("parlour_boggle").joinpath("data")
"""Where the automata are that come with the game."""

_made: dict[str, Automaton] = {}
"""The automata that are ready, by the hash of their list. Two threads that make the same one
at the same time both get one; either will do."""


def ready(lexicon: Lexicon) -> Automaton | None:
    """The automaton of *lexicon* if that takes no time worth speaking of, or else None."""
    automaton = _made.get(lexicon.hash)
    if automaton is None:
        automaton = _read(lexicon)
        if automaton is not None:
            _made[lexicon.hash] = automaton
    return automaton


def prepare(lexicon: Lexicon) -> Automaton:
    """The automaton of *lexicon*, made if it is not there: call it on a worker thread."""
    automaton = ready(lexicon)
    if automaton is None:
        automaton = _made[lexicon.hash] = build(playable(lexicon))
    return automaton


def playable(lexicon: Lexicon) -> Iterator[str]:
    """The words of *lexicon* that fit on some board."""
    return chain.from_iterable(map(lexicon.words, range(SHORTEST, LONGEST + 1)))


# --- the data file ----------------------------------------------------------------------


def write(automaton: Automaton, digest: str) -> bytes:
    """What `read` reads: lines with MAGIC, the *digest* of the list and the root, then the
    steps, eight bytes each, the lowest first.
    """
    steps = array("Q", automaton.steps)
    if sys.byteorder == "big":
        steps.byteswap()
    return b"%b\n%b\n%d\n%b" % (MAGIC, digest.encode(), automaton.root, steps.tobytes())


def read(data: bytes, digest: str) -> Automaton | None:
    """The automaton that `write` wrote; None if it is of another list.

    Raises ValueError if *data* is not of this form.
    """
    magic, written, root, rest = data.split(b"\n", 3)
    if magic != MAGIC:
        raise ValueError("not of the form that this game reads")
    if written != digest.encode():
        return None
    steps = array("Q", rest)
    if sys.byteorder == "big":
        steps.byteswap()
    return Automaton(int(root), steps)


def _read(lexicon: Lexicon) -> Automaton | None:
    """The automaton of *lexicon* out of its data file; None if there is none that is good."""
    try:
        data = DATA.joinpath(f"{lexicon.name}.gz").read_bytes()
        return read(gzip.decompress(data), lexicon.hash)
    except (OSError, EOFError, ValueError, zlib.error):
        return None
