"""docs/self-hosting.md is true: its config is one, its commands exist, its messages are said."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.config import Config, load

PAGE = (Path(__file__).parents[2] / "docs" / "self-hosting.md").read_text("utf-8")

COMMANDS = sorted(set(re.findall(r"(?:^\$ |`)(?:\S*/)?parlour ([^`\n>]+)", PAGE, re.M)))
"""What stands behind `parlour` at a prompt or in quotes."""


def resolve(words: str) -> tuple[click.Command, list[str]]:
    """The command that *words* begin with, and the rest of them."""
    command: click.Command = main
    rest = words.split()
    while isinstance(command, click.Group):
        command = command.commands[rest.pop(0)]
    return command, rest


def test_the_config_of_the_page_can_be_used(folder: Path) -> None:
    (block,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S)
    (folder / "club-words.txt").write_text("club\n")
    (folder / "config.toml").write_text(block)
    config = load(folder / "config.toml")
    assert config.lexicons == {"club": folder / "club-words.txt"}
    assert (config.log, config.plugins) == (Config().log, Config().plugins)
    assert (config.limits.idle_s, config.limits.finished_games) == (0, 5000)
    assert config.store.data == "/srv/parlour"


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_of_the_page_exists(words: str) -> None:
    command, rest = resolve(words)
    options = {option for item in command.params for option in item.opts}
    assert {word for word in rest if word.startswith("-")} <= options


def test_the_fault_of_the_page_is_said_so(folder: Path) -> None:
    (folder / "config.toml").write_text("[limits]\nconections = 50\n")
    said = CliRunner().invoke(main, ["config", "--check", "config.toml"]).stderr
    assert f"\n$ parlour config --check config.toml\n{said}" in PAGE


def test_the_table_of_plugins_is_printed_so() -> None:
    listed = CliRunner().invoke(main, ["plugins"]).stdout
    assert f"```text\n{listed}```" in PAGE.replace(
        "parlour 0.1.0", f"parlour {version('parlour')}"
    )


def test_the_service_starts_the_host() -> None:
    (words,) = re.findall(r"^ExecStart=/opt/parlour/bin/parlour (.*)$", PAGE, re.M)
    name, *arguments = words.split()
    command = main.commands[name]
    assert isinstance(command, click.Command)
    parsed = command.make_context(name, arguments).params
    assert parsed["config_file"] == Path("/etc/parlour.toml")
    assert parsed["data"] == Path("/var/lib/parlour")
