"""What happens in a game, as it is heard.

What is `Private` is for one or two seats alone; `views.py` decides. The fields are the event's
data on the wire: players are seats, passwords and answers are in small letters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

import msgspec

from parlour import Heard, Seat
from parlour_password.state import Answer, Side


class Begun(Heard, msgspec.Struct, frozen=True):
    """A word is played next. Its givers are told the password after this."""

    name: ClassVar[str] = "word"
    label: str
    """The word's name until it is over, such as `1`."""
    number: int
    """The number of the word, from 1 to `total`."""
    total: int
    """Words in the game."""
    double: bool
    """The word is starred and counts twice."""
    sides: tuple[Side, ...]
    """Who gives to whom, the one who begins first."""
    dial: int
    """What the dial shows: the points for a right guess."""

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """Who gives and who receives."""
        return tuple(seat for side in self.sides for seat in (side.giver, *side.receivers))


@dataclass(frozen=True, slots=True)
class Secret(Heard):
    """For the givers alone: the password."""

    name: ClassVar[str] = "password"
    label: str
    """The word's name, as in `word`."""
    word: str = field(repr=False)
    """The password."""
    givers: tuple[Seat, ...]
    """Who hears it."""


class ClueGiven(Heard, msgspec.Struct, frozen=True):
    """A clue was given, and is answered next."""

    name: ClassVar[str] = "clue"
    addressed_in = ("giver", "receivers", "opponents")
    giver: Seat
    """Who gave the clue."""
    receivers: tuple[Seat, ...]
    """Who answers it."""
    clue: str
    """The clue, as it was typed."""
    dial: int
    """What the dial shows."""
    opponents: tuple[Seat, ...]
    """Who may challenge it now: nobody if the word list has it (O-W-6)."""
    points: int
    """What a right answer brings: what the dial shows, or twice as much (R-W-11)."""


class ClueLost(Heard, msgspec.Struct, frozen=True):
    """A giver has lost a clue, and the dial goes down (O-W-5, O-W-11)."""

    name: ClassVar[str] = "lost"
    addressed_in = ("giver",)
    giver: Seat
    """Who lost the clue."""
    why: str
    """`time` or `illegal`. Nobody else learns what an illegal clue was (O-W-15)."""
    dial: int
    """What the dial showed."""


@dataclass(frozen=True, slots=True)
class Pleaded(Heard):
    """For the two givers alone: one insists on a clue that the referee has refused."""

    name: ClassVar[str] = "pleaded"
    giver: Seat
    """Who insists."""
    judge: Seat
    """The other giver, who agrees or objects."""
    clue: str = field(repr=False)
    """The clue, as it was typed."""
    kin: str = field(repr=False)
    """`part`, `form` or `near`: what the referee takes it for."""


@dataclass(frozen=True, slots=True)
class Objected(Heard):
    """For the two givers alone: the clue is not allowed; another is given."""

    name: ClassVar[str] = "objected"
    giver: Seat
    """Who insisted on it."""
    judge: Seat
    """The other giver, who objected."""
    clue: str = field(repr=False)
    """The clue, as it was typed."""


@dataclass(frozen=True, slots=True)
class Refuted(Heard):
    """For its giver alone: by which rule the clue is not allowed, and so is lost (O-W-5)."""

    name: ClassVar[str] = "refuted"
    giver: Seat
    """Who gave the clue."""
    clue: str = field(repr=False)
    """The clue, as it was typed."""
    kin: str = field(repr=False)
    """`part`, `whole`, `form`, `same` or `near`; `malformed` for what is not one plain word."""


@dataclass(frozen=True, slots=True)
class Kept(Heard):
    """For its sender alone: the answer is sealed until it is given out."""

    name: ClassVar[str] = "sealed"
    seat: Seat
    """Who answered."""
    answer: str | None = field(repr=False)
    """The answer; null: a pass."""


class Waived(Heard, msgspec.Struct, frozen=True):
    """For its sender alone: they let the clue stand."""

    name: ClassVar[str] = "waived"
    seat: Seat
    """Who lets the clue stand."""


class Answered(Heard, msgspec.Struct, frozen=True):
    """The answers to a clue, or to a chance, are given out in the order of arrival."""

    name: ClassVar[str] = "answers"
    answers: tuple[Answer, ...]
    """The answers, in the order in which they arrived."""

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """Who answered."""
        return tuple(answer.seat for answer in self.answers)


