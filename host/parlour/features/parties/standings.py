"""The standings of a party: totals, ranks, and who has won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

from parlour.features.parties.messages import PartyStanding
from parlour.features.parties.record import MemberId, Party, RoundGame

WIN: Final = 2
SHARED: Final = 1
"""What a game is worth in `round_robin` and `swiss`: a win, and a win shared with others."""


def standings(party: Party) -> Mapping[MemberId, PartyStanding]:
    """Return how all members stand, the best first, and below them those who left.

    Among equal totals in `swiss` and `round_robin`, the totals of all opponents together decide,
    then the points of all games. In `progressive` equal totals share (O-P-44).
    """
    done, met = totals(party), opponents(party)
    points, games = Counter[MemberId](), Counter[MemberId]()
    for game in _finished(party):
        for member, scored in game.points.items():
            points[member] += scored
            games[member] += 1
    sums = {m: sum(n * done[other] for other, n in met[m].items()) for m in party.members}
    own, gain = party.format == "progressive", party.gain
    keys = {
        m: (-gain(done[m]),) if own else (-done[m], -sums[m], -gain(points[m]))
        for m in party.members
    }
    present = [member.id for member in party.present]
    left = [member.id for member in party.members.values() if member.left]
    ranked = sorted(keys[m] for m in present)
    return {
        m: PartyStanding(
            rank=None if m in left else ranked.index(keys[m]) + 1,
            name=party.members[m].name,
            total=done[m],
            points=points[m],
            games=games[m],
        )
        for m in (*sorted(present, key=lambda m: (keys[m], m)), *left)
    }


def totals(party: Party) -> Counter[MemberId]:
    """Return the running totals. Everybody carries their own from table to table (R-P-54)."""
    found = Counter[MemberId]()
    for round_ in party.played:
        for game in round_.games:
            found.update(game.points if party.format == "progressive" else _worth(game))
        if party.format == "swiss":
            found.update(dict.fromkeys(round_.rests, WIN))
    return found


def _worth(game: RoundGame) -> Mapping[MemberId, int]:
    winners = [member for member, rank in game.ranks.items() if rank == 1]
    each = WIN if len(winners) == 1 else SHARED
    return dict.fromkeys(winners, each) | dict.fromkeys(game.walkover, WIN)


def opponents(party: Party) -> Mapping[MemberId, Counter[MemberId]]:
    """Return whom each member has met, and how often."""
    met: defaultdict[MemberId, Counter[MemberId]] = defaultdict(Counter)
    for round_ in party.played:
        for game in round_.games:
            for member in game.members:
                met[member].update(other for other in game.members if other != member)
    return met


def rested(party: Party) -> Counter[MemberId]:
    """Return how often each member has had no seat in a round."""
    return Counter(member for round_ in party.played for member in round_.rests)


def _finished(party: Party) -> list[RoundGame]:
    return [game for round_ in party.played for game in round_.games if game.points]
