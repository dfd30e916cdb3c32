"""From a line to its answer: voice, grammar, whose verb it is, and the final word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from parlour.api import Refused
from parlour.house import do_lines, do_people, do_play, do_tables, do_talk
from parlour.house.desk import Call, Denied, Handler, Reply
from parlour.house.effects import Report
from parlour.house.people import CAPABILITIES, NOTEXT, VIEW, Player, Session
from parlour.house.verbs import BY_VERB
from parlour.wire.codes import ABOUT, Code, Goodbye
from parlour.wire.lines import BadLine, is_http
from parlour.wire.messages import Answer, Hello, Message, No
from parlour.wire.request import BadRequest, Request, parse_hello, parse_request
from parlour.wire.text import near
from parlour.wire.voices import final, item, person

if TYPE_CHECKING:
    from parlour.api import Seat
    from parlour.house.house import House
    from parlour.house.rooms import Room

_FATEFUL: Final = frozenset({"leave", "quit", "start"})
"""Commands that a word typed a moment too late must not be taken for."""
PROTOCOL: Final = 1
"""The version of the line protocol (docs/protocol.md)."""

INTERNAL: Final = "Something went wrong here; it is the host's fault, not yours."
"""What a person reads when the host itself has failed."""

HANDLERS: Final[Mapping[str, Handler]] = {
    **do_lines.HANDLERS,
    **do_people.HANDLERS,
    **do_tables.HANDLERS,
    **do_play.HANDLERS,
    **do_talk.HANDLERS,
}


def answer_line(house: House, session: Session, line: str | BadLine) -> None:
    """Deal with one line: exactly one final answer, whatever it is."""
    fresh, session.fresh = session.fresh, False
    if isinstance(line, BadLine):
        _bad_line(house, session, line)
        return
    if fresh:
        if is_http(line):
            house.close(session, Goodbye.HTTP, "This is not a web server. Use: nc or telnet")
            return
        hello = parse_hello(line)
        if hello is not None:
            _hello(house, session, hello.version, hello.capabilities)
            return
    try:
        request = parse_request(line)
    except BadRequest as bad:
        no = No(code=bad.code, what=bad.text, retry=False)
        house.refuse(session, bad.id or "-", no)
        return
    if request is None:
        if not session.program and session.player is not None:
            do_play.remind(house, session, session.player)
        return
    _answer(house, session, request)


def _answer(house: House, session: Session, request: Request) -> None:
    """Run the verb; the answer is written before the events that it led to."""
    place = len(session.out)
    try:
        reply = _run(Call(house, session, request, session.player))
        data = _reply_bytes(session, request, reply)
    except Denied as denied:
        data = _refusal(
            session,
            request,
            No(
                code=denied.code,
                what=denied.text,
                retry=ABOUT[denied.code].retry,
                retry_ms=denied.retry_ms,
                prompt=denied.prompt,
                usage=denied.usage,
                near=denied.near,
            ),
        )
    except Refused as refused:
        code = Code(refused.fault)
        usage = _game_usage(session.player, request.verb)
        data = _refusal(
            session,
            request,
            No(
                code=code,
                what=refused.text,
                retry=ABOUT[code].retry,
                usage=usage,
                near=refused.near,
            ),
        )
    except Exception as error:  # noqa: BLE001 - the boundary between one request and the rest
        house.report(Report("error", f"a request failed on connection {session.conn}", error))
        data = _refusal(session, request, No(code=Code.INTERNAL, what=INTERNAL, retry=False))
    if data and session.out:
        session.out.insert(place, data)
    elif data:
        house.write(session, data)


def _run(call: Call) -> Reply:
    request, player = call.request, call.player
    verb = request.verb
    if player is not None and player.room is not None and player.seat is not None:
        reply = _move(call, player.room, player.seat)
        if reply is not None:
            return reply
    elif request.prompt is not None:
        text = f"@{request.prompt} answers a prompt, and you sit at no table."
        raise Denied(Code.NOT_AT_TABLE, text)
    handler = HANDLERS.get(verb)
    if handler is None:
        if player is None and not call.session.program and not request.slash:
            return do_people.name_as_typed(call)
        raise unknown(call.house, player, verb)
    command = BY_VERB[verb]
    if command.where != "anywhere" and player is None:
        raise Denied(Code.NOT_LOGGED_IN, "First say who you are: name NAME")
    return handler(call)


def _move(call: Call, room: Room, seat: Seat) -> Reply | None:
    """Make the move that the line is, or None if it is for the host.

    A line with `@prompt` is a move or nothing: a word that comes too late for a game
    that asks for bare words must not run as a command.
    """
    request, game = call.request, room.table.game
    if request.prompt is not None:
        do_play.check_prompt(room, seat, request.prompt)
    bare = None if request.slash else do_play.bare_verb(room, seat)
    if bare is not None:
        return do_play.move(call, room, seat, bare, request.text)
    if do_play.is_game_verb(game, request.verb):
        return do_play.move(call, room, seat, request.verb, request.rest)
    if request.prompt is not None:
        text = f"@{request.prompt} answers a prompt; {request.verb[:20]} is no move now."
        raise Denied(Code.MALFORMED_MOVE, text, prompt=request.prompt)
    if request.text.lower() in _FATEFUL and not request.slash and room.was_bare(seat):
        text = f"The time for words is over. If you mean the command: /{request.verb}"
        raise Denied(Code.STALE, text)
    return None


def unknown(house: House, player: Player | None, verb: str) -> Denied:
    """The refusal of a word that is no verb here, with one that comes close."""
    shown = verb[:20]
    if verb == "hello":
        text = "HELLO makes a line a program's, and must be the first thing on it."
        return Denied(Code.UNKNOWN_VERB, text)
    for game in house.games.values():
        if do_play.is_game_verb(game, verb):
            text = f"{shown} is a move of {game.title}: sit down at a table first (see: tables)."
            if player is not None and player.watching:
                text = f"You are only watching, and {shown} is a move of {game.title}."
            return Denied(Code.NOT_AT_TABLE, text)
    verbs = list(HANDLERS)
    if player is not None and player.room is not None:
        verbs += [word.name for word in player.room.table.game.verbs]
    close = near(verb, verbs)
    hint = f"did you mean {close}?" if close else "see: help"
    return Denied(Code.UNKNOWN_VERB, f"There is no command {shown}; {hint}", near=close)


def _game_usage(player: Player | None, verb: str) -> str | None:
    room = player.room if player is not None else None
    verbs = room.table.game.verbs if room is not None else ()
    return next((word.usage for word in verbs if word.name == verb), None)


def _reply_bytes(session: Session, request: Request, reply: Reply) -> bytes:
    if not session.program:
        answers: list[Message] = [*reply.items, reply.final]
        return b"".join(person(answer, session.width) for answer in answers)
    request_id, width = request.id or "-", session.text_width
    parts = [item(request_id, answer, width) for answer in reply.items]
    parts.append(final(request_id, reply.final, width, ok=True))
    return b"".join(parts)


def _refusal(session: Session, request: Request, no: No) -> bytes:
    if session.program:
        return final(request.id or "-", no, session.text_width, ok=False)
    return person(no, session.width)


def _bad_line(house: House, session: Session, line: BadLine) -> None:
    session.bad += 1
    if session.bad > house.limits.bad_lines:
        house.close(session, Goodbye.BAD_LINES, "Too many unusable lines; the line is closed.")
        return
    no = No(code=line.code, what=line.text, retry=False)
    house.refuse(session, "-", no)


def _hello(
    house: House, session: Session, version: int | None, capabilities: tuple[str, ...]
) -> None:
    """Become a program, or stay as it was."""
    unknown_words = [word for word in capabilities if word not in CAPABILITIES]
    if version != PROTOCOL or unknown_words:
        session.fresh = True
        wrong = f"capability {unknown_words[0][:20]}" if unknown_words else "protocol version"
        no = No(
            code=Code.USAGE,
            what=f"Unknown {wrong}; this host speaks: HELLO 1 [{'] ['.join(CAPABILITIES)}]",
            retry=False,
        )
        # Whoever names a version is a program, and waits for an answer it can read.
        answer = final("-", no, session.text_width, ok=False)
        house.write(session, answer if version is not None else person(no, session.width))
        return
    session.program = True
    session.view = VIEW in capabilities
    session.notext = NOTEXT in capabilities
    hello: Answer = Hello(
        server="parlour",
        version=house.version,
        protocol=PROTOCOL,
        capabilities=tuple(word for word in CAPABILITIES if word in capabilities),
    )
    house.write(session, final("-", hello, session.text_width, ok=True))
