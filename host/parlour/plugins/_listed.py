"""Lists of plugins that an owner keeps or gets from somebody: files, nothing on a network."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import tomli

LARGEST: Final = 4_000_000
"""Bytes. No list is that long, so a longer file was named by mistake."""


class ListError(Exception):
    """A list that cannot be used. The text says why, in one line."""


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A plugin on a list: `[[plugin]]` in the file."""

    name: str
    """The name of its distribution, as pip installs it."""
    about: str
    games: tuple[str, ...] = ()
    licence: str = ""
    home: str = ""
    contract: str = ""


class _List(msgspec.Struct):
    plugin: tuple[Listed, ...] = ()


def read_list(path: Path) -> tuple[Listed, ...]:
    """Return the plugins on the list in the TOML file *path*. Raises ListError."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        found = msgspec.convert(tomli.loads(data[:LARGEST].decode()), _List)
    except OSError as error:
        raise ListError(f"{path}: {(error.strerror or 'it cannot be read').lower()}") from error
    except msgspec.ValidationError as error:
        raise ListError(f"{path}: a list has [[plugin]] with name and about: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ListError(f"{path}: this is not TOML: {error}") from error
    return found.plugin


def matching(plugins: tuple[Listed, ...], words: tuple[str, ...]) -> list[Listed]:
    """Return those of *plugins* in which all *words* occur, in the order of their names."""
    wanted = [word.casefold() for word in words]
    found = [
        one
        for one in plugins
        if all(word in " ".join((one.name, one.about, *one.games)).casefold() for word in wanted)
    ]
    return sorted(found, key=lambda one: one.name)
