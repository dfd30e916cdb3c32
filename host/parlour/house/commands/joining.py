"""Commands at a table that is there: join, watch, leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.api import Seat
from parlour.engine import record as r
from parlour.engine.table import Table, free_seats
from parlour.house.commands.beginning import begin_if_ready
from parlour.house.commands.call import (
    DONE,
    Call,
    Command,
    Desk,
    Reply,
    at_table,
    find_room,
    table_number,
    whole_number,
)
from parlour.house.lifecycle import adjournment, late_join, lobby, silent
from parlour.house.people import bans, quotas
from parlour.house.refusals import CommandError
from parlour.house.sessions import Player
from parlour.house.tables.rooms import Room, seat_of, watched_by
from parlour.wire.codes import Code
from parlour.wire.messages import (
    Done,
    Joined,
    TextRow,
    join_names,
)

SURE: Final = "yes"
"""What a person adds to leave a game that is on."""


def be_free(desk: Desk, player: Player) -> None:
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


def sit(desk: Desk, player: Player, room: Room, seat: Seat) -> None:
    """Seat *player*. If that makes a table complete that starts by itself, its game begins."""
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
    be_free(desk, player)
    others = [chair.name for chair in table.chairs.values()]
    if table.playing:
        late_join.sit_down(desk.tables, player, room, seat)
        what = f"With you: {join_names(others)}. The game is being played; to see it: /look"
    elif others:
        sit(desk, player, room, seat)
        what = f"With you: {join_names(others)}. Options: options - When you are ready: ready"
    else:
        sit(desk, player, room, seat)
        what = "Options: options - Fill seats: bot - Begin: start"
    where = f"Table {table.number}: {table.game.title}. You sit at seat {seat}."
    return Reply(Joined(table=table.number, seat=seat, what=(where, what)))


def _come_back(call: Call, room: Room) -> Reply:
    """Take the player's seat at their adjourned table again."""
    desk, player, number = call.desk, call.me, room.table.number
    be_free(desk, player)
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
    bans.check_talk(call.people.bans, player, call.session, call.out.wall)
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
