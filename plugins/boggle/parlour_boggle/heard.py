"""What happens in a game, as it is heard.

All but `Noted` and `Taken` is public and heard by all as it is; those are for the player alone
whose list it is, and nobody else learns that anything happened. The fields are the event's data
on the wire: players are seats, words are in small letters, cells count from 1, row by row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

import msgspec

from parlour import Heard, Seat
from parlour_boggle.board import Cells, Rows
from parlour_boggle.state import Group


class Begun(Heard, msgspec.Struct, frozen=True):
    """A round begins: here is the board."""

    name: ClassVar[str] = "round"
    # Who plays: they are told how.
    addressed_in = ("seats",)
    round: int
    """The number of the round, from 1."""
    rows: Rows
    """The board, row by row, one face to a cube."""
    cube: int | None
    """The cell of the challenge cube, counted from 1 row by row; None: not in play."""
    seconds: int
    """The seconds of the round; 0 if it has no clock."""
    shortest: int
    """The fewest letters that a word may have."""
    seats: tuple[Seat, ...]
    """Who plays."""
    verdicts: str
    """`deferred`, or `immediate`: players learn at once if their words are good."""
    scoring: str
    """`unique`, or `all`: a word that others have too counts, and one that nobody else has counts
    twice."""


@dataclass(frozen=True, slots=True)
class Noted(Heard):
    """For its player alone: the words of a line are on their list, or why not (O-B-4)."""

    name: ClassVar[str] = "noted"
    seat: Seat
    """The player."""
    groups: tuple[Group, ...] = field(repr=False)
    """The words by verdict: `noted` (with `verdicts=immediate` `ok`, by their points, or
    `not_a_word`), `short`, `not_on_board`, `repeat` or `late`."""
    odd: tuple[str, ...] = field(repr=False)
    """Parts of the line that cannot be words. They were left out."""
    count: int = field(repr=False)
    """Words on the list now, without those that are known to score nothing."""
    total: int | None = field(repr=False)
    """With `verdicts=immediate`: their points, if nobody else has them. With `scoring=all`: if
    others have all of them."""


@dataclass(frozen=True, slots=True)
class Taken(Heard):
    """For its player alone: words were taken off their list."""

    name: ClassVar[str] = "taken"
    seat: Seat
    """The player."""
    words: tuple[str, ...] = field(repr=False)
    """The words that were taken off."""
    count: int = field(repr=False)
    """Words left on the list, as in `noted`."""
    total: int | None = field(repr=False)
    """Their points, as in `noted`."""


class TimeUp(Heard, msgspec.Struct, frozen=True):
    """Nothing that is sent from now on counts."""

    name: ClassVar[str] = "time_up"
    # Nobody: all read the same.
    addressed_in = ()
    round: int
    """The number of the round."""


class Read(Heard, msgspec.Struct, frozen=True):
    """The list of one player is read out (O-B-20)."""

    name: ClassVar[str] = "read"
    addressed_in = ("seat",)
    round: int
    """The number of the round."""
    seat: Seat
    """The player whose list it is."""
    points: int
    """What the list is worth."""
    groups: tuple[Group, ...]
    """The words, grouped by what they are worth."""
    gone: bool
    """The player has left and is not ranked (O-B-16)."""


class Totals(Heard, msgspec.Struct, frozen=True):
    """The standing after a round."""

    name: ClassVar[str] = "totals"
    # Nobody: it names each player to all.
    addressed_in = ()
    round: int
    """The number of the round."""
    seats: tuple[Seat, ...]
    """The players, in seat order."""
    points: tuple[int, ...]
    """The points of this round, in the order of `seats`."""
    totals: tuple[int, ...]
    """The points of all rounds, in the order of `seats`."""
    target: int
    """The points to reach; 0: it was the only round."""


class Missed(Heard, msgspec.Struct, frozen=True):
    """Words that nobody found, and what the board held."""

    name: ClassVar[str] = "missed"
    addressed_in = ()
    round: int
    """The number of the round."""
    best: tuple[Group, ...]
    """Up to a dozen: the most common ones, and among these the best. Best first."""
    words: int
    """How many words the board has."""
    points: int
    """How many points all of them are worth."""
    found: int
    """How many of them somebody found."""


class Pressed(Heard, msgspec.Struct, frozen=True):
    """A player wants to go on."""

    name: ClassVar[str] = "pressed"
    # The player: to the others it is one name in a list.
    addressed_in = ("seat",)
    seat: Seat
    """The player."""
    waiting: tuple[Seat, ...]
    """The players who have not said so yet."""


class Gone(Heard, msgspec.Struct, frozen=True):
    """A player has left for good."""

    name: ClassVar[str] = "gone"
    # Nobody: the player who left no longer hears it.
    addressed_in = ()
    seat: Seat
    """The player who left."""
    kept: bool
    """Their list will be read out with the others."""


class Came(Heard, msgspec.Struct, frozen=True):
    """A player has sat down who was not there when the game began."""

    name: ClassVar[str] = "came"
    addressed_in = ("seat",)
    seat: Seat
    """The newcomer."""
    round: int
    """The first round they play in."""


class Path(Heard, msgspec.Struct, frozen=True):
    """The answer to `path WORD`."""

    name: ClassVar[str] = "path"
    word: str
    """The word you asked for."""
    cells: Cells | None
    """Where the word is, cube by cube; None if it isn't on the board."""
    rows: Rows
    """The board."""


Public: TypeAlias = Begun | TimeUp | Read | Totals | Missed | Pressed | Gone | Came
Private: TypeAlias = Noted | Taken
Event: TypeAlias = Public | Private
"""What the rules tell; `views.py` says who hears it."""
BoggleHeard: TypeAlias = Event | Path
