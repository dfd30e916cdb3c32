"""What a player may do. Players are seats; a rack is its owner and an index, so far always 0."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from parlour import Seat, Verb


class Hide(msgspec.Struct, frozen=True, tag="hide"):
    """Lay a word: the whole row of cards in capitals, a dot for a blank (`..TREASURER.`)."""

    cards: str
    """The whole row of cards, with a dot for each blank."""

    def __repr__(self) -> str:
        """The row is a secret and does not print."""
        return "Hide()"


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Ask the player at `seat` for one card: a capital letter, or a dot for a blank."""

    seat: Seat
    """Who is asked."""
    card: str
    """A capital letter, or `.` for a blank."""


class Show(msgspec.Struct, frozen=True, tag="show"):
    """Turn up your own card at `space`, counted from 1."""

    space: int
    """The space of the card, from 1."""


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """Name the whole word of the player at `seat`."""

    seat: Seat
    """Whose word it is."""
    cards: str
    """The whole row of cards, with a dot for each blank."""
    rack: int = 0
    """Which of their racks: 0, the only one."""

    def __repr__(self) -> str:
        """A guess is a secret until it is judged and does not print."""
        return f"Guess(seat={self.seat}, rack={self.rack})"


Move: TypeAlias = Hide | Ask | Show | Guess

HIDE: Final = Verb("hide", "hide ..WORD.", "hide your word; each dot is a blank")
ASK: Final = Verb("ask", "ask PLAYER LETTER", "ask a player for a letter, or a dot for a blank")
SHOW: Final = Verb("show", "show SPACE", "turn up your card at that space")
GUESS: Final = Verb(
    "guess", "guess PLAYER ..WORD.", "guess a player's whole word, including blanks"
)
VERBS: Final = (HIDE, ASK, SHOW, GUESS)
