"""Commands at a table that is there: join, watch, leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Final

from parlour.accounts import quotas
from parlour.api import SPECTATOR, Seat
from parlour.api.arguments import whole_number
from parlour.commands.beginning import begin_if_ready, check_free
from parlour.commands.call import DONE, Call, Command, Context, Reply, says
from parlour.commands.naming import (
    at_table,
    check_kept,
    check_no_proposal,
    find_room,
    no_talk,
    table_number,
)
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.options import DELAY, OPEN_BOARD, WATCH
from parlour.engine.table import Table, free_seats
from parlour.language import _
from parlour.tables import adjournment, late_join, lobby, silent
from parlour.tables.happened import Talking
from parlour.tables.rooms import Room, is_quiet, seat_of, watched_by
from parlour.tables.summary import state_of
from parlour.wire.codes import Code
from parlour.wire.messages import OPEN_BOARD_TOLD, Done, JoinAnswer, TextRow, join_names, join_or

SURE: Final = _("yes")
"""What a person adds to leave a game that is on."""
NAMED: Final = 4
"""Tables that a refusal names."""
TABLES_SEARCHED: Final = 200
"""Tables, the newest first, among which a table is looked for: nobody pays for all the others."""


def be_free(context: Context, player: Player) -> None:
    """Get up from a table where no game is on. Raises CommandError if one is."""
    sits = seat_of(player)
    if sits is None:
        return
    room, seat = sits
    table = room.table
    if table.state == "adjourned" or table.over_days:
        adjournment.get_up(context.tables, player, room, seat)
        return
    if table.playing:
        text = _(
            "You are playing at table {number}. <<To give up your seat: leave>>",
            number=table.number,
        )
        raise CommandError(Code.ALREADY_STARTED, text)
    lobby.stand(context.tables, player, room, seat)


def sit(context: Context, player: Player, room: Room, seat: Seat) -> None:
    """Seat *player*. If that makes a table complete that starts by itself, its game begins."""
    lobby.sit(context.tables, player, room, r.Sat(seat=seat, name=player.name, bot=None))
    begin_if_ready(context, room)


def joined(player: Player, room: Room, *what: str, word: str | None = None) -> Reply:
    """Answer *player*, who is at *room* now. A person reads *what*."""
    at = state_of(room, player)
    return Reply(JoinAnswer(table=at.table, seat=at.you, at=at, word=word, what=what))


def _join(call: Call) -> Reply:
    context, player, words = call.context, call.me, call.words
    if words and words[0].lower() in context.tables.games:
        text = _(
            "Tables have numbers. <<To sit down at a table of that game: play {words}>>",
            words=words[0].lower(),
        )
        raise CommandError(Code.USAGE, text)
    if not words and call.session.natural:
        words = [_only(call, _to_join(call), "join")]
    waits = adjournment.of(context.tables, player).get(table_number(*words[:1]))
    if waits is not None and player.room is not waits:
        return _come_back(call, waits)
    room = find_room(context.tables, player, words)
    table = room.table
    if len(words) > 2:
        raise call.too_many_words()
    if player.room is room:
        text = _(
            "You already sit at table {number}, seat {seat}.",
            number=table.number,
            seat=player.seat,
        )
        raise CommandError(Code.USAGE, text)
    if table.playing and len(words) == 2 and (seat := _dropped(table, words[1])) is not None:
        check_kept(table, seat)
        return _ask_for_seat(call, room, seat)
    if table.playing:
        check_free(context, room, [player])
        if is_quiet(room):
            raise no_talk(table)
    free = (
        late_join.seats_for(context.tables, room, player) if table.playing else free_seats(table)
    )
    seat = _free_seat(table, free, words[1] if len(words) == 2 else None)
    be_free(context, player)
    others = [chair.name for chair in table.chairs.values()]
    if table.playing:
        late_join.sit_down(context.tables, player, room, seat)
        what = _with_you(others)
    else:  # somebody sits there: a table that all have left closes at once
        sit(context, player, room, seat)
        what = _(
            "With you: {others}. <<Options: options - When you are ready: ready>>",
            others=join_names(others),
        )
    where = _(
        "Table {number}: {title}. You sit at seat {seat}.",
        number=table.number,
        title=table.game.title,
        seat=seat,
    )
    return joined(player, room, where, what)


def _only(call: Call, numbers: list[int], verb: str) -> str:
    """Return the one of *numbers* that *verb* without a number can mean. Raises CommandError."""
    if len(numbers) == 1:
        return str(numbers[0])
    if not numbers:
        text = _("No table waits for you now. <<To see them: tables>>")
        raise CommandError(Code.USAGE, text)
    which = join_or([f"{verb} {number}" for number in numbers[:NAMED]])
    raise CommandError(Code.USAGE, _("Which table? <<{which}>>", which=which))


def _to_join(call: Call) -> list[int]:
    """Return the tables where the player could sit down now: first those that keep them a seat."""
    own = [*adjournment.of(call.tables, call.me)]
    return [*own, *_now(call, lambda table: not table.playing and bool(free_seats(table)))]


def _to_watch(call: Call) -> list[int]:
    """Return the tables whose game the player could begin to watch now."""
    watched = call.me.watching
    return _now(
        call,
        lambda table: (
            table.playing and table.options.get(WATCH) is not False and table.number not in watched
        ),
    )


def _now(call: Call, fits: Callable[[Table], bool]) -> list[int]:
    """Return the tables with somebody connected that *fits* accepts, the newest first."""
    rooms = islice(reversed(call.tables.living.values()), TABLES_SEARCHED)
    return [room.table.number for room in rooms if room is not call.me.room and fits(room.table)]


def _come_back(call: Call, room: Room) -> Reply:
    context, player = call.context, call.me
    check_free(context, room, [player])
    be_free(context, player)
    adjournment.come_back(context.tables, player, room)
    if not room.table.over_days:
        return joined(player, room)  # an event says it
    others = [who.name for seat, who in room.table.chairs.items() if seat != player.seat]
    return joined(player, room, _with_you(others))


def _with_you(others: Sequence[str]) -> str:
    return _(
        "With you: {others}. The game is being played<<; to see it: /look|.>>",
        others=join_names(others),
    )


def _dropped(table: Table, word: str) -> Seat | None:
    """The seat of the disconnected player called *word*; None if there is none."""
    for seat, chair in table.chairs.items():
        if chair.name.lower() == word.lower() and chair.away:
            return seat
    return None


def _ask_for_seat(call: Call, room: Room, seat: Seat) -> Reply:
    """Ask the others whether the player may play on for somebody who is disconnected."""
    player, table = call.me, room.table
    name = table.name(seat)
    if player.room is not None:
        raise CommandError(Code.USAGE, _("You sit at a table. <<To get up first: leave>>"))
    if table.frozen:
        text = _("The game at table {number} has stopped.", number=table.number)
        raise CommandError(Code.UNAVAILABLE, text)
    check_free(call.context, room, [player])
    late_join.own_seats(room, player, (seat,))
    check_no_proposal(table, seat)
    if is_quiet(room):
        raise no_talk(table)
    call.tables.happened.tell(Talking(player, call.session))
    quotas.check_talk(call.out, call.session, player, name, None)
    quotas.check_proposal(call.out, player, quiet=False)
    number = table.proposed + 1
    seconds = call.out.limits.proposal_s
    room.add(
        r.Proposed(
            at=room.at, seat=seat, what="replace", target=seat, seconds=seconds, person=player.name
        )
    )
    silent.await_answers(call.tables, room, number)
    what = (
        _(
            "You asked the players at table {number} for the seat of {name}.",
            number=table.number,
            name=name,
        ),
        _("If they agree within {seconds} s you play on there.", seconds=seconds),
    )
    return says(*what)


def _free_seat(table: Table, free: Sequence[Seat], word: str | None) -> Seat:
    """One of the seats that are *free*: the one that *word* names, or the first.

    Raises CommandError.
    """
    if not free:
        text = _("Table {number} is full. <<To watch it: watch {number}>>", number=table.number)
        raise CommandError(Code.TABLE_FULL, text)
    if word is None:
        return free[0]
    number = whole_number(word.lower().removeprefix("seat"))
    if number is not None and number in free:
        return Seat(number)
    code = Code.TABLE_FULL if number and number <= table.size else Code.USAGE
    seats = ", ".join(map(str, free))
    text = _("{word} isn't a free seat. Free seats: {seats}", word=word[:20], seats=seats)
    raise CommandError(code, text)


def _watch(call: Call) -> Reply:
    context, player, words = call.context, call.me, call.words
    if not words and call.session.natural:
        words = [_only(call, _to_watch(call), "watch")]
    room = find_room(context.tables, player, words)
    number = room.table.number
    if len(words) > 1:
        raise call.too_many_words()
    if player.room is room:
        raise CommandError(Code.USAGE, _("You sit at that table. <<To see it: /look>>"))
    if room.table.options.get(WATCH) is False:
        text = _("Table {number} doesn't allow watchers (watch=off).", number=number)
        raise CommandError(Code.UNAVAILABLE, text)
    if number not in player.watching:
        mine, others, limits = len(player.watching), len(room.watchers), context.out.limits
        if mine >= limits.watching:
            text = _("You already watch {number} tables, which is the most.", number=mine)
            raise CommandError(Code.TOO_MANY, text)
        if others >= limits.watchers:
            text = _(
                "Table {number} already has {watchers} watchers, which is the most.",
                number=number,
                watchers=others,
            )
            raise CommandError(Code.TOO_MANY, text)
        lobby.watch(player, room)
    what = _(
        "You watch table {number}: {title}. <<To see it: look {number}>>",
        number=number,
        title=room.table.game.title,
    )
    more: list[str] = []
    if delay := room.table.options.get(DELAY):
        more.append(_("You see a game there {seconds} s later than its players.", seconds=delay))
    if room.table.options.get(OPEN_BOARD):
        more.append(OPEN_BOARD_TOLD)
    return joined(player, room, what, *more)


def _leave(call: Call) -> Reply:
    player, words = call.me, call.words
    answer = call.command_named(words[-1].lower()) if words else None
    if words and answer is not None and answer.verb == "decline" and player.room is not None:
        call.session.leaving = None
        return says(_("You stay at table {number}.", number=player.room.table.number))
    sure = answer is not None and answer.verb == "accept"
    if sure:
        words = words[:-1]
    if words:
        number = table_number(words[0])
        waits = adjournment.of(call.tables, player).get(number)
        if waits is not None and (sure or player.room is not waits):
            return _give_up(call, waits, sure=sure)
        watched = next((at for at in watched_by(player) if at.table.number == number), None)
        if watched is not None:
            return _stop_watching(call, watched)
    room, seat = at_table(player, words[0] if words else None)
    if seat is SPECTATOR:
        return _stop_watching(call, room)
    if room.table.state == "adjourned" and sure:
        return _give_up(call, room, sure=True)
    if room.table.state == "adjourned" or (room.table.over_days and not sure):
        adjournment.get_up(call.tables, player, room, seat)
        number = room.table.number
        return says(_("Your seat is kept. <<To come back: join {number}>>", number=number))
    session = call.session
    asked = session.leaving == room.table.number
    if room.table.playing and not (sure or asked or not session.natural):
        session.leaving = room.table.number
        slash = "/" if call.request.slash else ""
        what = (
            _("A game is on, and if you leave now you give up your seat for good."),
            _(
                "<<To leave: {slash}leave {sure} (or {slash}leave again) - To keep "
                "your seat and come back: {slash}quit>>",
                slash=slash,
                sure=SURE,
            ),
        )
        return says(*what)
    lobby.stand(call.tables, player, room, seat)
    begin_if_ready(call.context, room)
    return DONE


def _give_up(call: Call, room: Room, *, sure: bool) -> Reply:
    number = room.table.number
    if not sure:
        text = _(
            "Table {number} keeps your seat. <<To give it up for good: leave {number} {sure}>>",
            number=number,
            sure=SURE,
        )
        return says(text)
    adjournment.give_up(call.tables, call.me, room)
    return says(_("You gave up your seat at table {number}.", number=number))


def _stop_watching(call: Call, room: Room) -> Reply:
    lobby.unwatch(call.me, room)
    return says(_("You no longer watch table {number}.", number=room.table.number))


_table = partial(Command, where="lobby", topic="table", outside=True, dear=True)
COMMANDS: Final = (
    _table(
        "join [TABLE] [WORD|SEAT|PLAYER]",
        _("sit down, or ask for a dropped player's seat"),
        _join,
        answers=(JoinAnswer, TextRow),
        also=("sit",),
        in_play=False,
        most=3,
    ),
    _table(
        "watch [TABLE] [WORD]",
        _("watch a table without playing"),
        _watch,
        answers=(JoinAnswer,),
        also=("spectate", "observe"),
    ),
    Command(
        "leave [TABLE] [yes]",
        _("leave the table, or stop watching"),
        _leave,
        where="table",
        topic="table",
        fateful=True,
        answers=(Done, TextRow),
        also=("stand",),
    ),
)
