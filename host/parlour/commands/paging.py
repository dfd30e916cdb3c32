"""Long texts come to a person one screen at a time; `more` shows the next.

There are three kinds: the rest of what was asked for last, the next page of that list, and what
was missed while away.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from parlour.commands import missed
from parlour.commands.call import LIST, Call, Command, Later, Reply, says
from parlour.core.sessions import Session
from parlour.language import _
from parlour.wire.encoding import join_lines
from parlour.wire.messages import TextRow

BESIDE: Final = 2
"""Lines of a screen that a page leaves: the line about `more`, and the one where they type."""
MORE: Final = "more"
_ON: Final = _("<<To read on: {slash}more>>")


def first(session: Session, data: bytes, further: str, slash: str) -> bytes:
    """Return as much of the answer *data* as fits on the screen, and keep the rest.

    *further* is the line that asks for what follows the whole answer, or nothing.
    """
    session.further = further
    if session.height and data.count(b"\n") > _most(session):
        session.pages = data.decode().splitlines()
        return join_lines(_next(session, slash), session.form)
    if further and not session.pages:
        return data + join_lines([_ON.filled(slash=slash)], session.form)
    return data


def _most(session: Session) -> int:
    """Return the lines of a last page. A last line alone is not worth another page."""
    return session.height - BESIDE + (not session.further)


def _next(session: Session, slash: str) -> list[str]:
    """Take the next page, and say how to read on."""
    room = session.height - BESIDE
    if not session.height or len(session.pages) <= _most(session):
        room = len(session.pages)
    page, session.pages = session.pages[:room], session.pages[room:]
    while session.pages and not session.pages[0]:
        del session.pages[0]
    if session.pages:
        page.append(
            _(
                "({number} more lines. To read on: {slash}more)",
                number=len(session.pages),
                slash=slash,
            )
        )
    elif session.further:
        page.append(_ON.filled(slash=slash))
    return page


def _more(call: Call) -> Reply | Later:
    session = call.session
    if session.pages:
        page = _next(session, missed.slash(call.player))
        return Reply(TextRow(what=tuple(page)), further=None)
    if session.further:
        verb, _, rest = session.further.partition(" ")
        request = replace(call.request, verb=verb, rest=rest)
        if verb in call.context.families:
            request = call.context.spelled(session, request)
        return call.commands[request.verb].answer(replace(call, request=request))
    if call.player is None:
        return says(missed.NOTHING)
    return missed.more(call)


COMMANDS: Final = (
    Command(
        MORE,
        _("read on in a long text, or in what you missed while you were away"),
        _more,
        where="anywhere",
        topic="start",
        answers=(TextRow, *LIST),
        long=True,
        in_play=False,
    ),
)
