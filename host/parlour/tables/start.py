"""Start a game with those who sit at a table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from parlour.api import Seat
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.options import OptionFault, hashes, seat_options, seat_values
from parlour.engine.table import Chair, Table, earlier
from parlour.hookvalues import GameStarted
from parlour.language import _
from parlour.tables import aims, presence
from parlour.tables.drain import Drain
from parlour.tables.happened import RatingsWanted
from parlour.tables.owner import Owner
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour.wire.codes import Code
from parlour.wire.messages import how_many

SEED_BYTES: Final = 32
"""256 bits, so that nobody can guess the luck of a table."""


def check_begins(room: Room, by: Owner | None = None) -> None:
    """Raise CommandError if only the owner of the table begins games there, and it is not *by*."""
    if room.owner is not None and room.owner is not by:
        raise CommandError(Code.UNAVAILABLE, room.owner.refusal("begin"))


def begin(
    tables: Tables, drain: Drain, room: Room, *, by: Owner | None = None, seed: str = ""
) -> None:
    """Start a game with those who sit there. *by*: the owner of the table, if it asks for it.
    *seed*: what its luck follows from, as hexadecimal digits. Empty: something new.

    Raises CommandError or Refused. Then nothing has changed, but that somebody may have read the
    aim of the game.
    """
    check_begins(room, by)
    drain.check()
    _check_seats(room.table)
    started = _started(tables, room, seed or new_seed(tables))
    about = {"table": started.table, "game": started.game, "record": started.record}
    told = len(tables.out.effects.told)
    aims.say(tables, room, room.seated.values())
    try:
        room.add(started)
        presence.tell_now(room)
        tables.last_record += 1
        tables.out.report(Report("info", "a game begins", fields=about))
        if not room.table.word:  # before the end of a game that is over at once
            tables.out.effects.told.insert(told, _news(room, started))
    except GameFault as fault:
        tables.out.report(Report("error", f"a game could not start: {fault}", fault, about))
        title = room.table.game.title
        text = _("{title} could not start: its program failed. It is not your fault.", title=title)
        if why := room.explained(fault):
            text = _("{title} could not start. {why}", title=title, why=why)
        raise CommandError(Code.GAME_FAULT, text) from None


def _check_seats(table: Table) -> None:
    """Raise CommandError if too few or too many sit there, or an option names somebody else."""
    game, chairs = table.game, table.chairs
    if len(chairs) not in game.seats:
        low, high = game.seats.start, game.seats.stop - 1
        who = (
            _("you are alone") if len(chairs) == 1 else _("there are {number}", number=len(chairs))
        )
        text = _(
            "{title} needs {players}, and {who}. <<To add a bot: bot>>",
            title=game.title,
            players=how_many(low, high),
            who=who,
        )
        raise CommandError(Code.NOT_STARTED, text)
    try:
        seat_values(game.options, table.options, _names(chairs))
    except OptionFault as fault:
        raise CommandError(
            Code.BAD_OPTION, _("{text} <<To change it: options NAME=VALUE>>", text=fault.text)
        ) from None


def new_seed(tables: Tables) -> str:
    return tables.people.entropy(SEED_BYTES).hex()


def _started(tables: Tables, room: Room, seed: str) -> r.Started:
    """Return the entry of the next game at this table."""
    table = room.table
    game, chairs, lexicon = table.game, table.chairs, table.lexicon
    names = _names(chairs)
    return r.Started(
        record=f"g{tables.last_record + 1}",
        table=table.number,
        game=game.id,
        version=game.version,
        code=game.code,
        options=dict(table.options),
        names=names,
        bots={seat: chair.bot for seat, chair in chairs.items() if chair.bot is not None},
        away=[seat for seat, chair in chairs.items() if chair.away],
        host=table.host,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
        seat_options=seat_options(game.options, table.options),
        ratings=_ratings(tables, room),
        earlier=earlier(table, names) if "earlier" in game.wants else [],
        seed=seed,
        wall_s=int(tables.out.wall),
    )


def _news(room: Room, started: r.Started) -> GameStarted:
    return GameStarted(
        table=started.table,
        record=started.record,
        game=started.game,
        title=room.table.game.title,
        version=started.version,
        names=MappingProxyType(started.names),
        bots=MappingProxyType(started.bots),
        options=MappingProxyType(started.options),
    )


def _ratings(tables: Tables, room: Room) -> dict[Seat, int]:
    """Return the points of those who have a rating, if the game wants to know them."""
    if "ratings" not in room.table.game.wants:
        return {}
    wanted = RatingsWanted(room, points={})
    tables.happened.tell(wanted)
    return dict(sorted(wanted.points.items()))


def _names(chairs: Mapping[Seat, Chair]) -> dict[Seat, str]:
    return {seat: chair.name for seat, chair in chairs.items()}
