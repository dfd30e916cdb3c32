"""The pauses between tries to come back."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from parlour_client.reconnect import FIRST_PAUSE_S, LONGEST_PAUSE_S, SPREAD, Backoff


class _Even(Random):
    """Luck that is always in the middle."""

    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2


def test_a_try_comes_soon_and_the_next_ones_twice_as_late_up_to_a_quarter_of_a_minute() -> None:
    backoff = Backoff(_Even())
    assert [backoff.pause_s() for _ in range(8)] == [0.5, 1, 2, 4, 8, 15, 15, 15]


def test_they_begin_anew_after_a_line_that_has_held() -> None:
    backoff = Backoff(_Even())
    assert [backoff.pause_s() for _ in range(3)] == [0.5, 1, 2]
    backoff.held(3)
    assert [backoff.pause_s() for _ in range(2)] == [0.5, 1]


def test_they_go_on_after_a_line_that_was_dropped_at_once() -> None:
    """A host that lets everybody in and fails then is not called twice a second for ever."""
    backoff = Backoff(_Even())
    pauses: list[float] = []
    for _ in range(7):
        pauses.append(backoff.pause_s())
        backoff.held(0.1)
    assert pauses == [0.5, 1, 2, 4, 8, 15, 15]


def test_without_a_first_pause_there_is_none() -> None:
    backoff = Backoff(_Even(), 0)
    assert [backoff.pause_s() for _ in range(3)] == [0, 0, 0]


@given(seed=st.integers(), held=st.lists(st.floats(0, 100), max_size=20))
def test_chance_makes_them_a_little_longer_or_shorter(seed: int, held: list[float]) -> None:
    backoff = Backoff(Random(seed))
    for for_s in held:
        pause_s = backoff.pause_s()
        assert FIRST_PAUSE_S * (1 - SPREAD) <= pause_s <= LONGEST_PAUSE_S * (1 + SPREAD)
        backoff.held(for_s)
