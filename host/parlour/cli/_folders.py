"""A plugin as an author names it: a folder, a file or a module."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.cli._group import Misuse

PROJECT = "pyproject.toml"


@dataclass(frozen=True)
class LocalPlugin:
    """A plugin that is not installed, or need not be."""

    module: str
    """The module to import."""
    folder: Path | None = None
    """The folder to import it from. None: from wherever Python finds it."""
    distribution: str = ""
    version: str = ""
    """From its `pyproject.toml`, if it has one."""


def plugin_named(word: str) -> LocalPlugin:
    """Return what *word* names: a folder with a project, a file, or a module.

    Raises Misuse if it is a folder without a plugin.
    """
    path = Path(word)
    if path.is_dir() and (os.sep in word or (path / PROJECT).is_file() or word.startswith(".")):
        return _in_folder(path.resolve())
    if path.suffix == ".py" and path.is_file():
        return LocalPlugin(path.stem, path.resolve().parent)
    if os.sep in word:
        raise Misuse(f"There is no folder {word!a}. Name a folder with a {PROJECT}.")
    return LocalPlugin(word)


def _in_folder(folder: Path) -> LocalPlugin:
    file = folder / PROJECT
    if not file.is_file():
        if (folder / "__init__.py").is_file():
            return LocalPlugin(folder.name, folder.parent)
        raise Misuse(f"{folder} has no {PROJECT}. To make a game: parlour new-game NAME")
    project = _project(file)
    points: dict[str, Any] = project.get("entry-points", {}).get("parlour", {})
    modules = list(points.values())
    if not modules:
        text = f"{file} declares no plugin. Add: [project.entry-points.parlour]"
        raise Misuse(text)
    name, version = project.get("name", ""), project.get("version", "")
    return LocalPlugin(str(modules[0]).partition(":")[0], _root(folder), str(name), str(version))


def _project(file: Path) -> dict[str, Any]:
    import tomli

    try:
        project: dict[str, Any] = tomli.loads(file.read_text("utf-8")).get("project", {})
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError) as error:
        raise Misuse(f"{file} cannot be read: {error}") from error
    return project


def _root(folder: Path) -> Path:
    return folder / "src" if (folder / "src").is_dir() else folder


def reach(place: LocalPlugin) -> str:
    """Let Python find the module, and return its name.

    A named folder comes first: the author means what is in it, also if an older version is
    installed. The current folder comes last: a file there must not hide an installed module.
    """
    if place.folder is not None:
        folder = str(place.folder)
        if sys.path[:1] != [folder]:
            sys.path.insert(0, folder)
    elif (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    return place.module
