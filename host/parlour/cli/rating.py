"""The ratings of all accounts: compared with the archive, or made again from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from parlour.cli._asking import is_running
from parlour.cli._group import Refusal, with_config, with_data
from parlour.cli._screen import say, table
from parlour.cli._shared import config_of, data_folder, reading, storing
from parlour.cli.archiving import ALL

if TYPE_CHECKING:
    from parlour.core.persistence import Saved
    from parlour.features.ratings.arithmetic import Rating
    from parlour.features.ratings.state import SavedRating
    from parlour.tables.archive import Archive


@click.command()
@click.option(
    "--recompute", is_flag=True, help="Replace ratings that differ. Stop the host first."
)
@with_data
@with_config
def ratings(*, recompute: bool, data: Path | None, config_file: Path | None) -> None:
    """Compare the ratings with the finished games."""
    from parlour.features.ratings.state import SHELF

    folder = data_folder(config_file, data)
    if recompute and is_running(folder):
        raise Refusal(f"A host is running on {folder}. Stop it first: parlour drain")
    with reading(folder) as reader:
        saved = reader.load()
        wrong = _wrong(saved, reader.archive)
    if recompute and wrong:
        with storing(folder, config_of(config_file)) as store:
            store.commit((), [SHELF.kept(one) for one in wrong])
    if not wrong:
        say("All ratings are what the finished games make of them.")
        return
    names = {player.number: player.name for player in saved.players}
    kept = {(one.ladder, one.player): one.rating for one in SHELF.read(saved)}
    rows = [
        (
            one.ladder,
            names[one.player],
            _points(kept.get((one.ladder, one.player))),
            _points(one.rating),
        )
        for one in wrong
    ]
    table(("LADDER", "PLAYER", "KEPT", "BY GAMES"), rows)
    if not recompute:
        raise Refusal("These ratings are wrong. To replace them: parlour ratings --recompute")
    say("These ratings are replaced.")


def _wrong(saved: Saved, archive: Archive) -> list[SavedRating]:
    """Return what the ratings should be, where they are not."""
    from parlour.features.ratings.arithmetic import recomputed
    from parlour.features.ratings.state import SHELF, SavedRating, noted

    known = {player.number for player in saved.players}
    kept = {(one.ladder, one.player): one.rating for one in SHELF.read(saved)}
    games = [one for game in reversed(archive.recent(ALL)) if (one := noted(game)) is not None]
    return [
        SavedRating(ladder, player, rating)
        for (ladder, player), rating in sorted(recomputed(games).items())
        if player in known and kept.get((ladder, player)) != rating
    ]


def _points(rating: Rating | None) -> str:
    return "-" if rating is None else f"{rating.points} after {rating.games}"
