"""The way of a person's line through the house stays short enough to be read."""

from __future__ import annotations

from tools.way_of_a_move import HOUSE, below, entered, main, table

FILES, FUNCTIONS = 40, 186
"""What a move may enter in the house. Four of the files are entered for one small function each,
because the author's contract needs it: how arguments are read, what a game is, how it ends without
points, and rows of a scene that differ in length."""


def test_a_move_enters_few_functions() -> None:
    way = below(HOUSE, entered(table(), "ask bob z"))
    assert len({code.co_filename for code in way}) <= FILES
    assert len(way) <= FUNCTIONS


def test_the_report_names_what_is_entered() -> None:
    said: list[str] = []
    main(["--list", "say hello"], said.append)
    assert said[0] == "say hello"
    assert said[1].startswith("  house: ")
    assert any(row.endswith(" House.tick") for row in said)
    main(["bob z"], said.append)
    assert "bob z" in said
