"""Whose a key is, and that somebody has come with it."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.commands.call import Context
from parlour.features.keys.state import SHELF, Keys
from parlour.tables.happened import CameIn, KeyShown


def recognise(context: Context, shown: KeyShown) -> None:
    row = context.state(Keys).get(shown.key)
    if row is not None:
        shown.by.append(row.player)


def note_proof(context: Context, came: CameIn) -> None:
    session, keys = came.player.session, context.state(Keys)
    row = keys.get(session.key) if session is not None and session.key else None
    if row is not None and row.player == came.player.number and not row.proven:
        row = replace(row, proven=True)
        keys.put(row)
        context.out.write_down(SHELF.kept(row))
