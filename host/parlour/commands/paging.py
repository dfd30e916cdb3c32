"""Long texts come to a person one screen at a time; `more` shows the next.

There are three kinds: the rest of what was asked for last, the next page of that list, and what
was missed while away. A program asks for its events by number. A person at netcat can't, so the
host remembers how far their stream had come when they were disconnected. It shows everything once,
and never shows them again what they have read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from parlour.commands import looking, play
from parlour.commands.call import LIST, Call, Command, Context, Later, Reply, says
from parlour.core.sessions import Player, Session, unnumbered
from parlour.language import _
from parlour.tables.rooms import seat_of
from parlour.wire.encoding import EncodedEvent, join_lines
from parlour.wire.messages import PromptEvent, TextRow

BESIDE: Final = 2
"""Lines of a screen that a page leaves: the line about `more`, and the one where they type."""
MISSED: Final = 16
"""Lines of a page of what was missed. With the greeting above and a prompt below, it fits on a
screen of 24."""
MORE: Final = "more"
_ON: Final = _("<<To read on: {slash}more>>")
_LOST: Final = _("You missed more than the host keeps. <<To see your game: {slash}look>>")
NOTHING: Final = _("There is nothing more to read.")


def first(session: Session, data: bytes, further: str) -> bytes:
    """Return as much of the answer *data* as fits on the screen, and keep the rest.

    *further* is the line that asks for what follows the whole answer, or nothing.
    """
    session.further = further
    if session.height and data.count(b"\n") > _most(session):
        session.pages = data.decode().splitlines()
        return join_lines(_next(session), session.form)
    if further and not session.pages:
        return data + join_lines([_ON.filled(slash=slash(session.player))], session.form)
    return data


def _most(session: Session) -> int:
    """Return the lines of a last page. A last line alone is not worth another page."""
    return session.height - BESIDE + (not session.further)


def _next(session: Session) -> list[str]:
    """Take the next page, and say how to read on."""
    room = session.height - BESIDE
    if not session.height or len(session.pages) <= _most(session):
        room = len(session.pages)
    page, session.pages = session.pages[:room], session.pages[room:]
    while session.pages and not session.pages[0]:
        del session.pages[0]
    if session.further and not session.pages:
        return [*page, _ON.filled(slash=slash(session.player))]
    return [*page, *_rest(session, session.pages)]


def _rest(session: Session, lines: Sequence[str]) -> list[str]:
    """Say how to read these *lines*, which are left; nothing if there are none."""
    if not lines:
        return []
    return [
        _.count(
            "({n} more line. To read on: {slash}more)",
            "({n} more lines. To read on: {slash}more)",
            len(lines),
            slash=slash(session.player),
        )
    ]


def slash(player: Player | None) -> str:
    """Return the slash that commands need where the player sits, or nothing."""
    sits = seat_of(player)
    prompt = play.open_prompt(*sits) if sits is not None else None
    return "/" if prompt is not None and prompt.asks_words else ""


# --- what was missed --------------------------------------------------------------------------


def rendered(session: Session, lines: Sequence[EncodedEvent]) -> list[str]:
    """Return the events *lines* as a person reads them. Raises what a game raises over its text.

    It leaves out prompts, because we show an open one again anyway.
    """
    told = [line for line in lines if not isinstance(line.event, PromptEvent)]
    return unnumbered(session, *told).decode().splitlines()


def show(context: Context, session: Session, player: Player, lines: Sequence[str] | None) -> None:
    """Show the first page of *lines* (from `rendered`). None: we don't have all of them."""
    if lines is None:
        context.out.write(session, join_lines([_LOST.filled(slash=slash(player))], session.form))
    elif lines:
        session.unread.extend(lines)
        context.out.write(
            session, join_lines([_("While you were away:"), *_page(session)], session.form)
        )


def _page(session: Session) -> list[str]:
    """Take the next page of what is unread, and add how to read on."""
    page = session.unread[:MISSED]
    del session.unread[:MISSED]
    return [*page, *_rest(session, session.unread)]


# --- the next page ----------------------------------------------------------------------------


def _more(call: Call) -> Reply | Later:
    session, player = call.session, call.player
    if session.pages:
        return Reply(TextRow(what=tuple(_next(session))), further=None)
    if session.further:
        verb, _, rest = session.further.partition(" ")
        request = replace(call.request, verb=verb, rest=rest)
        if verb in call.context.families:
            request = call.context.spelled(session, request)
        return call.commands[request.verb].answer(replace(call, request=request))
    if player is None or not session.unread:
        return says(NOTHING)
    page = _page(session)
    if not session.unread and player.room is not None:
        looking.remind(call.context, session, player)
    return says(*page)


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
