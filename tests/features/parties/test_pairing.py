"""Who meets whom: laws of swiss and round_robin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.features.parties import pairing
from parlour.features.parties import record as r
from parlour.features.parties.pairing import draw, sizes
from parlour.features.parties.record import Party, fold
from parlour.features.parties.standings import WIN, opponents, rested, standings, totals
from tests.features.parties.parties import drawn, left, next_round, of, played_round, scored

ROUNDS = 9


def duels(members: int, format: str = "swiss") -> Party:  # noqa: A002
    return of(members, format=format, low=2, high=2)


def meetings(party: Party) -> Counter[frozenset[int]]:
    """How often each two have met."""
    games = [game for round_ in party.played for game in round_.games]
    return Counter(frozenset(two) for game in games for two in combinations(game.members, 2))


def can_be_paired(people: Sequence[int], met: Mapping[int, Mapping[int, int]]) -> bool:
    """Whether everybody can play somebody new, by trying everything."""
    if not people:
        return True
    first, *rest = people
    new = [other for other in rest if other not in met[first]]
    return any(can_be_paired([one for one in rest if one != other], met) for other in new)


# --- swiss ---------------------------------------------------------------------------------------


@pytest.mark.sweep
@settings(max_examples=40)
@given(st.integers(2, 10), st.randoms(use_true_random=False))
def test_nobody_meets_again_while_it_can_be_avoided(members: int, rng: Random) -> None:
    """A search of every draw says whether it can, for each who may rest. Some leave meanwhile."""
    party = duels(members)
    for _ in range(ROUNDS):
        if (made := draw(party, rng)) is None:
            assert len(party.present) < 2
            return
        met, times = opponents(party), rested(party)
        present = tuple(member.id for member in party.present)
        least = min(times[member] for member in present)
        resting = [m for m in present if times[m] == least] if len(present) % 2 else [0]
        if any(can_be_paired([m for m in present if m != one], met) for one in resting):
            assert not any(two[1] in met[two[0]] for two in made.tables)
        assert all(times[member] == least for member in made.rests)
        party = fold(party, made)
        party = scored(party, *({m: rng.randint(0, 2) for m in t} for t in made.tables))
        party = left(party, *(m.id for m in party.present if rng.random() < 0.05))


@pytest.mark.sweep
@settings(max_examples=15)
@given(st.integers(4, 33), st.sampled_from([0, pairing.STEPS]), st.randoms(use_true_random=False))
@example(33, pairing.STEPS, Random(33))
def test_nobody_meets_again_in_half_as_many_rounds_as_people(
    members: int, steps: int, rng: Random
) -> None:
    """Swaps alone do it: who meets again always finds a table to swap with.

    Nobody rests twice, and a rest is worth a win.
    """
    party = duels(members)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "STEPS", steps)
        for _ in range(members // 2):
            party = played_round(party, rng)
    assert max(meetings(party).values()) == 1
    assert set(rested(party).values()) == ({1} if members % 2 else set())
    worth = sum(len(round_.games) + len(round_.rests) for round_ in party.played) * WIN
    assert sum(totals(party).values()) == worth


def test_when_all_have_met_they_meet_again_and_rest_in_turn() -> None:
    """Three in a second cycle: every pair is a repeat, whoever rests."""
    rng, party = Random(3), duels(3)
    for _ in range(6):
        party = played_round(party, rng)
    assert set(meetings(party).values()) == {2}
    assert set(rested(party).values()) == {2}


def test_those_who_stand_alike_meet() -> None:
    party = scored(drawn(duels(4), [1, 2], [3, 4]), {1: 1, 2: 0}, {3: 0, 4: 1})
    tables = next_round(party, Random(1)).tables
    assert sorted(map(sorted, tables)) == [[1, 4], [2, 3]]


def test_equal_totals_are_told_apart_by_the_opponents_then_by_the_points() -> None:
    party = scored(
        drawn(duels(6), [1, 2], [3, 4], [5, 6]), {1: 9, 2: 0}, {3: 5, 4: 0}, {5: 5, 6: 0}
    )
    party = scored(drawn(party, [1, 3], [2, 5], [4, 6]), {1: 1, 3: 0}, {2: 1, 5: 1}, {4: 0, 6: 3})
    rows = standings(party)
    assert [rows[m].total for m in (1, 2, 3, 4, 5, 6)] == [4, 1, 2, 0, 3, 2]
    assert [rows[m].rank for m in (1, 5, 3, 6, 2, 4)] == [1, 2, 3, 4, 5, 6]
    shared = standings(scored(drawn(duels(2), [1, 2]), {1: 3, 2: 3}))
    assert [(row.rank, row.total) for row in shared.values()] == [(1, 1), (1, 1)]


def test_who_stays_when_the_others_leave_has_won() -> None:
    """A game that cannot be played any more is a win for those who are still there."""

    party = drawn(duels(2), [1, 2])
    party = fold(fold(party, r.Left(member=2)), r.Voided(place=1, walkover=[1]))
    assert totals(party)[1] == WIN


# --- round_robin ------------------------------------------------------------


@pytest.mark.parametrize("members", range(2, 10))
def test_everybody_meets_everybody_once(members: int) -> None:
    """An odd number: everybody rests once. Then it begins again."""
    party, rng = duels(members, "round_robin"), Random(members)
    rounds = members - 1 + members % 2
    for _ in range(rounds):
        party = played_round(party, rng)
    every = {frozenset(two) for two in combinations(range(1, members + 1), 2)}
    assert meetings(party) == dict.fromkeys(every, 1)
    assert set(rested(party).values()) == ({1} if members % 2 else set())
    for _ in range(rounds):
        party = played_round(party, rng)
    assert meetings(party) == dict.fromkeys(every, 2)


def test_whose_opponent_has_left_rests_in_a_round_robin() -> None:
    """The others go on as planned; a rest is worth nothing there."""
    party, rng = duels(4, "round_robin"), Random(1)
    party = left(played_round(party, rng), 2)
    party = played_round(party, rng)
    assert party.current is not None
    assert [len(game.members) for game in party.current.games] == [2]
    assert len(party.current.rests) == 1
    assert sum(totals(party).values()) == 2 * WIN + WIN


# --- larger tables -------------------------------------------------------------------------------


def test_a_search_that_is_cut_short_leaves_full_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a single pass of swaps everybody still sits at one table."""
    monkeypatch.setattr(pairing, "PASSES", 1)
    rng, party = Random(1), of(12, format="swiss", low=3, high=4)
    for _ in range(3):
        party = played_round(party, rng)
        seated = [member for game in party.played[-1].games for member in game.members]
        assert sorted(seated) == list(range(1, 13))


