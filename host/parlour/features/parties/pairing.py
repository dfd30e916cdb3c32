"""Who meets whom in `round_robin` and `swiss`.

In a `round_robin` everybody meets everybody in turn. In a `swiss` those meet who stand alike. In
both nobody meets twice while that can be avoided, and nobody rests twice before all have rested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, product
from random import Random
from typing import Final

from parlour.features.parties.record import Drawn, MemberId
from parlour.features.parties.standings import opponents, rested, totals
from parlour.features.parties.value import Party

PAIR: Final = 2
STEPS: Final = 2_000
"""Attempts to pair everybody with somebody new. They try all that ten players can do. A few more
than there are pairs are nearly always enough."""
PASSES: Final = 4
"""How often all swaps between two tables are tried, to let fewer people meet again."""

Met = Mapping[MemberId, Mapping[MemberId, int]]
Tables = list[list[MemberId]]


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


def cut(members: Sequence[MemberId], sizes: Sequence[int]) -> Tables:
    """Cut the members into tables of these sizes, in order."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return [list(members[first:end]) for first, end in pairwise(ends)]


def draw(party: Party, rng: Random) -> Drawn:
    """Return the seats of the next round."""
    if party.format == "round_robin" and party.high == PAIR:
        tables, rests = _circle(party)
    else:
        tables, rests = _alike(party, rng)
    for table in tables:
        rng.shuffle(table)  # who begins is luck
    return Drawn(tables=tables, rests=rests)


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
        tables = cut(seated, sized) if pairs is None else pairs
        _part(tables, met)  # does nothing if nobody meets again
        found.append((sum(_again(table, met) for table in tables), tables, rests))
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


def _again(table: Sequence[MemberId], met: Met) -> int:
    """Return how often those at *table* have met, all pairs together."""
    return sum(met.get(one, {}).get(other, 0) for one, other in combinations(table, 2))


def _part(tables: Tables, met: Met) -> None:
    """Swap members between tables as long as fewer people meet again because of it."""

    for _ in range(PASSES):
        better = False
        for one, other in combinations(tables, 2):
            before = _again(one, met) + _again(other, met)
            for here, there in product(range(len(one)), range(len(other))) if before else ():
                one[here], other[there] = other[there], one[here]
                after = _again(one, met) + _again(other, met)
                if after < before:
                    before, better = after, True
                else:
                    one[here], other[there] = other[there], one[here]
        if not better:
            return
