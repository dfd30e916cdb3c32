"""A word list as a small automaton: what may follow the letters so far, and may they end here?

Equal endings of words stand only once (a minimal automaton of 82,000 nodes for 255,000 words).
A node is one number: below, a mask of the letters that may follow, and END if a word ends
here; above, its address. The node after letter number c (a is 0) is `steps[address + c]`. So
the rows of different nodes may lie over each other, as long as no two use the same place; that
takes eight bytes for a step and next to no gaps.

To follow a step takes one look into one array. A trie of dicts takes fifty times the memory
and more time: it does not fit into the caches of a processor.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

import msgspec

from parlour_boggle.packing import place

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
