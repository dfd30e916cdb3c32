"""Begin a game: `parlour new-game`."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from parlour.cli._group import FILE, Misuse, Refusal
from parlour_kit.cli._scaffold import KINDS, LICENSES, rendered

_NAME: Final = re.compile(r"[a-z]{2,16}")


@click.command("new-game")
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="turns",
    help="The kind of game to begin with: in turns, with cards, in real time, in teams.",
)
@click.option(
    "--license", "license_name", type=click.Choice(LICENSES), default="MIT", help="Its licence."
)
@click.option("--in", "parent", type=FILE, metavar="DIR", help="Make the folder in DIR.")
def new_game(name: str, kind: str, license_name: str, parent: Path | None) -> None:
    """Make the folder NAME with a small game to start from.

    It can be played at once, and has tests and packaging.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise Misuse(f"The name {name!a} must be 2 to 16 lower-case letters, such as: hilo")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise Misuse(f"There is a Python module {name} already. Choose another name.")
    folder = (parent or Path.cwd()) / name
    if folder.exists():
        raise Refusal(f"{folder} exists already. Nothing was changed.")
    try:
        for path, text in rendered(name, kind, license_name):
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    except OSError as error:
        raise Refusal(f"The files cannot be written: {error}") from error
    click.echo(
        f"{folder} holds a game that plays.\n"
        f"To check it: parlour check-game {_shown(folder)}\n"
        f"To play it:  parlour serve --plugin {_shown(folder)} --reload\n"
        f"Then look at {name}/rules.py, and read README.md."
    )


def _shown(folder: Path) -> str:
    """Return the folder as short as it can be typed."""
    here = Path.cwd()
    return f"./{folder.relative_to(here)}" if folder.is_relative_to(here) else str(folder)
