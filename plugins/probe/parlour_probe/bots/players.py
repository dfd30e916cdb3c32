"""The three bots: `easy`, `medium` and `sharp`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_probe.bots.choices import (
    Card,
    Glimpse,
    Moves,
    Notes,
    RackKey,
    asks,
    best_guess,
    best_question,
    cheapest,
    faces,
    glimpsed,
    guesses,
    hides,
    least_telling,
    no_notes,
    noted,
    opened,
    recital,
    shows,
)
from parlour_probe.bots.odds import Known, Place, places
from parlour_probe.bots.words import NUMBER, columns, frequency, hard_row, plain_row, warm_up
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


_SLIP: Final = 0.12
"""How often it asks without thinking. Chosen so that it is as good as a thinking adult: see the
table in docs/games/probe.md."""


class Medium(Sharp):
    """Hides common words, shows its cheapest card, slips, and never speaks out of turn."""

    kind = "medium"
    about: str = _("remembers the answers, and now and then asks without thinking")

    def decide(
        self, memory: Notes, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """The move of `sharp`, if it thinks; in its own turn only."""
        if not prompt.urgent:
            return None
        moves = opened(prompt)
        plain = plain_move(view, moves, ctx)
        if plain is not None:
            return Thought(plain)
        if asks(moves)[0] and ctx.rng.random() < _SLIP:
            return Thought(question(Glimpse(), view, moves, ctx))
        return super().decide(memory, view, prompt, ctx)


medium: Final = Medium()
