"""Friends hear when one of them comes."""

from __future__ import annotations

from typing import Final

from parlour.commands.call import Context
from parlour.core.sessions import Player
from parlour.features.friends.state import Friends, asking
from parlour.language import _, joined
from parlour.tables.happened import CameIn
from parlour.tables.rooms import reaches
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import FeatureNotice, join_names

NAMED: Final = 5
"""Friends whose names somebody reads who comes in. With more, they read how many are here."""


def come_in(context: Context, came: CameIn) -> None:
    """Tell the friends who are here that a player has come who was away for long.

    A game that allows no talk lets nobody hear of it: a name that comes could be a hint. The
    player reads which friends are here, and that somebody asks.
    """
    out, player, by_number = context.out, came.player, context.people.register.by_number
    friends = [by_number.get(number) for number in context.state(Friends).of(player.number)]
    here = [one for one in friends if one is not None and one.session is not None]
    if came.arrives:
        hears = (one for one in here if player.name not in one.ignored and reaches(one))
        what = _("Your friend {name} is here.", name=player.name)
        out.tell_all(list(hears), EncodedEvent(FeatureNotice(kind="friend", what=what)))
    if came.greet and reaches(player):
        _greet(context, player, [one.name for one in here])


def _greet(context: Context, player: Player, here: list[str]) -> None:
    what: list[str] = []
    if here:
        who = join_names(here) if len(here) <= NAMED else len(here)
        what.append(_("Friends here: {who}. <<To see them: friends>>", who=who))
    if ask := len(asking(context.people, context.state(Friends), player)):
        what.append(
            _.count(
                "{n} player asks to be your friend. <<To see who: friends>>",
                "{n} players ask to be your friend. <<To see who: friends>>",
                ask,
            )
        )
    if what:
        context.out.tell(player, FeatureNotice(kind="friend", what=joined(what, "\n")))
