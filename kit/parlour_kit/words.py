"""A small word list for the tests of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from parlour.api import Lexicon

USUAL_BAND = 20
"""The band of words that everybody knows."""


class SmallList(Lexicon):
    """A word list that holds the words you give it, and no others.

    *words* are all in band 20. The keys of *bands* are bands, such as
    `bands={70: ["zloty"]}`. The host must not offer the words in *never*. The hash follows from
    the words and their bands.
    """

    def __init__(
        self,
        words: Iterable[str] = (),
        *,
        bands: Mapping[int, Iterable[str]] | None = None,
        never: Iterable[str] = (),
        name: str = "small",
    ) -> None:
        self._bands = dict.fromkeys(words, USUAL_BAND)
        for band, those in (bands or {}).items():
            self._bands |= dict.fromkeys(those, band)
        self._never = frozenset(never)
        self.name = name
        lines = [f"{word} {band}" for word, band in sorted(self._bands.items())]
        self.hash = sha256("\n".join(lines).encode()).hexdigest()

    def __contains__(self, word: object) -> bool:
        return word in self._bands

    def __len__(self) -> int:
        return len(self._bands)

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        """Return the words of that length, in alphabetical order. With *band*, none is rarer."""
        return sorted(
            word
            for word, its in self._bands.items()
            if len(word) == length and (band is None or its <= band)
        )

    def band(self, word: str) -> int | None:
        """Return the band it was given, or None."""
        return self._bands.get(word)

    def never_deal(self, word: str) -> bool:
        """Check whether it is one of *never*."""
        return word in self._never

    def why(self, word: str) -> str:
        """Say in one line whether it is listed."""
        return f"{word}: {'listed' if word in self else 'not listed'} in {self.name}."
