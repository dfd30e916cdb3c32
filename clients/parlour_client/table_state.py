"""The table as the host tells it: who sits there, what it is doing, its options.

Chapter 7 of docs/protocol.md says when it comes, and which events keep it true.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import structs

from parlour_client.model import TABLES, Chair, Model, Table, at_table, scored, sit_down
from parlour_client.protocol import Body, read, read_all


class TableState(msgspec.Struct, frozen=True):
    """What we use of the host's object."""

    table: int
    game: str
    title: str
    state: str
    host: int | None
    you: int | None
    seats: tuple[Chair | None, ...]
    options: dict[str, Any] = {}
    result: dict[str, Any] | None = None


def state_in(body: Body) -> TableState | None:
    """Return the table that *body* holds; None from an older host."""
    return read(body.get("at"), TableState)


def told(model: Model, state: TableState) -> Model:
    """Return *model* with the table that the host has told.

    It is ours if we sit there or at no other. Otherwise it may be the one we look at.
    """
    table = model.table
    if table is None or (state.you is not None and table.number != state.table):
        model = sit_down(model, Table(state.table, seat=state.you))
    model = at_table(model, state.table, lambda known: _filled(known, state))
    ours = model.table is not None and model.table.number == state.table
    # The list of tables would say no more about ours. In the lobby it is asked for again.
    return replace(model, wants=model.wants - {TABLES}) if ours and model.places else model


def _filled(table: Table, state: TableState) -> Table:
    """Return *table* as it is told, with the points that are known of its players."""
    before = {chair.seat: chair for chair in table.chairs}
    chairs = dict[int, Chair]()
    for seat, chair in enumerate(state.seats, 1):
        known = before.pop(seat, Chair(seat))
        if chair is not None:
            points = known.points if known.name == chair.name else None
            chairs[seat] = structs.replace(chair, points=points)
        elif known.points is not None:  # the game still names who has left
            chairs[seat] = structs.replace(known, ready=False, away=False, gone=True)
        else:
            chairs[seat] = Chair(seat)
    host = chairs.get(state.host or 0, Chair(0)).name
    told = replace(
        table,
        game=state.game,
        title=state.title,
        state=state.state,
        host=host,
        seat=state.you,
        chairs=tuple(chairs.values()),
        options=MappingProxyType(dict(state.options)),
    )
    return told if state.result is None else ended(told, state.result)


def ended(table: Table, result: Body) -> Table:
    """Return *table* with how its game ended, as the event `over` or the host's object has it."""
    outcome = read(result.get("outcome"), dict[str, Any]) or {}
    points, of, won = outcome.get("points"), outcome.get("of"), outcome.get("won")
    together = None
    if isinstance(points, int) and isinstance(of, int):
        together = points, of, won if isinstance(won, bool) else None
    return replace(
        scored(table, result),
        state="over",
        winners=frozenset(read_all(result.get("winners"), int)),
        together=together,
        nobody=outcome.get("kind") == "nobody",
    )
