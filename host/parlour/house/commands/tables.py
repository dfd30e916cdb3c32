"""Commands about tables: find one, open one, join, watch, leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from parlour.api import AnyGame, OptionValue, Seat
from parlour.engine import record as r
from parlour.engine.options import PLAYERS, PRIVATE, hashes, named_lists
from parlour.engine.table import Table, free_seats
from parlour.house.commands.about import find_game
from parlour.house.commands.beginning import begin_if_ready, check_players, declared, read
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
    table_number,
    whole_number,
)
from parlour.house.commands.invitations import new_word, way_in
from parlour.house.lifecycle import adjournment, late_join, lobby, silent
from parlour.house.people import bans, quotas
from parlour.house.refusals import CommandError
from parlour.house.sessions import Player
from parlour.house.tables.rooms import Room, seat_of, watched_by
from parlour.house.tables.summary import summary
from parlour.wire.codes import Code
from parlour.wire.messages import (
    Count,
    Done,
    Joined,
    TableRow,
    TextRow,
    how_many,
    join_names,
)

TABLES_PAGE: Final = 20
"""Tables on a page of `tables`: what a screen shows."""
MINE: Final = "mine"
"""What a player adds to see only the tables where they have a seat."""
SURE: Final = "yes"
"""What a person adds to leave a game that is on."""
TABLES_SEARCHED: Final = 200
"""Tables, the newest first, among which `play` looks for one: nobody pays for all the others."""


# --- the list -----------------------------------------------------------------------


def list_tables(call: Call) -> Reply:
    """All tables that the asker may know of, page by page. The operator may know of all."""
    desk, player = call.desk, call.player
    if player is not None and call.words[:1] == [MINE]:
        return _own_tables(call, player)
    known = desk.tables.rooms if call.session.operator else _known(desk, player)
    rooms = [room for _, room in sorted(known.items())]
    example = f"new {next(iter(desk.tables.games))}" if desk.tables.games else "new GAME"
    pages = Pages(len(rooms), TABLES_PAGE, f"No table is open. To open one: {example}")
    return pages.reply(call, lambda first, end: [_row(desk, room) for room in rooms[first:end]])


def _known(desk: Desk, player: Player | None) -> Mapping[int, Room]:
    """The public tables, and those where *player* sits or watches."""
    if player is None:
        return desk.tables.public
    sits = seat_of(player)
    own = [*watched_by(player)] if sits is None else [*watched_by(player), sits[0]]
    return desk.tables.public | {room.table.number: room for room in own}


def _own_tables(call: Call, player: Player) -> Reply:
    """Where *player* sits, and the adjourned tables that keep them a seat."""
    sits = seat_of(player)
    rooms = dict(adjournment.of(call.tables, player))
    if sits is not None:
        rooms[sits[0].table.number] = sits[0]
    rows = [_row(call.desk, room) for _, room in sorted(rooms.items())]
    return Reply(Count(count=len(rows), none="You have no seat at any table."), rows)


def _row(desk: Desk, room: Room) -> TableRow:
    table = room.table
    if table.absent:
        return summary(room).row({}, joinable=False)
    usual = {option.name: option.default for option in declared(desk, table.game)}
    changed = {name: v for name, v in table.options.items() if v != usual.get(name)}
    return summary(room).row(changed, joinable=late_join.wanted(table))


# --- sitting down, watching, leaving ------------------------------------------------


def _new(call: Call) -> Reply:
    words = call.words
    game = find_game(call, words[0] if words else "", call.usage)
    table = _open(call, game, words[1:])
    low, high = game.seats.start, game.seats.stop - 1
    what = [
        f"Table {table.number}: {game.title}, {how_many(low, high)}. You sit at seat 1.",
        "Options: options - Fill seats: bot - Begin: start",
    ]
    if table.word:
        what.append(f"Private. Ask somebody in: invite NAME - Or tell them: {way_in(table)}")
    return Reply(Joined(table=table.number, seat=1, what=tuple(what)))


def _open(call: Call, game: AnyGame, given: list[str]) -> Table:
    """Open a table where the player sits down. Raises CommandError."""
    desk, player = call.desk, call.me
    desk.drain.check()
    options = read(declared(desk, game), given)
    check_players(game, options)
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
        word=new_word(desk.people.entropy) if options[PRIVATE] else "",
    )
    room = lobby.open_room(desk.tables, opened)
    quotas.opened(desk.tables.opened, opened.table, player, call.session)
    _sit(desk, player, room, Seat(1))
    return room.table


def _seek(call: Call) -> Reply:
    """Open a table whose game starts by itself when enough have come, or join such a table."""
    words = call.words
    game = find_game(call, words[0] if words else "", call.usage)
    given = words[1:]
    if not any(word.lower().startswith(f"{PLAYERS}=") for word in given):
        given.append(f"{PLAYERS}={game.seats.start}")
    options = read(declared(call.desk, game), given)
    if not options[PLAYERS]:
        text = f"Say with how many players it starts: seek {game.id} {PLAYERS}={game.seats.start}"
        raise CommandError(Code.BAD_OPTION, text, usage=call.usage)
    room = None if options[PRIVATE] else _waiting_table(call.desk, game, options)
    if room is not None and call.me.room is not room:
        return _join_waiting(call, room)
    table = _open(call, game, given)
    what = f"Table {table.number}: {game.title}. {_next_step(table, Seat(1))}"
    others = f"Others come with: {way_in(table)} - To stop seeking: leave"
    return Reply(Joined(table=table.number, seat=1, what=(what, others)))


def _play(call: Call) -> Reply:
    """Sit down at a table of that game that waits for players, or open one."""
    words = call.words
    game = find_game(call, words[0] if words else "", call.usage)
    if len(words) > 1:
        text = f"{call.usage} takes only a game. To choose options: new {game.id} OPTION=VALUE"
        raise CommandError(Code.USAGE, text, usage=call.usage)
    sits = seat_of(call.me)
    if sits is not None and sits[0].table.game.id == game.id and not sits[0].table.playing:
        table, seat = sits[0].table, sits[1]
        text = f"You are at table {table.number}, {game.title}, seat {seat}."
        return Reply(Joined(table=table.number, seat=seat, what=(text, _next_step(table, seat))))
    room = _waiting_table(call.desk, game)
    if room is None:
        table, seat = _open(call, game, []), Seat(1)
        number = table.number
        text = f"No table of {game.title} was waiting for players, so you opened table {number}."
        friends = f"Friends can join with: join {number}"
        what = (text, _next_step(table, seat), friends)
        return Reply(Joined(table=number, seat=seat, what=what))
    return _join_waiting(call, room)


def _join_waiting(call: Call, room: Room) -> Reply:
    """Sit down where somebody waits for players."""
    _be_free(call.desk, call.me)
    table = room.table
    others = [chair.name for chair in table.chairs.values()]
    seat = free_seats(table)[0]
    text = f"You joined table {table.number}: {table.game.title}, with {join_names(others)}."
    _sit(call.desk, call.me, room, seat)
    what = (text,) if room.table.playing else (text, _next_step(room.table, seat))
    return Reply(Joined(table=table.number, seat=seat, what=what))


def _waiting_table(
    desk: Desk, game: AnyGame, options: Mapping[str, OptionValue] | None = None
) -> Room | None:
    """The newest table of *game* where somebody waits for players; None if there is none.

    With *options*, only a table that has the same.
    """
    for room in islice(reversed(desk.tables.public.values()), TABLES_SEARCHED):
        table = room.table
        here = any(chair.bot is None and not chair.away for chair in table.chairs.values())
        if table.state != "open" or table.game.id != game.id or not here:
            continue
        if options in (None, table.options) and free_seats(table):
            return room
    return None


def _next_step(table: Table, seat: Seat) -> str:
    """What the player at *seat* can type before the game."""
    if table.sought:
        more = "1 more player has" if table.sought == 1 else f"{table.sought} more players have"
        return f"It starts by itself when {more} come."
    missing = table.game.seats.start - len(table.chairs)
    if missing > 0:
        more = "1 more player" if missing == 1 else f"{missing} more players"
        return f"You need {more}. To add a bot: bot - When all are there: start"
    if table.acting_host == seat:
        return "To start: start - To add a bot first: bot - Options: options"
    return "When you are ready: ready - Options: options"


def _be_free(desk: Desk, player: Player) -> None:
    """Get up from a table where no game is on. Raises CommandError if one is."""
    sits = seat_of(player)
    if sits is None:
        return
    room, seat = sits
    table = room.table
    if table.state == "adjourned":
        adjournment.get_up(desk.tables, player, room, seat)
        return
    if table.playing:
        text = f"You are playing at table {table.number}. To give up your seat: leave"
        raise CommandError(Code.ALREADY_STARTED, text)
    lobby.stand(desk.tables, player, room, seat)


def _sit(desk: Desk, player: Player, room: Room, seat: Seat) -> None:
    lobby.sit(desk.tables, player, room, r.Sat(seat=seat, name=player.name, bot=None))
    begin_if_ready(desk, room)


def _join(call: Call) -> Reply:
    desk, player, words = call.desk, call.me, call.words
    if not 1 <= len(words) <= 3:
        raise CommandError(Code.USAGE, "Which table? To see them: tables", usage=call.usage)
    if words[0].lower() in desk.tables.games:
        text = f"Tables have numbers. To sit down at a table of that game: play {words[0].lower()}"
        raise CommandError(Code.USAGE, text, usage=call.usage)
    waits = adjournment.of(desk.tables, player).get(table_number(words[0]))
    if waits is not None and player.room is not waits:
        return _come_back(call, waits)
    room = find_room(desk.tables, player, words)
    table = room.table
    if len(words) > 2:
        raise CommandError(Code.USAGE, f"Too many words: {call.usage}", usage=call.usage)
    if player.room is room:
        text = f"You already sit at table {table.number}, seat {player.seat}."
        raise CommandError(Code.USAGE, text)
    if table.playing and len(words) == 2 and (seat := _dropped(table, words[1])) is not None:
        return _ask_for_seat(call, room, seat)
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


def _come_back(call: Call, room: Room) -> Reply:
    """Take the player's seat at their adjourned table again."""
    desk, player, number = call.desk, call.me, room.table.number
    _be_free(desk, player)
    adjournment.come_back(desk.tables, player, room)
    seat = adjournment.seat_at(desk.tables, player, room)
    return Reply(Joined(table=number, seat=seat, what=()))  # an event says it


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
        raise CommandError(Code.USAGE, "You sit at a table. To get up first: leave")
    if table.frozen:
        raise CommandError(Code.UNAVAILABLE, f"The game at table {table.number} has stopped.")
    late_join.check_held_none(room, player, seat)
    if any(proposal.target == seat for proposal in table.proposals.values()):
        raise CommandError(Code.UNAVAILABLE, f"There is already a proposal about {name}.")
    if not all(room.may_talk(other) for other, chair in table.chairs.items() if not chair.bot):
        text = f"Not now: {table.game.title} allows no talk at this moment. Ask again later."
        raise CommandError(Code.UNAVAILABLE, text)
    bans.check_talk(call.people.bans, player, call.session)
    quotas.check_talk(call.out, call.session, player, name, None)
    number = table.proposed + 1
    seconds = call.out.limits.proposal_s
    room.add(
        r.Proposed(
            at=room.at,
            seat=seat,
            what="replace",
            target=seat,
            seconds=seconds,
            person=player.name,
        )
    )
    silent.await_answers(call.tables, room, number)
    what = (
        f"You asked the players at table {table.number} for the seat of {name}.",
        f"If they agree within {seconds} s you play on there.",
    )
    return Reply(TextRow(what=what))


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
        text = f"{word[:20]} isn't a seat. Free seats: {', '.join(map(str, free))}"
        raise CommandError(Code.USAGE, text, usage="join TABLE [WORD|SEAT|PLAYER]")
    if number not in free:
        why = "taken" if number in table.chairs else "not free"
        text = f"Seat {number} is {why}. Free seats: {', '.join(map(str, free))}"
        raise CommandError(Code.TABLE_FULL, text)
    return Seat(number)


