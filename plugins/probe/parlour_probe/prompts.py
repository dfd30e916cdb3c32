"""Who may act now, with what. Prompts say no more than views do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from parlour import ChoiceArg, MoveSpec, Prompt, Seat, SeatArg, TextArg
from parlour_probe.decks import BLANK, CARDS, SIDES
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
from parlour_probe.state import Phase, State

_CARD: Final = ChoiceArg("card", CARDS)
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
            seat: Prompt((_hide(indexes, state.examples),), due=state.due)
            for seat, indexes in empty.items()
        }
    if state.recital is not None:
        move = MoveSpec(RECITE, (TextArg("word", _plain(state.examples)),))
        return {state.recital.seat: Prompt((move,), due=state.due)}
    return _in_play(state)


def _plain(examples: tuple[str, ...]) -> tuple[str, ...]:
    """The words of rows that may be hidden."""
    return tuple(row.strip(BLANK) for row in examples)


def _in_play(state: State) -> dict[Seat, Prompt]:
    """One seat asks or shows a card; everybody may guess a word that hides enough cards, or by
    the French rules the player at turn alone (R-P-36).
    """
    least = state.terms.interrupt_min_hidden
    hidden = [(rack.owner, rack.index, rack.hidden) for rack in state.racks]
    open_to_guess = tuple([(owner, index) for owner, index, number in hidden if number >= least])
    guessers = (state.turn,) if state.terms.french else state.seats
    found = dict(_guesses(guessers, state.gone, open_to_guess, state.examples))
    pending = state.pending
    # Never somebody who has left: the referee shows for them, and their turn is over (O-P-45).
    acting = state.turn if pending is None else pending.owner
    if pending is None:
        others = [owner for owner, _, number in hidden if number and owner != acting]
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
    open_to_guess: tuple[tuple[Seat, int], ...],
    examples: tuple[str, ...],
) -> tuple[tuple[Seat, Prompt], ...]:
    """Who may guess whose word: it seldom changes from one move to the next."""
    return tuple(
        (seat, _may_guess(targets, examples))
        for seat in seats
        if seat not in gone and (targets := tuple(r for r in open_to_guess if r[0] != seat))
    )


@lru_cache(_CACHED)
def _hide(indexes: tuple[int, ...], examples: tuple[str, ...]) -> MoveSpec:
    """Hide a word on one of the racks *indexes*, which is named if there are two (O-P-37)."""
    cards = TextArg("cards", examples)
    return (
        MoveSpec(HIDE_ONE, (_which(indexes), cards)) if any(indexes) else MoveSpec(HIDE, (cards,))
    )


def _which(indexes: Iterable[int]) -> ChoiceArg:
    return ChoiceArg("rack", tuple([SIDES[index] for index in indexes]))


@lru_cache(_CACHED)
def _ask(targets: tuple[Seat, ...]) -> MoveSpec:
    return MoveSpec(ASK, (SeatArg("player", targets), _CARD))


@lru_cache(_CACHED)
def _may_guess(targets: tuple[tuple[Seat, int], ...], examples: tuple[str, ...]) -> Prompt:
    """Guess the word on one of the racks *targets*; of two, it is named (R-P-50)."""
    seats, indexes = zip(*targets, strict=True)
    player, cards = SeatArg("player", tuple(dict.fromkeys(seats))), TextArg("cards", examples)
    if any(indexes):
        guess = MoveSpec(GUESS_ONE, (player, _which(indexes), cards))
    else:
        guess = MoveSpec(GUESS, (player, cards))
    return Prompt((guess,), urgent=False)


@lru_cache(_CACHED)
def _show(cards: tuple[tuple[int, int], ...]) -> MoveSpec:
    """Turn up one of *cards*, racks and spaces."""
    choices = tuple([card_word(index, space) for index, space in cards])
    if any(index for index, _ in cards):
        return MoveSpec(SHOW_ONE, (ChoiceArg("card", choices),))
    return MoveSpec(SHOW, (ChoiceArg("space", choices),))
