"""Pings, silence, and the pauses before a host is called again."""

from __future__ import annotations

from collections.abc import Container, Iterable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from parlour_client.reconnect import FIRST_PAUSE_S, LONGEST_PAUSE_S, SPREAD, Backoff, Beat, Pulse

# --- when to ping, and when to give up ------------------------------------------------


def _felt(seconds: Iterable[int], heard: Container[int] = (), asleep: float = 0) -> str:
    """What is to be done, and when, of a host that answers at the seconds *heard*.

    The wall is ahead by *asleep* after the first second.
    """
    pulse = Pulse(0, 0)
    done: list[str] = []
    for second in seconds:
        beat = pulse.beat(second, second + (asleep if second else 0))
        if beat is not Beat.REST:
            done.append(f"{beat.name} {second}")
        if second in heard:
            pulse.heard()
    return ", ".join(done)


def test_a_host_is_pinged_every_ten_seconds_and_is_dead_if_it_is_silent_for_eight() -> None:
    """That counts from the ping: a table at which everybody thinks is no dead line."""
    assert _felt(range(31), heard=range(31)) == "PING 0, PING 10, PING 20, PING 30"
    assert _felt(range(9)) == "PING 0, DEAD 8"
    assert _felt(range(19), heard=[0]) == "PING 0, PING 10, DEAD 18"
    # Anything that it says will do: the answer may wait behind a hundred words that were pasted.
    assert _felt(range(10), heard=[7]) == "PING 0"


def test_a_host_that_waits_for_its_disk_is_pinged_and_never_dead() -> None:
    pulse = Pulse(0, 0)
    pulse.waits = True
    beats = [pulse.beat(second, second) for second in range(31)]
    assert [at for at, beat in enumerate(beats) if beat is not Beat.REST] == [0, 10, 20, 30]
    pulse.waits = False
    beats = [pulse.beat(second, second) for second in range(31, 39)]
    assert beats == [*[Beat.REST] * 7, Beat.DEAD]


def test_a_client_that_slept_or_was_stopped_asks_at_once_and_waits_two_seconds() -> None:
    """When a machine sleeps, its own clock stops, and the one on the wall goes on."""
    assert _felt((0, 4, 5, 6), heard=[0], asleep=3600) == "PING 0, PING 4, DEAD 6"
    assert _felt((0, 3600, 3601, 3602), heard=[0]) == "PING 0, PING 3600, DEAD 3602"
    # A ping that was on its way then is not held against the host: a bot that thinks for nine
    # seconds without a pause hears the answer only after that.
    assert _felt((0, 9)) == "PING 0, PING 9"
    assert _felt((0, *range(4, 23)), heard=[0, 4], asleep=3600) == (
        "PING 0, PING 4, PING 14, DEAD 22"
    )
    # A clock on the wall that is put back means nothing.
    assert _felt(range(10), heard=[0], asleep=-7200) == "PING 0"


# --- when to call again ---------------------------------------------------------------


class _Even(Random):
    """Luck that is always in the middle."""

    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2


def test_a_try_comes_soon_and_the_next_ones_twice_as_late_up_to_a_quarter_of_a_minute() -> None:
    """They begin again after a line that has held, and go on after one that was dropped at once.

    A host that lets everybody in and fails then is not called twice a second for ever.
    """
    backoff = Backoff(_Even())
    pauses: list[float] = []
    for _ in range(8):
        pauses.append(backoff.pause_s())
        backoff.held(0.1)
    assert pauses == [0.5, 1, 2, 4, 8, 15, 15, 15]
    backoff = Backoff(_Even())
    assert [backoff.pause_s() for _ in range(3)] == [0.5, 1, 2]
    backoff.held(3)
    assert [backoff.pause_s() for _ in range(2)] == [0.5, 1]
    none = Backoff(_Even(), 0)
    assert [none.pause_s() for _ in range(3)] == [0, 0, 0]


@given(seed=st.integers(), held=st.lists(st.floats(0, 100), max_size=20))
def test_chance_makes_them_a_little_longer_or_shorter(seed: int, held: list[float]) -> None:
    backoff = Backoff(Random(seed))
    for for_s in held:
        pause_s = backoff.pause_s()
        assert FIRST_PAUSE_S * (1 - SPREAD) <= pause_s <= LONGEST_PAUSE_S * (1 + SPREAD)
        backoff.held(for_s)
