"""The host's sentences, made fit for a pane of our own width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from parlour.wire.text import columns

WIDTH: Final = 79
"""What a host wraps its lines to, unless it is told otherwise."""
WIDTH_LEAST: Final = 40
"""The least that it can be told."""
_INDENT: Final = "  "
_TIME: Final = re.compile(r"\s*\([0-9]+ s\)\s*\Z")


def unwrapped(lines: Sequence[str], width: int) -> list[str]:
    """*lines* with those put together that the host has wrapped to *width*.

    A line is the rest of a sentence if it stands two columns or more further in than that
    begins, and if its first word would not have fitted where the line before it ends.
    """
    whole: list[str] = []
    room = 0
    for line in lines:
        first, *_ = line.split(maxsplit=1) or [""]
        inner = bool(whole) and _indent(line) >= _indent(whole[-1]) + len(_INDENT)
        if inner and first and columns(first) >= room:
            whole[-1] += " " + line.strip(" ")
        else:
            whole.append(line)
        room = width - columns(line)
    return whole


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def question(lines: Sequence[str], width: int) -> str:
    """What a prompt asks, of all its *lines*: the last one, without the time that is left."""
    asked = [line for line in unwrapped(lines, width) if line.strip()]
    return _TIME.sub("", asked[-1]).strip() if asked else ""
