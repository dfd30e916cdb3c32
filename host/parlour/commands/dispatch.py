"""From what a line means to its final answer."""

from __future__ import annotations

import re
from functools import partial
from typing import Final, assert_never

from msgspec.structs import replace

from parlour.accounts.streaming import Show, Showing
from parlour.accounts.throttle import place_of
from parlour.api import Refused
from parlour.commands import (
    accounts,
    admission,
    arrival,
    looking,
    paging,
    passwords,
    people,
    play,
    questions,
    talk,
)
from parlour.commands.call import (
    DONE,
    OPERATOR,
    Call,
    Command,
    Context,
    Later,
    PendingReply,
    Reply,
)
from parlour.commands.reading import (
    Act,
    Asked,
    Browser,
    Channel,
    Greeting,
    Meaning,
    Move,
    NameGiven,
    Nothing,
    Password,
    Question,
    Refusal,
    Run,
    Unusable,
    read,
)
from parlour.core.effects import AnswerKey, ConnId, Job, JobDone, Report
from parlour.core.intake import ANSWER
from parlour.core.limits import Limits
from parlour.core.refusals import CommandError, final_bytes
from parlour.core.sessions import CAPABILITIES, LOBBY, NATURAL, SCENE, TAPS, TEXT, VIEW, Session
from parlour.engine.options import OptionFault
from parlour.language import FORM, UNWRAPPED, _, form_of
from parlour.tables import silent
from parlour.tables.rooms import seat_of
from parlour.wire.codes import ABOUT, Code, Goodbye
from parlour.wire.encoding import body, final, fitted, item, join_lines, person
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine
from parlour.wire.messages import Answer, HelloAnswer, Message, No
from parlour.wire.names import BadName
from parlour.wire.request import BOT, BOT_NAME, BadRequest, Request, id_of
from parlour.wire.verbs import typed_line

_NAMELESS: Final = ("anywhere", OPERATOR)
"""Commands that need no name."""
FORGIVEN_S: Final = 10
"""Seconds after which one unusable line is forgiven. An arrow key now and then is no attack, and
each such line also counts for the flood limits."""
PROTOCOL: Final = 1
"""The version of the line protocol (docs/protocol.md)."""

_OF_FORM: Final = frozenset({Code.USAGE, Code.BAD_NAME})
"""Codes of refusals that tell a program how its command is typed."""
INTERNAL: Final = _("The host failed. It is not your fault, and nothing else has changed.")
"""The text of a refusal after the host itself has failed."""


_DONE: Final = b"ok %b\n" % body(DONE.final, None)
_DONE_TEXT: Final = b"ok %b\n" % body(DONE.final, FORM)
"""The answer to most moves and to talk, after its id. A person reads nothing."""


def answer_line(context: Context, session: Session, meaning: Meaning) -> None:
    """Answer one line, whatever it means, with exactly one final answer."""
    fresh, session.fresh = session.fresh, False
    if fresh or session.spent_at is not None or not isinstance(meaning, Asked):
        context.out.note(session)
    if isinstance(meaning, Browser):
        arrival.answer_browser(context, session, meaning.line)
        return
    if fresh:
        arrival.greet(context, session)
    if session.spent_at is not None and context.out.now - session.spent_at >= people.UNREAD_S:
        people.retire(context, session)
    if session.showing is not None:
        session.showing.stop()
        if isinstance(meaning, Nothing):
            return  # an empty line only stops it
    match meaning:
        case Asked():  # first: nearly every line is a request
            context.out.answer(session, partial(_made, context, session, meaning))
            player = session.player
            if player is not None and player.room is not None and player.room.table.proposals:
                silent.warn(context.out, session)
        case Unusable():
            _unusable(context, session, meaning.why)
        case Password():
            assert session.unseen is not None, "the host had asked for it"
            command = passwords.answered(context.out, session, session.unseen, meaning.text)
            if command is not None:
                answer_line(context, session, read(context, session, command))
        case Greeting():
            _hello(context, session, meaning)
        case Nothing():
            if not session.program and session.player is not None:
                if _may_play_again(session):
                    answer_line(context, session, read(context, session, "/rematch"))
                    return
                looking.remind(context, session, session.player)
                silent.warn(context.out, session)
        case _:
            assert_never(meaning)


