"""Fingerprints of a game's code and data, to see whether the same version really is the same.

They cover the files of the packages that contain the plugin and the parts of the game, wherever
Python found them: in a folder or in a zip archive.
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
"""Hexadecimal digits of a fingerprint: 128 bits. It guards against mistakes, not forgers."""
_CACHE: Final = "__pycache__"
"""The folder for files that Python makes by itself."""
_OWN: Final = "parlour"
"""The host's own package, which is not part of a game."""


def fingerprint(plugin: object, game: AnyGame) -> str:
    """Return the fingerprint, which is the same for the same files.

    It is empty if there are no files, or if they are the host's own.

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
    """Return the packages, and the modules outside any package, in order, none within another."""
    parts = (game.rules, game.views, game.scoring, game.text_ui, *game.bots)
    names = {type(part).__module__ for part in parts}
    names.add(getattr(plugin, "__name__", type(plugin).__module__))
    roots = {_root(name) for name in names} - {""}
    return sorted(
        root
        for root in roots
        if not any(root.startswith(f"{other}.") for other in roots | {_OWN}) and root != _OWN
    )


def _root(module: str) -> str:
    """Return the package of *module*, or *module* if it has none. Empty: no such module."""
    spec = getattr(sys.modules.get(module), "__spec__", None)
    if spec is None:
        return ""
    return spec.parent or module


def _files(root: str) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a package, or the file of a module, with its name, in order."""
    spec: Any = importlib.util.find_spec(root)
    if spec.submodule_search_locations is not None:
        yield from _tree(files(root), root)
    elif (
        spec.has_location
    ):  # not `builtins`, which has no file: the module of classes that `exec` makes
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
