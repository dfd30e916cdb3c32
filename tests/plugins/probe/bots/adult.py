"""A model of an adult who thinks: the opponent against which `medium` is measured.

They hide a word that everybody knows, remember every answer, ask for the letter that is most
likely there, and look for common words as soon as three letters are up. They take no account of
what a space is worth, name a word only in their own turn, and only if they think of a single one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import BotContext, Lexicon, Prompt, Seat, Thought
from parlour_probe.bots.choices import Notes, RackKey, asks, faces, guesses, opened
from parlour_probe.bots.odds import Known, places
from parlour_probe.bots.players import Sharp, common_rows, plain_move, readable
from parlour_probe.bots.words import frequency
from parlour_probe.decks import BLANK, HIDDEN, LETTERS
from parlour_probe.moves import Ask, Guess, Move
from parlour_probe.views import View

_BLANK: Final = 0.08
"""How likely they think a blank is, for each hidden card, at either end."""


class Adult(Sharp):
    """Thinks of common words, and remembers."""

    kind = "adult"
    about = "a model of a person"

    def decide(
        self, memory: Notes, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """A move when the game waits for one."""
        if not prompt.urgent:
            return None
        moves = opened(prompt)
        plain = plain_move(view, moves, ctx)
        if plain is not None:
            return Thought(plain)
        may_guess = guesses(moves)
        offers: list[tuple[float, float, Ask]] = []
        for key, known in _known(asks(moves)[0], view, memory):
            rows = list(_rows(known, ctx.lexicon))
            if len(rows) == 1 and key in may_guess:
                return Thought(Guess(key[0], rows[0], key[1]))
            offers += [
                (chance, ctx.rng.random(), Ask(key[0], card))
                for card, chance in _chances(known, rows)
            ]
        return Thought(max(offers, key=lambda offer: offer[:2])[-1])


def _known(seats: tuple[Seat, ...], view: View, memory: Notes) -> Iterator[tuple[RackKey, Known]]:
    """What they know of each rack of *seats* with hidden cards."""
    for key, face in faces(view).items():
        if key[0] in seats and HIDDEN in face:
            denied, wrong = memory.denied_by(key[0]), memory.wrong_for(key)
            yield key, Known(face, denied, wrong, view.terms.blanks_per_deck)


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
            yield card, 1 - (1 - frequency(french=False)[card]) ** hidden
    if BLANK not in known.denied:
        yield BLANK, _BLANK * hidden / 2 if HIDDEN in known.face[0] + known.face[-1] else 0.0


adult: Final = Adult()