def _watch(call: Call) -> Reply:
    desk, player, words = call.desk, call.me, call.words
    if not 1 <= len(words) <= 2:
        raise CommandError(Code.USAGE, "Which table? To see them: tables", usage=call.usage)
    room = find_room(desk.tables, player, words)
    number = room.table.number
    if len(words) > 1:
        raise CommandError(Code.USAGE, f"Too many words: {call.usage}", usage=call.usage)
    if player.room is room:
        raise CommandError(Code.USAGE, "You sit at that table. To see it: /look")
    if room.table.options.get("watch") is False:
        raise CommandError(Code.UNAVAILABLE, f"Table {number} doesn't allow watchers (watch=off).")
    if len(player.watching) >= desk.out.limits.watching and number not in player.watching:
        raise CommandError(
            Code.TOO_MANY, f"You already watch {len(player.watching)} tables, which is the most."
        )
    if len(room.watchers) >= desk.out.limits.watchers and number not in player.watching:
        raise CommandError(
            Code.TOO_MANY,
            f"Table {number} already has {len(room.watchers)} watchers, which is the most.",
        )
    if number not in player.watching:
        lobby.watch(player, room)
    what = (f"You watch table {number}: {room.table.game.title}. To see it: look {number}",)
    return Reply(Joined(table=number, seat=None, what=what))


