"""What a prompt offers, and what a view shows, in the words of the bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import digits
from typing import Final, TypeAlias

from parlour import ChoiceArg, MoveSpec, Prompt, Seat, SeatArg, Verb
from parlour_probe.decks import BLANK, SIDES
from parlour_probe.moves import ASK, GUESS, HIDE, SHOW, Recite
from parlour_probe.views import View

RackKey: TypeAlias = tuple[Seat, int]
"""A rack: its owner and its index."""
Moves: TypeAlias = Mapping[str, Sequence[MoveSpec]]
"""What a prompt offers, by the names of the verbs. A verb can have several specs."""
Card: TypeAlias = tuple[int, int]
"""A card of the bot's own: the index of the rack, and the space."""
_NOBODY: Final[tuple[Seat, ...]] = ()
_MARKS: Final = tuple(side[:1].upper() for side in SIDES)
"""The letter typed before the space of a card, by the index of the rack."""


def opened(prompt: Prompt) -> Moves:
    """The moves that are open by the names of their verbs; a verb can have several."""
    found: dict[str, list[MoveSpec]] = {}
    for spec in prompt.moves:
        found.setdefault(spec.verb.name, []).append(spec)
    return found


def asks(moves: Moves) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """Who may be asked, and for what."""
    spec = _only(moves, ASK)
    return _seats(spec), _choices(spec)


def hides(moves: Moves) -> int:
    """The rack on which a word may be hidden, of two the left one first."""
    return _indexes(_only(moves, HIDE))[0]


def guesses(moves: Moves) -> tuple[RackKey, ...]:
    """The racks whose word may be named."""
    return tuple(
        (seat, index)
        for spec in moves.get(GUESS.name, ())
        for seat in _seats(spec)
        for index in _indexes(spec)
    )


def shows(moves: Moves) -> tuple[Card, ...]:
    """The cards that may be turned up."""
    found = [(word.rstrip(digits), word) for word in _choices(_only(moves, SHOW))]
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


def _only(moves: Moves, verb: Verb) -> MoveSpec | None:
    """The move *verb*, of which a prompt offers one at most."""
    return next(iter(moves.get(verb.name, ())), None)


def _seats(spec: MoveSpec | None) -> tuple[Seat, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, SeatArg)), _NOBODY)


def _indexes(spec: MoveSpec | None) -> tuple[int, ...]:
    """The racks that a move may be about; an only rack is not named."""
    return tuple(map(SIDES.index, _choices(spec))) or (0,)


def _choices(spec: MoveSpec | None) -> tuple[str, ...]:
    args = () if spec is None else spec.args
    return next((arg.choices for arg in args if isinstance(arg, ChoiceArg)), ())
