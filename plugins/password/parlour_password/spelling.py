"""Near spellings of the password: a clue that is no word and only spells it (R-W-21, O-W-4).

The phonetic key is Metaphone (L. Philips, 1990). It is written out here, and no library, because
the rules must give the same answer for ever: an old record is played again with them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from parlour import Lexicon
from parlour_password.lemmas import is_known
from parlour_password.names import is_name

ONE_EDIT: Final = range(4, 7)
"""Letters of a password of which one edit (a letter more, less or another) is near."""
TWO_EDITS: Final = 7
"""And from so many letters on, two."""
_CACHED: Final = 4096

_FIRST: Final = re.compile("^(?:[agkp](?=n)|a(?=e)|w(?=r))")
"""Letters that are silent at the beginning: knot, aeon, write."""
_TWICE: Final = re.compile(r"([abd-z])\1+")
_SOUNDS: Final = (
    ("^x", "s"),
    ("^wh", "w"),
    ("mb$", "m"),
    ("sch", "sk"),
    ("t(?=ch)", ""),
    ("c(?=ia)|ch|[st](?=i[ao])|sh", "X"),
    ("th", "0"),
    ("c(?=[iey])", "s"),
    ("[cq]", "k"),
    ("d(?=g[eyi])", ""),
    ("g(?=h(?!$|[aeiou]))|g(?=n$|ned$)", ""),
    ("gh", "g"),
    ("g(?=[iey])", "j"),
    ("d", "t"),
    ("ck|kk", "k"),
    ("ph", "f"),
    ("(?<=[aeiou])h(?![aeiou])|(?<=[csptg])h", ""),
    ("x", "ks"),
    ("z", "s"),
    ("v", "f"),
    ("[wy](?![aeiou])", ""),
    ("(?!^)[aeiou]", ""),
    ("g", "k"),
)
"""Letters and how they sound, one after the other; 0 is th, X is sh."""


def is_near(password: str, clue: str, lexicon: Lexicon | None) -> bool:
    """Is *clue*, or one of its words, no word at all but the password in another spelling?

    Words of the list and names stand, whatever they look like; it is asked only about what looks
    like the password. All words are folded (`clues.fold`).
    """
    words = {clue.replace(" ", ""), *clue.split()}
    return any(
        word != password and _looks_like(password, word) and not _is_word(word, lexicon)
        for word in words
    )


def _is_word(word: str, lexicon: Lexicon | None) -> bool:
    return is_known(word) or is_name(word) or (lexicon is not None and word in lexicon)


def _looks_like(password: str, word: str) -> bool:
    """The same letters in another order, a few edits away, or the same sound."""
    return (
        sorted(word) == sorted(password)
        or edits(password, word) <= _allowed(password)
        or sound(password) == sound(word)
    )


def _allowed(password: str) -> int:
    if len(password) >= TWO_EDITS:
        return 2
    return 1 if len(password) in ONE_EDIT else 0


def edits(one: str, other: str) -> int:
    """How many letters must be put in, taken out or exchanged to make *other* of *one*."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row[0] = row[0], at
        for place, wanted in enumerate(other, 1):
            step = before + (letter != wanted)
            before = row[place]
            row[place] = min(step, row[place] + 1, row[place - 1] + 1)
    return row[-1]


@lru_cache(_CACHED)
def sound(word: str) -> str:
    """The phonetic key of *word*: words with the same key sound alike."""
    heard = _TWICE.sub(r"\1", _FIRST.sub("", word))
    for letters, like in _SOUNDS:
        heard = re.sub(letters, like, heard)
    return heard
