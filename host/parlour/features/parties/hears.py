"""Parties go on after a restart, keep their members for themselves, and forget names."""

from __future__ import annotations

from parlour.commands.call import Context
from parlour.core.refusals import CommandError
from parlour.features.parties import rounds, state
from parlour.features.parties.state import Parties
from parlour.language import _
from parlour.tables.happened import Expecting, Removed, Removing, Restored, Seating
from parlour.wire.codes import Code


def restore(context: Context, again: Restored) -> None:
    """Take back the parties that were kept, and continue those that are not over."""
    state.restore(context, again.saved)
    for live in context.state(Parties).going:
        if live.party.state == "open":
            rounds.wait_for_members(context, live)
        else:
            rounds.go_on(context, live)


def refuse_seat(context: Context, seating: Seating) -> None:
    """Keep members from playing at a private table.

    A round takes all members who are free. If it had to begin without one whom no list shows
    at a table, everybody would know that they play at a private one.
    """
    for player in seating.players if seating.room.table.word else ():
        live = context.state(Parties).of_player(player)
        if live is not None:
            text = _(
                "{name} is in party {party}, so can't play at a private table. "
                "<<First: party leave>>",
                name=player.name,
                party=live.party.number,
            )
            raise CommandError(Code.UNAVAILABLE, text)


def expect(context: Context, expecting: Expecting) -> None:
    if context.state(Parties).of_player(expecting.player) is not None:
        expecting.by.add("parties")


def refuse_removal(context: Context, removing: Removing) -> None:
    live = context.state(Parties).of_player(removing.player)
    if live is not None:
        text = f"They have signed up for party {live.party.number}. Wait until it is over."
        raise CommandError(Code.UNAVAILABLE, text)


def rename(context: Context, gone: Removed) -> None:
    state.rename(context, gone.key, gone.by)
