"""Word lists for tests: plain sets of words behind the host's interface."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from parlour import Lexicon


class Words(Lexicon):
    """The given words, all in band 0."""

    def __init__(self, words: Iterable[str], name: str = "test") -> None:
        self._words = sorted(set(words))
        self.name = name
        self.hash = sha256(" ".join(self._words).encode()).hexdigest()

    def __contains__(self, word: object) -> bool:
        return word in self._words

    def __len__(self) -> int:
        return len(self._words)

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        return [word for word in self._words if len(word) == length]

    def band(self, word: str) -> int | None:
        return 0 if word in self._words else None

    def never_deal(self, word: str) -> bool:
        return False

    def why(self, word: str) -> str:
        return f"{word}: {'yes' if word in self._words else 'no'}."
