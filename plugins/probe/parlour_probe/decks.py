"""The printed matter of Probe: space values, letter cards, activity cards (rules page, 1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from parlour import Sentence
from parlour_probe.catalogue import _

SPACES: Final = 12
"""Numbered spaces of a rack; a word and its blanks together are at most so many cards."""
VALUES: Final = (5, 10, 15, 15, 10, 5, 5, 10, 15, 15, 10, 5)
"""What the card on each space is worth, from space 1 on."""
BLANK: Final = "."
"""A blank card: a single dot."""
HIDDEN: Final = "?"
"""How a card that lies face down is written where it is not known."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CARDS: Final = (*LETTERS, BLANK)
"""Everything one can ask for."""
SIDES: Final = ("", "left", "right")
"""Racks by index: an only rack needs no name; of two, 1 is the left and 2 the right (O-P-37)."""

_PLACES: Final = (
    _("space {space}"),
    _("space {space} of the left rack"),
    _("space {space} of the right rack"),
)

_PRINTED: Final[Mapping[str, Mapping[int, str]]] = {
    "F4Z2": {5: "AS", 4: "CDEFGIKLMNORTU", 3: "BHPWY", 2: "JQVXZ"},
    "F3Z3": {5: "AS", 4: "CDEGIKLMNORTU", 3: "BFHPWYZ", 2: "JQVX"},
}
LETTER_DECKS: Final = tuple(_PRINTED)

NORMAL: Final = "NORMAL"
ADDITIONAL: Final = "ADDITIONAL"
LEFT: Final = "LEFT"
RIGHT: Final = "RIGHT"
OWN_BLANK: Final = "OWN_BLANK"
QUESTION: Final = "question"
"""Why a card is turned up, if not because of one of these three."""
MULTIPLIERS: Final[Mapping[str, int]] = {"X3": 3, "X4": 4, "X5": 5}
BOOKED: Final[Mapping[str, int]] = {"-10": -10, "+15": 15, "+20": 20, "+25": 25}
"""Cards that are booked at once (R-P-26)."""

_SPECIAL: Final[Mapping[str, int]] = {
    ADDITIONAL: 5,
    LEFT: 4,
    RIGHT: 4,
    OWN_BLANK: 5,
    **dict.fromkeys(MULTIPLIERS, 1),
    **dict.fromkeys(BOOKED, 1),
}
ACTIVITY_DECKS: Final[Mapping[str, Mapping[str, int]]] = {
    "activity48": {NORMAL: 23, **_SPECIAL},
    "activity36": {NORMAL: 11, **_SPECIAL},
    "none": {},
}
"""Cards of each deck by their codes, with their number; `none` is R-P-46."""
ACTIVITIES: Final = frozenset(ACTIVITY_DECKS["activity48"])
"""The codes of all activity cards that there are."""


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

_OF_RACKS: Final = (
    "",
    _("the opponent shows a card of the left rack"),
    _("the opponent shows a card of the right rack"),
)
"""LEFT and RIGHT where players have two racks (R-P-48), by the rack."""


def place(index: int, space: int) -> Sentence:
    """Name a space of a rack: `space 3`, `space 3 of the left rack`."""
    return _PLACES[index if index < len(_PLACES) else 0].filled(space=space)


def dearest(cards: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Of *cards*, racks and spaces, the one that the referee shows for its owner: worth most, of
    equals on the lowest space, the left rack before the right (O-P-7).
    """
    return max(cards, key=lambda card: (VALUES[card[1] - 1], -card[1], -card[0]))


@cache
def a_card(card: str) -> Sentence:
    """Name a card with its article: `an N`, `a B`, `a blank`."""
    if card == BLANK:
        return _("a blank")
    return _("an {card}", card=card) if card in _WITH_AN else _("a {card}", card=card)


def card_text(card: str, index: int) -> str:
    """What an activity card says; *index* is the rack that it means (R-P-48), or 0."""
    return _OF_RACKS[index] if index else CARD_TEXTS[card]


@cache
def letter_counts(deck: str, blanks: int, letters: str = "") -> Mapping[str, int]:
    """How many cards of each kind a letter deck holds, the blanks among them.

    *letters* are those of a deck of the host; without them it is a printed one.
    """
    counts = Counter({BLANK: blanks})
    if letters:
        counts.update(letters)
        return counts
    for number, printed in _PRINTED[deck].items():
        counts.update(dict.fromkeys(printed, number))
    return counts


def all_cards(cards: Mapping[str, int], most: int = SPACES) -> tuple[str, ...]:
    """The cards of a deck of the host by their codes, at most so many of each, not shuffled."""
    return tuple(code for code in sorted(cards) for _ in range(min(cards[code], most)))


@cache
def activity_cards(deck: str) -> tuple[str, ...]:
    """The cards of an activity deck, not shuffled."""
    return tuple(code for code, number in ACTIVITY_DECKS[deck].items() for _ in range(number))
