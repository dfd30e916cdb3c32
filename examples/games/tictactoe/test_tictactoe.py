"""The rules of Tic-tac-toe, what people read, and what the kit finds."""

from __future__ import annotations

from pathlib import Path

import pytest

import tictactoe
from parlour import SPECTATOR, Reader, Refused, Seat, plain
from parlour_kit import GameDriver, check_game
from parlour_kit.translating import faults
from tictactoe import TICTACTOE, Board, Event, Play

X, O = Seat(1), Seat(2)  # noqa: E741


def _played(*spaces: int) -> GameDriver[Board, Play, Event, Board, Event]:
    game = GameDriver(TICTACTOE, seats=2)
    for at, space in enumerate(spaces):
        game.move((X, O)[at % 2], Play(space))
    return game


def test_three_in_a_row_win() -> None:
    game = _played(1, 4, 2, 5, 3)
    assert game.over
    assert game.winners == {X}
    assert game.told(O) == ["ann marks 3 with X.", "ann wins."]
    assert game.shown(O) == [
        "Tic-tac-toe",
        "",
        "   [X]  [X]  [X]",
        "    O    O    6",
        "    7    8    9",
        "",
        "X: ann - O: bob",
        "ann wins.",
    ]


def test_a_full_board_is_a_draw() -> None:
    game = _played(1, 2, 3, 5, 4, 6, 8, 7, 9)
    assert game.told(SPECTATOR)[-1] == "The board is full. Nobody wins."
    assert game.winners == {X, O}


def test_only_free_spaces_can_be_marked_and_only_in_turn() -> None:
    game = _played(5)
    assert game.parsed(O, "play", "9") == game.parsed(O, "play", "play 9") == Play(9)
    assert game.refused(O, Play(5)).text == "5 is taken. Choose a free number."
    assert game.refused(X, Play(1)).text == "It isn't your turn."
    *board, question = game.asked(O)
    assert "    4    X    6" in board
    assert question == "Your turn, you are O. Type the number of a free space:"


def test_the_example_of_a_space_is_a_free_one() -> None:
    game = _played(1, 2)
    with pytest.raises(Refused, match=r"such as: 3\Z"):
        game.parsed(X, "play", "12")


def test_who_leaves_loses() -> None:
    game = _played(5)
    assert game.leave(X)
    assert game.winners == {O}


def test_the_kit_finds_nothing() -> None:
    assert check_game(TICTACTOE, seeds=range(3)).counts["games"] == 3


def test_a_french_player_reads_french() -> None:
    game = _played(5)
    reader = Reader(O, {X: "ann", O: "bob"}, 79, "fr")
    assert plain(TICTACTOE.text_ui.draw(game.look(O), reader), 79, "fr")[-2:] == [
        "X : ann - O : bob",
        "\xc0 vous.",
    ]
    package = Path(tictactoe.__file__).parent
    assert faults(package, "fr") == []
