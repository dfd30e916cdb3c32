"""What the bots remember: values that are folded from what they hear."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from parlour import Seat
from parlour_probe.heard import Asked, Guessed, ProbeHeard, Turn

_NOTHING: Final[frozenset[str]] = frozenset()
WRONG_KEPT: Final = 32
"""Wrong guesses remembered for each rack, so that a stubborn guesser fills no memory."""
SHORT: Final = 3
"""How many vain questions a child remembers, and how many wrong guesses."""


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
    """The last few vain questions and wrong guesses, and who has guessed in this turn."""

    vain: tuple[tuple[Seat, str], ...] = ()
    """Who was asked, and for what."""
    wrong: tuple[tuple[Seat, str], ...] = ()
    """Whose word it was not, and the row."""
    guessed: frozenset[Seat] = frozenset()
    """Who has named a word since the turn began."""

    def denied_by(self, seat: Seat) -> frozenset[str]:
        """The cards that *seat* has just denied."""
        return frozenset(card for owner, card in self.vain if owner == seat)

    def wrong_for(self, seat: Seat) -> frozenset[str]:
        """The rows that the rack of *seat* is not."""
        return frozenset(row for owner, row in self.wrong if owner == seat)


def glimpsed(glimpse: Glimpse, heard: ProbeHeard) -> Glimpse:
    """What a child remembers after *heard*."""
    match heard:
        case Asked(hit=False):
            return replace(glimpse, vain=(*glimpse.vain, (heard.target, heard.card))[-SHORT:])
        case Guessed():
            spoken = replace(glimpse, guessed=glimpse.guessed | {heard.guesser})
            if heard.right:
                return spoken
            return replace(spoken, wrong=(*glimpse.wrong, (heard.target, heard.cards))[-SHORT:])
        case Turn(again=False):
            return replace(glimpse, guessed=frozenset()) if glimpse.guessed else glimpse
        case _:
            return glimpse
