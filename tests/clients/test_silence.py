"""A line that is dead though nobody says so."""

from __future__ import annotations

import asyncio

import pytest

from parlour_client import Heard, LineCut, Link, Offline, Online, connect
from tests.clients.jumping import in_no_time, over_sockets, run
from tests.clients.linked import following, linked


@in_no_time
async def test_the_lag_is_measured_now_and_then() -> None:
    async with linked() as (link, peer, _):
        answering = asyncio.create_task(peer.reads())
        assert await following(link, pings=True) == Online()
        assert await following(link, pings=True) == Online(lag_ms=0)
        before = asyncio.get_running_loop().time()
        assert await following(link, pings=True) == Online(lag_ms=0)
        assert asyncio.get_running_loop().time() - before == pytest.approx(10)
        assert link.lag_ms == 0
        answering.cancel()


@in_no_time
async def test_a_line_that_is_dead_without_a_word_is_noticed() -> None:
    """A cable that was pulled: nothing comes, and nothing says that nothing will."""
    async with linked() as (link, _, exchange):
        loop = asyncio.get_running_loop()
        again = exchange.expects()
        greeting = asyncio.create_task(again.greets())
        assert await following(link) == Online()
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert offline.why == "The host no longer answers."
        assert loop.time() == pytest.approx(8)
        await greeting


@pytest.mark.parametrize("held", [True, False])
def test_a_laptop_that_was_asleep_looks_at_its_line_at_once(held: bool) -> None:
    """A line that held meanwhile is kept."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        asleep = 0.0

        def wall() -> float:
            return loop.time() + asleep

        async with linked(wall=wall) as (link, peer, exchange):
            answering = asyncio.create_task(peer.reads())
            assert await following(link, pings=True) == Online()
            assert await following(link, pings=True) == Online(lag_ms=0)
            asleep = 3600
            if held:
                for at in (1, 11):
                    assert await following(link, pings=True) == Online(lag_ms=0)
                    assert loop.time() == pytest.approx(at)
                assert exchange.calls == 1
                answering.cancel()
                return
            answering.cancel()
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            offline = await following(link)
            assert isinstance(offline, Offline)
            assert loop.time() < 5
            await greeting

    run(main)


@in_no_time
async def test_a_host_that_takes_nothing_any_more_is_noticed() -> None:
    """So much is on its way to it that not even a ping can be sent."""
    async with linked() as (link, peer, exchange):
        answering = asyncio.create_task(peer.reads())
        assert await following(link, pings=True) == Online()
        assert await following(link, pings=True) == Online(lag_ms=0)
        peer.full = True
        again = exchange.expects()
        greeting = asyncio.create_task(again.greets())
        asked = asyncio.create_task(link.ask("look", keep=True))
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert offline.why == "The host no longer answers."
        assert asyncio.get_running_loop().time() == pytest.approx(18)
        await greeting
        again.ok(await again.reads(), state="playing")
        await asked
        answering.cancel()


@in_no_time
async def test_a_host_that_is_slow_to_answer_and_says_other_things_is_there() -> None:
    """The answer to a ping comes behind those to all that was asked before."""
    async with linked() as (link, peer, exchange):
        await following(link)
        for seq in range(1, 13):
            peer.event(seq, "notice")
            assert isinstance(await following(link), Heard)
            await asyncio.sleep(3)
        assert exchange.calls == 1
        assert len([line for line in peer.requests if line.endswith("/ping")]) == 4


class _Frozen:
    """A host over TCP. Its first line freezes once somebody is in, the others do not."""

    def __init__(self) -> None:
        self.lines = 0
        self.done = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        frozen = self.lines == 1
        while line := (await reader.readline()).decode():
            number = line.split()[0] if line.startswith("#") else "#-"
            writer.write(f'{number} ok {{"name":"ann","token":"t0ken"}}\n'.encode())
            if frozen and number != "#-":
                await self.done.wait()  # the socket stays open, and nobody reads or writes
                break
        writer.transport.abort()


@over_sockets
async def test_over_tcp_a_host_that_is_frozen_is_left_and_found_again() -> None:
    """With much that was sent and never read; a line that is closed in good order would wait
    for that, and for ever.
    """
    host = _Frozen()
    server = await asyncio.start_server(host.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, connect("127.0.0.1", port, name="ann") as link:
        assert await following(link) == Online()
        flood = asyncio.create_task(_flood(link))
        offline = await following(link)
        assert isinstance(offline, Offline)
        assert offline.why == "The host no longer answers."
        assert await flood == FLOOD
        assert await following(link) == Online()
        assert (await link.ask("look", keep=True)).body["name"] == "ann"
        host.done.set()  # from Python 3.12 on, the end of a server waits for its connections
    assert host.lines == 2
    await asyncio.sleep(1)  # for the ends of the lines at the host


FLOOD = 200
"""Lines of 60 kB: more than the buffers of a connection hold."""


async def _flood(link: Link) -> int:
    """Send far more than goes out; how much of it was cut off."""
    asking = [link.ask("say " + 60_000 * "x") for _ in range(FLOOD)]
    ends = await asyncio.gather(*asking, return_exceptions=True)
    return sum(isinstance(end, LineCut) for end in ends)


def test_a_host_that_waits_for_its_disk_is_waited_for() -> None:
    """Though it answers nothing behind what it has to store first, neither a ping nor a name."""
    waiting = '* - notice {"kind":"waiting","text":["The disk is full."]}'
    going_on = '* - notice {"kind":"storing","text":["The host goes on: play on."]}'

    async def main() -> None:
        async with linked() as (link, peer, exchange):
            loop = asyncio.get_running_loop()
            assert await following(link) == Online()
            peer.say(waiting)
            heard = await following(link)
            assert isinstance(heard, Heard)
            assert heard.text == ["The disk is full."]
            await asyncio.sleep(3600)
            peer.say(going_on)
            heard = await following(link)
            assert isinstance(heard, Heard)
            again = exchange.expects()
            assert isinstance(await following(link), Offline), "now it counts"
            assert await again.reads() == "HELLO 1 view"
            again.say("#- ok {}", waiting)
            request = await again.reads()
            await asyncio.sleep(3600)
            again.say(going_on)
            await asyncio.sleep(20)
            again.ok(request, name="ann", token="t1")
            assert await following(link) == Online()
            assert loop.time() > 7200

    run(main)
