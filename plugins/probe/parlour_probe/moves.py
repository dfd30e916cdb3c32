"""What a player may do, and who may do it now. Prompts say no more than views do.

Players are seats; a rack is its owner and an index: 0 for an only rack. Two players have two
racks each: 1 is the left, 2 the right.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from parlour import ChoiceArg, MoveSpec, Prompt, Seat, SeatArg, TextArg, Verb
from parlour_probe.catalogue import _
from parlour_probe.decks import CARDS, LETTERS, SIDES, SPACES, dearest
from parlour_probe.options import Terms
from parlour_probe.state import Phase, State


class Hide(msgspec.Struct, frozen=True, tag="hide"):
    """Lay a word: the whole row of cards in capitals, a dot for a blank (`..TREASURER.`)."""

    cards: str
    """The whole row of cards, with a dot for each blank."""
    rack: int = 0
    """On which rack: 0, the only one; of two 1, the left, or 2, the right."""
    typed: str = ""
    """At a French table, the word with its accents, if it was typed with any."""

    def __repr__(self) -> str:
        """The row is a secret and does not print."""
        return f"Hide(rack={self.rack})"


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Ask the player at `seat` for one card: a capital letter, or a dot for a blank."""

    seat: Seat
    """Who is asked."""
    card: str
    """A capital letter, or `.` for a blank."""


class Show(msgspec.Struct, frozen=True, tag="show"):
    """Turn up your own card at `space`, counted from 1."""

    space: int
    """The space of the card, from 1."""
    rack: int = 0
    """On which rack: 0, the only one; of two 1, the left, or 2, the right."""


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """Name the whole word of the player at `seat`."""

    seat: Seat
    """Whose word it is."""
    cards: str
    """The whole row of cards, with a dot for each blank."""
    rack: int = 0
    """Which of their racks: 0, the only one; of two 1, the left, or 2, the right."""

    def __repr__(self) -> str:
        """A guess is a secret until it is judged and does not print."""
        return f"Guess(seat={self.seat}, rack={self.rack})"


class Recite(msgspec.Struct, frozen=True, tag="recite"):
    """Say the word whose last card you found (R-P-30, `fr_recite`)."""

    word: str
    """The word in capitals, without blanks."""


Move: TypeAlias = Hide | Ask | Show | Guess | Recite

HIDE: Final = Verb(
    "hide", "hide ..WORD.", _("hide your word; each dot is a blank"), label=_("Hide the word")
)
ASK: Final = Verb(
    "ask",
    "ask PLAYER LETTER",
    _("ask a player for a letter, or a dot for a blank"),
    label=_("Ask"),
)
SHOW: Final = Verb(
    "show", "show SPACE", _("turn up your card at that space"), label=_("Turn it up")
)
GUESS: Final = Verb(
    "guess",
    "guess PLAYER ..WORD.",
    _("guess a player's whole word, including blanks"),
    label=_("Guess the word"),
    weight="side",
)
RECITE: Final = Verb(
    "recite",
    "recite WORD",
    _("say the word you completed, at a French table"),
    label=_("Say the word"),
)
VERBS: Final = (HIDE, ASK, SHOW, GUESS, RECITE)

HIDE_ONE: Final = replace(
    HIDE, usage="hide RACK ..WORD.", about=_("hide a word on your left or right rack")
)
SHOW_ONE: Final = replace(
    SHOW, usage="show CARD", about=_("turn up that card: L3 is space 3 of your left rack")
)
GUESS_ONE: Final = replace(
    GUESS,
    usage="guess PLAYER RACK ..WORD.",
    about=_("guess a whole word of a player, including blanks"),
)
"""The same moves where each player has two racks (R-P-47)."""


def card_word(index: int, space: int) -> str:
    """What is typed for a card: `3`, or on the left of two racks `L3`."""
    return f"{SIDES[index][:1].upper()}{space}"


_CARD: Final = ChoiceArg("card", CARDS, label=_("Letter"))
_RECITE: Final = MoveSpec(
    RECITE, (TextArg("word", ("LANTERN",), label=_("Word"), letters=True, most=SPACES),)
)
"""The example is no help, and the word is face up."""
_LABEL: Final = _("Word, dots for blanks")
_ROWS: Final = 4
"""Examples of a guess."""
_CACHED: Final = 1024
"""Prompts kept for the next time; a table has a few dozen different ones."""


def prompts(state: State) -> dict[Seat, Prompt]:
    """The open prompts by seat; empty when the game is over."""
    if state.phase is Phase.OVER:
        return {}
    if state.phase is Phase.HIDING:
        return {
            seat: Prompt((_hide(indexes, state.examples_for(seat)),), due=state.due)
            for seat in state.present()
            if (indexes := tuple([r.index for r in state.racks_of(seat) if not r.cards]))
        }
    if state.recital is not None:
        return {state.recital.seat: Prompt((_RECITE,), due=state.due)}
    return _in_play(state)


