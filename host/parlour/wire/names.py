"""Rules for players' names.

A name is one word of letters of one alphabet, ASCII digits, `-` and `_`. It begins
with a letter, and cannot be mistaken for another player's name or for the host
speaking. We compare names by their key, in which look-alikes are the same, including those of
another alphabet (`wire.confusables`).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import msgspec

from parlour.language import _
from parlour.wire.confusables import FOLDS, LATIN, bare, is_mark

NAME_MIN: Final = 2
"""A single letter would look like a card, a move or an answer."""
NAME_MAX: Final = 20
"""This fits next to a rack and in a table of scores."""
PROGRAM: Final = "-bot"
"""How the names of programs end that say what they are (`bot=` in HELLO). Everybody reads it
wherever they read the name, and it stays with the name."""
ACCENTS_MAX: Final = 2
"""The most accents on one letter. Vietnamese needs two; a tower of them paints over other
lines."""

_RIGHT: Final = _("Use letters, digits, - and _.")

_ONE_ALPHABET: Final = {
    "HIRAGANA": "CJK",
    "KATAKANA": "CJK",
    "KATAKANA-HIRAGANA": "CJK",
    "IDEOGRAPHIC": "CJK",
}
"""Scripts that are written together and count as one. All others count separately."""

_LOOK_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "\u0131": "l"})
"""Single characters. The last is the i without a dot."""

_OVERLAY: Final = 1
"""The combining class of marks drawn through a letter."""

_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs that show nothing on the screen: fillers, joiners, the empty Braille
cell, variation selectors. Other invisible characters are not letters, so they are never
allowed."""

_RESERVED: Final = """
admin administrator announcer arbiter bot bots computer daemon dealer host house judge lobby
master moderator mod official operator owner parlour quizmaster referee robot root server service
staff support sysop system umpire
all any anybody anyone everybody everyone guest guests him her it me nobody no-one none one others
player players random seat seats self somebody someone spectator spectators table tables team them
they us watcher watchers we you your
bye error exit help info name news notice null ok quit resume unknown warning
"""
"""The host and those who could speak for it; words for the people a line addresses or is about;
words people type when asked for their name, and words that begin the host's lines."""


class Name(msgspec.Struct, frozen=True):
    """A valid name: its shown form, and its key, which no other player may share."""

    shown: str
    key: str


class BadName(Exception):
    """A name that is not allowed. `text` says in one line what was wrong and what is right."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def check_name(raw: str) -> Name:
    """Return the name that *raw* spells, in compatibility form (NFKC). Raises BadName."""
    shown = shape_of(raw)
    key = name_key(shown)
    if key.replace("-", "").replace("_", "") in _RESERVED_KEYS or _SEAT_KEY.fullmatch(key):
        raise BadName(_("That name is reserved. Choose another one."))
    if fault := _capitals_fault(shown, key):
        raise BadName(fault)
    return Name(shown, key)


def is_program(name: str) -> bool:
    """Check whether *name*, or the name with that key, is marked as a program's."""
    return name_key(name).endswith(PROGRAM)


def shape_of(raw: str) -> str:
    """Return *raw* in compatibility form (NFKC) if it has the shape of a name. Raises BadName.

    Bots and players whose data was removed have such names too, although nobody may choose them.
    """
    shown = unicodedata.normalize("NFKC", raw)
    fault = _invisible_fault(raw) or _length_fault(shown) or _character_fault(shown)
    if fault := fault or _alphabet_fault(shown):
        raise BadName(fault)
    return shown


def name_key(name: str) -> str:
    """Fold look-alikes in *name* to the same: case, accents, alphabets, 0 o, 1 l i, rn m.

    The key of a key is the key itself.
    """
    key = name
    while (folded := _fold(key)) != key:  # twice at most, for any character (tested)
        key = folded
    return key


def _fold(text: str) -> str:
    """Fold once. The look-alike of a letter may again have a case, an accent or parts."""
    plain = bare(text.casefold()).casefold()
    if not plain.isascii():
        plain = bare(plain.translate(FOLDS)).casefold()
    return plain.translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w")


def _invisible_fault(raw: str) -> str | None:
    found = _INVISIBLE.search(raw)
    return (
        None
        if found is None
        else _("Character {number} is invisible. {right}", number=found.start() + 1, right=_RIGHT)
    )


def _length_fault(shown: str) -> str | None:
    if NAME_MIN <= len(shown) <= NAME_MAX:
        return None
    return _(
        "A name has {name_min} to {name_max} characters. That one has {number}.",
        name_min=NAME_MIN,
        name_max=NAME_MAX,
        number=len(shown),
    )


def _character_fault(shown: str) -> str | None:
    if any(char.isspace() for char in shown):
        return _("Names can't contain spaces. {right}", right=_RIGHT)
    for place, char in enumerate(shown, 1):
        if not _may_stand(char):
            return _(
                "Character {place} is not allowed in a name. {right}", place=place, right=_RIGHT
            )
    if not _is_letter(shown[0]):
        return _("A name starts with a letter.")
    return None


def _alphabet_fault(shown: str) -> str | None:
    if shown.isascii():
        return None
    if len({_alphabet(char) for char in shown if _is_letter(char)}) > 1:
        return _("A name uses one alphabet. That one mixes several.")
    base, accents = "", 0
    for char in unicodedata.normalize("NFD", shown):
        if not is_mark(char):
            base, accents = char, 0
            continue
        accents += 1
        if accents > ACCENTS_MAX or not _is_letter(base):
            return _(
                "Put accents on letters, at most {accents_max} on each.", accents_max=ACCENTS_MAX
            )
        if unicodedata.combining(char) == _OVERLAY:
            return _("Struck-through letters are not allowed in a name. {right}", right=_RIGHT)
    return None


def _capitals_fault(shown: str, key: str) -> str | None:
    """Find capitals of another alphabet that look Latin, though their small letters do not.

    We compare names without case, so we would compare these as the small ones.
    """
    twin = bare(shown).translate(LATIN)
    if twin.isascii() and name_key(twin) != key:
        return _("In capitals that name looks like a Latin one. Write it in small letters.")
    return None


def _may_stand(char: str) -> bool:
    return char in "-_0123456789" or _is_letter(char) or unicodedata.category(char) in ("Mn", "Mc")


def _is_letter(char: str) -> bool:
    """Check for a visible letter that is not a sign in disguise."""
    category = unicodedata.category(char)
    if category[0] != "L":
        return False
    name = unicodedata.name(char, "")
    if name.startswith("LATIN "):
        return category in ("Lu", "Ll")  # the others are clicks, which look like l and !
    return "FILLER" not in name  # invisible


def _alphabet(letter: str) -> str:
    script = unicodedata.name(letter, "?").partition(" ")[0]
    return _ONE_ALPHABET.get(script, script)


_RESERVED_KEYS: Final = frozenset(name_key(word).replace("-", "") for word in _RESERVED.split())
_SEAT_KEY: Final = re.compile(r"(seat|player|table|watcher)[-_]?[0-9ol]+")
"""`seat1` and the like, as keys: 0 becomes o there, and 1 becomes l."""
