"""A finished game as it was told: to a seat, or to the watchers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec

from parlour_client.protocol import Body, Heard

LONGEST_PAUSE_S: Final = 5.0
"""As in the replay of a host: time to read a line again, not to wonder whether anything comes."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a seat was told at once. `at_ms` is the time of the game."""

    at_ms: int
    heard: tuple[Heard, ...]
    """What was told then; in it the end of the game is as it is told once more (`ended`)."""
    look: Callable[[], Body]
    """The answer to `look` at that moment."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "heard", tuple(map(ended, self.heard)))

    @property
    def shows(self) -> bool:
        """Is there anything to read?"""
        return any(event.text for event in self.heard)


@dataclass(frozen=True, slots=True)
class Told:
    """A game as it was told to a seat, or to the watchers; then `who` is empty."""

    who: str
    moments: tuple[Moment, ...]


Story: TypeAlias = Callable[[str], Awaitable[Told | None]]
"""The game as it was told to a player: his name or seat, `watcher`. None: there is none such.

Raises Refused, LineCut if it cannot be had now.
"""


def pauses_s(moments: Sequence[Moment], speed: float) -> Iterator[float]:
    """How long to wait before each of *moments*."""
    yield 0.0
    for before, now in pairwise(moments):
        yield min((now.at_ms - before.at_ms) / 1000 / speed, LONGEST_PAUSE_S)


def ended(heard: Heard) -> Heard:
    """*heard* as it is told once more: the end of a game without what can be done after it.

    That is the sentence which names its record, for whoever still sits there.
    """
    record = heard.body.get("record")
    if heard.name != "over" or not isinstance(record, str):
        return heard
    kept: list[str] = []
    for sentence in _sentences(heard.text):
        if f"replay {record}" not in " ".join(line.strip() for line in sentence):
            kept += sentence
    return msgspec.structs.replace(heard, body=heard.body | {"text": kept})


def _sentences(lines: Sequence[str]) -> list[list[str]]:
    """*lines*, each with those behind it that are indented: its rest."""
    found: list[list[str]] = []
    for line in lines:
        if found and line.startswith(" "):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def same_moment(ours: Sequence[Moment], number: int, theirs: Sequence[Moment]) -> int:
    """How many of *theirs* have been told when *number* of *ours* have been.

    Others may have been told more at some time, or less, or at other times.
    """
    if number == 0:
        return 0
    at_ms = ours[number - 1].at_ms
    behind = number - bisect_left(ours, at_ms, key=_at_ms)
    first = bisect_left(theirs, at_ms, key=_at_ms)
    return min(first + behind, bisect_right(theirs, at_ms, key=_at_ms))


def _at_ms(moment: Moment) -> int:
    return moment.at_ms
