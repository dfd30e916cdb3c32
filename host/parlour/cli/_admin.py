"""What the operator's commands share: the host they talk to, and how they print its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, TypeAlias

import click

from parlour.cli._asking import Object, operator_of, print_object
from parlour.cli._group import with_config, with_data, with_json
from parlour.cli._screen import say, table
from parlour.cli._shared import data_folder

Columns: TypeAlias = Mapping[str, Callable[[Any], str]]
"""The columns of a table: their heads, and what each says of a row."""


@dataclass(frozen=True)
class Admin:
    """The host that a command talks to, and the form of its answer."""

    config_file: Path | None
    data: Path | None
    as_json: bool

    @cached_property
    def folder(self) -> Path:
        """The data directory. Raises Misuse if the config is wrong."""
        return data_folder(self.config_file, self.data)

    def pages(self, line: str) -> list[Object]:
        """Return all rows of a list, without their text for people."""
        with operator_of(self.folder) as host:
            rows = host.pages(line)
        return [{name: value for name, value in row.items() if name != "text"} for row in rows]

    def show(self, line: str) -> None:
        """Send a line as the operator, and print the answer."""
        with operator_of(self.folder) as host:
            answer = host.ask(line)
        if self.as_json:
            print_object(answer)
        else:
            for piece in answer["text"]:
                click.echo(piece)

    def print(self, name: str, rows: Sequence[Any], columns: Columns, empty: str) -> None:
        """Print *rows* under *name* in an object, or as a table. *empty*: if there are none."""
        if self.as_json:
            print_object({name: rows})
        else:
            print_rows(rows, columns, empty)


def print_rows(rows: Sequence[Any], columns: Columns, empty: str) -> None:
    if rows:
        table(tuple(columns), [tuple(cell(row) for cell in columns.values()) for row in rows])
    else:
        say(empty)


def with_host(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that talks to a host. It gets them as `Admin`."""

    @with_data
    @with_config
    @with_json
    @wraps(command)
    def run(
        *, config_file: Path | None, data: Path | None, as_json: bool, **given: object
    ) -> None:
        command(Admin(config_file, data, as_json), **given)

    return run


def typed(text: str) -> str:
    """Return *text* as one line without control characters."""
    from parlour.wire.text import clean

    return " ".join(clean(text).split())
