"""All lists and decks of a host together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from parlour.api import Lexicon
from parlour.lexicons._builtin import ENGLISH, FRENCH, LazyWordList, load_english
from parlour.lexicons._decks import load_deck
from parlour.lexicons._edited import edited
from parlour.lexicons._list import WordList
from parlour.lexicons._operator import SHOWN, load_file
from parlour.lexicons._words import LexiconError

NAME: Final = re.compile(r"[a-z0-9_]{1,32}")
"""The names a list may have: one word, and short enough for a line of a lobby."""


class Lexicons(Mapping[str, Lexicon]):
    """All word lists and decks of a host by name: `en`, `fr`, the operator's. It never changes.

    We read English and the operator's lists at once (20 ms for English), so that a bad file shows
    when the host starts and not in the middle of a game. French waits until a game needs it.
    """

    def __init__(
        self,
        paths: Mapping[str, str | Path] | None = None,
        decks: Mapping[str, str | Path] | None = None,
        brought: Mapping[str, Lexicon] | None = None,
        edits: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
    ):
        """Read the operator's lists from *paths*, and their decks from *decks*, by name.

        *brought* are those of plugins. *edits* are the words that the lists of Parlour get
        (`add`) and lose (`drop`), by list. Raises LexiconError at the first thing that cannot be
        used.
        """
        self._lists: dict[str, Lexicon] = {ENGLISH: load_english(), FRENCH: LazyWordList(FRENCH)}
        for name, words in (edits or {}).items():
            if name not in self._lists:
                known = " and ".join(self._lists)
                raise LexiconError(
                    f"[words.{name[:SHOWN]}]: only the lists {known} can be changed like this"
                )
            self._lists[name] = edited(self._lists[name], words)
        self._add("word list", paths or {}, load_file)
        self._add("deck", decks or {}, load_deck)
        self._lists |= brought or {}

    @property
    def remarks(self) -> list[str]:
        """Return a line for the operator about each list of which something was left out."""
        lists = [each for each in self._lists.values() if isinstance(each, WordList)]
        return [each.remark for each in lists if each.remark]

    def _add(
        self,
        what: str,
        paths: Mapping[str, str | Path],
        read: Callable[[str, Path], Lexicon],
    ) -> None:
        for name, path in paths.items():
            if name in self._lists:
                raise LexiconError(
                    f"{what} {name}: Parlour has a list of that name; choose another"
                )
            if not NAME.fullmatch(name):
                raise LexiconError(
                    f"{what} {name[:SHOWN]!a}: a name is 1 to 32 of a to z, 0 to 9 and _"
                )
            self._lists[name] = read(name, Path(path))

    def __getitem__(self, name: str) -> Lexicon:
        return self._lists[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lists)

    def __len__(self) -> int:
        return len(self._lists)
