"""The options of a party: what the line that opens one says, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from parlour.api import AnyGame, OptionValue
from parlour.commands.beginning import check_texts, read
from parlour.commands.call import Call
from parlour.commands.naming import whole_number
from parlour.core.refusals import CommandError
from parlour.engine.options import PLAYERS, PRIVATE, seat_options
from parlour.features.parties import record as r
from parlour.features.parties.record import Format
from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.messages import how_many

TABLES: Final = 3


ROUNDS: Final = 3
"""The party of the sheet: three tables, three games (R-P-52, O-P-44)."""


TABLES_MOST: Final = 25
"""Tables of a `progressive` party."""


ROUNDS_MOST: Final = 30


PLACES_MOST: Final = 100
"""Members of a party. More would make a long list of standings after each round."""


FORMATS: Final[tuple[Format, ...]] = get_args(Format)


TWO: Final = 2
"""The fewest players of a table."""


SEED_BYTES: Final = 16


_OWN: Final = ("format", "tables", "rounds", "seats")


def _name(word: str) -> str:
    return word.partition("=")[0].lower()


def _own_options(words: list[str]) -> Iterator[tuple[str, str]]:
    """The options of the party itself. Raises CommandError if one is given twice."""
    given: set[str] = set()
    for word in words:
        name = _name(word)
        if name in given:
            raise CommandError(
                Code.BAD_OPTION, _("{name} is given twice. Give it once.", name=name)
            )
        given.add(name)
        if name in _OWN:
            yield name, word.partition("=")[2].lower()


def _check_options(game: AnyGame, options: dict[str, OptionValue]) -> None:
    """Raise CommandError for a game, or options, that make no sense at the tables of a party."""
    if game.seats.stop <= TWO:
        text = _("{title} is for one player, and a party needs two at a table.", title=game.title)
        raise CommandError(Code.UNAVAILABLE, text)
    for name in (PRIVATE, PLAYERS):
        if options[name]:
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
    own = dict(_own_options(words))
    options = read(call.context, game, [word for word in words if _name(word) not in _OWN])
    _check_options(game, options)
    check_texts(call, game, options)
    format_ = _format(own.get("format", "progressive"))
    low, high = max(TWO, game.seats.start), game.seats.stop - 1
    seats = _number(own, "seats", high if format_ == "progressive" else low, low, high)
    tables = _number(own, "tables", TABLES, 1, TABLES_MOST)
    places = tables * seats
    if format_ != "progressive":
        places = tables * seats if "tables" in own else PLACES_MOST
        low = seats
    return r.Opened(
        party=number,
        game=game.id,
        options=options,
        format=format_,
        tables=tables,
        rounds=_number(own, "rounds", ROUNDS, 1, ROUNDS_MOST),
        low=low,
        high=seats,
        places=min(places, PLACES_MOST),
        owner=call.me.number,
        name=call.me.name,
        seed=call.people.entropy(SEED_BYTES).hex(),
        wall_s=int(call.out.wall),
        lower=game.scoring.lower_wins,
    )


def _format(word: str) -> Format:
    for known in FORMATS:
        if known == word:
            return known
    text = _(
        "format={word} is not allowed. Use {formats} or {last}.",
        word=word[:20],
        formats=", ".join(FORMATS[:-1]),
        last=FORMATS[-1],
    )
    raise CommandError(Code.BAD_OPTION, text)


def _number(own: dict[str, str], name: str, default: int, low: int, high: int) -> int:
    word = own.get(name)
    number = default if word is None else whole_number(word)
    if number is None or not low <= number <= high:
        text = _(
            "{name}={word} is not allowed. Use {low} to {high}.",
            name=name,
            word=str(word)[:20],
            low=low,
            high=high,
        )
        raise CommandError(Code.BAD_OPTION, text)
    return number


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
