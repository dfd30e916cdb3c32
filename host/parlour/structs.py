"""The base of what authors of games make: fast values that are used like dataclasses."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import msgspec


class _AsDataclass:
    """What the `dataclasses` module looks for in a class, as if it were a dataclass."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, value: object, owner: type[Struct]) -> Any:
        return getattr(_dataclass_of(owner), self._name)


class Struct(msgspec.Struct, frozen=True):
    """A `msgspec.Struct` that `dataclasses.replace`, `fields` and `asdict` accept.

    Type checkers believe that of every struct, so without this an author's `replace` would pass
    them and fail in the middle of a game.
    """

    __dataclass_fields__ = _AsDataclass()
    __dataclass_params__ = _AsDataclass()


@cache
def _dataclass_of(owner: type[Struct]) -> type:
    """Return a dataclass with the fields of *owner*, with `eq` and `repr` as structs have them."""
    names = [found.name for found in msgspec.structs.fields(owner)]
    return dataclasses.make_dataclass(owner.__name__, names, frozen=True)
