"""How commands fail, and options that several of them share."""

from __future__ import annotations

import sys
from pathlib import Path
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
