"""Operator commands about people: who is here, bans and mutes, removing a player's data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from parlour.accounts import bans
from parlour.accounts.accounts import wake
from parlour.accounts.bans import Ban, Kind
from parlour.accounts.ways_back import code_hash
from parlour.commands.call import Call, Desk, Pages, Reply
from parlour.commands.trail import acted, check_length, operator_act, operator_list
from parlour.core.persistence import PlayerGone, Renamed, SavedPlayer
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.tables import lobby
from parlour.tables.happened import Removed
from parlour.tables.rooms import watched_by
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages import Acted, BarredRow, PersonRow, RecentRow
from parlour.wire.names import BadName, check_name, name_key
from parlour.wire.text import clean

PAGE: Final = 100
"""People on a page. One answer of that length does not delay the players."""
_DONE: Final = {"ban": "banned", "mute": "muted"}
LONGEST_S: Final = 366 * 86_400
"""The longest time of a ban or a mute that ends by itself: a year."""
_TIME: Final = re.compile(r"([1-9][0-9]{0,8})([smhd])")
SURE: Final = " yes"
"""At the end of WHO, it confirms a ban that would hit everybody."""
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_UNDONE: Final = {"ban": "may connect again", "mute": "may talk again"}
_NAMING: Final = (b'"sat"', b'"joined"', b'"started"', b'"said"')
"""Bytes in every entry that holds a name, and in hardly any other. We decode only those."""


# --- who is here --------------------------------------------------------------------------


def _list(call: Call) -> Reply:
    players = list(call.people.register.by_key.values())
    pages = Pages(len(players), PAGE, "Nobody is here.")
    return pages.reply(call, lambda first, end: [_row(player) for player in players[first:end]])


def _row(player: Player) -> PersonRow:
    session = player.session
    return PersonRow(
        name=player.name,
        guest=player.guest,
        away=session is None,
        address=session.address if session is not None else None,
        table=player.room.table.number if player.room is not None else None,
    )


def _recent(call: Call) -> Reply:
    by_key = call.people.register.by_key
    gone = [
        RecentRow(name=left.name, guest=left.guest, address=left.address, left_s=left.at_s)
        for left in call.people.recent.since(call.out.wall)
        if left.key not in by_key or by_key[left.key].session is None
    ]
    pages = Pages(len(gone), PAGE, "Nobody has left today.")
    return pages.reply(call, lambda first, end: gone[first:end])


def _barred(call: Call) -> Reply:
    bars = list(call.people.bans)
    pages = Pages(len(bars), PAGE, "Nobody is banned or muted.")
    return pages.reply(
        call,
        lambda first, end: [
            BarredRow(
                kind=b.kind,
                who=b.shown,
                since_s=b.since_s,
                until_s=b.until_s or None,
                why=b.why,
            )
            for b in bars[first:end]
        ],
    )


# --- bans and mutes ---------------------------------------------------------------------


def _bar(call: Call, kind: Kind) -> Reply:
    what, _, why = _whom(call).partition(": ")
    why = check_length(why.strip())
    who, _, time = what.strip().partition(" for ")
    sure = who.endswith(SURE)
    return acted(
        call,
        f"player {kind} {what.strip()}{f': {why}' if why else ''}",
        lambda: bar(
            call.desk, kind, who.removesuffix(SURE), why, _seconds(time) if time else 0, sure=sure
        ),
    )


def _seconds(time: str) -> int:
    """Return a time such as `10m` in seconds. Raises CommandError."""
    found = _TIME.fullmatch(time.strip().lower())
    if found is None:
        text = f"{time[:20]} is not a time. Use one such as 30s, 10m, 2h or 3d."
        raise CommandError(Code.USAGE, text)
    return min(int(found[1]) * _UNITS[found[2]], LONGEST_S)


def _unbar(call: Call, kind: Kind) -> Reply:
    who = _whom(call)
    return acted(call, f"player un{kind} {who}", lambda: unbar(call.desk, kind, who))


def _whom(call: Call) -> str:
    who = call.request.rest.strip()
    if not who:
        raise CommandError(Code.USAGE, f"Who? {call.usage}", usage=call.usage)
    return who


def _remove(call: Call) -> Reply:
    name = call.request.rest
    return acted(call, "player remove", lambda: remove(call.desk, name))  # without the name


def _code(call: Call) -> Reply:
    """Give somebody who is away a new code. Only the answer shows it, never the audit trail."""
    name = _whom(call)
    new: list[str] = []

    def renew() -> str:
        player = call.people.register.named(call.people.register.key(clean(name)))
        if player is None:
            text = f"There is no player {name[:20]}. To see who there is: parlour player list"
            raise CommandError(Code.UNAVAILABLE, text)
        if player.session is not None:
            text = f"{player.name} is connected and needs no code."
            raise CommandError(Code.UNAVAILABLE, text)
        if player.number in call.people.register.by_number:
            player.code = call.people.new_code()
            codes = (code_hash(player.code),)
            call.people.register.give_ways_back(player, player.tokens, codes)
            call.out.write_down(player.saved())
        else:
            wake(call.people, player)
            lobby.forget_later(call.tables, player)
        new.append(player.code)
        return f"{player.name} has a new code."

    acted(call, f"player code {name}", renew)
    done = f"{clean(name)} can come back with: resume {new[0]}"
    return Reply(Acted(done=f"{done} - The code from before no longer works."))


def bar(desk: Desk, kind: Kind, who: str, why: str, seconds: int, *, sure: bool = False) -> str:
    """Ban or mute somebody, and say what was done. Raises CommandError.

    A ban closes their connections at once. One that would keep out far more people than
    the operator can mean needs *sure*. *seconds*: how long it lasts, or 0.
    """
    shown, subject = _subject(who)
    if kind == "ban" and not sure:
        addresses = [s.address for s in desk.people.sessions.values() if not s.operator]
        wide = bans.too_wide(subject, addresses)
        if wide is not None:
            text = f"That would keep out {wide}. To confirm: player ban {shown} yes"
            raise CommandError(Code.UNAVAILABLE, f"{text} (after parlour: --yes)")
    now_s = int(desk.out.wall)
    ban = Ban(
        kind=kind,
        who=subject,
        shown=shown,
        since_s=now_s,
        why=clean(why).strip(),
        until_s=now_s + seconds if seconds else 0,
    )
    desk.out.write_down(bans.SHELF.kept(ban))
    desk.people.bar(ban)
    desk.people.tell_muted(ban, bans.muted(ban))
    closed = _shut_out(desk, ban) if kind == "ban" else 0
    cut = {0: "", 1: " 1 connection was closed."}.get(
        closed, f" {closed} connections were closed."
    )
    time = f" for {bans.for_time(seconds)}" if seconds else ""
    return f"{shown} is {_DONE[kind]}{time}.{cut}"


def unbar(desk: Desk, kind: Kind, who: str) -> str:
    """Lift a ban or a mute, and say what was done. Raises CommandError."""
    shown, subject = _subject(who)
    ban = desk.people.bans.get(kind, subject)
    if ban is None:
        text = f"{shown} is not {_DONE[kind]}. To see who is: parlour player list"
        raise CommandError(Code.UNAVAILABLE, text)
    desk.people.unbar(ban)
    return f"{shown} {_UNDONE[kind]}."


def _subject(who: str) -> tuple[str, str]:
    """Return *who* as the operator reads it, and as we compare it. Raises CommandError."""
    shown = clean(who).strip()
    try:
        return shown, bans.subject(shown)
    except ValueError as wrong:
        raise CommandError(Code.BAD_NAME, str(wrong)) from None


def _shut_out(desk: Desk, ban: Ban) -> int:
    """Close every connection that *ban* covers, and return how many there were."""
    closed = 0
    for session in list(desk.people.sessions.values()):
        key = session.player.key if session.player is not None else None
        if not session.closing and desk.people.bans.of("ban", key, session.address) is not None:
            desk.out.close(session, Goodbye.BAD_LINES, bans.farewell(ban), back=False)
            closed += 1
    return closed


# --- removing data ----------------------------------------------------------------------


def remove(desk: Desk, word: str) -> str:
    """Remove a player's data, and say what was done. Raises CommandError.

    Their name leaves the finished games, their account or guest name ends, and nobody
    ignores them any more.
    """
    try:
        name = check_name(clean(word).strip())
    except BadName as bad:
        raise CommandError(Code.BAD_NAME, f"That can't be a player's name. {bad.text}") from None
    player = desk.people.register.named(name.key)
    _check_removable(desk, name.key, player)
    number = player.number if player is not None else _spend_number(desk)
    if player is not None:
        _forget(desk, player)
    by = _substitute(number)
    desk.tables.happened.tell(Removed(number, name.key, by))
    _unignore(desk, name.key)
    desk.parties.rename(name.key, by)
    desk.out.write_down(Renamed(name=name.shown, by=by))
    return f"The player's data was removed. Finished games now name {by} instead."


def _substitute(number: int) -> str:
    """Return a name that nobody can take, and that says nothing."""
    return f"player-{number}"


def _check_removable(desk: Desk, key: str, player: Player | None) -> None:
    if player is not None and player.room is not None:
        at = player.room.table.number
        text = f"They are sitting at table {at}. Wait until they leave, or end the table."
        raise CommandError(Code.UNAVAILABLE, text)
    party = None if player is None else desk.parties.of_player(player)
    if party is not None:
        text = f"They have signed up for party {party.party.number}. Wait until it is over."
        raise CommandError(Code.UNAVAILABLE, text)
    for number, room in desk.tables.rooms.items():
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


def _forget(desk: Desk, player: Player) -> None:
    """Free the player's name, and say goodbye to their connection."""
    register, session = desk.people.register, player.session
    if session is not None:
        text = "Your data has been removed from this host. Goodbye."
        desk.out.close(session, Goodbye.BYE, text, back=False)
        session.player = player.session = None
    player.stay()
    for room in watched_by(player):
        lobby.unwatch(player, room)
    if player.number in register.by_number:
        register.remove(player)
    else:
        register.wake(player.key)
    desk.people.throttle.forget(player.number)
    desk.people.recent.forget(player.key)
    desk.out.write_down(PlayerGone(player.number))