class Chance(Heard, msgspec.Struct, frozen=True):
    """An answer was a form of the password: its giver has one chance for the exact word."""

    name: ClassVar[str] = "chance"
    addressed_in = ("seat",)
    seat: Seat
    """Who has the chance."""
    dial: int
    """What the dial shows."""
    points: int
    """What the exact word brings: what the dial shows, or twice as much."""


class Challenged(Heard, msgspec.Struct, frozen=True):
    """A clue was challenged, and the dictionary has decided (O-W-8)."""

    name: ClassVar[str] = "challenged"
    addressed_in = ("seat", "giver")
    seat: Seat
    """Who challenged."""
    giver: Seat
    """Whose clue it was."""
    clue: str
    """The clue, as it was typed."""
    right: bool
    """It was not one word."""


class WordOver(Heard, msgspec.Struct, frozen=True):
    """A word is over, and everybody sees it (O-W-21)."""

    name: ClassVar[str] = "over"
    addressed_in = ("scorers",)
    label: str
    """The word's name, as in `word`."""
    word: str
    """The password."""
    outcome: str
    """`found`, `dial`, `form`, `challenge` or `left`."""
    scorers: tuple[Seat, ...]
    """Who scored with it."""
    points: int
    """What each of them got."""
    seats: tuple[Seat, ...]
    """The players."""
    scores: tuple[int, ...]
    """The score of each of `seats`."""
    teams: tuple[tuple[Seat, Seat], ...]
    """The two teams; one with two players, none with three."""


class Pressed(Heard, msgspec.Struct, frozen=True):
    """A player is ready for the next word."""

    name: ClassVar[str] = "pressed"
    addressed_in = ("seat",)
    seat: Seat
    """The player."""
    waiting: tuple[Seat, ...]
    """The players who have not said so yet."""


class Gone(Heard, msgspec.Struct, frozen=True):
    """A player has left for good. The game waits for a substitute (O-W-22)."""

    name: ClassVar[str] = "gone"
    addressed_in = ("partner",)
    seat: Seat
    """The player who left."""
    partner: Seat | None
    """The player who may stop the game; None: everybody may."""
    seconds: int | None
    """How many seconds the game waits for a substitute; None: no limit; 0: the game is over."""
    three: bool
    """They may go on as a game of three."""


class Wants(Heard, msgspec.Struct, frozen=True):
    """Somebody wants to go on as a game of three."""

    name: ClassVar[str] = "wants_three"
    addressed_in = ("seat",)
    seat: Seat
    """The player."""
    waiting: tuple[Seat, ...]
    """The players who have not said so yet."""


class Seated(Heard, msgspec.Struct, frozen=True):
    """A substitute has sat down, and the game goes on."""

    name: ClassVar[str] = "substitute"
    addressed_in = ("seat",)
    seat: Seat
    """The substitute."""


class OfThree(Heard, msgspec.Struct, frozen=True):
    """The game goes on with three players. Everybody keeps their points."""

    name: ClassVar[str] = "of_three"
    # Nobody: all reads the same.
    addressed_in = ()
    seats: tuple[Seat, ...]
    """The players who go on."""


class Ended(Heard, msgspec.Struct, frozen=True):
    """The game is over; words that were not played are shown (G-8)."""

    name: ClassVar[str] = "ended"
    # Everybody: each team has won or not.
    addressed_in = ("seats",)
    reason: str
    """`played`, or `stopped`: too few were left."""
    teams: tuple[tuple[Seat, Seat], ...]
    """The two teams; one with two players, none with three."""
    seats: tuple[Seat, ...]
    """The players."""
    scores: tuple[int, ...]
    """The final score of each of `seats`."""
    unplayed: tuple[str, ...]
    """Words of the game that were not played."""


Public: TypeAlias = (
    Begun
    | ClueGiven
    | ClueLost
    | Answered
    | Chance
    | Challenged
    | WordOver
    | Pressed
    | Gone
    | Wants
    | Seated
    | OfThree
    | Ended
)
Private: TypeAlias = Secret | Pleaded | Objected | Refuted | Kept | Waived
PasswordHeard: TypeAlias = Public | Private


@dataclass(frozen=True, slots=True)
class Closes:
    """A right answer of three players has set when the word closes (O-W-17). Nobody hears it."""

    name: ClassVar[str] = "closes"


Event: TypeAlias = PasswordHeard | Closes
"""What the rules tell; `views.py` says who hears it: `Secret` the givers of the word in play,
`Pleaded` and `Objected` its two seats, `Kept` and `Waived` their own seat, `Closes` nobody."""
