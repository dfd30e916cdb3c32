"""Each example plays a whole game at a table of a real host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from random import Random
from typing import Any, Final

import pytest

from examples import boggle_bot, password_bot, probe_bot, random_player
from parlour_client import Body, Heard, Link, connect, random_move, read_prompt
from parlour_client.kit import Turn
from tests.e2e.serving import Serving, serving

Example = Callable[..., Coroutine[Any, Any, None]]

TABLES: Final = {
    "random_player": ("probe word_check=off activity_deck=none racks=1", [random_player.main]),
    "probe_bot": ("probe", [probe_bot.main, random_player.main]),
    "probe_bot with two racks": ("probe word_check=off", [probe_bot.main]),
    "boggle_bot": ("boggle seconds=0 pause_seconds=0 target=3", [boggle_bot.main]),
    "password_bot": ("password pause_seconds=0", [password_bot.main] * 2),
}
PATIENCE_S: Final = 300
CONFIG: Final = "[limits]\nflood_burst = 100000\nflood_per_s = 100000\naway_s = 5\n"
"""Without it a game that is played at full speed waits for the limit most of the time. Who has
played is soon gone, so their name is free."""


async def _play_along(link: Link, players: int, rng: Random) -> Body:
    """Wait until all *players* are ready, play along; how the game ended."""
    ready = 0
    async for happening in link:
        match happening:
            case Heard(name="seat", body={"change": "ready"}):
                ready += 1
                if ready == players:
                    await link.ask("ready")
            case Heard(name="prompt", body=body):
                await Turn(link, read_prompt(body)).make(*_move(body, rng))
            case Heard(name="over", body=body):
                return body
            case _:
                pass
    raise AssertionError("the line is gone")


def _move(body: Body, rng: Random) -> tuple[str, ...]:
    """Any move; in a round that only all together can end, the move that ends it."""
    prompt = read_prompt(body)
    return ("next",) if prompt.move("next") else random_move(prompt, rng)


async def _play(host: Serving, game: str, examples: list[Example]) -> Body:
    async with (
        asyncio.timeout(PATIENCE_S),
        connect("127.0.0.1", host.port, name=f"ann-{len(game)}", capabilities=()) as link,
        asyncio.TaskGroup() as playing,
    ):
        table = str((await link.ask(f"new {game}")).body["table"])
        played = asyncio.create_task(_play_along(link, len(examples), Random(1)))
        for example in examples:
            playing.create_task(example(table, "127.0.0.1", str(host.port), pause_s=0))
        over = await played
        await link.ask("leave yes")
        return over


@pytest.fixture(scope="module")
def host() -> Generator[Serving]:
    with serving(CONFIG) as found:
        yield found


@pytest.mark.parametrize(("game", "examples"), TABLES.values(), ids=TABLES)
def test_an_example_plays_a_game_to_its_end(
    host: Serving, game: str, examples: list[Example]
) -> None:
    over = asyncio.run(_play(host, game, examples))
    assert over["reason"] == "finished"
    assert len(over["scores"]) == len(examples) + 1
