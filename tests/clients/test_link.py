"""The reconnecting connection: requests and their answers, events in their order, and cuts."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from parlour_client import (
    Heard,
    LineCut,
    Offline,
    Online,
    Refused,
)
from parlour_client.pending import UNREAD_MAX
from tests.clients.jumping import in_no_time
from tests.clients.linked import following, linked

# --- a connection that holds ----------------------------------------------------------


@in_no_time
async def test_a_request_has_its_answer_and_events_come_in_order() -> None:
    """With the items of the answer; a refusal, of a move too, with its code and its words."""
    async with linked() as (link, peer, _):
        asked = asyncio.create_task(link.ask("tables"))
        mark = (await peer.reads()).split()[0]
        peer.say(f'{mark} + {{"table":1}}', f'{mark} + {{"table":2}}')
        peer.event(1, "welcome", name="ann")
        peer.ok(mark, count=2)
        answer = await asked
        assert (answer.items, answer.body) == (({"table": 1}, {"table": 2}), {"count": 2})
        asked = asyncio.create_task(link.ask("join 9"))
        peer.no(await peer.reads(), "no_such_table", "There is no table 9.")
        with pytest.raises(Refused, match="There is no table 9") as refused:
            await asked
        assert refused.value.code == "no_such_table"
        moved = asyncio.create_task(link.move(3, "ask bob e"))
        peer.no(await peer.reads(), "stale", "Prompt 3 is over; nothing was done.")
        with pytest.raises(Refused):
            await moved
        peer.event(2, "notice", kind="x")
        assert await following(link) == Online()
        assert await following(link) == Heard(1, "welcome", {"name": "ann"})
        assert await following(link) == Heard(2, "notice", {"kind": "x"})


@in_no_time
async def test_an_answer_in_order_comes_between_the_events_around_it() -> None:
    """The task that asked goes on before the next event is read."""
    async with linked() as (link, peer, _):
        await following(link)
        found: list[object] = []

        async def ask() -> None:
            found.append((await link.ask("tables", in_order=True)).items)

        asked = asyncio.create_task(ask())
        request = await peer.reads()
        mark = request.split()[0]
        peer.event(1, "notice", text=["before"])
        peer.say(f'{mark} + {{"table":1}}', f'{mark} ok {{"count":1}}')
        peer.event(2, "notice", text=["after"])
        await asyncio.sleep(1)
        assert found == []
        for _ in range(2):
            heard = await following(link)
            assert isinstance(heard, Heard)
            found.append(heard.text)
        assert found == [["before"], ({"table": 1},), ["after"]]
        await asked


@in_no_time
async def test_a_refusal_and_a_cut_are_told_in_order_too() -> None:
    async with linked() as (link, peer, exchange):
        await following(link)
        joined = asyncio.create_task(link.ask("join 7", in_order=True))
        peer.no(await peer.reads(), "no_such_table", "There is no table 7; see: tables")
        looked = asyncio.create_task(link.ask("look", in_order=True))
        await peer.reads()
        exchange.fails(ConnectionRefusedError())
        peer.cut()
        await asyncio.sleep(0.1)
        assert not joined.done()
        assert not looked.done()
        assert isinstance(await following(link), Offline)
        assert isinstance(joined.exception(), Refused)
        assert isinstance(looked.exception(), LineCut)
        with pytest.raises(LineCut):
            await link.ask("look", in_order=True)


@in_no_time
async def test_a_link_that_nobody_listens_to_answers_and_does_not_fill_up() -> None:
    async with linked() as (link, peer, _):
        for seq in range(1, 3 * UNREAD_MAX):
            peer.event(seq, "notice")
        asked = asyncio.create_task(link.ask("tables"))
        peer.ok(await peer.reads(), count=2)
        assert (await asked).body == {"count": 2}
        peer.event(3 * UNREAD_MAX, "over")
        assert await following(link) == Online(gap=True)
        heard = 0
        while (happening := await following(link)) != Heard(3 * UNREAD_MAX, "over", {}):
            assert isinstance(happening, Heard)
            heard += 1
        assert heard < UNREAD_MAX


# --- answers in danger: by a cut, by who asks, by what is asked -----------------------


@in_no_time
async def test_a_line_that_proves_dead_when_something_is_sent_is_left_alone_until_it_is_back() -> (
    None
):
    async with linked() as (link, peer, exchange):
        peer.event(1, "prompt", prompt=3)
        await following(link)
        await following(link)
        peer.closed = True  # writing fails, and reading has not ended
        moved = asyncio.create_task(link.move(3, "take 2"))
        peer.send(b"")
        again = exchange.expects()
        await again.greets()
        request = await again.reads()
        assert request.endswith(" @3 /take 2")
        again.ok(request)
        await moved


@in_no_time
async def test_what_does_no_harm_twice_is_asked_again_and_of_the_rest_a_cut_is_told() -> None:
    async with linked() as (link, peer, exchange):
        asked = asyncio.create_task(link.ask("new probe"))
        await peer.reads()
        kept = asyncio.create_task(link.ask("look", keep=True))
        await peer.reads()
        again = exchange.expects()
        peer.cut()
        with pytest.raises(LineCut):
            await asked
        with pytest.raises(LineCut):
            await link.ask("tables")
        await again.greets()
        again.ok(await again.reads(), state="playing")
        assert (await kept).body == {"state": "playing"}
        again.closed = True  # we have not noticed yet
        with pytest.raises(LineCut):
            await link.ask("look", in_order=True)


@pytest.mark.parametrize("made", [True, False])
@in_no_time
async def test_a_move_is_made_once_though_the_line_was_cut(made: bool) -> None:
    """The host takes no second answer to a prompt, and refuses it as stale."""
    async with linked() as (link, peer, exchange):
        moved = asyncio.create_task(link.move(3, "ask bob e"))
        first = await peer.reads()
        assert first.endswith(" @3 /ask bob e")
        again = exchange.expects()
        peer.cut()
        await again.greets()
        second = await again.reads()
        assert second.endswith(" @3 /ask bob e")
        if made:
            again.no(second, "stale", "Prompt 3 is over; nothing was done.")
        else:
            again.ok(second)
        assert (await moved).unsure is made


@in_no_time
async def test_whoever_is_cancelled_just_when_the_answer_comes_harms_nobody() -> None:
    async with linked() as (link, peer, _):
        asked = asyncio.create_task(link.ask("tables"))
        request = await peer.reads()
        peer.ok(request)
        peer.ok(request)  # a host that repeats itself
        asked.cancel()
        await asyncio.wait([asked])
        assert asked.cancelled()
        asked = asyncio.create_task(link.ask("tables"))
        peer.ok(await peer.reads(), count=2)
        assert (await asked).body == {"count": 2}


@in_no_time
async def test_a_request_that_is_not_one_line_is_none() -> None:
    """What stands behind its end would be a request of its own."""
    async with linked() as (link, peer, _):
        for text in ("say a\nquit", "say a\rquit", "say \ud800"):
            with pytest.raises(ValueError, match=r"one line|surrogates"):
                await link.ask(text)
        asked = asyncio.create_task(link.ask("say a"))
        peer.ok(await peer.reads())
        await asked
        assert [line for line in peer.requests if "quit" in line] == []


@in_no_time
async def test_a_line_that_the_host_would_not_read_is_refused() -> None:
    """It does not know the request's id then, and says so without one."""
    async with linked() as (link, peer, _):
        asked = asyncio.create_task(link.ask("say " + 2000 * "x"))
        await peer.reads()
        peer.say('#- no {"code":"line_too_long","text":["That line was ignored."]}')
        with pytest.raises(Refused, match="ignored"):
            await asked


