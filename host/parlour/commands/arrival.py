"""A connection: let it in and greet it, or send a web browser to its page; and its end."""

from __future__ import annotations

from functools import partial
from typing import Final

from parlour.accounts.quotas import has_room
from parlour.accounts.register import less
from parlour.accounts.throttle import place_of
from parlour.commands.admission import asked_first, owner_of_key
from parlour.commands.call import Context
from parlour.core.effects import Connected, ConnId
from parlour.core.output import Output
from parlour.core.refusals import CommandError
from parlour.core.sessions import Session, unnumbered
from parlour.language import ENGLISH, FORM, Form, _
from parlour.tables.happened import Connecting
from parlour.tables.rooms import seat_of
from parlour.web import how_to_join, referral
from parlour.wire.codes import Goodbye
from parlour.wire.encoding import EncodedEvent, fitted, join_lines
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine
from parlour.wire.messages import Notice

_TO_READ: Final = _("English: set lang {lang}")
"""Told in each language: how to read it."""


def begin(context: Context, event: Connected) -> Session:
    """Return the session of a new connection, which counts from now on."""
    here, limits = context.people, context.out.limits
    factor = limits.near_factor if event.near else 1
    bucket = Bucket(limits.flood_burst * factor, limits.flood_per_s * factor)
    session = Session(
        conn=event.conn,
        address=event.address,
        near=event.near,
        operator=event.operator,
        sealed=event.sealed,
        key=event.key,
        bucket=bucket,
        heard_at=context.out.now,
    )
    session.program = session.text = session.greeted = event.program
    here.sessions[event.conn] = session
    here.places[place_of(session)] += 1
    return session


def let_in(context: Context, session: Session, greeting_after_s: float) -> bool:
    """Let a connection in, or close it and say why. Return whether it is in."""
    if session.operator:
        context.people.operators[session.conn] = session
    full = _full(context, session)
    if full is not None:
        banned = full[0] is Goodbye.BAD_LINES
        kind: Final = "refused: banned address" if banned else "refused: too many connections"
        context.out.trouble(kind, session)
        context.out.close(session, *full)
    elif session.operator:
        session.greeted = True  # with a greeting of its own
        greeting = _("Parlour on {name}: you are the operator. (help for help)", name=context.name)
        context.out.write(session, join_lines([greeting]))
    else:
        await_name(context, session, greeting_after_s)
    return full is None


def await_name(context: Context, session: Session, greeting_after_s: float) -> None:
    """Greet somebody who has just connected, and wait for their name, but not for ever."""
    if not session.greeted:
        _greet_soon(context, session, greeting_after_s)
    due = context.out.now + context.out.limits.login_s
    # Uses the name of the alarm that replaces it once they give a name (`watch_idle`).
    context.out.alarm(session, "idle", due, partial(_login_late, context, session))


def _full(context: Context, session: Session) -> tuple[Goodbye, str] | None:
    """Return why a connection may not come in, or None."""
    here, limits = context.people, context.out.limits
    from_there = here.places[place_of(session)]
    if session.operator:
        if from_there <= limits.operators:
            return None
        text = _("Too many operators are connected ({most} at most).", most=limits.operators)
        return Goodbye.TOO_MANY, text
    try:
        context.tables.happened.tell(Connecting(session))
    except CommandError as no:
        return Goodbye.BAD_LINES, no.text
    if len(here.sessions) > limits.connections:
        return Goodbye.TOO_MANY, _("This host is full. Try again later.")
    cap = limits.connections_per_address
    within = session.near or not cap or from_there <= cap
    if not within or not has_room(from_there - 1, len(here.sessions) - 1, limits.connections):
        text = _("Too many connections from your address ({cap} at most).", cap=from_there - 1)
        return Goodbye.TOO_MANY, text
    oldest = here.nameless.add(session, limits)
    if oldest is session:
        text = _("Too many connections here have not given a name yet. Try again in a minute.")
        return Goodbye.TOO_MANY, text
    if oldest is not None:
        here.nameless.remove(oldest)
        context.out.trouble("cut off: gave no name in time", oldest)
        text = _("Disconnected: you gave no name yet, and others wait to come in.")
        context.out.close(oldest, Goodbye.LOGIN_TIMEOUT, text)
    return None


def _greet_soon(context: Context, session: Session, greeting_after_s: float) -> None:
    if not greeting_after_s or context.out.waiting is not None:  # then no time passes
        greet(context, session)
        return
    due = context.out.now + greeting_after_s
    context.out.alarm(session, "greeting", due, partial(greet, context, session))


def _login_late(context: Context, session: Session) -> None:
    if session.player is None and not session.closing:
        context.out.trouble("cut off: gave no name in time", session)
        text = _("Disconnected: you gave no name in time.")
        context.out.close(session, Goodbye.LOGIN_TIMEOUT, text)


