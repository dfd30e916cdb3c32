"""From what a person types to a move. Nothing here knows more than the player's view."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from parlour import MoveFault, Refused
from parlour_boggle.catalogue import _
from parlour_boggle.judging import WORD
from parlour_boggle.moves import Move, Next, TakeBack, Write
from parlour_boggle.state import Verdict
from parlour_boggle.views import View

_GAP: Final = re.compile(r"[ ,;.!?:]+")
"""Words are listed with blanks, commas or semicolons between them."""
ODD_MAX: Final = 3
"""So many entries that are no words are named in an answer; the others are as wrong."""
ODD_LETTERS: Final = 20
"""Of each no more than this is repeated."""


def parse(verb: str, rest: str, view: View) -> Move:
    """Read the move *verb* with its arguments. Raises Refused (MALFORMED)."""
    if verb == "next":
        return Next()
    entries = words(rest)
    if verb == "take":
        return _taken(entries)
    if taken := _taken_back(entries, view):
        return TakeBack(_unique(taken))
    return _written(entries)


def words(text: str) -> list[str]:
    """The entries of the line *text*, folded."""
    return [fold(word) for word in _GAP.split(text) if word]


def parse_path(rest: str) -> str:
    """The one word after `path`; raises Refused (MALFORMED)."""
    entries = words(rest)
    if len(entries) != 1 or not WORD.fullmatch(entries[0]):
        raise Refused(MoveFault.MALFORMED, _("Name one word<<, like this: path house|.>>"))
    return entries[0]


def fold(text: str) -> str:
    """Small letters without accents; ligatures become two letters (O-B-15)."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.lower().replace("\u0153", "oe").replace("\u00e6", "ae")


def _taken_back(words: Sequence[str], view: View) -> Sequence[str]:
    """Return what a line without a slash takes back: its other words, if all are on the list.

    Otherwise nothing, and its words may be written down.
    """
    for phrase in _TAKE_BACK:
        rest = words[len(phrase) :]
        if rest and (*words[: len(phrase)],) == phrase:
            own = {
                word
                for group in view.own or ()
                if group.verdict != Verdict.LATE
                for word in group.words
            }
            return rest if own.issuperset(rest) else ()
    return ()


def _taken(words: list[str]) -> TakeBack:
    if len(words) > 1 and words[0] == "back":
        words = words[1:]
    if not words or not all(map(WORD.fullmatch, words)):
        text = _("Name a word on your list<<, like this: /take back house|.>>")
        raise Refused(MoveFault.MALFORMED, text)
    return TakeBack(_unique(words))


_TAKE_BACK: Final = (
    ("take", "back"),
    *((fold(word),) for lang in _.languages() for word in _.verbs(lang).get("take back", ())),
)
"""How a line begins that takes words back, in every language."""


def _written(words: Sequence[str]) -> Write:
    good = tuple(word for word in words if WORD.fullmatch(word))
    if not good:
        text = _("There is no word on that line. Words have only the letters a to z.")
        raise Refused(MoveFault.MALFORMED, text)
    odd = [word[:ODD_LETTERS] for word in words if not WORD.fullmatch(word)]
    return Write(good, tuple(odd[:ODD_MAX]))


def _unique(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