def _spend_number(desk: Desk) -> int:
    """Return a number that no player has or will have, also after a restart."""
    desk.people.last_number += 1
    number = desk.people.last_number
    by = _substitute(number)
    desk.out.write_down(SavedPlayer(number, by, name_key(by), (), (), 0))
    desk.out.write_down(PlayerGone(number))
    return number


def _unignore(desk: Desk, key: str) -> None:
    register = desk.people.register
    for other in register.by_key.values():
        gone = {name for name in other.ignored if name_key(name) == key}
        if gone:
            other.ignored -= gone
            desk.out.write_down(other.saved())
    for kept in list(register.asleep.values()):
        left = tuple(name for name in kept.ignored if name_key(name) != key)
        if left != kept.ignored:
            register.asleep[kept.key] = replace(kept, ignored=left)
            desk.out.write_down(register.asleep[kept.key])


COMMANDS: Final = (
    operator_list(
        "player list [PAGE]", "who is here or away, and where from", _list, item=PersonRow
    ),
    operator_list(
        "player recent [PAGE]",
        "who has left within a day, and where they came from",
        _recent,
        item=RecentRow,
    ),
    operator_list("player barred [PAGE]", "who is banned or muted", _barred, item=BarredRow),
    operator_act(
        "player ban WHO [for TIME][: WHY]",
        "keep somebody out: a name, an address, a network",
        partial(_bar, kind="ban"),
    ),
    operator_act("player unban WHO", "let them in again", partial(_unbar, kind="ban")),
    operator_act(
        "player mute WHO [for TIME][: WHY]",
        "let somebody play, but not talk",
        partial(_bar, kind="mute"),
    ),
    operator_act("player unmute WHO", "let them talk again", partial(_unbar, kind="mute")),
    operator_act("player code NAME", "give somebody who is away a new code to come back", _code),
    operator_act("player remove NAME", "remove a player's data; this can't be undone", _remove),
)
