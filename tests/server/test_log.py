"""What an exception leaves in the log: where and what kind, not its words."""

from __future__ import annotations

import logging

import pytest

from parlour.house.effects import Report
from parlour.server._log import outline, write

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
    write(Report(level, "table 3 opened"))
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (number, "table 3 opened")
    ]
