"""The bot of Boggle: it finds words one by one, the plain ones first.

What it enters depends on the board and on its own list, and on nothing that others do. The time
it takes over a word depends on what there is left to see.
"""

from __future__ import annotations

from random import Random
from typing import Final

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_boggle.bots.sight import Skill, sight
from parlour_boggle.heard import BoggleHeard
from parlour_boggle.moves import DONE, WORD, Move, Next, Write
from parlour_boggle.state import Phase
from parlour_boggle.views import View

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
        known = sight(view.rows, view.cube, view.terms.challenge_path, lexicon, skill)
        own = {word for group in view.own or () for word in group.words}
        left = [(word, rate) for word, rate in known if word not in own]
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
