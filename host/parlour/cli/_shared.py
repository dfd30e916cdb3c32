"""Load what commands work on: the config, the games, the word lists, the data directory."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from os.path import isfile  # Path.is_file raises where it may not look
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli._folders import plugin_named, reach
from parlour.cli._group import Misuse, Refusal

if TYPE_CHECKING:
    from parlour.config import Config
    from parlour.lexicons import Lexicons
    from parlour.plugins import Found, PluginRow
    from parlour.store import Store
    from parlour.store.reader import StoreReader


def config_of(path: Path | None, **options: object) -> Config:
    """Load the config from *path*, or the user's own config if it exists, or the defaults.

    *options* are keys of `[server]`; None means not given.
    """
    from parlour.config import Config, ConfigError, load, with_options

    path = config_path(path)
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return with_options(Config() if path is None else load(path), given)
    except ConfigError as error:
        raise Misuse(error.text) from error


def config_path(path: Path | None) -> Path | None:
    """Return *path*, or the user's own config if it exists."""
    from parlour.config import default_path

    return default_path() if path is None and isfile(default_path()) else path


def lexicons_of(config: Config, found: Found | None = None) -> Lexicons:
    """Load the host's word lists and decks, with those of plugins that were *found*."""
    from parlour.lexicons import LexiconError, Lexicons

    try:
        brought = None if found is None else found.lexicons
        return Lexicons(config.lexicons, config.decks, brought, config.words)
    except LexiconError as error:
        raise Misuse(str(error)) from error


def games_of(config: Config, modules: Sequence[str]) -> Found:
    """Find all games, also in modules in the current folder."""
    words = dict.fromkeys((*config.plugins.modules, *modules))
    wanted = dict.fromkeys(reach(plugin_named(word)) for word in words)
    return _find(config, modules=tuple(wanted), disabled=config.plugins.disabled)


def alone(config: Config, plugin: object) -> Found:
    """Find what *plugin* brings, without any other."""
    return _find(config, discover=False, extra=(plugin,))


def _find(config: Config, **which: Any) -> Found:
    from parlour.lexicons import BUILTIN, load_deck, load_file
    from parlour.plugins import find_games

    return find_games(
        lexicons=(*BUILTIN, *config.lexicons, *config.decks),
        settings={name: each.section for name, each in config.settings.items()},
        read_list=lambda file: (load_deck if file.deck else load_file)(file.name, file.path),
        **which,
    )


def wrong_settings(config: Config, found: Found) -> list[str]:
    """Return a line for each setting of a plugin that is wrong."""
    lines: list[str] = []
    for wrong in found.wrong:
        settings = config.settings.get(wrong.plugin)
        places: Mapping[str, str] = settings.places if settings is not None else {}
        where = places.get(wrong.key) or places.get("", "the config")
        section = f"[plugins.{wrong.plugin}] {wrong.key}".replace("[plugins.]", "[plugins]")
        lines.append(f"{where}: {section.strip()}: {wrong.text}")
    return lines


def not_used(row: PluginRow) -> str:
    """Return the line about a plugin that cannot be used."""
    game = f"{row.id} of " if row.id else ""
    return f"Not used: {game}{row.plugin} ({row.source}): {row.quarantined}"


def data_folder(config_file: Path | None, data: Path | None) -> Path:
    """Return the data directory of the command line, or the config, or the default."""
    return data.absolute() if data is not None else folder_in(config_of(config_file))


def folder_in(config: Config) -> Path:
    """Return the data directory that *config* names, or the default."""
    if config.store.data:
        return Path(config.store.data).expanduser()
    from platformdirs import user_data_path

    return user_data_path("parlour")


@contextmanager
def refusing() -> Generator[None]:
    """Let the command refuse, in one line, what the store cannot do in this block."""
    from parlour.store import StoreError

    try:
        yield
    except StoreError as error:
        raise Refusal(error.text) from error


@contextmanager
def reading(folder: Path) -> Generator[StoreReader]:
    """Open the data in *folder* for reading. A host may be running there. Raises Refusal."""
    from parlour.store.reader import open_reader

    with refusing(), open_reader(folder) as reader:
        yield reader


@contextmanager
def storing(folder: Path, config: Config) -> Generator[Store]:
    """Open the data in *folder* for writing. No host may be running there. Raises Refusal."""
    from parlour.store.sqlite import open_store

    keep = config.limits.finished_games
    with refusing(), closing(open_store(folder, keep_games=keep)) as store:
        yield store


def admin_socket(folder: Path) -> Path:
    """Return the path of the operator's socket of the host on *folder*."""
    return folder / "admin.sock"


def door_socket(folder: Path) -> Path:
    """Return the path of the socket at which `parlour door` reaches the host on *folder*."""
    return folder / "door.sock"


def keeper_socket(folder: Path) -> Path:
    """Return the path of the socket at which the keeper of the host on *folder* is asked."""
    return folder / "keep.sock"
