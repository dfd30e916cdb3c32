"""An evening that is told again: what a real client makes of it."""

from __future__ import annotations

import asyncio

import pytest

from bench.evening import NAME, OTHERS, TALK, Evening, spend
from bench.scripted import hosting
from parlour_client import Heard, Link, connect


@pytest.fixture(scope="module")
def evening() -> Evening:
    return spend(1)


def test_an_evening_is_the_same_each_time_and_goes_round(evening: Evening) -> None:
    """It has a whole game, with everything that a client may ask on the way."""
    assert spend(1) == evening
    first, *others = evening.moments
    names = [event.partition(b" ")[0] for moment in evening.moments for event in moment.events]
    assert names[0] == b"started"
    assert {b"prompt", b"view", b"said", b"probe.asked", b"over"} <= set(names)
    assert all(moment.events and moment.look for moment in evening.moments)
    told = evening.told()
    assert [next(told) for _ in evening.moments] == [first, *others]
    assert next(told) == first


async def hear(link: Link, events: int) -> list[Heard]:
    """What is told up to that event."""
    heard: list[Heard] = []
    async for happening in link:
        if isinstance(happening, Heard):
            heard.append(happening)
            if happening.seq == events:
                break
    return heard


def test_a_client_comes_to_a_seat_and_hears_everything_in_order(evening: Evening) -> None:
    """The answers are those that a host of ours gave; other requests are granted."""

    async def play() -> tuple[list[Heard], int]:
        async with (
            hosting(evening) as scripted,
            connect("127.0.0.1", scripted.port, name=NAME) as link,
        ):
            (table,) = (await link.ask("/tables")).items
            assert table["seats"][:4] == [NAME, *OTHERS]
            await scripted.tell(100)
            assert (await link.ask("/look 1")).body["view"]["me"] == 1
            assert (await link.ask("say hello")).body == {"text": []}
            return await hear(link, scripted.events), scripted.lines

    heard, lines = asyncio.run(play())
    assert heard[0].name == "welcome"
    assert [each.seq for each in heard] == list(range(1, len(heard) + 1))
    assert sum(len(each.text) for each in heard[1:]) == lines >= 100
    assert any(TALK in line for each in heard for line in each.text)


def test_a_client_has_heard_everything_when_it_asks_who_is_there(evening: Evening) -> None:
    """And at a pace of 0 nothing happens."""

    async def play() -> None:
        async with (
            hosting(evening) as scripted,
            connect("127.0.0.1", scripted.port, name=NAME) as link,
        ):
            await link.ask("/who")
            await scripted.seated()
            async with scripted.telling(0):
                await link.ask("/ping")
            assert scripted.lines == 0
            async with scripted.telling(60_000):
                await hear(link, 20)
            told = scripted.lines
            waiting = asyncio.create_task(scripted.heard())
            await link.ask("/ping")
            assert not waiting.done()
            assert (await hear(link, scripted.events))[-1].name == "table"
            await link.ask("/who")
            await waiting
            assert scripted.lines == told > 0

    asyncio.run(play())
