"""The bot that searches, at a table: the host gives it other positions, never the real one."""

from __future__ import annotations

from random import Random

from parlour import MoveSpec, Prompt, Reader, Seat, SeatArg, Verb
from parlour.api import MOST_SEATS
from parlour.candidates import NAMES, lines
from parlour.search import SearchBot, with_opponent
from tests.house.scene import new_host, ok
from tictactoe import TICTACTOE


def test_a_game_that_brings_no_bot_has_an_opponent_at_once() -> None:
    game = with_opponent(TICTACTOE)
    assert [bot.kind for bot in game.bots] == ["search"]
    assert with_opponent(game) is game
    host = new_host({"tictactoe": game})
    client = host.program("ann")
    ok(client, "new tictactoe", "bot search", "start")
    for space in range(1, 10):
        if not client.events("over"):
            client.send(f"play {space}")
            host.wait(1)
    (over,) = client.events("over")
    assert over[1]["reason"] == "finished"
    assert isinstance(game.bots[0], SearchBot)


def test_it_can_name_a_player_at_any_seat() -> None:
    """What it would type for the last seat is read as that seat."""
    last = Seat(MOST_SEATS)
    ask = MoveSpec(Verb("ask", "ask PLAYER", "ask somebody"), (SeatArg("player", (last,)),))
    [(verb, word)] = lines(Prompt((ask,)), NAMES, Random(1))
    assert verb == "ask"
    assert Reader(Seat(1), NAMES).seat(word) == last
