"""Take an example game as the start of one's own: `parlour new-game NAME --from spades`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Final

import parlour_kit

_GAME: Final = re.compile(r"(?m)^([A-Z_]+)(?:: .+)? = (?:parlour\.)?Game\(")
_LEFT_OUT: Final = frozenset({"__pycache__", "py.typed"})
"""Python makes the first again, and every new game has the second."""


def examples() -> dict[str, Traversable]:
    """Return the folders of the example games, by name.

    They come with the wheel. A checkout has them where they are written.
    """
    for folder in (files("parlour_kit") / "data" / "games", _in_checkout()):
        if folder.is_dir():
            found = {each.name: each for each in folder.iterdir()}
            return {
                name: found[name]
                for name in sorted(found)
                if (found[name] / "pyproject.toml").is_file()
            }
    return {}


def _in_checkout() -> Traversable:
    return Path(parlour_kit.__file__).parents[2] / "examples" / "games"


def copied(name: str, source: Traversable) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield the path and the text of each file of the game *name*, which begins as *source*.

    The package, the id and the title have the new name. The game is GAME, as in every game that
    `new-game` makes. Classes and words of the rules stay as they are.
    """
    old = source.name
    package = source / old
    own = (package / "__init__.py").read_text("utf-8")
    found = _GAME.search(own)
    assert found is not None, old
    for path, file in _walk(package, PurePosixPath(name)):
        text = _renamed(file.read_text("utf-8"), old, name)
        if path == PurePosixPath(name, "__init__.py"):
            text = re.sub(rf"\b{found[1]}\b", "GAME", text)
            text = re.sub(r'(?m)^(    title=)".*"', rf'\1"{name.capitalize()}"', text)
        yield path, text
    test = _renamed((source / f"test_{old}.py").read_text("utf-8"), old, name)
    yield PurePosixPath("tests", "test_rules.py"), re.sub(rf"\b{found[1]}\b", "GAME", test)


def described(begun: Iterable[tuple[PurePosixPath, str]], name: str) -> str:
    """Return the rows of the table in README.md: each module, and what it says of itself."""
    rows: list[str] = []
    for path, text in begun:
        if path.parts[0] == name and path.suffix == ".py":
            about = (ast.get_docstring(ast.parse(text)) or "").split("\n")[0].rstrip(".")
            rows.append(f"| `{path}` | {about} |")
    return "\n".join(rows)


def _renamed(text: str, old: str, name: str) -> str:
    """Return *text* with the package *old* called *name*, where it is imported or read."""
    text = re.sub(rf"(?m)^(\s*(?:from|import) ){old}(?=[. \n])", rf"\g<1>{name}", text)
    return text.replace(f'files("{old}")', f'files("{name}")').replace(
        f'id="{old}"', f'id="{name}"'
    )


def _walk(folder: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.name in _LEFT_OUT:
            continue
        if each.is_dir():
            yield from _walk(each, path / each.name)
        else:
            yield path / each.name, each
