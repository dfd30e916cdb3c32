"""`sharp` remembers every answer and weighs all words that fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from parlour import Bot, BotContext, Prompt, Seat, Thought
from parlour_probe.bots.asking import best_question
from parlour_probe.bots.columns import warm_up
from parlour_probe.bots.guessing import best_guess
from parlour_probe.bots.known import Known
from parlour_probe.bots.laying import hard_row
from parlour_probe.bots.memory import Notes, no_notes, noted
from parlour_probe.bots.open import (
    Card,
    RackKey,
    asks,
    faces,
    guesses,
    hides,
    opened,
    recital,
    shows,
)
from parlour_probe.bots.showing import least_telling
from parlour_probe.catalogue import _
from parlour_probe.decks import HIDDEN
from parlour_probe.heard import ProbeHeard
from parlour_probe.moves import HIDE, Hide, Move, Show
from parlour_probe.views import View


class Sharp(Bot[Move, View, ProbeHeard, Notes]):
    """Hides hard words, asks where it gains most, and guesses whole words when that pays."""

    kind = "sharp"
    about: str = _("remembers every answer and knows many words")

    def begin(self, seat: Seat, view: View) -> Notes:
        """Nothing was asked yet."""
        return no_notes(view.seats, faces(view))

    def hear(self, memory: Notes, heard: ProbeHeard) -> Notes:
        """What was asked and guessed in vain."""
        return noted(memory, heard)

    def think(
        self, memory: Notes, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """The best move, with the words made ready that will soon be needed."""
        if ctx.lexicon is not None:
            warm_up(ctx.lexicon, _stage(memory, view), french=view.terms.french)
        return self.decide(memory, view, prompt, ctx)

    def decide(
        self, memory: Notes, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """The best move; out of turn only a whole word that is likely enough."""
        moves = opened(prompt)
        if HIDE.name in moves:
            row = hard_row(view.terms, view.examples, ctx.lexicon, ctx.rng)
            return Thought(Hide(row, hides(moves)))
        cards = shows(moves)
        if cards and view.me is not None:
            index, space = _shown(cards, view, view.me, memory, ctx)
            return Thought(Show(space, index))
        said = recital(view)
        if said is not None:
            return Thought(said)
        if view.pending is not None or view.held:
            return None  # what is about to be shown may change everything
        guess = best_guess(_known_of(guesses(moves), view, memory), view.terms, ctx.lexicon)
        if guess is not None:
            return Thought(guess)
        seats, wanted = asks(moves)
        if not seats:
            return None
        asked = [place for seat in seats for place in _hiding(seat, view)]
        known_of = _known_of(asked, view, memory)
        return Thought(best_question(known_of, wanted, view.multiplier, ctx.lexicon, ctx.rng))


def _stage(memory: Notes, view: View) -> int:
    """A number that grows by one with most of the things that happen."""
    shown = sum(card != HIDDEN for face in faces(view).values() for card in face)
    return shown + sum(len(cards) for _, cards in memory.denied) + len(view.hidden)


def _hiding(seat: Seat, view: View) -> list[RackKey]:
    """The racks of *seat* with hidden cards."""
    return [place for place, face in faces(view).items() if place[0] == seat and HIDDEN in face]


def _known_of(places: Iterable[RackKey], view: View, memory: Notes) -> dict[RackKey, Known]:
    """What is known of the racks at *places*."""
    face = faces(view)
    return {
        place: Known(
            face[place],
            denied=memory.denied_by(place[0]),
            wrong=memory.wrong_for(place),
            blanks=view.terms.blanks_per_deck,
            least=view.terms.min_word_length,
            french=view.terms.french,
        )
        for place in places
    }


def _shown(cards: tuple[Card, ...], view: View, me: Seat, memory: Notes, ctx: BotContext) -> Card:
    """The card to turn up."""
    own = {rack.index: rack.own for rack in view.racks if rack.own is not None}
    known_of = _known_of([(me, index) for index in own], view, memory)
    by_index = {index: known for (_, index), known in known_of.items()}
    return least_telling(cards, by_index, own, ctx.lexicon)


sharp: Final = Sharp()