def _may_play_again(session: Session) -> bool:
    """Check whether Enter can mean nothing but another game, and has not just been an answer."""
    sits = seat_of(session.player)
    if sits is None:
        return False
    room, seat = sits
    over = room.table.state == "over" and room.owner is None and not room.was_bare(seat)
    return over and not room.table.chairs[seat].ready


def _made(context: Context, session: Session, asked: Asked) -> bytes | None:
    """Do what a request means. Return the answer, or None if it comes later."""
    typed, meaning = asked.typed, asked.act
    changes = session.enter is not None or session.leaving is not None
    if session.leaving is not None and session.natural and not _keeps_question(session, meaning):
        session.leaving = None
    session.enter = None
    items = 0
    try:
        reply = _acted(context, session, typed, meaning)
        if reply is None:
            return None
        if context.out.outlives:
            changes = changes or reply is not DONE or not _keeps_card(meaning)
        data, items = _reply_bytes(session, typed, reply), len(reply.items)
        if isinstance(meaning, Run):
            if meaning.command.long and not session.program and reply.further is not None:
                data = paging.first(session, data, reply.further)
        elif isinstance(meaning, Move) and meaning.instead and _tells_slash(meaning):
            text = _(
                "Taken as a word of the game. <<For the command, type: /{verb}>>",
                verb=typed_line(str(meaning.instead), _, meaning.room.table.game.catalogue),
            )
            data += join_lines(fitted([text], session.form), session.form)
    except Exception as error:  # noqa: BLE001 - the boundary between one request and the rest
        data, changes = _refused(context, session, _as_meant(typed, meaning), error), True
    if changes:
        context.out.note(session)
    if data and (cost := context.out.cost(len(data), items)):
        context.out.charge(cost)
    return data


def _keeps_card(meaning: Act) -> bool:
    """Check whether it is a move or talk, which change nothing of the connection. This saves to
    look for a change after most lines."""
    return isinstance(meaning, Move | Channel) or (
        isinstance(meaning, Run) and meaning.command.topic == "talk"
    )


def _tells_slash(move: Move) -> bool:
    """Note that a player is shown how *move* would be a command; check if it is the first time."""
    told = move.room.slash_told
    if move.seat in told:
        return False
    told.add(move.seat)
    return True


def _acted(context: Context, session: Session, typed: Request, meaning: Act) -> Reply | None:
    """Do what a request means. Return the reply, or None if it comes later.

    Raises CommandError, a game's Refused, or what failed.
    """
    if isinstance(meaning, Move):
        return play.move(
            session,
            meaning.room,
            meaning.seat,
            meaning.verb,
            meaning.words,
            bare=meaning.bare,
            offered=meaning.offered,
        )
    request = meaning.request if isinstance(meaning, Run) else typed
    call = Call(context, session, request, session.player, seat_of(session.player))
    match meaning:
        case Run():
            reply = _run(call, meaning.command)
        case Question():
            return questions.answer(
                session, meaning.room, meaning.viewer, meaning.verb, meaning.words
            )
        case Refusal():
            raise meaning.error
        case Channel():
            reply = talk.in_channel(call)
        case NameGiven():
            reply = accounts.name_as_typed(call)
        case _:
            assert_never(meaning)
    if isinstance(reply, Later):
        _reply_later(context, call, reply)
        return None
    return reply


def _run(call: Call, command: Command) -> Reply | Later:
    """Run a command, if it may run now. Raises CommandError."""
    if call.out.waiting is not None and not command.stateless:
        raise CommandError(Code.UNAVAILABLE, _("Not now: {waiting}", waiting=call.out.waiting))
    admission.check_known(call.context, call.session, command)
    if command.where not in _NAMELESS and call.player is None:
        raise CommandError(Code.NOT_LOGGED_IN, _("First say who you are<<: name NAME|.>>"))
    if len(call.words) > command.most:
        raise call.too_many_words()
    return command.answer(call)


