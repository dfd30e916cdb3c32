"""Bans and mutes take effect, and end."""

from __future__ import annotations

from functools import partial

from parlour.commands.call import Desk
from parlour.features.moderation.state import SHELF, Ban, Bans
from parlour.language import _
from parlour.wire.messages import FeatureNotice


def bar(desk: Desk, ban: Ban) -> None:
    """Let *ban*, which is stored, take effect until it ends."""
    out = desk.out
    left_s = ban.until_s - out.wall
    if ban.until_s and left_s <= 0:  # it ended while the host was down
        out.write_down(SHELF.dropped(ban.kind, ban.who))
        return
    desk.state(Bans).put(ban)
    if ban.until_s:
        out.timers.at(out.now + left_s, partial(_ended, desk, ban))


def _ended(desk: Desk, ban: Ban) -> None:
    if desk.state(Bans).get(ban.kind, ban.who) is ban:
        unbar(desk, ban)


def unbar(desk: Desk, ban: Ban) -> None:
    """End *ban*."""
    desk.state(Bans).take(ban.kind, ban.who)
    desk.out.write_down(SHELF.dropped(ban.kind, ban.who))
    tell_muted(desk, ban, _("You may talk again."))


def tell_muted(desk: Desk, ban: Ban, what: str) -> None:
    """Tell the player whose name is muted, if they are on this host. Nobody else hears it."""
    player = desk.people.register.by_key.get(ban.who)
    if ban.kind == "mute" and player is not None:
        desk.out.tell(player, FeatureNotice(kind="muted", what=what))
