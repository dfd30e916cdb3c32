"""What the features of a house keep in memory, found by its type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, cast

S = TypeVar("S")


class States:
    """One value of each type: `states[Friends]` is the host's `Friends`."""

    def __init__(self, states: Iterable[object]) -> None:
        self._by = {type(state): state for state in states}

    def __getitem__(self, kind: type[S]) -> S:
        """Return the one of that type. Raises KeyError if no feature keeps one."""
        return cast("S", self._by[kind])
