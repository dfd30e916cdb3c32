"""The comparison of Boggle solvers: contestants answer alike, the report tells who does not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from parlour.lexicons import load_english
from parlour_boggle.board import Board
from parlour_boggle.dice import DICE, draw
from parlour_boggle.solver import scan
from tools.bench.boggle import Figures, report
from tools.bench.solving import digest, main, walk


@pytest.mark.sweep
@pytest.mark.parametrize("traced", [False, True])
def test_a_contestant_says_what_it_found_and_used(
    traced: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boards = [draw(DICE["1976"], Random(seed)) for seed in range(2)]
    task = {
        "lexicon": "en",
        "words": "",
        "boards": [board.faces for board in boards],
        "passes": 1,
        "traced": traced,
    }
    (tmp_path / "task").write_text(json.dumps(task))
    main("parlour", str(tmp_path / "task"))
    found = json.loads(capsys.readouterr().out)
    assert found["answers"] == [digest(scan(board, load_english()).words) for board in boards]
    assert found["ready"]["cpu_ms"] >= 0
    if traced:
        assert found["traced_peak"] >= found["traced"] > 0
    else:
        assert len(found["passes"]) == 1


def test_the_trie_knows_qu() -> None:
    root = {"q": {"u": {"a": {"d": {"": "quad"}, "": "qua"}}}, "a": {"q": {"": "aq"}}}
    faces = ("qu", "a", "d", *"x" * 13)
    assert walk(root, faces) == {"qua", "quad"}
    assert Board(faces).size == 4


def test_the_report_tells_goals_and_wrong_answers() -> None:
    ours = Figures("parlour", 0.4, 0.5, 20, 2, 9, 5, ["a", "b"])
    right = Figures("trie", 0.8, 0.8, 500, 100, 100, 110, ["a", "b"])
    wrong = Figures("pyggle", 2.0, 2.0, 900, 150, 150, 160, ["a", "c"])
    lines = list(report([ours, right, wrong], 2))
    assert [line.split()[-1] for line in lines if line.startswith(("parl", "trie", "pygg"))] == [
        "0",
        "0",
        "1",
    ]
    assert [line.endswith(": met") for line in lines if "at most" in line] == [True] * 3
    assert lines[-1].startswith("beside the best peer: 5.0 times in time")
    assert all(len(line) < 80 for line in lines)
    late = Figures("parlour", 0.6, 0.6, 20, 2, 9, 25, ["a", "b"])
    assert sum(": NOT MET" in line for line in report([late, right], 2)) == 2
