"""The games of `examples/games`: they need nothing but the kit, and a real host plays them."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from importlib import import_module
from random import Random
from typing import Final

import pytest

from parlour import CONTRACT, AnyGame
from parlour.plugins import game_faults
from parlour_kit.playing import play, random_options
from tests.e2e.thousand import EXAMPLES, FOLDER
from tests.e2e.thousand import play as play_over_tcp
from tests.sizes import sized
from tools.lines import counted

NAMES: Final = EXAMPLES
ALLOWED: Final = {
    "parlour",
    "parlour.parts",
    "msgspec",
    "msgspec.structs",
    "pytest",
    "hypothesis",
    "__future__",
}
STANDARD: Final = {
    *("collections", "dataclasses", "enum", "functools", "importlib", "itertools", "math"),
    *("random", "re", "typing"),
}
GAMES_OVER_TCP: Final = sized(1, 6)


def game_of(name: str) -> AnyGame:
    """The game that the plugin *name* offers."""
    game: AnyGame = import_module(name).register_games()[0]
    assert game.id == name
    return game


@pytest.mark.parametrize("name", NAMES)
def test_a_game_imports_the_kit_and_nothing_else_of_the_host(name: str) -> None:
    """Nor anything of the world outside. Its tests may look for its files."""
    for path in (FOLDER / name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for module in modules:
                known = module in ALLOWED or module.split(".")[0] in {*STANDARD, name}
                known |= f"{module}.".startswith("parlour_kit.")
                known |= module == "pathlib" and path.name.startswith("test_")
                assert known, f"{path} imports {module}: neither the kit nor in STANDARD above"


@pytest.mark.parametrize("name", NAMES)
def test_the_host_finds_no_fault_with_a_game(name: str) -> None:
    """And its distribution offers it by its name."""
    assert game_faults(game_of(name), lexicons=["en"]) == []
    project = tomllib.loads((FOLDER / name / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["parlour"] == {name: name}
    assert project["name"] == f"parlour-{name}"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_names_the_newest_contract(name: str) -> None:
    """In its module, for a host, and in its distribution, for pip: it is there to be copied."""
    project = tomllib.loads((FOLDER / name / "pyproject.toml").read_text("utf-8"))["project"]
    assert import_module(name).parlour_contract == CONTRACT
    assert "parlour>=0.10" in project["dependencies"]


def test_the_gallery_has_every_game_with_its_lines() -> None:
    """The shortest one first."""
    page = (FOLDER / "README.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| \[.+\]\((\w+)/README\.md\) \|.*\| (\d+) \|$", page)
    lines = {name: counted(FOLDER / name)["code"] for name in NAMES}
    assert [(name, int(count)) for name, count in rows] == sorted(
        lines.items(), key=lambda row: row[1]
    )


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end(name: str) -> None:
    """With any options and numbers of players."""
    game = game_of(name)
    for seed in range(sized(2, 5)):
        rng = Random(seed)
        seats = rng.choice(game.seats)
        *_, last = play(game, rng, seats=seats, options=random_options(game, rng))
        assert game.rules.is_over(last.state)


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_of_a_game_fits_into_forty_columns(name: str) -> None:
    """The rules and the topics are wrapped by the host; all else is held by the kit."""
    game = game_of(name)
    words = re.findall(r"\S+", game.rules_text + " ".join(topic.text for topic in game.topics))
    assert max(map(len, words)) < 40
    assert game.topics, "declare topics of the rules, as the other games here do"
    assert game.rules_text.isascii()


def test_random_games_over_tcp_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """With bots and watchers; the host has nothing to complain about. The first is of Cheat."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(str(FOLDER / name) for name in NAMES))
    figures = play_over_tcp(GAMES_OVER_TCP, seed=6, at_once=7, modules=NAMES)
    assert len(figures.games) == GAMES_OVER_TCP
    assert {played.started["game"] for played in figures.games} <= set(NAMES)
