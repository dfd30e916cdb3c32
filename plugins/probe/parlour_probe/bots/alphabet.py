"""The frequency of letters in English words, and cards as numbers."""

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

FREQUENCY: Final[Mapping[str, float]] = {
    letter: number / sum(_IN_A_THOUSAND.values()) for letter, number in _IN_A_THOUSAND.items()
}
"""The share of each letter."""
NUMBER: Final[Mapping[str, int]] = {card: at for at, card in enumerate(CARDS)}
"""Letters from 0 for A; the blank comes last."""
