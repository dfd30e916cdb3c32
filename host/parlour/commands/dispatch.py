"""From a line to its final answer: a person's or a program's, a move or a command."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from parlour.accounts.streaming import Show, Showing
from parlour.accounts.throttle import place_of
from parlour.api import Refused, Seat
from parlour.commands import (
    accounts,
    arrival,
    looking,
    missed,
    natural,
    paging,
    people,
    play,
    questions,
    talk,
    unseen,
)
from parlour.commands.call import DONE, OPERATOR, Call, Desk, Errand, Later, Reply
from parlour.commands.unknown import unknown
from parlour.commands.waiting import tell_waiting
from parlour.core.effects import AnswerKey, ConnId, Job, JobDone, Report
from parlour.core.intake import ANSWER
from parlour.core.refusals import CommandError, refusal
from parlour.core.sessions import (
    CAPABILITIES,
    LOBBY,
    NATURAL,
    SCENE,
    TAPS,
    TEXT,
    VIEW,
    Player,
    Session,
)
from parlour.language import FORM, UNWRAPPED, _, form_of
from parlour.tables import silent
from parlour.tables.rooms import Room, seat_of
from parlour.web import is_http
from parlour.wire.codes import ABOUT, Code, Goodbye
from parlour.wire.encoding import body, final, item, person
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine
from parlour.wire.messages import Answer, HelloAnswer, Message, No
from parlour.wire.request import BadRequest, Request, parse_hello, parse_request

_LEAVE: Final = frozenset({"leave"})
_BY_ITSELF: Final = frozenset(
    {"leave", "commands", "games", "look", "ping", "scores", "tables", "who"}
)
"""What a client with people at it sends without being told to, besides `leave`: it is no answer to
the question whether they mean to leave."""
_NAMELESS: Final = ("anywhere", OPERATOR)
"""Commands that need no name."""
FORGIVEN_S: Final = 10
"""Seconds after which one unusable line is forgiven. An arrow key now and then is no attack, and
each such line also counts for the flood limits."""
PROTOCOL: Final = 1
"""The version of the line protocol (docs/protocol.md)."""

INTERNAL: Final = _("The host failed. It is not your fault, and nothing else has changed.")
"""The text of a refusal after the host itself has failed."""


_DONE: Final = b"ok %b\n" % body(DONE.final, None)
_DONE_TEXT: Final = b"ok %b\n" % body(DONE.final, FORM)
"""The answer to most moves and to talk, after its id. A person reads nothing."""


def answer_line(desk: Desk, session: Session, line: str | BadLine) -> None:
    """Answer one line, whatever it is, with exactly one final answer."""
    if session.asks is not None:
        arrival.read_head(desk, session, session.asks, line)
        return
    fresh, session.fresh = session.fresh, False
    if fresh:
        if arrival.greet_browser(desk, session, line):
            return
        arrival.greet(desk, session)
    if session.spent_at is not None and desk.out.now - session.spent_at >= people.UNREAD_S:
        people.retire(desk, session)
    if session.showing is not None:
        session.showing.stop()
        if not isinstance(line, BadLine) and not line.strip():
            return  # an empty line only stops it
    if isinstance(line, BadLine):
        _bad_line(desk, session, line)
        return
    if session.unseen is not None:
        command = unseen.answered(desk.out, session, session.unseen, line)
        if command is None:
            return
        line = command
    if fresh:
        hello = parse_hello(line)
        if hello is not None:
            _hello(desk, session, hello.version, hello.capabilities)
            return
    try:
        request = parse_request(line)
    except BadRequest as bad:
        no = No(code=bad.code, what=bad.text, retry=False)
        desk.out.refuse(session, bad.id or "-", no)
        return
    if request is None:
        if not session.program and session.player is not None:
            looking.remind(desk, session, session.player)
            silent.warn(desk.out, session)
        return
    request = desk.spelled(session, request)
    desk.out.answer(session, partial(_made, desk, session, request))
    silent.warn(desk.out, session)


def is_stateless(desk: Desk, session: Session, line: str | BadLine) -> bool:
    """Return whether we can answer *line* without reading or changing anything stored."""
    if isinstance(line, BadLine):
        return session.spent_at is None
    if session.unseen is not None:
        return False
    if session.fresh and (is_http(line) or parse_hello(line) is not None):
        return True
    try:
        request = parse_request(line)
    except BadRequest:
        return session.spent_at is None
    if request is None:
        return session.player is None
    if session.operator:
        return True  # the operator may need answers to repair the disk
    command = desk.commands(session).get(request.verb)
    if command is None or not command.stateless:
        return False
    if request.prompt is not None or session.spent_at is not None:
        return False
    sits = seat_of(session.player)
    if sits is None:
        return True
    return request.slash or play.bare_verb(*sits) is None


def _made(desk: Desk, session: Session, request: Request) -> bytes | None:
    """Run the command. Return the answer, or None if it comes later."""
    items = 0
    player = session.player
    call, hint = Call(desk, session, request, player, seat_of(player)), b""
    try:
        meant = natural.meant(call) if session.natural else natural.meant_by_program(call)
        if meant is not request:
            meant = msgspec.structs.replace(meant, id=request.id, prompt=request.prompt)
            call = Call(desk, session, meant, player, call.sits)
        if session.natural:
            if call.request.verb not in (_BY_ITSELF if session.program else _LEAVE):
                session.leaving = None
            if not session.program:
                hint = natural.as_command(call, request)
        reply = _run(call)
        if isinstance(reply, Later):
            _begin_errand(desk, call, reply)
            return None
        data, items = _reply_bytes(session, request, reply), len(reply.items)
        if not session.program and reply is not DONE:
            command = call.commands.get(call.request.verb)
            if command is not None and command.long and reply.further is not None:
                data = paging.first(session, data, reply.further, missed.slash(session.player))
        data += hint
    except Exception as error:  # noqa: BLE001 - the boundary between one request and the rest
        data = _refused(desk, session, call.request, error)
    if cost := desk.out.cost(len(data), items):
        desk.out.charge(cost)
    return data


def _begin_errand(desk: Desk, call: Call, later: Later) -> None:
    """Start work whose answer comes later. The lines after this one wait for it."""
    session = call.session
    session.errands += 1
    session.intake.block(ANSWER)
    desk.errands[session.conn] = Errand(session.errands, call, later)
    key = AnswerKey(session.conn, session.errands, later.password)
    if later.password:
        desk.password_jobs[key] = place_of(session)
    if later.begin is not None:
        later.begin(key, partial(done, desk))
    if later.work is not None:
        desk.out.think(Job(key, later.work))


def done(desk: Desk, event: JobDone) -> None:
    """Answer a request whose work is done."""
    key = event.key
    assert isinstance(key, AnswerKey), "answers wait under such a key"
    desk.password_jobs.pop(key, None)
    session, errand = desk.people.sessions.get(key.conn), desk.errands.get(key.conn)
    if session is not None and errand is not None and not session.closing:
        if errand.number == key.number:
            _conclude(desk, session, event)
        desk.read_on(session)


def _conclude(desk: Desk, session: Session, done: JobDone) -> None:
    """Answer the request that *session* waits for."""
    errand = desk.errands.pop(session.conn)
    session.intake.clear(ANSWER)
    desk.out.answer(session, partial(_found, desk, session, errand, done))


def _found(desk: Desk, session: Session, errand: Errand, done: JobDone) -> bytes | None:
    """Return the answer that took a while, or None if we write it bit by bit."""
    request = errand.call.request
    try:
        if done.error is not None:
            desk.out.report(
                Report("error", "a job failed", done.error, _about(desk, session, request))
            )
            raise CommandError(Code.UNAVAILABLE, errand.later.failed)
        reply = errand.later.finish(done.result)
        if isinstance(reply, Show):
            Showing.begin(desk.out, session, request.id or "-", reply, desk.read_on)
            return None
        data = _reply_bytes(session, request, reply)
    except Exception as error:  # noqa: BLE001 - as above
        data = _refused(desk, session, request, error)
    session.bucket.charge(desk.out.cost(len(data)), desk.out.now)
    return data


def broken(desk: Desk, conn: ConnId | None, what: str, error: Exception) -> None:
    """Report that *what* failed, and close that connection alone."""
    desk.out.report(Report("error", f"{what} failed", error))
    session = None if conn is None else desk.people.sessions.get(conn)
    if session is not None:
        desk.out.close(session, Goodbye.INTERNAL, INTERNAL)


def _refused(desk: Desk, session: Session, request: Request, error: Exception) -> bytes:
    """Return the refusal for *error*."""
    request_id = request.id or "-"
    if isinstance(error, CommandError):
        no = No(
            code=error.code,
            what=error.text,
            retry=ABOUT[error.code].retry if error.retry is None else error.retry,
            retry_ms=error.retry_ms,
            prompt=error.prompt,
            usage=error.usage,
            near=error.near,
            seat=error.seat,
        )
    elif isinstance(error, Refused):
        code = Code(error.fault)
        usage = _game_usage(session.player, request.verb)
        no = No(code=code, what=error.text, retry=ABOUT[code].retry, usage=usage, near=error.near)
    else:
        desk.out.report(Report("error", "a request failed", error, _about(desk, session, request)))
        no = No(code=Code.INTERNAL, what=INTERNAL, retry=False)
    return refusal(session, request_id, no)


def _about(desk: Desk, session: Session, request: Request) -> dict[str, object]:
    """Return what the log says about a request.

    It names only the host's own verbs. A bare word is a move, which can be a secret.
    """
    about: dict[str, object] = {"connection": session.conn}
    player = session.player
    if player is not None and player.room is not None and player.seat is not None:
        about |= {"table": player.room.table.number, "seat": player.seat}
    if request.verb in desk.commands(session):
        about["verb"] = request.verb
    return about


def _run(call: Call) -> Reply | Later:
    request, player, sits = call.request, call.player, call.sits
    verb = request.verb
    if sits is not None:
        reply = _move(call, *sits)
        if reply is not None:
            return reply
    elif request.prompt is not None:
        text = _("@{prompt} answers a prompt, and you sit at no table.", prompt=request.prompt)
        raise CommandError(Code.NOT_AT_TABLE, text)
    command = call.commands.get(verb)
    if command is None:
        if questions.is_question(player, verb):  # no question of a game has a command's name
            return questions.answer(call)
        if talk.is_channel(player, verb):
            return talk.in_channel(call)
        if _may_be_a_name(call):
            return accounts.name_as_typed(call)
        if not request.slash and _came_late(player):
            raise CommandError(Code.STALE, _("Too late: that is not asked of you any more."))
        raise unknown(call)
    if call.out.waiting is not None and not command.stateless:
        raise CommandError(Code.UNAVAILABLE, _("Not now: {waiting}", waiting=call.out.waiting))
    if command.where not in _NAMELESS and player is None:
        raise CommandError(Code.NOT_LOGGED_IN, _("First say who you are<<: name NAME|.>>"))
    if len(call.words) > command.most:
        raise call.too_many_words()
    return command.answer(call)


def _may_be_a_name(call: Call) -> bool:
    """Return whether a line that is no command may be the name of a person who has none yet.

    A late HELLO is no name: the program that sent it waits for a refusal. Neither is a mistyped
    command of the operator.
    """
    request, session = call.request, call.session
    if call.player is not None or session.program or session.operator or request.slash:
        return False
    return parse_hello(request.text) is None


def _move(call: Call, room: Room, seat: Seat) -> Reply | None:
    """Make the move that the line is. Return None if it is a command.

    A line with `@prompt` is always a move: a word that comes too late for a game that asks for
    bare words must not run as a command.
    """
    request, game = call.request, room.table.game
    if request.prompt is not None:
        play.check_prompt(room, seat, request.prompt)
    bare = None if request.slash else play.bare_verb(room, seat)
    if bare is not None:
        return play.move(call, room, seat, bare, request.text, bare=True)
    if play.is_game_verb(game, request.verb):
        return play.move(call, room, seat, request.verb, request.rest)
    if request.prompt is not None:
        text = _(
            "@{prompt} answers a prompt, but {verb} isn't a move now.",
            prompt=request.prompt,
            verb=request.verb[:20],
        )
        raise CommandError(Code.MALFORMED_MOVE, text, prompt=request.prompt)
    if not request.slash and room.was_bare(seat, words=True):
        command = call.commands.get(verb := request.verb)
        if command is not None and command.fateful and play.is_word(call, room, seat):
            text = _("The time for words is over. <<If you mean the command: /{verb}>>", verb=verb)
            raise CommandError(Code.STALE, text)
    return None


def _came_late(player: Player | None) -> bool:
    """Return whether the game asked the player for lines without a verb until a moment ago."""
    sits = seat_of(player)
    return sits is not None and sits[0].was_bare(sits[1])


def _game_usage(player: Player | None, verb: str) -> str | None:
    words = questions.words_here(player)
    return next((word.usage for word in words if word.name == verb), None)


def _reply_bytes(session: Session, request: Request, reply: Reply) -> bytes:
    if reply is DONE:
        done = _DONE_TEXT if session.text else _DONE
        return b"#%b %b" % ((request.id or "-").encode(), done) if session.program else b""
    if not session.program:
        answers: list[Message] = (
            [*reply.items, reply.final] if reply.read is None else [reply.read]
        )
        return b"".join(person(answer, session.form) for answer in answers)
    request_id, form = request.id or "-", session.text_form
    parts = [item(request_id, answer, form) for answer in reply.items]
    parts.append(final(request_id, reply.final, form, ok=True))
    return b"".join(parts)


def _bad_line(desk: Desk, session: Session, line: BadLine) -> None:
    if session.bad is None:
        session.bad = Bucket(desk.out.limits.bad_lines, 1 / FORGIVEN_S)
    if session.bad.take(desk.out.now):
        desk.out.trouble("cut off: too many unusable lines", session)
        desk.out.close(session, Goodbye.BAD_LINES, _("Disconnected: too many unusable lines."))
        return
    no = No(code=line.code, what=line.text, retry=False)
    desk.out.refuse(session, line.id or "-", no)


def _hello(
    desk: Desk, session: Session, version: int | None, capabilities: tuple[str, ...]
) -> None:
    """Make the connection a program's, unless its HELLO is wrong."""
    unknown_words = [word for word in capabilities if word not in CAPABILITIES]
    if version != PROTOCOL or unknown_words:
        session.fresh = True
        wrong = (
            _("capability {word}", word=unknown_words[0][:20])
            if unknown_words
            else _("protocol version")
        )
        no = No(
            code=Code.USAGE,
            what=_(
                "Unknown {wrong}; send: HELLO 1 [{capabilities}]",
                wrong=wrong,
                capabilities="] [".join(CAPABILITIES),
            ),
            retry=False,
        )
        # A sender that names a version is a program, and waits for an answer it can read. It gets
        # the text, because its author has to find out what is wrong.
        answer = final("-", no, session.form, ok=False)
        named = version is not None or session.program
        desk.out.reply(session, answer if named else person(no, session.form))
        return
    session.program = True
    session.text = TEXT in capabilities
    session.sight = SCENE if SCENE in capabilities else VIEW if VIEW in capabilities else ""
    session.lobby = LOBBY in capabilities
    session.natural = NATURAL in capabilities
    if TAPS in capabilities:
        session.form = form_of(*session.form._replace(width=UNWRAPPED, taps=True))
    hello: Answer = HelloAnswer(
        server="parlour",
        version=desk.version,
        protocol=PROTOCOL,
        capabilities=tuple(word for word in CAPABILITIES if word in capabilities),
    )
    desk.out.reply(session, final("-", hello, session.text_form, ok=True))
    if desk.out.waiting is not None and not session.operator:
        tell_waiting(desk.out, session)
