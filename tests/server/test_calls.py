"""Calls of plugins leave marks while they are open, and slow ones are logged."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, NoReturn

import pytest

from parlour.core.effects import JobKey
from parlour.engine.calls import Calls, OpenCall
from parlour.server import CallWatch
from parlour.server._calls import NAMES_MAX, SLOTS


class Clock:
    """Moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def go_on(self, seconds: float) -> None:
        """So much time passes."""
        self.now += seconds


def apply() -> None:
    """A function of a plugin."""


def look() -> None:
    """Another one."""


class Shy:
    """Has no name, and raises when asked for it."""

    def __getattr__(self, name: str) -> NoReturn:
        raise SystemExit

    def __call__(self) -> None:
        """Do nothing."""


APPLY = OpenCall(12, "hunt", "apply")
THINK = OpenCall(7, "maze", "Bot.think")


def dying(folder: Path) -> CallWatch:
    """A host with two open calls; nothing closes it, as if it had died."""
    watch = CallWatch(folder)
    watch.enter(3, "toss", look)
    watch.leave()
    watch.enter(12, "hunt", apply)
    watch.think(JobKey(7, 2, 1, 0, game="maze"))
    watch.done(watch.think(JobKey(8, 2, 1, 0, game="maze")))
    return watch


def test_the_calls_that_were_open_when_the_host_died_are_found_once(tmp_path: Path) -> None:
    """The host may have died of any of them. A second start has nothing to blame."""
    dying(tmp_path)
    assert CallWatch(tmp_path).found == (APPLY, THINK)
    assert CallWatch(tmp_path).found == ()
    assert (tmp_path / "calls").stat().st_mode & 0o777 == 0o600


def test_a_host_that_stops_in_order_leaves_no_mark(tmp_path: Path) -> None:
    watch = CallWatch(tmp_path)
    slot = watch.think(JobKey(7, 2, 1, 0, game="maze"))
    watch.enter(12, "hunt", apply)
    watch.close()
    watch.leave()
    watch.done(slot)
    watch.close()
    assert CallWatch(tmp_path).found == ()


def test_what_is_no_file_of_marks_is_none(tmp_path: Path) -> None:
    """Such as the file of an earlier version, which had another form."""
    (tmp_path / "calls").write_bytes(b"")
    assert CallWatch(tmp_path).found == ()
    (tmp_path / "calls").write_bytes(b"\xff" * 50_000)
    assert CallWatch(tmp_path).found == ()
    size = (tmp_path / "calls").stat().st_size
    (tmp_path / "calls").write_bytes(b"\xff" * size)
    assert all(call.call.isascii() or "\ufffd" in call.call for call in CallWatch(tmp_path).found)


def test_every_call_of_a_table_is_marked_by_the_name_of_its_function(tmp_path: Path) -> None:
    """The outermost one, while it is open."""
    calls = Calls(5, "hunt", CallWatch(tmp_path))
    seen: list[OpenCall] = []

    def fail() -> None:
        seen.extend(CallWatch(tmp_path).found)
        raise SystemExit

    with pytest.raises(Exception, match="SystemExit"):
        calls.guarded(fail)
    assert [(call.table, call.game) for call in seen] == [(5, "hunt")]
    assert seen[0].call.endswith("fail")
    calls.guarded(Shy())
    calls.refusable(apply)
    assert CallWatch(tmp_path).found == ()


def test_more_bots_than_marks_think_without() -> None:
    watch = CallWatch()
    slots = [watch.think(JobKey(n, 1, 1, 0)) for n in range(SLOTS + 1)]
    assert slots[-2:] == [None, None]
    for slot in slots:
        watch.done(slot)
    assert watch.think(JobKey(1, 1, 1, 0)) is not None


def told(caplog: pytest.LogCaptureFixture) -> list[Any]:
    return [record.fields for record in caplog.records]  # type: ignore[attr-defined]


def test_a_slow_call_is_logged_with_its_game_and_function(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    calls = Calls(5, "hunt", CallWatch(slow_s=0.1, clock=clock))
    calls.guarded(clock.go_on, 0.09)
    assert not caplog.records
    calls.refusable(clock.go_on, 0.25)
    assert told(caplog) == [{"game": "hunt", "call": "Clock.go_on", "took_ms": 250}]
    assert caplog.records[0].levelno == logging.WARNING


def test_a_call_that_only_waits_for_a_slow_one_is_not_logged_too(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    calls = Calls(5, "hunt", CallWatch(slow_s=0.1, clock=clock))

    def wait() -> None:
        calls.guarded(clock.go_on, 1)
        clock.go_on(0.05)

    calls.guarded(wait)
    assert [fields["call"] for fields in told(caplog)] == ["Clock.go_on"]


def test_a_function_that_is_always_slow_does_not_fill_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    calls = Calls(5, "hunt", CallWatch(slow_s=0.1, clock=clock))
    for _ in range(300):
        calls.guarded(clock.go_on, 0.5)
    assert 2 <= len(caplog.records) <= 4


def test_functions_that_a_plugin_makes_up_are_not_remembered_without_end() -> None:
    clock = Clock()
    watch = CallWatch(slow_s=0.1, clock=clock)
    for number in range(NAMES_MAX + 5):

        def made_up() -> None:
            """Nothing."""

        made_up.__qualname__ = f"made_up_{number}"
        watch.slow("hunt", made_up, 1.0)
    assert len(watch._said) <= NAMES_MAX  # pyright: ignore[reportPrivateUsage]
