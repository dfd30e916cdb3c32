"""What a position is made of: its fields by name, its words, and what a twin never changes."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

import msgspec

Leaf: TypeAlias = tuple[str, bool, Any]
"""A value in a position: the name of its field, whether it is kept out of `repr`, the value."""

PLAIN = (str, bytes, int, float, bool, type(None))
ENOUGH = 8
"""A field must have been hidden at so many moments before a twin that never changes it counts:
where the rules leave no choice, a few twins may well be the same."""
LONGEST = 24
"""Letters of the longest text that is taken for a word."""
_LETTERS = re.compile(r"[A-Za-z]+")


def leaves(value: Any, name: str = "", hidden: bool = False) -> Iterator[Leaf]:
    """Every plain value in *value*. All members of a list have the name of the list."""
    if isinstance(value, (*PLAIN, Enum)):
        yield name, hidden, value
    elif hasattr(value.__class__, "__dataclass_fields__"):
        parts = dataclasses.fields(value)
        tells = all(part.repr for part in parts)  # else it says itself what of it is hidden
        for part in parts:
            is_hidden = (hidden and tells) or not part.repr
            yield from leaves(getattr(value, part.name), f"{name}.{part.name}", is_hidden)
    elif isinstance(value, msgspec.Struct):
        for part_name in value.__struct_fields__:
            yield from leaves(getattr(value, part_name), f"{name}.{part_name}", hidden)
    elif is_a(value, Mapping):
        for key, each in value.items():
            yield from leaves(key, name, hidden)
            yield from leaves(each, name, hidden)
    elif is_a(value, Collection):
        is_ordered = is_a(value, Sequence)
        letters = [each for each in value if isinstance(each, str) and len(each) == 1]
        if is_ordered and len(letters) > 1:
            yield name, hidden, "".join(letters)
        for each in value if is_ordered else sorted(value, key=repr):
            yield from leaves(each, name, hidden)


def is_a(value: Any, kind: type) -> bool:
    """As `isinstance`, for values of which nothing else is known afterwards either."""
    return isinstance(value, kind)


def words_of(*values: Any) -> list[str]:
    """The words in *values*, in small letters and each once."""
    texts = (text for value in values for text in _strings(value))
    return list(dict.fromkeys(word.lower() for text in texts for word in _LETTERS.findall(text)))


def texts_of(value: Any) -> list[str]:
    """The texts in *value* as they stand there, each once: no spaces, and of a word's length."""
    return [text for text in _strings(value) if 1 < len(text) <= LONGEST and " " not in text]


_kept: deque[tuple[Any, list[str]]] = deque(maxlen=6)
"""The last values that were asked about: a position is asked about again and again."""


def _strings(value: Any) -> list[str]:
    """The strings in *value*, each once; no names of choices (`Enum`)."""
    for kept, strings in _kept:
        if kept is value:
            return strings
    found = (leaf for _, _, leaf in leaves(value) if isinstance(leaf, str))
    strings = list(dict.fromkeys(text for text in found if not isinstance(text, Enum)))
    _kept.append((value, strings))
    return strings


def by_field(value: Any) -> dict[str, list[Any]]:
    """The values of each field in *value*, with its name."""
    found: dict[str, list[Any]] = {}
    for name, _, leaf in leaves(value):
        found.setdefault(name, []).append(leaf)
    return found


@dataclass
class Fields:
    """Which fields of the positions differ in a twin, counted over a run."""

    differed: Counter[str] = field(default_factory=Counter[str])
    """At how many moments each field differed in a twin."""
    concealed: Counter[str] = field(default_factory=Counter[str])
    """At how many moments a field that is kept out of `repr` had a value that nobody saw."""
    seen: dict[str, None] = field(default_factory=dict[str, None])
    """Every field that had a value."""

    def note(self, state: Any, twins: Sequence[Any], public: Any) -> None:
        """Count the fields of *state*, of which *public* is what everybody can see."""
        shown = {leaf for _, _, leaf in leaves(public)}
        own = by_field(state)
        secret = {
            name for name, hidden, leaf in leaves(state) if hidden and leaf and leaf not in shown
        }
        self.seen |= dict.fromkeys(name for name, values in own.items() if any(values))
        others = [by_field(twin) for twin in twins]
        names = own.keys() | {name for other in others for name in other}
        self.differed.update(
            name for name in names if any(own.get(name) != other.get(name) for other in others)
        )
        self.concealed.update(secret)

    @property
    def never(self) -> tuple[str, ...]:
        """The fields that no twin ever changed: everybody must be allowed to know them."""
        return tuple(name for name in self.seen if not self.differed[name])

    @property
    def forgotten(self) -> tuple[str, ...]:
        """Those of them that are kept out of `repr`, and so hidden by their author's own word."""
        return tuple(name for name in self.never if self.concealed[name] >= ENOUGH)
