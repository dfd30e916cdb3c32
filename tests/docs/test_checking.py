"""docs/checking.md: the list of checks, and the game whose code changes while Ann plays it."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from parlour.__main__ import main
from tests.docs.pages import ROOT
from tests.e2e.peer import Peer, peer
from tests.e2e.serving import serving
from tools.follow_tutorial import Command, agrees, steps

PAGE = ROOT / "docs" / "checking.md"
TEXT = PAGE.read_text("utf-8")


def test_the_list_of_checks_is_the_command_s() -> None:
    """Word by word."""
    shown = next(step.shown for step in steps(TEXT) if isinstance(step, Command))
    assert shown == CliRunner().invoke(main, ["check-game", "--list"]).output


def session() -> list[str]:
    """The lines of the session on the page."""
    block = re.search(r"<!-- The tests play this. -->\n\n```text\n(.*?)```", TEXT, re.DOTALL)
    assert block is not None
    return block[1].splitlines()


def save(file: Path, change: str) -> None:
    """Change a file as the line says, in one step, as editors do."""
    old, _, new = change.partition(" -> ")
    text = file.read_text("utf-8")
    assert text.count(old) == 1, change
    other = file.with_suffix(".new")
    other.write_text(text.replace(old, new), "utf-8")
    other.replace(file)


def read_up_to(ann: Peer, wanted: str) -> None:
    """Read lines until one is the wanted one."""
    seen: list[str] = []
    while not seen or not agrees(wanted, seen[-1]):
        seen.append(ann.read())
        assert len(seen) < 60, (wanted, seen)


def test_code_changes_while_ann_plays(tmp_path: Path) -> None:
    """A rule, a text, a scene, a syntax error, an exception: what she reads."""
    made = CliRunner().invoke(
        main, ["new-game", "hilo", "--kind", "realtime", "--in", str(tmp_path)]
    )
    assert made.exit_code == 0
    file = tmp_path / "hilo" / "hilo" / "__init__.py"
    words = ("--plugin", str(tmp_path / "hilo"), "--reload")
    with serving("", *words) as host, peer(host.port) as ann:
        for line in session():
            if line.startswith("> "):
                ann.send(line[2:])
            elif line.startswith("# "):
                save(file, line[2:])
            else:
                read_up_to(ann, line)
        host.stop()
