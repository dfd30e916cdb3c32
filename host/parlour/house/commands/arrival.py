"""Greet a new connection, or give a web browser its page."""

from __future__ import annotations

from parlour.house.commands.call import Desk
from parlour.house.commands.waiting import told
from parlour.house.sessions import Session
from parlour.language import FORM
from parlour.wire.codes import Goodbye
from parlour.wire.encoding import fitted, join_lines
from parlour.wire.lines import BadLine
from parlour.wire.web import is_http, web_page


def greet(desk: Desk, session: Session) -> None:
    """Send the greeting, unless it was sent."""
    if not session.greeted:
        session.greeted = True
        desk.out.write(session, join_lines(_greeting(desk)))


def greet_browser(desk: Desk, session: Session, line: str | BadLine) -> bool:
    """Answer *line*, the first one, if it is an HTTP request, and close the connection.

    A greeting that is still to come gives way to the page: a browser can show only what begins
    with a status line. After the greeting the request gets one line.
    """
    if isinstance(line, BadLine) or not is_http(line):
        return False
    if session.greeted:
        text = "This is a game server, not a web server. Join with nc or telnet."
        desk.out.close(session, Goodbye.HTTP, text)
    else:
        desk.out.hang_up(session, web_page(line, desk.name))
    return True


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
