"""Things to do later: in the order in which they are due."""

from __future__ import annotations

from parlour.core.timers import SWEEP, Timers


def due(timers: Timers, now: float) -> int:
    """Do what is due; how much that was."""
    count = 0
    while (action := timers.pop_due(now)) is not None:
        action()
        count += 1
    return count


def test_what_is_due_is_done_in_order_and_equal_times_as_they_were_set() -> None:
    timers, done = Timers(), list[str]()
    for when, word in ((3.0, "c"), (1.0, "a"), (3.0, "d"), (2.0, "b")):
        timers.at(when, lambda word=word: done.append(word))  # type: ignore[misc]
    assert timers.next_due == 1.0
    assert due(timers, 0.9) == 0
    assert due(timers, 2.5) == 2
    assert done == ["a", "b"]
    assert due(timers, 3.0) == 2
    assert done == ["a", "b", "c", "d"]
    assert timers.next_due is None


def test_what_is_cancelled_is_not_done_and_nobody_waits_for_it() -> None:
    """Also if it is cancelled twice, or after it was done."""
    timers, done = Timers(), list[str]()
    first = timers.at(1.0, lambda: done.append("a"))
    second = timers.at(2.0, lambda: done.append("b"))
    first.cancel()
    first.cancel()
    assert timers.next_due == 2.0
    assert due(timers, 5.0) == 1
    second.cancel()
    assert done == ["b"]
    assert len(timers) == 0
    timers = Timers()
    timers.at(1.0, lambda: None).cancel()
    assert timers.pop_due(2.0) is None
    timers.at(1.0, lambda: None).cancel()
    timers.at(3.0, lambda: None)
    assert timers.pop_due(2.0) is None


def test_cancelled_timers_do_not_pile_up() -> None:
    """However many are set and cancelled, what is kept stays in proportion."""
    timers = Timers()
    kept = [timers.at(1e9 + number, lambda: None) for number in range(10)]
    for number in range(10_000):
        timers.at(float(number + 1), lambda: None).cancel()
    assert len(timers) <= 2 * SWEEP + len(kept) * 2
    assert timers.next_due == 1e9
    assert due(timers, 2e9) == 10
