"""What an exception leaves in the log: where and what kind, not its words."""

from __future__ import annotations

import logging

import pytest

from parlour.core.effects import Report
from parlour.server._log import outline, write_report

WORD = "".join(("xy", "zzy"))


def fail(error: Exception) -> None:
    raise error


def test_an_outline_has_the_frames_and_the_kind() -> None:
    with pytest.raises(LookupError) as caught:
        fail(LookupError(WORD))
    text = outline(caught.value)
    assert "test_log.py" in text
    assert text.endswith("builtins.LookupError")
    assert WORD not in text


def test_an_outline_has_what_led_to_it_and_what_is_in_it() -> None:
    with pytest.raises(ExceptionGroup) as caught:  # noqa: PT012 - the chain is the case
        try:
            fail(KeyError(WORD))
        except KeyError:
            raise ExceptionGroup(WORD, [ZeroDivisionError(WORD), OSError(WORD)]) from None
    text = outline(caught.value)
    assert "KeyError" not in text
    assert "ExceptionGroup" in text
    assert "ZeroDivisionError" in text
    assert "OSError" in text
    assert WORD not in text


def test_an_outline_keeps_the_order_of_a_chain() -> None:
    with pytest.raises(OSError) as caught:  # noqa: PT011, PT012 - the chain is the case
        try:
            fail(KeyError(WORD))
        except KeyError as error:
            raise OSError(WORD) from error
    text = outline(caught.value)
    assert text.index("KeyError") < text.index("which led to:") < text.index("OSError")
    assert WORD not in text


class WildError(Exception):
    """Raises whatever is done with it."""

    def __str__(self) -> str:
        raise WildError

    __repr__ = __str__

    @property
    def __cause__(self) -> BaseException | None:  # type: ignore[override]
        raise WildError


def test_an_error_that_raises_when_it_is_looked_at_does_not_harm_the_log() -> None:
    assert outline(WildError(WORD)) == "an error that cannot be outlined"


def test_a_chain_without_an_end_is_cut() -> None:
    one, two = KeyError(WORD), LookupError(WORD)
    one.__cause__, two.__cause__ = two, one
    assert 1 < outline(one).count("builtins.KeyError") < 20


def test_of_an_error_deep_down_the_last_frames_are_told() -> None:
    def dive() -> None:
        dive()

    with pytest.raises(RecursionError) as caught:
        dive()
    assert outline(caught.value).count("test_log.py") < 50


@pytest.mark.parametrize(
    ("level", "number"),
    [
        ("info", logging.INFO),
        ("warning", logging.WARNING),
        ("error", logging.ERROR),
        ("unheard of", logging.ERROR),
    ],
)
def test_a_report_is_logged_at_its_level(
    level: str, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    write_report(Report(level, "table 3 opened"))
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (number, "table 3 opened")
    ]
