"""The shell's log. It holds nothing that a player typed and nothing that a game hides."""

from __future__ import annotations

import logging
import traceback
from typing import Final, cast

from parlour.house.effects import Report

log: Final = logging.getLogger("parlour.server")

_LEVELS: Final = {"info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def outline(error: BaseException) -> str:
    """Where *error* was raised and of which kind it is, without its message.

    The message of an exception often quotes the value that was wrong: a player's
    words or a hidden one. The frames hold source lines only.
    """
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = f"{outline(earlier)}\nwhich led to:\n" if earlier is not None else ""
    frames = "".join(traceback.format_tb(error.__traceback__))
    text = f"{before}{frames}{type(error).__module__}.{type(error).__qualname__}"
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return "\nand in it:\n".join([text, *map(outline, group.exceptions)])
    return text


def write(report: Report) -> None:
    """Log what the house reports."""
    level = _LEVELS.get(report.level, logging.ERROR)
    about = {"fields": report.fields}
    if report.error is None:
        log.log(level, "%s", report.text, extra=about)
    else:
        log.log(level, "%s\n%s", report.text, outline(report.error), extra=about)
