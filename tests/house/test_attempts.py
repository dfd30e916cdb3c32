"""So many tries, remembered for so many."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.house.attempts import Attempts, Tries
from parlour.house.effects import ConnId
from parlour.house.limits import Limits
from parlour.house.people import Session
from parlour.wire.flood import Bucket


def session(address: str, *, near: bool = False) -> Session:
    """A line from there."""
    return Session(ConnId(1), address, near, Bucket(1, 1), 0.0)


def test_tries_are_for_each_key_and_come_back_one_by_one() -> None:
    """Three in a minute: each comes back after 20 s."""
    tries = Tries(3, 60, keep=10)
    assert [tries.take("a", 0.0) for _ in range(3)] == [0.0] * 3
    assert tries.take("a", 5.0) == pytest.approx(15.0)
    assert tries.take("b", 5.0) == 0.0
    assert tries.take("a", 20.0) == 0.0
    assert tries.take("a", 20.0) == pytest.approx(20.0)


def test_a_try_that_was_given_back_never_counted() -> None:
    """However often; a key that is forgotten meanwhile has all its tries anyway."""
    tries = Tries(1, 60, keep=10)
    for _ in range(5):
        assert tries.take("a", 0.0) == 0.0
        tries.give_back("a")
    tries.give_back("never seen")
    assert len(tries) == 1


def test_who_tries_now_is_remembered_before_who_tried_once() -> None:
    """Those who have all their tries back make room first, then the oldest."""
    tries = Tries(1, 60, keep=4)
    tries.take("old", 0.0)
    for key in "abc":
        tries.take(key, 50.0)
    tries.take("d", 61.0)
    assert len(tries) == 4
    assert tries.take("c", 61.0) > 0
    tries.take("e", 61.0)
    assert len(tries) == 3
    assert tries.take("c", 61.0) > 0
    assert tries.take("d", 61.0) > 0


@given(st.lists(st.tuples(st.text(max_size=2), st.floats(0, 100)), max_size=200))
def test_never_more_are_remembered_than_asked_for(takes: list[tuple[str, float]]) -> None:
    """Whoever comes, and whenever."""
    tries, now = Tries(2, 60, keep=5), 0.0
    for key, pause in takes:
        now += pause
        tries.take(key, now)
        assert len(tries) <= 5


def test_all_addresses_of_one_line_to_the_internet_are_one_place() -> None:
    """An IPv6 network of the provider; near addresses are each somebody's own."""
    limits = Limits(tries_per_address=1)
    for one, other, near, same in (
        ("2001:db8::1", "2001:db8::ffff:2", False, True),
        ("2001:db8::1", "2001:db8:0:1::1", False, False),
        ("fe80::1", "fe80::2", True, False),
        ("198.51.100.1", "198.51.100.2", False, False),
        ("a pipe", "a pipe", False, True),
    ):
        attempts = Attempts(limits)
        assert attempts.guess(session(one, near=near), 0.0) == 0.0
        assert (attempts.guess(session(other, near=near), 0.0) > 0) is same, (one, other)


def test_one_place_cannot_use_up_all_tries_of_a_name() -> None:
    """However long it goes on, its owner gets in from elsewhere."""
    attempts = Attempts(Limits())
    bad, good = session("198.51.100.1"), session("198.51.100.2")
    for now in range(100_000):
        attempts.guess(bad, float(now), "ann")
    assert attempts.guess(good, 100_000.0, "ann") == 0.0


def test_a_name_that_cannot_be_tried_costs_the_place_nothing() -> None:
    """The tries from there are for other names still."""
    attempts = Attempts(Limits(tries_per_name=1, tries_per_address=2))
    here = session("198.51.100.1")
    assert attempts.guess(here, 0.0, "ann") == 0.0
    for _ in range(3):
        assert attempts.guess(here, 0.0, "ann") > 0
    assert attempts.guess(here, 0.0, "bob") == 0.0
    assert attempts.guess(here, 0.0, "cy") > 0
