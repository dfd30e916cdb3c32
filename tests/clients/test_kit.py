"""Turns, and moves at random: what bots are made of. The line and the host are in memory."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from parlour_client import (
    Arg,
    Body,
    Link,
    Move,
    Refused,
    Turn,
    connect,
    random_move,
    read_prompt,
    turns,
)
from parlour_kit.host import Host
from parlour_probe import PROBE
from tests.clients.hosted import Hosted, hosted
from tests.clients.jumping import in_no_time, run
from tests.clients.peer import Exchange, Peer
from tests.clients.spoken import lexicons

ASK: Body = {"table": 1, "prompt": 3, "urgent": True, "due_ms": None, "bare": None}
TAKE: Body = {"verb": "take", "usage": "take NUMBER", "about": "take some", "args": []}


def _prompt(*args: dict[str, Any], number: int = 3) -> Body:
    return ASK | {"prompt": number, "moves": [TAKE | {"args": list(args)}]}


def test_a_prompt_says_what_is_open() -> None:
    prompt = read_prompt(_prompt({"name": "number", "type": "int", "min": 1, "max": 3}))
    assert (prompt.prompt, prompt.urgent, prompt.due_ms, prompt.bare) == (3, True, None, None)
    assert prompt.move("take") == Move(
        "take", "take NUMBER", "take some", (Arg("number", "int", min=1, max=3),)
    )
    assert prompt.move("pass") is None


def test_what_a_newer_host_adds_does_not_matter_and_what_is_missing_does() -> None:
    arg = {"name": "way", "type": "direction", "choices": ["up"], "colour": "red"}
    prompt = read_prompt(_prompt(arg) | {"mood": "good"})
    assert prompt.moves[0].args[0].choices == ("up",)
    with pytest.raises(ValueError, match="a prompt without what every prompt has"):
        read_prompt({"table": 1})


@pytest.mark.parametrize(
    ("arg", "words"),
    [
        ({"type": "seat", "choices": ["ann", "bob"]}, {"ann", "bob"}),
        ({"type": "choice", "choices": ["A", "B"]}, {"A", "B"}),
        ({"type": "int", "min": 2, "max": 4}, {"2", "3", "4"}),
        ({"type": "text", "examples": ["cat", "dog"]}, {"cat", "dog"}),
    ],
)
def test_a_move_at_random_is_one_of_those_that_are_open(
    arg: dict[str, Any], words: set[str]
) -> None:
    prompt = read_prompt(_prompt(arg | {"name": "it"}))
    rng = Random(1)
    made = {random_move(prompt, rng) for _ in range(60)}
    assert made == {("take", word) for word in words}


async def _joined(exchange: Exchange) -> tuple[Link, Peer, Any]:
    peer = exchange.expects()
    context = connect("test", name="ann", dial=exchange.dial, rng=Random(1))
    greeting = asyncio.create_task(peer.greets())
    link = await context.__aenter__()
    await greeting
    return link, peer, context


@in_no_time
async def test_a_turn_is_a_prompt_with_all_that_was_heard_since_the_one_before() -> None:
    link, peer, context = await _joined(Exchange())
    peer.event(1, "started", text=[])
    peer.event(2, "prompt", **_prompt(number=1))
    peer.event(3, "game.thing", data=1)
    peer.event(4, "prompt", **_prompt(number=2))
    peer.event(5, "over", reason="finished")
    found = [(turn.prompt.prompt, [e.name for e in turn.heard]) async for turn in turns(link)]
    assert found == [(1, ["started", "prompt"]), (2, ["game.thing", "prompt"])]
    await context.__aexit__(None, None, None)


@in_no_time
async def test_turns_end_when_the_line_is_gone_for_good() -> None:
    link, peer, context = await _joined(Exchange())
    peer.say('! idle {"text":["Nothing was said for long."]}')
    assert [turn async for turn in turns(link)] == []
    await context.__aexit__(None, None, None)


@in_no_time
async def test_a_move_quotes_its_prompt_and_one_that_comes_late_is_no_error() -> None:
    link, peer, context = await _joined(Exchange())
    turn = Turn(link, read_prompt(_prompt()))
    made = asyncio.create_task(turn.make("take", 2))
    request = await peer.reads()
    assert request.endswith(" @3 /take 2")
    peer.ok(request)
    assert await made
    made = asyncio.create_task(turn.make("take"))
    peer.no(await peer.reads(), "stale", "Prompt 3 is over; nothing was done.")
    assert not await made
    made = asyncio.create_task(turn.make("take", 9))
    peer.no(await peer.reads(), "illegal_move", "There are 2.")
    with pytest.raises(Refused, match="There are 2"):
        await made
    await context.__aexit__(None, None, None)


@in_no_time
async def test_a_view_is_the_position_as_it_is_now_and_empty_before_a_game() -> None:
    link, peer, context = await _joined(Exchange())
    turn = Turn(link, read_prompt(_prompt()))
    for view, shown in (({"left": 5}, {"left": 5}), (None, {})):
        looking = asyncio.create_task(turn.view())
        request = await peer.reads()
        assert request.endswith(" /look")
        peer.ok(request, table=1, view=view)
        assert await looking == shown
    await context.__aexit__(None, None, None)


# --- a whole game, and cuts -----------------------------------------------------------


async def _bot(host: Hosted, name: str, over: list[Body]) -> None:
    """What docs/bots.md calls a bot."""
    rng = Random(name)
    async with connect("test", name=name, dial=host.dial, rng=rng) as link:
        await link.ask("join 1" if name != "ann" else "new probe word_check=off")
        await asyncio.sleep(1)
        await link.ask("ready")
        async for turn in turns(link):
            if turn.prompt.urgent:
                await asyncio.sleep(0.1)
                await turn.make(*random_move(turn.prompt, rng))
        over.append(await _scores(link))


async def _scores(link: Link) -> Body:
    return (await link.ask("scores", keep=True)).body


@pytest.mark.parametrize("cuts", [0, 20])
def test_bots_play_a_game_to_its_end_whatever_becomes_of_their_lines(cuts: int) -> None:
    async def main() -> list[Body]:
        over: list[Body] = []
        async with hosted(Host(games={"probe": PROBE}, lexicons=lexicons())) as host:
            async with asyncio.TaskGroup() as playing:
                for name in ("ann", "bob", "cy"):
                    playing.create_task(_bot(host, name, over))
                    await asyncio.sleep(0.1)
                for _ in range(cuts):
                    await asyncio.sleep(3)
                    host.cut()
            return over

    over = run(main)
    assert len(over) == 3
    assert all(scores["final"] and scores == over[0] for scores in over)
