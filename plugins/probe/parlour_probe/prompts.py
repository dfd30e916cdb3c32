"""Who may act now, with what. Prompts say no more than views do."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from parlour import ChoiceArg, MoveSpec, Prompt, Seat, SeatArg, TextArg
from parlour_probe.decks import CARDS
from parlour_probe.moves import ASK, GUESS, HIDE, SHOW
from parlour_probe.state import Phase, State

_CARD: Final = ChoiceArg("card", CARDS)
_CACHED: Final = 1024
"""Prompts kept for the next time; a table has a few dozen different ones."""


def prompts(state: State) -> dict[Seat, Prompt]:
    """The open prompts by seat; empty when the game is over."""
    if state.phase is Phase.OVER:
        return {}
    if state.phase is Phase.HIDING:
        prompt = Prompt((_hide(state.examples),), due=state.due)
        return {
            rack.owner: prompt
            for rack in state.racks
            if not rack.cards and rack.owner not in state.gone
        }
    return _in_play(state)


def _in_play(state: State) -> dict[Seat, Prompt]:
    """One seat asks or shows a card; everybody may guess a word that hides enough cards."""
    least = state.terms.interrupt_min_hidden
    hidden = [(rack.owner, rack.hidden) for rack in state.racks]
    open_to_guess = tuple([owner for owner, number in hidden if number >= least])
    found = dict(_guesses(state.seats, state.gone, open_to_guess, state.examples))
    pending = state.pending
    # Never somebody who has left: the referee shows for them, and their turn is over (O-P-45).
    acting = state.turn if pending is None else pending.owner
    if pending is None:
        main = _ask(tuple([owner for owner, number in hidden if number and owner != acting]))
    else:
        main = _show(state.rack(acting).spaces_hiding(pending.card))
    moves = (main, *found[acting].moves) if acting in found else (main,)
    found[acting] = Prompt(moves, due=state.due)
    return found


@lru_cache(_CACHED)
def _guesses(
    seats: tuple[Seat, ...],
    gone: frozenset[Seat],
    open_to_guess: tuple[Seat, ...],
    examples: tuple[str, ...],
) -> tuple[tuple[Seat, Prompt], ...]:
    """Who may guess whose word: it seldom changes from one move to the next."""
    return tuple(
        (seat, _may_guess(targets, examples))
        for seat in seats
        if seat not in gone and (targets := tuple(s for s in open_to_guess if s != seat))
    )


@lru_cache(_CACHED)
def _hide(examples: tuple[str, ...]) -> MoveSpec:
    return MoveSpec(HIDE, (TextArg("cards", examples),))


@lru_cache(_CACHED)
def _ask(targets: tuple[Seat, ...]) -> MoveSpec:
    return MoveSpec(ASK, (SeatArg("player", targets), _CARD))


@lru_cache(_CACHED)
def _may_guess(targets: tuple[Seat, ...], examples: tuple[str, ...]) -> Prompt:
    guess = MoveSpec(GUESS, (SeatArg("player", targets), TextArg("cards", examples)))
    return Prompt((guess,), urgent=False)


@lru_cache(_CACHED)
def _show(spaces: tuple[int, ...]) -> MoveSpec:
    return MoveSpec(SHOW, (ChoiceArg("space", tuple([str(space) for space in spaces])),))
