"""docs/self-hosting.md is true: its config is one, its commands exist, its messages are said."""

from __future__ import annotations

import logging
import re
import resource
import time
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent
from types import CodeType
from typing import cast

import click
import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.cli import doctor
from parlour.cli._public import given_addresses
from parlour.cli.doctor import Diagnosis, firewall
from parlour.cli.serve import log_to_stderr
from parlour.config import Config, LogConfig, load
from tests.e2e.serving import running

PAGE = (Path(__file__).parents[2] / "docs" / "self-hosting.md").read_text("utf-8")

COMMANDS = sorted(set(re.findall(r"(?:^\$ |`)(?:\S*/)?parlour ([^`\n>]+)", PAGE, re.M)))
"""What stands behind `parlour` at a prompt or in quotes."""


def resolve(words: str) -> tuple[click.Command, list[str]]:
    """The command that *words* begin with, and the rest of them."""
    command: click.Command = main
    rest = words.split()
    while isinstance(command, click.Group) and rest and rest[0] in command.commands:
        command = command.commands[rest.pop(0)]
    return command, rest


def test_the_config_of_the_page_can_be_used(folder: Path) -> None:
    block, named, proxied, near = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S)
    (folder / "club-words.txt").write_text("club\n")
    (folder / "rare-letters.txt").write_text("Z 4\n")
    (folder / "config.toml").write_text(block)
    config = load(folder / "config.toml")
    assert config.lexicons == {"club": folder / "club-words.txt"}
    assert config.decks == {"rare": folder / "rare-letters.txt"}
    assert (config.log, config.plugins) == (Config().log, Config().plugins)
    assert (config.limits.idle_s, config.limits.finished_games) == (0, 5000)
    assert config.store.data == "/srv/parlour"
    for text in (named, proxied):
        (folder / "config.toml").write_text(text)
        done = CliRunner().invoke(main, ["config", "--check", "config.toml"])
        assert (done.exit_code, done.stderr) == (0, "")
        assert len(load(folder / "config.toml").web.hosts) == 1
    (folder / "config.toml").write_text(near)
    assert len(load(folder / "config.toml").server.near) == 2


def test_the_config_for_the_internet_is_public(folder: Path) -> None:
    """The names of its files fit the command that puts them there."""
    (block,) = re.findall(r"^   ```toml\n(.*?)^   ```$", PAGE, re.M | re.S)
    (folder / "config.toml").write_text(dedent(block))
    config = load(folder / "config.toml")
    assert config.server.public
    assert given_addresses(config) == [("play.example.org", 4005)]
    (live,) = re.findall(r"/etc/letsencrypt/live/play.example.org/\{(\w+),(\w+)\}.pem", PAGE)
    paths = (config.tls.certificate, config.tls.key)
    assert paths == tuple(f"/etc/parlour/{name}.pem" for name in live)


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
        "parlour 0.11.0", f"parlour {version('parlour')}"
    )


def shown(first: str) -> list[str]:
    """The lines of the block whose first line begins so."""
    (block,) = re.findall(rf"^```text\n({re.escape(first)}.*?)^```$", PAGE, re.M | re.S)
    return str(block).splitlines()


def test_the_host_says_at_its_start_what_the_page_shows() -> None:
    """The addresses and the folder are another computer's."""
    with running("--unguarded", "--data", "kept") as host:
        said = host.said
    page = shown("Parlour 0.11.0 on kitchen-pc")
    own = ("Data is kept in ", "Guests ", "On a phone ", "In a browser ", "Clients may use TLS. ")
    assert len(said) == len(page)
    for line, wanted in zip(said, page, strict=True):
        if line.startswith(own):
            assert wanted.startswith(own)
        else:
            assert line == wanted.replace("0.11.0", version("parlour"))
    address = re.compile(r"Guests join with:  nc (\S+) (\d+)   \(or telnet \1 \2\)")
    guests = address.fullmatch(page[-5])
    assert guests
    port = int(guests[2]) + 1
    assert page[-4] == f"On a phone or in a browser: http://{guests[1]}:{port}/"


def test_the_doctor_says_what_the_page_shows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a computer with free ports and no firewall."""

    def free(_: Config) -> Diagnosis:
        return Diagnosis("ok", "Port 4004 is free.")

    def free_too(_: Config) -> list[Diagnosis]:
        return [Diagnosis("ok", "Port 4005 is free, for browsers.")]

    def off(config: Config) -> Diagnosis:
        return firewall(config, folder)

    def unlimited(_: int) -> tuple[int, int]:
        return 1_024, resource.RLIM_INFINITY

    monkeypatch.setattr(doctor, "free_port", free)
    monkeypatch.setattr(doctor, "free_page", free_too)
    monkeypatch.setattr(resource, "getrlimit", unlimited)
    monkeypatch.setattr(doctor, "firewall", off)
    said = CliRunner().invoke(main, ["doctor", "--data", "/srv/parlour"]).stdout
    said = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "2026-09-21 20:15", said)
    assert said.splitlines() == shown("ok:      Port 4004 is free.")


def test_a_line_of_the_log_has_the_form_that_the_page_shows(
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (line,) = shown("2026-09-21 20:15:03 info: ")

    def evening(form: str, moment: time.struct_time) -> str:
        assert (form, moment.tm_year >= 2026) == ("%Y-%m-%d %H:%M:%S", True)
        return "2026-09-21 20:15:03"

    monkeypatch.setattr(time, "strftime", evening)
    logger = logging.getLogger("parlour")
    monkeypatch.setattr(logger, "handlers", logger.handlers)
    monkeypatch.setattr(logger, "propagate", logger.propagate)
    caplog.set_level(logger.level, "parlour")  # unlike monkeypatch it makes loggers forget theirs
    log_to_stderr(LogConfig())
    about = {"table": 3, "game": "probe", "record": "g12"}
    logging.getLogger("parlour.server").info("a game begins", extra={"fields": about})
    assert capsys.readouterr().err == f"{line}\n"


def said_by_the_host() -> str:
    """Every string in the programs of the host."""
    texts: list[str] = []
    left: list[object] = [
        SourceFileLoader(path.stem, str(path)).get_code(path.stem)
        for path in (Path(__file__).parents[2] / "host" / "parlour").rglob("*.py")
    ]
    while left:
        each = left.pop()
        match each:
            case str(text):
                texts.append(text)
            case tuple() | frozenset():
                left.extend(cast("Iterable[object]", each))
            case CodeType() as code:
                left.extend(code.co_consts)
            case _:
                pass
    return "\n".join(texts)


def test_every_message_of_the_page_is_said_so() -> None:
    """The messages in the table of troubles, and in the chapter on a full disk, piece by piece."""
    troubles = re.findall(r"^\| (.*?) \|", PAGE.split("## Troubleshooting\n")[1], re.M)
    full = PAGE.split("## If the disk is full\n")[1].split("\n#")[0]
    messages = re.findall(r"`([^`]{12,})`", "\n".join([*troubles, full]))
    pieces = [
        piece.strip()
        for message in messages
        if not message.startswith("parlour ")
        for piece in re.split(r"\d+|\.{3}|[(:]|another program|python3", message)
        if len(piece.strip()) > 6
    ]
    assert len(pieces) >= 10
    host = said_by_the_host()
    assert [piece for piece in pieces if piece not in host] == []
