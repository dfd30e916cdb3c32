"""What a planted fault is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from parlour.api import AnyGame
from tests.kit.spoof import SPOOF

PARTS = ("rules", "views", "scoring", "text_ui")
"""The parts of a game that are given as classes, of which each game gets its own object."""


@dataclass(frozen=True)
class Planted:
    """A game with one fault: the check that finds it, and words of what the check then says."""

    name: str
    check: str
    says: str
    make: Callable[[], AnyGame]
    origin: str | None = None
    alone: bool = False
    """It is slow or large: run only the check that finds it, on one game."""

    def __str__(self) -> str:
        return self.name


def spoof(name: str, check: str, says: str, *, alone: bool = False, **parts: Any) -> Planted:
    def make() -> AnyGame:
        made = {key: part() if key in PARTS else part for key, part in parts.items()}
        return replace(SPOOF, **made)

    return Planted(name, check, says, make, alone=alone)
