"""What a player may do. Players are seats; a rack is its owner and an index.

The index is 0 for an only rack. Two players have two racks each: 1 is the left, 2 the right.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from parlour import Seat, Verb
from parlour_probe.catalogue import _
from parlour_probe.decks import SIDES


class Hide(msgspec.Struct, frozen=True, tag="hide"):
    """Lay a word: the whole row of cards in capitals, a dot for a blank (`..TREASURER.`)."""

    cards: str
    """The whole row of cards, with a dot for each blank."""
    rack: int = 0
    """On which rack: 0, the only one; of two 1, the left, or 2, the right."""
    typed: str = ""
    """At a French table, the word with its accents, if it was typed with any."""

    def __repr__(self) -> str:
        """The row is a secret and does not print."""
        return f"Hide(rack={self.rack})"


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
    rack: int = 0
    """On which rack: 0, the only one; of two 1, the left, or 2, the right."""


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """Name the whole word of the player at `seat`."""

    seat: Seat
    """Whose word it is."""
    cards: str
    """The whole row of cards, with a dot for each blank."""
    rack: int = 0
    """Which of their racks: 0, the only one; of two 1, the left, or 2, the right."""

    def __repr__(self) -> str:
        """A guess is a secret until it is judged and does not print."""
        return f"Guess(seat={self.seat}, rack={self.rack})"


class Recite(msgspec.Struct, frozen=True, tag="recite"):
    """Say the word whose last card you found (R-P-30, `fr_recite`)."""

    word: str
    """The word in capitals, without blanks."""


Move: TypeAlias = Hide | Ask | Show | Guess | Recite

HIDE: Final = Verb(
    "hide", "hide ..WORD.", _("hide your word; each dot is a blank"), label=_("Hide the word")
)
ASK: Final = Verb(
    "ask",
    "ask PLAYER LETTER",
    _("ask a player for a letter, or a dot for a blank"),
    label=_("Ask"),
)
SHOW: Final = Verb(
    "show", "show SPACE", _("turn up your card at that space"), label=_("Turn it up")
)
GUESS: Final = Verb(
    "guess",
    "guess PLAYER ..WORD.",
    _("guess a player's whole word, including blanks"),
    label=_("Guess the word"),
    weight="side",
)
RECITE: Final = Verb(
    "recite",
    "recite WORD",
    _("say the word you completed, at a French table"),
    label=_("Say the word"),
)
VERBS: Final = (HIDE, ASK, SHOW, GUESS, RECITE)

HIDE_ONE: Final = Verb(
    "hide",
    "hide RACK ..WORD.",
    _("hide a word on your left or right rack"),
    label=_("Hide the word"),
)
SHOW_ONE: Final = Verb(
    "show",
    "show CARD",
    _("turn up that card: L3 is space 3 of your left rack"),
    label=_("Turn it up"),
)
GUESS_ONE: Final = Verb(
    "guess",
    "guess PLAYER RACK ..WORD.",
    _("guess a whole word of a player, including blanks"),
    label=_("Guess the word"),
    weight="side",
)
"""The same moves where each player has two racks (R-P-47)."""


def card_word(index: int, space: int) -> str:
    """What is typed for a card: `3`, or on the left of two racks `L3`."""
    return f"{SIDES[index][:1].upper()}{space}"