def _keeps_question(session: Session, meaning: Act) -> bool:
    """Return whether the question whether they mean to leave stays open after that line.

    A client with people at it sends some commands without being told to.
    """
    if not isinstance(meaning, Run):
        return False
    return meaning.command.verb == "leave" or (session.program and meaning.command.by_itself)


def _reply_later(context: Context, call: Call, later: Later) -> None:
    """Start work whose answer comes later. The lines after this one wait for it."""
    session = call.session
    session.late_replies += 1
    session.intake.block(ANSWER)
    context.pending_replies[session.conn] = PendingReply(session.late_replies, call, later)
    key = AnswerKey(session.conn, session.late_replies, later.password)
    if later.password:
        context.password_jobs[key] = place_of(session)
    if later.begin is not None:
        later.begin(key, partial(done, context))
    if later.work is not None:
        context.out.think(Job(key, later.work))


def done(context: Context, event: JobDone) -> None:
    key = event.key
    assert isinstance(key, AnswerKey), "answers wait under such a key"
    context.password_jobs.pop(key, None)
    session, pending = context.people.sessions.get(key.conn), context.pending_replies.get(key.conn)
    if session is not None and pending is not None and not session.closing:
        if pending.number == key.number:
            del context.pending_replies[key.conn]
            session.intake.clear(ANSWER)
            context.out.answer(session, partial(_found, context, session, pending, event))
            context.out.note(session)
            if session.owed:
                context.out.ack(session, session.owed)
        context.read_on(session)


def _found(
    context: Context, session: Session, pending: PendingReply, done: JobDone
) -> bytes | None:
    """Return the answer that took a while, or None if we write it bit by bit."""
    request = pending.call.request
    try:
        if isinstance(done.error, CommandError):
            raise done.error
        if done.error is not None:
            context.out.report(
                Report("error", "a job failed", done.error, _about(context, session, request))
            )
            raise CommandError(Code.UNAVAILABLE, pending.later.failed)
        reply = pending.later.finish(done.result)
        if isinstance(reply, Show):
            Showing(context.out, session, request.id or "-", reply, context.read_on).begin()
            return None
        data = _reply_bytes(session, request, reply)
    except Exception as error:  # noqa: BLE001 - as above
        data = _refused(context, session, request, error)
    session.bucket.charge(context.out.cost(len(data)), context.out.now)
    return data


def broken(context: Context, conn: ConnId | None, what: str, error: Exception) -> None:
    """Report that *what* failed, and close that connection alone."""
    context.out.report(Report("error", f"{what} failed", error))
    session = None if conn is None else context.people.sessions.get(conn)
    if session is not None:
        context.out.close(session, Goodbye.INTERNAL, INTERNAL)


def _as_meant(typed: Request, meaning: Act) -> Request:
    """Return the request with the verb that it means."""
    if isinstance(meaning, Run):
        return meaning.request
    if isinstance(meaning, Question) or (isinstance(meaning, Move) and not meaning.bare):
        return replace(typed, verb=meaning.verb)
    return typed


def _refused(context: Context, session: Session, request: Request, error: Exception) -> bytes:
    if isinstance(error, BadName):
        error = CommandError(Code.BAD_NAME, error.text)
    elif isinstance(error, OptionFault):
        error = CommandError(Code.BAD_OPTION, error.text, near=error.near)
    if isinstance(error, CommandError):
        usage = error.usage
        if usage is None and error.code in _OF_FORM:
            row = context.commands(session).get(request.verb)
            usage = _usage_there(session, request.verb) if row is None else row.usage
        no = No(
            code=error.code,
            what=error.text,
            retry=ABOUT[error.code].retry if error.retry is None else error.retry,
            retry_ms=error.retry_ms,
            prompt=error.prompt,
            usage=usage,
            near=error.near,
            seat=error.seat,
            word=error.word,
        )
    elif isinstance(error, Refused):
        code = Code(error.fault)
        usage = _usage_there(session, request.verb)
        what = error.text
        if error.enter and not session.program:
            session.enter = error.enter
            sits = seat_of(session.player)
            line = typed_line(error.enter, sits[0].table.game.catalogue if sits else None)
            what = _("{what} (Enter: {line})", what=what, line=line)
        no = No(code=code, what=what, retry=ABOUT[code].retry, usage=usage, near=error.near)
    else:
        context.out.report(
            Report("error", "a request failed", error, _about(context, session, request))
        )
        no = No(code=Code.INTERNAL, what=INTERNAL, retry=False)
    return final_bytes(session, request.id or "-", no, ok=False)


