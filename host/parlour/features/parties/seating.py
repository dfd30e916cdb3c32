"""Who sits where in the next round.

A plain function of the party and of luck. `progressive` is the party of the rule sheet (R-P-52 to
R-P-54, O-P-44): the two best of each table move on to the next one.
"""

from __future__ import annotations

from random import Random
from typing import Final

from parlour.features.parties import pairing
from parlour.features.parties.record import Drawn, MemberId
from parlour.features.parties.standings import rested, totals
from parlour.features.parties.value import Party, RoundGame

MOVERS: Final = 2
"""How many move on from each table (R-P-53)."""

Tables = list[list[MemberId]]


def draw(party: Party, rng: Random) -> Drawn | None:
    """Return the seats of the next round, or None if too few players are left for a table."""
    if len(party.present) < party.low:
        return None
    if party.format == "progressive":
        tables = _moved(party) if party.played else _first(party, rng)
        tables, rests = _valid(party, tables)
        return Drawn(tables=tables, rests=rests)
    return pairing.draw(party, rng)


def _first(party: Party, rng: Random) -> Tables:
    """Return the first round: a drawn order, on tables of nearly equal size."""
    members = [member.id for member in party.present]
    rng.shuffle(members)
    sizes = pairing.sizes(len(members), party.low, party.high, party.tables)
    tables = pairing.cut(members, sizes)
    resting = members[sum(sizes) :]
    if resting:  # `_valid` finds who rests
        tables[-1] += resting
    return tables


def _moved(party: Party) -> Tables:
    """Move the two best of each table on to the next one, where they take the free seats.

    The best takes the seat of the best (O-P-44). Members without a seat, such as substitutes, sit
    down at the smallest table.
    """
    assert party.current is not None, "a round was played"
    games = party.current.games
    here = {member.id for member in party.present}
    running = totals(party)
    movers = [_movers(party, game, running, here) if len(games) > 1 else [] for game in games]
    tables: Tables = []
    for place, game in enumerate(games):
        coming = list(movers[place - 1])
        seats = {member: member for member in game.members if member in here}
        for old in movers[place]:
            del seats[old]
            if coming:
                seats[old] = coming.pop(0)
        tables.append([seats[old] for old in game.members if old in seats] + coming)
    seated = {member for table in tables for member in table}
    for member in party.present:
        if member.id not in seated:
            min(tables, key=len).append(member.id)
    return tables


def _movers(
    party: Party, game: RoundGame, running: dict[MemberId, int], here: set[MemberId]
) -> list[MemberId]:
    """Return who moves: the best scores of this game, then the totals, then the seats."""
    gain = party.gain
    order = [
        (-gain(game.points.get(member, 0)), -gain(running[member]), seat, member)
        for seat, member in enumerate(game.members)
        if member in here
    ]
    return [member for *_, member in sorted(order)[:MOVERS]]


def _valid(party: Party, tables: Tables) -> tuple[Tables, list[MemberId]]:
    """Return tables on which the game can be played, and who has to rest.

    A table with too few players gets the last of the largest table that can spare one. If none
    can, its players go where there is room.
    """
    tables = [list(table) for table in tables if table]
    loose: list[MemberId] = []
    for table in tables:
        loose += table[party.high :]
        del table[party.high :]
    while (small := min(tables, key=len)) and len(small) < party.low:
        large = max(tables, key=len)
        if len(large) > party.low:
            small.append(large.pop())
        elif loose:
            small.append(loose.pop(0))
        else:
            tables.remove(small)
            loose += small
    while loose and (roomy := [table for table in tables if len(table) < party.high]):
        min(roomy, key=len).append(loose.pop(0))
    if loose:
        _share_rests(party, tables, loose)
    return tables, loose


def _share_rests(party: Party, tables: Tables, rests: list[MemberId]) -> None:
    """Let nobody rest again before others have rested once, the last in the standings first."""
    times, running = rested(party), totals(party)
    for index, member in enumerate(rests):
        seated = [
            (times[each], party.gain(running[each]), -each, table, seat)
            for table in range(len(tables))
            for seat, each in enumerate(tables[table])
        ]
        least, *_, table, seat = min(seated)
        if times[member] > least:
            rests[index], tables[table][seat] = tables[table][seat], member
