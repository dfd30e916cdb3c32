"""Verbs about tables: who sits there, under which options, and how a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parlour.api import OptionValue, Refused, Seat
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.options import (
    OptionFault,
    TableOption,
    allowed,
    hashes,
    named_lists,
    options_of,
    read_options,
    seat_options,
    seat_values,
)
from parlour.engine.table import Chair, Table, free_seats
from parlour.house.commands import play
from parlour.house.commands.about import find_game
from parlour.house.commands.call import (
    DONE,
    LIST,
    Call,
    Command,
    Desk,
    Pages,
    Reply,
    at_table,
    find_room,
    here,
    seated,
    table_number,
    whole_number,
)
from parlour.house.effects import Report
from parlour.house.lifecycle import late_join, lobby
from parlour.house.people import quotas
from parlour.house.refusals import CommandError
from parlour.house.sessions import Player
from parlour.house.tables import warmup
from parlour.house.tables.rooms import Room, seat_of, watched_by
from parlour.house.tables.summary import summary
from parlour.wire.codes import Code
from parlour.wire.encoding import Line
from parlour.wire.messages import (
    Count,
    Done,
    Joined,
    Notice,
    OptionRow,
    TableRow,
    TextRow,
    how_many,
    join_names,
)

TABLES_PAGE: Final = 20
"""Tables on a page of `tables`: what a screen shows."""
SEED_BYTES: Final = 32
"""256 bits: nobody guesses the luck of a table."""


# --- the list -----------------------------------------------------------------------


def list_tables(call: Call) -> Reply:
    """All tables, page by page."""
    desk = call.desk
    rooms = [room for _, room in sorted(desk.tables.rooms.items())]
    example = f"new {next(iter(desk.tables.games))}" if desk.tables.games else "new GAME"
    pages = Pages(len(rooms), TABLES_PAGE, f"No table is open. To open one: {example}")
    return pages.reply(call, lambda first, end: [_row(desk, room) for room in rooms[first:end]])


def _row(desk: Desk, room: Room) -> TableRow:
    table = room.table
    if table.absent:
        return summary(room).row({}, joinable=False)
    usual = {option.name: option.default for option in _options_of(desk, table)}
    changed = {name: v for name, v in table.options.items() if v != usual.get(name)}
    return summary(room).row(changed, joinable=late_join.wanted(table))


def _options_of(desk: Desk, table: Table) -> tuple[TableOption, ...]:
    return options_of(table.game, list(desk.tables.lexicons))


# --- sitting down, watching, leaving ------------------------------------------------


def _new(call: Call) -> Reply:
    desk, player, words = call.desk, call.me, call.words
    desk.drain.check()
    usage = "new GAME [OPTION=VALUE ...]"
    game = find_game(call, words[0] if words else "", usage)
    options = _read(options_of(game, list(desk.tables.lexicons)), words[1:])
    quotas.check_table(
        desk.tables.opened, desk.out.limits, len(desk.tables.rooms), call.session, player
    )
    _be_free(desk, player)
    lexicon = desk.tables.lexicons.get(str(options.get("lexicon")))
    desk.tables.last_table += 1
    opened = r.Opened(
        record_version=r.RECORD_VERSION,
        table=desk.tables.last_table,
        game=game.id,
        version=game.version,
        options=options,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(named_lists(game.options, options, desk.tables.lexicons)),
    )
    room = lobby.open_room(desk.tables, opened)
    quotas.opened(desk.tables.opened, opened.table, player, call.session)
    _sit(desk, player, room, Seat(1))
    low, high = game.seats.start, game.seats.stop - 1
    what = (
        f"Table {opened.table}: {game.title}, {how_many(low, high)}. You sit at seat 1.",
        "Options: options - Fill seats: bot - Begin: start",
    )
    return Reply(Joined(table=opened.table, seat=1, what=what))


def _read(options: tuple[TableOption, ...], words: list[str]) -> dict[str, OptionValue]:
    try:
        return read_options(options, words)
    except OptionFault as fault:
        raise CommandError(Code.BAD_OPTION, fault.text, near=fault.near) from None


def _be_free(desk: Desk, player: Player) -> None:
    """Get up from a table where no game is on. Raises CommandError if one is."""
    sits = seat_of(player)
    if sits is None:
        return
    room, seat = sits
    table = room.table
    if table.playing:
        text = f"You are playing at table {table.number}; to get up for good: leave"
        raise CommandError(Code.ALREADY_STARTED, text)
    lobby.stand(desk.tables, player, room, seat)


def _sit(desk: Desk, player: Player, room: Room, seat: Seat) -> None:
    lobby.sit(desk.tables, player, room, r.Sat(seat=seat, name=player.name, bot=None))


def _join(call: Call) -> Reply:
    desk, player, words = call.desk, call.me, call.words
    if not 1 <= len(words) <= 2:
        raise CommandError(Code.USAGE, "Which table? See: tables", usage="join TABLE [SEAT]")
    room = find_room(desk.tables, words[0])
    table = room.table
    if player.room is room:
        text = f"You sit at table {table.number} already, at seat {player.seat}."
        raise CommandError(Code.USAGE, text)
    free = late_join.seats_for(desk.tables, room, player) if table.playing else free_seats(table)
    seat = _free_seat(table, free, words[1] if len(words) == 2 else None)
    _be_free(desk, player)
    others = [chair.name for chair in table.chairs.values()]
    if table.playing:
        late_join.sit_down(desk.tables, player, room, seat)
        what = f"With you: {join_names(others)}. The game is being played; to see it: /look"
    elif others:
        _sit(desk, player, room, seat)
        what = f"With you: {join_names(others)}. Options: options - When you are ready: ready"
    else:
        _sit(desk, player, room, seat)
        what = "Options: options - Fill seats: bot - Begin: start"
    where = f"Table {table.number}: {table.game.title}. You sit at seat {seat}."
    return Reply(Joined(table=table.number, seat=seat, what=(where, what)))


def _free_seat(table: Table, free: Sequence[Seat], word: str | None) -> Seat:
    """One of the seats that are *free*: the one that *word* names, or the first.

    Raises CommandError.
    """
    if not free:
        raise CommandError(
            Code.TABLE_FULL, f"Table {table.number} is full. To watch it: watch {table.number}"
        )
    if word is None:
        return free[0]
    number = whole_number(word.lower().removeprefix("seat"))
    if number is None or not 1 <= number <= table.size:
        text = f"{word[:20]} is no seat; free are: {', '.join(map(str, free))}"
        raise CommandError(Code.USAGE, text, usage="join TABLE [SEAT]")
    if number not in free:
        why = "taken" if number in table.chairs else "not free"
        text = f"Seat {number} is {why}; free are: {', '.join(map(str, free))}"
        raise CommandError(Code.TABLE_FULL, text)
    return Seat(number)


def _watch(call: Call) -> Reply:
    desk, player, words = call.desk, call.me, call.words
    if len(words) != 1:
        raise CommandError(Code.USAGE, "Watch which table? See: tables", usage="watch TABLE")
    room = find_room(desk.tables, words[0])
    number = room.table.number
    if player.room is room:
        raise CommandError(Code.USAGE, "You sit at that table; to see it: /look")
    if room.table.options.get("watch") is False:
        raise CommandError(Code.UNAVAILABLE, f"Table {number} wants no watchers (watch=off).")
    if len(player.watching) >= desk.out.limits.watching and number not in player.watching:
        raise CommandError(
            Code.TOO_MANY, f"You watch {len(player.watching)} tables; that is the most."
        )
    if len(room.watchers) >= desk.out.limits.watchers and number not in player.watching:
        raise CommandError(
            Code.TOO_MANY, f"Table {number} has {len(room.watchers)} watchers already."
        )
    if number not in player.watching:
        lobby.watch(player, room)
    what = (f"You watch table {number}: {room.table.game.title}. To see it: look {number}",)
    return Reply(Joined(table=number, seat=None, what=what))


def _leave(call: Call) -> Reply:
    player, words = call.me, call.words
    if words:
        number = table_number(words[0])
        watched = next((at for at in watched_by(player) if at.table.number == number), None)
        if watched is not None:
            return _stop_watching(call, watched)
    at_table(player, words[0] if words else None)
    sits = seat_of(player)
    if sits is not None:
        lobby.stand(call.tables, player, *sits)
        return DONE
    return _stop_watching(call, watched_by(player)[0])


def _stop_watching(call: Call, room: Room) -> Reply:
    lobby.unwatch(call.me, room)
    return Reply(TextRow(what=(f"You watch table {room.table.number} no more.",)))


# --- who plays ----------------------------------------------------------------------


def _not_playing(room: Room) -> None:
    if room.table.playing:
        raise CommandError(Code.ALREADY_STARTED, "The game has begun; wait until it is over.")


def _host_only(room: Room, seat: object) -> None:
    table = room.table
    host = table.acting_host
    if host != seat:
        name = "nobody" if host is None else table.name(host)
        text = f"Only the host of the table can do that: {name}."
        raise CommandError(Code.NOT_HOST, text)


def _bot(call: Call) -> Reply:
    room, me = seated(call.me)
    table, words = room.table, call.words
    free = late_join.offered(call.tables, room)
    if not free:
        _not_playing(room)
    if table.playing:
        _host_only(room, me)
    kinds = {bot.kind: bot for bot in table.game.bots}
    if not kinds:
        raise CommandError(Code.UNAVAILABLE, f"{table.game.title} has no bots.")
    kind = words[0].lower() if words else next(iter(kinds))
    if kind not in kinds:
        text = f"There is no bot {kind[:20]}; there are: {', '.join(kinds)}"
        raise CommandError(Code.USAGE, text, usage="bot [KIND]")
    seat = _free_seat(table, free, None)
    name = table.bot_name(kind)
    if table.playing:
        late_join.let_bot(call.tables, room, seat, name, kind)
        return DONE
    room.add(r.Sat(seat=seat, name=name, bot=kind))
    call.tables.keeper.listed(room)
    _begin_if_ready(call.desk, room)
    return DONE


def _kick(call: Call) -> Reply:
    room, me = seated(call.me)
    _host_only(room, me)
    table = room.table
    seat = play.find_chair(table, call.request.rest.strip(), "kick PLAYER")
    chair = table.chairs[seat]
    if seat == me:
        raise CommandError(
            Code.USAGE, "That is your own seat; to get up: leave", usage="kick PLAYER"
        )
    if table.playing and chair.bot is None and not chair.away:
        text = f"{chair.name} is playing; in a game only bots and absent players can go."
        raise CommandError(Code.ALREADY_STARTED, text)
    player = room.seated.get(seat)
    if player is not None:
        lobby.stand(call.tables, player, room, seat, why="kicked")
    else:
        room.stand(seat, "kicked")
        call.tables.keeper.listed(room)
    return DONE


def _options(call: Call) -> Reply:
    desk = call.desk
    room, viewer = here(call.me)
    table, words = room.table, call.words
    declared = _options_of(desk, table)
    if words:
        _host_only(room, viewer)
        _not_playing(room)
        given = _read(declared, words)
        names = {word.partition("=")[0].lower() for word in words}
        room.add(
            r.Optioned(
                options={
                    name: given[name] if name in names else value
                    for name, value in table.options.items()
                }
            )
        )
        warmup.prepare(desk.tables, room.table)
        return DONE
    rows = [
        OptionRow(
            option=option.name,
            value=table.options[option.name],
            default=option.default,
            allowed=allowed(option),
            about=option.about,
        )
        for option in declared
    ]
    return Reply(Count(count=len(rows)), rows)


# --- beginning ----------------------------------------------------------------------


def _ready(call: Call) -> Reply:
    room, seat = seated(call.me)
    _not_playing(room)
    word = call.request.rest.strip().lower()
    if word not in {"", "on", "off"}:
        raise CommandError(Code.USAGE, "Say: ready - or: ready off", usage="ready [off]")
    _set_ready(call.desk, room, seat, ready=word != "off")
    return DONE


def _rematch(call: Call) -> Reply:
    room, seat = seated(call.me)
    if room.table.match is None:
        raise CommandError(Code.NOT_STARTED, "No game has been played here yet; to begin: start")
    _not_playing(room)
    _set_ready(call.desk, room, seat, ready=True)
    return DONE


def _set_ready(desk: Desk, room: Room, seat: Seat, *, ready: bool) -> None:
    if room.table.chairs[seat].ready != ready:
        room.add(r.Readied(seat=seat, ready=ready))
    _begin_if_ready(desk, room)


def _begin_if_ready(desk: Desk, room: Room) -> None:
    """All who sit here are ready and they are enough: the game begins by itself."""
    chairs = room.table.chairs.values()
    enough = len(room.table.chairs) in room.table.game.seats
    if enough and all(chair.ready for chair in chairs):
        try:
            begin(desk, room)
        except (CommandError, Refused) as no:
            # Not a refusal of what was asked: that has happened, and all must know.
            what = f"The game cannot begin. {no.text}"
            number = room.table.number
            room.shout(Line(Notice(kind="cannot_begin", table=number, what=what)))


def _start(call: Call) -> Reply:
    room, seat = seated(call.me)
    _host_only(room, seat)
    _not_playing(room)
    begin(call.desk, room)
    return DONE


def begin(desk: Desk, room: Room) -> None:
    """Start a game with those who sit there.

    Raises CommandError or Refused; nothing changes then.
    """
    desk.drain.check()
    table = room.table
    game, chairs = table.game, table.chairs
    if len(chairs) not in game.seats:
        low, high = game.seats.start, game.seats.stop - 1
        who = "you sit here alone" if len(chairs) == 1 else f"{len(chairs)} sit here"
        text = f"{game.title} needs {how_many(low, high)} and {who}. To fill seats: bot"
        raise CommandError(Code.NOT_STARTED, text)
    names = {seat: chair.name for seat, chair in chairs.items()}
    try:
        seat_values(table.game.options, table.options, names)
    except OptionFault as fault:
        raise CommandError(
            Code.BAD_OPTION, f"{fault.text} To change it: options NAME=VALUE"
        ) from None
    lexicon = table.lexicon
    started = r.Started(
        record=f"g{desk.tables.last_record + 1}",
        table=table.number,
        game=game.id,
        version=game.version,
        code=game.code,
        options=dict(table.options),
        names=names,
        bots=_bots(chairs),
        away=[seat for seat, chair in chairs.items() if chair.away],
        host=table.host,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
        seat_options=seat_options(game.options, table.options),
        seed=desk.people.entropy(SEED_BYTES).hex(),
        wall_s=int(desk.out.wall),
    )
    about = {"table": table.number, "game": game.id, "record": started.record}
    try:
        room.add(started)
        desk.tables.last_record += 1
        desk.out.report(Report("info", "a game begins", fields=about))
    except GameFault as fault:
        desk.out.report(Report("error", f"a game could not start: {fault}", fault, about))
        text = f"{game.title} could not start: its program failed. It is not your fault."
        raise CommandError(Code.GAME_FAULT, text) from None


def _bots(chairs: Mapping[Seat, Chair]) -> dict[Seat, str]:
    return {seat: chair.bot for seat, chair in chairs.items() if chair.bot is not None}


COMMANDS: Final = (
    Command(
        "tables",
        "tables [PAGE]",
        "the tables and who sits there",
        "anywhere",
        "around",
        list_tables,
        long=True,
        answers=LIST,
        item=TableRow,
    ),
    Command(
        "new",
        "new GAME [OPTION=VALUE ...]",
        "open a table and sit down",
        "lobby",
        "table",
        _new,
        answers=(Joined,),
    ),
    Command(
        "join",
        "join TABLE [SEAT]",
        "sit down at a table",
        "lobby",
        "table",
        _join,
        answers=(Joined,),
    ),
    Command(
        "watch",
        "watch TABLE",
        "watch a table without playing",
        "lobby",
        "table",
        _watch,
        answers=(Joined,),
    ),
    Command(
        "leave",
        "leave [TABLE]",
        "leave the table, or stop watching",
        "table",
        "table",
        _leave,
        fateful=True,
        answers=(Done, TextRow),
    ),
    Command("bot", "bot [KIND]", "let a bot take a free seat", "seat", "table", _bot),
    Command("kick", "kick PLAYER", "free a seat (host of the table)", "seat", "table", _kick),
    Command(
        "options",
        "options [OPTION=VALUE ...]",
        "show or change the options",
        "table",
        "table",
        _options,
        answers=(Done, Count),
        item=OptionRow,
    ),
    Command(
        "ready", "ready [off]", "ready: all ready and the game begins", "seat", "table", _ready
    ),
    Command(
        "start",
        "start",
        "begin the game (host of the table)",
        "seat",
        "table",
        _start,
        fateful=True,
    ),
    Command("rematch", "rematch", "play again, same table", "seat", "consent", _rematch),
)
