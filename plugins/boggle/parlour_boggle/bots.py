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
"""How much more a word draws the eye that brings the bonus of the challenge cube."""
PLURAL: Final = "s"
"""What an inattentive player puts behind a word though it is not on the board."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays."""

    band: int
    """The rarest words he knows, by their band."""
    longest: int
    """The letters of the longest word he sees."""
    eye: float
    """How much sooner he sees a word than one that is a letter shorter."""
    share: float
    """The part of the words he knows that he finds before he gives up."""
    look_ms: tuple[int, int]
    """How long he takes to find a word while there are many, at least and at most."""
    key_ms: int
    """How long he takes to type a letter."""
    slips: float
    """How often he puts an S behind a word without looking, where that costs nothing."""


EASY: Final = Skill(20, 5, 0.5, 0.5, (4_000, 7_000), 300, 0.06)
MEDIUM: Final = Skill(35, 7, 0.8, 0.65, (2_200, 4_500), 220, 0.02)
HARD: Final = Skill(70, 16, 1.3, 0.8, (900, 2_400), 150, 0.0)

Sight: TypeAlias = tuple[tuple[str, float], ...]
"""The words somebody can find on a board in alphabetical order; each with its weight, by which
it is found sooner or later."""


class Finder(Bot[Move, View, BoggleHeard, None]):
    """Finds words one by one. It needs no memory: its list stands in its view."""

    def __init__(self, kind: str, about: str, skill: Skill) -> None:
        self.kind = kind
        self.about = about
        self._skill = skill

    def begin(self, seat: Seat, view: View) -> None:
        """Nothing is remembered."""

    def hear(self, memory: None, heard: BoggleHeard) -> None:
        """Whatever is heard, the view shows it."""

    def think(
        self, memory: None, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """The next word; if no more come to mind, `next` where that is a move."""
        if view.phase == Phase.FINDING and ctx.lexicon is not None:
            verbs = {spec.verb for spec in prompt.moves}
            if WORD in verbs:
                found = self._word(view, ctx.lexicon, ctx.rng)
                if found is not None:
                    return found
            return Thought(Next()) if NEXT in verbs else None
        return Thought(Next()) if prompt.urgent else None

    def _word(self, view: View, lexicon: Lexicon, rng: Random) -> Thought[Move] | None:
        """A word that is not on the list, and how long it takes; None if enough are."""
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
    """What a player of *skill* can find on a board.

    Common words are found sooner. A list without bands has no common words and no rare ones:
    then he knows all, and their letters decide.
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
