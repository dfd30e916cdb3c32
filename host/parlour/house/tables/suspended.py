"""A held table. It cannot continue as it was, and waits for a decision.

It has no `Table`, since this host may not even have its game. Everything here comes from its
entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.api import OptionValue, Seat
from parlour.engine import record as r
from parlour.engine.table import Chair
from parlour.house.people.people import People
from parlour.house.sessions import Player
from parlour.wire.names import name_key


@dataclass(frozen=True, slots=True)
class UsedList:
    """A word list that an option names. Its hash is None if it has not been used yet."""

    name: str
    hash: str | None


@dataclass(frozen=True, slots=True)
class Rules:
    """The last rules of a table: game, version, word list (its hash is None if not used yet)."""

    game: str
    version: str
    began: str
    """The version under which the recorded game began, or the same if there is none."""
    lexicon: str | None
    lexicon_hash: str | None
    lists: Mapping[str, UsedList]
    """The word lists that options name, by option."""

    @property
    def used(self) -> Iterator[UsedList]:
        """Yield every word list that the table needs."""
        if self.lexicon is not None:
            yield UsedList(self.lexicon, self.lexicon_hash)
        yield from self.lists.values()


@dataclass(frozen=True, slots=True)
class Held:
    """A table that waits for a decision. `why` is half a sentence."""

    number: int
    entries: Sequence[r.Entry]
    bodies: Sequence[bytes]
    clock: int
    """The last table time that was stored."""
    why: str
    title: str
    """The title of its game, or its id if this host does not have the game."""
    size: int
    """The number of seats to list."""
    rules: Rules
    options: Mapping[str, OptionValue]
    chairs: Mapping[Seat, Chair]
    host: Seat | None
    unfinished: int | None
    """The number of the entry that began an unfinished game, or None."""
    hearers: frozenset[int]
    """The numbers of the players who heard its events (`Room.hearers`)."""

    @property
    def seats(self) -> tuple[str | None, ...]:
        """A name or None for every seat."""
        seats = (Seat(number) for number in range(1, self.size + 1))
        return tuple(self.chairs[seat].name if seat in self.chairs else None for seat in seats)

    @property
    def host_name(self) -> str | None:
        """The name of the table host, or None."""
        return None if self.host is None else self.chairs[self.host].name

    def keeps(self, player: Player) -> bool:
        """Check whether *player* sits here. We keep their name as long as the table is held."""
        return any(
            chair.bot is None and name_key(chair.name) == player.key
            for chair in self.chairs.values()
        )

    def sitters(self, people: People) -> list[Player]:
        """Return the people who sit here and at no other table, the table host first."""
        order = sorted(self.chairs, key=lambda seat: (seat != self.host, seat))
        seated = (chair for chair in map(self.chairs.__getitem__, order) if chair.bot is None)
        register = people.register
        found = (register.by_key.get(register.key(chair.name)) for chair in seated)
        return [player for player in found if player is not None and player.room is None]

    def acting_host(self, people: People) -> Player | None:
        """Return who decides: the table host, or the next player while they are disconnected."""
        here = (player for player in self.sitters(people) if player.session is not None)
        return next(here, None)

    def told(self, people: People, reader: Player) -> str:
        """Tell *reader* why it is held and what can be done."""
        first = f"Table {self.number} is held: {self.why}."
        what = f"continue {self.number} - or: end {self.number}"
        acting = self.acting_host(people)
        if acting is None:
            return f"{first} When one of its players is back, he can type: {what}"
        who = "You" if acting is reader else acting.name
        return f"{first} {who} can type: {what}"
