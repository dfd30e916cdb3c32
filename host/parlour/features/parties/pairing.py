"""Who sits where in the next round: a plain function of the party and of luck.

In a `progressive`, the party of the rule sheet (R-P-52 to R-P-54, O-P-44), the two best of each
table move on to the next one. In a `round_robin` everybody meets everybody in turn. In a `swiss`
those meet who have equal totals. In both nobody meets twice while that can be avoided, and nobody
rests twice before all have rested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice, product
from random import Random
from typing import Final

from parlour.features.parties.record import Drawn, MemberId, Party, RoundGame
from parlour.features.parties.standings import opponents, rested, totals

MOVERS: Final = 2
"""How many move on from each table (R-P-53)."""
PAIR: Final = 2
STEPS: Final = 2_000
"""Attempts to pair everybody with somebody new. They try all that ten players can do. A few more
than there are pairs are nearly always enough."""
PASSES: Final = 4
"""How often all swaps between two tables are tried, to let fewer people meet again."""

Met = Mapping[MemberId, Mapping[MemberId, int]]
Tables = list[list[MemberId]]


def draw(party: Party, rng: Random) -> Drawn | None:
    """Return the seats of the next round, or None if too few players are left for a table."""
    if len(party.present) < party.low:
        return None
    if party.format == "progressive":
        tables, rests = _valid(party, _moved(party) if party.played else _first(party, rng))
    else:
        circle = party.format == "round_robin" and party.high == PAIR
        tables, rests = _circle(party) if circle else _alike(party, rng)
        for table in tables:
            rng.shuffle(table)  # who begins is luck
    return Drawn(tables=tables, rests=rests)


def sizes(members: int, low: int, high: int, tables: int) -> list[int]:
    """Return the sizes of tables for so many members, as near as possible to so many tables.

    The sizes differ by one at most. If they cannot all have a seat, the tables are full.
    """
    numbers = [n for n in range(1, members // low + 1) if members <= high * n]
    if not numbers:
        return [high] * (members // low)
    number = min(numbers, key=lambda n: abs(n - tables))
    each, more = divmod(members, number)
    return [each + 1] * more + [each] * (number - more)


def _cut(members: Sequence[MemberId], sizes: Sequence[int]) -> Tables:
    """Cut the members into tables of these sizes, in order."""
    rest = iter(members)
    return [list(islice(rest, size)) for size in sizes]


# --- progressive ---


def _first(party: Party, rng: Random) -> Tables:
    """Return the first round: a drawn order, on tables of nearly equal size."""
    members = [member.id for member in party.present]
    rng.shuffle(members)
    sized = sizes(len(members), party.low, party.high, party.tables)
    tables = _cut(members, sized)
    tables[-1] += members[sum(sized) :]  # `_valid` finds who rests
    return tables


def _moved(party: Party) -> Tables:
    """Move the two best of each table on to the next one, where they take the free seats.

    The best takes the seat of the best (O-P-44). Members without a seat, such as substitutes, sit
    down at the smallest table.
    """
    games = party.games
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


# --- round_robin and swiss ---


def _circle(party: Party) -> tuple[Tables, list[MemberId]]:
    """Let everybody meet everybody: one stays, and the others go around a circle.

    Whose opponent has left rests.
    """
    everybody = [member.id for member in party.present]
    if party.played:
        first = party.played[0]
        everybody = [*(m for game in first.games for m in game.members), *first.rests]
    ring: list[MemberId | None] = [*sorted(everybody)]
    if len(ring) % PAIR:
        ring.append(None)
    turn = len(party.played) % (len(ring) - 1)
    fixed, moving = ring[0], ring[1:]
    order = [fixed, *moving[turn:], *moving[:turn]]
    here = {member.id for member in party.present}
    half = len(order) // PAIR
    met = list(zip(order[:half], reversed(order[half:]), strict=True))
    tables = [[one, other] for one, other in met if one in here and other in here]
    seated = {member for table in tables for member in table}
    return tables, [member.id for member in party.present if member.id not in seated]


def _alike(party: Party, rng: Random) -> tuple[Tables, list[MemberId]]:
    """Let those meet who stand alike, and in a round robin those who have not met."""
    running = totals(party)
    order = [member.id for member in party.present]
    rng.shuffle(order)
    if party.format == "swiss":
        order.sort(key=lambda member: -running[member])
    met = opponents(party)
    sized = sizes(len(order), party.low, party.high, len(order) // party.low)
    found: list[tuple[int, Tables, list[MemberId]]] = []
    for rests in _resting(party, order, len(order) - sum(sized)):
        seated = [member for member in order if member not in rests]
        pairs = _pairs(seated, met) if party.high == PAIR else None
        tables = _cut(seated, sized) if pairs is None else pairs
        _swap(tables, met)  # does nothing if nobody meets again
        found.append((sum(_repeats(table, met) for table in tables), tables, rests))
        if not found[-1][0]:
            break
    _, tables, rests = min(found, key=lambda each: each[0])
    return tables, rests


def _resting(party: Party, order: Sequence[MemberId], many: int) -> list[list[MemberId]]:
    """Return the last of those who have rested least; for tables of two, all who may rest."""
    times = rested(party)
    last = {member: -place for place, member in enumerate(order)}
    ready = sorted(order, key=lambda member: (times[member], last[member]))
    if many and party.high == PAIR:
        return [[member] for member in ready if times[member] == times[ready[0]]]
    return [ready[:many]]


def _pairs(order: Sequence[MemberId], met: Met) -> Tables | None:
    """Pair everybody with the nearest in the order whom they have not met, or return None.

    None means that there are no such pairs, or that the search took too long.
    """
    steps = STEPS

    def search(rest: Sequence[MemberId]) -> Tables | None:
        nonlocal steps
        if not rest:
            return []
        first, *others = rest
        for index, other in enumerate(others):
            if other in met.get(first, ()):
                continue
            steps -= 1
            if steps < 0:
                return None
            found = search([*others[:index], *others[index + 1 :]])
            if found is not None:
                return [[first, other], *found]
        return None

    return search(order)


def _repeats(table: Sequence[MemberId], met: Met) -> int:
    """Return how often those at *table* have met, all pairs together."""
    return sum(met.get(one, {}).get(other, 0) for one, other in combinations(table, 2))


def _swap(tables: Tables, met: Met) -> None:
    """Swap members between tables as long as fewer people meet again because of it."""

    for _ in range(PASSES):
        better = False
        for one, other in combinations(tables, 2):
            before = _repeats(one, met) + _repeats(other, met)
            for here, there in product(range(len(one)), range(len(other))) if before else ():
                one[here], other[there] = other[there], one[here]
                after = _repeats(one, met) + _repeats(other, met)
                if after < before:
                    before, better = after, True
                else:
                    one[here], other[there] = other[there], one[here]
        if not better:
            return
