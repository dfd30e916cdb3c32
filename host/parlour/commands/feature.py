"""How a feature is declared: something that a host has beside its tables, in a folder of its own.

The list of all features is `parlour.catalogue.FEATURES`. From it follow what people can type,
`help`, the schema, what is restored, and what is dropped when a player's data is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from parlour.commands.call import Command, Context
from parlour.core.limits import Limits
from parlour.core.persistence import Write
from parlour.core.shelves import Shelf
from parlour.tables.happened import Happened, Removed, Restoring
from parlour.wire.messages import Answer, Event

H = TypeVar("H", bound=Happened)
R = TypeVar("R", bound=msgspec.Struct)
P = TypeVar("P", contravariant=True)


class Listener(msgspec.Struct, frozen=True):
    """What a feature does when something of that kind has happened. Made by `hear`."""

    kind: type[Happened]
    do: Callable[[Context, Any], None]


def hear(kind: type[H], do: Callable[[Context, H], None]) -> Listener:
    """Call *do* whenever something of that kind has happened (`tables.happened`)."""
    return Listener(kind, do)


class Keeper(Protocol[P]):
    """The state of a feature that keeps rows about players.

    `put` takes over a row. `forget` drops what concerns a player whose data is removed, and
    returns what to write.
    """

    def put(self, row: P) -> None: ...
    def forget(self, gone: Removed) -> Iterable[Write]: ...


def kept(shelf: Shelf[R], kind: type[Keeper[R]]) -> tuple[Listener, Listener]:
    """Restore the rows of *shelf* into the state of that type, and forget players there."""

    def restore(context: Context, again: Restoring) -> None:
        for row in shelf.read(again.saved):
            context.state(kind).put(row)

    def forget(context: Context, gone: Removed) -> None:
        for write in context.state(kind).forget(gone):
            context.out.write_down(write)

    return hear(Restoring, restore), hear(Removed, forget)


class Feature(msgspec.Struct, frozen=True, kw_only=True):
    """A feature, declared once. Its rows, if it keeps any, are on a shelf (`core.shelves`)."""

    name: str
    """The name of its folder below `features/`."""
    state: Callable[[Limits], object] | None = None
    """Makes what it keeps in memory, empty. `context.state(Kind)` finds it by its type."""
    commands: tuple[Command, ...] = ()
    events: tuple[type[Event], ...] = ()
    """Its own events, for the schema. Answers and items follow from the commands."""
    notices: Mapping[str, str] = {}
    """Its own kinds of `FeatureNotice`, and what each means, as a clause for the page."""
    on: tuple[Listener, ...] = ()
    """What it hears of: `hear(CameIn, greet)`."""

    def messages(self) -> Iterator[type[Answer | Event]]:
        """Yield what it says to programs, each type once."""
        said: dict[type[Answer | Event], None] = dict.fromkeys(self.events)
        for command in self.commands:
            said |= dict.fromkeys(
                (*command.answers, *(() if command.item is None else (command.item,)))
            )
        yield from said
