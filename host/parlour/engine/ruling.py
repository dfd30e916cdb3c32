"""The rules under which a table or a finished game is played, as its record names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from parlour.api import AnyGame, Lexicon
from parlour.engine import record as r
from parlour.engine.options import LEXICON, in_editions, list_names

Ruling: TypeAlias = r.Opened | r.Started | r.Continued


class TableRules(msgspec.Struct, frozen=True):
    """The last rules of a table: version and word lists. A hash is None if the list is unused."""

    game: str
    version: str
    began: str
    """The version under which the last game began; the same if there is none."""
    lexicon: str | None
    lexicon_hash: str | None
    lists: Mapping[str, str | None]
    """The hashes of the lists that options name, by option."""
    names: Mapping[str, str]
    """The names of those lists, by option."""

    @property
    def used(self) -> list[tuple[str, str | None]]:
        """Every word list that the table needs: its name and its hash."""
        own = [(self.lexicon, self.lexicon_hash)] if self.lexicon is not None else []
        return own + [(name, self.lists[option]) for option, name in self.names.items()]

    def lexicons(self, here: Mapping[str, Lexicon]) -> Mapping[str, Lexicon]:
        """Return the word lists *here*, in the editions with which the table was played."""
        return in_editions(here, self.used)


def rules_of(games: Mapping[str, AnyGame], entries: Sequence[r.Entry]) -> TableRules:
    opened = entries[0]
    assert isinstance(opened, r.Opened | r.Started), "a record begins so"
    game = games.get(opened.game)
    own = game.options if game is not None else ()
    ruling: Ruling = opened
    chosen = opened.lexicon
    began = opened.version
    now = then = opened.options
    for entry in entries:
        if isinstance(entry, r.Opened | r.Started | r.Continued):
            ruling, chosen, then = entry, entry.lexicon, now
            if isinstance(entry, r.Started):
                began = entry.version
        elif isinstance(entry, r.Optioned):
            now = entry.options
            chosen = str(now[LEXICON]) if LEXICON in now else chosen
    names = list_names(own, now)
    return TableRules(
        game=opened.game,
        version=ruling.version,
        began=began,
        lexicon=chosen,
        lexicon_hash=ruling.lexicon_hash if chosen == ruling.lexicon else None,
        lists={
            option: ruling.lists.get(option) if then.get(option) == name else None
            for option, name in names.items()
        },
        names=names,
    )
