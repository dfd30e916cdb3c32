"""Hanging up, and being interrupted: at any moment, and nothing is left over.

`run` sees to it that no task is, and no exception that nobody has looked at.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

import pytest

from parlour_client import Ended, Heard, LineCut, Offline, Online
from tests.clients.jumping import in_no_time, run
from tests.clients.linked import calling, following, linked
from tests.clients.peer import Exchange, Peer

STEPS: Final = 60
"""More turns of the loop than a whole `_stay` takes."""


async def _pass(steps: int) -> None:
    """Let everybody else go on by so many turns of the loop."""
    for _ in range(steps):
        await asyncio.sleep(0)


async def _end(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def _host(exchange: Exchange, peers: list[Peer]) -> None:
    """Answers whatever is asked, and cuts every line after the second request over it."""
    while True:
        peer = exchange.expects()
        peers.append(peer)
        await peer.greets()
        peer.event(len(peers), "welcome")
        for _ in range(2):
            peer.ok(await peer.reads())
        peer.cut()


async def _stay(exchange: Exchange) -> None:
    """Log in, ask and move over several connections, and leave."""
    async with calling(exchange, first_pause_s=0) as link:
        await link.ask("look", keep=True)
        await link.move(3, "take 2")
        assert await following(link) == Online()
        with suppress(LineCut):
            await link.ask("look")
        await link.ask("look", keep=True)
        await link.move(4, "take 1")


@pytest.mark.parametrize("again", [False, True], ids=["once", "twice"])
def test_whoever_is_cancelled_ends_whatever_he_waits_for(again: bool) -> None:
    """Also if he is cancelled once more while he hangs up."""

    async def main(steps: int) -> bool:
        exchange, peers = Exchange(), list[Peer]()
        host = asyncio.create_task(_host(exchange, peers))
        user = asyncio.create_task(_stay(exchange))
        await _pass(steps)
        early = user.cancel()
        if again:
            await _pass(1)
            user.cancel()
        await asyncio.wait([user])
        assert user.cancelled() or not early
        await _pass(3)
        await _end(host)
        assert all(peer.closed for peer in peers if peer.requests)
        return early

    early = [run(lambda: main(steps)) for steps in range(STEPS)]  # noqa: B023 - run at once
    assert early[0]
    assert not early[-1], "it takes more steps than are looked at"


@pytest.mark.parametrize("steps", range(12))
@in_no_time
async def test_whoever_leaves_just_when_the_line_is_cut_leaves(steps: int) -> None:
    async with linked(first_pause_s=0) as (_, peer, exchange):
        again = exchange.expects()
        greeting = asyncio.create_task(again.greets())
        peer.cut()
        await _pass(steps)
    await _end(greeting)
    assert again.closed or not again.requests


@in_no_time
async def test_whoever_hangs_up_is_not_brought_back() -> None:
    async with linked() as (link, peer, exchange):
        assert await following(link) == Online()
        peer.event(1, "welcome")
        await _pass(5)
        link.hang_up()
        assert peer.closed
        assert [happening async for happening in link] == [Heard(1, "welcome", {})]
        assert [happening async for happening in link] == []
        await asyncio.sleep(60)
        assert exchange.calls == 1


@in_no_time
async def test_nor_if_he_does_so_while_the_line_is_cut() -> None:
    async with linked() as (link, peer, exchange):
        peer.cut()
        assert [type(await following(link)) for _ in range(2)] == [Online, Offline]
        link.hang_up()
        link.hang_up()
        assert [happening async for happening in link] == []
        await asyncio.sleep(60)
        assert exchange.calls == 1


@in_no_time
async def test_whoever_waits_when_it_is_hung_up_waits_no_more() -> None:
    async with linked() as (link, peer, _):
        await following(link)
        happening = asyncio.create_task(following(link))
        asked = [
            asyncio.create_task(link.ask("look", in_order=True)),
            asyncio.create_task(link.ask("tables")),
            asyncio.create_task(link.ask("tables", keep=True)),
            asyncio.create_task(link.move(3, "take 2")),
        ]
        await _pass(3)
        link.hang_up()
        await asyncio.wait([happening, *asked])
        assert isinstance(happening.exception(), AssertionError)  # nothing follows
        assert [type(task.exception()) for task in asked] == [LineCut] * 4
        assert peer.closed


@in_no_time
async def test_a_request_after_the_end_is_refused_and_each_time_anew() -> None:
    """An exception that is raised twice grows by the places where it was raised."""
    async with linked() as (link, peer, _):
        peer.say('! idle {"text":["Nothing was said for long."]}')
        assert isinstance([happening async for happening in link][-1], Ended)
        cuts: list[LineCut] = []
        for _ in range(2):
            with pytest.raises(LineCut, match="closed") as cut:
                await link.ask("look", keep=True)
            cuts.append(cut.value)
        assert cuts[0] is not cuts[1]


@pytest.mark.parametrize("greeted", [False, True])
def test_whoever_gives_up_while_he_is_let_in_hangs_up(greeted: bool) -> None:
    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3), calling(exchange):
                raise AssertionError("there is no playing here")
        assert peer.closed

    async def late() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        peer.say('#- ok {"protocol":1}')
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3), calling(exchange):
                raise AssertionError("there is no playing here")
        assert peer.requests[-1] == "#0 name ann"
        assert peer.closed

    run(late if greeted else main)


@in_no_time
async def test_what_goes_wrong_at_the_user_s_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        async with linked():
            raise ZeroDivisionError


def test_what_goes_wrong_in_the_link_is_not_hidden_either() -> None:
    """A clock that fails, for want of anything likelier; who waits is told at once."""

    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        greeting = asyncio.create_task(peer.greets())

        def wall() -> float:
            return 1 / asyncio.get_running_loop().time()

        async def stay() -> None:
            async with calling(exchange, wall=wall) as link:
                assert await following(link) == Online()
                with pytest.raises(LineCut):
                    await link.ask("look", keep=True)

        with pytest.raises(ZeroDivisionError):
            await stay()
        assert peer.closed
        await greeting

    run(main)
