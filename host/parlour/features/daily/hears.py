"""A try is its player's alone, and its game ends as it must."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.api import Together
from parlour.commands.call import Context
from parlour.core.refusals import CommandError
from parlour.engine.table import Table
from parlour.engine.table_events import GameOver
from parlour.features.daily.state import DAY_S, SHELF, Daily, Try
from parlour.language import _
from parlour.tables import lobby
from parlour.tables.happened import Entering, Restored
from parlour.tables.owner import Wish
from parlour.wire.codes import Code
from parlour.wire.messages import FeatureNotice


def today(context: Context) -> int:
    """Return the number of this day, in UTC."""
    return int(context.out.wall // DAY_S)


def go_on(context: Context, again: Restored) -> None:
    """Take back the tables where somebody has a try, after a restart."""
    daily, day = context.state(Daily), today(context)
    for one in (*daily.of(day).values(), *daily.of(day - 1).values()):
        room = context.tables.rooms.get(one.table)
        if room is not None and room.table.record == one.record and room.table.playing:
            room.owner = DailyOwner(context, one)
            lobby.watch_deserted(context.tables, room)


def keep_out(context: Context, entering: Entering) -> None:
    """Let nobody else to the table where the game of today was played: its board is there."""
    record = entering.room.table.record
    found = context.state(Daily).of_record(today(context), record)
    if found is not None and found.player != entering.player.number:
        text = _("Nobody can join or watch a game of the day. <<To play it: daily play>>")
        raise CommandError(Code.UNAVAILABLE, text)


class DailyOwner:
    """Owns the table of a try until its game is over."""

    def __init__(self, context: Context, one: Try) -> None:
        self._context = context
        self._try = one

    @property
    def verb(self) -> str:
        """The command that says what comes after a game."""
        return "daily"

    def opened(self, table: Table) -> str:
        """Return nothing: the lobby reads of no private table."""
        return ""

    def refusal(self, wish: Wish) -> str:
        """Return why a player cannot do that in their try."""
        return _("The clock of the game of the day doesn't wait: you have seen it.")

    def game_over(self, table: Table, over: GameOver) -> None:
        """Keep the result, and tell the player their place. The table is an ordinary one now."""
        context, one = self._context, self._try
        daily, day = context.state(Daily), one.day
        room = context.tables.rooms[table.number]
        room.owner = None
        lobby.watch_deserted(context.tables, room)
        left = not table.chairs or over.reason != "finished"
        if left or one.player not in daily.of(day):
            return
        ((seat, player),) = room.seated.items()
        reached = over.outcome.points if isinstance(over.outcome, Together) else 0
        row = replace(one, points=over.scores.get(seat, reached))
        daily.put(row)
        context.out.write_down(SHELF.kept(row))
        results = daily.results(day, lower=table.game.scoring.lower_wins)
        what = _(
            "Game of the day: {points}, place {place} of {of} so far. <<To see all: daily>>",
            points=_.count("1 point", "{n} points", row.points or 0),
            place=next(place for place, each in results if each is row),
            of=len(results),
        )
        context.out.tell(player, FeatureNotice(kind="daily", table=table.number, what=what))
