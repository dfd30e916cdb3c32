"""The token bucket: a burst, then a rate; exact waits; refused means untouched."""

from __future__ import annotations

import gc
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.wire.flood import Bucket


def test_a_burst_passes_and_the_next_is_told_how_long_to_wait() -> None:
    bucket = Bucket(3, 10)
    assert [bucket.take(100.0) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert bucket.take(100.0) == pytest.approx(0.1)


def test_a_refusal_takes_nothing() -> None:
    bucket = Bucket(1, 1)
    bucket.take(0.0)
    assert [bucket.take(0.5) for _ in range(5)] == [0.5] * 5
    assert bucket.take(1.0) == 0.0


def test_a_full_bucket_gets_no_fuller() -> None:
    bucket = Bucket(2, 1)
    bucket.take(0.0)
    assert [bucket.take(1e6) for _ in range(2)] == [0.0, 0.0]
    assert bucket.take(1e6) == pytest.approx(1.0)


def test_what_costs_more_is_waited_for_but_never_longer_than_a_burst_takes() -> None:
    bucket = Bucket(4, 2)
    assert bucket.take(0.0) == 0.0
    bucket.charge(5, 0.0)
    assert bucket.take(0.0) == pytest.approx(1.5)
    assert bucket.take(1.5) == 0.0
    bucket.charge(1000, 1.5)
    assert bucket.take(1.5) == pytest.approx(2.0)


def test_a_clock_that_goes_back_grants_nothing() -> None:
    bucket = Bucket(1, 1)
    bucket.take(10.0)
    assert bucket.take(5.0) == pytest.approx(6.0)
    assert bucket.take(11.0) == 0.0


def test_a_token_that_was_given_back_can_be_taken_again() -> None:
    bucket = Bucket(2, 1)
    assert [bucket.take(0.0) for _ in range(2)] == [0.0, 0.0]
    bucket.give_back()
    assert bucket.take(0.0) == 0.0
    assert bucket.take(0.0) == pytest.approx(1.0)


def test_a_bucket_is_full_when_every_token_is_back() -> None:
    bucket = Bucket(2, 1)
    assert bucket.full(0.0)
    bucket.take(0.0)
    bucket.take(0.0)
    assert [bucket.full(now) for now in (0.0, 1.0, 1.9, 2.0)] == [False, False, False, True]
    bucket.take(2.0)
    bucket.give_back()
    assert bucket.full(2.0)


def test_a_bucket_says_how_many_tokens_it_lacks() -> None:
    bucket = Bucket(4, 2)
    assert bucket.missing(100.0) == 0
    bucket.take(100.0)
    assert bucket.missing(100.0) == 1
    bucket.charge(5, 100.0)
    assert [bucket.missing(100.0 + s) for s in (0.0, 0.25, 0.5, 3.0, 9.0)] == [6, 5, 5, 0, 0]


@given(
    st.integers(1, 50),
    st.floats(0.1, 1000),
    st.floats(0, 1e6),
    st.lists(st.floats(0, 2), max_size=200),
)
def test_never_more_than_the_burst_and_the_rate(
    burst: int, per_s: float, start: float, pauses: list[float]
) -> None:
    bucket, now, passed = Bucket(burst, per_s), start, 0
    for pause in [0.0] * (burst + 1) + pauses:
        now += pause
        passed += bucket.take(now) == 0.0
        assert passed <= burst + (now - start) * per_s * (1 + 1e-9) + 1e-3 * per_s


@given(st.integers(1, 50), st.floats(0.1, 1000), st.floats(0, 1e6))
def test_whoever_waits_as_told_is_let_through(burst: int, per_s: float, now: float) -> None:
    bucket = Bucket(burst, per_s)
    for _ in range(burst):
        assert bucket.take(now) == 0.0
    for _ in range(20):
        now += bucket.take(now)
        assert bucket.take(now) == 0.0


@pytest.mark.parametrize(("burst", "per_s"), [(0, 1), (0.9, 1), (1, 0), (1, -1)])
def test_a_bucket_that_never_gives_is_an_error(burst: float, per_s: float) -> None:
    with pytest.raises(ValueError, match="burst"):
        Bucket(burst, per_s)


def test_a_bucket_is_tiny() -> None:
    assert sys.getsizeof(Bucket(40, 10)) < 100


def test_buckets_with_the_same_limits_share_their_numbers() -> None:
    """There are two buckets for each player, and a number takes 32 bytes."""
    buckets = Bucket(20, 5), Bucket(20, 5)
    one, other = (
        {id(each) for each in gc.get_referents(bucket) if isinstance(each, float)}
        for bucket in buckets
    )
    assert len(one & other) == 2
