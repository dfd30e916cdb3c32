"""Questions of a game: verbs that are no moves, answered from what the asker may see."""

from __future__ import annotations

from parlour.api import SPECTATOR, Verb, Viewer
from parlour.engine.calls import GameFault
from parlour.house.commands.call import Call, Reply, check_not_held
from parlour.house.refusals import CommandError
from parlour.house.sessions import Player
from parlour.house.tables.announce import heard_name
from parlour.house.tables.rooms import Room, seat_of, watched_by
from parlour.wire.codes import Code
from parlour.wire.encoding import encode
from parlour.wire.messages import Answered


def rooms_of(player: Player) -> list[tuple[Room, Viewer]]:
    """The tables where *player* can ask, and as whom: his own first, then those he watches."""
    rooms: list[tuple[Room, Viewer]] = [(room, SPECTATOR) for room in watched_by(player)]
    sits = seat_of(player)
    return rooms if sits is None else [sits, *rooms]


def words_here(player: Player | None) -> list[Verb]:
    """The words of games that *player* can type now: moves where he sits, questions also where
    he watches.
    """
    found: dict[str, Verb] = {}
    for room, viewer in rooms_of(player) if player is not None else ():
        game = room.table.game
        verbs = game.questions if viewer is SPECTATOR else (*game.verbs, *game.questions)
        for verb in verbs:
            found.setdefault(verb.name, verb)
    return list(found.values())


def is_question(player: Player | None, verb: str) -> bool:
    """Is *verb* a question of a game at a table of *player*?"""
    return player is not None and bool(_asked(player, verb))


def answer(call: Call) -> Reply:
    """What the game answers to `is_question`. Raises CommandError, or the game's Refused."""
    verb = call.request.verb
    room, viewer = _where(_asked(call.me, verb))
    check_not_held(room)
    game, via = room.table.game, room.table.via
    if room.table.match is None:
        raise CommandError(
            Code.NOT_STARTED, "The game has not begun: there is nothing to ask yet."
        )
    eyes = viewer if viewer is SPECTATOR else room.eyes(viewer)
    reader = room.reader(eyes, call.session.width)
    try:
        view = room.view(eyes)
        heard = via.refusable(game.text_ui.answer, verb, call.request.rest, view, reader)
        lines = via.guarded(game.text_ui.say, heard, reader)
        data = via.guarded(encode, heard)
        name = via.guarded(heard_name, game, heard)
    except GameFault as fault:
        room.freeze(fault)
        raise CommandError(
            Code.GAME_FAULT, "The game's program failed; it cannot answer."
        ) from None
    return Reply(
        Answered(
            table=room.table.number,
            name=name,
            data=data,
            say=lambda width: lines,
        )
    )


def _asked(player: Player, verb: str) -> list[tuple[Room, Viewer]]:
    """The tables whose game knows the question *verb*: where he sits, or else where he watches."""
    rooms = [
        (room, viewer)
        for room, viewer in rooms_of(player)
        if any(question.name == verb for question in room.table.game.questions)
    ]
    return rooms[:1] if rooms and rooms[0][1] is not SPECTATOR else rooms


def _where(rooms: list[tuple[Room, Viewer]]) -> tuple[Room, Viewer]:
    """The one table that is meant. Raises CommandError."""
    if len(rooms) > 1:
        numbers = " and ".join(str(room.table.number) for room, _ in rooms)
        raise CommandError(
            Code.AMBIGUOUS, f"You watch tables {numbers}; leave all but one, then ask."
        )
    return rooms[0]
