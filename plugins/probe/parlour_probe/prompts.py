"""Who may act now, with what. Prompts say no more than views do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from parlour import ChoiceArg, MoveSpec, Prompt, Seat, SeatArg, TextArg
from parlour_probe.catalogue import _
from parlour_probe.decks import CARDS, LETTERS, SIDES, SPACES
from parlour_probe.moves import (
    ASK,
    GUESS,
    GUESS_ONE,
    HIDE,
    HIDE_ONE,
    RECITE,
    SHOW,
    SHOW_ONE,
    card_word,
)
from parlour_probe.options import Terms
from parlour_probe.state import Phase, State

_CARD: Final = ChoiceArg("card", CARDS, label=_("Letter"))
_RECITE: Final = MoveSpec(
    RECITE, (TextArg("word", ("LANTERN",), label=_("Word"), letters=True, most=SPACES),)
)
"""The example is no help, and the word is face up."""
_ROWS: Final = 4
"""Examples of a guess."""
_CACHED: Final = 1024
"""Prompts kept for the next time; a table has a few dozen different ones."""


def prompts(state: State) -> dict[Seat, Prompt]:
    """The open prompts by seat; empty when the game is over."""
    if state.phase is Phase.OVER:
        return {}
    if state.phase is Phase.HIDING:
        empty: dict[Seat, tuple[int, ...]] = {}
        for rack in state.racks:
            if not rack.cards and rack.owner not in state.gone:
                empty[rack.owner] = (*empty.get(rack.owner, ()), rack.index)
        return {
            seat: Prompt((_hide(indexes, state.examples_for(seat)),), due=state.due)
            for seat, indexes in empty.items()
        }
    if state.recital is not None:
        return {state.recital.seat: Prompt((_RECITE,), due=state.due)}
    return _in_play(state)


def _in_play(state: State) -> dict[Seat, Prompt]:
    """One seat asks or shows a card; everybody may guess a word that hides enough cards, or by
    the French rules the player at turn alone (R-P-36).
    """
    pending, terms, racks = state.pending, state.terms, state.racks
    hidden = [(rack.owner, rack.hidden) for rack in racks]
    open_to_guess = tuple(
        [(len(rack.face), rack.owner, rack.index) for rack in racks if state.may_count(rack)]
    )
    guessers = (state.turn,) if terms.french else state.seats
    found = dict(_guesses(guessers, state.gone, open_to_guess, terms))
    # Never somebody who has left: the referee shows for them, and their turn is over (O-P-45).
    acting = state.turn if pending is None else pending.owner
    if pending is None:
        others = [owner for owner, number in hidden if number and owner != acting]
        main = _ask(tuple(dict.fromkeys(others)))
    else:
        main = _show(pending.cards(state.racks))
    moves = (main, *found[acting].moves) if acting in found else (main,)
    found[acting] = Prompt(moves, due=state.due)
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
    cards = TextArg("cards", examples, label=_("Word, dots for blanks"), secret=True, most=SPACES)
    return (
        MoveSpec(HIDE_ONE, (_which(indexes), cards)) if any(indexes) else MoveSpec(HIDE, (cards,))
    )


def _which(indexes: Iterable[int]) -> ChoiceArg:
    return ChoiceArg("rack", tuple([SIDES[index] for index in indexes]), label=_("Rack"))


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
        cards = TextArg(
            "cards",
            _never_laid(number, terms),
            label=_("Word, dots for blanks"),
            least=number,
            most=number,
        )
        if any(indexes):
            moves.append(MoveSpec(GUESS_ONE, (player, _which(indexes), cards)))
        else:
            moves.append(MoveSpec(GUESS, (player, cards)))
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
