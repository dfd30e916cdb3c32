"""Long texts come to a person one screen at a time; `more` shows the next.

There are two: the rest of what was asked for last, and what was missed while away.
"""

from __future__ import annotations

from typing import Final

from parlour.house.commands import missed
from parlour.house.commands.call import Call, Command, Reply
from parlour.house.sessions import Session
from parlour.wire.encoding import join_lines
from parlour.wire.messages import TextRow

BESIDE: Final = 2
"""Lines of a screen that a page leaves: the line about `more`, and the one where they type."""


def first(session: Session, data: bytes, slash: str) -> bytes:
    """Return as much of the answer *data* as fits on the screen, and keep the rest."""
    if not session.height or data.count(b"\n") <= session.height - BESIDE + 1:
        return data
    session.pages = data.decode().splitlines()
    return join_lines(_next(session, slash))


def _next(session: Session, slash: str) -> list[str]:
    """Take the next page, and say how to read on. A last line alone is not worth another page."""
    room = session.height - BESIDE
    if not session.height or len(session.pages) <= room + 1:
        room = len(session.pages)
    page, session.pages = session.pages[:room], session.pages[room:]
    while session.pages and not session.pages[0]:
        del session.pages[0]
    if session.pages:
        page.append(f"({len(session.pages)} more lines. To read on: {slash}more)")
    return page


def _more(call: Call) -> Reply:
    """Answer with the next page."""
    session = call.session
    slash = missed.slash(call.player)
    if session.pages:
        return Reply(TextRow(what=tuple(_next(session, slash))))
    if call.player is None:
        return Reply(TextRow(what=(missed.NOTHING,)))
    return missed.more(call)


COMMANDS: Final = (
    Command(
        "more",
        "more",
        "read on in a long text, or in what you missed while you were away",
        "anywhere",
        "start",
        _more,
        answers=(TextRow,),
        in_play=False,
    ),
)
