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

# By the rack: an only one, of two the left one, the right one.
_OF_TWO: Final = (
    "",
    _("the opponent shows a card of the left rack"),
    _("the opponent shows a card of the right rack"),
)
OF_RACK: Final = ("", _(" of the left rack"), _(" of the right rack"))
_YOUR_WORD: Final = (_("your word"), _("your left word"), _("your right word"))
_WORD_OF: Final = (_("{name}'s word"), _("{name}'s left word"), _("{name}'s right word"))


def told(reader: Reader, seat: Seat, you: Sentence, others: Sentence, **fields: Any) -> str:
    """The sentence *you* if the reader is the player, or *others* with their name, in the
    reader's language.
    """
    if seat == reader.viewer:
        return you.read(reader.lang, **fields)
    return others.read(reader.lang, name=reader.name(seat), **fields)


def to(reader: Reader, seat: Seat) -> str:
    """Name the player as an object: `you`, or the name."""
    return _("you") if reader.is_me(seat) else reader.name(seat)


@cache
def a_card(card: str) -> Sentence:
    """Name a card with its article: `an N`, `a B`, `a blank`."""
    if card == BLANK:
        return _("a blank")
    return _("an {card}", card=card) if card in _WITH_AN else _("a {card}", card=card)


def card_text(card: str, index: int) -> str:
    """What an activity card says; *index* is the rack that it means (R-P-48), or 0."""
    return _OF_TWO[index] if index else CARD_TEXTS[card]


def word_of(reader: Reader, seat: Seat, index: int) -> str:
    """Name a hidden word by its owner: `your word`, `bob's left word`."""
    return told(reader, seat, _YOUR_WORD[index], _WORD_OF[index])


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
        _("Only you still have hidden cards. Turns to come: {turns}."),
        _("Only {name} still has hidden cards. Turns to come: {turns}."),
        turns=joined(turns, ", "),
    )
