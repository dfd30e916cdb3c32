"""Commands about a stopped table: continue, end."""

from __future__ import annotations

from functools import partial
from typing import Final

from parlour.commands.call import DONE, Call, Command, Reply
from parlour.commands.naming import check_outside, table_number
from parlour.core.refusals import CommandError
from parlour.language import _
from parlour.tables import adjournment, suspension
from parlour.tables.rebuild import CannotGoOn
from parlour.wire.codes import Code


def _continue(call: Call) -> Reply:
    number = _own(call)
    try:
        suspension.go_on(call.tables, number)
    except CannotGoOn as reason:
        text = _(
            "Table {number} can't continue: {reason}. <<To end it: end {number}>>",
            number=number,
            reason=reason,
        )
        raise CommandError(Code.UNAVAILABLE, text) from None
    return DONE


def _end(call: Call) -> Reply:
    suspension.end(call.tables, _own(call), "host")
    return DONE


def _own(call: Call) -> int:
    """Return the stopped table that the player named, if they host it. Raises CommandError."""
    words = call.words
    if not words:
        raise CommandError(
            Code.USAGE, _("Which table? <<{usage} - To see them: tables>>", usage=call.usage)
        )
    number = table_number(words[0])
    if call.me.room is None or call.me.room.table.number != number:
        check_outside(call.me)
    room = call.tables.known(number, call.player)
    if number in adjournment.of(call.tables, call.me):
        text = _(
            "Table {number} continues when its players are back. <<To come back: join {number}>>",
            number=number,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    if room is None:
        raise CommandError(
            Code.NO_SUCH_TABLE,
            _("There is no table {number}. <<To see them: tables>>", number=number),
        )
    seat = room.table.acting_host
    acting = None if seat is None else room.seated.get(seat)
    if acting is not call.me:
        name = "nobody" if acting is None else acting.name
        text = _("Only the host of the table can do that: {name}.", name=name)
        raise CommandError(Code.NOT_HOST, text)
    if not room.table.stopped:
        text = _("Table {number} isn't stopped. <<To end its game: propose abort>>", number=number)
        raise CommandError(Code.UNAVAILABLE, text)
    return number


_consent = partial(Command, where="lobby", topic="consent")
COMMANDS: Final = (
    _consent("continue TABLE", _("resume a stopped table (host of the table)"), _continue),
    _consent("end TABLE", _("close a stopped table (host of the table)"), _end),
)
