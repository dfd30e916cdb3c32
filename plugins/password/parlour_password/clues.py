"""What may be typed as a clue or a guess (R-W-15, R-W-21, O-W-3, O-W-14, O-W-19).

Nothing here knows the password, so no refusal can tell anything about it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from parlour import MoveFault, Refused, Sentence
from parlour_password.catalogue import _

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
