"""The contents of a position: its fields by name, its words, and what a twin never changes."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec

from parlour.language import encoder

as_json: Final = encoder().encode
"""Writes what a game returns as the host does for programs: sentences of it are texts."""

Leaf: TypeAlias = tuple[str, bool, Any]
"""A value in a position: the name of its field, whether `repr` leaves it out, the value."""

PLAIN = (str, bytes, int, float, bool, type(None))
LEAVES: Final = frozenset(PLAIN)
IN_ORDER: Final = frozenset((tuple, list))
"""Most values are exactly of these types. That is found out faster than what else they may be."""
ENOUGH = 8
"""The least number of moments at which a field must be hidden before an unchanged field counts.
Where the rules leave no choice, a few twins may well be the same."""
LONGEST = 24
"""Letters of the longest text that counts as a word."""
_LETTERS = re.compile(r"[A-Za-z]+")
_FIELD = re.compile(r"\b(\w+)=")
"""Matches the name of a field in a `repr`."""


def leaves(value: Any, name: str = "", hidden: bool = False) -> list[Leaf]:
    """Return every plain value in *value*. All members of a list have the name of the list."""
    found: list[Leaf] = []
    _gather(value, name, hidden, found)
    return found


def _gather(value: Any, name: str, hidden: bool, found: list[Leaf]) -> None:
    """Append the plain values in *value* to *found*."""
    kind: Any = value.__class__
    if kind in LEAVES or isinstance(value, (*PLAIN, Enum)):
        found.append((name, hidden, value))
    elif hasattr(kind, "__dataclass_fields__"):
        parts = fields_of(kind)
        tells = all(told for _, told in parts)  # otherwise its own `repr` says what is hidden
        for part_name, told in parts:
            is_hidden = (hidden and tells) or not told
            _gather(getattr(value, part_name), f"{name}.{part_name}", is_hidden, found)
    elif isinstance(value, msgspec.Struct):
        # Without a `repr` of its own it prints all its fields.
        own = kind.__repr__ is not msgspec.Struct.__repr__
        printed = set(_FIELD.findall(repr(value))) if own else set(value.__struct_fields__)
        tells = printed.issuperset(value.__struct_fields__)
        for part_name in value.__struct_fields__:
            is_hidden = (hidden and tells) or part_name not in printed
            _gather(getattr(value, part_name), f"{name}.{part_name}", is_hidden, found)
    elif is_a(value, Mapping):
        for key, each in value.items():
            _gather(key, name, hidden, found)
            _gather(each, name, hidden, found)
    elif kind in IN_ORDER or is_a(value, Collection):
        is_ordered = kind in IN_ORDER or is_a(value, Sequence)
        letters = [each for each in value if isinstance(each, str) and len(each) == 1]
        if is_ordered and len(letters) > 1:
            found.append((name, hidden, "".join(letters)))
        for each in value if is_ordered else sorted(value, key=repr):
            _gather(each, name, hidden, found)


@cache
def fields_of(kind: Any) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a dataclass: the name of each, and whether `repr` shows it."""
    return tuple((part.name, part.repr) for part in dataclasses.fields(kind))


def is_a(value: Any, kind: type | tuple[type, ...]) -> bool:
    """Like `isinstance`, but type checkers learn nothing about *value* from it."""
    return isinstance(value, kind)


def words_of(*values: Any) -> list[str]:
    """Return the words in *values* in lower case, each once."""
    texts = (text for value in values for text in _strings(value))
    return list(dict.fromkeys(word.lower() for text in texts for word in _LETTERS.findall(text)))


def texts_of(value: Any) -> list[str]:
    """Return the texts in *value* unchanged, each once: those no longer than a word."""
    return [text for text in _strings(value) if 1 < len(text) <= LONGEST and " " not in text]


_kept: deque[tuple[Any, list[str]]] = deque(maxlen=6)
"""The last values and their texts. The checks ask about the same position again and again."""


def _strings(value: Any) -> list[str]:
    """Return the strings in *value*, each once, without names of choices (`Enum`)."""
    for kept, strings in _kept:
        if kept is value:
            return strings
    found = (leaf for _, _, leaf in leaves(value) if isinstance(leaf, str))
    strings = list(dict.fromkeys(text for text in found if not isinstance(text, Enum)))
    _kept.append((value, strings))
    return strings


def by_field(value: Any) -> dict[str, list[Any]]:
    """Return the values in *value* by the name of their field."""
    found: dict[str, list[Any]] = {}
    for name, _, leaf in leaves(value):
        found.setdefault(name, []).append(leaf)
    return found


def _last(name: str) -> str:
    return name.rpartition(".")[2]


@dataclass
class Fields:
    """The fields of the positions that differ in a twin, counted over a run."""

    differed: Counter[str] = field(default_factory=Counter[str])
    """By field: the number of moments at which it differed in a twin."""
    concealed: Counter[str] = field(default_factory=Counter[str])
    """By field that `repr` leaves out: the number of moments at which nobody saw its value."""
    unprinted: dict[str, None] = field(default_factory=dict[str, None])
    """Every field with a value that `repr` leaves out."""
    seen: dict[str, None] = field(default_factory=dict[str, None])
    """Every field that had a value."""
    unseen: dict[str, None] = field(default_factory=dict[str, None])
    """Every field with a value that a watcher does not see. Empty: the game hides nothing."""

    def note(self, state: Any, twins: Sequence[Any], public: Any) -> None:
        """Count the fields of *state*. *public* is the part of it that everyone can see."""
        shown = {leaf for _, _, leaf in leaves(public)}
        own = by_field(state)
        unprinted = [(name, leaf) for name, hidden, leaf in leaves(state) if hidden and leaf]
        named = {(_last(name), leaf) for name, _, leaf in leaves(public)}

        def in_sight(name: str, leaf: Any) -> bool:
            """Check for the value. A number could be any other one, so also for its name."""
            if leaf in shown and isinstance(leaf, int):
                return (_last(name), leaf) in named or _last(name) in shown  # the key of a mapping
            return leaf in shown

        secret = {name for name, leaf in unprinted if not in_sight(name, leaf)}
        self.unprinted |= dict.fromkeys(name for name, _ in unprinted)
        self.seen |= dict.fromkeys(name for name, values in own.items() if any(values))
        self.unseen |= dict.fromkeys(
            name for name, values in own.items() if any(v and v not in shown for v in values)
        )
        others = [by_field(twin) for twin in twins]
        names = own.keys() | {name for other in others for name in other}
        self.differed.update(
            name for name in names if any(own.get(name) != other.get(name) for other in others)
        )
        self.concealed.update(secret)

    @property
    def never(self) -> tuple[str, ...]:
        """The fields that no twin ever changed: everyone must be allowed to know them."""
        return tuple(name for name in self.seen if not self.differed[name])

    @property
    def kept(self) -> tuple[str, ...]:
        """The fields in `never` that `repr` leaves out: hidden, or too long to print."""
        return tuple(name for name in self.never if name in self.unprinted)

    @property
    def forgotten(self) -> tuple[str, ...]:
        """The fields in `never` that `repr` leaves out: their author means them to be hidden."""
        return tuple(name for name in self.never if self.concealed[name] >= ENOUGH)
