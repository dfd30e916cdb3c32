"""Commands to talk: say, tell, ignore; and talk in the channels of a game."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from parlour.accounts import quotas
from parlour.api import SPECTATOR, Seat
from parlour.commands.call import DONE, Call, Command, Reply, says
from parlour.commands.naming import ask_game, at_table, check_outside, find_player, no_talk, seated
from parlour.core.limits import TALK_KEPT
from parlour.core.refusals import CommandError
from parlour.core.sessions import Place, Player
from parlour.engine import record as r
from parlour.engine.options import RATED, TALK
from parlour.hookvalues import Talk
from parlour.language import _
from parlour.tables import adjournment, silent
from parlour.tables.happened import Talking
from parlour.tables.rooms import Room, silencer
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Done, SaidEvent, TextRow, Told
from parlour.wire.names import name_key
from parlour.wire.text import clean

TALK_MOST: Final = 1_000
"""The most characters that a plugin may make of what is said."""
_UNHEARD: Final = _("The game's program failed. Nobody heard you.")


def _say(call: Call) -> Reply:
    player = call.me
    what = clean(call.request.rest).strip()
    if not what:
        raise CommandError(Code.USAGE, _("Say what? <<Type: say TEXT>>"))
    session, out = call.session, call.out
    call.tables.happened.tell(Talking(player, session))
    if call.sits is not None:
        check_open(call.sits, "say")
    room, viewer = call.sits or at_table(player)
    _check_talks(room)
    to: Final = "watchers" if viewer is SPECTATOR else "table"
    quotas.check_talk(out, session, player, what, room.talk, to)
    what = _passed(call, to, what, room)
    table = room.table
    if table.playing and len(room.record) - room.started < TALK_KEPT:
        room.add(r.Said(at=room.at, name=player.name, to=to, what=what))
    else:
        said = SaidEvent(table=table.number, name=player.name, to=to, what=what)
        room.shout(EncodedEvent(said), players=to == "table")
    if call.sits is not None:
        silent.is_here(*call.sits)
    if to == "watchers" and not session.unheard:
        session.unheard = True
        return says(_("Only watchers hear you. The players do not."))
    return DONE


def _tell(call: Call) -> Reply:
    player = call.me
    name, _rest, rest = call.request.rest.strip().partition(" ")
    what = clean(rest).strip()
    if not what:
        raise CommandError(Code.USAGE, _("Tell who what? <<Type: tell PLAYER TEXT>>"))
    other = listener(call, name)
    if other is player:
        text = _("That is your own name. <<To talk to another player: tell PLAYER TEXT>>")
        raise CommandError(Code.USAGE, text)
    for room in _played_by(call, player, other):
        _check_private(room)
    quotas.check_talk(call.out, call.session, player, what, None)
    what = _passed(call, "player", what, None)
    line = EncodedEvent(Told(name=player.name, to=other.name, what=what))
    call.out.tell(player, line)
    if player.name not in other.ignored:
        call.out.tell(other, line)
    return DONE


def listener(call: Call, name: str) -> Player:
    """Return the player called *name*, if the asker may say something to them now.

    Raises CommandError.
    """
    call.tables.happened.tell(Talking(call.me, call.session))
    if call.sits is not None:
        check_open(call.sits, "tell")
    chairs = call.sits[0].table.chairs.values() if call.sits is not None else ()
    if any(chair.bot and chair.name.lower() == name.lower() for chair in chairs):
        raise CommandError(Code.USAGE, _("{name} is a bot. It can't hear you.", name=name))
    other = find_player(call.people, name)
    quiet = silencer(other)
    if quiet is not None:
        number, title = quiet.table.number, quiet.table.game.title
        game = title if call.tables.known(number, call.me) else _("a game")
        text = _(
            "Not now: {name} is playing {game}, which allows no talk at the moment.",
            name=other.name,
            game=game,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    if other.session is None:
        text = _("{name} is disconnected and can't hear you now.", name=other.name)
        raise CommandError(Code.UNAVAILABLE, text)
    return other


def check_open(sits: tuple[Room, Seat], verb: Literal["say", "tell"]) -> None:
    """Raise CommandError if the game in which a player *sits* allows no talk, or no messages."""
    room, seat = sits
    talks = ask_game(room, _UNHEARD, room.may_talk, seat)
    if not (talks if verb == "say" else ask_game(room, _UNHEARD, room.may_tell, seat)):
        raise no_talk(room.table, _("private messages") if talks else _("talk"))


def _played_by(call: Call, player: Player, other: Player) -> list[Place]:
    """Return the tables where both sit, or have got up from a game over days."""
    kept = adjournment.of(call.tables, player).values()
    rooms: list[Place] = [room for room in kept if room.table.over_days]
    if player.room is not None:
        rooms.append(player.room)
    names = {player.name, other.name}
    return [room for room in rooms if names <= {who.name for who in room.table.chairs.values()}]


def _check_talks(room: Place) -> None:
    """Raise CommandError if nobody talks at *room* (talk=off)."""
    if room.table.options.get(TALK) is False:
        text = _("Nobody talks at table {number} (talk=off).", number=room.table.number)
        raise CommandError(Code.UNAVAILABLE, text, retry=False)


def _check_private(room: Place) -> None:
    """Raise CommandError if two who sit at *room* may not talk in private now.

    In a rated game nobody does, partners neither: what they agree on may be a code, and their
    opponents could not hear it. What its rules let partners say has a channel of the game.
    """
    _check_talks(room)
    table = room.table
    if table.playing and not table.word and table.options.get(RATED) is not False:
        text = _("No private talk in a rated game. <<To talk to all at the table: /say TEXT>>")
        raise CommandError(Code.UNAVAILABLE, text)


def _passed(call: Call, to: str, what: str, room: Room | None) -> str:
    """Return what the others hear of *what*, as the gate decides. Raises CommandError."""
    number, game = (None, None) if room is None else (room.table.number, room.table.game.id)
    said = call.context.gate.talk(Talk(call.me.name, to, what, number, game))
    said = said if said is what else clean(said).strip()[:TALK_MOST]
    if not said:
        raise CommandError(Code.UNAVAILABLE, _("This host does not pass that on."))
    return said


# --- channels of a game ----------------------------------------------------------------


def in_channel(call: Call) -> Reply:
    """Say something to those who hear the player in a channel of their game.

    Raises CommandError. Nobody else may learn of it, so no limit is shared with them.
    """
    verb, player = call.request.verb, call.me
    room, seat = seated(player)
    what = clean(call.request.rest).strip()
    if not what:
        text = _("Say what? <<Type: {verb} TEXT>>", verb=verb)
        raise CommandError(Code.USAGE, text)
    call.tables.happened.tell(Talking(player, call.session))
    if not room.table.playing:
        text = _("No game is in progress. <<To talk: say {what}>>", what=what)
        raise CommandError(Code.NOT_STARTED, text)
    hearers = sorted(ask_game(room, _UNHEARD, room.channel, seat, verb))
    if not hearers:
        text = _("You can't use {verb} now. <<To talk to all: say TEXT>>", verb=verb)
        raise CommandError(Code.UNAVAILABLE, text)
    to = f"{verb} {hearers}"
    quotas.check_talk(call.out, call.session, player, what, room.talk, to)
    what = _passed(call, verb, what, room)
    if len(room.record) - room.started < TALK_KEPT:
        room.add(r.Said(at=room.at, name=player.name, to=verb, what=what, seats=hearers))
    else:
        said = SaidEvent(table=room.table.number, name=player.name, to=verb, what=what)
        room.shout(EncodedEvent(said), to=hearers)
    return DONE


def _ignore(call: Call) -> Reply:
    player, words = call.me, call.words
    if not words:
        names = ", ".join(sorted(player.ignored)) or _("nobody")
        return says(_("You ignore {names}.", names=names))
    chairs = call.sits[0].table.chairs.values() if call.sits is not None else ()
    if name_key(words[0]) not in [name_key(chair.name) for chair in chairs]:
        check_outside(player)  # whether there is somebody of that name could be a signal
    other = find_player(call.people, words[0])
    if other is player:
        raise CommandError(Code.USAGE, _("You can't ignore yourself."))
    if other.name in player.ignored:
        player.ignored -= {other.name}
        told = _("You hear {name} again.", name=other.name)
    else:
        number = len(player.ignored)
        if number >= call.out.limits.ignored:
            text = _("You already ignore {number} players, which is the most.", number=number)
            raise CommandError(Code.TOO_MANY, text)
        player.ignored |= {other.name}
        told = _(
            "You no longer hear {name}. <<To hear them again: ignore {name}>>", name=other.name
        )
    call.out.write_down(player.saved())
    return says(told)


_talk = partial(Command, where="lobby", topic="talk")
COMMANDS: Final = (
    Command(
        "say TEXT",
        _("talk at the table"),
        _say,
        where="table",
        topic="talk",
        answers=(Done, TextRow),
        also=("chat", "talk", "shout"),
    ),
    _talk("tell PLAYER TEXT", _("talk to one player"), _tell, also=("whisper", "msg", "pm")),
    _talk("ignore [PLAYER]", _("mute a player; repeat to unmute"), _ignore, answers=(TextRow,)),
)
