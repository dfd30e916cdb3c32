"""A model of an adult who thinks: the opponent against which `medium` is measured.

They hide a word that everybody knows, remember every answer, ask for the letter that is most
likely there, and look for common words as soon as three letters are up. They take no account of
what a space is worth, name a word only in their own turn, and only if they think of a single one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_probe.bots.alphabet import FREQUENCY, NUMBER
from parlour_probe.bots.columns import columns
from parlour_probe.bots.known import Known, places
from parlour_probe.bots.laying import plain_row
from parlour_probe.bots.memory import Notes, no_notes, noted
from parlour_probe.bots.open import RackKey, asks, faces, guesses, hides, opened, shows
from parlour_probe.bots.showing import cheapest
from parlour_probe.decks import BLANK, HIDDEN, LETTERS
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import HIDE, Ask, Guess, Hide, Move, Show
from parlour_probe.views import View

_READABLE: Final = 3
"""Letters that must be up before they look for words."""
_BLANK: Final = 0.08
"""How likely they think a blank is, for each hidden card, at either end."""


class Adult(Bot[Move, View, ProbeHeard, Notes]):
    """Thinks of common words, and remembers."""

    kind = "adult"
    about = "a model of a person"

    def begin(self, seat: Seat, view: View) -> Notes:
        """Nothing was asked yet."""
        return no_notes(view.seats, faces(view))

    def hear(self, memory: Notes, heard: ProbeHeard) -> Notes:
        """Every No and every wrong guess."""
        return noted(memory, heard)

    def think(
        self, memory: Notes, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """A move when the game waits for one."""
        if not prompt.urgent:
            return None
        moves = opened(prompt)
        if HIDE.name in moves:
            row = plain_row(view.terms, view.examples, ctx.lexicon, ctx.rng)
            return Thought(Hide(row, hides(moves)))
        cards = shows(moves)
        if cards:
            index, space = cheapest(cards)
            return Thought(Show(space, index))
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
    face = known.face
    if lexicon is None or len(face) - face.count(HIDDEN) - face.count(BLANK) < _READABLE:
        return
    denied = [NUMBER[letter] for letter in known.denied - {BLANK}]
    for place in places(known):
        words = columns(lexicon, place.length)
        mask = words.easy
        for column, card in zip(words.at, face[place.first :], strict=False):
            if card != HIDDEN:
                mask &= column[NUMBER[card]]
                continue
            for letter in denied:
                mask &= ~column[letter]
        behind = len(face) - place.first - place.length
        for word in words.picked(mask):
            row = BLANK * place.first + word + BLANK * behind
            if row not in known.wrong and not lexicon.never_deal(word.lower()):
                yield row


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
            yield card, 1 - (1 - FREQUENCY[card]) ** hidden
    if BLANK not in known.denied:
        yield BLANK, _BLANK * hidden / 2 if HIDDEN in known.face[0] + known.face[-1] else 0.0


adult: Final = Adult()
