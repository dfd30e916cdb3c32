"""What happens in a game, as it is heard.

Most events are public and heard by all as they are. `Warned`, `Waiting`, `NoReply` and
`Laid` are for one player alone; `views.py` decides. The fields are the event's data on the
wire: players are seats, cards are capitals or a dot, spaces count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from parlour import Heard, Seat


@dataclass(frozen=True, slots=True)
class Hid(Heard):
    """A word of `count` cards has been hidden."""

    name: ClassVar[str] = "hid"
    seat: Seat
    count: int

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """Nobody: it names its player to all."""
        return ()


@dataclass(frozen=True, slots=True)
class Laid(Heard):
    """For its owner alone: the cards on their rack, and whether the referee chose them."""

    name: ClassVar[str] = "laid"
    seat: Seat
    cards: str = field(repr=False)
    referee: bool = field(repr=False)


@dataclass(frozen=True, slots=True)
class Warned(Heard):
    """For its owner alone: the word list lacks this word (O-P-3)."""

    name: ClassVar[str] = "warned"
    seat: Seat
    word: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Turn(Heard):
    """A turn begins, or goes on with a further activity card."""

    name: ClassVar[str] = "turn"
    seat: Seat
    card: str | None
    """The activity card drawn; None if there is none to draw."""
    again: bool
    """The same player goes on after a miss (R-P-22)."""
    void: bool
    """The card cannot be obeyed (R-P-27)."""
    shows: Seat | None
    """Who turns up a card because of it."""
    points: int
    score: int
    idle: bool
    """The player has nobody to ask, so the turn ends once the card is settled (O-P-32)."""

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """Who plays, and who turns up a card because of it."""
        return (self.seat,) if self.shows is None else (self.seat, self.shows)


@dataclass(frozen=True, slots=True)
class Reshuffled(Heard):
    """The used activity cards were shuffled and `count` cards can be drawn again (O-P-20)."""

    name: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class Asked(Heard):
    """A question and its answer. After a hit the target turns up a card (`Shown`)."""

    name: ClassVar[str] = "asked"
    asker: Seat
    target: Seat
    card: str
    hit: bool
    points: int
    """-50 for a blank that was not there, else 0."""
    score: int

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """Both of them."""
        return (self.asker, self.target)


@dataclass(frozen=True, slots=True)
class Shown(Heard):
    """A card is turned up."""

    name: ClassVar[str] = "shown"
    owner: Seat
    index: int
    space: int
    card: str
    cause: str
    """`question`, `LEFT`, `RIGHT` or `OWN_BLANK`."""
    to: Seat | None
    """Who is paid for it."""
    points: int
    bonus: int
    """What `points` contains for the last card of a word."""
    score: int
    """Of the player who is paid; 0 if nobody is."""
    referee: bool
    """The referee chose, because the owner was silent or has left."""
    penalty: int
    """What the owner lost for not choosing in time, 0 or less."""
    owner_score: int

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """Who shows it, and who is paid."""
        return (self.owner,) if self.to is None else (self.owner, self.to)


@dataclass(frozen=True, slots=True)
class TimeUp(Heard):
    """The player whose turn it is has run out of time. The turn is over."""

    name: ClassVar[str] = "time_up"
    seat: Seat

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """The player who was silent."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Waiting(Heard):
    """For the guesser alone: the word guess waits for the card that is being chosen (O-P-23)."""

    name: ClassVar[str] = "waiting"
    guesser: Seat
    target: Seat
    index: int
    cards: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NoReply(Heard):
    """For the guesser alone: the waiting guess does not count, right or wrong (O-P-24)."""

    name: ClassVar[str] = "no_reply"
    guesser: Seat
    target: Seat
    index: int


@dataclass(frozen=True, slots=True)
class Guessed(Heard):
    """A word guess was judged. If it is right, all cards of that rack are face up now."""

    name: ClassVar[str] = "guessed"
    guesser: Seat
    target: Seat
    index: int
    cards: str
    right: bool
    points: int
    score: int

    @property
    def addressees(self) -> tuple[Seat, ...]:
        """Both of them."""
        return (self.guesser, self.target)


@dataclass(frozen=True, slots=True)
class Misspelt(Heard):
    """A word that is face up now is not in the word list (R-P-32)."""

    name: ClassVar[str] = "misspelt"
    owner: Seat
    index: int
    word: str
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class FinalRounds(Heard):
    """Only one player has cards hidden; `turns` tells how many turns come, by seat order."""

    name: ClassVar[str] = "final"
    hider: Seat
    seats: tuple[Seat, ...]
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kept(Heard):
    """The hider turns up what nobody found: `values` for the cards and `bonus` (R-P-44)."""

    name: ClassVar[str] = "kept"
    hider: Seat
    index: int
    spaces: tuple[int, ...]
    cards: str
    values: int
    bonus: int
    score: int


@dataclass(frozen=True, slots=True)
class Gone(Heard):
    """A player has left for good. The referee answers for them (O-P-45)."""

    name: ClassVar[str] = "gone"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Heard):
    """The game is over, and every word is shown (G-8)."""

    name: ClassVar[str] = "ended"
    reason: str
    """`all_up`, `final` (the last two rounds are played) or `deserted`."""
    seats: tuple[Seat, ...]
    rows: tuple[str, ...]
    """Every rack's cards in the order of the seats."""


@dataclass(frozen=True, slots=True)
class Hiding:
    """What really happened when a word was laid: `Laid` for its owner, `Hid` for all others."""

    seat: Seat
    cards: str = field(repr=False)
    referee: bool = field(repr=False)


Public: TypeAlias = (
    Hid
    | Turn
    | Reshuffled
    | Asked
    | Shown
    | TimeUp
    | Guessed
    | Misspelt
    | FinalRounds
    | Kept
    | Gone
    | Ended
)
Private: TypeAlias = Laid | Warned | Waiting | NoReply
ProbeHeard: TypeAlias = Public | Private
Event: TypeAlias = Public | Hiding | Warned | Waiting | NoReply
"""What the rules tell; `views.py` makes of it what each viewer hears."""
