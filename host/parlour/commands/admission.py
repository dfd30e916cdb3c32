"""Ask for the word of the evening, and let nobody do anything without it who needs it."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from parlour.commands.call import Command, Context
from parlour.commands.passwords import check_wait
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.language import _
from parlour.tables.happened import KeyShown
from parlour.wire.codes import Code
from parlour.wire.names import Name

ASKS_NAME: Final = _("Your name? (help for help)")
ASKS_WORD: Final = _("The word of this evening? (help for help)")
_WITHOUT: Final = frozenset({"name", "resume"})
"""The commands with which they give it, or come back."""


def asks(context: Context, session: Session) -> bool:
    """Return whether somebody on that connection must give the word first."""
    return context.people.admission.asks(session)


def asked_first(context: Context, session: Session | None = None) -> str:
    """Return what the host asks for somebody who has just connected, or says so again."""
    admission = context.people.admission
    word = bool(admission.word) if session is None else admission.asks(session)
    return ASKS_WORD if word else ASKS_NAME


def is_open(command: Command) -> bool:
    """Return whether strangers may use *command*: it comes in, or shows no table and nobody."""
    return command.stateless or command.verb in _WITHOUT


def check_known(context: Context, session: Session, command: Command) -> None:
    """Raise CommandError if somebody must give the word before they may use *command*."""
    if is_open(command) or not asks(context, session):
        return
    text = _("First give the word of this evening<<: name NAME WORD|.>>")
    raise CommandError(Code.NOT_LOGGED_IN, text, word=True)


def owner_of_key(context: Context, session: Session) -> Player | None:
    """Return the account to which the ssh key of that connection belongs, if there is one."""
    if not session.key:
        return None
    shown = KeyShown(session.key, [])
    context.tables.happened.tell(shown)
    register = context.people.register
    account = register.account(shown.by[0]) if shown.by else None
    return None if account is None else register.named(account.key)


def check_listed(context: Context, session: Session, name: Name) -> None:
    """Raise CommandError if that name is not on the guest list.

    A try with a name that is not on it counts, so nobody finds out all that are.
    """
    admission, throttle = context.people.admission, context.people.throttle
    if admission.guests is None:
        return
    check_wait(context, session, throttle.stranger(session, context.out.now))
    if not admission.lists(name.key):
        raise CommandError(Code.BAD_NAME, _not_listed(name.shown))
    throttle.known(session, context.out.now)


def check_still_listed(context: Context, player: Player) -> None:
    """Raise CommandError if somebody comes back whose name is not on the guest list any more."""
    if not context.people.admission.lists(player.key):
        raise CommandError(Code.UNAVAILABLE, _not_listed(player.name), retry=False)


def _not_listed(name: str) -> str:
    return _("{name} is not on the guest list of this host.", name=name)


def in_link(context: Context, place: str = "") -> str:
    """Return the fragment of a link to a *place* of the page, whose reader need not type the word.

    Browsers send a fragment to nobody.
    """
    word = context.people.admission.word
    return "&".join(filter(None, (place, word and f"w={quote(word, safe='')}")))
