"""Results that are more than points: together, nobody, places.

Each has a `text`: a sentence about the end, at most `OUTCOME_TEXT_MAX` characters of one line,
which everybody at the table reads. A sentence of the game's catalogue is translated for each
reader. It may name what was hidden only if the game is over for good and everybody may know it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from parlour.api.seats import Seat
from parlour.structs import Struct

OUTCOME_TEXT_MAX: Final = 200
"""The most characters of a sentence about the end: two lines of a terminal."""


class Together(Struct, frozen=True, tag="together", tag_field="kind"):
    """All played together, and have reached so much: `18 of 25`."""

    points: int
    """What they have reached, from 0."""
    of: int
    """What could be reached, from 1."""
    won: bool | None = None
    """All have won, or all have lost. Null: the number says it, and the game calls it neither."""
    text: str = ""
    """A sentence about the end. May be empty."""


class Nobody(Struct, frozen=True, tag="nobody", tag_field="kind"):
    """The game is played out, and nobody has won."""

    text: str = ""
    """A sentence about the end. May be empty."""


class Ranks(Struct, frozen=True, tag="ranks", tag_field="kind"):
    """The players have places, whatever their points are."""

    places: tuple[tuple[Seat, ...], ...]
    """The seats at each place, the best first. Equal seats share a place."""
    text: str = ""
    """A sentence about the end. May be empty."""


Outcome: TypeAlias = Together | Nobody | Ranks
"""How a game ended, where points do not say it."""
