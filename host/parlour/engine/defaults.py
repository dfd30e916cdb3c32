"""What a game leaves to the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def is_default(part: object, method: Callable[..., Any]) -> bool:
    """Check whether a *part* of a game has a *method* of the contract, such as `Rules.left`, as it
    is there, and none of its own. What is no such part has none either.
    """
    return getattr(type(part), method.__name__, method) is method
