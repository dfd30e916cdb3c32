"""Read a line: what it means for who typed it, now.

`read` decides it once and says it as a value; dispatch acts on that value and looks at the line no
more. Reading changes nothing. It asks a game only whether a word that is also a command could be
an answer (`TextUI.is_answer`).

The order in which a line is tried is the grammar of the host:

1. The first line of a connection may be a web browser's, or a program's HELLO. A line may be the
   password that was asked for.
2. At a table the game comes first. While it asks for words, a line without a slash is one, unless
   it names a command and can be no answer. Then come the game's verbs.
3. A command, by its verb; after it the questions and channels of games.
4. What people type for short: another word for a command, the name of a game, a move without its
   verb. If it could be two things, the refusal names both. A program says exactly what it means,
   so this is skipped unless it says that people type its lines (`natural`).
5. The name of somebody who has given none yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import msgspec

from parlour.api import Prompt, Seat, Viewer
from parlour.commands import natural, play, questions
from parlour.commands.call import Call, Command, Context
from parlour.commands.closing import CLOSING_MARKS, without_closing_marks
from parlour.commands.naming import check_not_held
from parlour.commands.unknown import unknown
from parlour.core.refusals import CommandError
from parlour.core.sessions import Session
from parlour.language import _
from parlour.tables.rooms import Room, seat_of
from parlour.web import is_http
from parlour.wire.codes import Code
from parlour.wire.lines import BadLine
from parlour.wire.request import BadRequest, Request, parse_hello, parse_request
from parlour.wire.verbs import known_words, meant, typed_line

NAMED: Final = 4
"""Readings of a line that a refusal names."""
_SURE: Final = {"y": "yes", "accept": "yes", "n": "no", "decline": "no"}
"""Answers to the question whether somebody who typed `leave` means it."""


_PARTING: Final = frozenset({"quit", "leave"})
"""Commands with which a player is gone from a game. While one goes on that asks for words, nobody
must be gone because of a word that came too early or too late."""


class Nothing(msgspec.Struct, frozen=True):
    """An empty line."""


class Unusable(msgspec.Struct, frozen=True):
    """Bytes that are no line, or a line that is no request."""

    why: BadLine | BadRequest


class Browser(msgspec.Struct, frozen=True):
    """A line of a web browser's request."""

    line: str | BadLine


class Greeting(msgspec.Struct, frozen=True):
    """The HELLO of a program. `version` is None if it is not a number."""

    version: int | None
    capabilities: tuple[str, ...]


class Password(msgspec.Struct, frozen=True):
    """What was typed where the host had asked for a password."""

    text: str

    def __repr__(self) -> str:
        """Leave out the password."""
        return "Password()"


class Move(msgspec.Struct, frozen=True):
    """A move at the table of who typed it."""

    room: Room
    seat: Seat
    verb: str
    words: str
    bare: bool = False
    """The verb was not typed, since the game asks for words."""
    offered: bool = False
    """The words are spelled as the prompt offers them."""
    instead: str | None = None
    """The command that the word names which the game gets. A person is told how to type it."""

    def __repr__(self) -> str:
        """Leave out the words, which may be a secret."""
        return f"Move(seat={self.seat}, verb={self.verb!r})"


class Question(msgspec.Struct, frozen=True):
    """A question to the game of a table where they sit, or which they watch."""

    room: Room
    viewer: Viewer
    verb: str
    words: str


class Channel(msgspec.Struct, frozen=True):
    """Talk in a channel of the game."""

    verb: str


class Run(msgspec.Struct, frozen=True):
    """A command. `request` is written with its whole verb."""

    command: Command
    request: Request
    sure: bool = True
    """The game does not ask for words: nothing but the command can be meant."""


class NameGiven(msgspec.Struct, frozen=True):
    """A line that is the name of who typed it, or a code or a password of theirs."""

    text: str

    def __repr__(self) -> str:
        """Leave out the text, which may be a password."""
        return "NameGiven()"


class Refusal(msgspec.Struct, frozen=True):
    """A line that means nothing here, or more than one thing: a CommandError.

    Any other error is a fault of the host.
    """

    error: Exception


Act: TypeAlias = Move | Question | Channel | Run | NameGiven | Refusal
"""What a request means. It is answered under its id."""


class Asked(msgspec.Struct, frozen=True):
    """A request as typed, and what it means. The answer goes to the id of `typed`."""

    typed: Request
    act: Act

    def __repr__(self) -> str:
        """Leave out the first word, which may be all of a hidden move."""
        return f"Asked({self.act!r})"


Meaning: TypeAlias = Nothing | Unusable | Browser | Greeting | Password | Asked


