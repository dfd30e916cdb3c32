"""How commands fail, and options that several of them share."""

from __future__ import annotations

import sys
from collections import UserDict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final

import click

INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells count it."""


class Refusal(click.ClickException):
    """The command ran and refused: one or more lines on stderr."""

    exit_code = 1


class Misuse(click.ClickException):
    """The command line or the config is wrong: one or more lines on stderr."""

    exit_code = 2


class OneLineGroup(click.Group):
    """Commands that return their exit code and report errors in one line.

    Click itself would also print the usage, a hint and an empty line.
    """

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave with its exit code."""
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            code = error.exit_code
        except click.ClickException as error:
            click.echo(_harmless(error.format_message()), err=True)
            code = error.exit_code
        except click.Abort:
            code = INTERRUPTED
        sys.exit(code)


class LateCommands(UserDict[str, Any]):
    """Commands by their names, each imported when it is used, so that all start quickly.

    It is made of the `module:name` of each. To them come the entry points `parlour.commands` of
    our own distribution: so the kit has commands here, and the host does not import the kit.
    """

    def __getitem__(self, name: str) -> click.Command:
        """Import the command. Raises KeyError if there is none of this name."""
        command: click.Command = resolve_name(self.data.get(name) or _brought()[name])
        return command

    def __contains__(self, name: object) -> bool:
        return name in self.data or name in _brought()

    def __iter__(self) -> Iterator[str]:
        return iter({**self.data, **_brought()})

    def __len__(self) -> int:
        return len({**self.data, **_brought()})


@cache
def _brought() -> Mapping[str, str]:
    """Return where the commands are that come from outside of the host."""
    from importlib.metadata import distribution

    found = distribution("parlour").entry_points.select(group="parlour.commands")
    return {each.name: each.value for each in found}


def _harmless(text: str) -> str:
    """Return the lines of *text*, which may quote a file, without what could harm a screen."""
    from parlour.wire.text import clean

    return "\n".join(map(clean, text.split("\n")))


FILE: Final = click.Path(path_type=Path)

with_config: Final = click.option(
    "--config", "config_file", type=FILE, metavar="FILE", help="Use this config file."
)
with_plugins: Final = click.option(
    "--plugin",
    "modules",
    multiple=True,
    metavar="MODULE",
    help="Load this Python module, or the project in this folder, as a plugin. You can repeat it.",
)
with_data: Final = click.option(
    "--data", type=FILE, metavar="DIR", help="The host's data directory."
)
ROWS: Final = click.IntRange(1, 1_000_000)
"""How many rows a list may be asked for: more than any host keeps."""
with_json: Final = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
