"""Who may come in: those who know the word of the evening, and whose name is on the guest list.

The word is for people who have not been here before. Who comes back, with a code, a token or the
password of their account, has given it once, or is known to the owner of the host.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

import msgspec

from parlour.accounts.ways_back import is_code, is_token
from parlour.core.sessions import Session
from parlour.wire.confusables import bare
from parlour.wire.names import BadName, check_name
from parlour.wire.text import clean

WORD_MIN: Final = 3
WORD_MAX: Final = 40
"""Characters: a few words, which fit on a line after the longest name."""
OFF: Final = "off"
"""What the operator types for no word, so it cannot be one."""


class Guests(msgspec.Struct, frozen=True):
    """A guest list: the keys of names, and how names may begin."""

    keys: frozenset[str]
    starts: tuple[str, ...] = ()

    def __contains__(self, key: str) -> bool:
        return key in self.keys or (bool(self.starts) and key.startswith(self.starts))


class Admission:
    """The rules of this host.

    *word* is the one of the config, or empty. *guests*: the list, or None if all names may come.
    """

    def __init__(self, word: str = "", guests: Guests | None = None) -> None:
        self.guests: Final = guests
        self.configured: Final = word
        self.word = word
        """The word that counts now, as its owner wrote it. Empty: none is asked for."""

    def asks(self, session: Session) -> bool:
        """Return whether somebody on that connection must give the word first."""
        return bool(self.word) and not (session.admitted or session.operator)

    def lists(self, key: str) -> bool:
        """Return whether the name with that key may come in."""
        return self.guests is None or key in self.guests

    def is_word(self, typed: str) -> bool:
        """Compare in a time that does not depend on the words."""
        return bool(self.word) and hmac.compare_digest(_digest(typed), _digest(self.word))


def _digest(text: str) -> bytes:
    """Return the same for words that people take for the same: capitals, accents and spaces."""
    plain = bare(text.upper().casefold()).upper().casefold()
    return hashlib.sha256(" ".join(plain.split()).encode()).digest()


def guest_list(lines: Iterable[str]) -> Guests:
    """Return the list that a file has, with a name on each line.

    `tv-*` means all names that begin so. Empty lines and those that begin with a # do not count.
    Raises ValueError, which says in one line which line is wrong.
    """
    keys: set[str] = set()
    starts: list[str] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            key = check_name(text.removesuffix("*")).key
        except BadName as bad:
            raise ValueError(f"line {number}: {text[:40]!a} can't be a name. {bad.text}") from None
        if text.endswith("*"):
            starts.append(key)
        else:
            keys.add(key)
    return Guests(frozenset(keys), tuple(starts))


def check_word(text: str) -> str:
    """Return *text* as a word to come in. Raises ValueError with one line that says why not."""
    word = " ".join(clean(text).split())
    if not WORD_MIN <= len(word) <= WORD_MAX:
        raise ValueError(f"A word to come in has {WORD_MIN} to {WORD_MAX} characters.")
    if not word[0].isalnum():
        raise ValueError("A word to come in begins with a letter or a digit.")
    if is_code(word) or is_token(word):
        raise ValueError("A word to come in must not look like a code to come back.")
    if word.casefold() == OFF:
        raise ValueError(f"{OFF} means that no word is asked for. Choose another one.")
    return word
