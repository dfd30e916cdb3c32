"""Ask for passwords and check them.

A password is asked for on a line of its own, which a telnet terminal does not show.

The host asks only a person whose program has shown that it speaks telnet (RFC 857). Any other
terminal would show the password anyway. `name NAME PASSWORD` works for everybody.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final, NoReturn

import msgspec

from parlour.accounts import quotas
from parlour.accounts.accounts import free_name
from parlour.accounts.passwords import matches
from parlour.accounts.throttle import place_of
from parlour.commands.call import Call, Context, Later, Reply
from parlour.core.cards import Unseen
from parlour.core.output import Output
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.language import _
from parlour.wire.codes import Code, Goodbye
from parlour.wire.encoding import join_lines
from parlour.wire.flood import Bucket

WRONG_TRIES: Final = 5
"""So many wrong passwords and codes close the connection, because guessing must not pay."""
TRY_FORGIVEN_S: Final = 60
"""Seconds after which one of them is forgiven. `throttle` limits how many may come in all."""
SOON_MS: Final = 3_000
"""Milliseconds after which to try again if too many passwords wait, or the old connection still
answers."""
FAILED: Final = _("The host could not check the password. Try again.")


def ask_password(call: Call, player: Player) -> NoReturn:
    """Ask somebody who gave the name of an account for its password. Raises CommandError."""
    text = _(
        "{shown} has an account. <<If it is yours: name {shown} PASSWORD - if not: name NAME>>",
        shown=player.name,
    )
    hidden = _(
        "{shown} has an account. Type its password (not shown), or just press Enter.",
        shown=player.name,
    )
    what = hidden if _ask(call, player.name) else text
    raise CommandError(Code.NAME_TAKEN, what, near=free_name(call.people, player.name))


def ask_word(call: Call, shown: str) -> NoReturn:
    """Ask somebody who gave that name for the word of the evening. Raises CommandError.

    They read the same for every name: nobody learns without the word who is here.
    """
    text = _(
        "This host asks for the word of this evening<<: name {shown} WORD - If you have an "
        "account: name {shown} PASSWORD|.>>",
        shown=shown,
    )
    hidden = _(
        "Type the word of this evening, or the password of your account {shown}. It is not shown.",
        shown=shown,
    )
    what = hidden if _ask(call, shown) else text
    raise CommandError(Code.BAD_PASSWORD, what, word=True)


def _ask(call: Call, shown: str) -> bool:
    """Take the next line as what belongs to the name *shown*, if we can hide it."""
    call.session.asked = shown
    return _hide(call, Unseen(f"name {shown}"))


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


# --- checking ---------------------------------------------------------------------------------


def checking(
    call: Call,
    player: Player,
    kept: str,
    password: str,
    then: Callable[[], Reply],
    *,
    word: bool = False,
) -> Later:
    """Check whether *password* is the player's, of which *kept* is the stored form.

    *word*: it was asked for as the word of the evening, which it is not.
    """
    context, session = call.context, call.session
    check_work(context, session)
    check_wait(
        context, session, context.people.throttle.password(session, player, context.out.now)
    )

    def finish(right: bool) -> Reply:
        if not right:
            text = _("That is not the password of {name}.", name=player.name)
            raise wrong(context, session, _NOT_THE_WORD if word else text, word=word)
        context.people.throttle.right_password(session, player, context.out.now)
        return then()

    return Later(lambda: matches(password, kept), finish, FAILED, password=True)


def wrong_tries() -> Bucket:
    """Return how many wrong tries a connection has that has made none, but for the last one."""
    return Bucket(WRONG_TRIES - 1, 1 / TRY_FORGIVEN_S)


_NOT_THE_WORD: Final = _(
    "That is not the word of this evening. <<If you have an account: name NAME PASSWORD>>"
)


def wrong_word(context: Context, session: Session) -> CommandError:
    """Return the refusal of a wrong word, and count it."""
    return wrong(context, session, _NOT_THE_WORD, word=True)


def wrong(context: Context, session: Session, text: str, *, word: bool = False) -> CommandError:
    """Return the refusal of a wrong password, code or word, and count it."""
    context.out.trouble("wrong password or code", session)
    if session.wrong is None:
        session.wrong = wrong_tries()
    if session.wrong.take(context.out.now):
        context.out.close(session, Goodbye.BAD_LINES, _("Disconnected: too many wrong tries."))
    return CommandError(Code.BAD_PASSWORD, text, word=word)


def check_work(context: Context, session: Session) -> None:
    jobs = context.password_jobs
    there = list(jobs.values()).count(place_of(session))
    if not quotas.has_room(there, len(jobs), context.out.limits.password_jobs):
        text = _("The host is checking too many passwords. Try again in a few seconds.")
        raise CommandError(Code.TOO_MANY, text, retry_ms=SOON_MS)


def check_wait(context: Context, session: Session, wait_s: float) -> None:
    if wait_s:
        context.out.trouble("more tries than allowed", session)
        text = _("Too many tries. Try again in {seconds} s.", seconds=ceil(wait_s))
        raise CommandError(Code.TOO_MANY, text, retry_ms=ceil(wait_s * 1000))
