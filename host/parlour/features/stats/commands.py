"""The command `stats`: your finished games, summed up by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from parlour.api import AnyGame, Seat, Together
from parlour.commands.call import Call, Command, Later, Reply
from parlour.core.persistence import Played
from parlour.engine.outcomes import is_won_or_lost
from parlour.features.stats.messages import StatsRow
from parlour.language import _
from parlour.tables.archive import Archive
from parlour.wire.messages import Count
from parlour.wire.names import name_key

STATS_GAMES: Final = 1000
"""The last games of a player that are summed up. A host keeps as many by default."""


def _stats(call: Call) -> Later:
    key, number = name_key(call.me.name), call.me.number
    return Later(
        work=partial(_own, call.tables.archive, key, number),
        finish=partial(_listed, call.tables.games, key),
        failed=_("The host can't read the finished games now. Nothing is lost. Try again later."),
    )


def _own(archive: Archive, key: str, number: int) -> Sequence[Played]:
    """Return the last games of the player with that number, the newest first.

    Somebody else may have had the name.
    """
    found = archive.recent(STATS_GAMES, player=key)
    return [
        each for each in found if each.players.get(key) == number and each.reason == "finished"
    ]


def _listed(offered: Mapping[str, AnyGame], key: str, games: Sequence[Played]) -> Reply:
    by_game: dict[str, list[Played]] = {}
    for played in games:
        by_game.setdefault(played.game, []).append(played)
    rows = [_row(offered.get(game), key, found) for game, found in sorted(by_game.items())]
    return Reply(Count(count=len(rows), none=_("You have finished no game here yet.")), rows)


def _row(game: AnyGame | None, key: str, found: Sequence[Played]) -> StatsRow:
    """Sum up a player's games of one kind, the newest first."""
    seats = [
        next(seat for seat, name in played.names.items() if name_key(name) == key)
        for played in found
    ]
    points = [_points(played, seat) for played, seat in zip(found, seats, strict=True)]
    won = [
        seat in played.winners
        for played, seat in zip(found, seats, strict=True)
        if len(played.names) > 1 and is_won_or_lost(played.outcome)
    ]
    lower = game is not None and game.scoring.lower_wins
    return StatsRow(
        game=found[0].game,
        games=len(found),
        company=len(won),
        won=sum(won),
        streak=(*won, False).index(False),
        best=min(points) if lower else max(points),
        scored=any(each.scores or isinstance(each.outcome, Together) for each in found),
        title=found[0].game if game is None else game.title,
    )


def _points(played: Played, seat: Seat) -> int:
    """Return the points of a player, or what all have reached together."""
    if isinstance(played.outcome, Together):
        return played.outcome.points
    return played.scores.get(seat, 0)


COMMANDS: Final = (
    Command(
        "stats",
        _("your finished games, summed up by game"),
        _stats,
        where="lobby",
        topic="past",
        item=StatsRow,
        in_play=False,
    ),
)
