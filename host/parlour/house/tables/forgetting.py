"""What players must keep in mind themselves is not sent to them again (`Game.forgets`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from parlour.house.tables.rooms import Room
from parlour.wire.encoding import Line
from parlour.wire.messages import GameEvent, PromptEvent, SceneEvent, ViewEvent

FORGOTTEN: Final = "forgotten"
"""The event of a game, without data or text, that keeps the number of one that is not repeated."""
_NOTES: Final = "notes"
"""The option of a game under which nothing is forgotten."""
_NOTHING: Final = msgspec.Raw(b"{}")
_QUESTION: Final = "prompt"
_POSITION: Final = "view"


def without_forgotten(lines: Sequence[Line], rooms: Mapping[int, Room]) -> list[Line]:
    """Return *lines*, the events that a player missed, without what is forgotten by now.

    That is what a client would have removed from its log if it had been there, and all positions
    but the last of a table where anything is forgotten. Something takes the place of each such
    event, because events are numbered.
    """
    kept: list[Line] = []
    gone: dict[int, set[str]] = {}
    for line in reversed(lines):
        event = line.event
        if not isinstance(event, (GameEvent, PromptEvent, SceneEvent, ViewEvent)):
            kept.append(line)
            continue
        room = rooms[event.table]
        forgets = {} if room.table.options.get(_NOTES) else room.table.game.forgotten()
        past = gone.setdefault(event.table, set())
        name = _name_of(event)
        kept.append(_stub(room) if name in past else line)
        past.update(forgets.get(name, ()))
        if forgets and name == _POSITION:
            past.add(name)
    kept.reverse()
    return kept


def _name_of(event: GameEvent | PromptEvent | SceneEvent | ViewEvent) -> str:
    if isinstance(event, GameEvent):
        return event.name
    return _QUESTION if isinstance(event, PromptEvent) else _POSITION


def _stub(room: Room) -> Line:
    name, number = f"{room.table.game.id}.{FORGOTTEN}", room.table.number
    return Line(GameEvent(name=name, table=number, data=_NOTHING, say=lambda _form: ()))
