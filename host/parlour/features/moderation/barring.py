"""Bans and mutes take effect, and end."""

from __future__ import annotations

from functools import partial

from parlour.commands.call import Context
from parlour.features.moderation.state import SHELF, Ban, Bans
from parlour.language import _
from parlour.wire.messages import FeatureNotice


def bar(context: Context, ban: Ban) -> None:
    """Let *ban*, which is stored, take effect until it ends."""
    out = context.out
    left_s = ban.until_s - out.wall
    if ban.until_s and left_s <= 0:  # it ended while the host was down
        out.write_down(SHELF.dropped(ban.kind, ban.who))
        return
    context.state(Bans).put(ban)
    if ban.until_s:
        out.timers.at(out.now + left_s, partial(_ended, context, ban))


def _ended(context: Context, ban: Ban) -> None:
    if context.state(Bans).get(ban.kind, ban.who) is ban:
        unbar(context, ban)


def unbar(context: Context, ban: Ban) -> None:
    context.state(Bans).take(ban.kind, ban.who)
    context.out.write_down(SHELF.dropped(ban.kind, ban.who))
    tell_muted(context, ban, _("You may talk again."))


def tell_muted(context: Context, ban: Ban, what: str) -> None:
    """Tell the player whose name is muted, if they are on this host. Nobody else hears it."""
    player = context.people.register.by_key.get(ban.who)
    if ban.kind == "mute" and player is not None:
        context.out.tell(player, FeatureNotice(kind="muted", what=what))
