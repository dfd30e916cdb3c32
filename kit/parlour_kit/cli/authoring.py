"""Begin a game, made from templates by plain substitution: `parlour new-game`."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

import click

from parlour.cli._group import FILE, Misuse, Refusal
from parlour_kit.cli._copying import copied, described, examples

KINDS: Final = ("secret", "turns", "cards", "realtime", "teams")
LICENSES: Final = ("MIT", "none")
_COMMON: Final[Mapping[str, str]] = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "checks.yml": ".github/workflows/checks.yml",
    "conftest.py": "conftest.py",
    "test_checks.py": "tests/test_checks.py",
}
"""The templates that all kinds share, and where they go."""
_USUAL: Final = "secret"
"""The kind of a game for which nobody chose one."""
_NAME: Final = re.compile(r"[a-z]{2,16}")


@click.command("new-game")
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    help="The kind of game to begin with, each in one file: in turns, with cards, in real time, "
    "in teams. secret, the usual one, is that of the tutorial.",
)
@click.option(
    "--from",
    "example",
    metavar="GAME",
    help="Begin with a copy of an example game, such as: spades",
)
@click.option(
    "--license", "license_name", type=click.Choice(LICENSES), default="MIT", help="Its licence."
)
@click.option("--in", "parent", type=FILE, metavar="DIR", help="Make the folder in DIR.")
def new_game(
    name: str, kind: str | None, example: str | None, license_name: str, parent: Path | None
) -> None:
    """Make the folder NAME with a small game to start from.

    It can be played at once, and has tests and packaging.
    """
    if not _NAME.fullmatch(name):
        raise Misuse(f"The name {name!a} must be 2 to 16 lower-case letters, such as: hilo")
    if keyword.iskeyword(name):
        raise Misuse(f"{name} is a word of Python. Choose another name.")
    if name in entry_points(group="parlour").names:
        text = (
            f"There is a game {name} already, and a host would use neither. Choose another name."
        )
        raise Misuse(text)
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise Misuse(f"There is a Python module {name} already. Choose another name.")
    known = examples() if example is not None else {}
    if example is not None and example not in known:
        raise Misuse(f"There is no example game {example!a}. There are: {', '.join(known)}")
    if example is not None and kind is not None:
        raise Misuse("Say --kind or --from, not both.")
    folder = (parent or Path.cwd()) / name
    if folder.exists():
        raise Refusal(f"{folder} exists already. Nothing was changed.")
    try:
        begun = [*rendered(name, kind or _USUAL, license_name, known.get(example or ""))]
        for path, text in begun:
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    except OSError as error:
        raise Refusal(f"The files cannot be written: {error}") from error
    parlour = _command()
    click.echo(
        f"{folder} holds a game that plays.\n"
        f"To check it: {parlour} check-game {_shown(folder)}\n"
        f"To see it from every seat: {parlour} try {_shown(folder)}\n"
        f"To play it with others: {parlour} serve --plugin {_shown(folder)} --reload\n"
        f"Then look at {_shown(folder / _rules_of(name, begun))}, and read its README.md."
    )


def _command() -> str:
    """Return what to type for `parlour`: in a checkout, where no shell finds it, its path."""
    program = Path(sys.argv[0])
    found = program.name != "parlour" or shutil.which("parlour") is not None
    return "parlour" if found else _shown(program)


def _rules_of(name: str, begun: Iterable[tuple[PurePosixPath, str]]) -> PurePosixPath:
    """Return the module in which the rules are."""
    rules = PurePosixPath(name, "rules.py")
    return rules if rules in dict(begun) else PurePosixPath(name, "__init__.py")


def _shown(folder: Path) -> str:
    """Return the folder as short as it can be typed."""
    here = Path.cwd()
    return f"./{folder.relative_to(here)}" if folder.is_relative_to(here) else str(folder)


def rendered(
    name: str, kind: str, license_name: str, source: Traversable | None = None
) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield the path and the text of each file of the game *name*: of a *kind*, or a copy of
    *source*.
    """
    words = {
        "__game__": name,
        "__title__": name.capitalize(),
        "__year__": str(datetime.now(UTC).year),
        "__license_line__": _license_line(license_name),
    }
    places = {f"common/{file}": place for file, place in _COMMON.items()}
    if source is None:
        places[f"{kind}/init.py"] = f"{name}/__init__.py"
        places[f"{kind}/test_rules.py"] = "tests/test_rules.py"
        words["__files__"] = f"| `{name}/__init__.py` | the whole game |"
    else:
        copy = [*copied(name, source)]
        yield from copy
        words["__files__"] = described(copy, name)
    if license_name == "MIT":
        places["common/MIT"] = "LICENSE"
    folder = files("parlour_kit") / "data" / "new_game"
    for template, place in places.items():
        text = (folder / f"{template}.txt").read_text("utf-8")
        for word, value in words.items():
            text = text.replace(word, value)
        if source is not None:  # whose imports are in another order now
            text = text.replace('"F", "I", "SIM"', '"F", "SIM"')
        yield PurePosixPath(place), text
    yield PurePosixPath(name, "py.typed"), ""


def _license_line(license_name: str) -> str:
    if license_name == "none":
        return '# license = "..."  # choose one before you give the game to others'
    return f'license = "{license_name}"\nlicense-files = ["LICENSE"]'
