"""A fingerprint of the code and the data that make a game: does the same version mean the same?

It covers the files of the packages in which the plugin and the parts of the game are written,
wherever Python found them: in a folder, or in a zip archive.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from parlour.api import AnyGame

DIGITS: Final = 32
"""Hexadecimal digits of a fingerprint: 128 bits. It guards against slips, not against forgers."""
_CACHE: Final = "__pycache__"
"""The folder whose files Python makes by itself."""
_OWN: Final = "parlour"
"""What is of the host is no part of a game."""


def fingerprint(plugin: object, game: AnyGame) -> str:
    """The same for the same files; empty if there are none, or they are the host's own.

    May raise whatever Python's import system raises over them.
    """
    whole = hashlib.sha256()
    found = False
    for root in _roots(plugin, game):
        for name, data in _files(root):
            found = True
            whole.update(b"%s\0%d\0" % (name.encode(), len(data)))
            whole.update(data)
    return whole.hexdigest()[:DIGITS] if found else ""


def _roots(plugin: object, game: AnyGame) -> list[str]:
    """The packages, and the modules that are in none, in order; none within another one."""
    parts = (game.rules, game.views, game.scoring, game.notation, *game.bots)
    names = {type(part).__module__ for part in parts}
    names.add(getattr(plugin, "__name__", type(plugin).__module__))
    roots = {_root(name) for name in names} - {""}
    return sorted(
        root
        for root in roots
        if not any(root.startswith(f"{other}.") for other in roots | {_OWN}) and root != _OWN
    )


def _root(module: str) -> str:
    """The package of *module*, or itself if it is in none. Empty: there is no such module."""
    spec = getattr(sys.modules.get(module), "__spec__", None)
    if spec is None:
        return ""
    return spec.parent or module


def _files(root: str) -> Iterator[tuple[str, bytes]]:
    """Every file of a package, or the one of a module, with its name, in order."""
    spec: Any = importlib.util.find_spec(root)
    if spec.submodule_search_locations is not None:
        yield from _tree(files(root), root)
    else:
        yield root, spec.loader.get_data(spec.origin)


def _tree(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = f"{name}/{entry.name}"
        if entry.name.startswith("."):
            continue
        if entry.is_file():
            yield path, entry.read_bytes()
        elif entry.name != _CACHE:
            yield from _tree(entry, path)