def read(context: Context, session: Session, line: str | BadLine) -> Meaning:
    """Return what *line* means if it comes on that connection now. Never raises."""
    if session.asks is not None:
        return Browser(line)
    if isinstance(line, BadLine):
        return Unusable(line)
    if session.fresh and is_http(line):
        return Browser(line)
    if session.unseen is not None:
        return Password(line)
    if session.fresh and (hello := parse_hello(line)) is not None:
        return Greeting(hello.version, hello.capabilities)
    try:
        typed = parse_request(line)
    except BadRequest as bad:
        return Unusable(bad)
    if typed is None:
        entered = _entered(session)
        if entered is None:
            return Nothing()
        typed = entered
    try:
        return Asked(typed, _meaning(context, session, typed))
    except Exception as error:  # noqa: BLE001 - the boundary between one request and the rest
        return Asked(typed, Refusal(error))


def _entered(session: Session) -> Request | None:
    """Return what an empty line of a person stands for now, or None.

    Where it stops a long answer, it means nothing else.
    """
    if session.program or session.showing is not None:
        return None
    line, sits = session.enter, seat_of(session.player)
    if line is None and sits is not None:
        prompt = play.open_prompt(*sits)
        line = None if prompt is None else prompt.enter
    return None if line is None else parse_request(line)


def is_stateless(session: Session, meaning: Meaning) -> bool:
    """Return whether we can answer without reading or changing anything stored."""
    if session.operator:
        return True  # the operator may need answers to repair the disk
    if session.spent_at is not None:
        return False  # any line may show that they have read their new code
    match meaning:
        case Browser() | Greeting() | Unusable():
            return True
        case Nothing():
            return session.player is None
        case Asked(act=Run() as run):
            return run.command.stateless and run.sure
        case _:
            return False


def _meaning(context: Context, session: Session, typed: Request) -> Act:
    """Return what a request means. Raises CommandError."""
    player = session.player
    if player is None and not session.program and _is_word(context, session, typed.text):
        return NameGiven(typed.text)  # whatever else the word may be here
    request = context.spelled(session, typed) if typed.verb in context.families else typed
    at = Call(context, session, request, player, seat_of(player))
    closed = session.natural and request.text.endswith(CLOSING_MARKS)
    if closed and (shorter := without_closing_marks(at)) is not None:
        at, request = msgspec.structs.replace(at, request=shorter), shorter
    verbs = () if at.sits is None else at.sits[0].table.game.verb_names
    known = request.verb in verbs or request.verb in at.commands
    foreign = session.natural and not known and not _may_be_words(at)
    if foreign and (own := _of_own_game(at)) is not None:
        at, request = msgspec.structs.replace(at, request=own), own
    if at.sits is not None:
        meaning = _of_the_game(at, *at.sits)
        if meaning is not None:
            return meaning
    elif request.prompt is not None:
        text = _("@{prompt} answers a prompt, and you sit at no table.", prompt=request.prompt)
        raise CommandError(Code.NOT_AT_TABLE, text)
    command = at.commands.get(request.verb)
    if command is not None:
        return _command(at, command, request)
    asked = questions.asked(player, request.verb)  # none has a command's name
    if asked:
        return Question(*questions.the_only(asked), request.verb, request.rest)
    if at.sits is not None and request.verb in {
        each.name for each in at.sits[0].table.game.channels
    }:
        return Channel(request.verb)
    if session.natural:
        found: list[Run | Move] = [*_for_short(at), *_without_verb(at)]
        if len(found) > 1:
            raise _ambiguous(request, found)
        if found:
            return found[0]
    if _may_be_a_name(at):
        return NameGiven(request.text)
    if at.sits is not None and not request.slash and at.sits[0].was_bare(at.sits[1]):
        text = _("No answer is asked of you now, so that line did nothing.")
        raise CommandError(Code.STALE, text)
    raise unknown(at)


def _is_word(context: Context, session: Session, text: str) -> bool:
    """Check whether it is the word of the evening, from somebody who has to give it."""
    admission = context.people.admission
    return admission.asks(session) and admission.is_word(text)


def _may_be_words(at: Call) -> bool:
    """Return whether the line may be free text for the game."""
    prompt = play.answerable(at)
    return prompt is not None and prompt.asks_words


def _may_be_a_name(at: Call) -> bool:
    """Return whether a line that is no command may be the name of a person who has none yet.

    A late HELLO is no name: the program that sent it waits for a refusal. Neither is a mistyped
    command of the operator.
    """
    request, session = at.request, at.session
    if at.player is not None or session.program or session.operator or request.slash:
        return False
    return parse_hello(request.text) is None


