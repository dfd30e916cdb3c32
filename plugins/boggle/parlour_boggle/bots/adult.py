"""A model of an adult who plays now and then: the opponent against which `medium` is measured.

They look at one cube after the other, as one does who searches a board, and think for some seconds
of words that begin there. They know the common words, and half of the less common ones. A longer
word comes to mind less often. We set the time of a look so that they find some twenty words in
three minutes, before `medium` was measured against them.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final
from zlib import crc32

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_boggle.board import Rows, board_of, paths
from parlour_boggle.heard import BoggleHeard
from parlour_boggle.moves import NEXT, WORD, Move, Next, Write
from parlour_boggle.solver import find
from parlour_boggle.state import Phase
from parlour_boggle.views import View

COMMON: Final = 35
"""They know all words up to this band."""
LESS_COMMON: Final = 50
"""They know half of those up to this one."""
COMES: Final = {3: 0.45, 4: 0.35, 5: 0.2, 6: 0.12, 7: 0.08, 8: 0.04}
"""How often a word of so many letters comes to mind during one look at its first cube."""
LOOK_MS: Final = (2_000, 4_000)
"""How long a look at one cube takes."""
KEY_MS: Final = 250
"""The time they need to type a letter."""
LOOKS: Final = 12
"""After so many looks in vain they have had enough."""


class Adult(Bot[Move, View, BoggleHeard, None]):
    """Looks at one cube after the other."""

    kind = "adult"
    about = "a model of a person"

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: BoggleHeard) -> None:
        """Remember nothing, because the view shows everything."""

    def think(
        self, memory: None, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        verbs = {spec.verb for spec in prompt.moves}
        if view.phase == Phase.FINDING and ctx.lexicon is not None and WORD in verbs:
            found = _word(view, ctx.lexicon, ctx.rng)
            if found is not None:
                return found
        return Thought(Next()) if prompt.urgent or NEXT in verbs else None


def _word(view: View, lexicon: Lexicon, rng: Random) -> Thought[Move] | None:
    """The first word that comes to mind, after as many looks as that takes."""
    own = {word for group in view.own or () for word in group.words}
    cells = _by_cell(view.rows, view.cube, lexicon)
    taken = 0
    for _ in range(LOOKS):
        taken += rng.randint(*LOOK_MS)
        thought = [word for word in rng.choice(cells) if rng.random() < COMES[len(word)]]
        fresh = [word for word in thought if word not in own]
        if fresh:
            word = rng.choice(fresh)
            return Thought(Write((word,)), after_ms=taken + KEY_MS * len(word))
    return None


@lru_cache(256)
def _by_cell(rows: Rows, cube: int | None, lexicon: Lexicon) -> tuple[tuple[str, ...], ...]:
    """The words that they know on a board, by the cell where each begins."""
    board = board_of(rows, cube)
    cells: list[set[str]] = [set() for _ in board.faces]
    for word in find(board, lexicon).words:
        if len(word) in COMES and _knows(word, lexicon):
            for path in paths(board, word):
                cells[path[0]].add(word)
    return tuple(tuple(sorted(words)) for words in cells)


def _knows(word: str, lexicon: Lexicon) -> bool:
    """Do they know *word*? It is always the same half of the less common ones."""
    band = lexicon.band(word) or 0
    return band <= COMMON or (band <= LESS_COMMON and crc32(word.encode()) % 2 == 0)


adult: Final = Adult()
