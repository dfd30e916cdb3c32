"""Results that are more than points, as the host takes them from a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from parlour.api import OUTCOME_TEXT_MAX, Nobody, Outcome, Ranks, Scoring, Seat, Together
from parlour.engine.defaults import is_default

R = TypeVar("R")
NUMBER_MAX: Final = 2**53
"""The largest whole number that every JSON reader can represent."""


def _as_it_is(call: Callable[[Any], R]) -> Callable[[Any], R]:
    return call


def result_of(
    scoring: Scoring[Any],
    state: Any,
    seats: Sequence[Seat],
    gone: Collection[Seat] = (),
    within: Callable[[Callable[[Any], Any]], Callable[[Any], Any]] = _as_it_is,
) -> tuple[Outcome | None, tuple[Seat, ...]]:
    """Return the outcome of a game that is over, and who has won it, in the order of seats.

    *seats* are all that have played, and the players of *gone* have left. These win only if the
    game says so itself. *within* is around each call of the game. Raises TypeError if the game
    returns something else.
    """
    outcome = within(scoring.outcome)(state)
    if outcome is not None:
        outcome = checked(outcome, seats)
        return outcome, winners(outcome, seats)
    if is_default(scoring, Scoring[Any].winners):
        scores = within(scoring.scores)(state)
        here = {seat: points for seat, points in scores.items() if seat not in gone}
        won = tuple(sorted(scoring.best(here or scores)))
    else:
        won = tuple(sorted(within(scoring.winners)(state)))
    for seat in won:
        check_number(seat)
    return None, won


def winners(outcome: Outcome, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return who has won, of all the *seats* that have played."""
    if isinstance(outcome, Ranks):
        return outcome.places[0]
    return tuple(sorted(seats)) if isinstance(outcome, Together) and outcome.won else ()


def checked(outcome: object, seats: Collection[Seat]) -> Outcome:
    """Return *outcome* as it is kept. Raises TypeError unless we can show, sort and store it."""
    match outcome:
        case Together():
            check_number(outcome.points)
            check_number(outcome.of)
            _check_won(outcome.won)
            if not 0 <= outcome.points <= outcome.of or outcome.of < 1:
                raise TypeError("points from 0 to what could be reached are wanted")
        case Ranks():
            outcome = replace(outcome, places=_places(outcome, seats))
        case Nobody():
            pass
        case _:
            raise TypeError("Together, Nobody, Ranks or None is wanted")
    _check_text(outcome.text)
    return outcome


def _check_won(won: object) -> None:
    if not isinstance(won, bool | None):
        raise TypeError("True, False or None is wanted")


def _check_text(text: object) -> None:
    if not isinstance(text, str) or not text.isprintable() or len(text) > OUTCOME_TEXT_MAX:
        raise TypeError(f"a line of {OUTCOME_TEXT_MAX} printable characters at most is wanted")


def _places(outcome: Ranks, seats: Collection[Seat]) -> tuple[tuple[Seat, ...], ...]:
    places = tuple([tuple(sorted(place)) for place in outcome.places])
    placed = [seat for place in places for seat in place]
    if not placed or not all(places):
        raise TypeError("places with seats are wanted")
    if len(set(placed)) < len(placed) or not set(seats).issuperset(placed):
        raise TypeError("places of seats are wanted, each seat once")
    return places


def is_won_or_lost(outcome: Outcome | None) -> bool:
    """Check whether a result says that somebody has won, or that nobody has."""
    return not isinstance(outcome, Together) or outcome.won is not None


def kept(outcome: Outcome | None) -> Outcome | None:
    """Return *outcome* with its sentence in English, as files and lists have it."""
    return None if outcome is None else replace(outcome, text=outcome.text[:])


def check_number(number: object) -> None:
    """Raise TypeError unless this is a whole number that fits into JSON and the clock."""
    if type(number) is not int or not -NUMBER_MAX <= number <= NUMBER_MAX:
        raise TypeError("a whole number is wanted")


def ranks_players(outcome: Outcome | None) -> bool:
    """Check whether a result says who was better than whom, as points and places do."""
    return outcome is None or isinstance(outcome, Ranks)
