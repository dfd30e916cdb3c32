"""Go on with a connection that an earlier process had, as if nothing had happened.

Everything that was promised on it has been sent, and everything else is read again. So its player
is here again silently: nobody hears that they were away, and they read one notice.

It happens in two steps. `begin` gives a connection its player before the tables are made again, so
that each finds its people there. `go_on` comes when all is there.
"""

from __future__ import annotations

from typing import Final

from parlour.accounts.throttle import place_of
from parlour.accounts.ways_back import code_hash, token_hash
from parlour.commands import arrival
from parlour.commands.call import Context
from parlour.commands.dispatch import bad_lines, broken
from parlour.commands.passwords import wrong_tries
from parlour.commands.people import attach
from parlour.core.cards import NOTHING, Noted, decoded
from parlour.core.effects import Attached, Connected
from parlour.core.limits import Limits
from parlour.core.refusals import final_bytes
from parlour.core.sessions import Player, Session, unnumbered
from parlour.language import _, form_of
from parlour.tables import lobby
from parlour.tables.resync import show_again
from parlour.tables.rooms import seat_of
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent, fitted, join_lines
from parlour.wire.lines import MARK_BITS
from parlour.wire.messages import No, Notice

_GOES_ON: Final = EncodedEvent(
    Notice(kind="storing", what=_("The host stopped for a moment and goes on. Nothing is lost."))
)
_CUT: Final = _("The host stopped in the middle of this answer. Ask again.")
_NO_PAGES: Final = _("The rest of the long text is gone. <<To read it, ask for the text again.>>")
_SAME: Final = (
    "fresh",
    "greeted",
    "program",
    "bot",
    "natural",
    "text",
    "sight",
    "lobby",
    "bell",
    "height",
    "follows",
    "asked",
    "admitted",
    "unseen",
    "leaving",
    "enter",
    "unheard",
    "proved",
    "asks",
    "further",
)
"""What a session has as its card says it."""


def begin(context: Context, event: Attached) -> Session:
    """Return the session of a connection that goes on, with its player.

    Raises msgspec.DecodeError if its card cannot be read.
    """
    out = context.out
    session = arrival.begin(context, Connected(event.conn, event.address, event.near))
    session.greeted = event.greeted
    session.fed, session.acked = event.mark >> MARK_BITS, event.mark
    card = NOTHING
    if event.card:
        card, written, later_s = decoded(event.card, out.now, out.wall)
        _put_on(session, card, later_s, out.limits)
        session.bucket.use_quarters(card.used, written)
    session.decoder.go_on(event.mark, card.tail, card.telnet, card.within)
    player = context.people.register.by_number.get(card.player) if card.player else None
    if player is None:
        context.people.nameless.add(session, out.limits)
    else:
        _give(context, session, player, card)
    return session


def _put_on(session: Session, card: Noted, later_s: float, limits: Limits) -> None:
    """Give *session* what was noted of it. Its times are *later_s* later here."""
    for name in _SAME:
        setattr(session, name, getattr(card, name))
    session.form = form_of(*card.form)
    session.decoder.returns = card.returns
    session.noted = card
    if card.within is not None:
        session.tailed = session.acked
    if card.spent_at is not None:
        session.spent_at = card.spent_at + later_s
    if card.bad is not None:
        session.bad = bad_lines(limits)
        session.bad.due = card.bad + later_s
    if card.wrong is not None:
        session.wrong = wrong_tries()
        session.wrong.due = card.wrong + later_s


def _give(context: Context, session: Session, player: Player, card: Noted) -> None:
    """Give the connection to its player again, with the ways back that they know."""
    proved = session.proved
    attach(context, session, player)
    session.proved = proved
    player.unread_from = None
    if player.guest:
        context.people.register.move(player, place_of(session))
    if card.token and token_hash(card.token) in player.tokens:
        player.token = card.token
    if card.code and code_hash(card.code) in player.codes:
        player.code = card.code


def go_on(context: Context, session: Session, greeting_after_s: float) -> None:
    """Let the player watch what they watched, and say what happened, now that all is there."""
    out, player, card = context.out, session.player, session.noted
    if session.closing:
        return
    if player is None and card.player:
        broken(context, session.conn, "a connection without its player", KeyError(card.player))
        return
    greeted = session.greeted
    if player is not None:
        look_on(context, session)
        sits = seat_of(player)
        if sits is not None:
            context.tables.look_for_life(sits[0])
    else:
        arrival.await_name(context, session, greeting_after_s)
    if session.asks is not None or not greeted:
        return  # perhaps a web browser, which can show nothing but an answer
    out.write(session, unnumbered(session, _GOES_ON))
    if card.showing is not None:
        no = No(code=Code.UNAVAILABLE, what=_CUT, retry=True)
        out.reply(session, final_bytes(session, card.showing, no, ok=False))
    if card.pages:
        out.write(session, join_lines(fitted([_NO_PAGES], session.form), session.form))
    sits = seat_of(player)
    if player is not None and sits is not None and sits[0].table.state == "held":
        show_again(out, player, *sits)
    out.note(session)


def look_on(context: Context, session: Session) -> None:
    """Let the player watch what they watched, if they do not. They must before anything happens
    at a table.
    """
    player, watching = session.player, session.noted.watching
    if player is None:
        return
    tables = context.tables
    for number, _shown in watching:
        room = tables.rooms.get(number)
        if room is None or room is player.room or number in player.watching:
            continue
        if room.table.state != "adjourned":
            lobby.watch(player, room)
