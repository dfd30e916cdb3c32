"""The plain path: one stream, two tasks, the same manners as the fast path."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from parlour.core.effects import Connected, ConnId, Ended, Lost, Received
from parlour.server import LineLimits
from tests.e2e.far import WholeStream
from tests.server.fakes import Client, FanOutHouse
from tests.server.harness import SMALL, in_memory

CLOSING_S = LineLimits().closing_s


async def test_a_line_goes_to_everybody() -> None:
    async with in_memory(FanOutHouse()) as host:
        ann, bob = host.connect(), host.connect()
        await ann.say("echo ready")
        await bob.say("echo ready")
        assert [await ann.line(), await bob.line()] == ["ready", "ready"]
        await ann.say("all hello")
        assert [await ann.line(), await bob.line()] == ["hello", "hello"]


async def test_the_house_hears_of_the_beginning_and_of_the_end() -> None:
    house = FanOutHouse()
    async with in_memory(house) as host:
        ann = host.connect()
        await ann.say("echo hello")
        await ann.line()
        await ann.stream.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert [type(event) for tick in house.ticks for event in tick] == [
            Connected,
            Received,
            Ended,
            Lost,
        ]
        assert house.events(Connected) == [Connected(ConnId(1), "192.0.2.7", False)]


async def test_what_waits_leaves_in_one_piece() -> None:
    """Coalescing: a writer that was held up sends everything at once."""
    gate = trio.Event()
    pieces: list[int] = []
    async with in_memory(FanOutHouse()) as host:
        ours, theirs = trio.testing.memory_stream_pair()

        pump = theirs.send_stream.send_all_hook
        assert pump is not None

        async def hold() -> None:
            await gate.wait()
            pieces.append(1)
            await pump()

        theirs.send_stream.send_all_hook = hold
        host.serve(theirs)
        ann = Client(ours)
        for number in range(100):
            await ann.say(f"echo {number}")
            await trio.testing.wait_all_tasks_blocked()
        gate.set()
        assert [await ann.line() for _ in range(100)] == [str(number) for number in range(100)]
    assert len(pieces) == 2


async def test_the_last_line_is_read_before_the_end() -> None:
    async with in_memory(FanOutHouse()) as host:
        ann = host.connect()
        await ann.say("big 5000\nbye")
        assert (await ann.rest())[-5:] == b"\nbye\n"


async def test_the_house_hears_of_a_line_it_closed_when_the_peer_closes_too() -> None:
    house = FanOutHouse()
    async with in_memory(house) as host:
        ann = host.connect()
        await ann.say("bye")
        await ann.rest()
        await ann.say("echo too late")
        await trio.testing.wait_all_tasks_blocked()
        assert not house.events(Lost)
        await ann.stream.aclose()
        await trio.testing.wait_all_tasks_blocked()
    assert len(house.events(Lost)) == 1
    assert len(house.events(Received)) == 1


async def test_a_peer_who_does_not_close_is_cut_after_a_while(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    async with in_memory(house) as host:
        ann = host.connect()
        await ann.say("bye")
        await trio.sleep(CLOSING_S - 0.1)
        await ann.say("still here")
        assert not house.events(Lost)
        await trio.sleep(0.2)
        with pytest.raises(trio.BrokenResourceError):
            await ann.say("still here")
    assert len(house.events(Lost)) == 1


async def test_a_closed_line_that_goes_on_sending_is_cut_at_once() -> None:
    async with in_memory(FanOutHouse()) as host:
        ann = host.connect()
        await ann.say("bye")
        await ann.say("z" * 2_000_000)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(trio.BrokenResourceError):
            await ann.say("z")


async def test_a_slow_reader_is_told_and_dropped_and_nobody_waits(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    async with in_memory(house) as host:
        ours, theirs = trio.testing.lockstep_stream_pair()  # takes nothing that is not read
        host.serve(theirs)
        await trio.testing.wait_all_tasks_blocked()
        slow, ann = Client(ours), host.connect()
        await ann.say("echo ready")
        await ann.line()
        for _ in range(10):
            await ann.say(f"flood {SMALL.outgoing_bytes // 4}")
            assert await ann.line() == "flooded"
        assert len(house.events(Lost)) == 1
        whole = await slow.rest()
        assert whole.endswith(b"y\ntoo slow, 1\n")
        assert len(whole) < 2 * SMALL.outgoing_bytes
        assert b"\n\n" not in whole


async def test_the_bytes_that_wait_for_a_reader_are_counted() -> None:
    async with in_memory(FanOutHouse()) as host:
        ours, theirs = trio.testing.lockstep_stream_pair()
        host.serve(theirs)
        await trio.testing.wait_all_tasks_blocked()
        ann = host.connect()
        for _ in range(2):  # the first is being sent, the second waits
            await ann.say("flood 5000")
            await ann.line()
        assert host.ticker.figures()["waiting_bytes"] == 5_000
        await ours.aclose()


async def test_a_reader_who_never_reads_again_is_cut(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with in_memory(FanOutHouse()) as host:
        ours, theirs = trio.testing.lockstep_stream_pair()
        host.serve(theirs)
        slow, ann = Client(ours), host.connect()
        for _ in range(10):
            await ann.say(f"flood {SMALL.outgoing_bytes // 4}")
            await ann.line()
        await trio.sleep(CLOSING_S + 1)
        with pytest.raises(trio.BrokenResourceError):
            await slow.say("echo")


@pytest.mark.parametrize("side", ["reading", "writing"])
async def test_a_stream_that_breaks_is_lost_without_a_line_in_the_log(
    side: str, caplog: pytest.LogCaptureFixture
) -> None:
    house = FanOutHouse()

    async def broken() -> None:
        raise trio.BrokenResourceError

    async with in_memory(house) as host:
        ours, theirs = trio.testing.memory_stream_pair()
        if side == "reading":
            theirs.receive_stream.receive_some_hook = broken
        else:
            theirs.send_stream.send_all_hook = broken
        host.serve(theirs)
        await Client(ours).say("echo x")
        await trio.testing.wait_all_tasks_blocked()
    assert len(house.events(Lost)) == 1
    assert not caplog.records


async def test_an_exception_of_one_stream_ends_that_one_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house, secret = FanOutHouse(), "xyzzy"
    async with in_memory(house) as host:
        ann = host.connect()
        ours, theirs = trio.testing.memory_stream_pair()

        async def fail() -> None:
            raise ZeroDivisionError(secret)

        theirs.receive_stream.receive_some_hook = fail
        host.serve(theirs)
        assert await Client(ours).rest() == b""
        await ann.say("echo fine")
        assert await ann.line() == "fine"
    assert "ZeroDivisionError" in caplog.text
    assert secret not in caplog.text
    assert len(house.events(Lost)) == 1


async def test_a_stream_that_cannot_be_closed_by_halves_still_gets_its_last_line() -> None:
    house = FanOutHouse()
    async with in_memory(house) as host:
        ours, theirs = trio.testing.memory_stream_pair()
        host.serve(WholeStream(theirs))
        ann = Client(ours)
        await ann.say("bye")
        assert await ann.rest() == b"bye\n"
        await trio.testing.wait_all_tasks_blocked()
    assert len(house.events(Lost)) == 1
