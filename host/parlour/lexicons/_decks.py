"""The operator's decks of cards."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from parlour.api import Deck
from parlour.lexicons._operator import SHOWN, read_text
from parlour.lexicons._words import LexiconError

MOST: Final = 99
"""The most cards of a kind. No printed deck has half as many."""
MOST_KINDS: Final = 100
"""The most kinds of cards in a deck."""
_CARD: Final = re.compile(r"[!-~]{1,20}")


def load_deck(name: str, path: Path) -> Deck:
    """Read the operator's deck *name* from the text file *path*.

    A line is the code of a card and how many there are of it. A line that begins with `#` is a
    comment, and empty lines are ignored. Codes are in capitals however they are typed. Raises
    LexiconError at the first thing wrong, naming file and line.
    """
    cards: dict[str, int] = {}
    where = f"deck {name}: {path}"
    for number, line in enumerate(read_text(where, path).split("\n"), start=1):
        fields = line.upper().split()
        if not fields or fields[0].startswith("#"):
            continue
        here = f"{where}, line {number}"
        if len(fields) != 2 or not _CARD.fullmatch(fields[0]):
            shown = ascii(line.strip()[:SHOWN])
            raise LexiconError(f"{here}: {shown} is not a card and its number, like: E 5")
        card, digits = fields
        count = int(digits) if re.fullmatch("[0-9]{1,2}", digits) else 0
        if not count:
            shown = ascii(digits[:SHOWN])
            raise LexiconError(f"{here}: {shown} is not a number of cards, 1 to {MOST}")
        if card in cards:
            raise LexiconError(f"{here}: {card} is there twice; write each card once")
        cards[card] = count
    if not cards:
        raise LexiconError(f"{where} holds no cards; write a card and its number on a line")
    if len(cards) > MOST_KINDS:
        raise LexiconError(f"{where} has more than {MOST_KINDS} kinds of cards")
    return Deck(name, cards, _hash_of(cards))


def _hash_of(cards: dict[str, int]) -> str:
    """Return the SHA-256 in hexadecimal over the cards in the order of their codes."""
    lines = (f"{card} {cards[card]}\n" for card in sorted(cards))
    return hashlib.sha256("".join(lines).encode()).hexdigest()
