"""What happens in a game, as it is heard.

Most events are public and heard by all as they are. `Warned`, `Waiting`, `NoReply` and
`Laid` are for one player alone; `views.py` decides. The fields are the event's data on the
wire: players are seats, cards are capitals or a dot, spaces count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

import msgspec

from parlour import Heard, Seat


class Hid(Heard, msgspec.Struct, frozen=True):
    """A word has been hidden."""

    name: ClassVar[str] = "hid"
    addressed_in = ()
    seat: Seat
    """Whose word it is."""
    count: int
    """Cards on the rack, blanks included."""
    index: int = 0
    """Which of the player's racks: 0, the only one; of two 1, the left, or 2, the right."""


@dataclass(frozen=True, slots=True)
class Laid(Heard):
    """For its owner alone: the cards on their rack, and whether the referee chose them."""

    name: ClassVar[str] = "laid"
    seat: Seat
    """Whose rack it is."""
    cards: str = field(repr=False)
    """The cards from space 1 on."""
    referee: bool = field(repr=False)
    """The referee chose the word, because the player did not."""
    index: int = 0
    """Which of the player's racks: 0, the only one; of two 1, the left, or 2, the right."""
    printed: str = field(default="", repr=False)
    """At a French table, how the word is written with its accents; empty: as its cards read."""


@dataclass(frozen=True, slots=True)
class Warned(Heard):
    """For its owner alone: the word does not count at this table (O-P-3)."""

    name: ClassVar[str] = "warned"
    seat: Seat
    """The player."""
    word: str = field(repr=False)
    """The word."""
    index: int = 0
    """Which of the player's racks: 0, the only one; of two 1, the left, or 2, the right."""
    flaw: str = field(default="unlisted", repr=False)
    """`unlisted`: the word list lacks it. `form`: at a French table, it is no noun, adjective,
    adverb or infinitive."""


class Turn(Heard, msgspec.Struct, frozen=True):
    """A turn begins, or goes on with a further activity card."""

    name: ClassVar[str] = "turn"
    addressed_in = ("seat", "shows")
    seat: Seat
    """Whose turn it is."""
    card: str | None
    """The activity card drawn; None if there is none to draw."""
    again: bool
    """The same player goes on after a miss (R-P-22)."""
    void: bool
    """The card cannot be obeyed (R-P-27)."""
    shows: Seat | None
    """Who turns up a card because of it."""
    points: int
    """What the activity card scores at once; 0 for most."""
    score: int
    """The player's score after that."""
    idle: bool
    """The player has nobody to ask, so the turn ends once the card is settled (O-P-32)."""
    index: int = 0
    """The rack that LEFT or RIGHT means where players have two: 1, the left, or 2, the right;
    else 0."""


class Reshuffled(Heard, msgspec.Struct, frozen=True):
    """The used activity cards were shuffled and can be drawn again (O-P-20)."""

    name: ClassVar[str] = "reshuffled"
    count: int
    """Cards that can be drawn again."""


class Asked(Heard, msgspec.Struct, frozen=True):
    """A question and its answer. After a hit the target turns up a card."""

    name: ClassVar[str] = "asked"
    addressed_in = ("asker", "target")
    asker: Seat
    """Who asked."""
    target: Seat
    """Who was asked."""
    card: str
    """The letter, or `.` for a blank."""
    hit: bool
    """The target has such a card face down."""
    points: int
    """-50 for a blank that was not there, else 0."""
    score: int
    """The asker's score after that."""


class Shown(Heard, msgspec.Struct, frozen=True):
    """A card is turned up."""

    name: ClassVar[str] = "shown"
    addressed_in = ("owner", "to")
    owner: Seat
    """Whose card it is."""
    index: int
    """Which of the owner's racks: 0, the only one; of two 1, the left, or 2, the right."""
    space: int
    """The space of the card, from 1."""
    card: str
    """The letter, or `.` for a blank."""
    cause: str
    """`question`, `LEFT`, `RIGHT` or `OWN_BLANK`."""
    to: Seat | None
    """Who scores for it, or null."""
    points: int
    """What the card scores for `to`."""
    bonus: int
    """What `points` contains for the last card of a word."""
    score: int
    """The score of that player after it; 0 if nobody scores."""
    referee: bool
    """The referee chose, because the owner was silent or has left."""
    penalty: int
    """What the owner lost for not choosing in time, 0 or less."""
    owner_score: int
    """The owner's score after that."""


class TimeUp(Heard, msgspec.Struct, frozen=True):
    """The player whose turn it is has run out of time. The turn is over."""

    name: ClassVar[str] = "time_up"
    addressed_in = ("seat",)
    seat: Seat
    """The player."""


@dataclass(frozen=True, slots=True)
class Waiting(Heard):
    """For the guesser alone: the word guess waits for the card that is being chosen (O-P-23)."""

    name: ClassVar[str] = "waiting"
    guesser: Seat
    """You."""
    target: Seat
    """Whose word you guessed."""
    index: int
    """Which of their racks: 0, the only one; of two 1, the left, or 2, the right."""
    cards: str = field(repr=False)
    """Your guess."""


