"""What a player may do and ask. Words are in lower case."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from parlour import Verb
from parlour_boggle.catalogue import _


class Write(msgspec.Struct, frozen=True, tag="word", omit_defaults=True):
    """Put words on your list, in this order.

    `odd` holds entries that can't be words, so that the answer can name them.
    """

    words: tuple[str, ...]
    """The words."""
    odd: tuple[str, ...] = ()
    """Parts of the line that cannot be words."""

    def __repr__(self) -> str:
        """A list is a secret until time is up, and does not print."""
        return "Write()"


class TakeBack(msgspec.Struct, frozen=True, tag="take"):
    """Take words off your list (O-B-15)."""

    words: tuple[str, ...]
    """The words to take off."""

    def __repr__(self) -> str:
        """As above."""
        return "TakeBack()"


class Next(msgspec.Struct, frozen=True, tag="next"):
    """Go on to the next round or, in a round without a clock, to the reading-out."""


Move: TypeAlias = Write | TakeBack | Next

WORD: Final = Verb(
    "word",
    "word WORD ...",
    _("add words to your list; you can also just type them"),
    label=_("Add"),
)
TAKE: Final = Verb(
    "take", "take back WORD", _("take a word off your list"), label=_("Take back"), weight="side"
)
NEXT: Final = Verb(
    "next",
    "next",
    _("say that you are done or ready for the next round"),
    label=_("Next round"),
)
DONE: Final = Verb(
    "next", "next", _("say that you have found enough words"), label=_("I am done"), weight="side"
)
"""The same in a round without a clock."""
VERBS: Final = (WORD, TAKE, NEXT)

PATH: Final = Verb("path", "path WORD", _("show where a word is on the board, after the round"))
QUESTIONS: Final = (PATH,)
"""Asked of the host; no moves."""
