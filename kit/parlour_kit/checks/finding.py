"""What a check found, and how the author reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

import msgspec

from parlour.plugins.blame import place_of
from parlour.texts import wrap
from parlour_kit.hidden import is_a
from parlour_kit.position import Position

WIDTH: Final = 90
"""Columns of a report."""
BEFORE, AFTER = 30, 50
"""Characters to show around the first difference of two lines."""
STORY: Final = 24
"""The most lines of a game to show. If it is longer, its middle is left out."""


NEVER: Final = (
    "never change an argument: return a new value, with dataclasses.replace(state, ...), and use "
    "tuples, frozenset and frozen dataclasses. A list that is changed in place changes in all "
    "states that hold it."
)
"""How to mend a game that changes what it was given."""


class Fault(Exception):
    """A check found something wrong with the game.

    * `found`: what is wrong, in one or two sentences;
    * `mend`: what the author can do about it;
    * `pair`: two values that should be equal;
    * `then`: what the check did after the game so far, a line each.
    """

    def __init__(
        self,
        found: str,
        mend: str,
        *,
        pair: tuple[Any, Any] | None = None,
        then: Sequence[str] = (),
    ) -> None:
        super().__init__(found)
        self.found = found
        self.mend = mend
        self.pair = pair
        self.then = then


UNUSABLE: Final = "Parlour cannot use what the game returned"
"""How a finding begins that names no line of the game: the checks of types explain it."""


class NotChecked(Exception):
    """A check found nothing to look at. Its text says why, as a part of a sentence."""


@dataclass(frozen=True)
class Finding:
    check: str
    found: str
    mend: str
    seed: int | None = None
    """The seed of the game in which it was found."""
    story: Sequence[str] = ()
    """The shortest game that shows it, as far as we looked, a line each."""
    pair: tuple[str, str] | None = None
    """Two lines that should be equal."""
    where: str = ""
    """The line of the game that makes the difference, with its code, or nothing."""
    place: str = ""
    """What differs in it, such as `.hands`."""
    position: Position | None = None
    """Where it is found, for `parlour try --finding`."""

    def lines(self, again: str = "", opens: str = "") -> list[str]:
        """Return the report.

        *again* is a command that shows the finding again, *opens* one that opens its position.
        """
        found = [*_wrapped(self.found)]
        if self.pair is not None:
            found += ["  The two should be equal:", *_marked(*self.pair)]
        if self.where:
            found += ["  It is made here:", *(f"    {each}" for each in self.where.splitlines())]
        if self.story:
            found += ["  The shortest game that shows it:"]
            found += [f"    {line}" for line in _shortened(self.story)]
        found += _wrapped(f"To mend it: {self.mend}")
        if again:
            found += [f"  To see it again: {again}"]
        if opens:
            found += [f"  To look at it: {opens}"]
        return found


def _wrapped(text: str) -> list[str]:
    """Break *text* into indented lines, except lines that begin with a space, which are code."""
    found: list[str] = []
    for line in text.splitlines():
        found += [line] if line.startswith(" ") else wrap(line, WIDTH - 2, "")
    return [f"  {line}" for line in found]


def _shortened(story: Sequence[str]) -> list[str]:
    if len(story) <= STORY:
        return list(story)
    half = STORY // 2
    return [*story[:half], f"... {len(story) - 2 * half} more ...", *story[-half:]]


def _marked(one: str, two: str) -> list[str]:
    """Return both lines around their first difference, and below them a mark at it."""
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))))
    first = max(0, same - BEFORE)
    rest = (one[same:], two[same:])
    tail = 0
    while tail < min(map(len, rest)) and rest[0][-1 - tail] == rest[1][-1 - tail]:
        tail += 1
    size = max(1, *(len(each) - tail for each in rest))
    dots = "..." if first else ""
    shown = [_cut(dots + each[first:]) for each in (one, two)]
    at = same - first + len(dots)
    return [
        f"    one    {shown[0]}",
        f"    other  {shown[1]}",
        f"           {' ' * at}{'^' * min(size, AFTER)}",
    ]


def _cut(text: str) -> str:
    most = BEFORE + AFTER
    return text if len(text) <= most else f"{text[: most - 3]}..."


def as_lines(one: Any, two: Any) -> tuple[str, str]:
    """Return two values as lines that differ where they do."""
    texts = _as_line(one), _as_line(two)
    return texts if texts[0] != texts[1] else (repr(one), repr(two))


def _as_line(value: Any) -> str:
    if isinstance(value, str):
        return value
    try:
        return msgspec.json.encode(_readable(value)).decode()
    except (TypeError, ValueError, RecursionError, UnicodeDecodeError):
        return " ".join(repr(value).split())


def _readable(value: Any) -> Any:
    """Return *value* with bytes as text: what is sent is compared in bytes."""
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if is_a(value, (list, tuple)):
        return [_readable(each) for each in value]
    return value


def described(error: BaseException) -> str:
    """Return an exception in a line, with the author's line that raised it below, if it is one."""
    said = " ".join(str(error).split())[:300]
    place = place_of(error)
    first = f"{type(error).__name__}{': ' if said else ''}{said}"
    return f"{first}\n  {place}" if place else first


def crash(error: BaseException) -> Fault:
    """Return what to tell the author about an exception that their game raised."""
    found = described(error)
    if "\n" not in found:
        return Fault(
            f"{UNUSABLE}: {found}",
            "return what each method promises. The check `types` says which value is wrong, if "
            "its type is.",
        )
    return Fault(
        f"The game raised {found}",
        "no part of a game may raise anything but Refused, which refuses a move. On a host, the "
        "table would freeze. Handle the case, or refuse the move.",
    )


def wrong(call: str, found: object, wanted: str, mend: str = "") -> Fault:
    """Return the fault of a *call* that returned a value of the wrong type."""
    kind = type(found).__name__
    return Fault(
        f"{call} returned {short(found)}, a value of the type {kind}. It must return {wanted}.",
        mend or f"let {call} return {wanted}.",
    )


def short(value: object) -> str:
    """Return *value* as Python prints it, cut to a part of a line."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
