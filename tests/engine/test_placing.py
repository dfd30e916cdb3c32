"""The places of a result: winners first, then by points, then those who left."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.api import Ranks, Seat
from parlour.engine.placing import counts, places

A, B, C, D = map(Seat, range(1, 5))
ALONE = ((A,), (B,), (C,), (D,))
TEAMS = ((A, C), (B, D))


@pytest.mark.parametrize(
    ("sides", "scores", "winners", "left", "expected"),
    [
        pytest.param(ALONE, (9, 5, 7, 5), {A}, (), (1, 3, 2, 3), id="by points"),
        pytest.param(ALONE, (9, 9, 7, 5), {A, B}, (), (1, 1, 2, 3), id="a shared win"),
        pytest.param(ALONE, (1, 5, 7, 5), {A}, (), (1, 2, 2, 2), id="points do not win"),
        pytest.param(ALONE, (9, 5, 7, 5), {A}, {C}, (1, 2, 3, 2), id="who left is last"),
        pytest.param(ALONE, (9, 5, 9, 5), {A}, {C, D}, (1, 2, 3, 3), id="all who left are last"),
        pytest.param(ALONE, (9, 5, 7, 5), {A}, {B, C, D}, (1, 2, 2, 2), id="all others left"),
        pytest.param(TEAMS, (1, 5, 7, 0), {A, C}, (), (1, 2), id="teams by their sums"),
        pytest.param(TEAMS, (1, 5, 7, 0), {A, C}, {A}, (1, 2), id="a team that one has left"),
        pytest.param(TEAMS, (1, 5, 7, 0), {A, C}, {A, C}, (2, 1), id="a team that both have left"),
    ],
)
def test_the_places_of_a_result(
    sides: Sequence[Sequence[Seat]],
    scores: Sequence[int],
    winners: set[Seat],
    left: set[Seat],
    expected: tuple[int, ...],
) -> None:
    """Winners first, then by points, then those who left."""
    by_seat = dict(zip((A, B, C, D), scores, strict=True))
    assert places(sides, by_seat, winners, left) == expected


@pytest.mark.parametrize("lower", [True, False])
def test_fewer_points_are_better_where_the_game_says_so(lower: bool) -> None:
    seats = [(Seat(n),) for n in (1, 2, 3)]
    scores = {Seat(1): 5, Seat(2): 9, Seat(3): 7}
    found = places(seats, scores, [Seat(1 if lower else 2)], [], lower=lower)
    assert found == ((1, 3, 2) if lower else (3, 1, 2))


@pytest.mark.parametrize(
    ("sides", "left", "expected"),
    [
        (ALONE, (), (2, 1, 2, 3)),
        (ALONE, (B,), (1, 3, 1, 2)),
        (TEAMS, (), (2, 1)),
        ([(A,), (B,), ()], (), (2, 1, 3)),
    ],
)
def test_places_of_the_game_come_before_its_points(
    sides: Sequence[Sequence[Seat]], left: Sequence[Seat], expected: tuple[int, ...]
) -> None:
    """A team has the best place of its players. Nowhere is last, and who left after it."""
    ranks = Ranks(((B,), (A, C)))
    assert places(sides, {A: 9, D: 20}, [B], left, outcome=ranks) == expected


def test_equal_places_count_and_equal_nothings_do_not() -> None:
    """A game that gives places says that it was played."""
    assert counts([1, 1], {}, Ranks(((A, B),)))
    assert not counts([1, 1], {})
