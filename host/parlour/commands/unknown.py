"""A line that is no command: say what the person probably wants, in the words to type."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from parlour.commands import natural, play, questions
from parlour.commands.call import Call
from parlour.commands.naming import how_it_continues
from parlour.core.refusals import CommandError
from parlour.language import _
from parlour.tables.rooms import watched_by
from parlour.wire.codes import Code
from parlour.wire.messages import join_names, join_or
from parlour.wire.text import slip
from parlour.wire.verbs import typed_line

_CLOCK: Final = _("<<To see how much time is left: look>>")
_CARDS: Final = _("<<To see the position: look>>")
_GIVE_UP: Final = _("<<To give up your seat: leave - To end the game for all: propose abort>>")
_BOT: Final = _("<<To add a bot to your table: bot>>")
_TALK: Final = _("<<To talk to your table: say TEXT>>")
ANYWHERE: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("computer", "robot", "ai"), _BOT),
        **dict.fromkeys(
            ("stop", "unwatch"), _("<<To leave a table: leave - To disconnect: quit>>")
        ),
        "add": _("<<To add a bot: bot - To ask somebody to be your friend: friend PLAYER>>"),
        **dict.fromkeys(("alone", "single", "solo"), _("<<To play alone: play GAME, then bot>>")),
        "find": _("<<To find players for a game: seek GAME>>"),
        "save": _("Everything is saved. <<To disconnect and come back later: quit>>"),
        "seat": _("<<To sit down at a table: join TABLE>>"),
    }
)
"""Words that people type instead of a command, and what to say then."""
AT_A_TABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("time", "clock", "timer"), _CLOCK),
        **dict.fromkeys(("turn", "whose", "position"), _("<<To see whose turn it is: look>>")),
        **dict.fromkeys(("cards", "hand", "rack"), _CARDS),
        **dict.fromkeys(("abort", "resign", "surrender", "forfeit", "concede", "give"), _GIVE_UP),
        **dict.fromkeys(("ok", "okay", "thanks", "thank", "lol", "nice", "wow", "sorry"), _TALK),
        "cancel": _("<<To get up from the table: leave>>"),
        "back": _("<<To get up from the table: leave>>"),
        "seat": _("<<To see who sits where: tables>>"),
        "adjourn": _("<<To continue the game on another day: propose adjourn>>"),
        "pause": _("<<To pause the game: propose pause>>"),
        "unpause": _("<<To continue a paused game: propose resume>>"),
        "restart": _("<<To play again when the game is over: rematch>>"),
    }
)
"""The same for somebody who sits at a table."""
_MARKS: Final = re.compile(r"[^a-z0-9]+")
_SHOWN: Final = 20
"""Characters of the word that are repeated."""
_IN_FULL: Final = 2
"""Moves that the line could be, up to which they are named."""


def unknown(call: Call) -> CommandError:
    """Return the refusal of a word that is no command here, with one that comes close."""
    context, player, verb = call.context, call.player, call.request.verb
    shown = verb[:_SHOWN]
    if family := [row.usage for name, row in call.commands.items() if name.startswith(f"{verb} ")]:
        text: str = _(
            "{verb} isn't a whole command. <<You can type: {family}>>",
            verb=verb,
            family=", ".join(family),
        )
        return CommandError(Code.USAGE, text)
    if verb == "hello":
        text = _("HELLO is for programs, and must be the first line of a connection.")
        return CommandError(Code.UNKNOWN_VERB, text)
    if call.sits is None and verb not in ANYWHERE and (text := _in_a_game(call, verb)):
        return CommandError(Code.NOT_AT_TABLE, text)
    words = [word.name for word in questions.words_here(player)]
    hint = _hint(call, verb)
    known = [*call.commands, *context.tables.games, *words]
    if call.session.natural:
        known += [word for own in _.verbs(call.session.form.lang).values() for word in own]
    close = None if hint else _without_marks(call, verb) or slip(verb, known)
    full = _in_full(call)
    if play.is_idle(player) and _names_a_player(call, verb):
        text = _("It isn't your turn.")
    elif play.is_idle(player):  # more likely a word for the game, too early or too late
        text = _("It isn't your turn, and {shown} isn't a command.", shown=shown)
        if hint:
            text = _("{first} {hint}", first=text, hint=hint)
    elif hint:
        text = _("There is no command {shown}. {hint}", shown=shown, hint=hint)
    elif verb in context.tables.games:
        text = _("{shown} is a game. <<To play it: play {verb}>>", shown=shown, verb=verb)
        close = "play"
    elif close:
        text = _("There is no command {shown}. Did you mean {close}?", shown=shown, close=close)
    elif call.sits is not None and call.sits[0].table.paused:  # most likely a move
        return CommandError(Code.UNAVAILABLE, how_it_continues(call.sits[0]))
    elif 1 <= len(full) <= _IN_FULL:
        text = _(
            "There is no command {shown}. <<If it is your move, type: {usage}>>",
            shown=shown,
            usage=join_or(full),
        )
    elif usages := play.asked_moves(player):
        text = _(
            "There is no command {shown}. <<Now you can: {usages}>>",
            shown=shown,
            usages=join_or(usages),
        )
    else:
        text = _("There is no command {shown}. <<To see what you can type: help>>", shown=shown)
    return CommandError(Code.UNKNOWN_VERB, text, near=close)


def _in_full(call: Call) -> Sequence[str]:
    """The moves that the line would be as free text."""
    sits, prompt = call.sits, play.answerable(call)
    if sits is None or prompt is None:
        return []
    lines = natural.in_full(prompt, sits[0].table.names, call.request.text)
    return [typed_line(line, sits[0].table.game.catalogue) for line in lines]


def _names_a_player(call: Call, word: str) -> bool:
    """Check whether *word* is the name of somebody at the player's table."""
    names = call.sits[0].table.names.values() if call.sits is not None else ()
    return word in map(str.casefold, names)


def _in_a_game(call: Call, verb: str) -> str:
    """What to say of a word of games to somebody who sits at no table; nothing of another word."""
    games = call.tables.games.values()
    watched = [] if call.player is None else [room.table.game for room in watched_by(call.player)]
    if any(verb in game.verb_names for game in watched):
        return _("You are only watching, and {shown} is a move of the game.", shown=verb)
    playing = [game for game in games if verb in game.verb_names]
    titles = join_names([game.title for game in playing])
    if len(playing) == 1:
        return _(
            "{shown} is a move in {title}. <<To play it: play {id}>>",
            shown=verb,
            title=titles,
            id=playing[0].id,
        )
    if playing:
        return _("{shown} is a move in {title}. <<To play: play GAME>>", shown=verb, title=titles)
    asking = (game for game in games if any(each.name == verb for each in game.questions))
    found = next(asking, None)
    if found is None:
        return ""
    return _(
        "{shown} works at a table of {title}. <<To see them: tables>>",
        shown=verb,
        title=found.title,
    )


def _hint(call: Call, verb: str) -> str:
    """What to type instead of a common word that is no command; empty if there is nothing."""
    if not call.session.natural:
        return ""
    if (meant := call.in_english()) is not None:
        verb = meant.verb
    if call.player is not None and call.player.room is not None:
        return AT_A_TABLE.get(verb) or ANYWHERE.get(verb, "")
    return ANYWHERE.get(verb, "")


def _without_marks(call: Call, verb: str) -> str | None:
    """The command or game that `:q`, `quit()` or `tic-tac-toe` means, if there is one."""
    word = _MARKS.sub("", verb)
    command = call.command_named(word)
    meant = word if command is None else command.verb
    return meant if meant in {*call.commands, *call.tables.games} else None
