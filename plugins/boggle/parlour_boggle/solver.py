"""Every word of a list on a board (R-B-4 to R-B-6, R-B-13).

We follow paths over the board and nodes of the automaton together. Each has a mask of the letters
that can come next, so one `&` leaves the letters worth a step. The only useless steps lead to a
cube that is already used. A board of 4 x 4 takes 0.4 ms.

A path goes over *stops*. A stop is a letter of a face. Stops 0 to n - 1 are the last letters of
the faces, by cell. The numbers after them are letters before a last one, like the Q of Qu.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from string import ascii_lowercase
from typing import Final, TypeAlias

import msgspec

from parlour import Lexicon
from parlour_boggle.automaton import ADDRESS, ALPHABET, END, Automaton, ready
from parlour_boggle.board import BONUS, SHORTEST, Board, neighbours, paths, shortest, worth

HALF: Final = ALPHABET // 2
LOWER: Final = (1 << HALF) - 1
"""The letters of the lower half of a mask."""

Onward: TypeAlias = dict[int, list[int]]
"""The stops one can go to, by the number of their letter."""
Stop: TypeAlias = tuple[int, Onward]
"""Where one can go on from a stop: a mask of letters, with END if a word may end here, and the
stops with each of these letters."""


class Found(msgspec.Struct, frozen=True):
    """The words of a board: those with a path without the challenge cube, and with it (O-B-9).

    A word may be in both; on a board without a challenge cube, all are `plain`.
    """

    plain: frozenset[str]
    using: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        """All of them."""
        return self.plain | self.using

    def bonus(self, *, every: bool = False) -> frozenset[str]:
        """The words that get the bonus; with *every*, only if no path avoids the cube (O-B-9)."""
        return self.using - self.plain if every else self.using


def find(board: Board, lexicon: Lexicon) -> Found:
    """All words of *lexicon* on *board*: `solve` if its automaton is ready, or else `scan`."""
    automaton = ready(lexicon)
    return scan(board, lexicon) if automaton is None else solve(board, automaton)


def total(board: Board, found: Found, *, every: bool = False) -> int:
    """The points of all words *found* on *board*; *every* as in `Found.bonus`."""
    challenge = board.challenge is not None
    points = sum([worth(word, challenge=challenge) for word in found.words])
    return points + BONUS * len(found.bonus(every=every))


def solve(board: Board, automaton: Automaton) -> Found:
    """All words of *automaton* on *board* that are long enough for it."""
    (first, start), stops = _stops(board)
    near, onward = zip(*stops, strict=True)
    low, high = _letters_of()
    steps = automaton.steps
    free = [True] * (len(stops) + 1)
    challenge = len(stops) if board.challenge is None else board.challenge  # one always free
    plain: set[str] = set()
    using: set[str] = set()

    def walk(address: int, letters: int, here: Onward, before: str) -> None:
        for letter in low[letters & LOWER] + high[letters >> HALF]:
            node = steps[address + letter]
            for stop in here[letter]:
                if free[stop]:
                    further = node & near[stop]
                    if further:
                        word = before + ascii_lowercase[letter]
                        free[stop] = False
                        if further >= END:
                            (plain if free[challenge] else using).add(word)
                            further -= END
                        if further:
                            walk(node >> ADDRESS, further, onward[stop], word)  # noqa: F821
                        free[stop] = True

    walk(automaton.root >> ADDRESS, automaton.root & first & ~END, start, "")
    del walk  # it refers to itself, and would wait for the garbage collector
    if shortest(board.size) > SHORTEST:
        plain, using = _long(plain, board), _long(using, board)
    return Found(frozenset(plain), frozenset(using))


def scan(board: Board, lexicon: Lexicon) -> Found:
    """What `solve` finds, without an automaton: word by word through the whole list.

    That takes 0.1 s for 250,000 words.
    """
    letters = set(board.letters)
    plain: set[str] = set()
    using: set[str] = set()
    for length in range(shortest(board.size), len(board.letters) + 1):
        for word in lexicon.words(length):
            if letters.issuperset(word):
                for path in paths(board, word):
                    (using if board.challenge in path else plain).add(word)
    return Found(frozenset(plain), frozenset(using))


def _long(words: set[str], board: Board) -> set[str]:
    """Those of *words* that are long enough for *board*."""
    return {word for word in words if len(word) >= shortest(board.size)}


def _stops(board: Board) -> tuple[Stop, list[Stop]]:
    """Where a word may begin on *board*, and its stops."""
    faces = board.faces
    doors = list(range(len(faces)))  # the stop of the first letter of each face
    inner: list[Stop] = []
    for cell, face in enumerate(faces):
        for letter in face[:0:-1]:
            number = _number(letter)
            inner.append((1 << number, {number: [doors[cell]]}))
            doors[cell] = len(faces) + len(inner) - 1
    letters = [_number(face[0]) for face in faces]
    stops = [_next_to(cells, letters, doors) for cells in neighbours(board.size)]
    return _next_to(range(len(faces)), letters, doors), stops + inner


def _next_to(cells: Iterable[int], letters: Sequence[int], doors: Sequence[int]) -> Stop:
    """The stop from which one can go on to *cells*, and where a word may end."""
    mask = END
    onward: Onward = {}
    for cell in cells:
        letter = letters[cell]
        if letter in onward:
            onward[letter].append(doors[cell])
        else:
            onward[letter] = [doors[cell]]
            mask |= 1 << letter
    return mask, onward


def _number(letter: str) -> int:
    """The number of *letter*: a is 0."""
    return ord(letter) - ord("a")


@cache
def _letters_of() -> tuple[list[bytes], list[bytes]]:
    """The numbers of the letters in a mask: of its lower half, and of its upper half.

    Two tables of 8,192 entries instead of a loop over the bits, which takes 8 % longer.
    """
    return _subsets(range(HALF)), _subsets(range(HALF, ALPHABET))


def _subsets(letters: Iterable[int]) -> list[bytes]:
    """All subsets of *letters*, the one with the mask m at place m."""
    subsets = [b""]
    for letter in letters:
        subsets += [subset + bytes((letter,)) for subset in subsets]
    return subsets
