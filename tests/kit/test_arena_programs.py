"""Programs in an arena: they play, are told what was wrong, and leave nothing behind."""

from __future__ import annotations

import sys
from pathlib import Path

from parlour_kit.arena import Bounds, ProgramPlayer, compete
from tictactoe import TICTACTOE

PLAYER = """
import json, sys
for line in sys.stdin:
    mark, word, rest = line.split(" ", 2)
    if mark == "*" and rest.startswith("prompt "):
        prompt = json.loads(rest.partition(" ")[2])
        move = prompt["moves"][0]
        {act}
        print(f"@{{prompt['prompt']}} /{{move['verb']}} {{move['args'][0]['choices'][0]}}")
"""


def program(folder: Path, act: str) -> ProgramPlayer:
    """A program that makes the first move of each prompt, after it has done *act*."""
    file = folder / "player.py"
    file.write_text(PLAYER.format(act=act), "utf-8")
    return ProgramPlayer(f"{sys.executable} {file}", "mine", Bounds(think_s=20))


def test_a_program_plays_and_a_refused_line_costs_nothing(tmp_path: Path) -> None:
    act = "if 'told' not in globals(): told = print('/mark nowhere'); continue"
    result = compete(TICTACTOE, {"mine": program(tmp_path, act), "random": "random"}, pairs=1)
    own = result.as_json()["players"]["mine"]
    assert own["refused"] == 2  # one in each game
    assert (own["late"], own["substituted"], own["died"]) == (0, 0, 0)


def test_a_program_that_dies_has_lost_its_game(tmp_path: Path) -> None:
    mine = program(tmp_path, "sys.exit(3)")
    result = compete(TICTACTOE, {"mine": mine, "random": "random"}, pairs=1)
    own = result.as_json()["players"]["mine"]
    assert (own["won"], own["died"]) == (0, 2)
    assert own["why"] == "it ended with exit code 3"
