"""The comparison of moves: it plays whole games of both, and reports on them."""

from __future__ import annotations

from tools.bench.moves import ANY, report


def test_the_report_tells_the_multiple_and_the_goal() -> None:
    found = {
        ("probe", ANY): [100.0, 300.0],
        ("password", "clue"): [200.0],
        ("password", "guess"): [400.0],
    }
    lines = list(report(found, 1))
    assert lines[-2:] == [
        "a clue, of a move of Probe    1.00, at most 1.5: met",
        "a guess, of a move of Probe    2.00, at most 1.5: NOT MET",
    ]
    assert "probe, move             2      200    100     300      1.00" in lines
    assert all(len(line) < 80 for line in lines)
