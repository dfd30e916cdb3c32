"""What a person's line means, written as a program would have to write it.

People type what comes to mind: `?`, `q`, `probe`, or `4` where one number is asked for. Each such
line becomes the request it stands for before anything else looks at it. Programs say exactly what
they mean, so only `meant_by_program` concerns them.

No line is guessed at: if it could mean two things, the refusal names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, assert_never

from msgspec.structs import replace

from parlour.api import (
    Arg,
    ChoiceArg,
    IntArg,
    MoveSpec,
    Prompt,
    Seat,
    SeatArg,
    TextArg,
)
from parlour.commands import play, questions, talk
from parlour.commands.call import Call, Command
from parlour.commands.naming import whole_number
from parlour.commands.offers import Names
from parlour.core.refusals import CommandError
from parlour.language import _
from parlour.tables.rooms import Room
from parlour.wire.codes import Code
from parlour.wire.encoding import join_lines
from parlour.wire.request import Request, parse_hello

FILLED_MAX: Final = 6
"""Choices of an argument that was left out beyond which it must be typed."""
NAMED: Final = 4
"""Readings of a line that a refusal names."""
_SURE: Final = {"yes": "yes", "y": "yes", "no": "no", "n": "no"}
"""Answers to the question whether somebody who typed `leave` means it."""
_MARKS: Final = re.compile(r",|[?!]+$")
"""What people write around the words of a move."""
_DIGIT: Final = re.compile("[0-9]")


def meant(call: Call) -> Request:
    """Return the request that a person's line stands for. Raises CommandError."""
    request, sits = call.request, call.sits
    if request.prompt is not None:
        if sits is None or not play.is_game_verb(sits[0].table.game, request.verb):
            return request
        return _as_move(*sits, play.open_prompt(*sits), request)
    sure = None if call.session.leaving is None else _SURE.get(request.text.lower())
    if sure is not None and sits is not None and not sits[0].table.proposals:
        return _typed("leave", sure)
    if sits is not None:
        room, seat = sits
        prompt = play.open_prompt(room, seat)
        if prompt is not None and prompt.bare is not None and not request.slash:
            return _answer_or_command(call, room, seat, prompt)
        if play.is_game_verb(room.table.game, request.verb):
            return _as_move(room, seat, prompt, request)
    if request.verb in call.commands or questions.is_question(call.player, request.verb):
        return request
    if talk.is_channel(call.player, request.verb):
        return request
    readings = list(_as_command(call))
    if sits is not None and not request.slash:
        readings += _as_answer(call, *sits)
    if len(readings) > 1:
        raise CommandError(Code.AMBIGUOUS, _which(call, readings))
    return readings[0] if readings else request


def meant_by_program(call: Call) -> Request:
    """Return the request that a program's line stands for. Raises CommandError.

    A line with an id is one that the program made, not one that somebody typed for the game. So
    while the game asks for words, it is the command that it begins with. The game gets one word
    alone that it could take, as hosts did before: a client may send what its player types.
    """
    request, sits = call.request, call.sits
    if sits is None or request.slash or request.prompt is not None or request.id is None:
        return request
    room, seat = sits
    prompt, command = play.open_prompt(room, seat), call.commands.get(request.verb)
    if prompt is None or prompt.bare is None or command is None:
        return request
    alone = not (request.rest and prompt.asks_words)
    if alone and play.is_answer(call, room, seat, prompt):
        return request
    return _run(call, command, fateful=False)


def as_command(call: Call, typed: Request) -> bytes:
    """Return the line that says how to run the command that *typed* alone would be, if the game
    took it for a word; nothing otherwise.
    """
    if call.sits is None or typed.slash or typed.rest or call.request.slash:
        return b""
    room, seat = call.sits
    prompt = play.open_prompt(room, seat)
    if prompt is None or not prompt.asks_words:
        return b""
    command = _command(call)
    verb = _own_verb(call, room, prompt) if command is None else command.verb
    if verb is None:
        return b""
    line = _("Taken as a word of the game. <<For the command, type: /{verb}>>", verb=verb)
    return join_lines([line], call.session.form)


