"""The frequency of letters in English and French words, and cards as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour_probe.decks import CARDS

_IN_A_THOUSAND: Final = {
    "A": 71, "B": 18, "C": 39, "D": 44, "E": 121, "F": 15, "G": 36, "H": 21, "I": 87,
    "J": 2, "K": 9, "L": 51, "M": 25, "N": 72, "O": 56, "P": 29, "Q": 2, "R": 73, "S": 89,
    "T": 69, "U": 33, "V": 11, "W": 9, "X": 3, "Y": 13, "Z": 3,
}  # fmt: skip
"""Counted in the words of 4 to 12 letters of the host's list that everybody knows."""
_IN_FRENCH: Final = {
    "A": 74, "B": 15, "C": 43, "D": 23, "E": 168, "F": 15, "G": 18, "H": 12, "I": 83,
    "J": 2, "K": 1, "L": 44, "M": 31, "N": 68, "O": 58, "P": 30, "Q": 6, "R": 90, "S": 81,
    "T": 69, "U": 48, "V": 13, "W": 1, "X": 4, "Y": 3, "Z": 1,
}  # fmt: skip
"""The same for the French list, of the words that the French rules allow."""


def _shares(counts: Mapping[str, int]) -> Mapping[str, float]:
    whole = sum(counts.values())
    return {letter: number / whole for letter, number in counts.items()}


_SHARES: Final = (_shares(_IN_A_THOUSAND), _shares(_IN_FRENCH))


def frequency(french: bool) -> Mapping[str, float]:
    """The share of each letter in English words, or in *french* ones."""
    return _SHARES[french]


NUMBER: Final[Mapping[str, int]] = {card: at for at, card in enumerate(CARDS)}
"""Letters from 0 for A; the blank comes last."""