def _leave(call: Call) -> Reply:
    player, words = call.me, call.words
    sure = bool(words) and words[-1].lower() == SURE
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
    at_table(player, words[0] if words else None)
    sits = seat_of(player)
    if sits is None:
        return _stop_watching(call, watched_by(player)[0])
    room, seat = sits
    session = call.session
    if room.table.state == "adjourned":
        if sure:
            return _give_up(call, room, sure=True)
        adjournment.get_up(call.tables, player, room, seat)
        number = room.table.number
        return Reply(TextRow(what=(f"Your seat is kept. To come back: join {number}",)))
    asked = session.leaving == room.table.number
    if room.table.playing and not (sure or asked or session.program):
        session.leaving = room.table.number
        slash = "/" if call.request.slash else ""
        what = (
            "A game is on, and if you leave now you give up your seat for good.",
            f"To leave: {slash}leave {SURE} (or {slash}leave again)"
            f" - To keep your seat and come back: {slash}quit",
        )
        return Reply(TextRow(what=what))
    lobby.stand(call.tables, player, *sits)
    return DONE


def _give_up(call: Call, room: Room, *, sure: bool) -> Reply:
    """Give up a seat at an adjourned table for good."""
    number = room.table.number
    if not sure:
        text = f"Table {number} keeps your seat. To give it up for good: leave {number} {SURE}"
        return Reply(TextRow(what=(text,)))
    adjournment.give_up(call.tables, call.me, room)
    return Reply(TextRow(what=(f"You gave up your seat at table {number}.",)))


