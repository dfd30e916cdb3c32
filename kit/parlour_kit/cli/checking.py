"""Check a game as an author or an operator would: `parlour check-game`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from parlour.cli._folders import LocalPlugin, plugin_named, reach
from parlour.cli._group import Misuse, Refusal, with_config
from parlour.cli._shared import alone, config_of, games_of, lexicons_of, not_used

if TYPE_CHECKING:
    from parlour.api import AnyGame
    from parlour.config import Config
    from parlour.lexicons import Lexicons


@dataclass(frozen=True)
class Subject:
    """A game to check, and where it comes from."""

    game: AnyGame
    source: str
    """As in `parlour plugins`: `name version` of its distribution, or `module NAME`."""
    lexicons: Lexicons
    """The word lists and decks of the host, with those of the plugin."""
    origin: str | None = None


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
    for subject in _subjects(game, config_file):
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
    for verdict in check_all(trial, only):
        cpu_s += verdict.cpu_s
        again = f"parlour check-game {word} --only {verdict.check.name}"
        kind = passed if verdict.passed else unchecked if verdict.unchecked else failed
        kind.append(verdict.check.name)
        if verdict.finding is not None and verdict.finding.seed is not None:
            again += f" --seed {verdict.finding.seed} --games 1"
        click.echo("\n".join(report(verdict, again)))
    count = len(passed) + len(failed) + len(unchecked)
    click.echo(f"{game.id}: {_conclusion(count, failed, unchecked, cpu_s)}")
    if not only and (failed or not unchecked):
        _stamp(subject, passed, failed)
    return bool(failed or unchecked)


def _conclusion(count: int, failed: Sequence[str], unchecked: Sequence[str], cpu_s: float) -> str:
    took = f"in {cpu_s:.0f} s"
    if failed:
        return f"{len(failed)} of {count} checks failed {took}: {', '.join(failed)}."
    if unchecked:
        passed, names = count - len(unchecked), ", ".join(unchecked)
        return f"{passed} of {count} checks passed {took}. Not checked: {names}."
    return f"all {count} checks passed {took}."


# --- which games ---------------------------------------------------------------------------


def _subjects(word: str, config_file: Path | None) -> list[Subject]:
    """Return the games that *word* names. Raises Misuse or Refusal."""
    place, config = plugin_named(word), config_of(config_file)
    if place.folder is None:
        found = games_of(config, ())
        if word in found.games:
            row = next(row for row in found.rows if row.id == word and row.quarantined is None)
            game = found.games[word]
            return [Subject(game, row.source, lexicons_of(config, found), _origin(game))]
        for row in found.quarantined:
            if word in (row.id, row.plugin):
                raise Refusal(not_used(row))
    return _in_module(place, word, config)


def _in_module(place: LocalPlugin, word: str, config: Config) -> list[Subject]:
    from dataclasses import replace
    from importlib import import_module
    from importlib.util import find_spec

    from parlour.plugins import PluginFault, fingerprint, register_games
    from parlour_kit.checks.finding import described

    module = reach(place)
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise Misuse(f"There is no game, folder or module {word!a}. Games: parlour plugins")
    try:
        plugin: Any = import_module(module)
    except Exception as error:
        raise Refusal(f"{module} cannot be imported. It raised {described(error)}") from error
    try:
        games = register_games(plugin)
    except PluginFault as fault:
        raise Refusal(f"{module}: {fault}") from fault
    source = f"{place.distribution} {place.version}" if place.distribution else f"module {module}"
    found = alone(config, plugin)
    for row in found.quarantined:
        if not row.id:  # the whole plugin: a fault of one game is for its checks
            raise Refusal(not_used(row))
    lexicons = lexicons_of(config, found)
    coded = [replace(game, code=fingerprint(plugin, game)) for game in games]
    return [Subject(game, source, lexicons, f"{module}:{game.id}") for game in coded]


def _origin(game: AnyGame) -> str | None:
    """Return where another process finds an installed game, or None if we cannot tell."""
    from parlour_kit.checks.apart import game_at

    origin = f"{type(game.rules).__module__.partition('.')[0]}:{game.id}"
    try:
        return origin if game_at(origin) == game else None
    except Exception:  # noqa: BLE001 - the plugin's module may be another one
        return None


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
