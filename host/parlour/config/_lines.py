"""Find the line of a TOML text that sets a key. tomli does not report it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeAlias, cast

import tomli

Path: TypeAlias = tuple[str, ...]


class Lines:
    """The lines of a TOML text that has been parsed without error.

    A TOML statement (a table's header, or a key with its value) is always one or more whole lines
    and can be parsed alone. So tomli parses statement by statement, and quotes, dots and values
    of many lines need no second parser.
    """

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")

    def line_of(self, path: Path) -> int:
        """Return the first line, from 1, that names *path*; 0 if none does."""
        return self._first.get(path, 0)

    @cached_property
    def _first(self) -> dict[Path, int]:
        first: dict[Path, int] = {}
        header: Path = ()
        for number, statement in _statements(self._text):
            paths = _paths(tomli.loads(statement))
            if statement.lstrip().startswith("["):
                header = paths[-1]
            else:
                paths = [header + path for path in paths]
            for path in paths:
                first.setdefault(path, number)
        return first


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each statement with the number of its first line."""
    waiting: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        waiting.append(line)
        statement = "\n".join(waiting)
        try:
            tomli.loads(statement)
        except tomli.TOMLDecodeError:
            continue
        yield number - len(waiting) + 1, statement
        waiting.clear()


def _paths(table: Mapping[str, object]) -> list[Path]:
    """Return the paths of everything in *table*, each after its parent."""
    paths: list[Path] = []
    for key, value in table.items():
        paths.append((key,))
        if isinstance(value, dict):
            below = _paths(cast("dict[str, object]", value))
            paths += [(key, *path) for path in below]
    return paths
