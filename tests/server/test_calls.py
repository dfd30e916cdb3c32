"""Calls of plugins leave marks while they are open, and slow ones are logged."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from parlour.core.effects import JobKey
from parlour.engine.calls import Calls, OpenCall
from parlour.server import CallWatch, Endings
from parlour.server._calls import LONG, LONG_THOUGHT, NAMES_MAX, SLOTS


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


def dying(folder: Path, beats: int = 0) -> CallWatch:
    """A host with two open calls, after so many beats; nothing closes it, as if it had died."""
    watch = CallWatch(folder)
    watch.enter(3, "toss", look)
    watch.leave()
    watch.enter(12, "hunt", apply)
    watch.think(JobKey(7, 2, 1, 0, game="maze"))
    watch.done(watch.think(JobKey(8, 2, 1, 0, game="maze")))
    for _ in range(beats):
        watch.beat()
    return watch


def found(folder: Path) -> list[OpenCall]:
    """What the next start blames, and no start after it."""
    calls = sorted(CallWatch(folder).found)
    assert CallWatch(folder).found == ()
    return calls


@pytest.mark.parametrize(
    ("beats", "blamed"),
    [
        (0, []),
        (LONG - 1, []),
        (LONG, [APPLY]),
        (LONG_THOUGHT - 1, [APPLY]),
        (LONG_THOUGHT, [THINK, APPLY]),
    ],
)
def test_a_call_is_blamed_if_it_was_open_for_long_when_the_host_died(
    beats: int, blamed: list[OpenCall], tmp_path: Path
) -> None:
    """The host may have been killed for any reason. A bot may think for longer."""
    dying(tmp_path, beats)
    assert found(tmp_path) == blamed
    assert (tmp_path / "calls").stat().st_mode & 0o777 == 0o600


def test_a_call_that_began_a_moment_ago_is_innocent_however_old_its_host_is(
    tmp_path: Path,
) -> None:
    watch = dying(tmp_path, beats=100)
    watch.enter(5, "hunt", look)
    watch.beat()
    watch.leave()
    watch.enter(5, "hunt", look)
    assert found(tmp_path) == [THINK]


def in_thread(work: Callable[[], None]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_only_the_call_of_the_thread_that_ended_the_process_is_blamed(tmp_path: Path) -> None:
    dying(tmp_path).ending(threading.get_ident())
    assert found(tmp_path) == [THINK, APPLY]  # this thread has begun both
    watch = CallWatch(tmp_path)
    watch.enter(12, "hunt", apply)
    in_thread(lambda: watch.ending(threading.get_ident()))
    assert found(tmp_path) == []
    watch = CallWatch(tmp_path)
    watch.enter(12, "hunt", apply)

    def bot() -> None:
        watch.think(JobKey(7, 2, 1, 0, game="maze"))
        watch.ending(threading.get_ident())

    in_thread(bot)
    assert found(tmp_path) == [THINK]


FATAL = (
    "Fatal Python error: Segmentation fault\n\n"
    "Current thread 0x{:016x} (most recent call first):\n"
)


@pytest.mark.parametrize(
    ("text", "blamed"),
    [
        (FATAL.format(threading.get_ident()), [THINK, APPLY]),
        (FATAL.format(1), []),
        (
            "Timeout (0:00:05)!\nThread 0x0000000000000001 (most recent call first):\n",
            [THINK, APPLY],
        ),
        ("", []),
        ("what is no traceback", []),
    ],
    ids=["this thread", "another thread", "hung", "nothing", "no traceback"],
)
def test_a_traceback_in_the_folder_says_which_calls_are_to_blame(
    text: str, blamed: list[OpenCall], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """That of the thread with the fatal signal; all, if the whole host hung."""
    dying(tmp_path)
    (tmp_path / "crash").write_text(text)
    assert found(tmp_path) == blamed
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    if text:
        assert (tmp_path / "crash.txt").read_text() == text
        assert str(tmp_path / "crash.txt") in errors[0]
    assert len(errors) == bool(text)


def test_who_ends_the_process_is_noted_before_it_ends_and_forgotten_if_it_goes_on() -> None:
    noted: list[int] = []
    before = os.kill, signal.raise_signal, os._exit
    with Endings() as endings:
        endings.note = noted.append
        os.kill(os.getpid(), 0)
        signal.raise_signal(signal.SIGURG)
        with pytest.raises(FileNotFoundError):
            os.execv("/no/such/program", ["program"])
    assert noted == [threading.get_ident(), 0] * 3
    assert (os.kill, signal.raise_signal, os._exit) == before


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
    (tmp_path / "calls").write_bytes(b"")
    assert CallWatch(tmp_path).found == ()
    (tmp_path / "calls").write_bytes(b"\xff" * 50_000)
    assert CallWatch(tmp_path).found == ()
    size = (tmp_path / "calls").stat().st_size
    (tmp_path / "calls").write_bytes(b"\xff" * size)
    assert all(call.call.isascii() or "\ufffd" in call.call for call in CallWatch(tmp_path).found)


def test_every_call_of_a_table_is_marked_by_the_name_of_its_function(tmp_path: Path) -> None:
    watch = CallWatch(tmp_path)
    calls = Calls(5, "hunt", watch)

    def fail() -> None:
        for _ in range(LONG):
            watch.beat()
        seen.append(CallWatch(tmp_path).found)
        raise SystemExit

    seen: list[Any] = []
    with pytest.raises(Exception, match="SystemExit"):
        calls.guarded(fail)
    ((call,),) = seen
    assert (call.table, call.game) == (5, "hunt")
    assert call.call.endswith("fail")
    calls.guarded(Shy())
    calls.refusable(apply)
    assert CallWatch(tmp_path).found == ()


def about_to_end(watch: CallWatch) -> None:
    watch.ending(threading.get_ident())


@pytest.mark.parametrize("note", [CallWatch.beat, about_to_end])
def test_a_mark_bears_the_name_of_the_innermost_call(
    note: Callable[[CallWatch], None], tmp_path: Path
) -> None:
    """As soon as there is a beat, or the process is about to end."""
    watch = CallWatch(tmp_path)
    calls = Calls(5, "hunt", watch)
    seen: list[OpenCall] = []

    def fail() -> None:
        for _ in range(LONG):
            note(watch)
        seen.extend(CallWatch(tmp_path).found)

    calls.guarded(calls.guarded, fail)
    assert [call.call.rpartition(".")[2] for call in seen] == ["fail"]
    calls.guarded(apply)
    assert CallWatch(tmp_path).found == ()


def test_more_bots_than_marks_think_without() -> None:
    watch = CallWatch()
    slots = [watch.think(JobKey(n, 1, 1, 0)) for n in range(SLOTS + 1)]
    assert slots[-2:] == [None, None]
    for slot in slots:
        watch.done(slot)
    assert watch.think(JobKey(1, 1, 1, 0)) is not None


def test_names_that_a_plugin_makes_up_are_not_kept_without_end() -> None:
    watch = CallWatch()
    for number in range(NAMES_MAX + 5):

        def made_up() -> None:
            """Nothing."""

        made_up.__qualname__ = f"made_up_{number}"
        watch.enter(1, "hunt", made_up)
        watch.leave()
    assert len(watch._names) <= NAMES_MAX  # pyright: ignore[reportPrivateUsage]


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
