"""A thumb plays whole games on the page, and never sees what a user should not see."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.monkey import Monkey
from tests.browser.page import DESK, PHONE, SMALL, opened
from tests.browser.relay import relaying
from tests.browser.visitor import link, sits_down
from tests.e2e import tools
from tests.e2e.person import Person
from tests.e2e.room import Room, listening
from tests.e2e.serving import Serving
from tests.e2e.terminal_player import Seated
from tests.e2e.terminals import Pty, terminal

GAMES = {
    "probe": (SMALL, 3, ()),
    "boggle": (PHONE, 3, ("seconds=0", "max_rounds=1", "pause_seconds=1")),
    "password": (PHONE, 4, ("clue_seconds=600", "guess_seconds=600", "pause_seconds=1")),
    "harbour": (DESK, 3, ("seconds=600",)),
}
"""Each with a device, the number of seats, and options with which it is not long. No clock
decides anything on a busy computer."""
UNTIMED = "hide_seconds=0 turn_seconds=0 choice_seconds=0"
RESULT = "document.querySelector('#table .hot')?.textContent"
"""How the game ended, above the position."""


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {"probe"}))
async def test_a_thumb_plays_a_whole_game(browser: Connection, host: Serving, game: str) -> None:
    """It taps what is offered. No move is refused, nothing leads to the side, no policy is
    violated, and nothing is loaded from elsewhere. Probe is played so beside others, below.
    """
    device, seats, options = GAMES[game]
    async with trio.open_nursery() as nursery, opened(browser, device) as page:
        company = Company(nursery, host.port)
        await company.opens(game, seats, *options)
        await sits_down(page, link(host.web_port, company.table), new_name("mo"))
        monkey = Monkey(page, Random(1))
        await monkey.play()
        monkey.check()
        assert monkey.wire.over is not None
        assert monkey.wire.over["reason"] == "finished"
        assert monkey.wire.moves > 0
        nursery.cancel_scope.cancel()


async def test_a_game_goes_on_over_cuts_reloads_and_locks(
    browser: Connection, host: Serving
) -> None:
    """The thumb goes on where it was each time, and comes back by itself after a cut."""
    trials = iter(("cut", "reload", "lock") * 2)
    async with (
        trio.open_nursery() as nursery,
        relaying(host.web_port) as relay,
        opened(browser, PHONE) as page,
    ):
        company = Company(nursery, host.port)
        await company.opens("harbour", 3, "seconds=600 top=40")
        await sits_down(page, link(relay.port, company.table), new_name("mo"))
        monkey = Monkey(page, Random(1))

        async def disturb() -> None:
            match next(trials, ""):
                case "cut":
                    relay.cut()
                case "reload":
                    await page.reload()
                case "lock":  # the phone loses its connection meanwhile
                    await page.lock()
                    relay.cut()
                    await page.unlock()
                case _:
                    pass

        await monkey.play(disturb, every=2)
        monkey.check()
        assert monkey.wire.over is not None
        assert not list(trials), "the game was over too soon"
        told = await page.evaluate(RESULT)
        await page.reload()
        assert "Game over: " in told
        await page.until("the result again", f"{RESULT} == {json.dumps(told)}")
        nursery.cancel_scope.cancel()


async def test_a_phone_beside_nc_telnet_and_a_bot(browser: Connection, host: Serving) -> None:
    """Everybody plays the same game of Probe to its end, each with a tool of their own."""
    ann = Person("ann", "..lantern.", f"new probe {UNTIMED}", "bot sharp", friends=2)
    room = Room()
    room.seat(tools.nc(host.port), listening(ann))

    def opened_table() -> Sequence[str]:
        return [line.split()[1] for line in ann.seen if line.startswith("Table ")]

    def bot_sits() -> bool:
        return any(line.startswith("Ada (a bot") for line in ann.seen)

    await trio.to_thread.run_sync(lambda: room.play(until=bot_sits))
    table = opened_table()[0].rstrip(":.")
    bob = Person("bob", "tiger", f"join {table}", "ready")
    room.seat(tools.telnet(host.port), listening(bob))
    async with trio.open_nursery() as nursery, opened(browser, SMALL) as page:
        nursery.start_soon(trio.to_thread.run_sync, partial(room.play))
        await sits_down(page, link(host.web_port, int(table)), "mo")
        monkey = Monkey(page, Random(1))
        await monkey.play()
        monkey.check()
        assert monkey.wire.over is not None
    assert monkey.wire.over["reason"] == "finished"
    assert monkey.wire.moves > 0
    names = {row["name"] for row in monkey.wire.over["scores"]}
    assert names == {"ann", "bob", "mo", "Ada"}
    result = next(line for line in ann.seen if line.startswith("Game over: "))
    assert result in bob.seen


async def test_a_phone_beside_our_client(browser: Connection, host: Serving) -> None:
    """Somebody in a terminal opens a table of Boggle, and both play a round without a clock."""
    async with trio.open_nursery() as nursery, opened(browser, PHONE) as page:
        with terminal(Pty) as screen:
            cleo = Seated(screen)
            table = await trio.to_thread.run_sync(opens_boggle, cleo, host.port)
            await sits_down(page, link(host.web_port, table), "mo-at-the-phone")
            nursery.start_soon(trio.to_thread.run_sync, plays_boggle, cleo)
            monkey = Monkey(page, Random(1))
            await monkey.play()
            monkey.check()
            await trio.to_thread.run_sync(sees_the_end, cleo)
    assert monkey.wire.over is not None
    assert monkey.wire.over["reason"] == "finished"
    assert {row["name"] for row in monkey.wire.over["scores"]} == {"cleo", "mo-at-the-phone"}


def opens_boggle(cleo: Seated, port: int) -> int:
    """Start the client and open a table; its number."""
    cleo.plays(port, "cleo")
    cleo.sends("new boggle seconds=0 max_rounds=1 pause_seconds=1")
    sight = cleo.reads("Fill seats: bot")
    opened_table = re.search(r"Table (\d+)", " ".join(sight.rows))
    assert opened_table is not None
    return int(opened_table[1])


def sees_the_end(cleo: Seated) -> None:
    """Wait for the scores."""
    cleo.until("the end", lambda sight: sight.over)


def plays_boggle(cleo: Seated) -> None:
    """Begin when the phone is ready, and find nothing on the board."""
    cleo.reads("mo-at-the-phone is ready")
    cleo.sends("start")
    cleo.reads("Your list (0): ")
    cleo.sends("/next")
