"""Ask for a password on a line of its own, which a telnet terminal does not show.

The host asks only a person whose program has shown that it speaks telnet (RFC 857). Any other
terminal would show the password anyway. `name NAME PASSWORD` works for everybody.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NoReturn

import msgspec

from parlour.accounts.accounts import free_name
from parlour.commands.call import Call, Later
from parlour.core.effects import AnswerKey, JobDone
from parlour.core.output import Output
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session, Unseen
from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.encoding import join_lines

TELNET_S: Final = 1.0
"""Seconds that a program has to show that it speaks telnet, once it was asked for its window: one
answer over a slow network."""
_ALARM: Final = "telnet"


def ask_password(call: Call, player: Player) -> Later:
    """Ask somebody who gave the name of an account for its password. Raises CommandError.

    If their program may still show that it speaks telnet, we wait for that, and then hide what is
    typed next.
    """
    session, decoder, shown = call.session, call.session.decoder, player.name
    session.asked = shown

    def finish(_told: object) -> NoReturn:
        text = _(
            "{shown} has an account. "
            "<<If it is yours: name {shown} PASSWORD - if not: name NAME>>",
            shown=shown,
        )
        if _hide(call, Unseen(f"name {shown}")):
            text = _(
                "{shown} has an account. Type its password (not shown), or just press Enter.",
                shown=shown,
            )
        raise CommandError(Code.NAME_TAKEN, text, near=free_name(call.people, shown))

    may_speak = decoder.unasked or decoder.telnet is not None
    if session.program or decoder.speaks_telnet or not may_speak:
        finish(None)
    return Later(None, finish, "", begin=partial(_await_telnet, call.out, session))


def ask_new(call: Call, *, twice: bool) -> bool:
    """Ask for the password of `register`, if we can hide it."""
    return _hide(call, Unseen("register", twice))


def _hide(call: Call, unseen: Unseen) -> bool:
    """Take the next line as the password, and hide it. Return False if we cannot hide it."""
    session = call.session
    if session.program or not session.decoder.speaks_telnet:
        return False
    session.unseen = unseen
    call.out.write(session, session.decoder.hide(on=True))
    return True


def _await_telnet(
    out: Output, session: Session, key: AnswerKey, done: Callable[[JobDone], None]
) -> None:
    """Call *done* as soon as the peer has shown that it speaks telnet, or has not in time."""
    out.alarm(session, _ALARM, out.now + TELNET_S, partial(done, JobDone(key, None)))


def telnet_shown(session: Session) -> None:
    """The peer has shown that it speaks telnet: wait no longer for that."""
    alarm = session.alarms.pop(_ALARM, None)
    if alarm is not None and (action := alarm.action) is not None:
        alarm.cancel()
        action()


def answered(out: Output, session: Session, unseen: Unseen, line: str) -> str | None:
    """Return the command that *line* completes, or None if there is none."""
    if line.strip() and unseen.twice and unseen.typed is None:
        session.unseen = msgspec.structs.replace(unseen, typed=line)
        _say(out, session, _("Type it again."))
        return None
    session.unseen = None
    out.write(session, session.decoder.hide(on=False))
    if not line.strip():
        session.asked = None
        text = _("You typed no password, so nothing has changed.")
        if session.player is None:
            text = _("You typed no password. <<To come in under another name: name NAME>>")
        _say(out, session, text)
        return None
    if unseen.typed not in (None, line):
        _say(out, session, _("The two passwords differ, so nothing has changed."))
        return None
    return f"/{unseen.command} {line}"


def _say(out: Output, session: Session, text: str) -> None:
    out.reply(session, join_lines([text], session.form))
