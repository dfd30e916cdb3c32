"""Parties go on after a restart, keep their members for themselves, and forget names."""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from parlour.commands.call import Context
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.features.parties import record as r
from parlour.features.parties import rounds
from parlour.features.parties.record import PartyFault, rebuilt
from parlour.features.parties.state import SHELF, Live, Parties, add, kept
from parlour.language import _
from parlour.tables.happened import Expecting, Removed, Removing, Restored, Seating, TakenOver
from parlour.wire.codes import Code
from parlour.wire.names import name_key


def restore(context: Context, again: Restored) -> None:
    """Take back the parties that were kept, and continue those that are not over."""
    records: defaultdict[int, list[bytes]] = defaultdict(list)
    for each in SHELF.read(again.saved):
        records[each.party].append(bytes(each.entry))
    for number, record in sorted(records.items()):
        try:
            context.state(Parties).all[number] = Live(rebuilt(record), record)
        except (PartyFault, ValueError) as error:
            text = f"party {number} cannot be restored: {error}"
            context.out.report(Report("error", text, error))
    parties = {live.followed: live for live in context.state(Parties).all.values()}
    for session in context.people.sessions.values():
        player = session.player
        for name in session.follows:
            live = parties.get(name)
            if player is not None and live is not None:
                live.watchers[player.number] = player
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


def taken_over(context: Context, taken: TakenOver) -> None:
    """Let a player go on for the member whose seat they took, unless they are a member too."""
    live = context.state(Parties).all.get(taken.room.table.party)
    if live is None or live.party.state == "over" or live.party.member_of(taken.player.number):
        return
    for game in live.party.games:
        if game.table == taken.room.table.number:
            member, who = game.members[taken.seat - 1], taken.player
            add(context, live, r.Replaced(member=member, name=who.name, player=who.number))


def rename(context: Context, gone: Removed) -> None:
    """Replace the name of somebody whose data is removed."""
    for live in context.state(Parties).all.values():
        for seq, body in enumerate(live.record):
            entry = r.decode(body)
            if not isinstance(entry, r.Opened | r.Entered | r.Handed | r.Replaced):
                continue
            if name_key(entry.name) == gone.key:
                live.record[seq] = r.encode(replace(entry, name=gone.by))
                context.out.write_down(kept(live.party.number, seq, live.record[seq]))
        live.party = rebuilt(live.record)
