"""A model of an adult who thinks: the opponent against which `medium` is measured.

They hide a word that everybody knows, remember every answer, ask for the letter that is most
likely there, and look for common words as soon as three letters are up. They take no account of
what a space is worth, name a word only in their own turn, and only if they think of a single one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import BotContext, Lexicon, Prompt
from parlour_probe.bots import Memory, Sharp, common_rows, may_ask, may_guess, plain_move, readable
from parlour_probe.bots.odds import SHARES, Known, places
from parlour_probe.decks import BLANK, HIDDEN, LETTERS
from parlour_probe.moves import Ask, Guess, Move
from parlour_probe.views import View

_BLANK: Final = 0.08
"""How likely they think a blank is, for each hidden card, at either end."""


class Adult(Sharp):
    """Thinks of common words, and remembers."""

    kind = "adult"
    about = "a model of a person"

    def decide(self, memory: Memory, view: View, prompt: Prompt, ctx: BotContext) -> Move | None:
        """A move when the game waits for one."""
        if not prompt.urgent:
            return None
        plain = plain_move(view, ctx)
        if plain is not None:
            return plain
        offers: list[tuple[float, float, Ask]] = []
        for rack in may_ask(view):
            known = memory.known(rack, view.terms)
            rows = list(_rows(known, ctx.lexicon))
            if len(rows) == 1 and rack in may_guess(view):
                return Guess(rack.owner, rows[0], rack.index)
            offers += [
                (chance, ctx.rng.random(), Ask(rack.owner, card))
                for card, chance in _chances(known, rows)
            ]
        return max(offers, key=lambda offer: offer[:2])[-1]


def _rows(known: Known, lexicon: Lexicon | None) -> Iterator[str]:
    """The rows with a common word that agree with all they know, if enough can be read."""
    if lexicon is None or not readable(known):
        return
    for place in places(known):
        yield from common_rows(known, place, lexicon)


def _chances(known: Known, rows: list[str]) -> Iterator[tuple[str, float]]:
    """How likely they think each card is."""
    hidden = known.face.count(HIDDEN)
    if rows:
        for card in (*LETTERS, BLANK):
            found = sum(
                any(
                    own == card
                    for own, face in zip(row, known.face, strict=True)
                    if face == HIDDEN
                )
                for row in rows
            )
            if found:
                yield card, found / len(rows)
        return
    for card in LETTERS:
        if card not in known.denied:
            yield card, 1 - (1 - SHARES[False][card]) ** hidden
    if BLANK not in known.denied:
        yield BLANK, _BLANK * hidden / 2 if HIDDEN in known.face[0] + known.face[-1] else 0.0


adult: Final = Adult()