# --- words of the host ---------------------------------------------------------------


def _as_command(call: Call) -> Iterator[Request]:
    """Yield the request for which the line's first word is another word."""
    request = call.request
    if parse_hello(request.text) is not None:
        return  # a program that said it too late must be told so
    verb = call.desk.also.get(request.verb)
    if verb is not None and verb in call.commands:
        # Without the slash that was not typed: it may be a word that comes too late.
        yield replace(request, verb=verb)
    elif request.verb in call.tables.games and not request.rest:
        yield _typed("play", request.verb)
    elif request.verb == "show" and request.rest in call.commands:  # `show games`
        yield _typed(request.rest, "")


def _typed(verb: str, rest: str) -> Request:
    """The request that *verb* and *rest* make, with the slash that keeps it from being a word."""
    return Request(None, None, True, verb, rest, f"{verb} {rest}".rstrip())


def _answer_or_command(call: Call, room: Room, seat: Seat, prompt: Prompt) -> Request:
    """Return what a line means while the game asks for something without a verb.

    It is an answer, if it can be one, and otherwise the command that it names. Raises CommandError
    where anything could be a word and the command cannot be undone.
    """
    request, command = call.request, _command(call)
    own = _own_verb(call, room, prompt)
    named = command is not None or own is not None
    if not named or play.is_answer(call, room, seat, prompt):
        return request
    if command is None:
        return _typed(request.verb, "")
    return _run(call, command, fateful=not prompt.asks_words)


def _run(call: Call, command: Command, *, fateful: bool) -> Request:
    """Return the request for *command*.

    Raises CommandError if it does too much for a line that may have been meant for the game,
    unless *fateful* commands may run.
    """
    request = call.request
    if command.fateful and not fateful:
        text = _(
            "{word} can't be a word now. <<If you mean the command: /{verb}>>",
            word=request.text[:20],
            verb=f"{command.verb} {request.rest}".rstrip(),
        )
        raise CommandError(Code.AMBIGUOUS, text)
    return _typed(command.verb, request.rest)


def _command(call: Call) -> Command | None:
    """The command that the line begins with, by its verb or another word for it."""
    verb = call.request.verb
    return call.commands.get(verb) or call.commands.get(call.desk.also.get(verb, ""))


def _own_verb(call: Call, room: Room, prompt: Prompt) -> str | None:
    """The verb of the game that the line is, if it is one that needs no more words."""
    request = call.request
    if request.rest or request.verb == prompt.bare:
        return None
    found = (verb.name for verb in room.table.game.verbs if verb.name == verb.usage)
    return request.verb if request.verb in found else None


# --- a move without its verb -----------------------------------------------------------


def _as_answer(call: Call, room: Room, seat: Seat) -> Iterator[Request]:
    """Yield the moves that the line makes with a verb before it, of those that are open.

    An argument with few choices may be left out as well. Free text never is a reading: anything
    could be one, and a slip of the finger must not become somebody's word.
    """
    prompt = play.open_prompt(room, seat)
    if prompt is None:
        return
    words, names = _MARKS.sub(" ", call.request.text).split(), room.table.names
    for spec in prompt.moves:
        if spec.args and not _has_text(spec):
            name = spec.verb.name
            yield from (_typed(name, way) for way in _ways(spec, words, names))


def _as_move(room: Room, seat: Seat, prompt: Prompt | None, request: Request) -> Request:
    """Return the move that *request* makes with a verb of the game. Raises CommandError.

    What was left out after the verb is added, if only one thing can be meant.
    """
    if prompt is None or not request.rest:
        return request
    names = room.table.names
    for spec in prompt.moves:
        if spec.verb.name != request.verb:
            continue
        if _DIGIT.search(request.rest) is not None:
            _check_names(spec, seat, names, request)
        words = _MARKS.sub(" ", request.rest).split()
        if words and len(words) <= len(spec.args) and not _has_text(spec):
            ways = _ways(spec, words, names)
            return _typed(request.verb, ways[0]) if len(ways) == 1 else request
    return request


