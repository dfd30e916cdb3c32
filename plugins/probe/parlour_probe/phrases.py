"""Phrases that the sentences about events, and those about positions, are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from parlour import Reader, Seat, Sentence, joined
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK

_WITH_AN: Final = "AEFHILMNORSX"
"""Letters whose names begin with a vowel."""
CARD_TEXTS: Final = {
    "NORMAL": _("take your normal turn"),
    "ADDITIONAL": _("take an additional turn"),
    "LEFT": _("player on the left shows a card"),
    "RIGHT": _("player on the right shows a card"),
    "OWN_BLANK": _("show a blank if you have one"),
    "X3": _("the first question scores triple"),
    "X4": _("the first question scores four times"),
    "X5": _("the first question scores five times"),
    "-10": _("lose 10 points"),
    "+15": _("add 15 points"),
    "+20": _("add 20 points"),
    "+25": _("add 25 points"),
}
"""Activity cards as they are read out."""
_OF_TWO: Final = (
    "",
    _("the opponent shows a card of the left rack"),
    _("the opponent shows a card of the right rack"),
)
"""LEFT and RIGHT if two play (R-P-48), by the rack."""
OF_RACK: Final = ("", _(" of the left rack"), _(" of the right rack"))
_LAST_TO_HIDE: Final = (
    _("Only you still have hidden cards. Turns to come: {turns}."),
    _("Only {name} still has hidden cards. Turns to come: {turns}."),
)
_WORD_OF: Final = (
    (_("your word"), _("{name}'s word")),
    (_("your left word"), _("{name}'s left word")),
    (_("your right word"), _("{name}'s right word")),
)


def told(reader: Reader, seat: Seat, of: tuple[Sentence, Sentence], **fields: Any) -> str:
    """Return the first sentence if the reader is the player, or the other one with their name.

    It is in the reader's language.
    """
    you, others = of
    if seat == reader.viewer:
        return you.read(reader.lang, **fields)
    return others.read(reader.lang, name=reader.name(seat), **fields)


def card_name(card: str) -> str:
    """Name a card: `N`, `blank`."""
    return _("blank") if card == BLANK else card


@cache
def a_card(card: str) -> Sentence:
    """Name a card with its article: `an N`, `a B`, `a blank`."""
    if card == BLANK:
        return _("a blank")
    return _("an {card}", card=card) if card in _WITH_AN else _("a {card}", card=card)


def card_text(card: str, index: int) -> str:
    """Return what an activity card says; *index* is the rack that it means, or 0."""
    return _OF_TWO[index] if index else CARD_TEXTS[card]


def word_of(reader: Reader, seat: Seat, index: int) -> str:
    """Name a hidden word by its owner: `your word`, `bob's left word`."""
    return told(reader, seat, _WORD_OF[index])


def to(reader: Reader, seat: Seat) -> str:
    """Name the player as an object: `you`, or the name."""
    return _("you") if reader.is_me(seat) else reader.name(seat)


def guessed(reader: Reader, seat: Seat, index: int) -> str:
    """Name what a guess is about: `bob`, or of two words `bob's left word`."""
    return word_of(reader, seat, index) if index else reader.name(seat)


def final_text(hider: Seat, seats: Sequence[Seat], numbers: Sequence[int], reader: Reader) -> str:
    """Say who alone has hidden cards, and how many turns the others have left."""
    turns = [
        _("{player} {number}", player=to(reader, seat), number=number)
        for seat, number in zip(seats, numbers, strict=True)
        if seat != hider
    ]
    return told(
        reader,
        hider,
        _LAST_TO_HIDE,
        turns=joined(turns, ", "),
    )
