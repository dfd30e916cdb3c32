"""Check a game as an author or an operator would: `parlour check-game`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from parlour.cli._group import Misuse, Refusal, with_config
from parlour_kit.cli._subjects import Subject, subjects_of

if TYPE_CHECKING:
    from parlour_kit.position import Position


@click.command("check-game")
@click.argument("game", required=False)
@click.option("--games", default=12, metavar="N", help="Play N random games (12).")
@click.option("--seed", default=0, metavar="S", help="Begin with the random game S (0).")
@click.option("--only", multiple=True, metavar="CHECK", help="Run this check. You can repeat it.")
@click.option("--list", "listed", is_flag=True, help="List the checks.")
@with_config
def check_game(
    game: str | None,
    games: int,
    seed: int,
    only: Sequence[str],
    listed: bool,
    config_file: Path | None,
) -> int:
    """Check GAME: an installed game, a folder or a module. Each finding says how to mend it."""
    from parlour_kit.checks import CHECKS

    if listed:
        for check in CHECKS:
            click.echo(f"{check.name:10} {check.about}")
        return 0
    names = [check.name for check in CHECKS]
    for name in only:
        if name not in names:
            raise Misuse(f"There is no check {name!a}. Checks: {', '.join(names)}")
    if game is None:
        raise Misuse("Which game? Name an installed game, a folder or a module.")
    if games < 1 or seed < 0:
        raise Misuse("--games must be at least 1, and --seed at least 0.")
    failed = False
    for subject in subjects_of(game, config_file):
        failed |= _check(game, subject, games, seed, only)
    return Refusal.exit_code if failed else 0


def _check(
    word: str,
    subject: Subject,
    games: int,
    seed: int,
    only: Collection[str],
) -> bool:
    """Check one game, print what was found, and return whether anything was."""
    from parlour_kit.checks import Trial, check_all, report

    game = subject.game
    click.echo(
        f"Checking {game.id} ({subject.source}) with {games} random games from seed {seed}."
    )
    lexicon = None if game.lexicon is None else subject.lexicons.get(game.lexicon)
    trial = Trial(
        game,
        games=games,
        seed=seed,
        lexicon=lexicon,
        lists=subject.lexicons,
        origin=subject.origin,
    )
    passed: list[str] = []
    failed: list[str] = []
    unchecked: list[str] = []
    cpu_s = 0.0
    positions: list[Position] = []
    for verdict in check_all(trial, only):
        positions += [each.position for each in verdict.findings if each.position is not None]
        cpu_s += verdict.cpu_s
        again = f"parlour check-game {word} --only {verdict.check.name}"
        kind = passed if verdict.passed else unchecked if verdict.unchecked else failed
        kind.append(verdict.check.name)
        click.echo("\n".join(report(verdict, again)))
    keep_findings(game.id, positions)
    count = len(passed) + len(failed) + len(unchecked)
    click.echo(f"{game.id}: {_conclusion(count, failed, unchecked, cpu_s)}")
    if not only and (failed or not unchecked):
        _stamp(subject, passed, failed)
    return bool(failed or unchecked)


def keep_findings(game_id: str, positions: Sequence[Position]) -> None:
    """Keep where the findings are, for `parlour try --finding`, in place of those before."""
    from contextlib import suppress

    from parlour_kit.position import PositionFault, findings_folder, write

    folder = findings_folder(game_id)
    with suppress(OSError, PositionFault):  # a disk that is full is no finding
        for old in folder.glob("*.json"):
            old.unlink()
        for number, position in enumerate(positions, 1):
            write(folder / f"{number}.json", position)


def _conclusion(count: int, failed: Sequence[str], unchecked: Sequence[str], cpu_s: float) -> str:
    took = f"in {cpu_s:.0f} s"
    if failed:
        return f"{len(failed)} of {count} checks failed {took}: {', '.join(failed)}."
    if unchecked:
        passed, names = count - len(unchecked), ", ".join(unchecked)
        return f"{passed} of {count} checks passed {took}. Not checked: {names}."
    return f"all {count} checks passed {took}."


# --- the stamp -----------------------------------------------------------------------------


def _stamp(subject: Subject, passed: Sequence[str], failed: Sequence[str]) -> None:
    """Note what the checks found, for `parlour plugins`."""
    import time

    from parlour import CONTRACT
    from parlour.plugins import Stamp, stamps_path, write_stamp

    if not subject.game.code:
        return
    stamp = Stamp(
        source=subject.source,
        code=subject.game.code,
        game=subject.game.id,
        contract=CONTRACT,
        passed=tuple(passed),
        failed=tuple(failed),
        at_s=int(time.time()),
    )
    try:
        write_stamp(stamps_path(), stamp)
    except OSError as error:
        click.echo(f"The result cannot be kept for parlour plugins: {error}", err=True)
