"""Programs in an arena: they play, are told what was wrong, and leave nothing behind."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from parlour_kit.arena import Bounds, ProgramPlayer, compete
from parlour_kit.arena.process import children
from parlour_kit.arena.report import as_bytes
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
    return ProgramPlayer(f"{sys.executable} {file}", "mine", Bounds(think_s=20, memory_mb=200))


def test_a_program_plays_and_a_refused_line_costs_nothing(tmp_path: Path) -> None:
    act = "if 'told' not in globals(): told = print('/mark nowhere'); continue"
    result = compete(TICTACTOE, {"mine": program(tmp_path, act), "random": "random"}, pairs=1)
    own = msgspec.json.decode(as_bytes(result.as_json()))["players"]["mine"]
    assert own["refused"] == 2  # one in each game
    assert own["why_refused"].startswith("You can't mark now."), own
    assert (own["late"], own["substituted"], own["died"]) == (0, 0, 0)


def test_a_program_that_dies_has_lost_its_game(tmp_path: Path) -> None:
    mine = program(tmp_path, "sys.exit('my bug\\x07')")
    result = compete(TICTACTOE, {"mine": mine, "random": "random"}, pairs=1)
    own = result.as_json()["players"]["mine"]
    assert (own["won"], own["died"]) == (0, 2)
    assert own["why"] == "it ended with exit code 1"
    assert list(result.time_lines())[-1] == "mine wrote before it died: my bug?"


def test_what_cannot_be_started_has_lost_and_says_why(tmp_path: Path) -> None:
    """A program without a first line that says what runs it, and one that is not there."""
    (tmp_path / "bare").write_text("x", "utf-8")
    (tmp_path / "bare").chmod(0o755)
    bare = ProgramPlayer(f"{tmp_path}/bare", "bare")
    none = ProgramPlayer(f"{tmp_path}/none", "none")
    result = compete(TICTACTOE, {"bare": bare, "none": none}, pairs=1)
    assert result.as_json()["players"]["none"]["why"].endswith(
        "cannot be started: there is no such program"
    )
    assert list(result.time_lines())[-1].endswith("cannot be started: Exec format error")


def test_a_program_that_eats_memory_floods_and_leaves_processes_costs_itself_only(
    tmp_path: Path,
) -> None:
    act = (
        "subprocess.Popen(['setsid', 'sleep', '600']); print('x' * 1000 * 500); bytearray(1 << 30)"
    )
    mine = program(tmp_path, f"import subprocess; {act}")
    before = children()
    result = compete(TICTACTOE, {"mine": mine, "random": "random"}, pairs=1)
    own = result.as_json()["players"]["mine"]
    assert (own["won"], own["died"]) == (0, 2)
    assert list(result.time_lines())[-1] == "mine wrote before it died: MemoryError"
    assert children() <= before
