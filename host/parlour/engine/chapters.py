"""Chapters of a game, such as deals or rounds: nothing hidden in an ended one matters any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.api import Rules
from parlour.engine.defaults import is_default
from parlour.engine.outcomes import check_number


def has_chapters(rules: Rules[Any, Any, Any]) -> bool:
    """Check whether a game has chapters, because its *rules* count them."""
    return not is_default(rules, Rules[Any, Any, Any].chapter)


def chapter_of(chapter: Callable[[Any], int], state: Any, before: int) -> int:
    """Return the chapter of *state*, which follows one in the chapter *before*.

    Raises TypeError if it is no number from 1 on, or falls: a chapter that others have seen with
    all hands must not go on.
    """
    found = chapter(state)
    check_number(found)
    if found < before:
        raise TypeError(f"chapter() counts from 1 and never falls: {found} after {before}")
    return found