def _about(context: Context, session: Session, request: Request) -> dict[str, object]:
    """Return what the log says about a request.

    It names only the host's own verbs. A bare word is a move, which can be a secret.
    """
    about: dict[str, object] = {"connection": session.conn}
    sits = seat_of(session.player)
    if sits is not None:
        about |= {"table": sits[0].table.number, "seat": sits[1]}
    if request.verb in context.commands(session):
        about["verb"] = request.verb
    return about


def _usage_there(session: Session, verb: str) -> str | None:
    words = questions.words_here(session.player)
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


_GUILTY: Final = _("The host has failed at that line more than once, so it was ignored.")


def refuse_guilty(context: Context, session: Session, line: str | BadLine) -> None:
    """Refuse a line at which the host died more than once."""
    session.fresh = False
    id_ = line.id if isinstance(line, BadLine) else id_of(line)
    no = No(code=Code.INTERNAL, what=_GUILTY, retry=False)
    context.out.refuse(session, id_ or "-", no)


def bad_lines(limits: Limits) -> Bucket:
    """Return how many unusable lines may still come on a connection that has sent none."""
    return Bucket(limits.bad_lines, 1 / FORGIVEN_S)


def _unusable(context: Context, session: Session, why: BadLine | BadRequest) -> None:
    """Refuse what is no request. Bytes that are no line at all soon close the connection."""
    if isinstance(why, BadLine):
        if session.bad is None:
            session.bad = bad_lines(context.out.limits)
        if session.bad.take(context.out.now):
            context.out.trouble("cut off: too many unusable lines", session)
            text = _("Disconnected: too many unusable lines.")
            context.out.close(session, Goodbye.BAD_LINES, text)
            return
    context.out.refuse(session, why.id or "-", No(code=why.code, what=why.text, retry=False))


def _hello(context: Context, session: Session, hello: Greeting) -> None:
    """Make the connection a program's, unless its HELLO is wrong."""
    version, capabilities = hello.version, hello.capabilities
    bots = [word.removeprefix(BOT) for word in capabilities if word.startswith(BOT)]
    good = len(bots) < 2 and all(re.fullmatch(BOT_NAME, bot) for bot in bots)
    known = [*CAPABILITIES, *(f"{BOT}{bot}" for bot in bots if good)]
    unknown_words = [word for word in capabilities if word not in known]
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
                capabilities="] [".join((*CAPABILITIES, f"{BOT}NAME")),
            ),
            retry=False,
        )
        # A sender that names a version is a program, and waits for an answer it can read. It gets
        # the text, because its author has to find out what is wrong.
        refused = final("-", no, session.form, ok=False)
        named = version is not None or session.program
        context.out.reply(session, refused if named else person(no, session.form))
        return
    session.program = True
    session.text = TEXT in capabilities
    session.sight = SCENE if SCENE in capabilities else VIEW if VIEW in capabilities else ""
    session.lobby = LOBBY in capabilities
    session.natural = NATURAL in capabilities
    session.bot = bots[0] if bots else None
    if TAPS in capabilities:
        session.form = form_of(*session.form._replace(width=UNWRAPPED, taps=True))
    owner = admission.owner_of_key(context, session)
    answer: Answer = HelloAnswer(
        server="parlour",
        version=context.version,
        protocol=PROTOCOL,
        capabilities=tuple(word for word in CAPABILITIES if word in capabilities),
        key_of=None if owner is None else owner.name,
        bot=session.bot,
    )
    context.out.reply(session, final("-", answer, session.text_form, ok=True))
    if context.out.waiting is not None and not session.operator:
        arrival.tell_whether_waiting(context.out, session)
