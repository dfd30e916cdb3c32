"""Three programs that play Probe.

easy     forgets, and asks for common letters
medium   remembers, and weighs words, but now and then asks as easy does
sharp    remembers, weighs all words that fit (`odds`), and hides hard ones (`choices`)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar, Final, TypeVar

import msgspec
from msgspec.structs import replace

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_probe.bots.choices import Card, RackKey, best_guess, best_question, least_telling
from parlour_probe.bots.odds import (
    EASY_BAND,
    KNOWN_BAND,
    SHARES,
    Known,
    Place,
    columns,
    fitting,
    places,
    warm_up,
)
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, CARDS, HIDDEN, SPACES, VALUES
from parlour_probe.heard import Asked, Guessed, ProbeHeard, Turn
from parlour_probe.hiding import may_offer
from parlour_probe.moves import Ask, Guess, Hide, Move, Recite, Show
from parlour_probe.options import Terms
from parlour_probe.state import Phase
from parlour_probe.views import RackView, View

T = TypeVar("T")

SHORT: Final = 3
"""How many vain questions a child remembers, and how many wrong guesses."""
LONG: Final = 200
"""How many the others do: every vain question, and no stubborn guesser fills their memory."""
_SLIP: Final = 0.12
"""How often `medium` asks without thinking. Chosen so that it is as good as a thinking adult: see
the table in docs/games/probe.md."""

# --- how a child asks
_WORDY: Final = 0.4
"""How often a child looks for a word that fits what can be read, instead of any letter."""
_DARING: Final = 0.25
"""How often it then names the whole word, if that is allowed; once a turn at most."""
_READABLE: Final = 3
"""Cards that must be face up before it sees a word in them."""
_BLANK: Final = 0.02
"""How often it asks for a blank, beside the shares of the letters."""

# --- what is hidden
_PLAIN: Final = (5, 6, 7, 8)
"""Lengths of the words a child hides."""
_HARD: Final = (4, 5, 6, 7)
"""Lengths of the words that are hard to find. In play a short rack has proved the best: it
gives the others the least to win. Still shorter ones would be no fun to play against."""
_DRAWN: Final = 40
"""Words drawn of each length: the hardest of them is hidden, or by a child the first. With many
more it would always be one of the same few."""


class Memory(msgspec.Struct, frozen=True):
    """The last vain questions and wrong guesses, and who has guessed in this turn."""

    vain: tuple[tuple[Seat, str], ...] = ()
    """Who was asked, and for what."""
    wrong: tuple[tuple[RackKey, str], ...] = ()
    """Of which rack it was not the word, and the row."""
    guessed: frozenset[Seat] = frozenset()
    """Who has named a word since the turn began."""

    def after(self, heard: ProbeHeard, most: int) -> Memory:
        """The memory after *heard*, with *most* questions and guesses; itself for most news."""
        match heard:
            case Asked(hit=False):
                asked = heard.target, heard.card
                return replace(self, vain=_latest(self.vain, asked, most))
            case Guessed():
                spoken = replace(self, guessed=self.guessed | {heard.guesser})
                if heard.right:
                    return spoken
                wrong = (heard.target, heard.index), heard.cards
                return replace(spoken, wrong=_latest(self.wrong, wrong, most))
            case Turn(again=False) if self.guessed:
                return replace(self, guessed=frozenset())
            case _:
                return self

    def known(self, rack: RackView, terms: Terms) -> Known:
        """What tells something of *rack*. What was not hidden when asked for is not now."""
        key = rack.owner, rack.index
        return Known(
            "".join(rack.cards),
            denied=frozenset(card for owner, card in self.vain if owner == rack.owner),
            wrong=frozenset(row for other, row in self.wrong if other == key),
            blanks=terms.blanks_per_deck,
            least=terms.min_word_length,
            french=terms.french,
        )


def _latest(items: tuple[T, ...], item: T, most: int) -> tuple[T, ...]:
    return (*(each for each in items if each != item), item)[-most:]


class Easy(Bot[Move, View, ProbeHeard, Memory]):
    """Hides common words, asks for common letters, and forgets what was asked."""

    kind = "easy"
    also: ClassVar[tuple[str, ...]] = ("novice",)
    about: str = _("asks for common letters and soon forgets the answers")
    most = SHORT

    def begin(self, seat: Seat, view: View) -> Memory:
        return Memory()

    def hear(self, memory: Memory, heard: ProbeHeard) -> Memory:
        return memory.after(heard, self.most)

    def think(
        self, memory: Memory, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """A move whenever the game waits for one; never out of turn."""
        if not prompt.urgent:
            return None
        return Thought(plain_move(view, ctx) or question(memory, view, ctx))


class Sharp(Easy):
    """Hides hard words, asks where it gains most, and guesses whole words when that pays."""

    kind = "sharp"
    also: ClassVar[tuple[str, ...]] = ()
    about: str = _("remembers every answer and knows many words")
    most = LONG

    def think(
        self, memory: Memory, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """The best move, with the words made ready that will soon be needed."""
        if ctx.lexicon is not None:
            shown = sum(card != HIDDEN for rack in view.racks for card in rack.cards)
            stage = shown + len(memory.vain) + len(view.hidden)
            warm_up(ctx.lexicon, stage, french=view.terms.french)
        move = self.decide(memory, view, prompt, ctx)
        return None if move is None else Thought(move)

    def decide(self, memory: Memory, view: View, prompt: Prompt, ctx: BotContext) -> Move | None:
        """The best move; out of turn only a whole word that is likely enough."""
        if view.phase == Phase.HIDING:
            return hide(view, ctx, hard=True)
        cards = shows(view)
        if cards:
            racks = [rack for rack in view.racks if rack.owner == view.me]
            told = {rack.index: memory.known(rack, view.terms) for rack in racks}
            own = {rack.index: rack.own or () for rack in racks}
            index, space = least_telling(cards, told, own, ctx.lexicon)
            return Show(space, index)
        said = recital(view)
        if said is not None:
            return said
        if view.pending is not None or view.held:
            return None  # what is about to be shown may change everything
        guess = best_guess(_known_of(may_guess(view), memory, view), view.terms, ctx.lexicon)
        if guess is not None or view.turn != view.me:
            return guess
        known_of = _known_of(may_ask(view), memory, view)
        return best_question(known_of, view.multiplier, ctx.lexicon, ctx.rng)


class Medium(Sharp):
    """Weighs words as `sharp` does, and otherwise plays like a person: it hides common words,
    shows its cheapest card, slips, and never speaks out of turn.
    """

    kind = "medium"
    about: str = _("remembers the answers, and now and then asks without thinking")

    def decide(self, memory: Memory, view: View, prompt: Prompt, ctx: BotContext) -> Move | None:
        """The move of `sharp`, if it thinks; in its own turn only."""
        if not prompt.urgent:
            return None
        plain = plain_move(view, ctx)
        if plain is not None:
            return plain
        if ctx.rng.random() < _SLIP:
            return question(Memory(), view, ctx)
        return super().decide(memory, view, prompt, ctx)


# --- what may be done ----------------------------------------------------------------------


def shows(view: View) -> Sequence[Card]:
    """The cards that the bot may turn up."""
    return () if view.pending is None else view.pending.cards


def recital(view: View) -> Recite | None:
    """Say the word that the bot has completed, if it must."""
    due = view.recital
    if due is None or due.seat != view.me:
        return None
    face = next(r.cards for r in view.racks if (r.owner, r.index) == (due.owner, due.index))
    return Recite("".join(face).strip(BLANK))


def may_ask(view: View) -> list[RackView]:
    """The racks of others with hidden cards."""
    return [r for r in view.racks if r.owner != view.me and HIDDEN in r.cards]


def may_guess(view: View) -> list[RackView]:
    """The racks whose word may be named."""
    least = view.terms.interrupt_min_hidden
    return [r for r in may_ask(view) if r.cards.count(HIDDEN) >= least]


def _known_of(racks: Sequence[RackView], memory: Memory, view: View) -> dict[RackKey, Known]:
    return {(r.owner, r.index): memory.known(r, view.terms) for r in racks}


# --- what a child does ---------------------------------------------------------------------


def plain_move(view: View, ctx: BotContext) -> Move | None:
    """Hide a common word, show the cheapest card, or say a word. None: none is asked for."""
    if view.phase == Phase.HIDING:
        return hide(view, ctx, hard=False)
    cards = shows(view)
    if cards:
        index, space = min(cards, key=lambda card: (VALUES[card[1] - 1], card[1]))
        return Show(space, index)
    return recital(view)


def hide(view: View, ctx: BotContext, *, hard: bool) -> Hide:
    """Hide a word on the first empty rack."""
    index = next(rack.index for rack in view.racks if rack.owner == view.me and not rack.own)
    return Hide(row_to_hide(view.terms, view.examples, ctx.lexicon, ctx.rng, hard=hard), index)


def row_to_hide(
    terms: Terms, examples: Sequence[str], lexicon: Lexicon | None, rng: Random, *, hard: bool
) -> str:
    """A word of letters that are rarely asked for, or any common one, with blanks that hide where
    it begins: each number of them has the same chance (R-P-8).
    """
    lengths = [n for n in (_HARD if hard else _PLAIN) if n >= terms.min_word_length]
    rng.shuffle(lengths)
    lengths += [n for n in range(terms.min_word_length, SPACES + 1) if n not in lengths]
    if lexicon is None:
        return rng.choice(examples)
    for length in lengths:
        words = lexicon.words(length, band=KNOWN_BAND if hard else EASY_BAND)
        drawn = [rng.choice(words) for _ in range(_DRAWN)] if words else []
        if hard:
            drawn.sort(key=lambda word: hardness(word, french=terms.french), reverse=True)
        for word in drawn:
            if may_offer(terms, lexicon, word):
                blanks = rng.randint(0, min(SPACES - length, terms.blanks_per_deck))
                before = rng.randint(0, blanks)
                return BLANK * before + word.upper() + BLANK * (blanks - before)
    return rng.choice(examples)


def hardness(word: str, *, french: bool = False) -> float:
    """How rare the letters of *word* are, on the average.

    By the root, so that one Z does not make up for common letters all around it.
    """
    return sum(1 / math.sqrt(SHARES[french][letter]) for letter in word.upper()) / len(word)


def question(memory: Memory, view: View, ctx: BotContext) -> Move:
    """Ask somebody for a letter of a word that seems to fit, or for a common one."""
    racks = may_ask(view)
    seat = ctx.rng.choice(list(dict.fromkeys(rack.owner for rack in racks)))
    of_seat = [rack for rack in racks if rack.owner == seat]
    rack = of_seat[0] if len(of_seat) == 1 else ctx.rng.choice(of_seat)
    known = memory.known(rack, view.terms)
    if ctx.lexicon is not None and ctx.rng.random() < _WORDY:
        row = _fancied(known, ctx.lexicon, ctx.rng)
        if row is not None:
            dares = view.me not in memory.guessed and ctx.rng.random() < _DARING
            if dares and rack in may_guess(view):
                return Guess(seat, row, rack.index)
            hidden = [r for r, card in zip(row, known.face, strict=True) if card == HIDDEN]
            return Ask(seat, ctx.rng.choice(hidden))
    cards: list[str] = [card for card in CARDS if card not in known.denied]
    shares = SHARES[known.french]
    return Ask(seat, ctx.rng.choices(cards, [shares.get(card, _BLANK) for card in cards])[0])


def _fancied(known: Known, lexicon: Lexicon, rng: Random) -> str | None:
    """A row with a word that everybody knows and that agrees with all the bot remembers.

    None if too little can be read, or if no word comes to mind at the place first thought of.
    """
    if not readable(known):
        return None
    found = list(places(known))
    place = rng.choices(found, [each.weight for each in found])[0]
    rows = list(common_rows(known, place, lexicon))
    return rng.choice(rows) if rows else None


def readable(known: Known) -> bool:
    """Are enough letters face up to see a word in them?"""
    face = known.face
    return len(face) - face.count(HIDDEN) - face.count(BLANK) >= _READABLE


def common_rows(known: Known, place: Place, lexicon: Lexicon) -> Iterator[str]:
    """The rows with a word at *place* that everybody knows and that agrees with what is known.

    Words that the host must not offer do not come to mind: a bot does not say them aloud.
    """
    words = columns(lexicon, place.end - place.first, french=known.french)
    for word in words.picked(fitting(known, place, words) & words.easy):
        if not lexicon.never_deal(word.lower()):
            yield place.row(word, len(known.face))


easy: Final = Easy()
medium: Final = Medium()
sharp: Final = Sharp()
BOTS: Final[tuple[Bot[Move, View, ProbeHeard, Any], ...]] = (easy, medium, sharp)
"""The bots that a table may ask for, the weakest first."""
