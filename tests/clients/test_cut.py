"""A line that is cut again and again in one game: nothing is missed, nothing comes twice."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from parlour_client import Heard, LineCut, Link, Online, Turn, connect, random_move
from parlour_client.protocol import read_prompt
from tests.clients.cutting import Proxy, cutting
from tests.e2e.serving import serving
from tests.sizes import sized

CUTS: Final = sized(30, 100)
MOST_BYTES: Final = sized(8_000, 2_500)
"""Of the host between two cuts: a few events, so that a game has time for all cuts."""
TOLD_AGAIN: Final = ("seat", "prompt", "unprompt", "table", "welcome", "sealed")
"""What a line that comes back is told besides the events of the game."""


async def _play(link: Link, rng: Random, heard: list[Heard]) -> str:
    """Play one game at random; the name of its record."""
    async for happening in link:
        match happening:
            case Heard(name="prompt", body=body):
                turn = Turn(link, read_prompt(body))
                if turn.prompt.urgent:
                    await turn.make(*random_move(turn.prompt, rng))
            case Heard(name="over", body=body):
                heard.append(happening)
                return str(body["record"])
            case Heard():
                heard.append(happening)
            case Online(gap=True):
                raise AssertionError("something was missed")
            case _:
                pass
    raise AssertionError("the line is gone")


async def _other(port: int, name: str, rng: Random, seated: asyncio.Barrier) -> None:
    async with connect("127.0.0.1", port, name=name, capabilities=()) as link:
        await link.ask("join 1")
        await seated.wait()  # the game begins when all who sit there are ready
        await link.ask("ready")
        await _play(link, rng, [])


async def _game(host_port: int, seed: int) -> tuple[list[Heard], list[tuple[str, object]], int]:
    """What the player with the bad line heard of a game, what he should have, and the cuts."""
    heard: list[Heard] = []
    proxy = Proxy(host_port, Random(seed), cuts=CUTS, most_bytes=MOST_BYTES)
    async with (
        cutting(proxy),
        connect(
            "127.0.0.1",
            proxy.port,
            name="ann",
            capabilities=(),
            rng=Random(seed),
            first_pause_s=0,
        ) as link,
        asyncio.TaskGroup() as others,
    ):
        await _open(link)
        seated = asyncio.Barrier(3)
        for name in ("bob", "cy"):
            others.create_task(_other(host_port, name, Random(f"{name} {seed}"), seated))
        await seated.wait()
        await _ready(link)
        record = await _play(link, Random(seed), heard)
        replay = await link.ask(f"replay {record} ann", keep=True)
        should = [(str(item["event"]), item["data"]) for item in replay.items]
    return heard, should, proxy.cut


async def _open(link: Link) -> None:
    """Open a table; after a cut nobody knows whether it was, but the list of tables does."""
    while not (await link.ask("tables", keep=True)).items:
        try:
            await link.ask("new probe word_check=off activity_deck=none notes=on")
        except LineCut:
            continue


async def _ready(link: Link) -> None:
    await link.ask("ready", keep=True)


def test_a_game_over_a_line_that_is_cut_again_and_again_is_heard_whole() -> None:
    """With notes, for nothing is told again that players must remember."""
    with serving() as host:
        heard, should, cuts = asyncio.run(_game(host.port, 1))
    assert cuts == CUTS
    assert [event.seq for event in heard] == sorted({event.seq for event in heard})
    told = [(event.name, event.body) for event in heard]
    assert [event for event in told if event[0] not in TOLD_AGAIN] == [
        event for event in should if event[0] not in TOLD_AGAIN
    ]
