"""Check a game as an author or an operator would: `parlour check-game`."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from parlour.cli._group import Misuse, Refusal, with_config
from parlour_kit.cli._subjects import Subject, kept_running, subjects_of

if TYPE_CHECKING:
    from parlour_kit.position import Position


@click.command("check-game")
@click.argument("game", required=False)
@click.option("--games", default=12, metavar="N", help="Play N random games (12).")
@click.option("--seed", default=0, metavar="S", help="Begin with the random game S (0).")
@click.option("--only", multiple=True, metavar="CHECK", help="Run this check. You can repeat it.")
@click.option("--watch", is_flag=True, help="Check again when a file of the game changes.")
@click.option("--list", "listed", is_flag=True, help="List the checks.")
@with_config
@kept_running()
def check_game(
    game: str | None,
    games: int,
    seed: int,
    only: Sequence[str],
    watch: bool,
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
    if watch:
        return _watch(game, config_file, games, seed, only)
    failed = False
    for subject in subjects_of(game, config_file):
        failed |= bool(_check(game, subject, games, seed, only))
    return Refusal.exit_code if failed else 0


def _watch(
    word: str, config_file: Path | None, games: int, seed: int, only: Collection[str]
) -> int:
    """Check the game now, and again after each change of its files, until Ctrl-C."""
    from parlour.cli._watched import POLL_S, Watched

    failed: dict[str, list[str]] = {}
    subjects = subjects_of(word, config_file)
    watched = Watched([type(each.game.rules).__module__ for each in subjects])
    while True:
        try:
            for subject in subjects:
                before = failed.get(subject.game.id, [])
                failed[subject.game.id] = _check(word, subject, games, seed, only, before)
            click.echo("Waiting for a change. Ctrl-C ends this.")
            while not (changed := watched.changes()):
                time.sleep(POLL_S)
        except KeyboardInterrupt:
            return Refusal.exit_code if any(failed.values()) else 0
        names = ", ".join(sorted({path.name for path in changed}))
        click.echo(f"\nChanged: {names}")
        try:
            with watched.trying():
                subjects = subjects_of(word, config_file)
        except (Misuse, Refusal) as error:
            click.echo(f"It cannot be loaded: {' '.join(error.format_message().split())}")
            subjects = []


def _check(
    word: str,
    subject: Subject,
    games: int,
    seed: int,
    only: Collection[str],
    before: Sequence[str] = (),
) -> list[str]:
    """Check one game, print what was found, and return the checks that have not passed.

    Those of *before*, which had not passed either, run first: that is what its author changed.
    """
    from parlour_kit.checks import CHECKS, Trial, check_all, report

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
    names = [check.name for check in CHECKS if not only or check.name in only]
    first = [name for name in names if name in before]
    others = [name for name in names if name not in before]
    passed: list[str] = []
    failed: list[str] = []
    unchecked: list[str] = []
    positions: list[Position] = []
    began, at = time.process_time(), time.monotonic()
    for some in filter(None, (first, others)):
        for verdict in check_all(trial, some):
            name = verdict.check.name
            kind = passed if verdict.passed else unchecked if verdict.unchecked else failed
            kind.append(name)
            opens: list[str] = []
            for finding in verdict.findings:
                opens.append("")
                if finding.position is not None:
                    positions.append(finding.position)
                    opens[-1] = f"parlour try {word} --finding {len(positions)}"
            lines = report(verdict, f"parlour check-game {word} --only {name}", opens)
            click.echo("\n".join(lines))
            if before and verdict.passed == (name in before):
                change = "passes now" if verdict.passed else "did not fail before"
                click.echo(f"      {name} {change}")
    keep_findings(game.id, positions)
    took = time.process_time() - began, time.monotonic() - at
    count = len(passed) + len(failed) + len(unchecked)
    click.echo(f"{game.id}: {_conclusion(count, failed, unchecked, took)}")
    if not only and (failed or not unchecked):
        _stamp(subject, passed, failed)
    return failed + unchecked


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


def _conclusion(
    count: int, failed: Sequence[str], unchecked: Sequence[str], took_s: tuple[float, float]
) -> str:
    """Return the last line. *took_s* are seconds of the processor, and on the clock."""
    cpu_s, wall_s = took_s
    took = f"in {wall_s:.0f} s ({cpu_s:.0f} s of processor time)"
    if failed:
        return f"{len(failed)} of {count} checks failed {took}: {', '.join(failed)}."
    if unchecked:
        passed, names = count - len(unchecked), ", ".join(unchecked)
        return f"{passed} of {count} checks passed {took}. Not checked: {names}."
    return f"all {count} checks passed {took}."


# --- the stamp -----------------------------------------------------------------------------


def _stamp(subject: Subject, passed: Sequence[str], failed: Sequence[str]) -> None:
    """Note what the checks found, for `parlour plugins`."""
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
