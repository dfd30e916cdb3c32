"""A line that is cut: what brings it back, what is missed, and what is the end."""

from __future__ import annotations

import asyncio

import pytest

from parlour_client import (
    Heard,
    LineCut,
    Offline,
    Online,
)
from tests.clients.jumping import in_no_time
from tests.clients.linked import following, linked


@in_no_time
async def test_a_cut_line_comes_back_without_gap_or_repeat() -> None:
    async with linked() as (link, peer, exchange):
        assert await following(link) == Online()
        peer.event(1, "welcome")
        assert await following(link) == Heard(1, "welcome", {})
        again = exchange.expects()
        back = asyncio.create_task(again.greets(seq=3))
        peer.cut()
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert offline.why == "You are disconnected."
        assert 0 < offline.again_in_s < 1
        assert await back == "#0 resume t0ken 1"
        again.event(1, "welcome")  # a host that repeats itself
        again.event(2, "notice")
        assert await following(link) == Online(gap=False)
        assert await following(link) == Heard(2, "notice", {})


@in_no_time
async def test_tries_to_come_back_are_further_and_further_apart() -> None:
    async with linked() as (link, peer, exchange):
        peer.event(1, "welcome")
        assert [await following(link), await following(link)] == [
            Online(),
            Heard(1, "welcome", {}),
        ]
        for _ in range(8):
            exchange.fails(ConnectionRefusedError())
        back = exchange.expects()
        greeting = asyncio.create_task(back.greets())
        peer.cut()
        waits: list[float] = []
        while isinstance(happening := await following(link), Offline):
            waits.append(happening.again_in_s)
        assert happening == Online()
        assert await greeting == "#0 resume t0ken 1"
        assert len(waits) == 9
        assert waits[0] < waits[2] < waits[4]
        assert all(10 <= wait <= 20 for wait in waits[6:])


@in_no_time
async def test_what_the_host_does_not_keep_any_more_is_a_gap() -> None:
    async with linked() as (link, peer, exchange):
        peer.event(1, "welcome")
        again = exchange.expects()
        peer.cut()
        assert [type(await following(link)) for _ in range(3)] == [Online, Heard, Offline]
        again.say('#- ok {"protocol":1}')
        assert await again.reads() == "HELLO 1 view"
        again.no(await again.reads(), "unavailable", "Not all of it is kept.")
        request = await again.reads()
        assert request == "#0 resume t0ken"
        again.ok(request, name="ann", token="t0ken", seq=90)
        again.event(90, "welcome")
        assert await following(link) == Online(gap=True)
        assert await following(link) == Heard(90, "welcome", {})


@in_no_time
async def test_a_host_that_has_forgotten_us_is_told_our_name_again() -> None:
    async with linked() as (link, peer, exchange):
        peer.event(1, "welcome")
        again = exchange.expects()
        peer.cut()
        assert [type(await following(link)) for _ in range(3)] == [Online, Heard, Offline]
        again.say('#- ok {"protocol":1}')
        await again.reads()
        again.no(await again.reads(), "bad_password", "Nobody is away with that code.")
        request = await again.reads()
        assert request == "#0 name ann"
        again.ok(request, name="ann", token="new", seq=0)
        assert await following(link) == Online(gap=True)
        assert link.token == "new"


@in_no_time
async def test_a_line_that_breaks_is_cut_and_a_host_that_says_too_much_is_hung_up_on() -> None:
    """One comes back by a new way if one has a new password."""
    async with linked() as (link, peer, exchange):
        assert await following(link) == Online()
        asked = asyncio.create_task(link.ask("register open sesame"))
        peer.ok(await peer.reads(), name="ann", token="n3w", code="abc", changed=True)
        await asked
        again = exchange.expects()
        greeting = asyncio.create_task(again.greets())
        peer.send(ConnectionResetError())
        assert [type(await following(link)) for _ in range(2)] == [Offline, Online]
        assert await greeting == "#0 resume n3w"
        third = exchange.expects()
        greeting = asyncio.create_task(third.greets())
        again.send(b"x" * 100_000)
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert "no Parlour host says" in offline.why
        await greeting


