"""A new table: made from the entry that opens it, or that begins a finished game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from parlour.api import AnyGame, Game, Lexicon
from parlour.engine import record as r
from parlour.engine.calls import NOBODY, Calls, Watch
from parlour.engine.options import completed, defaulted
from parlour.engine.table import Chair, RecordFault, Table


def open_table(
    entry: r.Opened | r.Started,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
    watch: Watch = NOBODY,
) -> Table:
    """Make a table, with nobody at it, from the entry that names its game and its options.

    *watch* sees the calls of its game.
    """
    game = games.get(entry.game)
    if game is None:
        raise RecordFault(f"there is no game {entry.game} here")
    return Table(
        number=entry.table,
        game=game,
        options=completed((*game.options, *defaulted(game)), entry.options),
        lexicons=lexicons,
        word=entry.word if isinstance(entry, r.Opened) else "",
        party=entry.party if isinstance(entry, r.Opened) else 0,
        via=Calls(entry.table, game.id, watch),
    )


def open_without_game(entries: Sequence[r.Entry], game: AnyGame | None) -> Table:
    """Return the table that the first of *entries* makes, without its game.

    *game* only gives its title, its seats and its words.
    """
    opened = entries[0]
    assert isinstance(opened, r.Opened), "a record begins with the opening"
    taken = (entry.seat for entry in entries if isinstance(entry, r.Sat | r.Joined))
    return Table(
        number=opened.table,
        game=stand_in(opened.game, game, max(taken, default=1)),
        options=opened.options,
        lexicons={},
        word=opened.word,
        party=opened.party,
        absent=True,
    )


def stand_in(game_id: str, game: AnyGame | None, seats: int) -> AnyGame:
    """Return what replaces a game that nobody may ask: its name, and its words if it is installed.

    It has at least *seats* seats.
    """
    nothing: Any = None
    return Game(
        id=game_id,
        title=game_id if game is None else game.title,
        version="",
        seats=range(1, max(seats, 0 if game is None else game.seats.stop - 1) + 1),
        verbs=() if game is None else game.verbs,
        options=(),
        rules_text="",
        rules=nothing,
        views=nothing,
        scoring=nothing,
        text_ui=nothing,
        move_type=nothing,
        questions=() if game is None else game.questions,
        channels=() if game is None else game.channels,
    )


def before_game(
    entry: r.Started, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> Table:
    """Return the table from before *entry* started its game, to replay a record."""
    chairs = {
        seat: Chair(name, entry.bots.get(seat), away=seat in entry.away)
        for seat, name in entry.names.items()
    }
    return replace(open_table(entry, games, lexicons), chairs=chairs, host=entry.host)
