"""Operator commands about people: who is here, bans and mutes, removing a player's data."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from parlour.accounts.accounts import wake
from parlour.accounts.recent import Left
from parlour.accounts.ways_back import code_hash
from parlour.commands.call import Call, Context, Reply, paged
from parlour.commands.trail import (
    acted,
    check_length,
    operator_act,
    operator_command,
    operator_own,
)
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.features.moderation import state
from parlour.features.moderation.messages import BarredRow, PersonRow, RecentRow
from parlour.features.moderation.removal import remove
from parlour.features.moderation.state import SHELF, Ban, Bans, Kind
from parlour.language import _
from parlour.tables import lobby
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages import Acted, FeatureNotice
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


# --- who is here --------------------------------------------------------------------------


def _list(call: Call) -> Reply:
    players = list(call.people.register.by_key.values())
    return paged(call, players, PAGE, "Nobody is here.", _row)


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
        left
        for left in call.people.recent.since(call.out.wall)
        if left.key not in by_key or by_key[left.key].session is None
    ]
    return paged(call, gone, PAGE, "Nobody has left today.", _recent_row)


def _recent_row(left: Left) -> RecentRow:
    return RecentRow(name=left.name, guest=left.guest, address=left.address, left_s=left.at_s)


def _barred(call: Call) -> Reply:
    return paged(call, list(call.state(Bans)), PAGE, "Nobody is banned or muted.", _barred_row)


def _barred_row(ban: Ban) -> BarredRow:
    return BarredRow(
        kind=ban.kind, who=ban.shown, since_s=ban.since_s, until_s=ban.until_s or None, why=ban.why
    )


# --- bans and mutes ---------------------------------------------------------------------


def _bar(call: Call, kind: Kind) -> str:
    """Ban or mute somebody. A ban closes their connections at once.

    One that would keep out far more people than the operator can mean needs `SURE`.
    """
    out = call.out
    what, _rest, why = _whom(call).partition(": ")
    who, _rest, time = what.strip().partition(" for ")
    check_length(why.strip())
    seconds = _seconds(time) if time else 0
    shown, subject = _subject(who.removesuffix(SURE))
    if kind == "ban" and not who.endswith(SURE):
        addresses = [s.address for s in call.people.sessions.values() if not s.operator]
        wide = state.too_wide(subject, addresses)
        if wide is not None:
            text = f"That would keep out {wide}. To confirm: player ban {shown} yes"
            raise CommandError(Code.UNAVAILABLE, f"{text} (after parlour: --yes)")
    now_s = int(out.wall)
    ban = Ban(
        kind=kind,
        who=subject,
        shown=shown,
        since_s=now_s,
        why=clean(why).strip(),
        until_s=now_s + seconds if seconds else 0,
    )
    out.write_down(SHELF.kept(ban))
    take_effect(call.context, ban)
    _tell_muted(call.context, ban, state.muted(ban))
    closed = _shut_out(call.context, ban) if kind == "ban" else 0
    cut = {0: "", 1: " 1 connection was closed."}.get(
        closed, f" {closed} connections were closed."
    )
    time = f" for {state.for_time(seconds)}" if seconds else ""
    return f"{shown} is {_DONE[kind]}{time}.{cut}"


def take_effect(context: Context, ban: Ban) -> None:
    """Let *ban*, which is stored, take effect until it ends."""
    left_s = ban.until_s - context.out.wall
    if ban.until_s and left_s <= 0:  # it ended while the host was down
        context.out.write_down(SHELF.dropped(ban.kind, ban.who))
        return
    context.state(Bans).put(ban)
    if ban.until_s:
        context.out.timers.at(context.out.now + left_s, partial(_ended, context, ban))


def _ended(context: Context, ban: Ban) -> None:
    if context.state(Bans).get(ban.kind, ban.who) is ban:
        _lift(context, ban)


def _lift(context: Context, ban: Ban) -> None:
    context.state(Bans).take(ban.kind, ban.who)
    context.out.write_down(SHELF.dropped(ban.kind, ban.who))
    _tell_muted(context, ban, _("You may talk again."))


def _tell_muted(context: Context, ban: Ban, what: str) -> None:
    """Tell the player whose name is muted, if they are on this host. Nobody else hears it."""
    player = context.people.register.by_key.get(ban.who)
    if ban.kind == "mute" and player is not None:
        context.out.tell(player, FeatureNotice(kind="muted", what=what))


def _seconds(time: str) -> int:
    """Return a time such as `10m` in seconds. Raises CommandError."""
    found = _TIME.fullmatch(time.strip().lower())
    if found is None:
        text = f"{time[:20]} is not a time. Use one such as 30s, 10m, 2h or 3d."
        raise CommandError(Code.USAGE, text)
    return min(int(found[1]) * _UNITS[found[2]], LONGEST_S)


def _unbar(call: Call, kind: Kind) -> str:
    shown, subject = _subject(_whom(call))
    ban = call.state(Bans).get(kind, subject)
    if ban is None:
        text = f"{shown} is not {_DONE[kind]}. To see who is: parlour player list"
        raise CommandError(Code.UNAVAILABLE, text)
    _lift(call.context, ban)
    return f"{shown} {_UNDONE[kind]}."


def _whom(call: Call) -> str:
    who = call.request.rest.strip()
    if not who:
        raise CommandError(Code.USAGE, f"Who? {call.usage}")
    return who


def _remove(call: Call) -> Reply:
    name = call.request.rest
    return acted(call, "player remove", lambda: remove(call.context, name))  # without the name


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


def _subject(who: str) -> tuple[str, str]:
    """Return *who* as the operator reads it, and as we compare it. Raises CommandError."""
    shown = clean(who).strip()
    try:
        return shown, state.subject(shown)
    except ValueError as wrong:
        raise CommandError(Code.BAD_NAME, str(wrong)) from None


def _shut_out(context: Context, ban: Ban) -> int:
    """Close every connection that *ban* covers, and return how many there were."""
    closed = 0
    for session in list(context.people.sessions.values()):
        key = session.player.key if session.player is not None else None
        if not session.closing and context.state(Bans).of("ban", key, session.address) is not None:
            context.out.close(session, Goodbye.BAD_LINES, state.farewell(ban), back=False)
            closed += 1
    return closed


COMMANDS: Final = (
    operator_command(
        "player list [PAGE]", "who is here or away, and where from", _list, item=PersonRow
    ),
    operator_command(
        "player recent [PAGE]",
        "who has left within a day, and where they came from",
        _recent,
        item=RecentRow,
    ),
    operator_command("player barred [PAGE]", "who is banned or muted", _barred, item=BarredRow),
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
    operator_own("player code NAME", "give somebody who is away a new code to come back", _code),
    operator_own("player remove NAME", "remove a player's data; this can't be undone", _remove),
)
