"""The options of a party: what the line that opens one says, and what follows from it."""

from __future__ import annotations

from typing import Final, cast, get_args

from parlour.api import AnyGame, ChoiceOption, NumberOption, OptionValue
from parlour.commands.beginning import check_texts, read
from parlour.commands.call import Call
from parlour.core.refusals import CommandError
from parlour.engine.options import LIVE, PACE, PLAYERS, PRIVATE, read_options, seat_options
from parlour.features.parties import record as r
from parlour.features.parties.record import Format
from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.messages import how_many

PLACES_MOST: Final = 100
"""Members of a party. More would make a long list of standings after each round."""
TWO: Final = 2
"""The fewest players of a table."""
SEED_BYTES: Final = 16
_OWN: Final = (
    ChoiceOption("format", "", "progressive", get_args(Format)),
    NumberOption("tables", "", 3, 1, 25),
    NumberOption("rounds", "", 3, 1, 30),
)
"""Options of the party itself: that of the sheet has three tables and three games (R-P-52,
O-P-44). Beside them `seats`, for which the game says what it can be."""


def _name(word: str) -> str:
    return word.partition("=")[0].lower()


def _check_options(game: AnyGame, options: dict[str, OptionValue]) -> None:
    """Raise CommandError for a game, or options, that make no sense at the tables of a party."""
    if game.seats.stop <= TWO:
        text = _("{title} is for one player, and a party needs two at a table.", title=game.title)
        raise CommandError(Code.UNAVAILABLE, text)
    for name, usual in ((PRIVATE, False), (PLAYERS, 0), (PACE, LIVE)):
        if options[name] != usual:
            text = _("A party has no {name}=: the host seats its members.", name=name)
            raise CommandError(Code.BAD_OPTION, text)
    named = seat_options(game.options, options)
    if named:
        text = _("{named} cannot name a seat in a party: who sits there changes.", named=named[0])
        raise CommandError(Code.BAD_OPTION, text)


def opening(call: Call, number: int, game: AnyGame, words: list[str]) -> r.Opened:
    """The entry that opens party *number*, of *game* with the options in *words*.

    Raises CommandError.
    """
    low, high = max(TWO, game.seats.start), game.seats.stop - 1
    known = (*_OWN, NumberOption("seats", "", high, low, high))
    names = {option.name for option in known}
    given = {_name(word) for word in words}
    own = read_options(known, [word for word in words if _name(word) in names])
    options = read(call.context, game, [word for word in words if _name(word) not in names])
    _check_options(game, options)
    check_texts(call, game, options)
    format_, tables, seats = cast("Format", own["format"]), int(own["tables"]), int(own["seats"])
    if format_ != "progressive":
        low = seats = seats if "seats" in given else low
    places = tables * seats
    if format_ != "progressive" and "tables" not in given:
        places = PLACES_MOST
    return r.Opened(
        party=number,
        game=game.id,
        options=options,
        format=format_,
        tables=tables,
        rounds=int(own["rounds"]),
        low=low,
        high=seats,
        places=min(places, PLACES_MOST),
        owner=call.me.number,
        name=call.me.name,
        seed=call.people.entropy(SEED_BYTES).hex(),
        wall_s=int(call.out.wall),
        lower=game.scoring.lower_wins,
    )


def shape(entry: r.Opened) -> str:
    rounds = _.count("1 round", "{n} rounds", entry.rounds)
    if entry.format != "progressive":
        return _(
            "tables of {high}, {rounds}, up to {places} players",
            high=entry.high,
            rounds=rounds,
            places=entry.places,
        )
    tables = _.count("1 table", "{n} tables", entry.tables)
    return _(
        "{tables} for {players}, {rounds}",
        tables=tables,
        players=how_many(entry.low, entry.high),
        rounds=rounds,
    )
