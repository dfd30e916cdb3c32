"""Show what is installed and configured: plugins, config, rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from parlour.cli._group import FILE, Misuse, Refusal, with_config, with_plugins
from parlour.cli._ready import ready
from parlour.cli._screen import say, table
from parlour.cli._shared import config_of, games_of, not_used, wrong_settings

if TYPE_CHECKING:
    from parlour.config import Config
    from parlour.plugins import PluginRow


@click.command()
@click.argument("words", nargs=-1, metavar="[search WORD ...]")
@click.option("--strict", is_flag=True, help="Exit with 1 if a plugin cannot be used.")
@click.option("--list", "listed", type=FILE, metavar="FILE", help="A list for search.")
@with_plugins
@with_config
def plugins(
    words: tuple[str, ...],
    strict: bool,
    listed: Path | None,
    modules: Sequence[str],
    config_file: Path | None,
) -> int:
    """List the games and plugins here, or search a list of others.

    search looks in a file that you or somebody else wrote: --list, or the key list below
    [plugins] in the config. Nothing is fetched from a network.
    """
    config = config_of(config_file)
    if words:
        return _search(words, listed, config)
    found = games_of(config, modules)
    used = [row for row in found.rows if row.quarantined is None]
    games = [(row.id, row.title, row.version, row.source) for row in used if row.id]
    if games:
        table(("GAME", "TITLE", "VERSION", "FROM"), games)
        for game in found.games.values():
            if game.channels:
                verbs = ", ".join(verb.name for verb in game.channels)
                say(f"Channels of {game.id}, for talk among some of its players: {verbs}")
    else:
        click.echo("No games found.")
    if used:
        click.echo("")
        heads = ("PLUGIN", "CONTRACT", "CHECKED", "LICENCE", "HOME PAGE", "HOOKS")
        table(heads, list(_plugin_cells(used)))
    for line in (*map(not_used, found.quarantined), *wrong_settings(config, found)):
        click.echo(line)
    return Refusal.exit_code if strict and (found.quarantined or found.wrong) else 0


def _plugin_cells(rows: Sequence[PluginRow]) -> Iterator[tuple[str, ...]]:
    from parlour.plugins import about_distribution, read_stamps, stamps_path

    stamps = read_stamps(stamps_path())
    for plugin, source in dict.fromkeys((row.plugin, row.source) for row in rows):
        own = [row for row in rows if (row.plugin, row.source) == (plugin, source)]
        known = [stamps.get((row.source, row.code, row.id)) for row in own if row.id]
        failed = [name for stamp in known if stamp is not None for name in stamp.failed]
        if failed:
            checked = f"failed: {', '.join(dict.fromkeys(failed))}"
        elif known and None not in known:
            checked = f"{min(len(stamp.passed) for stamp in known if stamp is not None)} passed"
        else:
            checked = "-"
        licence, home = about_distribution(own[0].dist)
        hooks = ", ".join(own[0].hooks)
        yield plugin, own[0].contract, checked, licence or "-", home or "-", hooks


def _search(words: tuple[str, ...], listed: Path | None, config: Config) -> int:
    from parlour.plugins import ListError, matching, read_list

    first, *wanted = words
    if first != "search" or not wanted:
        raise Misuse("Search for what? Type: parlour plugins search WORD")
    path = listed or (Path(config.plugins.list).expanduser() if config.plugins.list else None)
    if path is None:
        text = "Name a list first: --list FILE, or list below [plugins] in the config."
        raise Misuse(text)
    try:
        found = matching(read_list(path), tuple(wanted))
    except ListError as error:
        raise Misuse(str(error)) from error
    if not found:
        click.echo(f"No plugin on the list has: {' '.join(wanted)}")
        return 0
    heads = ("NAME", "ABOUT", "CONTRACT", "LICENCE", "HOME PAGE")
    cells = [
        (one.name, one.about, one.contract or "1.0", one.licence or "-", one.home or "-")
        for one in found
    ]
    table(heads, cells)
    return 0


@click.command()
@click.option(
    "--check", "checked", type=FILE, metavar="FILE", help="Check FILE and report its mistakes."
)
@with_plugins
@with_config
def config(checked: Path | None, modules: Sequence[str], config_file: Path | None) -> int:
    """Print every setting with its value and an explanation, or check a config.

    --check finds everything that serve would refuse or leave out. If you start the host with
    --plugin, add the same here.
    """
    from parlour.config import show

    if checked is None:
        click.echo(show(config_of(config_file)))
        return 0
    try:
        config = config_of(checked)
        made = ready(config, modules)
    except Misuse as wrong:
        raise Refusal(wrong.message) from wrong
    if made.unused:
        raise Refusal("\n".join(made.unused))
    say(f"{checked}: no mistakes found", *config.remarks, *made.lexicons.remarks)
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
