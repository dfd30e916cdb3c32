"""A word list as a small automaton: what may follow the letters so far, and may they end here?

Equal endings of words stand only once (a minimal automaton of 82,000 nodes for 255,000 words).
A node is one number: below, a mask of the letters that may follow, and END if a word ends
here; above, its address. The node after letter number c (a is 0) is `steps[address + c]`. So
the rows of different nodes may lie over each other, as long as no two use the same place; that
takes eight bytes for a step and next to no gaps.

To follow a step takes one look into one array. A trie of dicts takes fifty times the memory
and more time: it does not fit into the caches of a processor.

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
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from itertools import chain, count
from typing import Final, TypeAlias

import msgspec

from parlour import Lexicon
from parlour_boggle.board import SHORTEST

WINDOW: Final = 1024
"""How many places are looked at at a time; no row may be wider than half of it. What is still
free when the window has gone by is left to rows of one place, of which word lists have plenty."""


def place(rows: Sequence[int]) -> Sequence[int]:
    """Give each of *rows*, a mask of the places it uses, an address: where its place 0 is.

    Address plus place is then a number of its own for every place of every row; addresses
    are at least 0. An empty row needs no room and gets 0.
    """
    gaps = _Gaps(start=max(rows, default=0).bit_length())
    addresses = [0] * len(rows)
    for number, row in enumerate(rows):
        if row.bit_count() > 1:
            addresses[number] = gaps.take(row)
    single = gaps.rest()
    for number, row in enumerate(rows):
        if row.bit_count() == 1:
            addresses[number] = next(single) - _lowest(row)
    return addresses


class _Gaps:
    """The places that are free: a window that moves up, and what it has left behind."""

    def __init__(self, start: int) -> None:
        self._base = start
        self._free = (1 << WINDOW) - 1
        self._behind: list[tuple[int, int]] = []

    def take(self, row: int) -> int:
        """Use places for *row*, the first that will do; return its address."""
        low = _lowest(row)
        shape = row >> low
        while not (fitting := self._fitting(shape)):
            self._move_on()
        at = _lowest(fitting)
        self._free ^= shape << at
        return self._base + at - low

    def rest(self) -> Iterator[int]:
        """The places that are still free, without end. Nothing can be taken after this."""
        for base, free in (*self._behind, (self._base, self._free)):
            for place in _bits(free):
                yield base + place
        yield from count(self._base + WINDOW)

    def _fitting(self, shape: int) -> int:
        """All places of the window at which *shape* can begin."""
        fitting = self._free
        for place in _bits(shape):
            fitting &= self._free >> place
        return fitting

    def _move_on(self) -> None:
        """Leave the lower half of the window behind."""
        half = WINDOW // 2
        lower = (1 << half) - 1
        self._behind.append((self._base, self._free & lower))
        self._free = self._free >> half | lower << half
        self._base += half


def _lowest(mask: int) -> int:
    """The lowest place in *mask*."""
    return (mask & -mask).bit_length() - 1


def _bits(mask: int) -> Iterator[int]:
    """The places in *mask* in ascending order."""
    while mask:
        yield _lowest(mask)
        mask &= mask - 1


ALPHABET: Final = 26
END: Final = 1 << ALPHABET
"""The bit of a node at which a word ends."""
ADDRESS: Final = ALPHABET + 1
"""How far to shift a node for its address."""

Draft: TypeAlias = tuple[int, ...]
"""A node before it has an address: 1 if a word ends here, then its steps in order of letters;
a step is the number of the next node, shifted by 8, and the letter as ASCII."""


class Automaton(msgspec.Struct, frozen=True):
    """The words of a list. It never changes, so threads may share it."""

    root: int
    steps: array[int]

    def words(self) -> Iterator[str]:
        """All words in alphabetical order."""
        return self._words(self.root, "")

    def _words(self, node: int, before: str) -> Iterator[str]:
        """*before* with every ending that *node* allows."""
        if node & END:
            yield before
        for letter in range(ALPHABET):
            if node >> letter & 1:
                after = self.steps[(node >> ADDRESS) + letter]
                yield from self._words(after, before + chr(ord("a") + letter))


def build(words: Iterable[str]) -> Automaton:
    """Make the automaton of *words*, of letters a to z: a second for 250,000 of them."""
    drafts = _minimal(sorted(set("\n".join(words).encode().split())))
    masks = [sum([1 << _letter(step) for step in steps]) for _end, *steps in drafts]
    addresses = place(masks)
    nodes = [
        address << ADDRESS | draft[0] * END | mask
        for address, mask, draft in zip(addresses, masks, drafts, strict=True)
    ]
    table = array("Q", bytes(8 * (max(addresses) + ALPHABET)))
    for address, (_end, *steps) in zip(addresses, drafts, strict=True):
        for step in steps:
            table[address + _letter(step)] = nodes[step >> 8]
    return Automaton(nodes[-1], table)


def _letter(step: int) -> int:
    """The number of the letter of *step*."""
    return (step & 255) - ord("a")


def _minimal(words: Sequence[bytes]) -> Sequence[Draft]:
    """The nodes of the smallest automaton of *words*, which are in order and all different.

    A node comes after all nodes to which it leads, and the root is the last. Because the words
    come in order, we never change a finished node again, so we can look up whether there is
    already an equal one (Daciuk, Mihov, Watson and Watson, 2000).
    """
    numbers: dict[Draft, int] = {}
    opened: list[list[int]] = [[0]]
    before = b""
    for word in chain(words, [b""]):
        shared = 0
        for old, new in zip(before, word, strict=False):
            if old != new:
                break
            shared += 1
        for letter in reversed(before[shared:]):
            number = numbers.setdefault(tuple(opened.pop()), len(numbers))
            opened[-1].append(number << 8 | letter)
        opened += [[0] for _letter in word[shared:]]
        opened[-1][0] = int(word != b"")
        before = word
    return [*numbers, tuple(opened[0])]


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
