"""The bot that searches, at a table: the host gives it other positions, never the real one."""

from __future__ import annotations

from parlour.search import SearchBot, with_opponent
from tests.house.scene import new_host, ok
from tictactoe import TICTACTOE


def test_a_game_that_brings_no_bot_has_an_opponent_at_once() -> None:
    """It plays to the end."""
    game = with_opponent(TICTACTOE)
    assert [bot.kind for bot in game.bots] == ["search"]
    assert with_opponent(game) is game
    host = new_host({"tictactoe": game})
    client = host.program("ann")
    ok(client, "new tictactoe")
    ok(client, "bot search")
    ok(client, "start")
    for space in range(1, 10):
        if not client.events("over"):
            client.send(f"play {space}")
            host.wait(1)
    (over,) = client.events("over")
    assert over[1]["reason"] == "finished"
    assert isinstance(game.bots[0], SearchBot)
