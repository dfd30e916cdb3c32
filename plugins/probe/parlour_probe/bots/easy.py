"""`easy` plays like a child who knows the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_probe.bots.alphabet import NUMBER, frequency
from parlour_probe.bots.columns import columns
from parlour_probe.bots.known import Known, Place, places
from parlour_probe.bots.laying import plain_row
from parlour_probe.bots.memory import Glimpse, glimpsed
from parlour_probe.bots.open import Moves, asks, faces, guesses, hides, opened, recital, shows
from parlour_probe.bots.showing import cheapest
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, CARDS, HIDDEN
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import HIDE, Ask, Guess, Hide, Move, Show
from parlour_probe.views import View

_WORDY: Final = 0.4
"""How often a child looks for a word that fits what can be read, instead of any letter."""
_DARING: Final = 0.25
"""How often it then names the whole word, if that is allowed; once a turn at most."""
_READABLE: Final = 3
"""Cards that must be face up before it sees a word in them."""
_BLANK: Final = 0.02
"""How often it asks for a blank, beside the shares of the letters."""


class Easy(Bot[Move, View, ProbeHeard, Glimpse]):
    """Hides common words, asks for common letters, and forgets what was asked."""

    kind = "easy"
    also = ("novice",)
    about: str = _("asks for common letters and soon forgets the answers")

    def begin(self, seat: Seat, view: View) -> Glimpse:
        """Nothing was asked yet."""
        return Glimpse()

    def hear(self, memory: Glimpse, heard: ProbeHeard) -> Glimpse:
        """The last few questions and guesses."""
        return glimpsed(memory, heard)

    def think(
        self, memory: Glimpse, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """A move whenever the game waits for one; never out of turn."""
        if not prompt.urgent:
            return None
        moves = opened(prompt)
        return Thought(plain_move(view, moves, ctx) or question(memory, view, moves, ctx))


def plain_move(view: View, moves: Moves, ctx: BotContext) -> Move | None:
    """Hide a common word, show the cheapest card, or say a word. None: none is asked for."""
    if HIDE.name in moves:
        row = plain_row(view.terms, view.examples, ctx.lexicon, ctx.rng)
        return Hide(row, hides(moves))
    cards = shows(moves)
    if cards:
        index, space = cheapest(cards)
        return Show(space, index)
    return recital(view)


def question(memory: Glimpse, view: View, moves: Moves, ctx: BotContext) -> Move:
    """Ask somebody for a letter of a word that seems to fit, or for a common one."""
    seats, _ = asks(moves)
    seat = ctx.rng.choice(seats)
    racks = [(at, face) for at, face in faces(view).items() if at[0] == seat and HIDDEN in face]
    place, face = racks[0] if len(racks) == 1 else ctx.rng.choice(racks)
    known = Known(
        face,
        denied=memory.denied_by(seat),
        wrong=memory.wrong_for(place),
        blanks=view.terms.blanks_per_deck,
        french=view.terms.french,
    )
    if ctx.lexicon is not None and ctx.rng.random() < _WORDY:
        row = _fancied(known, ctx.lexicon, ctx.rng)
        if row is not None:
            dares = view.me not in memory.guessed and ctx.rng.random() < _DARING
            if dares and place in guesses(moves):
                return Guess(seat, row, place[1])
            hidden = [r for r, card in zip(row, known.face, strict=True) if card == HIDDEN]
            return Ask(seat, ctx.rng.choice(hidden))
    return Ask(seat, _common(known, ctx.rng))


def _common(known: Known, rng: Random) -> str:
    """Any card, common ones more often, but not what was just denied."""
    cards: list[str] = [card for card in CARDS if card not in known.denied]
    shares = frequency(known.french)
    return rng.choices(cards, [shares.get(card, _BLANK) for card in cards])[0]


def _fancied(known: Known, lexicon: Lexicon, rng: Random) -> str | None:
    """A row with a word that everybody knows and that agrees with the cards to be read and with
    what was just denied.

    None if too little can be read, or if no word comes to mind at the place first thought of.
    """
    if not readable(known):
        return None
    found = list(places(known))
    place = rng.choices(found, [each.weight for each in found])[0]
    fitting = list(common_rows(known, place, lexicon))
    return rng.choice(fitting) if fitting else None


def readable(known: Known) -> bool:
    """Whether enough letters are face up to see a word in them."""
    face = known.face
    return len(face) - face.count(HIDDEN) - face.count(BLANK) >= _READABLE


def common_rows(known: Known, place: Place, lexicon: Lexicon) -> Iterator[str]:
    """The rows with a word at *place* that everybody knows and that agrees with what is known.

    Words that the host must not offer do not come to mind: a bot does not say them aloud.
    """
    face = known.face
    words = columns(lexicon, place.length, french=known.french)
    mask = words.easy
    for column, card in zip(words.at, face[place.first :], strict=False):
        if card != HIDDEN:
            mask &= column[NUMBER[card]]
            continue
        for letter in known.denied - {BLANK}:
            mask &= ~column[NUMBER[letter]]
    before, behind = BLANK * place.first, BLANK * (len(face) - place.first - place.length)
    for word in words.picked(mask):
        row = before + word + behind
        if row not in known.wrong and not lexicon.never_deal(word.lower()):
            yield row


easy: Final = Easy()