def _in_play(state: State) -> dict[Seat, Prompt]:
    """One seat asks or shows a card; everybody may guess a word that hides enough cards, or by
    the French rules the player at turn alone (R-P-36).
    """
    pending, racks = state.pending, state.racks
    open_to_guess = tuple(
        [(len(rack.face), rack.owner, rack.index) for rack in racks if state.may_count(rack)]
    )
    guessers = (state.turn,) if state.terms.french else state.seats
    found = dict(_guesses(guessers, state.gone, open_to_guess, state.terms))
    # Never somebody who has left: the referee shows for them, and their turn is over (O-P-45).
    acting, enter = state.turn if pending is None else pending.owner, None
    if pending is None:
        others = [rack.owner for rack in racks if rack.owner != acting and rack.hidden]
        main = _ask(tuple(dict.fromkeys(others)))
    else:
        cards = pending.cards(racks)
        main, enter = _show(cards), f"show {card_word(*dearest(cards))}"
    moves = (main, *found[acting].moves) if acting in found else (main,)
    found[acting] = Prompt(moves, due=state.due, enter=enter)
    return found


@lru_cache(_CACHED)
def _guesses(
    seats: tuple[Seat, ...],
    gone: frozenset[Seat],
    open_to_guess: tuple[tuple[int, Seat, int], ...],
    terms: Terms,
) -> tuple[tuple[Seat, Prompt], ...]:
    """Who may guess whose word: it seldom changes from one move to the next."""
    return tuple(
        (seat, _may_guess(targets, terms))
        for seat in seats
        if seat not in gone and (targets := tuple(r for r in open_to_guess if r[1] != seat))
    )


@lru_cache(_CACHED)
def _hide(indexes: tuple[int, ...], examples: tuple[str, ...]) -> MoveSpec:
    """Hide a word on one of the racks *indexes*, which is named if there are two (O-P-37)."""
    cards = TextArg("cards", examples, label=_LABEL, secret=True, most=SPACES)
    rack = _which(indexes)
    return MoveSpec(HIDE_ONE if rack else HIDE, (*rack, cards))


def _which(indexes: tuple[int, ...]) -> tuple[ChoiceArg, ...]:
    """The argument that names one of the racks *indexes*; none for an only rack."""
    sides = tuple([SIDES[index] for index in indexes])
    return (ChoiceArg("rack", sides, label=_("Rack")),) if any(sides) else ()


@lru_cache(_CACHED)
def _ask(targets: tuple[Seat, ...]) -> MoveSpec:
    return MoveSpec(ASK, (SeatArg("player", targets, label=_("Player")), _CARD))


@lru_cache(_CACHED)
def _may_guess(targets: tuple[tuple[int, Seat, int], ...], terms: Terms) -> Prompt:
    """Guess the word on one of the racks *targets*; of two, it is named (R-P-50).

    Racks with as many cards make one move, since a guess must have that number (O-P-18).
    """
    moves: list[MoveSpec] = []
    for number in dict.fromkeys(cards for cards, *_rest in targets):
        alike = [(seat, index) for cards, seat, index in targets if cards == number]
        seats, indexes = zip(*alike, strict=True)
        player = SeatArg("player", tuple(dict.fromkeys(seats)), label=_("Player"))
        rows = _never_laid(number, terms)
        cards = TextArg("cards", rows, label=_LABEL, least=number, most=number)
        rack = _which(indexes)
        moves.append(MoveSpec(GUESS_ONE if rack else GUESS, (player, *rack, cards)))
    return Prompt(tuple(moves), urgent=False)


def _never_laid(number: int, terms: Terms) -> tuple[str, ...]:
    """Rows of so many cards that nobody has laid: one letter, of which a deck has the fewest.

    They show what a guess looks like, and are no help: no word is written like that.
    """
    counts = terms.letter_cards
    rare = sorted(LETTERS, key=lambda letter: (counts[letter], letter))
    return tuple(letter * number for letter in rare[:_ROWS])


@lru_cache(_CACHED)
def _show(cards: tuple[tuple[int, int], ...]) -> MoveSpec:
    """Turn up one of *cards*, racks and spaces."""
    choices = tuple([card_word(index, space) for index, space in cards])
    if any(index for index, _ in cards):
        return MoveSpec(SHOW_ONE, (ChoiceArg("card", choices, label=_("Card")),))
    return MoveSpec(SHOW, (ChoiceArg("space", choices, label=_("Space")),))
