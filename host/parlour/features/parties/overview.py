"""All tables of a party at a glance: what any watcher may know of each, and where nothing happens.

It costs nothing while nobody looks. Each table is looked at once in `GLANCE_S` at most, however
many ask; its game is asked only if something has happened there.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from parlour.api import SPECTATOR
from parlour.commands.call import Context
from parlour.engine.calls import GameFault
from parlour.engine.options import WATCH
from parlour.features.parties.messages import TableNow
from parlour.features.parties.record import RoundGame
from parlour.features.parties.state import Glance, Live, names_of
from parlour.tables.rooms import Room
from parlour.tables.summary import away_names

GLANCE_S: Final = 1.0
"""Seconds for which a row is good."""
STUCK_S: Final = 60
"""Where watchers have seen nothing new for so long, and no clock runs, somebody may need help."""


def rows(context: Context, live: Live, lang: str) -> list[TableNow]:
    """Return the tables of the round in progress, or the last one, as a watcher sees them now.

    Sentences of the games are in the language *lang*.
    """
    return [
        _row(context, live, place, game, lang) for place, game in enumerate(live.party.games, 1)
    ]


def _row(context: Context, live: Live, place: int, game: RoundGame, lang: str) -> TableNow:
    now, glance = context.out.now, live.glances.get(place)
    if glance is None or glance.table != game.table:
        glance = live.glances[place] = Glance(game.table, now)
    at, row = glance.rows.get(lang, (now - GLANCE_S, None))
    if row is None or now - at >= GLANCE_S or game.over != (row.state == "over"):
        row = _looked_at(context, live, game, glance, lang)
        glance.rows[lang] = now, row
    return row


def _looked_at(
    context: Context, live: Live, game: RoundGame, glance: Glance, lang: str
) -> TableNow:
    row = TableNow(
        table=game.table,
        state="over" if game.over else "open",
        seats=names_of(live.party, game.members),
        points=tuple(game.points.get(member, 0) for member in game.members if game.points),
    )
    room = context.tables.rooms.get(game.table or 0)
    if room is None or game.over:
        return row
    view, row, clocked = _watched(room, row, lang)
    if (row.state, view) != glance.shown:
        glance.shown, glance.since = (row.state, view), context.out.now
    still = int(context.out.now - glance.since)
    if room.table.state != "playing" or view is None:
        return row
    return replace(row, still_s=still, stuck=still >= STUCK_S and not clocked)


def _watched(room: Room, row: TableNow, lang: str) -> tuple[Any, TableNow, bool]:
    """Return what a watcher of *room* may see by now, *row* with it, and whether a clock runs.

    If they may see nothing, or the game fails over it: None, and what the list of tables says.
    """
    table, scenes = room.seen_by(SPECTATOR), room.scenes_for(SPECTATOR)
    row, match = replace(row, state=room.table.state, away=away_names(room.table)), table.match
    if match is None or table.suspended or room.table.options.get(WATCH) is False:
        return None, row, False
    try:
        view = room.view(SPECTATOR)
        scene = table.via.guarded(scenes.of, table, SPECTATOR, view, lang)[1]
    except GameFault:
        return None, row, False
    waits = scene.waits or (() if scene.turn is None else (scene.turn,))
    row = replace(
        row,
        points=tuple(match.scores[seat] for seat in sorted(match.scores)),
        waits=tuple(table.names[seat] for seat in match.seats if seat in waits),
        left_ms=room.left_ms() if room.behind is None else None,
        status=scene.status,
    )
    return view, row, match.told_deadline is not None and room.stop_reason is None
