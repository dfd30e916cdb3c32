"""People who come back read what they missed, one screen at a time.

A program asks for its events by number. A person at netcat can't, so the host remembers how far
their stream had come when they were disconnected. It shows everything once, and never shows them
again what they have read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.commands import looking, play
from parlour.commands.call import Call, Context, Reply, says
from parlour.core.sessions import Player, Session
from parlour.language import _
from parlour.tables.rooms import seat_of
from parlour.wire.encoding import EncodedEvent, join_lines
from parlour.wire.messages import PromptEvent

PAGE: Final = 16
"""Lines of a page. With the greeting above and a prompt below, it fits on a screen of 24."""
LOST: Final = _("You missed more than the host keeps. <<To see your game: {slash}look>>")
NOTHING: Final = _("There is nothing more to read.")


def rendered(session: Session, lines: Sequence[EncodedEvent]) -> list[str]:
    """Return the events *lines* as a person reads them. Raises what a game raises over its text.

    It leaves out prompts, because we show an open one again anyway.
    """
    told = [line for line in lines if not isinstance(line.event, PromptEvent)]
    return b"".join(line.person(session.form) for line in told).decode().splitlines()


def show(context: Context, session: Session, player: Player, lines: Sequence[str] | None) -> None:
    """Show the first page of *lines* (from `rendered`). None: we don't have all of them."""
    if lines is None:
        context.out.write(session, join_lines([LOST.filled(slash=slash(player))], session.form))
    elif lines:
        session.unread.extend(lines)
        context.out.write(
            session, join_lines([_("While you were away:"), *_page(session, player)], session.form)
        )


def more(call: Call) -> Reply:
    """Answer with the next page. After the last one, repeat the player's open prompt."""
    session, player = call.session, call.me
    if not session.unread:
        return says(NOTHING)
    page = _page(session, player)
    if not session.unread and player.room is not None:
        looking.remind(call.context, session, player)
    return says(*page)


def _page(session: Session, player: Player) -> list[str]:
    """Take the next page of what is unread, and add how to read on."""
    unread = session.unread
    page = unread[:PAGE]
    del unread[:PAGE]
    if unread:
        lines = _.count("1 more line", "{n} more lines", len(unread))
        page.append(_("({lines}; to read on: {slash}more)", lines=lines, slash=slash(player)))
    return page


def slash(player: Player | None) -> str:
    """Return the slash that commands need where the player sits, or nothing."""
    sits = seat_of(player)
    prompt = play.open_prompt(*sits) if sits is not None else None
    return "/" if prompt is not None and prompt.asks_words else ""
