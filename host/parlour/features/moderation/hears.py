"""Who is banned does not come in, and who is muted does not talk."""

from __future__ import annotations

from math import ceil
from typing import Final

from parlour.commands.call import Context
from parlour.core.refusals import CommandError
from parlour.features.moderation.commands import take_effect
from parlour.features.moderation.state import SHELF, Bans, farewell, for_time
from parlour.language import _
from parlour.tables.happened import Connecting, Restoring, SigningIn, Talking
from parlour.wire.codes import Code

_MUTED: Final = _("You can't talk for {time}: the operator has muted you.")


def restore(context: Context, again: Restoring) -> None:
    for ban in SHELF.read(again.saved):
        take_effect(context, ban)


def check_address(context: Context, coming: Connecting) -> None:
    ban = context.state(Bans).of("ban", None, coming.session.address)
    if ban is not None:
        raise CommandError(Code.UNAVAILABLE, farewell(ban))


def check_name(context: Context, coming: SigningIn) -> None:
    """Raise CommandError if the name is banned.

    A banned address needs no check, because it has no connection.
    """
    if context.state(Bans).get("ban", coming.key) is not None:
        text = _("The operator has banned that name. Choose another one.")
        raise CommandError(Code.UNAVAILABLE, text)


def check_talk(context: Context, talking: Talking) -> None:
    ban = context.state(Bans).of("mute", talking.player.key, talking.session.address)
    if ban is None:
        return
    if not ban.until_s:
        raise CommandError(Code.UNAVAILABLE, _MUTED.filled(time=_("now")))
    left_s = max(1, ceil(ban.until_s - context.out.wall))
    text = _MUTED.filled(time=for_time(left_s))
    raise CommandError(Code.UNAVAILABLE, text, retry_ms=left_s * 1000)