def in_full(call: Call) -> list[str]:
    """Return the moves in which the line would be free text, written in full."""
    sits = call.sits
    prompt = play.open_prompt(*sits) if sits is not None and not call.request.slash else None
    if sits is None or prompt is None:
        return []
    room, _ = sits
    words, typed = call.request.text.split(), call.request.text
    if typed in room.table.names.values() or not any(letter.isalpha() for letter in typed):
        return []
    specs = [spec for spec in prompt.moves if _has_text(spec)]
    return [
        f"{spec.verb.name} {way}" for spec in specs for way in _ways(spec, words, room.table.names)
    ]


def _has_text(spec: MoveSpec) -> bool:
    return any(isinstance(arg, TextArg) for arg in spec.args)


def _ways(spec: MoveSpec, words: Sequence[str], names: Names) -> list[str]:
    """Every way to read *words* as arguments of *spec*, of which some may be left out."""
    args = spec.args
    missing = len(args) - len(words)
    if missing < 0:
        return []
    found: dict[str, None] = {}
    for left_out in combinations(range(len(args)), missing):
        typed = iter(words)
        choices = [
            _all(arg, names) if place in left_out else _read(arg, next(typed), names)
            for place, arg in enumerate(args)
        ]
        found |= dict.fromkeys(map(" ".join, product(*choices)))
    return list(found)


def _all(arg: Arg, names: Names) -> list[str]:
    """Everything that *arg* can be, if that is little."""
    match arg:
        case SeatArg():
            found = [names[seat] for seat in arg.choices if seat in names]
        case ChoiceArg():
            found = list(arg.choices)
        case _:
            found = [str(arg.min)] if isinstance(arg, IntArg) and arg.min == arg.max else []
    return found if len(found) <= FILLED_MAX else []


def _read(arg: Arg, word: str, names: Names) -> list[str]:
    """What *word* is for *arg*, as it is offered; a name may be shortened."""
    small = word.casefold()
    match arg:
        case SeatArg():
            called = {seat: names[seat] for seat in arg.choices if seat in names}
            exact = [name for name in called.values() if name.casefold() == small]
            return exact or [n for n in called.values() if n.casefold().startswith(small)]
        case ChoiceArg():
            exact = [word] if word in arg.choices else []
            return exact or [choice for choice in arg.choices if choice.casefold() == small]
        case IntArg():
            number = whole_number(word)
            return [str(number)] if number is not None and arg.min <= number <= arg.max else []
        case TextArg():
            return [word]
        case _:
            assert_never(arg)


def _which(call: Call, readings: Sequence[Request]) -> str:
    shown = ", ".join(f"{one.verb} {one.rest}".rstrip() for one in readings[:NAMED])
    return _(
        "{text} could mean more than one thing. <<Type it in full: {shown}>>",
        text=call.request.text[:20],
        shown=shown,
    )


# --- players by name -------------------------------------------------------------------


def _check_names(spec: MoveSpec, seat: Seat, names: Names, request: Request) -> None:
    """Raise CommandError if a number is typed in place of a player's name.

    A game may read it as a seat, but seats are not what players see on their screens.
    """
    words = request.rest.split()
    for place, arg in enumerate(spec.args[: len(words)]):
        if isinstance(arg, TextArg):
            break
        number = whole_number(words[place])
        if not isinstance(arg, SeatArg) or number is None or words[place] in names.values():
            continue
        name = names.get(Seat(number))
        if name is not None and number != seat:
            fixed = " ".join((request.verb, *words[:place], name, *words[place + 1 :]))
            text = _(
                "Players go by their names. Seat {number} is {name}: {fixed}",
                number=number,
                name=name,
                fixed=fixed,
            )
            raise CommandError(Code.USAGE, text, usage=spec.verb.usage)
