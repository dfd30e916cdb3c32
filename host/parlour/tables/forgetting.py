"""What players must keep in mind themselves is not sent to them again (`Game.forgets`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parlour.tables.rooms import Room
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import GameEvent, PromptEvent, SceneEvent, ViewEvent

_NOTES: Final = "notes"
"""The option of a game under which nothing is forgotten."""
_QUESTION: Final = "prompt"
_POSITION: Final = "view"


def remembered(
    lines: Sequence[tuple[int, EncodedEvent]], rooms: Mapping[int, Room]
) -> list[tuple[int, EncodedEvent]]:
    """Return *lines*, the numbered events that a player missed, without what is forgotten by now.

    At a table where anything is forgotten, that is also every position but the last.
    """
    kept: list[tuple[int, EncodedEvent]] = []
    gone: dict[int, set[str]] = {}
    for seq, line in reversed(lines):
        event = line.event
        if isinstance(event, (GameEvent, PromptEvent, SceneEvent, ViewEvent)):
            forgets = _forgets(rooms.get(event.table))
            past = gone.setdefault(event.table, set())
            name = _name_of(event)
            is_past = name in past
            past.update(forgets.get(name, ()))
            if forgets and name == _POSITION:
                past.add(name)
            if is_past:
                continue
        kept.append((seq, line))
    kept.reverse()
    return kept


def _forgets(room: Room | None) -> Mapping[str, tuple[str, ...]]:
    """Return by name of an event what it outdates at that table."""
    if room is None or room.table.options.get(_NOTES):
        return {}
    return room.table.game.forgotten()


def _name_of(event: GameEvent | PromptEvent | SceneEvent | ViewEvent) -> str:
    if isinstance(event, GameEvent):
        return event.name
    return _QUESTION if isinstance(event, PromptEvent) else _POSITION
