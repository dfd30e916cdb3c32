"""What a game wants done with a word list before it is used: once, and not by the loop."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from parlour.engine.table import Table
from parlour.house.effects import Job, PrepareKey, Report, Thought

if TYPE_CHECKING:
    from parlour.house.house import House


def prepare(house: House, table: Table) -> None:
    """Have the game of *table* prepare the word list there, if it has not been asked to yet."""
    game, lexicon = table.game, table.lexicon
    if game.prepare is None or lexicon is None:
        return
    key = PrepareKey(game.id, lexicon.name, lexicon.hash)
    if key not in house.preparations:
        house.preparations.add(key)
        house.think(Job(key, partial(game.prepare, lexicon)))


def prepared(house: House, key: PrepareKey, done: Thought) -> None:
    """It is done, or has failed: the game plays all the same, only slower."""
    if done.error is not None:
        about = {"game": key.game, "lexicon": key.lexicon}
        house.report(Report("warning", "a word list was not prepared", done.error, about))
