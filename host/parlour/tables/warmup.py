"""Prepare a word list before a game uses it, once and on a worker thread."""

from __future__ import annotations

from functools import partial

from parlour.api import AnyGame, Lexicon
from parlour.core.effects import Job, JobDone, PrepareKey, Report
from parlour.core.output import Output
from parlour.engine.table import Table
from parlour.tables.tables import Tables


def prepare(tables: Tables, table: Table) -> None:
    """Have the word list of *table* prepared for its game, if we have not asked for that yet."""
    game, lexicon = table.game, table.lexicon
    if lexicon is None:
        return
    key = PrepareKey(game.id, lexicon.name, lexicon.hash)
    if key not in tables.preparations:
        tables.preparations.add(key)
        tables.out.think(Job(key, partial(_prepare, game, lexicon)))


def _prepare(game: AnyGame, lexicon: Lexicon) -> None:
    len(lexicon)  # a list may read its file only when first asked about its words
    if game.prepare is not None:
        game.prepare(lexicon)


def prepared(out: Output, key: PrepareKey, done: JobDone) -> None:
    """Note a result. If it has failed, the game still works, only more slowly."""
    if done.error is not None:
        about = {"game": key.game, "lexicon": key.lexicon}
        out.report(Report("warning", "a word list was not prepared", done.error, about))
