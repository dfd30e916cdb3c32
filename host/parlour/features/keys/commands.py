"""List your keys, add a key, remove a key."""

from __future__ import annotations

from functools import partial
from typing import Final

from parlour.api.arguments import whole_number
from parlour.commands.call import Call, Command, Reply, says
from parlour.commands.passwords import check_wait
from parlour.core.refusals import CommandError
from parlour.features.keys.messages import KeyRow
from parlour.features.keys.state import SHELF, Key, Keys, key_of
from parlour.language import _
from parlour.wire.codes import Code
from parlour.wire.messages import Count, TextRow

MOST: Final = 10
"""Keys of one account: every computer and phone of one person, and some to spare."""


def _list(call: Call) -> Reply:
    rows = [
        KeyRow(number=at, key=row.key, added_s=row.added_s, here=row.key == call.session.key)
        for at, row in enumerate(call.state(Keys).of(call.me.number), 1)
    ]
    none = _("You have no keys. <<To come in by ssh without a password: keys add>>")
    return Reply(Count(count=len(rows), none=none), rows)


def _add(call: Call) -> Reply:
    player, session, keys = call.me, call.session, call.state(Keys)
    typed = call.request.rest.strip()
    if player.guest:
        text = _("Keys are for accounts. <<To make yours one: register PASSWORD>>")
        raise CommandError(Code.UNAVAILABLE, text)
    if not session.proved:
        text = _(
            "First show that you are {name}: log in with your password<<, or type register and "
            "your password|.>>",
            name=player.name,
        )
        raise CommandError(Code.UNAVAILABLE, text, retry=False)
    key = key_of(typed) if typed else session.key
    if not key:
        text = _(
            "<<Name the key: keys add and its fingerprint (SHA256:...), or the line of its .pub "
            "file|That is no fingerprint and no public key.>>"
        )
        raise CommandError(Code.USAGE, text)
    check_wait(call.context, session, call.people.throttle.register(session, call.out.now))
    known, proven = keys.get(key), key == session.key
    if known is not None and known.player == player.number:
        return says(_("That key is yours already."))
    if known is not None and (known.proven or not proven):
        raise CommandError(Code.UNAVAILABLE, _("That key can't be added."), retry=False)
    if len(keys.of(player.number)) >= MOST:
        text = _("You have {most} keys. <<To remove one: keys remove NUMBER>>", most=MOST)
        raise CommandError(Code.TOO_MANY, text, retry=False)
    row = Key(key, player.number, int(call.out.wall), proven)
    keys.put(row)
    call.out.write_down(SHELF.kept(row))
    return says(_("{key} is yours. With it, ssh brings you in without a password.", key=key))


def _remove(call: Call) -> Reply:
    keys = call.state(Keys)
    own, number = keys.of(call.me.number), whole_number(call.request.rest.strip())
    if number is None or not 1 <= number <= len(own):
        text = _("You have no key of that number. <<To see them: keys>>")
        raise CommandError(Code.USAGE, text)
    row = own[number - 1]
    keys.drop(row.key)
    call.out.write_down(SHELF.dropped(row.key))
    return says(_("{key} is not yours any more.", key=row.key))


_key = partial(Command, where="lobby", topic="start", in_play=False)
COMMANDS: Final = (
    _key(
        "keys", _("your ssh keys, with which you come in without a password"), _list, item=KeyRow
    ),
    _key(
        "keys add [TEXT]",
        _("add the key you came with, or another one"),
        _add,
        answers=(TextRow,),
    ),
    _key("keys remove NUMBER", _("remove a key"), _remove, answers=(TextRow,)),
)
