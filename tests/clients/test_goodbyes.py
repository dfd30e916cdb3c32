"""A line that the host closes, or does not open again: what is waited for and what is the end."""

from __future__ import annotations

import asyncio

import pytest

from parlour_client import (
    Ended,
    Heard,
    LineCut,
    Offline,
    Online,
)
from tests.clients.jumping import in_no_time
from tests.clients.linked import following, linked


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("replaced", "You are connected from somewhere else now, and play there."),
        ("bad_lines", "The operator has barred you."),
        ("idle", "Nothing was said for long."),
    ],
)
@in_no_time
async def test_after_some_goodbyes_nothing_follows(code: str, why: str) -> None:
    async with linked() as (link, peer, _):
        peer.say(f'! {code} {{"text":["{why}"]}}')
        happenings = [happening async for happening in link]
        assert happenings[-1] == Ended(why)
        assert [happening async for happening in link] == []
        with pytest.raises(LineCut):
            await link.ask("look", keep=True)


@in_no_time
async def test_a_host_that_stops_is_waited_for() -> None:
    async with linked() as (link, peer, exchange):
        peer.event(1, "welcome")
        again = exchange.expects()
        greeting = asyncio.create_task(again.greets())
        peer.say('! shutting_down {"text":["Goodbye."]}')
        assert [await following(link), await following(link)] == [
            Online(),
            Heard(1, "welcome", {}),
        ]
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert offline.why == "Goodbye."
        assert await following(link) == Online()
        assert await greeting == "#0 resume t0ken 1"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (['#- no {"code":"usage","text":["This host speaks: HELLO 2"]}'], "another version"),
        (
            [
                '#- ok {"protocol":1}',
                '#0 no {"code":"unavailable","retry":false,"text":["You are barred."]}',
            ],
            "You are barred.",
        ),
    ],
    ids=["another version", "barred"],
)
@in_no_time
async def test_some_ways_back_are_the_end(said: list[str], why: str) -> None:
    async with linked() as (link, peer, exchange):
        again = exchange.expects()
        peer.cut()
        again.say(*said)
        ended = [happening async for happening in link][-1]
        assert isinstance(ended, Ended)
        assert why in ended.why


@in_no_time
async def test_a_name_that_somebody_has_taken_meanwhile_is_tried_again() -> None:
    async with linked() as (link, peer, exchange):
        again = exchange.expects()
        third = exchange.expects()
        peer.cut()
        assert [type(await following(link)) for _ in range(2)] == [Online, Offline]
        again.say('#- ok {"protocol":1}')
        await again.reads()
        again.no(await again.reads(), "name_taken", "ann is taken.", retry=True)
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert offline.why == "ann is taken."
        await third.greets()
        assert await following(link) == Online()