@in_no_time
async def test_a_gap_is_told_though_the_line_was_cut_again_before_it_was_back() -> None:
    async with linked() as (link, peer, exchange):
        peer.event(1, "welcome")
        again, third = exchange.expects(), exchange.expects()
        peer.cut()
        assert [type(await following(link)) for _ in range(3)] == [Online, Heard, Offline]
        again.say('#- ok {"protocol":1}')
        await again.reads()
        again.no(await again.reads(), "unavailable", "Not all of it is kept.")
        assert await again.reads() == "#0 resume t0ken"
        again.cut()
        assert isinstance(await following(link), Offline)
        assert await third.greets() == "#0 resume t0ken"
        assert await following(link) == Online(gap=True)
        again = exchange.expects()
        third.cut()
        assert isinstance(await following(link), Offline)
        await again.greets()
        assert await following(link) == Online(gap=False)


@in_no_time
async def test_a_host_that_drops_every_line_at_once_is_called_less_and_less_often() -> None:
    async with linked() as (link, peer, exchange):
        peer.cut()
        waits: list[float] = []
        for _ in range(8):
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            while not isinstance(happening := await following(link), Offline):
                pass
            waits.append(happening.again_in_s)
            await greeting
            again.cut()
        assert waits[0] < waits[2] < waits[4]
        assert all(10 <= wait <= 20 for wait in waits[6:])


@in_no_time
async def test_a_host_that_does_not_let_us_in_any_more_is_not_waited_for_long() -> None:
    """It takes the call and greets, and then it says nothing: all its time is gone elsewhere."""
    async with linked() as (link, peer, exchange):
        again, third = exchange.expects(), exchange.expects()
        peer.cut()
        assert [type(await following(link)) for _ in range(2)] == [Online, Offline]
        again.say('#- ok {"protocol":1}')
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert offline.why == "The host no longer answers."
        assert again.closed
        assert asyncio.get_running_loop().time() < 40
        await third.greets()
        assert await following(link) == Online()


@in_no_time
async def test_what_is_asked_while_we_come_back_is_asked_when_we_are_in() -> None:
    """Nothing goes over the new line before the way back has been answered, and then all of it
    in its order; what was missed comes first.
    """
    async with linked() as (link, peer, exchange):
        peer.event(1, "prompt", prompt=3)
        again = exchange.expects()
        peer.cut()
        assert [type(await following(link)) for _ in range(3)] == [Online, Heard, Offline]
        again.say('#- ok {"protocol":1}')
        await again.reads()
        way_back = await again.reads()
        moved = asyncio.create_task(link.move(3, "take 2"))
        looked = asyncio.create_task(link.ask("look", keep=True))
        with pytest.raises(LineCut, match="no line"):
            await link.ask("say hello")
        assert again.requests == ["HELLO 1 view", way_back]
        again.ok(way_back, name="ann", token="t0ken", seq=2)
        again.event(2, "notice")
        move, look = await again.reads(), await again.reads()
        assert [move.split(" ", 1)[1], look.split(" ", 1)[1]] == ["@3 /take 2", "look"]
        again.ok(move)
        again.ok(look, state="playing")
        assert (await moved).unsure is False
        assert (await looked).body == {"state": "playing"}
        assert await following(link) == Online()
        assert await following(link) == Heard(2, "notice", {})


@in_no_time
async def test_a_line_that_has_no_end_is_cut_and_what_came_before_it_counts() -> None:
    async with linked() as (link, peer, exchange):
        again = exchange.expects()
        greeting = asyncio.create_task(again.greets())
        peer.event(1, "welcome")
        for _ in range(70):
            peer.send(b"x" * 1024)
        assert await following(link) == Online()
        assert await following(link) == Heard(1, "welcome", {})
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert "no Parlour host says" in offline.why
        assert peer.closed
        assert await greeting == "#0 resume t0ken 1"
