"""The command line. Each command imports what it needs, so that `--version` is quick."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from os.path import isfile  # Path.is_file raises where it may not look
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import socket

    from parlour.api import AnyGame
    from parlour.config import Config, LogConfig
    from parlour.house import House
    from parlour.lexicons import Lexicons
    from parlour.plugins import Found, PluginRow

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells count it."""


class Refusal(click.ClickException):
    """The command ran, and the answer is no: a line or more on stderr."""

    exit_code = 1


class Misuse(click.ClickException):
    """The command line or the config cannot be used: a line or more on stderr."""

    exit_code = 2


class OneLineGroup(click.Group):
    """Commands that return their exit code, and say what is wrong in one line.

    Click itself would print the usage first, and a hint, and an empty line.
    """

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave with its exit code."""
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            code = error.exit_code
        except click.ClickException as error:
            click.echo(error.format_message(), err=True)
            code = error.exit_code
        except click.Abort:
            code = INTERRUPTED
        sys.exit(code)


_file = click.Path(path_type=Path)
_with_config = click.option(
    "--config", "config_file", type=_file, metavar="FILE", help="Use this config file."
)
_with_plugins = click.option(
    "--plugin",
    "modules",
    multiple=True,
    metavar="MODULE",
    help="Also take this Python module as a plugin; may be given again.",
)


@click.group(cls=OneLineGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="parlour", message="%(prog)s %(version)s")
def main() -> None:
    """A host for parlour games over a text line."""


@main.command()
@click.option("--host", metavar="ADDRESS", help="The address to listen on.")
@click.option("--port", type=int, metavar="PORT", help="The TCP port; 0: any free one.")
@click.option("--name", help="What the host is called in its greeting.")
@click.option("--strict", is_flag=True, help="Do not start if a plugin cannot be used.")
@_with_plugins
@_with_config
def serve(
    host: str | None,
    port: int | None,
    name: str | None,
    strict: bool,
    modules: Sequence[str],
    config_file: Path | None,
) -> int:
    """Start the host, until Ctrl-C."""
    from parlour.server import ListenError, open_listeners, where_lines

    config = _config(config_file, host=host, port=port, name=name)
    found = _find(config, modules)
    if strict and found.quarantined:
        raise Refusal("\n".join(map(_not_used, found.quarantined)))
    _log_to_stderr(config.log)
    try:
        listeners = open_listeners(config.server.host, config.server.port)
    except ListenError as error:
        raise Refusal(error.text) from error
    lexicons = _lexicons(config)
    version, name = _version(), config.server.name or _computer()
    ready = (
        f"Parlour {version} on {name}",
        *(_offered(game) for game in found.games.values()),
        *map(_not_used, found.quarantined),
        *([] if found.games else ["There is no game to play: see docs/self-hosting.md."]),
        *where_lines(listeners),
        "Ctrl-C stops the host.",
    )
    house = _house(config, found, lexicons, name=name, version=version)
    return _run(house, config, listeners, say=lambda: click.echo("\n".join(ready)))


@main.command()
@click.option("--strict", is_flag=True, help="Exit with 1 if a plugin cannot be used.")
@_with_plugins
@_with_config
def plugins(strict: bool, modules: Sequence[str], config_file: Path | None) -> int:
    """List the games found, and the plugins that cannot be used."""
    found = _find(_config(config_file), modules)
    used = [row for row in found.rows if row.quarantined is None]
    if used:
        cells = [(row.id, row.title, row.version, row.source) for row in used]
        _table(("GAME", "TITLE", "VERSION", "FROM"), cells)
    else:
        click.echo("No games found.")
    for row in found.quarantined:
        click.echo(_not_used(row))
    return Refusal.exit_code if strict and found.quarantined else 0


@main.command()
@click.option(
    "--check", "checked", type=_file, metavar="FILE", help="Only say what is wrong with FILE."
)
@_with_config
def config(checked: Path | None, config_file: Path | None) -> int:
    """Print the config in effect, with the reason of every key."""
    from parlour.config import ConfigError, load, show
    from parlour.lexicons import LexiconError, Lexicons

    if checked is None:
        click.echo(show(_config(config_file)))
        return 0
    try:
        Lexicons(load(checked).lexicons)
    except (ConfigError, LexiconError) as error:
        raise Refusal(str(error)) from error
    click.echo(f"{checked}: nothing wrong")
    return 0


@main.command()
@click.argument("game")
@_with_plugins
@_with_config
def rules(game: str, modules: Sequence[str], config_file: Path | None) -> int:
    """Print the rules of GAME."""
    from difflib import get_close_matches

    games = _find(_config(config_file), modules).games
    name = game.lower()
    if name not in games:
        near = get_close_matches(name, games, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(games) or 'none'}"
        raise Misuse(f"There is no game {game!a}; {hint}")
    click.echo(games[name].rules_text.rstrip("\n"))
    return 0


# --- what several commands need -------------------------------------------------------


def _config(path: Path | None, **options: object) -> Config:
    """The config of *path*, or the user's own if he has one, or the defaults.

    *options* are keys of `[server]`; those that are None are not given.
    """
    from parlour.config import Config, ConfigError, default_path, load, with_options

    if path is None and isfile(default_path()):
        path = default_path()
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return with_options(Config() if path is None else load(path), given)
    except ConfigError as error:
        raise Misuse(error.text) from error


def _lexicons(config: Config) -> Lexicons:
    """The word lists of the host, read."""
    from parlour.lexicons import LexiconError, Lexicons

    try:
        return Lexicons(config.lexicons)
    except LexiconError as error:
        raise Misuse(str(error)) from error


def _find(config: Config, modules: Sequence[str]) -> Found:
    """All games, also from modules in the current folder."""
    from parlour.lexicons import ENGLISH
    from parlour.plugins import find_games

    wanted = dict.fromkeys((*config.plugins.modules, *modules))
    here = str(Path.cwd())
    if wanted and here not in sys.path:
        sys.path.append(here)  # last: a file here must not hide an installed module
    return find_games(
        modules=tuple(wanted),
        disabled=config.plugins.disabled,
        lexicons=(ENGLISH, *config.lexicons),
    )


def _not_used(row: PluginRow) -> str:
    game = f"{row.id} of " if row.id else ""
    return f"Not used: {game}{row.plugin} ({row.source}): {row.quarantined}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print *rows* in columns as wide as their longest text."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


# --- serving --------------------------------------------------------------------------


def _offered(game: AnyGame) -> str:
    least, most = game.seats[0], game.seats[-1]
    number = str(most) if least == most else f"{least} to {most}"
    players = "player" if most == 1 else "players"
    return f"{game.title}, {number} {players}: new {game.id}"


def _computer() -> str:
    """What this computer calls itself, without its domain."""
    import socket

    return socket.gethostname().partition(".")[0]


def _version() -> str:
    from importlib.metadata import version

    return version("parlour")


def _log_to_stderr(config: LogConfig) -> None:
    """Write the host's log to stderr in the form the config asks for.

    Exceptions are left out: what they say may be a player's words. The server writes
    where they were raised.
    """
    import json
    import logging
    import time

    class Text(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            clock = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
            return f"{clock} {record.levelname.lower()}: {record.getMessage()}"

    class Json(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            fields = {
                "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
                "level": record.levelname.lower(),
                "logger": record.name,
                "text": record.getMessage(),
            }
            return json.dumps(fields)

    handler = logging.StreamHandler()
    handler.setFormatter(Json() if config.format == "json" else Text())
    logger = logging.getLogger("parlour")
    logger.handlers = [handler]
    logger.setLevel(config.level.upper())
    logger.propagate = False


def _house(config: Config, found: Found, lexicons: Lexicons, *, name: str, version: str) -> House:
    from secrets import token_bytes

    from parlour.house import House
    from parlour.house.archive import MemoryArchive

    return House(
        games=found.games,
        lexicons=lexicons,
        limits=config.limits,
        archive=MemoryArchive(config.limits.finished_games),
        name=name,
        version=version,
        entropy=token_bytes,
    )


def _run(
    house: House, config: Config, listeners: Sequence[socket.socket], *, say: Callable[[], None]
) -> int:
    """Serve until somebody stops us; *say* is called when we do. Returns the exit code."""
    import trio

    from parlour.server import RunningHost, run_host
    from parlour.store import MemoryStore

    code = 0

    async def serve_house(*, task_status: trio.TaskStatus[RunningHost]) -> None:
        nonlocal code
        code = await run_host(
            house,
            MemoryStore(),
            listeners=listeners,
            limits=config.limits,
            line_limits=config.lines,
            task_status=task_status,
        )

    async def serve_and_say() -> None:
        async with trio.open_nursery() as nursery:
            await nursery.start(serve_house)
            say()

    trio.run(serve_and_say)
    return code


if __name__ == "__main__":
    main(prog_name="parlour")
