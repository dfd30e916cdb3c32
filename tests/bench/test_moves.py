"""The comparison of moves: it plays whole games of both, and reports on them."""

from __future__ import annotations

from bench.moves import ANY, measure, report


def test_it_measures_the_moves_of_whole_games() -> None:
    """Every kind of move that four at a table make when nobody leaves or challenges."""
    found = measure(1)
    verbs = {"clue", "insist", "guess", "pass", "next"}
    assert {*found} == {("probe", ANY), *(("password", verb) for verb in verbs)}
    assert len(found["password", "next"]) == 9 * 4
    assert all(us > 0 for all_us in found.values() for us in all_us)


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
