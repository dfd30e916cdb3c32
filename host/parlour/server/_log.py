"""The server's log. It holds nothing that a player typed and nothing that a game hides."""

from __future__ import annotations

import logging
import traceback
from typing import Final, cast

from parlour.core.effects import Report
from parlour.engine.calls import name_of

log: Final = logging.getLogger("parlour.server")

_LEVELS: Final = {"info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


DEPTH_MAX: Final = 10
"""The most errors in a chain that the log shows. A plugin may have tied them in a circle."""

FRAMES_MAX: Final = 30
"""The most frames of each error that it shows, the last ones. Endless recursion has a thousand."""


def outline(error: BaseException) -> str:
    """Return where *error* was raised and its type, without its message.

    The message of an exception often quotes the value that was wrong: a player's
    words or a hidden one. The frames hold only source lines.
    """
    try:
        return _outline(error, DEPTH_MAX)
    except Exception:  # noqa: BLE001 - a plugin's own error may raise when looked at
        return "an error that cannot be outlined"


def _outline(error: BaseException, depth: int) -> str:
    kind = type(error)
    text = "".join(traceback.format_tb(error.__traceback__, -FRAMES_MAX))
    text += f"{kind.__module__}.{name_of(kind)}"
    if not depth:
        return text
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is not None:
        text = f"{_outline(earlier, depth - 1)}\nwhich led to:\n{text}"
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        inner = (_outline(each, depth - 1) for each in group.exceptions[:DEPTH_MAX])
        return "\nand in it:\n".join([text, *inner])
    return text


def write_report(report: Report) -> None:
    """Log what the house reports."""
    level = _LEVELS.get(report.level, logging.ERROR)
    about = {"fields": report.fields}
    if report.error is None:
        log.log(level, "%s", report.text, extra=about)
    else:
        log.log(level, "%s\n%s", report.text, outline(report.error), extra=about)
