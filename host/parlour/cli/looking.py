"""Show what is installed and configured: plugins, config, rules, the protocol's schema."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from parlour.cli._group import FILE, Misuse, Refusal, with_config, with_plugins
from parlour.cli._screen import table
from parlour.cli._shared import config_of, games_of, not_used


@click.command()
@click.option("--strict", is_flag=True, help="Exit with 1 if a plugin cannot be used.")
@with_plugins
@with_config
def plugins(strict: bool, modules: Sequence[str], config_file: Path | None) -> int:
    """List the games, and the plugins that cannot be used."""
    found = games_of(config_of(config_file), modules)
    used = [row for row in found.rows if row.quarantined is None]
    if used:
        cells = [(row.id, row.title, row.version, row.source) for row in used]
        table(("GAME", "TITLE", "VERSION", "FROM"), cells)
    else:
        click.echo("No games found.")
    for row in found.quarantined:
        click.echo(not_used(row))
    return Refusal.exit_code if strict and found.quarantined else 0


@click.command()
@click.option(
    "--check", "checked", type=FILE, metavar="FILE", help="Check FILE and report its mistakes."
)
@with_config
def config(checked: Path | None, config_file: Path | None) -> int:
    """Print every setting with its value and an explanation."""
    from parlour.config import ConfigError, load, show
    from parlour.lexicons import LexiconError, Lexicons

    if checked is None:
        click.echo(show(config_of(config_file)))
        return 0
    try:
        found = load(checked)
        Lexicons(found.lexicons, found.decks)
    except (ConfigError, LexiconError) as error:
        raise Refusal(str(error)) from error
    click.echo(f"{checked}: no mistakes found")
    return 0


@click.command()
@click.argument("game")
@with_plugins
@with_config
def rules(game: str, modules: Sequence[str], config_file: Path | None) -> int:
    """Print the rules of GAME."""
    from difflib import get_close_matches

    games = games_of(config_of(config_file), modules).games
    name = game.lower()
    if name not in games:
        near = get_close_matches(name, games, 1)
        hint = f"Did you mean {near[0]}?" if near else f"Games: {', '.join(games) or 'none'}"
        raise Misuse(f"There is no game {game!a}. {hint}")
    click.echo(games[name].rules_text.rstrip("\n"))
    return 0


@click.command()
@with_plugins
@with_config
def schema(modules: Sequence[str], config_file: Path | None) -> int:
    """Print the line protocol as JSON Schema, for programs.

    It holds every request, answer, event and code, and what the installed games add.
    """
    import json

    from parlour.schema import schema as of_games

    found = of_games(games_of(config_of(config_file), modules).games)
    click.echo(json.dumps(found, indent=1, ensure_ascii=False))
    return 0
