"""docs/tutorial.md: its changes fit the scaffold, and the kit finds the leak that it makes.

`python -m tools.follow_tutorial WHEEL`, which `./dev test` runs, follows the whole page in a fresh
environment.
"""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from parlour.__main__ import main
from tests.plugins_host.toss import forgotten
from tools.follow_tutorial import PAGE, Change, Command, agrees, said, steps

STEPS = list(steps(PAGE.read_text("utf-8")))


def test_the_page_is_followed_up_to_its_leak(tmp_path: Path) -> None:
    """Each change replaces exactly one line, and the check prints what the page shows."""
    (tmp_path / "here").mkdir()
    with forgotten(tmp_path):
        assert followed(tmp_path / "here") == 1


def followed(folder: Path) -> int:
    """Make the game and its changes in *folder*. Return how many leaks were found as shown."""
    found = 0
    for step in STEPS:
        if isinstance(step, Change):
            step.make(folder)
        elif step.line.startswith("parlour new-game"):
            words = step.line.split()[1:]
            assert CliRunner().invoke(main, [*words, "--in", str(folder)]).exit_code == 0
        elif "--only" in step.line:
            words = step.line.split()[1:]
            words[1] = str(folder / "hilo")
            done = CliRunner().invoke(main, words)
            assert agrees(step.shown, done.output.replace(words[1], "./hilo")), done.output
            found += 1
    return found


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
