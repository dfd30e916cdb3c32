"""What the bots remember: values that are folded from what they hear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from parlour import Seat
from parlour_probe.bots.open import RackKey
from parlour_probe.heard import Asked, Guessed, ProbeHeard, Turn

_Key = TypeVar("_Key", Seat, RackKey)
_NOTHING: Final[frozenset[str]] = frozenset()
WRONG_KEPT: Final = 32
"""Wrong guesses remembered for each rack, so that a stubborn guesser fills no memory."""
SHORT: Final = 3
"""How many vain questions a child remembers, and how many wrong guesses."""


class Notes(msgspec.Struct, frozen=True):
    """What was asked for in vain, by seat, and rows guessed in vain, by rack."""

    denied: tuple[tuple[Seat, frozenset[str]], ...]
    wrong: tuple[tuple[RackKey, frozenset[str]], ...]

    def denied_by(self, seat: Seat) -> frozenset[str]:
        """The cards that *seat* did not hide when asked, and so does not hide now."""
        return next((cards for owner, cards in self.denied if owner == seat), _NOTHING)

    def wrong_for(self, key: RackKey) -> frozenset[str]:
        """The rows that the rack at *key* is not."""
        return next((rows for rack, rows in self.wrong if rack == key), _NOTHING)


def no_notes(seats: Iterable[Seat], keys: Iterable[RackKey]) -> Notes:
    """The notes at the start of a game of *seats* with racks at *keys*."""
    return Notes(tuple((seat, _NOTHING) for seat in seats), tuple((key, _NOTHING) for key in keys))


def noted(notes: Notes, heard: ProbeHeard) -> Notes:
    """The notes after *heard*; the same ones if it says nothing of hidden cards."""
    if isinstance(heard, Asked) and not heard.hit:
        return replace(notes, denied=_with(notes.denied, heard.target, heard.card))
    if isinstance(heard, Guessed) and not heard.right:
        key = heard.target, heard.index
        if len(notes.wrong_for(key)) >= WRONG_KEPT:
            return notes
        return replace(notes, wrong=_with(notes.wrong, key, heard.cards))
    return notes


def _with(
    lists: tuple[tuple[_Key, frozenset[str]], ...], key: _Key, item: str
) -> tuple[tuple[_Key, frozenset[str]], ...]:
    return tuple((owner, items | {item} if owner == key else items) for owner, items in lists)


class Glimpse(msgspec.Struct, frozen=True):
    """The last few vain questions and wrong guesses, and who has guessed in this turn."""

    vain: tuple[tuple[Seat, str], ...] = ()
    """Who was asked, and for what."""
    wrong: tuple[tuple[RackKey, str], ...] = ()
    """Of which rack it was not the word, and the row."""
    guessed: frozenset[Seat] = frozenset()
    """Who has named a word since the turn began."""

    def denied_by(self, seat: Seat) -> frozenset[str]:
        """The cards that *seat* has just denied."""
        return frozenset(card for owner, card in self.vain if owner == seat)

    def wrong_for(self, key: RackKey) -> frozenset[str]:
        """The rows that the rack at *key* is not."""
        return frozenset(row for rack, row in self.wrong if rack == key)


def glimpsed(glimpse: Glimpse, heard: ProbeHeard) -> Glimpse:
    """What a child remembers after *heard*."""
    match heard:
        case Asked(hit=False):
            return replace(glimpse, vain=(*glimpse.vain, (heard.target, heard.card))[-SHORT:])
        case Guessed():
            spoken = replace(glimpse, guessed=glimpse.guessed | {heard.guesser})
            if heard.right:
                return spoken
            wrong = (heard.target, heard.index), heard.cards
            return replace(spoken, wrong=(*glimpse.wrong, wrong)[-SHORT:])
        case Turn(again=False):
            return replace(glimpse, guessed=frozenset()) if glimpse.guessed else glimpse
        case _:
            return glimpse
