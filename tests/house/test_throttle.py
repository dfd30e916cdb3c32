"""So many tries, remembered for so many."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.accounts.throttle import FIRST_S, PLACES_KEPT, Throttle, Tries
from parlour.core.effects import ConnId
from parlour.core.limits import Limits
from parlour.core.sessions import Player, Session
from parlour.wire.flood import Bucket
from tests.sizes import sized


def session(address: str, *, near: bool = False, wrong: int = 0) -> Session:
    """A line from there, on which so many things were wrong."""
    found = Session(
        conn=ConnId(1),
        address=address,
        near=near,
        bucket=Bucket(1, 1),
        heard_at=0.0,
    )
    found.wrong = Bucket(5, 1) if wrong else None
    return found


def test_tries_are_for_each_key_and_come_back_one_by_one() -> None:
    """Three in a minute: each comes back after 20 s."""
    tries = Tries(3, 60, keep=10)
    assert [tries.take("a", 0.0) for _ in range(3)] == [0.0] * 3
    assert tries.take("a", 5.0) == pytest.approx(15.0)
    assert tries.take("b", 5.0) == 0.0
    assert tries.take("a", 20.0) == 0.0
    assert tries.take("a", 20.0) == pytest.approx(20.0)


def test_a_try_that_was_given_back_never_counted() -> None:
    """However often; nothing is remembered of it. One for which there was no room is given
    back to all.
    """
    tries = Tries(1, 60, keep=10)
    for _ in range(5):
        assert tries.take("a", 0.0) == 0.0
        tries.give_back("a", 0.0)
    tries.give_back("never seen", 0.0)
    assert len(tries) == 0
    tries = Tries(1, 60, keep=1)
    assert tries.take("a", 0.0) == 0.0
    for _ in range(3):
        assert tries.take("b", 0.0) == 0.0
        tries.give_back("b", 0.0)


def test_no_try_is_forgotten_before_it_is_back() -> None:
    """With no room left all further keys share the tries of one; after a while there is room."""
    tries = Tries(2, 60, keep=3)
    for key in "abc":
        assert tries.take(key, 0.0) == 0.0
    flood = [tries.take(f"flood {number}", 1.0) for number in range(1000)]
    assert flood.count(0.0) == 2
    assert len(tries) == 3
    assert tries.take("a", 1.0) == 0.0
    assert tries.take("a", 1.0) > 0, "it is still known what a has tried"
    assert tries.take("d", 60.0) == 0.0
    assert len(tries) == 2, "of b and c all tries are back"


def test_a_charge_is_owed_and_remembered_until_it_is_paid() -> None:
    """Even after the time in which all tries of a full key come back."""
    tries = Tries(2, 60, keep=1)
    tries.charge("a", 4, 0.0)
    assert tries.take("a", 0.0) == pytest.approx(60.0)
    assert tries.take("b", 61.0) == 0.0, "there is no room: all others share two tries"
    tries.charge("b", 4, 61.0)
    assert tries.take("c", 61.0) > 0
    assert len(tries) == 1
    tries.charge("b", 1, 121.0)
    assert len(tries) == 1, "a has paid, so b is remembered"


@given(st.lists(st.tuples(st.text(max_size=2), st.floats(0, 100)), max_size=200))
def test_never_more_are_remembered_than_asked_for(takes: list[tuple[str, float]]) -> None:
    tries, now = Tries(2, 60, keep=5), 0.0
    for key, pause in takes:
        now += pause
        tries.take(key, now)
        assert len(tries) <= 5


def test_all_addresses_of_one_line_to_the_internet_are_one_place() -> None:
    """An IPv6 network of the provider; near addresses are each somebody's own."""
    limits = Limits(registers_per_address=1)
    for one, other, near, same in (
        ("2001:db8::1", "2001:db8::ffff:2", False, True),
        ("2001:db8::1", "2001:db8:0:1::1", False, False),
        ("fe80::1", "fe80::2", True, False),
        ("198.51.100.1", "198.51.100.2", False, False),
        ("a pipe", "a pipe", False, True),
    ):
        throttle = Throttle(limits)
        assert throttle.register(session(one, near=near), 0.0) == 0.0
        assert (throttle.register(session(other, near=near), 0.0) > 0) is same, (one, other)


def player(number: int, name: str) -> Player:
    """Somebody on the host."""
    return Player(number, name, name)


@pytest.mark.sweep
def test_one_place_cannot_use_up_all_tries_of_a_name() -> None:
    """However long it goes on, its owner gets in from elsewhere."""
    throttle, ann = Throttle(Limits()), player(1, "ann")
    bad, good = session("198.51.100.1"), session("198.51.100.2")
    seconds = sized(10_000, 100_000)
    for now in range(seconds):
        throttle.password(bad, ann, float(now))
    assert throttle.password(good, ann, float(seconds)) == 0.0