class NoReply(Heard, msgspec.Struct, frozen=True):
    """For the guesser alone: the waiting guess does not count, right or wrong (O-P-24)."""

    name: ClassVar[str] = "no_reply"
    guesser: Seat
    """You."""
    target: Seat
    """Whose word you guessed."""
    index: int
    """Which of their racks: 0, the only one; of two 1, the left, or 2, the right."""


class Guessed(Heard, msgspec.Struct, frozen=True):
    """A word guess was judged. If it is right, all cards of that rack are face up now."""

    name: ClassVar[str] = "guessed"
    addressed_in = ("guesser", "target")
    guesser: Seat
    """Who guessed."""
    target: Seat
    """Whose word it is."""
    index: int
    """Which of the target's racks: 0, the only one; of two 1, the left, or 2, the right."""
    cards: str
    """The guess, blanks included."""
    right: bool
    """It is the word."""
    points: int
    """What the guess scored; negative if it was wrong."""
    score: int
    """The guesser's score after that."""


class Spelt(Heard, msgspec.Struct, frozen=True):
    """At a French table, how a word that is face up now is written with its accents."""

    name: ClassVar[str] = "spelt"
    owner: Seat
    """Who hid it."""
    index: int
    """Which of the owner's racks: 0, the only one; of two 1, the left, or 2, the right."""
    word: str
    """The word as its cards read."""
    printed: str
    """The word in small letters, with its accents and ligatures."""


class Recited(Heard, msgspec.Struct, frozen=True):
    """A player has said the word they completed, or has not (R-P-30, `fr_recite`)."""

    name: ClassVar[str] = "recited"
    addressed_in = ("seat", "owner")
    seat: Seat
    """Who had to say it."""
    owner: Seat
    """Whose word it is."""
    index: int
    """Which of the owner's racks: 0, the only one; of two 1, the left, or 2, the right."""
    word: str
    """What they said; empty: they said nothing in time, or have left."""
    right: bool
    """It is the word."""
    points: int
    """What it scored, 0 if it was wrong."""
    score: int
    """The player's score after that."""


class Misspelt(Heard, msgspec.Struct, frozen=True):
    """A word that is face up now does not count at this table (R-P-32)."""

    name: ClassVar[str] = "misspelt"
    owner: Seat
    """Who hid it."""
    index: int
    """Which of the owner's racks: 0, the only one; of two 1, the left, or 2, the right."""
    word: str
    """The word."""
    points: int
    """What it costs the owner, 0 or less."""
    score: int
    """The owner's score after that."""
    flaw: str = "unlisted"
    """`unlisted`: the word list lacks it. `form`: at a French table, it is no noun, adjective,
    adverb or infinitive."""


class FinalRounds(Heard, msgspec.Struct, frozen=True):
    """Only one player has cards hidden: the last two rounds begin."""

    name: ClassVar[str] = "final"
    hider: Seat
    """Who still has cards hidden."""
    seats: tuple[Seat, ...]
    """The players, in seat order."""
    turns: tuple[int, ...]
    """The turns to come of each of `seats`."""


class Kept(Heard, msgspec.Struct, frozen=True):
    """The hider turns up what nobody found (R-P-44)."""

    name: ClassVar[str] = "kept"
    hider: Seat
    """Who still has cards hidden."""
    index: int
    """Which of the hider's racks: 0, the only one; of two 1, the left, or 2, the right."""
    spaces: tuple[int, ...]
    """The spaces that are turned up, from 1."""
    cards: str
    """The cards on these spaces."""
    values: int
    """What the cards score."""
    bonus: int
    """What is added for a word that nobody completed; of two racks maybe only with the last."""
    score: int
    """The hider's score after that."""


class Gone(Heard, msgspec.Struct, frozen=True):
    """A player has left for good. The referee answers for them (O-P-45)."""

    name: ClassVar[str] = "gone"
    seat: Seat
    """The player who left."""


class Ended(Heard, msgspec.Struct, frozen=True):
    """The game is over, and every word is shown (G-8)."""

    name: ClassVar[str] = "ended"
    reason: str
    """`all_up`, `final` (the last two rounds are played) or `deserted`."""
    seats: tuple[Seat, ...]
    """The owner of each of `rows`, in seat order."""
    rows: tuple[str, ...]
    """Every rack's cards."""
    indexes: tuple[int, ...]
    """Which of the owner's racks each row is: 0, the only one; of two 1, the left, or 2, the
    right."""
    printed: tuple[str, ...] = ()
    """At a French table, how the word of each row is written with its accents; an empty one reads
    as its cards do."""


Public: TypeAlias = (
    Hid
    | Turn
    | Reshuffled
    | Asked
    | Shown
    | TimeUp
    | Guessed
    | Spelt
    | Recited
    | Misspelt
    | FinalRounds
    | Kept
    | Gone
    | Ended
)
ProbeHeard: TypeAlias = Public | Laid | Warned | Waiting | NoReply
Event: TypeAlias = ProbeHeard
"""What the rules tell; `views.py` makes of it what each viewer hears."""
