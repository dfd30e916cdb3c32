"""A person who reads plain sentences and types what these say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

LETTERS = ".eariotnslcudpmhgbfywkvxzjq"
"""In which order they ask: sooner or later every card is among them."""


class Person:
    """Plays a whole game of Probe, from the greeting to the goodbye.

    *errand* is what they type once they have a name; the host of the table begins when
    *friends* others are ready.
    """

    def __init__(self, name: str, word: str, *errand: str, friends: int = 0) -> None:
        self.name = name
        self.seen: list[str] = []
        """Every line they have read."""
        self._word = word
        self._errand = errand
        self._friends = friends
        self._misses: Counter[str] = Counter()
        self._tail = ""

    def hear(self, text: str) -> list[str]:
        """Read what has come; what they type then."""
        *lines, self._tail = (self._tail + text).split("\n")
        self.seen += lines
        return [typed for line in lines for typed in self._react(line)]

    def _react(self, line: str) -> Iterator[str]:
        if line.startswith("Your name?"):
            yield self.name
        elif line.startswith(f"Hello {self.name}."):
            yield from self._errand
        elif line.endswith(" is ready."):
            self._friends -= 1
            if self._friends == 0:
                yield "start"
        elif line.startswith("Hide a word"):
            yield f"hide {self._word}"
        elif found := re.search(r"Turn .*: show (\d+)", line):
            yield f"show {found[1]}"
        elif found := re.match(r"You ask (\S+) for an? \S+ .* has no ", line):
            self._misses[found[1]] += 1
        elif found := re.search(r"Ask for a letter \(ask (\S+) e\)", line):
            yield f"ask {found[1]} {LETTERS[self._misses[found[1]]]}"
        elif line.startswith("Game over"):
            yield "/say Thank you!"
            yield "leave"
            yield "quit"