def _stop_watching(call: Call, room: Room) -> Reply:
    lobby.unwatch(call.me, room)
    return Reply(TextRow(what=(f"You no longer watch table {room.table.number}.",)))


COMMANDS: Final = (
    Command(
        "tables",
        "tables [PAGE|mine]",
        "the tables, and who is there",
        "anywhere",
        "around",
        list_tables,
        long=True,
        answers=LIST,
        item=TableRow,
        also=("list", "ls", "lobby"),
    ),
    Command(
        "play",
        "play GAME",
        "join a table that waits for players, or open one",
        "lobby",
        "table",
        _play,
        yields=True,
        answers=(Joined,),
        in_play=False,
    ),
    Command(
        "new",
        "new GAME [OPTION=VALUE ...]",
        "open a table and sit down",
        "lobby",
        "table",
        _new,
        answers=(Joined,),
        also=("open", "create"),
        in_play=False,
    ),
    Command(
        "seek",
        "seek GAME [players=N] [OPTION=VALUE ...]",
        "find players for a game that starts by itself",
        "lobby",
        "table",
        _seek,
        answers=(Joined,),
        in_play=False,
    ),
    Command(
        "join",
        "join TABLE [WORD|SEAT|PLAYER]",
        "sit down, or ask for a disconnected player's seat",
        "lobby",
        "table",
        _join,
        answers=(Joined, TextRow),
        also=("sit",),
        in_play=False,
    ),
    Command(
        "watch",
        "watch TABLE [WORD]",
        "watch a table without playing",
        "lobby",
        "table",
        _watch,
        answers=(Joined,),
        also=("spectate", "observe"),
    ),
    Command(
        "leave",
        "leave [TABLE] [yes]",
        "leave the table, or stop watching",
        "table",
        "table",
        _leave,
        fateful=True,
        answers=(Done, TextRow),
        also=("stand",),
    ),
)
