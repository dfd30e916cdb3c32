"""Remove a player's data, from everywhere it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from parlour.commands.call import Context
from parlour.core.persistence import PlayerGone, Renamed, SavedPlayer
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.tables import lobby
from parlour.tables.happened import Removed, Removing
from parlour.tables.rooms import watched_by
from parlour.wire.codes import Code, Goodbye
from parlour.wire.names import BadName, check_name, name_key
from parlour.wire.text import clean

_NAMING: Final = (b'"sat"', b'"joined"', b'"started"', b'"said"')
"""Bytes in every entry that holds a name, and in hardly any other. We decode only those."""


def remove(context: Context, word: str) -> str:
    """Remove a player's data, and say what was done. Raises CommandError.

    Their name leaves the finished games, their account or guest name ends, and nobody
    ignores them any more.
    """
    try:
        name = check_name(clean(word).strip())
    except BadName as bad:
        raise CommandError(Code.BAD_NAME, f"That can't be a player's name. {bad.text}") from None
    player = context.people.register.named(name.key)
    _check_removable(context, name.key, player)
    number = player.number if player is not None else _spend_number(context)
    if player is not None:
        _forget(context, player)
    by = _substitute(number)
    context.tables.happened.tell(Removed(number, name.key, by))
    _unignore(context, name.key)
    context.out.write_down(Renamed(name=name.shown, by=by))
    return f"The player's data was removed. Finished games now name {by} instead."


def _substitute(number: int) -> str:
    """Return a name that nobody can take, and that says nothing."""
    return f"player-{number}"


def _check_removable(context: Context, key: str, player: Player | None) -> None:
    if player is not None and player.room is not None:
        at = player.room.table.number
        text = f"They are sitting at table {at}. Wait until they leave, or end the table."
        raise CommandError(Code.UNAVAILABLE, text)
    if player is not None:
        context.tables.happened.tell(Removing(player))
    for number, room in context.tables.rooms.items():
        if _names(room.record, key):
            text = f"Table {number} still needs that name. Wait until the table closes, or end it."
            raise CommandError(Code.UNAVAILABLE, text)


def _names(record: Sequence[bytes], key: str) -> bool:
    """Return whether *record* holds the name with that *key*."""
    for body in record:
        if not any(word in body for word in _NAMING):
            continue
        entry = r.decode(body)
        if isinstance(entry, r.Sat | r.Joined | r.Said):
            names = [entry.name]
        else:
            names = list(entry.names.values()) if isinstance(entry, r.Started) else []
        if key in map(name_key, names):
            return True
    return False


def _forget(context: Context, player: Player) -> None:
    """Free the player's name, and say goodbye to their connection."""
    register, session = context.people.register, player.session
    if session is not None:
        text = "Your data has been removed from this host. Goodbye."
        context.out.close(session, Goodbye.BYE, text, back=False)
        session.player = player.session = None
    player.stay()
    for room in watched_by(player):
        lobby.unwatch(player, room)
    if player.number in register.by_number:
        register.remove(player)
    else:
        register.wake(player.key)
    context.people.throttle.forget(player.number)
    context.people.recent.forget(player.key)
    context.out.write_down(PlayerGone(player.number))


def _spend_number(context: Context) -> int:
    """Return a number that no player has or will have, also after a restart."""
    context.people.last_number += 1
    number = context.people.last_number
    by = _substitute(number)
    context.out.write_down(SavedPlayer(number, by, name_key(by), (), (), 0))
    context.out.write_down(PlayerGone(number))
    return number


def _unignore(context: Context, key: str) -> None:
    register = context.people.register
    for other in register.by_key.values():
        gone = {name for name in other.ignored if name_key(name) == key}
        if gone:
            other.ignored -= gone
            context.out.write_down(other.saved())
    for kept in list(register.asleep.values()):
        left = tuple(name for name in kept.ignored if name_key(name) != key)
        if left != kept.ignored:
            register.asleep[kept.key] = replace(kept, ignored=left)
            context.out.write_down(register.asleep[kept.key])
