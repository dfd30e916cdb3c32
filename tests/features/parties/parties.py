"""Parties for the tests: opened, filled, and played with made-up points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from parlour.features.parties import record as r
from parlour.features.parties.pairing import draw
from parlour.features.parties.record import MemberId, Party, fold, opened


def opening(**changes: Any) -> r.Opened:
    """A party of three tables of four, three rounds."""
    usual: dict[str, Any] = {
        "party": 1,
        "game": "hunt",
        "options": {"top": 9},
        "format": "progressive",
        "tables": 3,
        "rounds": 3,
        "low": 2,
        "high": 4,
        "places": 12,
        "owner": 1,
        "name": "ann",
        "seed": "00",
        "wall_s": 0,
    }
    return r.Opened(**{**usual, **changes})


def entered(number: int) -> r.Entered:
    return r.Entered(name=f"p{number}", player=number, bot=None)


def of(members: int, **changes: Any) -> Party:
    """A party for which so many have signed up."""
    party = opened(opening(**{"places": members, **changes}))
    for number in range(1, members + 1):
        party = fold(party, entered(number))
    return party


def drawn(party: Party, *tables: Sequence[MemberId], rests: Sequence[MemberId] = ()) -> Party:
    """The same with a next round of these tables."""
    return fold(party, r.Drawn(tables=[list(table) for table in tables], rests=list(rests)))


def scored(party: Party, *points: Mapping[MemberId, int]) -> Party:
    """The same with these points at the tables of the round."""
    for place, each in enumerate(points, 1):
        order = sorted(set(each.values()), reverse=True)
        ranks = {member: order.index(value) + 1 for member, value in each.items()}
        entry = r.Scored(place=place, record=f"g{place}", points=dict(each), ranks=ranks)
        party = fold(party, entry)
    return party


def left(party: Party, *members: MemberId) -> Party:
    """The same after these have left."""
    for member in members:
        party = fold(party, r.Left(member=member))
    return party


def next_round(party: Party, rng: Random) -> r.Drawn:
    """Who sits where, if there is a next round."""
    made = draw(party, rng)
    assert made is not None
    return made


def played_round(party: Party, rng: Random) -> Party:
    """The same with one more round, drawn by the host and scored by luck."""
    made = next_round(party, rng)
    party = fold(party, made)
    return scored(party, *({m: rng.randint(0, 3) for m in table} for table in made.tables))
