"""What differs between two values that should be the same to somebody: a leak, and its name.

A game may leak in several places at once. So a leak has a mark, and a leak that has been told
stays out of the way: `Known` leaves out what it makes differ, and finds the next one.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from parlour.api import SPECTATOR, Viewer
from parlour_kit.hidden import is_a

Mark: TypeAlias = tuple[str, str]
"""What two leaks have in common if they show the same fault: what reveals it, and where in it."""
Find: TypeAlias = Callable[[str], str]
"""Finds the line of the game that makes the difference at a place, or returns nothing."""

DEEP: Final = 3
"""The most names in the place of a difference, such as `.players.hand.cards`."""
KEYS: Final = 2
"""The most keys that two mappings within a value may differ in, for each to be a field."""
_SPECIFIC: Final = re.compile(r"'(?P<verb>[a-z]*)[^']*'|\bseat \d+|\d+")
"""Matches what of a leak's description depends on the moment."""


class Leak(AssertionError):
    """A viewer can learn something that is hidden from them.

    * `what`: what reveals it, such as `the view`;
    * `where`: the place in it, such as `.hands`;
    * `viewer`: to whom;
    * `pair`: what they get in two positions that should look the same to them;
    * `find`: finds the line of the game that makes the difference there.
    """

    def __init__(
        self,
        text: str,
        *,
        what: str = "",
        viewer: Viewer | None = None,
        pair: tuple[Any, Any] | None = None,
        where: str = "",
        find: Find | None = None,
    ) -> None:
        super().__init__(text)
        self.what = what
        self.viewer = viewer
        self.pair = pair
        self.where = where
        self.find = find
        self.story: Sequence[str] = ()
        """The lines that players typed, where nobody can play them again."""

    @property
    def mark(self) -> Mark:
        """What it has in common with other leaks of the same fault."""
        return _kind(self.what), self.where


def _kind(what: str) -> str:
    if what in {"the view of a watcher", "the view after a secret move"}:
        return "the view"
    return _SPECIFIC.sub(lambda found: found["verb"] or "", what)


def name_of(viewer: Viewer) -> str:
    """Return who *viewer* is, for a report."""
    return "the watcher" if viewer is SPECTATOR else f"seat {viewer}"


class Told(NamedTuple):
    """An event that somebody hears: its name, and its data as JSON."""

    name: str
    data: bytes


class Known:
    """The leaks that have been told. What they make differ counts as the same."""

    def __init__(self) -> None:
        self.marks: set[Mark] = set()

    def same(
        self,
        what: str,
        viewer: Viewer,
        one: Any,
        other: Any,
        *,
        advice: str = "",
        find: Find | None = None,
    ) -> bool:
        """Return whether both are equal. Raises Leak unless a leak that was told explains it."""
        if one == other:
            return True
        places = self.places(what)
        for where in differences(one, other) or [""]:
            if where in places:
                continue
            if places and is_a(one, bytes) and is_a(other, bytes):
                one, other = _without_places(one, places), _without_places(other, places)
            first, second = _difference(one, other)
            text = f"{what} tells {name_of(viewer)} what is hidden: {first!r} or {second!r}"
            told = f"{text}. {advice}" if advice else text
            pair = (first, second)
            raise Leak(told, what=what, viewer=viewer, pair=pair, where=where, find=find)
        return False

    def places(self, what: str) -> frozenset[str]:
        """Return the places in which told leaks make *what* differ."""
        if not self.marks:
            return frozenset()
        kind = _kind(what)
        return frozenset(where for each, where in self.marks if each == kind)


# --- where two values differ ---------------------------------------------------------------


def differences(one: Any, other: Any) -> list[str]:
    """Return the places in which two values differ, each once.

    A place is a chain of the names of fields, such as `.players.hand`, without the numbers of
    members of lists. It is empty if the value has no fields.
    """
    return list(dict.fromkeys(_differences(_read(one), _read(other), "", 0)))


def _read(value: Any) -> Any:
    if is_a(value, bytes):
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value
    if is_a(value, list) and value and all(is_a(each, Told) for each in value):
        by_name: dict[str, list[Any]] = {}
        for told in value:
            by_name.setdefault(told.name, []).append(msgspec.json.decode(told.data))
        return by_name
    return value


def _differences(one: Any, other: Any, name: str, depth: int) -> Iterator[str]:
    if one == other:
        return
    first, second = fields_in(one), fields_in(other)
    if first is not None and second is not None and depth < DEEP:
        missing = first.keys() ^ second.keys()
        if depth and len(missing) > KEYS:
            yield name
            return
        for key in first.keys() | second.keys():
            if key in missing:
                yield _below(name, key)
            else:
                deeper = depth + (not key.isdigit())
                yield from _differences(first[key], second[key], _below(name, key), deeper)
        return
    rows = is_a(one, (list, tuple)) and is_a(other, (list, tuple))
    if rows and len(one) == len(other):
        for mine, theirs in zip(one, other, strict=True):
            yield from _differences(mine, theirs, name, depth)
        return
    yield name


def _below(name: str, key: str) -> str:
    """Return the place of a field. The number of a seat is none."""
    return name if key.isdigit() else f"{name}.{key}"


def _without_places(data: bytes, places: frozenset[str]) -> bytes:
    """Return the JSON *data* without what is at *places*, which `differences` has named."""
    return msgspec.json.encode(_without(msgspec.json.decode(data), places))


def _without(value: Any, places: frozenset[str], name: str = "", depth: int = 0) -> Any:
    if name in places:
        return None
    if is_a(value, dict) and depth < DEEP:
        return {
            key: _without(each, places, _below(name, key), depth + (not key.isdigit()))
            for key, each in value.items()
        }
    if is_a(value, list):
        return [_without(each, places, name, depth) for each in value]
    return value


def fields_in(value: Any) -> dict[str, Any] | None:
    """Return the fields of an object, or the values of a mapping, by name. None: it has none."""
    if is_a(value, dict):
        return {str(key): each for key, each in value.items()}
    if isinstance(value, type):
        return None
    if dataclasses.is_dataclass(value):
        return {part.name: getattr(value, part.name, None) for part in dataclasses.fields(value)}
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name, None) for name in value.__struct_fields__}
    return None


def _difference(one: Any, two: Any) -> tuple[Any, Any]:
    """Return the first members of two lists that differ, if the difference is there."""
    if is_a(one, list) and is_a(two, list):
        pairs = zip(one, two, strict=False)
        return next((pair for pair in pairs if pair[0] != pair[1]), (one, two))
    if is_a(one, bytes) and is_a(two, bytes):
        at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
        near = slice(max(0, at - 40), at + 60)
        return one[near].decode(errors="replace"), two[near].decode(errors="replace")
    return one, two
