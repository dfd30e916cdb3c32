"""Pings, silence, and the pauses before a host is called again."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from parlour_client.reconnect import FIRST_PAUSE_S, LONGEST_PAUSE_S, SPREAD, Backoff, Beat, Pulse

# --- when to ping, and when to give up ------------------------------------------------


def _beats(pulse: Pulse, first: int, last: int, *, asleep: float = 0) -> dict[int, Beat]:
    """What is to be done, second by second, and when; the wall was ahead by *asleep*."""
    felt = {second: pulse.beat(second, second + asleep) for second in range(first, last + 1)}
    return {second: beat for second, beat in felt.items() if beat is not Beat.REST}


def test_a_host_is_pinged_at_once_and_every_ten_seconds() -> None:
    pulse = Pulse(0, 0)
    pinged: list[int] = []
    for second in range(31):
        if pulse.beat(second, second) is Beat.PING:
            pinged.append(second)
            pulse.heard()
    assert pinged == [0, 10, 20, 30]


def test_a_host_that_says_nothing_for_eight_seconds_is_dead() -> None:
    assert _beats(Pulse(0, 0), 0, 8) == {0: Beat.PING, 8: Beat.DEAD}


def test_a_host_that_waits_for_its_disk_is_pinged_and_never_dead() -> None:
    pulse = Pulse(0, 0)
    pulse.waits = True
    assert _beats(pulse, 0, 30) == {0: Beat.PING, 10: Beat.PING, 20: Beat.PING, 30: Beat.PING}
    pulse.waits = False
    assert _beats(pulse, 31, 38) == {38: Beat.DEAD}


def test_silence_counts_from_the_ping_and_not_from_what_was_heard_last() -> None:
    """A table at which everybody thinks is no dead line."""
    pulse = Pulse(0, 0)
    assert pulse.beat(0, 0) is Beat.PING
    pulse.heard()
    assert _beats(pulse, 1, 18) == {10: Beat.PING, 18: Beat.DEAD}


def test_whatever_it_says_a_host_is_there() -> None:
    """The answer to the ping may have to wait: behind a hundred words that were pasted."""
    pulse = Pulse(0, 0)
    assert _beats(pulse, 0, 7) == {0: Beat.PING}
    pulse.heard()
    assert _beats(pulse, 8, 9) == {}


def test_a_machine_that_slept_asks_at_once_and_waits_two_seconds() -> None:
    """Its own clock stood meanwhile, and the one on the wall did not."""
    pulse = Pulse(0, 0)
    assert pulse.beat(0, 0) is Beat.PING
    pulse.heard()
    assert _beats(pulse, 1, 3) == {}
    assert _beats(pulse, 4, 6, asleep=3600) == {4: Beat.PING, 6: Beat.DEAD}


def test_so_does_a_program_that_was_stopped_while_both_clocks_went_on() -> None:
    pulse = Pulse(0, 0)
    assert pulse.beat(0, 0) is Beat.PING
    pulse.heard()
    assert _beats(pulse, 3600, 3602) == {3600: Beat.PING, 3602: Beat.DEAD}


def test_a_ping_that_was_on_its_way_then_is_not_held_against_the_host() -> None:
    """A bot that thinks for nine seconds without a pause hears the answer only after that."""
    pulse = Pulse(0, 0)
    assert pulse.beat(0, 0) is Beat.PING
    assert pulse.beat(9, 9) is Beat.PING


def test_after_a_line_that_held_all_is_as_before() -> None:
    pulse = Pulse(0, 0)
    assert pulse.beat(0, 3600) is Beat.PING
    pulse.heard()
    assert _beats(pulse, 1, 18, asleep=3600) == {10: Beat.PING, 18: Beat.DEAD}


def test_a_clock_on_the_wall_that_is_put_back_means_nothing() -> None:
    pulse = Pulse(0, 0)
    assert pulse.beat(0, 0) is Beat.PING
    pulse.heard()
    assert _beats(pulse, 1, 9, asleep=-7200) == {}


# --- when to call again ---------------------------------------------------------------


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
