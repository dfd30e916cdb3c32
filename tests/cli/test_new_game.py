"""`parlour new-game`: each kind passes its own checks at once, and plays over a socket."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from runpy import run_path

import pytest
from click.testing import CliRunner, Result

from parlour import CONTRACT
from parlour.__main__ import main
from parlour.plugins import game_faults
from parlour_kit import CHECK_NAMES
from parlour_kit.cli.authoring import KINDS
from tests.e2e.peer import Peer, peer
from tests.e2e.serving import serving
from tests.e2e.thousand import EXAMPLES

FIRST = {
    "secret": "write NUMBER",
    "turns": "take STONES",
    "cards": "Your turn: ",
    "realtime": " = ?",
    "teams": "hide NUMBER",
}
"""What somebody reads soon after the start of each kind, whatever is dealt."""


def made(folder: Path, name: str, *words: str) -> Result:
    """Run `parlour new-game` in *folder*."""
    return CliRunner().invoke(main, ["new-game", name, "--in", str(folder), *words])


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    """A game of each kind."""
    for kind in KINDS:
        done = made(tmp_path, f"my{kind}", "--kind", kind)
        assert done.exit_code == 0, done.output
    return [tmp_path / f"my{kind}" for kind in KINDS]


def run(*command: str, folder: Path) -> None:
    """Run a tool of this environment, which must find nothing."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_new_game_is_well_kept(games: list[Path], tmp_path: Path) -> None:
    """Format, lint, and no template word is left."""
    names = [folder.name for folder in games]
    run("ruff", "check", *names, folder=tmp_path)
    run("ruff", "format", "--check", *names, folder=tmp_path)
    for folder in games:
        for file in folder.rglob("*.*"):
            if file.is_file():
                assert not re.search(r"__(game|title|year|license|files)", file.read_text("utf-8"))
        own = (folder / folder.name / "__init__.py").read_text("utf-8")
        assert f'parlour_contract = "{CONTRACT}"' in own


def test_a_new_game_has_its_types(games: list[Path], tmp_path: Path) -> None:
    """Mypy, strict, over all of them at once."""
    packages = [word for folder in games for word in ("-p", folder.name)]
    (tmp_path / "packages").mkdir()
    for folder in games:
        (folder / folder.name).rename(tmp_path / "packages" / folder.name)
    run("mypy", "--strict", *packages, folder=tmp_path / "packages")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_copied_under_a_new_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the files that every new game has. Its own tests hold for the copy."""
    mine = f"my{name}"
    done = made(tmp_path, mine, "--from", name)
    assert done.exit_code == 0, done.output
    folder = tmp_path / mine
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    (game,) = import_module(mine).register_games()
    assert (game.id, game.title) == (mine, mine.capitalize())
    assert game_faults(game, lexicons=["en"]) == []
    assert sys.modules[type(game.rules).__module__].__name__.split(".")[0] == mine
    for file in folder.rglob("*.py"):
        text = file.read_text("utf-8")
        assert not re.search(rf"(from|import) {name}\b", text)
        assert "__game__" not in text
    assert (folder / "tests" / "test_checks.py").is_file()
    assert f"| `{mine}/__init__.py` | " in (folder / "README.md").read_text("utf-8")


def test_the_tests_of_a_copy_hold(tmp_path: Path) -> None:
    assert made(tmp_path, "rows", "--from", "tictactoe").exit_code == 0
    run("pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py", folder=tmp_path / "rows")


def test_what_cannot_be_copied_is_said_in_one_line(tmp_path: Path) -> None:
    done = made(tmp_path, "mine", "--from", "nothing")
    assert done.output == (
        f"There is no example game 'nothing'. There are: {', '.join(EXAMPLES)}\n"
    )
    done = made(tmp_path, "mine", "--from", "spades", "--kind", "turns")
    assert done.output == "Say --kind or --from, not both.\n"
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_passes_every_check(kind: str, tmp_path: Path) -> None:
    """As the last line of what `new-game` prints says."""
    name = f"check{kind}"
    assert made(tmp_path, name, "--kind", kind).exit_code == 0
    done = CliRunner().invoke(main, ["check-game", str(tmp_path / name), "--games", "1"])
    assert f"{name}: all {len(CHECK_NAMES)} checks passed" in done.output
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_of_a_new_game_hold(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As its own tests say."""
    assert made(tmp_path, f"held{kind}", "--kind", kind).exit_code == 0
    monkeypatch.setattr(sys, "path", [str(tmp_path / f"held{kind}"), *sys.path])
    tests = run_path(str(tmp_path / f"held{kind}" / "tests" / "test_rules.py"))
    found = [test for name, test in tests.items() if name.startswith("test_")]
    assert len(found) > 1
    for test in found:
        test()


def until(ann: Peer, words: str) -> list[str]:
    """What she reads up to a line with these words."""
    lines = [ann.read()]
    while words not in lines[-1]:
        lines.append(ann.read())
    return lines


def test_new_games_are_played_over_a_socket(games: list[Path]) -> None:
    """Ann opens a table of each kind, fills it with bots, and plays."""
    words = [word for folder in games for word in ("--plugin", str(folder))]
    with serving("", *words) as host, peer(host.port) as ann:
        ann.send("ann")
        for kind in KINDS:
            ann.send(f"new my{kind}")
            for _ in range(3):
                ann.send("bot")
            ann.send("start")
            assert all("frozen" not in line for line in until(ann, FIRST[kind]))
            ann.send("/leave yes")


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    """Nothing is written over."""
    (tmp_path / "hilo").mkdir()
    done = made(tmp_path, "hilo")
    assert "exists already" in done.output
    assert done.exit_code == 1
    assert list((tmp_path / "hilo").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Hi-lo", "must be 2 to 16 lower-case letters"),
        ("class", "class is a word of Python"),
        ("probe", "There is a game probe already"),
        ("random", "There is a Python module random already"),
    ],
)
def test_a_name_that_cannot_be_used(name: str, says: str, tmp_path: Path) -> None:
    """One line says what would be right."""
    done = made(tmp_path, name)
    assert says in done.output
    assert done.exit_code == 2


def test_without_a_licence(tmp_path: Path) -> None:
    """The author has to choose one."""
    assert made(tmp_path, "hilo", "--license", "none").exit_code == 0
    assert not (tmp_path / "hilo" / "LICENSE").exists()
    assert "choose one before" in (tmp_path / "hilo" / "pyproject.toml").read_text("utf-8")
