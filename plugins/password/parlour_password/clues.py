"""What may be typed as a clue or a guess (R-W-15, R-W-21, O-W-3, O-W-14, O-W-19).

`read_clue` and `read_guess` do not know the password, so no refusal of theirs can tell anything
about it. `is_near` finds a clue that is no word and only spells the password (O-W-4). `is_name`
finds names, which are allowed even if they look like two words or like the password (O-W-8).
"""

from __future__ import annotations

import gzip
import re
import unicodedata
from functools import lru_cache
from importlib import resources
from typing import Final

from parlour import Lexicon, MoveFault, Refused, Sentence
from parlour_password.catalogue import _
from parlour_password.forms import is_known

LONGEST: Final = 30
"""Characters of the longest clue or guess: more than any word in use has, and few enough that
every line which repeats it fits a screen."""
A_CLUE: Final = _("A clue {why}. <<Type one like this: ox>>")
A_GUESS: Final = _("A guess {why}. <<Type one like this: ox>>")
_NONE: Final = {
    A_CLUE: _("There is no clue on that line. <<Type a word, like this: ox>>"),
    A_GUESS: _("There is no guess on that line. <<Type a word, like this: ox>>"),
}
WORDS: Final = 3
"""Words of the longest clue that may be challenged: the ground is two words, not a sentence."""

_LETTERS: Final = str.maketrans(
    {"\u0153": "oe", "\u00e6": "ae", "\u00f8": "o", "\u0142": "l", "\u0111": "d"}
)
"""Letters that Unicode does not take apart into a letter and an accent."""
_SIGNS: Final = str.maketrans(
    dict.fromkeys("\u2019\u2018\u02bc`\u00b4", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014", "-")
)
"""Apostrophes and hyphens as some keyboards and programs make them."""
_TONE: Final = " \t!?.,;:\u2026"
"""Closing marks, which are tone of voice (O-W-19)."""

_PLAIN: Final = re.compile(r"[a-z]+('[a-z]+)?")
"""A word, folded but for its apostrophe."""
_SPELT: Final = re.compile(r"[a-z]([ .,_/*+-]+[a-z])+")
"""Letters one by one (R-W-21)."""


def read_clue(text: str, *, challenge: bool) -> str:
    """The clue that *text* is, as it was typed, but without closing marks (O-W-8, O-W-19).

    One word; if *challenge*, up to three, with blanks or hyphens between them (O-W-3). Raises
    Refused (MALFORMED).
    """
    clue = _typed(text)
    plain = _bare(clue)
    if _SPELT.fullmatch(plain):
        raise _malformed(A_CLUE, _("can't be spelled out"))
    words = re.split("[ -]", plain) if challenge else [plain]
    if len(words) > WORDS:
        raise _malformed(A_CLUE, _("can have at most {most} words, and one is best", most=WORDS))
    _check(A_CLUE, clue, words)
    return clue


def read_guess(text: str) -> str:
    """The word that *text* is, folded. Raises Refused (MALFORMED)."""
    guess = _typed(text)
    _check(A_GUESS, guess, [_bare(guess)])
    return fold(guess)


def fold(text: str) -> str:
    """*text* for comparing: letters a to z, and one blank between words if there are several.

    Accents, capitals and apostrophes do not count, and a hyphen is as good as a blank.
    """
    plain = _bare(text.translate(_SIGNS))
    return " ".join(plain.replace("'", "").replace("-", " ").split())


def _typed(text: str) -> str:
    """*text* without closing marks; signs and spaces made alike."""
    plain = unicodedata.normalize("NFC", text.translate(_SIGNS))
    return " ".join(plain.split()).rstrip(_TONE)


def _bare(text: str) -> str:
    """*text* in lower case, without accents and ligatures."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(part for part in parts if not unicodedata.combining(part))


def _check(what: Sentence, typed: str, words: list[str]) -> None:
    """Refuse what was *typed* if it is too long, or one of its *words* is none."""
    if not typed:
        raise Refused(MoveFault.MALFORMED, _NONE[what])
    if max(len(typed), *map(len, words)) > LONGEST:
        raise _malformed(what, _("can have at most {most} letters", most=LONGEST))
    for word in words:
        if not _PLAIN.fullmatch(word):
            raise _malformed(what, _why(word))


def _why(word: str) -> Sentence:
    """What is wrong with *word*, which is none."""
    if " " in word:
        return _("must be one word")
    if "-" in word:
        return _("can't have a hyphen")
    if any(sign.isdigit() for sign in word):
        return _("can't have digits")
    if "'" in word:
        return _("can have only one apostrophe, inside the word")
    return _("can have only letters")


def _malformed(what: Sentence, why: Sentence) -> Refused:
    return Refused(MoveFault.MALFORMED, what.filled(why=why))


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
    """The phonetic key of *word*: words with the same key sound alike.

    It is Metaphone (L. Philips, 1990), written out here, because the rules must give the same
    answer for ever: an old record is played again with them.
    """
    heard = _TWICE.sub(r"\1", _FIRST.sub("", word))
    for letters, like in _SOUNDS:
        heard = re.sub(letters, like, heard)
    return heard


DATA: Final = resources.files("parlour_password").joinpath("data", "names.gz")
"""Where the table is."""


def is_name(word: str) -> bool:
    """Is *word*, folded, a name that the table knows: `churchill`, `marple`?"""
    return f"\n{word}\n" in table()


@lru_cache(maxsize=1)
def table() -> str:
    """The table, read once. Two threads that ask first both read it."""
    return gzip.decompress(DATA.read_bytes()).decode("ascii")