# --- at a table: the game comes first ----------------------------------------------------


def _of_the_game(at: Call, room: Room, seat: Seat) -> Act | None:
    """Return what a line means at a table, or None if it is not the game's. Raises CommandError.

    A line with `@prompt` is always a move: a word that comes too late for a game that asks for
    words must not run as a command.
    """
    request, table, session = at.request, room.table, at.session
    if request.prompt is not None:
        check_prompt(room, seat, request.prompt)
    elif session.leaving is not None and session.natural and not table.proposals:
        named = at.command_named(request.text.lower())
        sure = _SURE.get(request.text.lower()) or _SURE.get(named.verb if named else "")
        if sure is not None:
            return _in_full(at, "leave", sure)
    prompt = play.open_prompt(room, seat)
    if prompt is not None and prompt.bare is not None and not request.slash:
        return _at_bare_prompt(at, room, seat, prompt, prompt.bare)
    if request.verb in table.game.verb_names:
        return _move(at, room, seat, prompt)
    if request.prompt is not None:
        text = _(
            "@{prompt} answers a prompt, but {verb} isn't a move now.",
            prompt=request.prompt,
            verb=request.verb[:20],
        )
        raise CommandError(Code.MALFORMED_MOVE, text, prompt=request.prompt)
    return None


def check_prompt(room: Room, seat: Seat, number: int) -> None:
    """Raise CommandError unless *number* is the prompt that is open for *seat*."""
    match = room.table.match
    opened = match.prompts.get(seat) if match is not None else None
    if opened is None:
        check_not_held(room)  # it may be open again when the table goes on
    if opened is None or opened.number != number:
        now = opened.number if opened is not None else None
        text = _("Prompt {number} is over. Nothing was done.", number=number)
        raise CommandError(Code.STALE, text, prompt=now)


def _move(at: Call, room: Room, seat: Seat, prompt: Prompt | None) -> Move:
    """Return the move that a line makes with a verb of the game. Raises CommandError."""
    request = at.request
    if at.session.natural and prompt is not None and request.rest:
        words = natural.filled(prompt, room.table.names, seat, request)
        if words is not None:
            return Move(room, seat, request.verb, words, offered=True)
    return Move(room, seat, request.verb, request.rest)


def _at_bare_prompt(at: Call, room: Room, seat: Seat, prompt: Prompt, bare: str) -> Act:
    """Return what a line means while the game asks for something without a verb.

    It is an answer, if it can be one, and otherwise the command or the verb that it names. Raises
    CommandError where anything could be a word and the command cannot be undone.

    A line with an id is one that the program made, not one that somebody typed for the game. So
    it is the command that it begins with. The game gets one word alone that it could take, as
    hosts did before: a client may send what its player types.
    """
    request, session = at.request, at.session
    command, verb, named = _named(at, room, prompt)
    told = prompt.asks_words and not session.program and (command or not named.rest)
    word = Move(room, seat, bare, request.text, bare=True, instead=verb if told else None)
    if request.prompt is not None:
        if session.natural and request.verb in room.table.game.verb_names:
            move = _move(at, room, seat, prompt)
            return move if move.offered else word
        return word
    if verb is None or (not session.natural and request.id is None):
        return word
    alone = session.natural or not (request.rest and prompt.asks_words)
    if alone and play.is_answer(at, room, seat, prompt):
        return word
    if command is None:
        return Move(room, seat, verb, named.rest)
    if command.fateful and (prompt.asks_words or not session.natural):
        text = _(
            "{word} can't be a word now. <<If you mean the command: /{verb}>>",
            word=request.text[:20],
            verb=typed_line(f"{command.verb} {named.rest}".rstrip(), _),
        )
        raise CommandError(Code.AMBIGUOUS, text)
    return _run(at, command, _typed(request, command.verb, named.rest), sure=False)


def _named(at: Call, room: Room, prompt: Prompt) -> tuple[Command | None, str | None, Request]:
    """Return the command that a line names, its verb or that of the game which the line names,
    and the line in the words of either.
    """
    request, by_hand = at.request, at.session.natural
    command = at.commands.get(request.verb)
    if command is not None:
        return command, command.verb, request
    if by_hand and (short := at.in_english()) is not None:
        command = at.commands.get(short.verb)
        if command is not None:
            return command, command.verb, short
    typed = (by_hand and _of_own_game(at)) or request
    return None, _verb_named(typed, room, prompt) if by_hand else None, typed


