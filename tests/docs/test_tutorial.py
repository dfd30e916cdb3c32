"""docs/tutorial.md: its changes fit the scaffold, and its sessions can be read.

`python -m tools.follow_tutorial WHEEL`, which `./dev test` runs, follows the whole page in a fresh
environment. It runs the checks, too, and compares the leak that they find with the page.
"""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from parlour.__main__ import main
from tools.follow_tutorial import PAGE, Change, Command, agrees, said, steps

STEPS = list(steps(PAGE.read_text("utf-8")))


def test_each_change_replaces_exactly_one_line(tmp_path: Path) -> None:
    made, *_ = (step for step in STEPS if isinstance(step, Command))
    words = made.line.split()[1:]
    assert CliRunner().invoke(main, [*words, "--in", str(tmp_path)]).exit_code == 0
    for step in STEPS:
        if isinstance(step, Change):
            step.make(tmp_path)


def test_the_page_has_steps() -> None:
    """A scaffold, checks, changes, a wheel."""
    lines = [step.line for step in STEPS if isinstance(step, Command)]
    assert [line.split()[1] for line in lines] == [
        *("new-game", "check-game", "check-game", "wheel", "install", "plugins")
    ]
    assert sum(isinstance(step, Change) for step in STEPS) == 4


def test_the_page_plays_on_two_screens() -> None:
    lines = said(PAGE.read_text("utf-8"))
    assert {line.who for line in lines} == {"ann", "bob"}
    assert "ann ?" in [line.text for line in lines if line.who == "bob" and not line.types]


def test_dots_stand_for_anything() -> None:
    """Also for several lines, or none."""
    assert agrees("a ... b\n...\nc\n", "a x b\ny\nz\nc\n")
    assert not agrees("a\n", "b\n")
