"""What games print goes nowhere, and keeps nobody waiting."""

from __future__ import annotations

import gc
import sys
import threading
import warnings

import pytest

from parlour.server import muted

SECRET = "the number is 13"


def test_what_a_game_prints_is_dropped_and_said_once(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with muted():
        for _ in range(100):
            print(SECRET * 1_000)  # noqa: T201 - that is the case
            print(SECRET, file=sys.stderr, flush=True)  # noqa: T201
        sys.stdout.buffer.write(SECRET.encode())
    print("afterwards")  # noqa: T201
    assert capsys.readouterr() == ("afterwards\n", "")
    assert len(caplog.records) == 1
    assert SECRET not in caplog.text


class Grim:
    """Raises when it is thrown away."""

    def __del__(self) -> None:
        raise ValueError(SECRET)


def fail() -> None:
    raise ValueError(SECRET)


@pytest.mark.filterwarnings("ignore")
def test_an_error_that_nobody_can_catch_is_logged_without_its_words(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with muted():
        Grim()
        gc.collect()
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        warnings.warn(SECRET, stacklevel=1)
    assert capsys.readouterr() == ("", "")
    assert [record.getMessage().split("\n")[-1] for record in caplog.records] == [
        "builtins.ValueError",
        "builtins.ValueError",
    ]
    assert SECRET not in caplog.text
