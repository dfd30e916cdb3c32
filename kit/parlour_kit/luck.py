"""Luck that differs in one draw: what could have happened instead in the same step.

A shuffle with another seed changes every hand, so no two deals ever look the same to anyone. A
shuffle in which one draw differs moves two or three cards, and most players cannot tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parlour.api import Context, Lexicon

NO_DRAW = -1
"""The number of the draw that differs, if none does."""


class Draws(Random):
    """A random generator that counts its draws, and gives another value in draw number *at*.

    The other value is never larger than the first one, so it is valid wherever the first one was.
    All later draws stay the same.
    """

    def __init__(self, seed: int, at: int, salt: int) -> None:
        super().__init__(seed)
        self.count = 0
        self._at = at
        self._salt = salt

    def getrandbits(self, k: int, /) -> int:
        """Return *k* random bits."""
        drawn = super().getrandbits(k)
        self.count += 1
        if self.count - 1 == self._at and drawn:
            return Random(self._salt).randrange(drawn)
        return drawn

    def random(self) -> float:
        """Return a number from 0 up to 1."""
        drawn = super().random()
        self.count += 1
        return drawn * Random(self._salt).random() if self.count - 1 == self._at else drawn


class Chance(Context):
    """The time and chance of a step, in which one draw may differ."""

    __slots__ = ("_at", "_draws", "_salt")

    def __init__(
        self,
        *,
        now: int,
        seed: bytes,
        number: int,
        lexicon: Lexicon | None = None,
        lists: Mapping[str, Lexicon] | None = None,
        at: int = NO_DRAW,
        salt: int = 0,
    ) -> None:
        super().__init__(now=now, seed=seed, number=number, lexicon=lexicon, lists=lists or {})
        self._at, self._salt = at, salt
        self._draws: Draws | None = None

    @property
    def draws(self) -> int:
        """How often the step has drawn."""
        return self._draws.count if self._draws is not None else 0

    @property
    def rng(self) -> Random:
        """The random generator of this step, made on first use."""
        if self._draws is None:
            self._draws = Draws(super().rng.getrandbits(256), self._at, self._salt)
        return self._draws
