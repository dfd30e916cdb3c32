"""Questions to a game: verbs that are no moves. The answer uses only what the asker may see."""

from __future__ import annotations

from parlour.api import SPECTATOR, Verb, Viewer
from parlour.commands.call import Reply
from parlour.commands.naming import check_not_held, game_failed
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.engine.calls import GameFault
from parlour.language import _
from parlour.tables.announce import heard_name
from parlour.tables.rooms import Room, reaches, seat_of, watched_by
from parlour.wire.codes import Code
from parlour.wire.encoding import encode
from parlour.wire.messages import GameAnswer, join_names


def rooms_of(player: Player) -> list[tuple[Room, Viewer]]:
    """Return the tables where *player* can ask, their own first, and how they see them."""
    watched = watched_by(player) if player.watching and reaches(player) else []
    rooms: list[tuple[Room, Viewer]] = [(room, SPECTATOR) for room in watched]
    sits = seat_of(player)
    return rooms if sits is None else [sits, *rooms]


def words_here(player: Player | None) -> list[Verb]:
    """Return the words of games that *player* can type now.

    Moves count where they sit, questions also where they watch.
    """
    found: dict[str, Verb] = {}
    for room, viewer in rooms_of(player) if player is not None else ():
        game = room.table.game
        own = () if viewer is SPECTATOR else (*game.verbs, *game.channels)
        verbs = (*own, *game.questions)
        for verb in verbs:
            found.setdefault(verb.name, verb)
    return list(found.values())


def answer(session: Session, room: Room, viewer: Viewer, verb: str, words: str) -> Reply:
    """Return the game's answer to a question. Raises CommandError, or the game's Refused."""
    check_not_held(room)
    game, via = room.table.game, room.table.via
    if room.seen_by(viewer).match is None:
        raise CommandError(
            Code.NOT_STARTED, _("The game has not begun, so you can't ask about it yet.")
        )
    eyes = viewer if viewer is SPECTATOR else room.eyes(viewer)
    reader = room.reader(eyes, session.form)
    try:
        view = room.view(eyes)
        heard = via.refusable(game.text_ui.answer, verb, words, view, reader)
        lines = via.guarded(game.text_ui.say, heard, reader)
        data = via.guarded(encode, heard)
        name = via.guarded(heard_name, game, heard)
    except GameFault as fault:
        text = _("The game's program failed. It can't answer.")
        raise game_failed(room, fault, text) from None
    return Reply(
        GameAnswer(
            table=room.table.number,
            name=name,
            data=data,
            say=lambda form: lines,
        )
    )


def asked(player: Player | None, verb: str) -> list[tuple[Room, Viewer]]:
    """Return the tables whose game knows the question *verb*.

    It is the one where they sit or, if that game does not know it, those that they watch.
    """
    rooms = [
        (room, viewer)
        for room, viewer in (rooms_of(player) if player is not None else ())
        if any(question.name == verb for question in room.table.game.questions)
    ]
    return rooms[:1] if rooms and rooms[0][1] is not SPECTATOR else rooms


def the_only(rooms: list[tuple[Room, Viewer]]) -> tuple[Room, Viewer]:
    """Return the only one of *rooms*. Raises CommandError if there are more."""
    if len(rooms) > 1:
        numbers = join_names([str(room.table.number) for room, _eyes in rooms])
        raise CommandError(
            Code.AMBIGUOUS,
            _("You watch tables {numbers}. Leave all but one, then ask.", numbers=numbers),
        )
    return rooms[0]