def hung_up(context: Context, conn: ConnId) -> Session | None:
    """End everything on that connection, and return its session."""
    here = context.people
    session = here.sessions.pop(conn, None)
    if session is None:
        return None
    session.end()
    here.bursts.ended(session, context.out.now)
    if session.player is not None:
        here.recent.note(session.player, session, context.out.wall)
    session.showing = None
    context.pending_replies.pop(conn, None)
    here.operators.pop(conn, None)
    context.tables.news.lost(conn)
    here.nameless.remove(session)
    less(here.places, place_of(session))
    return session


def say_goodbye(context: Context) -> None:
    """Close all connections, because the host stops."""
    out, notice = context.out, _("This host is stopping. Thank you for playing.")
    line, text = EncodedEvent(Notice(kind="stopping", what=notice)), _("Goodbye.")
    kept = _("Goodbye. Your game is saved and goes on when the host is back.")
    if out.waiting is not None:
        text = kept = _("The host is stopping. What you typed last may be lost. Goodbye.")
    for session in list(context.people.sessions.values()):
        if session.player is not None and out.waiting is None:
            out.tell(session.player, line)
        # While the house waits, the seat itself may not be stored.
        keeps = context.drain.lasting and not session.program and out.waiting is None
        sits = seat_of(session.player)
        plays = keeps and sits is not None and sits[0].table.playing
        out.close(session, Goodbye.SHUTTING_DOWN, kept if plays else text, back=keeps)


def greet(context: Context, session: Session) -> None:
    if not session.greeted:
        session.greeted = True
        context.out.write(session, join_lines(_greeting(context, session)))
        context.out.note(session)


def answer_browser(context: Context, session: Session, line: str | BadLine) -> None:
    """Answer a web browser's request, of which this is a line, and close the connection.

    A greeting that is still to come gives way to the answer: a browser can show only what begins
    with a status line. After the greeting the request gets one line. Where there is a page, the
    answer waits for the name that the browser knows us by.
    """
    if session.asks is not None:
        _read_head(context, session, session.asks, line)
    elif session.greeted:
        text = "This is a game server, not a web server. Join with nc or telnet."
        context.out.close(session, Goodbye.HTTP, text)
    elif context.site is None:
        context.out.hang_up(session, how_to_join(str(line), context.name))
    else:
        session.greeted = True
        session.asks = str(line)


def _read_head(context: Context, session: Session, asks: str, line: str | BadLine) -> None:
    """Read a further *line* of the request that begins with *asks*. Answer it, once we know its
    Host or that it has none."""
    if isinstance(line, BadLine):
        return
    name, colon, value = line.partition(":")
    if (colon and name.lower() == "host") or not line.strip():
        assert context.site is not None, "else it has been answered"
        context.out.hang_up(session, referral(asks, value.strip(), context.site))


def _greeting(context: Context, session: Session) -> list[str]:
    out, tables = context.out, context.tables
    if out.waiting is not None:  # how many tables there are may not be stored yet
        first = [f"Parlour on {context.name}.", *fitted([_waits(out.waiting)], FORM)]
    elif context.people.admission.word:  # strangers need not know how many play here
        first = [f"Parlour on {context.name}."]
    else:
        counts = f"{_count(len(tables.games), 'game')}, {_count(len(tables.living), 'table')} open"
        first = [f"Parlour on {context.name}: {counts}."]
    first += other_languages(context, FORM)
    owner = owner_of_key(context, session)
    if owner is None:
        return [*first, asked_first(context)]
    session.enter = f"name {owner.name}"
    text = _("Your key is {name}'s: press Enter to come in as {name}.", name=owner.name)
    return [*first, *fitted([text], FORM), asked_first(context)]


def other_languages(context: Context, form: Form) -> list[str]:
    """Return the line that says in each language but that of *form* how to read it, if any."""
    told = [
        _TO_READ.read(lang, lang=lang)
        for lang in context.languages
        if lang != form.lang and (lang == ENGLISH or _TO_READ.into(lang) != _TO_READ)
    ]
    return fitted([" - ".join(told)], form) if told else []


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- while the house waits for its store ------------------------------------------------------


def _waits(why: str) -> str:
    return _(
        "{why} All clocks are stopped, and nothing is lost. What you type "
        "now is done when the host continues.",
        why=why,
    )


def tell_whether_waiting(out: Output, *sessions: Session) -> None:
    """Tell these connections that the house waits, or that it continues.

    That is no event of a player. It has no number, because nothing can be stored.
    """
    line = EncodedEvent(Notice(kind="storing", what=_("The host continues. Play on.")))
    if out.waiting is not None:
        line = EncodedEvent(Notice(kind="waiting", what=_waits(out.waiting)))
    for session in sessions:
        out.write(session, unnumbered(session, line))
