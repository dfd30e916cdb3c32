"""Three programs that play Boggle: `easy`, `medium` and `hard`.

They differ in how rare and how long the words are that they know, how many of these they find,
and how fast. What they enter depends on the board and on their own list, and on nothing that
others do; the time they take over a word, on the word and on how many are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeAlias

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_boggle.heard import BoggleHeard
from parlour_boggle.layout import Rows, board_of
from parlour_boggle.moves import NEXT, WORD, Move, Next, Write
from parlour_boggle.solver import find
from parlour_boggle.state import Phase
from parlour_boggle.views import View
from parlour_boggle.worth import shortest

FASTEST_MS: Final = 1_500
"""Nobody finds and types words faster than this, one after the other."""
SLOWEST_MS: Final = 8_000
"""Who has found nothing for so long looks for another kind of word."""
KEPT: Final = 64
"""Boards whose words are kept for the next thought: of some twenty tables, 20 kB each at most."""
PULL: Final = 3.0
"""How many times more easily a word is seen if it brings the bonus of the challenge cube."""
PLURAL: Final = "s"
"""What a careless player adds to a word although the board does not have it."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays."""

    band: int
    """The band of the rarest words they know."""
    longest: int
    """The letters of the longest word they see."""
    eye: float
    """How much sooner they see a word than one with a letter less."""
    share: float
    """The part of the words they know that they find before they give up."""
    look_ms: tuple[int, int]
    """The least and the most time they need to find a word while there are many."""
    key_ms: int
    """The time they need to type a letter."""
    slips: float
    """How often they add an S to a word without looking, where that costs nothing."""


EASY: Final = Skill(20, 5, 0.5, 0.5, (4_000, 7_000), 300, 0.06)
MEDIUM: Final = Skill(35, 7, 0.8, 0.65, (2_200, 4_500), 220, 0.02)
HARD: Final = Skill(70, 16, 1.3, 0.8, (900, 2_400), 150, 0.0)

Sight: TypeAlias = tuple[tuple[str, float], ...]
"""The words that somebody can find on a board, in alphabetical order. A word with a greater weight
is found sooner."""


class Finder(Bot[Move, View, BoggleHeard, None]):
    """A bot that finds words one by one. It needs no memory, because its view shows its list."""

    def __init__(self, kind: str, about: str, skill: Skill) -> None:
        self.kind = kind
        self.about = about
        self._skill = skill

    def begin(self, seat: Seat, view: View) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: BoggleHeard) -> None:
        """Remember nothing, because the view shows everything."""

    def think(
        self, memory: None, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """Return the next word or, if no more come to mind, `next` where that is a move."""
        if view.phase == Phase.FINDING and ctx.lexicon is not None:
            verbs = {spec.verb for spec in prompt.moves}
            if WORD in verbs:
                found = self._word(view, ctx.lexicon, ctx.rng)
                if found is not None:
                    return found
            return Thought(Next()) if NEXT in verbs else None
        return Thought(Next()) if prompt.urgent else None

    def _word(self, view: View, lexicon: Lexicon, rng: Random) -> Thought[Move] | None:
        """Return a word that is not on the list, and how long it takes, or None if enough are."""
        skill = self._skill
        known = sight(view.rows, view.cube, view.terms.challenge_path, lexicon, skill)
        own = {word for group in view.own or () for word in group.words}
        left = [(word, weight) for word, weight in known if word not in own]
        if len(left) <= (1 - skill.share) * len(known):
            return None
        words, weights = zip(*left, strict=True)
        word: str = rng.choices(words, weights)[0]
        looking = rng.uniform(*skill.look_ms) * len(known) / len(left)
        typing = skill.key_ms * len(word)
        taken = min(max(FASTEST_MS, round(looking + typing)), SLOWEST_MS)
        if not view.terms.illegal_penalty and rng.random() < skill.slips:
            word = _slip(word, own, lexicon)
        return Thought(Write((word,)), after_ms=taken)


@lru_cache(KEPT)
def sight(
    rows: Rows, cube: int | None, challenge_path: str, lexicon: Lexicon, skill: Skill
) -> Sight:
    """Return what a player of *skill* can find on a board.

    They find common words sooner. A list without bands has no common words and no rare ones. Then
    they know all, and the letters decide.
    """
    board = board_of(rows, cube)
    found = find(board, lexicon)
    drawn = found.bonus(every=challenge_path == "every")
    least = shortest(board.size)
    seen: list[tuple[str, float]] = []
    for word in sorted(found.words):
        band = lexicon.band(word) or 0
        if band <= skill.band and len(word) <= skill.longest and not lexicon.never_deal(word):
            weight = skill.eye ** (len(word) - least) / (10 + band)
            seen.append((word, weight * PULL if word in drawn else weight))
    return tuple(seen)


def _slip(word: str, own: set[str], lexicon: Lexicon) -> str:
    """*word* with an S, if that looks like a word."""
    plural = word + PLURAL
    looks_good = not word.endswith(PLURAL) and plural not in own
    return plural if looks_good and not lexicon.never_deal(plural) else word


BOTS: Final[tuple[Bot[Move, View, BoggleHeard, Any], ...]] = (
    Finder("easy", "finds short, common words", EASY),
    Finder("medium", "finds common words of any length", MEDIUM),
    Finder("hard", "is quick and finds many words, including long and rare ones", HARD),
)
"""The bots that a table may ask for, the first if it does not say which."""
