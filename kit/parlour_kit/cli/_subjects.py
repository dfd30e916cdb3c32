"""The games that a command of the kit works on, as an author or an operator names them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli._folders import LocalPlugin, plugin_named, reach
from parlour.cli._group import Misuse, Refusal
from parlour.cli._shared import alone, config_of, games_of, lexicons_of, not_used

if TYPE_CHECKING:
    from parlour.api import AnyGame
    from parlour.config import Config
    from parlour.lexicons import Lexicons


@dataclass(frozen=True)
class Subject:
    """A game that a command works on, and where it comes from."""

    game: AnyGame
    source: str
    """As in `parlour plugins`: `name version` of its distribution, or `module NAME`."""
    lexicons: Lexicons
    """The word lists and decks of the host, with those of the plugin."""
    origin: str | None = None


@contextmanager
def kept_running() -> Generator[None]:
    """Tell an author that a line of the game ends the program, such as `sys.exit()`.

    Without it, the command would end in silence. Raises Refusal.
    """
    try:
        yield
    except SystemExit as error:
        from parlour.plugins.blame import place_of
        from parlour_kit.checks.finding import described

        if not place_of(error):
            raise
        text = f"The game ended the program, and a host would freeze the table: {described(error)}"
        raise Refusal(text) from error


def subjects_of(word: str, config_file: Path | None) -> list[Subject]:
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
    except (Exception, SystemExit) as error:
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
    from parlour_kit.apart import game_at

    origin = f"{type(game.rules).__module__.partition('.')[0]}:{game.id}"
    try:
        return origin if game_at(origin) == game else None
    except Exception:  # noqa: BLE001 - the plugin's module may be another one
        return None
