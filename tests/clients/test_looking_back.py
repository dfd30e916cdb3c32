"""A replay over the table: how it comes, what is heard of the table meanwhile, the way back."""

from __future__ import annotations

import pytest

from parlour_client.pending import Ended
from parlour_kit.host import Client
from tests.clients.glass import Glass, on_screen, watch
from tests.house.scene import new_host


async def _played(glass: Glass) -> Client:
    """A game of ann and bob that is over; bob's line."""
    bob = glass.host.person("bob")
    bob.send("new hunt seconds=30 top=9")
    await glass.type("join 1")
    bob.send("start")
    glass.host.wait(1)
    bob.send("5")
    glass.host.wait(1)
    await glass.type("7")
    bob.send("try ann 1", "propose abort")
    await glass.type("/accept")
    return bob


async def _looking_back(glass: Glass, line: str = "replay g1") -> Client:
    """He watches it once more, and it is paused."""
    bob = await _played(glass)
    await glass.type(line)
    await glass.press(" ")
    return bob


@on_screen()
async def test_it_opens_in_the_same_screen_with_keys_of_its_own(glass: Glass) -> None:
    await _looking_back(glass)
    assert glass.row(0).endswith("replay")
    assert glass.row(-1).startswith(" g1 as ann: 2/3, paused  ")
    assert "Space stop/go  Esc back  Right step" in glass.row(-1)
    assert "ann (you)" in glass.text
    await glass.press("Right")
    assert glass.row(-1).startswith(" g1 as ann: 3/3, end  ")
    await glass.press("Left", "Left")
    assert glass.row(-1).startswith(" g1 as ann: 1/3, paused  ")


@pytest.mark.parametrize("columns", [80, 120])
def test_its_end_offers_nothing_that_only_a_table_has(columns: int) -> None:
    async def script(glass: Glass) -> None:
        await _looking_back(glass, "replay g1 9x")
        for _ in range(20):
            await glass.press("Right")
        assert "The game was called off." in glass.text
        assert "This is the end." in glass.text
        assert "restart" in glass.text
        assert "rematch" not in glass.text
        assert "See it again" not in glass.text

    watch(new_host(), columns, 40, script)


@on_screen()
async def test_what_is_asked_there_is_told_and_asks_for_nothing(glass: Glass) -> None:
    await _looking_back(glass)
    await glass.type("restart")
    await glass.press("Right")
    assert "   ann is asked: Hide a number from 1 to 9." in glass.text
    assert "=>" not in glass.text
    await glass.type("try bob 5")
    assert "! This is a replay. You can type: " in glass.text


@on_screen()
async def test_it_is_seen_as_somebody_else_out_of_the_host(glass: Glass) -> None:
    await _looking_back(glass, "replay g1 BOB")
    assert "g1 as bob" in glass.row(-1)
    await glass.type("seat watcher")
    assert "g1 as a watcher" in glass.row(-1)
    await glass.type("seat eve")
    assert "! Who saw it? Name a player (bob, ann), a seat, or watcher." in glass.text
    assert "g1 as a watcher" in glass.row(-1)


@pytest.mark.parametrize(
    "keys", [("Escape",), ("CtrlC",), ("CtrlD",), ("q", "Enter"), ("quit", "Enter")]
)
def test_there_are_many_ways_back(keys: tuple[str, ...]) -> None:
    async def script(glass: Glass) -> None:
        await _looking_back(glass)
        await glass.press(*keys)
        assert glass.row(0) == " Hunt  table 1  game over"
        assert "Again: rematch" in glass.text
        assert "kitchen-pc 3 ms  ann" in glass.row(-1)
        await glass.type("replay g1")
        assert glass.row(0).endswith("replay")

    assert watch(new_host(), 80, 24, script)[1] is None


@on_screen()
async def test_escape_first_takes_away_what_is_in_the_way(glass: Glass) -> None:
    await _looking_back(glass)
    await glass.press("F1")
    assert "Space            stop, or go on" in glass.text
    await glass.press("Escape")
    assert glass.row(0).endswith("replay")
    await glass.press("?", "Escape")
    assert glass.row(0).endswith("replay")
    await glass.press("Escape")
    assert glass.row(0) == " Hunt  table 1  game over"


@on_screen()
async def test_what_happens_at_the_table_meanwhile_is_told_and_not_lost(glass: Glass) -> None:
    bob = await _looking_back(glass)
    assert "Meanwhile" not in glass.text
    bob.send("say where are you?")
    await glass.rest()
    assert "   Meanwhile at table 1: bob: where are you?" in glass.text
    await glass.press("Escape")
    assert "bob: where are you?" in glass.text


@on_screen()
async def test_who_is_asked_meanwhile_is_told_so_with_the_time_that_is_left(glass: Glass) -> None:
    bob = await _played(glass)
    bob.send("rematch")
    await glass.type("rematch", "/replay g1")
    assert "=> It is your turn at table 1 (0:30). To return: Escape" in glass.text
    glass.host.wait(12)
    await glass.rest()
    assert "(0:18)" in glass.text
    await glass.press("Escape")
    assert "=> Hide a number from 1 to 9." in glass.text
    await glass.type("7")
    assert "You have hidden 7." in glass.text


@on_screen()
async def test_a_line_that_is_cut_meanwhile_is_told(glass: Glass) -> None:
    await _looking_back(glass)
    glass.line.lose()
    await glass.rest()
    assert "You are disconnected from the host." in glass.text
    glass.line.find()
    await glass.rest()
    assert "is cut" not in glass.text
    glass.line.tell(Ended("You came in somewhere else."), None)
    await glass.rest()
    assert "=> The host closed the connection: You came in somewhere else." in glass.text
    await glass.press("Escape")
    assert "CLOSED, press Enter" in glass.row(-1)


@on_screen()
async def test_a_line_that_the_host_refuses_meanwhile_is_in_the_log_of_the_table(
    glass: Glass,
) -> None:
    """It was on its way when the replay opened, and is no line for the replay."""
    await _played(glass)
    glass.paste("replay g1\njoin 7\n")
    await glass.rest(3)
    assert glass.row(0).endswith("replay")
    assert glass.typed == ">"
    await glass.press("Escape")
    assert "! join 7: " in glass.text


@on_screen()
async def test_a_game_that_is_not_there_is_refused_and_nothing_opens(glass: Glass) -> None:
    await _played(glass)
    await glass.type("replay g2")
    assert "! There is no record g2" in glass.text
    assert glass.typed == "> replay g2"
    glass.line.cut = True
    await glass.press("CtrlC")
    await glass.type("replay g1")
    assert "! You were disconnected" in glass.text


def test_the_position_is_drawn_as_it_was_told_then() -> None:
    """As at the table, step by step."""

    async def script(glass: Glass) -> None:
        await _looking_back(glass)
        assert "Yours is 7." not in glass.text
        await glass.press("Right")
        assert glass.text.count("Yours is 7.") == 1

    for columns in (80, 120):
        watch(new_host(), columns, 40, script)


@on_screen(50, 14)
async def test_a_small_screen_shows_it_too(glass: Glass) -> None:
    await _looking_back(glass)
    await glass.press("F3", "F3", "Escape")
    assert "Hunt  table 1  game over" in glass.row(0)