@in_no_time
async def test_a_request_that_came_too_fast_is_refused_when_later_ones_are_answered() -> None:
    async with linked() as (link, peer, _):
        first = asyncio.create_task(link.ask("say a"))
        request = await peer.reads()
        second = asyncio.create_task(link.ask("say b"))
        await peer.reads()
        peer.say('#- no {"code":"too_fast","text":["Too fast: not read. Wait 2 s."]}')
        peer.ok(request)
        await first
        answering = asyncio.create_task(peer.reads())  # the ping
        with pytest.raises(Refused, match="Too fast"):
            await second
        assert asyncio.get_running_loop().time() <= 10
        answering.cancel()


@pytest.mark.parametrize("in_order", [False, True])
@in_no_time
async def test_a_line_that_is_cut_while_a_request_is_being_sent_says_so_once(
    in_order: bool,
) -> None:
    async with linked() as (link, peer, _):
        await following(link)
        peer.full = True
        sent = asyncio.create_task(_finish(link.ask("look", in_order=in_order)))
        await asyncio.sleep(1)
        peer.cut()
        assert isinstance(await following(link), Offline)
        assert isinstance(await sent, LineCut)


async def _finish(sending: Coroutine[Any, Any, object]) -> Exception | None:
    try:
        await sending
    except LineCut as error:
        return error
    return None


@in_no_time
async def test_an_answer_that_has_come_counts_though_the_line_was_cut_then() -> None:
    """It can come while the rest of a long line is still on its way."""
    async with linked() as (link, peer, _):
        assert isinstance(await following(link, pings=True), Online)
        asked = asyncio.create_task(link.ask("say a"))
        number = (await peer.reads()).split()[0]
        peer.full = True
        late = asyncio.create_task(link.ask("say b"))
        await asyncio.sleep(1)
        peer.ok(number)
        peer.say(f'#{int(number[1:]) + 1} ok {{"text":["b"]}}')
        await asked
        peer.cut()
        assert (await late).body == {"text": ["b"]}


@in_no_time
async def test_a_move_that_was_never_sent_may_come_too_late() -> None:
    """Its prompt was over before there was a line again: somebody else has played for us."""
    async with linked() as (link, peer, exchange):
        peer.cut()
        assert [type(await following(link)) for _ in range(2)] == [Online, Offline]
        moved = asyncio.create_task(link.move(3, "ask bob e"))
        again = exchange.expects()
        await again.greets()
        again.no(await again.reads(), "stale", "Prompt 3 is over; nothing was done.")
        with pytest.raises(Refused, match="Prompt 3 is over"):
            await moved
