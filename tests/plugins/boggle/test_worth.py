"""What words score (R-B-9, R-B-17, O-B-22)."""

from __future__ import annotations

import pytest

from parlour_boggle.board import shortest, worth


@pytest.mark.parametrize(
    ("letters", "points", "challenge"),
    [
        (3, 1, 1),
        (4, 1, 2),
        (5, 2, 3),
        (6, 3, 4),
        (7, 5, 5),
        (8, 11, 6),
        (9, 11, 6),
        (17, 11, 6),
    ],
)
def test_points_by_letters(letters: int, points: int, challenge: int) -> None:
    """R-B-9 and R-B-17."""
    word = "x" * letters
    assert worth(word, challenge=False) == points
    assert worth(word, challenge=True) == challenge


def test_qu_counts_as_two_letters() -> None:
    """O-B-19."""
    assert worth("quiet", challenge=False) == 2


@pytest.mark.parametrize(("size", "letters"), [(4, 3), (5, 4)])
def test_the_shortest_word(size: int, letters: int) -> None:
    """R-B-4 and O-B-22."""
    assert shortest(size) == letters
