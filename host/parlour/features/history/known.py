"""Which finished games a player may know of, and which they may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.core.persistence import Finished, Played
from parlour.core.refusals import CommandError
from parlour.engine.options import PRIVATE, WATCH
from parlour.language import _, joined
from parlour.tables.archive import Archive
from parlour.wire.codes import Code
from parlour.wire.names import name_key
from parlour.wire.text import near

NEAR_RECORDS: Final = 50
"""The last games, among which we look for a record close to a mistyped one."""


class Asker(msgspec.Struct, frozen=True):
    """Who asks for a game: their name and number."""

    name: str
    number: int


def known(
    archive: Archive, asker: int, most: int, *, player: str | None = None, game: str | None = None
) -> Sequence[Played]:
    """Return the last games that the player with the number *asker* may know of, at most so many.

    Only its players know of a game at a private table. We read further back for others, because
    a shorter list would tell them of it.
    """
    limit = most
    while True:
        found = archive.recent(limit, player=player, game=game)
        shown = [played for played in found if _may_know(played, asker)]
        if len(shown) >= most or len(found) < limit:
            return shown[:most]
        limit *= 4


def _may_know(played: Played, asker: int) -> bool:
    return played.options.get(PRIVATE) is not True or plays(played, asker)


def plays(played: Played, asker: int) -> bool:
    """Check whether the player with the number *asker* played that game."""
    return asker in played.players.values()


def readable(archive: Archive, record: str, asker: Asker) -> Finished:
    """Return the game of that *record*, or if it is empty the last one that the asker finished.

    Raises CommandError if there is none, or if they may not see it.
    """
    if not record:
        last = known(archive, asker.number, 1, player=name_key(asker.name))
        if not last:
            text = _("You have finished no game here yet. <<To see those of others: history>>")
            raise CommandError(Code.USAGE, text)
        record = last[0].record
    finished = archive.get(record)
    if finished is None or not _may_know(finished, asker.number):
        records = [game.record for game in known(archive, asker.number, NEAR_RECORDS)]
        text = _("There is no record {record}. <<To see them: history>>", record=record[:20])
        raise CommandError(Code.USAGE, text, near=near(record, records))
    if finished.options.get(WATCH) is False and not plays(finished, asker.number):
        text = _(
            "{record} was played with watch=off, so only its players can see it.",
            record=finished.record,
        )
        if not finished.players:
            more = _("This record does not say who they are. Ask the owner of this host.")
            text = joined((text, more))
        raise CommandError(Code.UNAVAILABLE, text)
    return finished
