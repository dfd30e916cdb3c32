"""Blocks of other languages on the pages are at least read by what they are written for."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import pytest
import tomli

from parlour.__main__ import main
from parlour.config import read
from parlour.plugins import read_list
from parlour_client.settings import KEYS, read_settings
from tests.docs.pages import ROOT, Block, all_blocks
from tests.docs.script import agrees

RUN = ("config", "plugins", "--version", "--help")
"""What is run if it stands alone; of other commands only the options are read."""
_SHELL = re.compile(r" (?:[#>|]|&&)")
"""Where a command ends and the shell's own begins."""


@pytest.mark.parametrize("block", all_blocks("toml"), ids=lambda block: block.where)
def test_a_toml_block_can_be_loaded(block: Block, tmp_path: Path) -> None:
    """As the host's config, in which word lists and decks may be missing; as a pyproject.toml; or
    as the settings of the client.
    """
    text = "\n".join(block.lines)
    if block.page.name == "client.md":
        assert read_settings(text, block.where).keys == KEYS
        return
    tables = tomli.loads(text)
    if "project" in tables:
        return
    if "plugin" in tables:
        listed = tmp_path / "list.toml"
        listed.write_text(text, "utf-8")
        assert read_list(listed)
        return
    words = tmp_path / "words.txt"
    words.write_text("word\n", "utf-8")
    for section in ("lexicons", "decks"):
        for path in tables.get(section, {}).values():
            text = text.replace(str(path), str(words))
    read(text, block.where, tmp_path)


@pytest.mark.parametrize("block", all_blocks("python"), ids=lambda block: block.where)
def test_a_python_block_can_be_read(block: Block) -> None:
    """A block may be a few lines of a function, such as a `return`."""
    ast.parse("\n" * (block.line - 1) + "\n".join(block.lines), str(block.page))


def _commands() -> list[tuple[Block, str, tuple[str, ...]]]:
    """Every line behind a `$` in a console block, with what it shows."""
    found: list[tuple[Block, str, tuple[str, ...]]] = []
    for block in all_blocks("console"):
        if block.page.name == "tutorial.md":
            continue  # its commands are run in their order, by tools.follow_tutorial
        text = "\n".join(block.lines)
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append((block, command, tuple(shown.splitlines())))
    return found


@cache
def printed(name: str) -> str:
    """What that command prints, for all pages that show it."""
    with TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "parlour", name]
        done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder)
    return done.stdout


@pytest.mark.parametrize(
    ("block", "command", "shown"),
    _commands(),
    ids=[f"{block.where}: {command}" for block, command, _ in _commands()],
)
def test_a_command_can_be_given(block: Block, command: str, shown: tuple[str, ...]) -> None:
    """`parlour` commands are run if they need no file, and must show what the page shows."""
    words = shlex.split(_SHELL.split(command)[0])
    match words:
        case ["./dev", *rest]:
            done = subprocess.run([ROOT / "dev"], capture_output=True, text=True, check=True)
            assert not rest or f"\n  {rest[0]} " in done.stdout, f"{block.where}: {command}"
        case ["parlour", name, *rest] if name in RUN and not rest:
            said = printed(name)
            assert not shown or agrees(shown, said.splitlines()), said
        case ["parlour", *rest]:
            found: click.Command = main
            while isinstance(found, click.Group) and rest and rest[0] in found.commands:
                found = found.commands[rest.pop(0)]
            found.make_context(found.name, rest, parent=click.Context(main))
        case _:
            pass  # not ours