def test_a_name_that_cannot_be_tried_costs_the_place_nothing() -> None:
    """The tries from there are for other names still. A right password costs nobody any."""
    throttle = Throttle(Limits(tries_per_name=1, tries_per_address=1))
    here = session("198.51.100.1", wrong=1)
    ann, bob, cy = (player(number, name) for number, name in enumerate(("ann", "bob", "cy")))
    assert throttle.password(here, ann, 0.0) == 0.0
    for _ in range(30):
        assert throttle.password(here, ann, 0.0) > 0
    assert throttle.password(here, bob, 0.0) == 0.0
    assert throttle.password(here, cy, 0.0) == 0.0
    throttle, ann = Throttle(Limits(tries_per_name=1, tries_per_address=1)), player(1, "ann")
    here = session("198.51.100.1", wrong=1)
    for _ in range(50):
        assert throttle.password(here, ann, 0.0) == 0.0
        throttle.right_password(here, ann, 0.0)


def test_nobody_tries_a_few_passwords_on_all_names() -> None:
    """From one far address; behind a proxy there are more people."""
    limits = Limits()
    throttle = Throttle(limits)
    far = session("198.51.100.1", wrong=1)
    near = session("127.0.0.1", near=True, wrong=1)
    for here, most in ((far, 200), (near, 5_000)):
        tries = [throttle.password(here, player(n, f"p{n}"), 0.0) for n in range(5_000)]
        assert tries.count(0.0) == most


def test_who_has_tried_nothing_wrong_gets_in_where_somebody_has_tried_everything() -> None:
    """From their own address; once a minute. Nobody gets in like this from elsewhere."""
    limits = Limits()
    throttle, ann = Throttle(limits), player(1, "ann")
    tunnel = "127.0.0.1"
    throttle.came_in(session(tunnel), ann)
    mallory = session(tunnel, wrong=1)
    assert [throttle.password(mallory, ann, 0.0) for _ in range(50)].count(0.0) == 20
    assert throttle.password(session(tunnel), ann, 1.0) == 0.0
    assert throttle.password(session(tunnel), ann, 2.0) > 0
    assert throttle.password(session(tunnel), ann, 1.0 + FIRST_S) == 0.0
    for number in range(3):
        elsewhere = session(f"198.51.100.{number}", wrong=1)
        for _ in range(50):
            throttle.password(elsewhere, ann, 0.0)
    assert throttle.password(session("198.51.100.9"), ann, 0.0) > 0


def test_where_a_player_came_in_before_they_have_tries_of_their_own() -> None:
    """However many others use up all tries of the name, and of the place."""
    limits = Limits()
    throttle, ann, bob = Throttle(limits), player(1, "ann"), player(2, "bob")
    home, elsewhere = session("198.51.100.1", wrong=1), session("198.51.100.2", wrong=1)
    throttle.came_in(home, ann)
    for number in range(1_000):
        throttle.password(session(f"203.0.113.{number % 250}", wrong=1), ann, 0.0)
        throttle.password(home, bob, 0.0)
    assert throttle.password(elsewhere, ann, 0.0) > 0
    for _ in range(100):
        assert throttle.password(home, ann, 0.0) == 0.0
        throttle.right_password(home, ann, 0.0)
    wrong = [throttle.password(home, ann, 0.0) for _ in range(100)]
    assert wrong.count(0.0) == limits.tries_per_address
    throttle.forget(1)
    assert throttle.password(home, ann, 0.0) > 0


def test_few_places_are_remembered_of_each_player() -> None:
    """Those where they came in last: there no guesses of others matter."""
    throttle, ann = Throttle(Limits(tries_per_name=1)), player(1, "ann")
    places = [session(f"198.51.100.{number}") for number in range(PLACES_KEPT + 1)]
    for place in (*places[:-1], places[0], places[-1]):
        throttle.came_in(place, ann)
    assert throttle.password(session("203.0.113.1"), ann, 0.0) == 0.0
    came_back = [throttle.password(place, ann, 0.0) == 0.0 for place in places]
    assert came_back == [True, False, *[True] * 3]


@pytest.mark.parametrize("at_home", [True, False])
def test_right_codes_cost_nothing_unless_they_are_in_vain(at_home: bool) -> None:
    """Then the player is bothered no oftener than by wrong passwords."""
    throttle, ann = Throttle(Limits(tries_per_address=2)), player(1, "ann")
    here = session("198.51.100.1")
    if at_home:
        throttle.came_in(here, ann)
    for _ in range(5):
        assert throttle.code(here, ann, 0.0) == 0.0
    for _ in range(2):
        assert throttle.code(here, ann, 0.0) == 0.0
        throttle.in_vain(here, ann, 0.0)
    assert throttle.code(here, ann, 0.0) > 0


def test_guesses_from_more_places_than_are_remembered_keep_nobody_out_at_home() -> None:
    """All places that are not remembered share the tries of one, but a home has its own."""
    limits = Limits(tries_kept=3, tries_per_address=1, tries_per_name=100)
    throttle, ann = Throttle(limits), player(1, "ann")
    home, elsewhere = session("198.51.100.1"), session("198.51.100.2", wrong=1)
    throttle.came_in(home, ann)
    guesses = [session(f"203.0.113.{number}", wrong=1) for number in range(10)]
    assert [throttle.password(place, ann, 0.0) for place in guesses].count(0.0) == 4
    assert throttle.password(elsewhere, ann, 0.0) > 0
    for _ in range(5):
        assert throttle.password(home, ann, 0.0) == 0.0
        throttle.right_password(home, ann, 0.0)
