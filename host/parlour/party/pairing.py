"""Who meets whom in `round_robin` and `swiss`.

In a `round_robin` everybody meets everybody in turn. In a `swiss` those meet who stand alike. In
both nobody meets twice while that can be avoided, and nobody rests twice before all have rested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Final

from parlour.party.matching import pairs
from parlour.party.record import Drawn, MemberId
from parlour.party.standings import opponents, rested, totals
from parlour.party.value import Party

PAIR: Final = 2
"""Tables of two have an exact answer; for larger ones we look for a good one."""
PASSES: Final = 4
"""How often all swaps between two tables are tried, to let fewer people meet again."""

Met = Mapping[MemberId, Mapping[MemberId, int]]


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


def cut(members: Sequence[MemberId], sizes: Sequence[int]) -> list[list[MemberId]]:
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


def _circle(party: Party) -> tuple[list[list[MemberId]], list[MemberId]]:
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


def _alike(party: Party, rng: Random) -> tuple[list[list[MemberId]], list[MemberId]]:
    """Let those meet who stand alike, and in a round robin those who have not met."""
    running = totals(party)
    order = [member.id for member in party.present]
    rng.shuffle(order)
    if party.format == "swiss":
        order.sort(key=lambda member: -running[member])
    met = opponents(party)
    sized = sizes(len(order), party.low, party.high, len(order) // party.low)
    if party.high > PAIR:
        rests = _resting(party, order, len(order) - sum(sized))
        tables = cut([member for member in order if member not in rests], sized)
        _part(tables, met)
        return tables, rests
    return _paired(party, order, met)


def _resting(party: Party, order: Sequence[MemberId], many: int) -> list[MemberId]:
    """Return the last of those who have rested least."""
    times = rested(party)
    last = {member: -place for place, member in enumerate(order)}
    return sorted(order, key=lambda member: (times[member], last[member]))[:many]


def _paired(
    party: Party, order: Sequence[MemberId], met: Met
) -> tuple[list[list[MemberId]], list[MemberId]]:
    """Pair those who stand alike. If they are an odd number, one of those rests who may."""

    def new(one: MemberId, other: MemberId) -> bool:
        return other not in met.get(one, ())

    if len(order) % PAIR == 0:
        return [list(pair) for pair in pairs(order, new)], []
    times = rested(party)
    least = min(times[member] for member in order)
    found: list[tuple[int, list[tuple[MemberId, MemberId]], MemberId]] = []
    for member in reversed(order):
        if times[member] > least:
            continue
        made = pairs([each for each in order if each != member], new)
        again = sum(not new(*pair) for pair in made)
        found.append((again, made, member))
        if not again:
            break
    _, made, resting = min(found, key=lambda each: each[0])
    return [list(pair) for pair in made], [resting]


def _part(tables: list[list[MemberId]], met: Met) -> None:
    """Swap members between tables as long as fewer people meet again because of it."""

    def again(table: Sequence[MemberId]) -> int:
        return sum(met.get(one, {}).get(other, 0) for one, other in combinations(table, 2))

    for _ in range(PASSES):
        better = False
        for one, other in combinations(tables, 2):
            for here in range(len(one)):
                for there in range(len(other)):
                    before = again(one) + again(other)
                    one[here], other[there] = other[there], one[here]
                    if again(one) + again(other) < before:
                        better = True
                    else:
                        one[here], other[there] = other[there], one[here]
        if not better:
            return
