"""A bot that knows which words go with which. It can speak and pick.

`data/clues.txt` has a line for each clue that it knows: the clue, then words of our list with a
letter each for how well they go with it, `a` a little, `z` very well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

from codewords.rules import COMMON, clash
from codewords.state import OWNERS, TRAP, Clue, Event, Move, Pick, Stop
from codewords.views import View
from parlour import Bot, BotContext, Prompt, Seat, Thought

Table = Mapping[str, Mapping[str, int]]
MARGIN: Final = {TRAP: 4}
"""How much better than the trap a word must fit; 1 for all other words."""
ENOUGH: Final = 12
"""The least fit of a word for which a clue is given."""


class Associate(Bot[Move, View, Event, None]):
    """It needs no memory, because the view has all clues."""

    kind = "associate"
    about = "gives clues that go with several words, and picks what goes with yours"

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: Event) -> None:
        """Remember nothing."""

    def think(self, memory: None, view: View, prompt: Prompt, ctx: BotContext) -> Thought[Move]:
        """Give a clue, pick a word, or stop."""
        table = clues()
        if view.clue is None:
            return Thought(_speak(view, table))
        clue = table.get(view.clue.word, {})
        open_words = [
            word for word, covered in zip(view.words, view.covered, strict=True) if covered
        ]
        word = max(open_words, key=lambda word: clue.get(word, 0))
        done = view.picks >= view.clue.number or word not in clue
        if done and view.picks:
            return Thought(Stop())
        return Thought(Pick(word if word in clue else ctx.rng.choice(open_words)))


def _speak(view: View, table: Table) -> Clue:
    """Return the clue that goes with the most words of the team and with no others."""
    own: list[str] = []
    others: list[tuple[str, int]] = []
    for word, kind, covered in zip(view.words, view.key, view.covered, strict=True):
        if covered and kind == OWNERS[view.team]:
            own.append(word)
        elif covered and kind is not None:
            others.append((word, MARGIN.get(kind, 1)))
    open_words = (*own, *(word for word, _ in others))
    used = {clue.word for clue in view.clues}
    best: tuple[int, int, str] = (0, 0, "")
    for clue in {clue for word in own for clue in clues_for().get(word, ())}:
        fits = table[clue]
        rival = max((fits[word] + margin for word, margin in others if word in fits), default=0)
        least = max(rival, ENOUGH)
        good = [fits[word] for word in own if fits.get(word, 0) >= least]
        found = len(good), sum(good) - len(good) * rival, clue
        if found > best and clue not in used and clash(clue, open_words) is None:
            best = found
    if best[0]:
        return Clue(best[2], best[0])
    spare = [word for word in COMMON if clash(word, open_words) is None]
    return Clue(spare[len(used) % len(spare)], 1)


@lru_cache(maxsize=1)
def clues() -> Table:
    """Return how well words go with each clue."""
    text = resources.files("codewords").joinpath("data", "clues.txt").read_text("ascii")
    return {clue: _fits(pairs) for clue, *pairs in map(str.split, text.splitlines())}


@lru_cache(maxsize=1)
def clues_for() -> Mapping[str, tuple[str, ...]]:
    """Return the clues that go with each word."""
    found: dict[str, list[str]] = {}
    for clue, fits in clues().items():
        for word, fit in fits.items():
            if fit >= ENOUGH:
                found.setdefault(word, []).append(clue)
    return {word: tuple(every) for word, every in found.items()}


def _fits(pairs: Iterable[str]) -> Mapping[str, int]:
    return {pair[:-1]: ord(pair[-1]) - ord("a") + 1 for pair in pairs}
