"""The commands of the game of the day: the results, and your try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from parlour.accounts import quotas
from parlour.accounts.throttle import place_of
from parlour.api import AnyGame, Refused, Seat
from parlour.commands.beginning import check_free, read
from parlour.commands.call import Call, Command, Reply
from parlour.commands.invitations import new_word
from parlour.commands.joining import be_free, joined
from parlour.commands.tables import open_table
from parlour.core.refusals import CommandError
from parlour.engine import record as r
from parlour.features.daily.hears import DailyOwner, today
from parlour.features.daily.messages import DailyRow, DailyTable
from parlour.features.daily.state import DAY_S, SHELF, TRIES_MOST, Daily, Try
from parlour.language import _
from parlour.tables import lobby, start
from parlour.wire.codes import Code
from parlour.wire.messages import JoinAnswer, join_names, with_language

ROWS: Final = 20
"""Results that `daily` lists, with the asker's own among them: a screenful."""
_ALONE: Final = ("private=on", "watch=off", "rated=off", "absence=clock")
"""Nobody else sees anything of a try, and it waits for nobody."""


def _game(call: Call) -> AnyGame:
    """Return the game of the day. Raises CommandError if no game here has one."""
    for game in call.tables.games.values():
        if game.daily is not None:
            return game
    raise CommandError(Code.UNAVAILABLE, _("No game here has a game of the day."))


def _titled(call: Call, game: AnyGame) -> str:
    """Return the title, with the language of the words if it is not the reader's."""
    return with_language(game.title, game.lexicon, call.session.form.lang)


def _daily(call: Call) -> Reply:
    game, day, daily = _game(call), today(call.context), call.state(Daily)
    tried = daily.tried(day, call.me.number, call.me.name)
    results_of = partial(daily.results, lower=game.scoring.lower_wins)
    results: Sequence[tuple[int, Try]] = results_of(day) if tried else ()
    players = len(daily.of(day))
    rows = [
        DailyRow(place=place, name=each.name, points=each.points or 0)
        for n, (place, each) in enumerate(results)
        if n < ROWS or each.player == call.me.number
    ]
    what = [_("Nobody has tried the {title} of the day yet.", title=_titled(call, game))]
    if players:
        what = [
            _.count(
                "1 player has tried the {title} of the day.",
                "{n} players have tried the {title} of the day.",
                players,
                title=_titled(call, game),
            )
        ]
    if tried:
        what.append(_("The next one begins at 00:00 UTC."))
    else:
        what += [
            _("It is the same for everybody, and there is one try."),
            _("You see the results when you have played. <<To play: daily play>>"),
        ]
    if best := [each for place, each in results_of(day - 1) if place == 1]:
        names = join_names([each.name for each in best])
        what.append(_("Yesterday's best: {names}, {n}.", names=names, n=best[0].points))
    end = DailyTable(
        count=len(rows),
        day=datetime.fromtimestamp(day * DAY_S, UTC).strftime("%Y-%m-%d"),
        tried=tried,
        players=players,
        what=tuple(what),
    )
    return Reply(end, rows)


def _surplus(call: Call, tries: Mapping[int, Try]) -> Sequence[Try]:
    """Return what must be forgotten of *tries* before another begins: mostly nothing.

    Raises CommandError if there is no room for another.
    """
    if len(tries) < TRIES_MOST:
        return ()
    rooms = call.tables.rooms.values()
    going = {room.table.record for room in rooms if room.table.playing}
    for each in tries.values():
        if each.points is None and each.record not in going:
            return (each,)
    raise CommandError(Code.TOO_MANY, _("Too many players have tried today. Come tomorrow."))


def _play(call: Call) -> Reply:
    context, me = call.context, call.me
    game, day, daily = _game(call), today(context), call.state(Daily)
    if daily.tried(day, me.number, me.name):
        text = _("You have had your try today. <<To see the results: daily>>")
        raise CommandError(Code.UNAVAILABLE, text)
    surplus = _surplus(call, daily.of(day))
    context.drain.check()
    tables = context.tables
    quotas.check_table(tables.opened, context.out.limits, len(tables.rooms), call.session, me)
    options = read(context, game, [*(game.daily or ()), *_ALONE])
    be_free(context, me)
    room = open_table(context, game, options, word=new_word(context.people.entropy))
    number = room.table.number
    tables.opened.add(number, me.number, place_of(call.session))
    one = Try(
        day=day,
        player=me.number,
        name=me.name,
        seed=daily.seed(day) or start.new_seed(tables),
        table=number,
        record=f"g{tables.last_record + 1}",
    )
    room.owner = DailyOwner(context, one)
    try:
        check_free(context, room, [me])
        lobby.sit(tables, me, room, r.Sat(seat=Seat(1), name=me.name, bot=None))
        start.begin(tables, context.drain, room, by=room.owner, seed=one.seed)
    except (CommandError, Refused):
        lobby.close_room(tables, room, "empty")
        raise
    daily.put(one)
    gone = [daily.drop(each) for each in surplus]
    for write in (*gone, *daily.trim(day), SHELF.kept(one)):
        context.out.write_down(write)
    what = _("{title} of the day: your only try. The clock runs.", title=_titled(call, game))
    return joined(me, room, what)


_past = partial(Command, where="lobby", topic="past", outside=True)
COMMANDS: Final = (
    _past(
        "daily",
        _("the game of the day, and its results"),
        _daily,
        answers=(DailyTable,),
        item=DailyRow,
        in_play=False,
    ),
    _past(
        "daily play",
        _("your try at the game of the day"),
        _play,
        answers=(JoinAnswer,),
        dear=True,
        in_play=False,
    ),
)
