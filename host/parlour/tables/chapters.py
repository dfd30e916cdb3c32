"""An ended chapter of a game that goes on, with all hands: for a table with an open board.

Nothing of what comes after the chapter is told. The entry that ends it also begins the next one,
such as a last card and a new deal, so of that entry there is only what a watcher heard. Nor is
any talk told: what partners or watchers said among themselves may matter longer than the chapter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from parlour.api import SPECTATOR, AnyGame, Lexicon, Seat
from parlour.engine import table_events as h
from parlour.engine.table import RecordFault, Table
from parlour.engine.table_events import Happening
from parlour.language import _
from parlour.tables.announce import EventFilter
from parlour.tables.archive import folded_again
from parlour.tables.position import Scenes
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import GameEvent, Sight

_UNTOLD: Final = h.Talked | h.Prompted | h.Unasked


class Shown(NamedTuple):
    """An event of a chapter, at table time *at* in ms, as everybody or only *seat* heard it."""

    at: int
    seat: Seat | None
    name: str
    """The name of that player."""
    line: EncodedEvent


def ended_chapter(
    bodies: Sequence[bytes],
    chapter: int,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
    *,
    sight: Sight = "",
) -> Iterator[Shown]:
    """Yield what everybody heard in an ended *chapter*, the public version of each entry first.

    *bodies* are the entries of the game. Those after the chapter are not looked at, so they cannot
    be noticed by the time that this takes. *sight* is as in `EventFilter.lines`, for each seat.
    Raises RecordFault and GameFault, like `played_again`, and RecordFault if it has not ended.
    """
    scenes: dict[Seat, Scenes] = {}
    for at, table, happened in folded_again(bodies, games, lexicons):
        now = table.last_match.chapter
        if now < chapter:
            continue
        told = [news for news in happened if not isinstance(news, _UNTOLD)]
        public = EventFilter(table, told).lines(SPECTATOR)
        for line in public:
            yield Shown(at, None, "", line)
        if now > chapter:
            return
        yield from _of_seats(at, table, told, public, sight, scenes)
    raise RecordFault(_("it is not over"))


def _of_seats(
    at: int,
    table: Table,
    told: Sequence[Happening],
    public: Sequence[EncodedEvent],
    sight: Sight,
    scenes: dict[Seat, Scenes],
) -> Iterator[Shown]:
    """Yield what each seat heard or saw that is not the same for a watcher."""
    events = (line.event for line in public)
    same = {(one.name, bytes(one.data)) for one in events if isinstance(one, GameEvent)}
    for seat, name in table.names.items():
        announcer = EventFilter(table, told, scenes.setdefault(seat, Scenes()))
        heard = len(announcer.lines(seat))
        for number, line in enumerate(announcer.lines(seat, sight)):
            event = line.event
            if number < heard and not isinstance(event, GameEvent):
                continue  # the host's own events are public
            if isinstance(event, GameEvent) and (event.name, bytes(event.data)) in same:
                continue
            yield Shown(at, seat, name, line)
