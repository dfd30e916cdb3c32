"""A line that is kept: requests and their answers, and events in their order."""

from __future__ import annotations

import asyncio

import pytest

from parlour_client import (
    Heard,
    LineCut,
    Offline,
    Online,
    Refused,
)
from parlour_client.pending import UNREAD_MAX
from parlour_client.protocol import Item, No, Ok
from tests.clients.jumping import run
from tests.clients.linked import following, linked


def test_a_request_has_its_answer_and_the_items_of_it() -> None:
    async def main() -> None:
        async with linked() as (link, peer, _):
            asked = asyncio.create_task(link.ask("tables"))
            request = await peer.reads()
            peer.say(request.split()[0] + ' + {"table":1}', request.split()[0] + ' + {"table":2}')
            peer.event(1, "notice", text=["in between"])
            peer.ok(request, count=2)
            answer = await asked
            assert answer.items == ({"table": 1}, {"table": 2})
            assert answer.body == {"count": 2}

    run(main)


def test_a_refusal_is_raised_with_its_code_and_its_words() -> None:
    async def main() -> None:
        async with linked() as (link, peer, _):
            asked = asyncio.create_task(link.ask("join 9"))
            peer.no(await peer.reads(), "no_such_table", "There is no table 9.")
            with pytest.raises(Refused, match="There is no table 9") as refused:
                await asked
            assert refused.value.code == "no_such_table"

    run(main)


def test_events_come_in_order_and_the_line_is_said_to_be_there() -> None:
    async def main() -> None:
        async with linked() as (link, peer, _):
            assert await following(link) == Online()
            peer.event(1, "welcome", name="ann")
            peer.event(2, "notice", kind="x")
            assert await following(link) == Heard(1, "welcome", {"name": "ann"})
            assert await following(link) == Heard(2, "notice", {"kind": "x"})

    run(main)


def test_what_is_said_to_a_request_that_is_posted_comes_in_its_place() -> None:
    async def main() -> None:
        async with linked() as (link, peer, _):
            told: list[object] = []
            await following(link)
            await link.post("tables", told.append)
            request = await peer.reads()
            mark = request.split()[0]
            peer.event(1, "notice", text=["before"])
            peer.say(f'{mark} + {{"table":1}}', f'{mark} ok {{"count":1}}')
            peer.event(2, "notice", text=["after"])
            number = mark.removeprefix("#")
            assert isinstance(await following(link), Heard)
            assert told == []
            assert isinstance(await following(link), Heard)
            assert told == [Item(number, {"table": 1}), Ok(number, {"count": 1})]

    run(main)


def test_who_posts_is_told_of_a_refusal_and_of_a_cut() -> None:
    async def main() -> None:
        async with linked() as (link, peer, exchange):
            told: list[object] = []
            await following(link)
            await link.post("join 7", told.append)
            peer.no(await peer.reads(), "no_such_table", "There is no table 7; see: tables")
            await link.post("look", told.append)
            await peer.reads()
            exchange.fails(ConnectionRefusedError())
            peer.cut()
            assert isinstance(await following(link), Offline)
            refused, lost = told
            assert isinstance(refused, No)
            assert lost is None
            with pytest.raises(LineCut):
                await link.post("look", told.append)

    run(main)


def test_a_move_that_is_refused_is_refused() -> None:
    async def main() -> None:
        async with linked() as (link, peer, _):
            moved = asyncio.create_task(link.move(3, "ask bob e"))
            peer.no(await peer.reads(), "stale", "Prompt 3 is over; nothing was done.")
            with pytest.raises(Refused):
                await moved

    run(main)


def test_a_link_that_nobody_listens_to_answers_and_does_not_fill_up() -> None:
    async def main() -> None:
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

    run(main)
