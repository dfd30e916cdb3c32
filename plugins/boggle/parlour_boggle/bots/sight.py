"""Which words of a board a player sees, and how soon.

Each word catches the eye at a rate of its own: the higher the more common and the shorter it is,
the straighter it lies, and the more often it is on the board. The word and the board decide, not
the player. So two players of one skill find mostly the same words, as people do, and who is better
finds the words of the others, and more.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec

from parlour import Lexicon
from parlour_boggle.board import Board, Path, paths
from parlour_boggle.layout import Rows, board_of
from parlour_boggle.solver import find
from parlour_boggle.worth import shortest

KEPT: Final = 64
"""Boards whose words are kept for the next thought: of some twenty tables, 20 kB each at most."""
TURN: Final = 0.6
"""How much less often a word is seen for each change of direction on its way."""
PULL: Final = 3.0
"""How many times more often a word is seen if it brings the bonus of the challenge cube."""


class Skill(msgspec.Struct, frozen=True):
    """How well somebody plays."""

    band: int
    """The band of the rarest words they know."""
    longest: int
    """The letters of the longest word they see."""
    pace: float
    """How often in a second they see a straight word of the fewest letters in band 0."""
    rare: float
    """How much less often they see a word that is ten bands rarer."""
    eye: float
    """How much less often they see a word with a letter more."""
    patience_ms: int
    """They give up when the next word would take longer than this on average."""
    key_ms: int
    """The time they need to type a letter."""
    slips: float
    """How often they add an S to a word without looking, where that costs nothing."""


EASY: Final = Skill(20, 5, 0.035, 0.6, 0.45, 25_000, 300, 0.06)
MEDIUM: Final = Skill(35, 7, 0.036, 0.75, 0.68, 25_000, 220, 0.02)
HARD: Final = Skill(70, 16, 0.08, 0.85, 0.85, 25_000, 150, 0.0)

Sight: TypeAlias = tuple[tuple[str, float], ...]
"""The words that somebody can find on a board, in alphabetical order, and how often in a second
each catches their eye."""


@lru_cache(KEPT)
def sight(
    rows: Rows, cube: int | None, challenge_path: str, lexicon: Lexicon, skill: Skill
) -> Sight:
    """Return what a player of *skill* can find on a board.

    A list without bands has no common words and no rare ones. Then they know all, and the letters
    decide.
    """
    board = board_of(rows, cube)
    found = find(board, lexicon)
    drawn = found.bonus(every=challenge_path == "every")
    least = shortest(board.size)
    seen: list[tuple[str, float]] = []
    for word in sorted(found.words):
        band = lexicon.band(word) or 0
        if band <= skill.band and len(word) <= skill.longest and not lexicon.never_deal(word):
            thought = skill.rare ** (band / 10) * skill.eye ** (len(word) - least)
            pull = PULL if word in drawn else 1.0
            seen.append((word, skill.pace * thought * plainness(board, word) * pull))
    return tuple(seen)


def plainness(board: Board, word: str) -> float:
    """How plain *word* is to see on *board*: 1 for one straight way, the sum over all ways."""
    return sum(TURN ** turns(path, board.size) for path in paths(board, word))


def turns(path: Path, size: int) -> int:
    """How often *path* changes its direction on a board of *size* cells in a row."""
    places = [divmod(cell, size) for cell in path]
    steps = [(down - row, right - column) for (row, column), (down, right) in pairwise(places)]
    return sum(one != other for one, other in pairwise(steps))
