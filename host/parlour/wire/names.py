"""What a player may be called.

A name is one word of letters of one alphabet, ASCII digits, `-` and `_`, begins
with a letter, and cannot be mistaken for another player's name or for the host
speaking. Names are compared by their key, in which look-alikes are the same.
What stays possible is a rare letter that looks like a common one, and a whole name
in another alphabet that looks like one in this.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

NAME_MIN: Final = 2
"""One letter is what cards, moves and answers look like."""
NAME_MAX: Final = 20
"""Fits beside a rack and in a table of scores."""
ACCENTS_MAX: Final = 2
"""On one letter: Vietnamese needs two, a tower of them paints over other lines."""

_RIGHT: Final = "Use letters, digits, - and _."

_ONE_ALPHABET: Final = {
    "HIRAGANA": "CJK",
    "KATAKANA": "CJK",
    "KATAKANA-HIRAGANA": "CJK",
    "IDEOGRAPHIC": "CJK",
}
"""Scripts that are written mixed and count as one; others stand for themselves."""

_LOOK_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "\u0131": "l"})
"""Single characters; the last is the i without a dot."""

_RESERVED: Final = """
admin administrator host house moderator operator parlour root server system staff
all any anybody anyone everybody everyone guest me nobody no-one none player players
random self somebody someone spectator spectators table tables they watcher watchers we you
bye exit help name quit
"""
"""The host and those who could speak for it; whom a line could be meant for, or be about;
what people type when they are asked for their name."""


@dataclass(frozen=True, slots=True)
class Name:
    """A good name: as it is shown, and its key, which no other player may share."""

    shown: str
    key: str


class BadName(Exception):
    """It cannot be a name; `text` is one line saying what was wrong and what is right."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def check_name(raw: str) -> Name:
    """The name that *raw* spells, in compatibility form (NFKC), or BadName."""
    shown = unicodedata.normalize("NFKC", raw)
    fault = _length_fault(shown) or _character_fault(shown) or _alphabet_fault(shown)
    if fault:
        raise BadName(fault)
    key = name_key(shown)
    if key in _RESERVED_KEYS or _SEAT_KEY.fullmatch(key):
        raise BadName("That name is kept for the house. Choose another one.")
    return Name(shown, key)


def name_key(name: str) -> str:
    """*name* with everything alike made the same: case, accents, 0 o, 1 l i, rn m, vv w."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(char for char in parts if not _is_mark(char))
    return bare.translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w")


def _length_fault(shown: str) -> str | None:
    if NAME_MIN <= len(shown) <= NAME_MAX:
        return None
    return f"A name has {NAME_MIN} to {NAME_MAX} characters; that has {len(shown)}."


def _character_fault(shown: str) -> str | None:
    if any(char.isspace() for char in shown):
        return f"A name is one word, without blanks. {_RIGHT}"
    for place, char in enumerate(shown, 1):
        if not _may_stand(char):
            return f"Character {place} cannot be in a name. {_RIGHT}"
    if not _is_letter(shown[0]):
        return "A name begins with a letter."
    return None


def _alphabet_fault(shown: str) -> str | None:
    if shown.isascii():
        return None
    if len({_alphabet(char) for char in shown if _is_letter(char)}) > 1:
        return "A name has letters of one alphabet; that mixes two or more."
    base, accents = "", 0
    for char in unicodedata.normalize("NFD", shown):
        if not _is_mark(char):
            base, accents = char, 0
            continue
        accents += 1
        if accents > ACCENTS_MAX or not _is_letter(base):
            return f"Accents stand on letters, at most {ACCENTS_MAX} on each."
    return None


def _may_stand(char: str) -> bool:
    return char in "-_0123456789" or _is_letter(char) or _is_mark(char)


def _is_letter(char: str) -> bool:
    """A letter that one can see, and that is no sign in disguise."""
    category = unicodedata.category(char)
    if category[0] != "L":
        return False
    name = unicodedata.name(char, "")
    if name.startswith("LATIN "):
        return category in ("Lu", "Ll")  # the others are clicks, which look like l and !
    return "FILLER" not in name  # invisible


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc")


def _alphabet(letter: str) -> str:
    script = unicodedata.name(letter, "?").partition(" ")[0]
    return _ONE_ALPHABET.get(script, script)


_RESERVED_KEYS: Final = frozenset(map(name_key, _RESERVED.split()))
_SEAT_KEY: Final = re.compile(r"(seat|player|table|watcher)[-_]?[0-9ol]+")
"""`seat1` and the like, as keys: there 0 reads o and 1 reads l."""
