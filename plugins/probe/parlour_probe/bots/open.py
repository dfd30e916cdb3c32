"""What a prompt offers, and what a view shows, in the words of the bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import ChoiceArg, MoveSpec, Prompt, Seat, SeatArg
from parlour_probe.moves import ASK, GUESS, SHOW
from parlour_probe.views import View

_NOBODY: Final[tuple[Seat, ...]] = ()


def opened(prompt: Prompt) -> Mapping[str, MoveSpec]:
    """The moves that are open by the names of their verbs."""
    return {spec.verb.name: spec for spec in prompt.moves}


def asks(moves: Mapping[str, MoveSpec]) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """Who may be asked, and for what."""
    return _seats(moves.get(ASK.name)), _choices(moves.get(ASK.name))


def guesses(moves: Mapping[str, MoveSpec]) -> tuple[Seat, ...]:
    """Whose word may be named."""
    return _seats(moves.get(GUESS.name))


def shows(moves: Mapping[str, MoveSpec]) -> tuple[int, ...]:
    """The spaces whose card may be turned up."""
    return tuple(map(int, _choices(moves.get(SHOW.name))))


def faces(view: View) -> Mapping[Seat, str]:
    """The racks as all can read them."""
    return {rack.owner: "".join(rack.cards) for rack in view.racks}


def _seats(spec: MoveSpec | None) -> tuple[Seat, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, SeatArg)), _NOBODY)


def _choices(spec: MoveSpec | None) -> tuple[str, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, ChoiceArg)), ())
