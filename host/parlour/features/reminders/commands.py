"""Say where to be reminded, see it, and take it back."""

from __future__ import annotations

import re
from typing import Final

from parlour.commands.call import Call, Command, Reply, says
from parlour.core.refusals import CommandError
from parlour.features.reminders.state import SHELF, Reminder, Reminders
from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.messages import TextRow
from parlour.wire.text import clean

OFF: Final = "off"
REASON_MOST: Final = 200
"""The most characters of a plugin's reason."""
_ADDRESS: Final = re.compile(r"[!-~]{1,100}")


def _remind(call: Call) -> Reply:
    player, reminders = call.me, call.state(Reminders)
    to = call.request.rest.strip()
    if not to:
        known = reminders.of(player.number)
        if known is None:
            return says(_("You get no reminders. <<To get them: remind ADDRESS>>"))
        return says(_("Your reminders go to {to}. <<To stop them: remind off>>", to=known))
    if to.lower() == OFF:
        reminders.drop(player.number)
        call.out.write_down(SHELF.dropped(player.number))
        return says(_("You get no reminders."))
    if not _ADDRESS.fullmatch(to):
        text = _("An address is one word of at most 100 characters. <<remind ADDRESS>>")
        raise CommandError(Code.USAGE, text)
    if player.guest:
        text = _("Reminders are for accounts. <<To make yours one: register PASSWORD>>")
        raise CommandError(Code.UNAVAILABLE, text)
    why = call.context.gate.reminder(to)
    if why is not None:
        raise CommandError(Code.UNAVAILABLE, clean(why)[:REASON_MOST], retry=False)
    row = Reminder(player.number, to)
    reminders.put(row)
    call.out.write_down(SHELF.kept(row))
    text = _(
        "In games over days, your turns are told to {to} while you are away. "
        "<<To stop that: remind off>>",
        to=to,
    )
    return says(text)


COMMANDS: Final = (
    Command(
        "remind [ADDRESS|off]",
        _("get your turns in games over days by mail or on your phone"),
        _remind,
        where="lobby",
        topic="start",
        answers=(TextRow,),
    ),
)
