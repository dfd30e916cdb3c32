"""The rules of Tic-tac-toe, what people read, and what the kit finds."""

from __future__ import annotations

import pytest

from parlour import Refused, Seat
from parlour_kit import GameDriver, check_game
from tictactoe import TICTACTOE, Board, Marked, Play

X, O = Seat(1), Seat(2)  # noqa: E741


def _played(*spaces: int) -> GameDriver[Board, Play, Marked, Board, Marked]:
    game = GameDriver(TICTACTOE, seats=2)
    for at, space in enumerate(spaces):
        game.move((X, O)[at % 2], Play(space))
    return game


def test_three_in_a_row_win() -> None:
    game = _played(1, 4, 2, 5, 3)
    assert game.over
    assert game.winners == {X}
    assert game.told(O) == ["ann marks 3."]
    assert game.shown(O) == [
        "   [X]  [X]  [X]",
        "    O    O    6",
        "    7    8    9",
        "",
        "X: ann - O: bob",
    ]


def test_a_full_board_is_a_draw() -> None:
    game = _played(1, 2, 3, 5, 4, 6, 8, 7, 9)
    assert game.over
    assert game.winners == {X, O}


def test_only_free_spaces_can_be_marked_and_only_in_turn() -> None:
    game = _played(5)
    assert game.parsed(O, "play", "9") == game.parsed(O, "play", "play 9") == Play(9)
    with pytest.raises(Refused, match=r"5 isn't open to you now\. Type: play SPACE \("):
        game.parsed(O, "play", "5")
    with pytest.raises(Refused, match="nothing is asked of you"):
        game.parsed(X, "play", "1")
    *board, question = game.asked(O)
    assert "    4    X    6" in board
    assert question == "Your turn: play SPACE (space: 1, 2, 3, 4, 6, 7, 8, 9)"


def test_who_leaves_loses() -> None:
    game = _played(5)
    game.leave(X)
    assert game.over
    assert game.winners == {O}


def test_the_kit_finds_nothing() -> None:
    assert check_game(TICTACTOE, seeds=range(1)).counts["games"] == 1
