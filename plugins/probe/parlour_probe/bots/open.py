"""What a prompt offers, and what a view shows, in the words of the bots."""

from __future__ import annotations

from collections.abc import Mapping
from string import digits
from typing import Final, TypeAlias

from parlour import ChoiceArg, MoveSpec, Prompt, Seat, SeatArg
from parlour_probe.decks import BLANK, SIDES
from parlour_probe.moves import ASK, GUESS, HIDE, SHOW, Recite
from parlour_probe.views import View

RackKey: TypeAlias = tuple[Seat, int]
"""A rack: its owner and its index."""
Card: TypeAlias = tuple[int, int]
"""A card of the bot's own: the index of the rack, and the space."""
_NOBODY: Final[tuple[Seat, ...]] = ()
_MARKS: Final = tuple(side[:1].upper() for side in SIDES)
"""The letter typed before the space of a card, by the index of the rack."""


def opened(prompt: Prompt) -> Mapping[str, MoveSpec]:
    """The moves that are open by the names of their verbs."""
    return {spec.verb.name: spec for spec in prompt.moves}


def asks(moves: Mapping[str, MoveSpec]) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """Who may be asked, and for what."""
    return _seats(moves.get(ASK.name)), _choices(moves.get(ASK.name))


def hides(moves: Mapping[str, MoveSpec]) -> int:
    """The rack on which a word may be hidden, of two the left one first."""
    return _indexes(moves.get(HIDE.name))[0]


def guesses(moves: Mapping[str, MoveSpec]) -> tuple[RackKey, ...]:
    """The racks whose word may be named."""
    spec = moves.get(GUESS.name)
    return tuple((seat, index) for seat in _seats(spec) for index in _indexes(spec))


def shows(moves: Mapping[str, MoveSpec]) -> tuple[Card, ...]:
    """The cards that may be turned up."""
    found = [(word.rstrip(digits), word) for word in _choices(moves.get(SHOW.name))]
    return tuple((_MARKS.index(side), int(word.removeprefix(side))) for side, word in found)


def faces(view: View) -> Mapping[RackKey, str]:
    """The racks as all can read them."""
    return {(rack.owner, rack.index): "".join(rack.cards) for rack in view.racks}


def recital(view: View) -> Recite | None:
    """Say the word that the bot has completed, if it must."""
    due = view.recital
    if due is None or due.seat != view.me:
        return None
    return Recite(faces(view)[due.owner, due.index].strip(BLANK))


def _seats(spec: MoveSpec | None) -> tuple[Seat, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, SeatArg)), _NOBODY)


def _indexes(spec: MoveSpec | None) -> tuple[int, ...]:
    """The racks that a move may be about; an only rack is not named."""
    return tuple(map(SIDES.index, _choices(spec))) or (0,)


def _choices(spec: MoveSpec | None) -> tuple[str, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, ChoiceArg)), ())