def _verb_named(request: Request, room: Room, prompt: Prompt) -> str | None:
    """Return the verb of the game that the line begins with, if it needs no more words or is not
    open. With any other one the game reads the line.

    One that is not open makes a refusal that says so.
    """
    verb = next((each for each in room.table.game.verbs if each.name == request.verb), None)
    if verb is None or verb.name == prompt.bare:
        return None
    alone = verb.name == verb.usage and not request.rest
    is_open = any(spec.verb.name == verb.name for spec in prompt.moves)
    return verb.name if alone or not is_open else None


def _of_own_game(at: Call) -> Request | None:
    """Return the request in the words of the game where they sit or which they watch, if its first
    words are words of another language for these.
    """
    verbs = {verb.name for verb in questions.words_here(at.player)}
    if at.request.verb in verbs or at.request.verb in at.commands:
        return None
    for room, _viewer in questions.rooms_of(at.player) if at.player is not None else ():
        own = room.table.game.catalogue
        found = own and meant(at.request, known_words(own, at.session.form.lang))
        if found and found.verb in verbs:
            return found
    return None


# --- commands ----------------------------------------------------------------------------


def _command(at: Call, command: Command, request: Request) -> Run | Move:
    """Return what a line is that names *command*, in *request* by its verb.

    Raises CommandError if it may be a late word.
    """
    if at.sits is not None and command.fateful and not request.slash:
        room, seat = at.sits
        if at.session.natural and not request.rest and _keeps_player(command, room):
            text = _(
                "{title} goes on, and {word} could be a word. <<For the command, type: /{verb}>>",
                title=room.table.game.title,
                word=at.request.text[:20],
                verb=typed_line(command.verb, _),
            )
            raise CommandError(Code.AMBIGUOUS, text)
        if room.was_bare(seat, words=True) and play.is_word(at, room, seat):
            text = _(
                "The time for words is over. <<If you mean the command: /{verb}>>",
                verb=typed_line(command.verb, _),
            )
            raise CommandError(Code.STALE, text)
    return _run(at, command, request)


def _keeps_player(command: Command, room: Room) -> bool:
    """Check whether *command* takes a player from a game that asks for words."""
    going = room.table.playing and not room.table.stopped
    return command.verb in _PARTING and going and room.of_words


def _run(at: Call, command: Command, request: Request, *, sure: bool = True) -> Run | Move:
    """Return *command*, or the verb of that name which a game has: at its tables it wins."""
    if at.sits is not None and request.verb in at.sits[0].table.game.verb_names:
        return Move(*at.sits, request.verb, request.rest)
    return Run(command, request, sure)


def _in_full(at: Call, verb: str, rest: str) -> Run | Move:
    """Return the command of that *verb* and *rest*."""
    return _run(at, at.commands[verb], _typed(at.request, verb, rest))


def _typed(request: Request, verb: str, rest: str) -> Request:
    """The request that *verb* and *rest* make, with the slash that keeps it from being a word."""
    return Request(request.id, request.prompt, True, verb, rest, f"{verb} {rest}".rstrip())


# --- what people type for short ------------------------------------------------------------


def _for_short(at: Call) -> Iterator[Run | Move]:
    """Yield the command for which the line is another word."""
    request, commands = at.request, at.commands
    if parse_hello(request.text) is not None:
        return  # a program that said it too late must be told so
    short = at.in_english()
    if short is not None and (also := commands.get(short.verb)) is not None:
        yield _command(at, also, short)
    elif request.verb in at.tables.games and not request.rest:
        yield _in_full(at, "play", request.verb)
    elif request.verb == "show" and request.rest in commands:  # `show games`
        yield _in_full(at, request.rest, "")


def _without_verb(at: Call) -> Iterator[Move]:
    """Yield the moves that the line makes with a verb before it, of those that are open."""
    if at.sits is None or at.request.slash:
        return
    room, seat = at.sits
    prompt = play.open_prompt(room, seat)
    if prompt is not None:
        found = False
        for verb, words in natural.answers(prompt, room.table.names, at.request.text):
            found = True
            yield Move(room, seat, verb, words, offered=True)
        if not found and (number := natural.numbered(prompt, at.request.text)) is not None:
            yield Move(room, seat, number, at.request.text)  # the game says what is wrong with it


def _ambiguous(request: Request, found: Sequence[Run | Move]) -> CommandError:
    """Return the refusal of a line that could be each of *found*."""
    named = [
        (one.verb, one.words) if isinstance(one, Move) else (one.request.verb, one.request.rest)
        for one in found[:NAMED]
    ]
    text = _(
        "{text} could mean more than one thing. <<Type it in full: {shown}>>",
        text=request.text[:20],
        shown=", ".join(f"{verb} {rest}".rstrip() for verb, rest in named),
    )
    return CommandError(Code.AMBIGUOUS, text)
