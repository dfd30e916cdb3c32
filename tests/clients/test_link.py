"""A line that is kept: requests and answers, events without gap or repeat, coming back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from parlour_client import (
    Ended,
    Happening,
    Heard,
    LineCut,
    Link,
    Offline,
    Online,
    Problem,
    Refused,
    connect,
)
from parlour_client.lines import Item, No, Ok
from tests.clients.jumping import run
from tests.clients.peer import Exchange, Peer


def _connect(exchange: Exchange, **more: Any) -> Any:
    return connect("test", name="ann", dial=exchange.dial, rng=random.Random(1), **more)


@asynccontextmanager
async def _linked(**more: Any) -> AsyncGenerator[tuple[Link, Peer, Exchange]]:
    """A link that has come in, its other end, and where its next calls arrive."""
    exchange = Exchange()
    peer = exchange.expects()
    greeting = asyncio.create_task(peer.greets())
    async with _connect(exchange, **more) as link:
        await greeting
        yield link, peer, exchange


async def _next(link: Link, *, pings: bool = False) -> Happening:
    """What happens next, pings left out."""
    async for happening in link:
        if pings or not (isinstance(happening, Online) and happening.lag_ms is not None):
            return happening
    raise AssertionError("nothing follows")


def test_coming_in_says_who_we_are_and_what_we_can() -> None:
    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        greeting = asyncio.create_task(peer.greets(name="Ann", guest=False))
        async with _connect(exchange, password="open sesame", capabilities=["view"]) as link:
            assert await greeting == "#0 name ann open sesame"
            assert peer.requests[0] == "HELLO 1 view"
            assert (link.name, link.guest, link.token) == ("Ann", False, "t0ken")
        assert peer.closed

    run(main)


def test_a_request_has_its_answer_and_the_items_of_it() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
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
        async with _linked() as (link, peer, _):
            asked = asyncio.create_task(link.ask("join 9"))
            peer.no(await peer.reads(), "no_such_table", "There is no table 9.")
            with pytest.raises(Refused, match="There is no table 9") as refused:
                await asked
            assert refused.value.code == "no_such_table"

    run(main)


def test_events_come_in_order_and_the_line_is_said_to_be_there() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
            assert await _next(link) == Online()
            peer.event(1, "welcome", name="ann")
            peer.event(2, "notice", kind="x")
            assert await _next(link) == Heard(1, "welcome", {"name": "ann"})
            assert await _next(link) == Heard(2, "notice", {"kind": "x"})

    run(main)


def test_the_lag_is_measured_now_and_then() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
            answering = asyncio.create_task(peer.reads())
            assert await _next(link, pings=True) == Online()
            assert await _next(link, pings=True) == Online(lag_ms=0)
            before = asyncio.get_running_loop().time()
            assert await _next(link, pings=True) == Online(lag_ms=0)
            assert asyncio.get_running_loop().time() - before == pytest.approx(10)
            assert link.lag_ms == 0
            answering.cancel()

    run(main)


def test_a_cut_line_comes_back_without_gap_or_repeat() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            assert await _next(link) == Online()
            peer.event(1, "welcome")
            assert await _next(link) == Heard(1, "welcome", {})
            again = exchange.expects()
            back = asyncio.create_task(again.greets(seq=3))
            peer.cut()
            offline = await _next(link)
            assert isinstance(offline, Offline)
            assert offline.why == "The line was cut."
            assert 0 < offline.again_in_s < 1
            assert await back == "#0 resume t0ken 1"
            again.event(1, "welcome")  # a host that repeats itself
            again.event(2, "notice")
            assert await _next(link) == Online(gap=False)
            assert await _next(link) == Heard(2, "notice", {})

    run(main)


def test_tries_to_come_back_are_further_and_further_apart() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            peer.event(1, "welcome")
            assert [await _next(link), await _next(link)] == [Online(), Heard(1, "welcome", {})]
            for _ in range(8):
                exchange.fails(ConnectionRefusedError())
            back = exchange.expects()
            greeting = asyncio.create_task(back.greets())
            peer.cut()
            waits: list[float] = []
            while isinstance(happening := await _next(link), Offline):
                waits.append(happening.again_in_s)
            assert happening == Online()
            assert await greeting == "#0 resume t0ken 1"
            assert len(waits) == 9
            assert waits[0] < waits[2] < waits[4]
            assert all(10 <= wait <= 20 for wait in waits[6:])

    run(main)


def test_what_the_host_does_not_keep_any_more_is_a_gap() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            peer.event(1, "welcome")
            again = exchange.expects()
            peer.cut()
            assert [type(await _next(link)) for _ in range(3)] == [Online, Heard, Offline]
            again.say('#- ok {"protocol":1}')
            assert await again.reads() == "HELLO 1 view"
            again.no(await again.reads(), "unavailable", "Not all of it is kept.")
            request = await again.reads()
            assert request == "#0 resume t0ken"
            again.ok(request, name="ann", token="t0ken", seq=90)
            again.event(90, "welcome")
            assert await _next(link) == Online(gap=True)
            assert await _next(link) == Heard(90, "welcome", {})

    run(main)


def test_a_host_that_has_forgotten_us_is_told_our_name_again() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            peer.event(1, "welcome")
            again = exchange.expects()
            peer.cut()
            assert [type(await _next(link)) for _ in range(3)] == [Online, Heard, Offline]
            again.say('#- ok {"protocol":1}')
            await again.reads()
            again.no(await again.reads(), "bad_password", "Nobody is away with that code.")
            request = await again.reads()
            assert request == "#0 name ann"
            again.ok(request, name="ann", token="new", seq=0)
            assert await _next(link) == Online(gap=True)
            assert link.token == "new"

    run(main)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("replaced", "You came in somewhere else, and play on there."),
        ("bad_lines", "The operator has barred you."),
        ("idle", "Nothing was said for long."),
    ],
)
def test_after_some_goodbyes_nothing_follows(code: str, why: str) -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
            peer.say(f'! {code} {{"text":["{why}"]}}')
            happenings = [happening async for happening in link]
            assert happenings[-1] == Ended(why)
            assert [happening async for happening in link] == []
            with pytest.raises(LineCut):
                await link.ask("look", keep=True)

    run(main)


def test_a_host_that_stops_is_waited_for() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            peer.event(1, "welcome")
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            peer.say('! shutting_down {"text":["Goodbye."]}')
            assert [await _next(link), await _next(link)] == [Online(), Heard(1, "welcome", {})]
            offline = await _next(link)
            assert isinstance(offline, Offline)
            assert offline.why == "Goodbye."
            assert await _next(link) == Online()
            assert await greeting == "#0 resume t0ken 1"

    run(main)


def test_a_host_of_another_version_is_not_waited_for() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            again = exchange.expects()
            peer.cut()
            again.say('#- no {"code":"usage","text":["This host speaks: HELLO 2"]}')
            ended = [happening async for happening in link][-1]
            assert isinstance(ended, Ended)
            assert "another version" in ended.why

    run(main)


def test_a_name_that_somebody_has_taken_meanwhile_is_tried_again() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            again = exchange.expects()
            third = exchange.expects()
            peer.cut()
            assert [type(await _next(link)) for _ in range(2)] == [Online, Offline]
            again.say('#- ok {"protocol":1}')
            await again.reads()
            again.no(await again.reads(), "name_taken", "ann is taken.", retry=True)
            offline = await _next(link)
            assert isinstance(offline, Offline)
            assert offline.why == "ann is taken."
            await third.greets()
            assert await _next(link) == Online()

    run(main)


def test_a_name_that_is_barred_meanwhile_is_the_end() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            again = exchange.expects()
            peer.cut()
            again.say('#- ok {"protocol":1}')
            await again.reads()
            await again.reads()
            again.say('#0 no {"code":"unavailable","retry":false,"text":["You are barred."]}')
            assert [h async for h in link][-1] == Ended("You are barred.")

    run(main)


def test_one_comes_back_by_a_token_of_earlier_or_by_name_if_it_is_forgotten() -> None:
    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        greeting = asyncio.create_task(peer.greets(name="Ann"))
        async with _connect(exchange, token="0ld") as link:
            assert await greeting == "#0 resume 0ld"
            assert link.name == "Ann"
        peer = exchange.expects()
        entering = asyncio.create_task(_enter(exchange, token="0ld"))
        peer.send(b'#- ok {"protocol":1}\n')
        await peer.reads()
        peer.no(await peer.reads(), "bad_password", "Nobody is away with that code.")
        request = await peer.reads()
        assert request == "#0 name ann"
        peer.ok(request, name="ann", token="n3w")
        assert await entering == "n3w"

    run(main)


async def _enter(exchange: Exchange, **more: Any) -> str:
    """The token that one comes in with."""
    async with _connect(exchange, **more) as link:
        return str(link.token)


def test_a_new_password_brings_a_new_way_back() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            asked = asyncio.create_task(link.ask("register open sesame"))
            peer.ok(await peer.reads(), name="ann", token="n3w", code="abc", changed=True)
            await asked
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            peer.cut()
            assert await greeting == "#0 resume n3w"

    run(main)


def test_what_is_said_to_a_request_that_is_posted_comes_in_its_place() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
            told: list[object] = []
            await _next(link)
            await link.post("tables", told.append)
            request = await peer.reads()
            mark = request.split()[0]
            peer.event(1, "notice", text=["before"])
            peer.say(f'{mark} + {{"table":1}}', f'{mark} ok {{"count":1}}')
            peer.event(2, "notice", text=["after"])
            number = mark.removeprefix("#")
            assert isinstance(await _next(link), Heard)
            assert told == []
            assert isinstance(await _next(link), Heard)
            assert told == [Item(number, {"table": 1}), Ok(number, {"count": 1})]

    run(main)


def test_who_posts_is_told_of_a_refusal_and_of_a_cut() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            told: list[object] = []
            await _next(link)
            await link.post("join 7", told.append)
            peer.no(await peer.reads(), "no_such_table", "There is no table 7; see: tables")
            await link.post("look", told.append)
            await peer.reads()
            exchange.fails(ConnectionRefusedError())
            peer.cut()
            assert isinstance(await _next(link), Offline)
            refused, lost = told
            assert isinstance(refused, No)
            assert lost is None
            with pytest.raises(LineCut):
                await link.post("look", told.append)

    run(main)


def test_a_line_that_proves_dead_when_something_is_sent_is_left_alone_until_it_is_back() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            peer.event(1, "prompt", prompt=3)
            await _next(link)
            await _next(link)
            peer.closed = True  # writing fails, and reading has not ended
            moved = asyncio.create_task(link.move(3, "take 2"))
            peer.send(b"")
            again = exchange.expects()
            await again.greets()
            request = await again.reads()
            assert request.endswith(" @3 /take 2")
            again.ok(request)
            await moved

    run(main)


def test_who_posts_into_a_dead_line_is_told_once() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
            told: list[object] = []
            peer.closed = True  # we have not noticed yet
            with pytest.raises(LineCut):
                await link.post("look", told.append)
            assert told == []

    run(main)


def test_a_request_whose_answer_is_cut_off_says_so() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
            asked = asyncio.create_task(link.ask("new probe"))
            await peer.reads()
            peer.cut()
            with pytest.raises(LineCut):
                await asked
            with pytest.raises(LineCut):
                await link.ask("tables")

    run(main)


def test_what_does_no_harm_twice_is_asked_again() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            asked = asyncio.create_task(link.ask("look", keep=True))
            await peer.reads()
            again = exchange.expects()
            peer.cut()
            await again.greets()
            again.ok(await again.reads(), state="playing")
            assert (await asked).body == {"state": "playing"}

    run(main)


@pytest.mark.parametrize("made", [True, False])
def test_a_move_is_made_once_though_the_line_was_cut(made: bool) -> None:
    """The host takes no second answer to a prompt, and refuses it as stale."""

    async def main() -> None:
        async with _linked() as (link, peer, exchange):
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

    run(main)


def test_a_move_that_is_refused_is_refused() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, _):
            moved = asyncio.create_task(link.move(3, "ask bob e"))
            peer.no(await peer.reads(), "stale", "Prompt 3 is over; nothing was done.")
            with pytest.raises(Refused):
                await moved

    run(main)


def test_a_line_that_is_dead_without_a_word_is_noticed() -> None:
    """A cable that was pulled: nothing comes, and nothing says that nothing will."""

    async def main() -> None:
        async with _linked() as (link, _, exchange):
            loop = asyncio.get_running_loop()
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            assert await _next(link) == Online()
            offline = await _next(link)
            assert isinstance(offline, Offline)
            assert offline.why == "The host does not answer any more."
            assert loop.time() == pytest.approx(8)
            await greeting

    run(main)


def test_a_laptop_that_was_asleep_looks_at_its_line_at_once() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        asleep = 0.0

        def wall() -> float:
            return loop.time() + asleep

        async with _linked(wall=wall) as (link, peer, exchange):
            answering = asyncio.create_task(peer.reads())
            assert await _next(link, pings=True) == Online()
            assert await _next(link, pings=True) == Online(lag_ms=0)
            answering.cancel()
            asleep = 3600
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            offline = await _next(link)
            assert isinstance(offline, Offline)
            assert loop.time() < 5
            await greeting

    run(main)


def test_a_line_that_breaks_is_a_line_that_is_cut() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            peer.send(ConnectionResetError())
            assert [type(await _next(link)) for _ in range(3)] == [Online, Offline, Online]
            await greeting

    run(main)


def test_a_host_that_says_too_much_is_hung_up_on() -> None:
    async def main() -> None:
        async with _linked() as (link, peer, exchange):
            again = exchange.expects()
            greeting = asyncio.create_task(again.greets())
            peer.send(b"x" * 100_000)
            assert await _next(link) == Online()
            offline = await _next(link)
            assert isinstance(offline, Offline)
            assert "no Parlour host says" in offline.why
            await greeting

    run(main)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (["HTTP/1.1 400 Bad Request"], "is a web server"),
        (["SSH-2.0-OpenSSH_9.2"], "is an ssh server"),
        (["x"] * 60, "is something else"),
        (["This host is full; try again later."], "It said: This host is full"),
        ([], "hung up without a word"),
        (['#- no {"code":"usage","text":["HELLO 2 only"]}'], "another version"),
        (['! too_many {"text":["Too many lines."]}'], "Too many lines."),
    ],
)
def test_whoever_is_no_host_of_ours_is_named(said: list[str], problem: str) -> None:
    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        peer.say(*said)
        peer.send(b"")
        with pytest.raises(Problem, match=problem):
            async with _connect(exchange):
                raise AssertionError("there is no playing here")
        assert peer.closed

    run(main)


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ConnectionRefusedError(), "No host answers at test"),
        (TimeoutError(), "test does not answer"),
        (OSError(-2, "Name or service not known"), "no machine of that name"),
        (OSError(101, "Network is unreachable"), "Network is unreachable"),
    ],
)
def test_a_host_that_cannot_be_reached_is_a_problem(error: OSError, problem: str) -> None:
    async def main() -> None:
        exchange = Exchange()
        exchange.fails(error)
        with pytest.raises(Problem, match=problem):
            async with _connect(exchange):
                raise AssertionError("there is no playing here")

    run(main)


def test_who_says_nothing_is_not_waited_for_long() -> None:
    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        with pytest.raises(Problem, match="says nothing"):
            async with _connect(exchange):
                raise AssertionError("there is no playing here")
        assert peer.closed
        assert asyncio.get_running_loop().time() == pytest.approx(10)

    run(main)


def test_a_name_that_is_taken_is_refused_before_anything_else() -> None:
    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        peer.say('#- ok {"protocol":1}', '#0 no {"code":"name_taken","text":["ann is taken."]}')
        with pytest.raises(Refused, match="ann is taken"):
            async with _connect(exchange):
                raise AssertionError("there is no playing here")
        assert peer.closed

    run(main)


def test_a_line_that_is_cut_while_coming_in_is_a_problem() -> None:
    async def main() -> None:
        exchange = Exchange()
        peer = exchange.expects()
        peer.say('#- ok {"protocol":1}')
        peer.send(b"")
        with pytest.raises(Problem, match="was cut"):
            async with _connect(exchange):
                raise AssertionError("there is no playing here")

    run(main)


def test_what_goes_wrong_at_the_user_s_is_not_hidden() -> None:
    async def main() -> None:
        with pytest.raises(ZeroDivisionError):
            async with _linked():
                raise ZeroDivisionError

    run(main)