@pytest.mark.parametrize("format_", ["swiss", "round_robin"])
def test_few_meet_again_at_larger_tables(format_: str) -> None:
    """Sixteen at tables of four can play three rounds in which hardly anybody meets again."""
    party, rng = of(16, format=format_, low=4, high=4), Random(2)
    for _ in range(3):
        party = played_round(party, rng)
    assert sum(times - 1 for times in meetings(party).values()) <= 6


@pytest.mark.sweep
@given(st.integers(3, 30), st.integers(2, 5), st.randoms(use_true_random=False))
def test_larger_tables_are_full_and_nobody_rests_twice_before_all_have(
    members: int, size: int, rng: Random
) -> None:
    """Those who are too many rest, each in turn."""
    party = of(members, format="swiss", low=size, high=size)
    if draw(party, rng) is None:
        return
    for _ in range(3):
        party = played_round(party, rng)
        assert party.current is not None
        assert {len(game.members) for game in party.current.games} == {size}
        times = rested(party)
        counts = [times[member.id] for member in party.present]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((12, 2, 4, 3), [4, 4, 4]),
        ((11, 2, 4, 3), [4, 4, 3]),
        ((13, 2, 4, 3), [4, 3, 3, 3]),
        ((5, 4, 4, 1), [4]),
        ((9, 4, 4, 3), [4, 4]),
        ((2, 2, 4, 3), [2]),
    ],
)
def test_the_sizes_of_tables(given: tuple[int, int, int, int], expected: list[int]) -> None:
    """As near as possible to the wanted number of tables."""
    assert sizes(*given) == expected
