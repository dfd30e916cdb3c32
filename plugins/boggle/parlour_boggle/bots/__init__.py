"""Three programs that play Boggle: `easy`, `medium` and `hard`. They find plain words first.

Each word catches the eye at a rate of its own: the higher the more common and the shorter it is,
the straighter it lies, and the more often it is on the board. The word and the board decide, not
the player. So two players of one skill find mostly the same words, as people do, and who is better
finds the words of the others, and more.

What a bot enters depends on the board and on its own list, and on nothing that others do. The time
it takes over a word depends on what there is left to see.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_boggle.board import Board, Path, Rows, board_of, paths, shortest
from parlour_boggle.catalogue import _
from parlour_boggle.heard import BoggleHeard
from parlour_boggle.moves import DONE, WORD, Move, Next, Write
from parlour_boggle.solver import find
from parlour_boggle.state import Phase
from parlour_boggle.views import View

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
    says: float
    """The share of the words they find that they enter, so that some are left for people."""
    slips: float
    """How often they add an S to a word without looking, where that costs nothing."""


EASY: Final = Skill(35, 5, 0.08, 0.6, 0.45, 25_000, 300, 0.75, 0.06)
MEDIUM: Final = Skill(35, 7, 0.036, 0.75, 0.68, 25_000, 220, 0.81, 0.02)
HARD: Final = Skill(70, 16, 0.08, 0.85, 0.85, 25_000, 150, 0.39, 0.0)

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


def said(view: View, lexicon: Lexicon, skill: Skill) -> Sight:
    """Return what the player of *view* enters, of what they can find.

    What they leave unsaid is another part on each board and for each seat. It takes time to find,
    but that does not keep them from finding the other words, which race with it.
    """
    known = sight(view.rows, view.cube, view.terms.challenge_path, lexicon, skill)
    part = f"{view.me} {view.rows}"
    return tuple([each for each in known if _share(f"{part} {each[0]}") < skill.says])


def _share(text: str) -> float:
    """A number from 0 to 1 that is always the same for *text*."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") / 2**32


def plainness(board: Board, word: str) -> float:
    """How plain *word* is to see on *board*: 1 for one straight way, the sum over all ways."""
    return sum(TURN ** turns(path, board.size) for path in paths(board, word))


def turns(path: Path, size: int) -> int:
    """How often *path* changes its direction on a board of *size* cells in a row."""
    places = [divmod(cell, size) for cell in path]
    steps = [(down - row, right - column) for (row, column), (down, right) in pairwise(places)]
    return sum(one != other for one, other in pairwise(steps))


FASTEST_MS: Final = 1_500
"""Nobody finds and types words faster than this, one after the other."""
SLOWEST_MS: Final = 40_000
"""Nobody stares at the board for longer than this without seeing one of the words left."""
PLURAL: Final = "s"
"""What a careless player adds to a word although the board does not have it."""
_MS_PER_S: Final = 1_000


class Finder(Bot[Move, View, BoggleHeard, None]):
    """A bot that needs no memory, because its view shows its list."""

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
            return Thought(Next()) if DONE in verbs else None
        return Thought(Next()) if prompt.urgent else None

    def _word(self, view: View, lexicon: Lexicon, rng: Random) -> Thought[Move] | None:
        """Return a word that is not on the list, and how long it takes, or None to give up.

        All words left race to be seen: each has its own rate, and the first one wins.
        """
        skill = self._skill
        own = {word for group in view.own or () for word in group.words}
        left = [(word, rate) for word, rate in said(view, lexicon, skill) if word not in own]
        per_ms = sum(rate for _, rate in left) / _MS_PER_S
        if per_ms * skill.patience_ms < 1:
            return None
        words, rates = zip(*left, strict=True)
        word: str = rng.choices(words, rates)[0]
        taken = round(rng.expovariate(per_ms)) + skill.key_ms * len(word)
        if not view.terms.illegal_penalty and rng.random() < skill.slips:
            word = _slip(word, own, lexicon)
        return Thought(Write((word,)), after_ms=min(max(FASTEST_MS, taken), SLOWEST_MS))


def _slip(word: str, own: set[str], lexicon: Lexicon) -> str:
    """*word* with an S, if that looks like a word."""
    plural = word + PLURAL
    looks_good = not word.endswith(PLURAL) and plural not in own
    return plural if looks_good and not lexicon.never_deal(plural) else word


BOTS: Final[tuple[Bot[Move, View, BoggleHeard, Any], ...]] = (
    Finder("easy", _("finds a few short, common words"), EASY),
    Finder("medium", _("finds common words, as an adult does"), MEDIUM),
    Finder("hard", _("finds more words than most people"), HARD),
)
"""The bots that a table may ask for, the first if it does not say which."""
