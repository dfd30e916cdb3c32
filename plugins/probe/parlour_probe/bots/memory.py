"""What the bots remember: values that are folded from what they hear."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from parlour import Seat
from parlour_probe.heard import Asked, Guessed, ProbeHeard

_NOTHING: Final[frozenset[str]] = frozenset()
WRONG_KEPT: Final = 32
"""Wrong guesses remembered for each rack, so that a stubborn guesser fills no memory."""
SHORT: Final = 3
"""How many vain questions a child remembers."""


@dataclass(frozen=True, slots=True)
class Notes:
    """Of the racks by seat: what was asked for in vain, and rows guessed in vain."""

    denied: tuple[tuple[Seat, frozenset[str]], ...]
    wrong: tuple[tuple[Seat, frozenset[str]], ...]

    def denied_by(self, seat: Seat) -> frozenset[str]:
        """The cards that *seat* did not hide when asked, and so does not hide now."""
        return next((cards for owner, cards in self.denied if owner == seat), _NOTHING)

    def wrong_for(self, seat: Seat) -> frozenset[str]:
        """The rows that the rack of *seat* is not."""
        return next((rows for owner, rows in self.wrong if owner == seat), _NOTHING)


def no_notes(seats: tuple[Seat, ...]) -> Notes:
    """The notes at the start of a game."""
    nothing = tuple((seat, _NOTHING) for seat in seats)
    return Notes(nothing, nothing)


def noted(notes: Notes, heard: ProbeHeard) -> Notes:
    """The notes after *heard*; the same ones if it says nothing of hidden cards."""
    if isinstance(heard, Asked) and not heard.hit:
        return replace(notes, denied=_with(notes.denied, heard.target, heard.card))
    if isinstance(heard, Guessed) and not heard.right:
        if len(notes.wrong_for(heard.target)) >= WRONG_KEPT:
            return notes
        return replace(notes, wrong=_with(notes.wrong, heard.target, heard.cards))
    return notes


def _with(
    lists: tuple[tuple[Seat, frozenset[str]], ...], seat: Seat, item: str
) -> tuple[tuple[Seat, frozenset[str]], ...]:
    return tuple((owner, items | {item} if owner == seat else items) for owner, items in lists)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The last few vain questions: who was asked, and for what."""

    vain: tuple[tuple[Seat, str], ...] = ()


def glimpsed(glimpse: Glimpse, heard: ProbeHeard) -> Glimpse:
    """What a child remembers after *heard*."""
    if isinstance(heard, Asked) and not heard.hit:
        return Glimpse((*glimpse.vain, (heard.target, heard.card))[-SHORT:])
    return glimpse
