"""Values of a game, taken apart: to see whether they changed, and how large they are."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence, Set
from enum import Enum
from typing import Any, Final

import msgspec

from parlour_kit.hidden import IN_ORDER, LEAVES, PLAIN, fields_of, is_a

DEEPEST: Final = 60
"""Values within values. Deeper ones are taken as they print."""


def frozen(value: Any, depth: int = 0) -> Any:
    """Return *value* as nested tuples, which compare by what is in it.

    The order of a set does not count, because it has none.
    """
    kind: Any = value.__class__
    if kind in LEAVES or depth > DEEPEST:
        return value
    deeper = depth + 1
    if kind in IN_ORDER:  # as most values are: no need to ask what else it may be
        return "list", tuple(
            [each if type(each) in LEAVES else frozen(each, deeper) for each in value]
        )
    if isinstance(value, (*PLAIN, Enum)):
        return value
    fields = _fields(value)
    if fields is not None:
        parts = [
            (name, each if type(each) in LEAVES else frozen(each, deeper)) for name, each in fields
        ]
        return kind.__name__, tuple(parts)
    if is_a(value, Mapping):
        items = [(frozen(k, depth + 1), frozen(v, depth + 1)) for k, v in value.items()]
        return "mapping", tuple(items)
    if is_a(value, Set):
        return "set", tuple(sorted((frozen(each, depth + 1) for each in value), key=repr))
    if is_a(value, Sequence):
        return "list", tuple(frozen(each, depth + 1) for each in value)
    if is_a(value, Collection):
        return kind.__name__, tuple(frozen(each, depth + 1) for each in value)
    return kind.__name__


def _fields(value: Any) -> list[tuple[str, Any]] | None:
    """Return the fields of an object with their names, or None if it has none."""
    if isinstance(value, type):
        return []
    if hasattr(value.__class__, "__dataclass_fields__"):
        return [(name, getattr(value, name, None)) for name, _ in fields_of(value.__class__)]
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name, None)) for name in value.__struct_fields__]
    if isinstance(value, (Mapping, Collection)):
        return None
    own: Any = getattr(value, "__dict__", None)
    return sorted(own.items()) if is_a(own, dict) else None


def difference(one: Any, two: Any, name: str = "the state") -> str:
    """Return where two values differ first, such as `.racks[2].cards`."""
    first, second = _fields(one), _fields(two)
    if first and second and type(one) is type(two):
        for (part, mine), (_, other) in zip(first, second, strict=False):
            if frozen(mine) != frozen(other):
                return difference(mine, other, f"{name}.{part}")
    rows = is_a(one, (list, tuple)) and is_a(two, (list, tuple))
    if rows and len(one) == len(two):
        for at, (mine, other) in enumerate(zip(one, two, strict=True)):
            if frozen(mine) != frozen(other):
                return difference(mine, other, f"{name}[{at}]")
    return name


def weight(value: Any) -> int:
    """Return about how many bytes *value* takes. What it shares with itself counts once."""
    seen: set[int] = set()
    left: list[Any] = [value]
    total = 0
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, (type, Enum)):
            continue
        seen.add(id(each))
        total += sys.getsizeof(each, 0)
        if isinstance(each, PLAIN):
            continue
        fields = _fields(each)
        if fields is not None:
            left += [part for _, part in fields]
        elif is_a(each, Mapping):
            left += [*each, *each.values()]
        elif is_a(each, Collection):
            left += each
    return total
