"""A game that the client has never seen is played with the Tab key and what the screen says."""

from __future__ import annotations

from parlour_kit.host import Host
from tests.clients.glass import Glass, on_screen
from tests.docs.sticks import STICKS


async def _until_over(glass: Glass, *keys: str) -> int:
    """Press *keys* at every turn until the game is over; how often that was."""
    turns = 0
    while "game over" not in glass.row(0):
        assert "=> " in glass.text, glass.text
        await glass.press(*keys)
        turns += 1
        assert turns < 100, glass.text
    return turns


@on_screen()
async def test_hunt_is_played_by_completion_alone(glass: Glass) -> None:
    """Moves with a verb, a player and a number; a bare word before; all out of the prompts."""
    # Not one word of these is the name of anything in the game, but the game itself.
    await glass.press("n", "Tab", "h", "Tab", "top=", "2", "Enter")
    await glass.press("b", "Tab", "Enter")
    await glass.press("star", "Tab", "Enter")
    assert "=> Hide a number from 1 to 2." in glass.text
    await glass.press("Tab", "Tab", "Enter")
    turns = await _until_over(glass, "Tab", " ", "Tab", "Tab", "Enter")
    assert turns >= 1
    assert "<- winner" in glass.text
    assert "Again: rematch" in glass.text
    moves = [line for line in glass.line.asked if line.startswith(("@", "/hide"))]
    assert moves[0] == "/hide 2"
    assert all(line.split(" ", 1)[1].startswith("/try Ada ") for line in moves[1:])


@on_screen(host=lambda: Host({"sticks": STICKS}))
async def test_sticks_is_played_by_its_bare_words(glass: Glass) -> None:
    """Its prompts ask for a number and nothing else."""
    await glass.type("new sticks sticks=7", "bot", "start")
    assert "=> |||||||  How many do you take?" in glass.text
    await _until_over(glass, "Tab", "Enter")
    words = [line for line in glass.line.asked if line.startswith("/take")]
    assert words == ["/take 1"] * 4


@on_screen(80, 40)
async def test_the_game_can_be_found_out_by_asking(glass: Glass) -> None:
    """Rules, what can be done, and a question of the game: all without leaving the screen."""
    await glass.type("rules hunt")
    assert "Everybody hides a number." in glass.text
    await glass.type("new hunt", "bot", "start", "7")
    await glass.press("?")
    assert "such as try Ada 1" in glass.text
    await glass.press("count ", "Tab", "Enter")
    assert "Ada: 20 possible." in glass.text
