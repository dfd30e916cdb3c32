"""What a link tells whoever uses it: values only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from parlour_client.lines import Body, Heard, Item, No, Ok


@dataclass(frozen=True, slots=True)
class Online:
    """The line is there. `lag_ms` is how long a ping took; None before the first one.

    `gap` is true if something may have been missed since the line was cut, or was thrown away
    as nobody has read it for long; else every event comes, in its order.
    """

    lag_ms: int | None = None
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Offline:
    """The line is cut: why, and in how many seconds it is tried again."""

    why: str
    again_in_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The line is gone for good: nothing follows."""

    why: str


Happening: TypeAlias = Heard | Online | Offline | Ended

Told: TypeAlias = Callable[[Item | Ok | No | None], None]
"""Takes what the host says to a request: its items, then the end; None if the line is cut."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: the object of its last line, and its items."""

    body: Body
    items: tuple[Body, ...] = ()
    unsure: bool = False
    """It is the answer to a move that was sent once more after a cut; the first one was most
    likely made, as the prompt that it answers is over."""
