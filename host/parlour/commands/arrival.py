"""A new connection: let it in and greet it, or send a web browser to its page."""

from __future__ import annotations

from functools import partial
from typing import Final

from parlour.accounts.quotas import has_room
from parlour.accounts.throttle import place_of
from parlour.commands.call import Desk
from parlour.commands.waiting import told
from parlour.core.effects import Connected
from parlour.core.refusals import CommandError
from parlour.core.sessions import Session
from parlour.language import FORM, _
from parlour.tables.happened import Connecting
from parlour.web import how_to_join, referral
from parlour.wire.codes import Goodbye
from parlour.wire.encoding import fitted, join_lines
from parlour.wire.flood import Bucket
from parlour.wire.lines import BadLine


def begin(desk: Desk, event: Connected) -> Session:
    """Return the session of a new connection, which counts from now on."""
    here, limits = desk.people, desk.out.limits
    factor = limits.near_factor if event.near else 1
    bucket = Bucket(limits.flood_burst * factor, limits.flood_per_s * factor)
    session = Session(event.conn, event.address, event.near, bucket, desk.out.now, event.operator)
    session.program = session.text = session.greeted = event.program
    here.sessions[event.conn] = session
    here.places[place_of(session)] += 1
    return session


def let_in(desk: Desk, session: Session, greeting_after_s: float) -> bool:
    """Let a connection in, or close it and say why. Return whether it is in."""
    if session.operator:
        desk.people.operators[session.conn] = session
    full = _full(desk, session)
    if full is not None:
        banned = full[0] is Goodbye.BAD_LINES
        kind: Final = "refused: banned address" if banned else "refused: too many connections"
        desk.out.trouble(kind, session)
        desk.out.close(session, *full)
    elif session.operator:
        session.greeted = True  # with a greeting of its own
        greeting = _("Parlour on {name}: you are the operator. (help for help)", name=desk.name)
        desk.out.write(session, join_lines([greeting]))
    else:
        _greet_soon(desk, session, greeting_after_s)
        due = desk.out.now + desk.out.limits.login_s
        # Uses the name of the alarm that replaces it once they give a name (`watch_idle`).
        desk.out.alarm(session, "idle", due, partial(_login_late, desk, session))
    return full is None


def _full(desk: Desk, session: Session) -> tuple[Goodbye, str] | None:
    """Return why a connection may not come in, or None."""
    here, limits = desk.people, desk.out.limits
    from_there = here.places[place_of(session)]
    if session.operator:
        if from_there <= limits.operators:
            return None
        text = _("Too many operators are connected ({most} at most).", most=limits.operators)
        return Goodbye.TOO_MANY, text
    try:
        desk.tables.happened.tell(Connecting(session))
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
        desk.out.trouble("cut off: gave no name in time", oldest)
        text = _("Disconnected: you gave no name yet, and others wait to come in.")
        desk.out.close(oldest, Goodbye.LOGIN_TIMEOUT, text)
    return None


def _greet_soon(desk: Desk, session: Session, greeting_after_s: float) -> None:
    if not greeting_after_s or desk.out.waiting is not None:  # then no time passes
        greet(desk, session)
        return
    due = desk.out.now + greeting_after_s
    desk.out.alarm(session, "greeting", due, partial(greet, desk, session))


def _login_late(desk: Desk, session: Session) -> None:
    if session.player is None and not session.closing:
        desk.out.trouble("cut off: gave no name in time", session)
        text = _("Disconnected: you gave no name in time.")
        desk.out.close(session, Goodbye.LOGIN_TIMEOUT, text)


def greet(desk: Desk, session: Session) -> None:
    """Send the greeting, unless it was sent."""
    if not session.greeted:
        session.greeted = True
        desk.out.write(session, join_lines(_greeting(desk)))


def answer_browser(desk: Desk, session: Session, line: str | BadLine) -> None:
    """Answer a web browser's request, of which this is a line, and close the connection.

    A greeting that is still to come gives way to the answer: a browser can show only what begins
    with a status line. After the greeting the request gets one line. Where there is a page, the
    answer waits for the name that the browser knows us by.
    """
    if session.asks is not None:
        _read_head(desk, session, session.asks, line)
    elif session.greeted:
        text = "This is a game server, not a web server. Join with nc or telnet."
        desk.out.close(session, Goodbye.HTTP, text)
    elif desk.site is None:
        desk.out.hang_up(session, how_to_join(str(line), desk.name))
    else:
        session.greeted = True
        session.asks = str(line)


def _read_head(desk: Desk, session: Session, asks: str, line: str | BadLine) -> None:
    """Read a further *line* of the request that begins with *asks*. Answer it, once we know its
    Host or that it has none."""
    if isinstance(line, BadLine):
        return
    name, colon, value = line.partition(":")
    if (colon and name.lower() == "host") or not line.strip():
        assert desk.site is not None, "else it has been answered"
        desk.out.hang_up(session, referral(asks, value.strip(), desk.site))


def _greeting(desk: Desk) -> list[str]:
    out, tables = desk.out, desk.tables
    if out.waiting is not None:  # how many tables there are may not be stored yet
        first = [f"Parlour on {desk.name}.", *fitted([told(out.waiting)], FORM)]
    else:
        counts = f"{_count(len(tables.games), 'game')}, {_count(len(tables.public), 'table')} open"
        first = [f"Parlour on {desk.name}: {counts}."]
    return [*first, "Your name? (help for help)"]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
