"""The screen of a room: a television on which everybody sees the game, and nobody plays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.monkey import Monkey
from tests.browser.page import DESK, PHONE, Frame, opened
from tests.browser.visitor import link, sits_down
from tests.e2e.lines import Line
from tests.e2e.serving import Serving

OF_THE_PERSON: Final = frozenset({"welcome", "at", "table", "lobby", "seat"})
"""Events that differ between two watchers, by their names and by when they came."""


def events(lines: Sequence[str]) -> list[tuple[str, Any]]:
    """The events of the game in lines of the host, without the time that is left."""
    found: list[tuple[str, Any]] = []
    for line in lines:
        if line.startswith("* "):
            _, _, name, body = line.split(" ", 3)
            told = json.loads(body)
            told.pop("left_ms", None)
            if name not in OF_THE_PERSON:
                found.append((name, told))
    return found


def game_in(told: Sequence[tuple[str, Any]]) -> Sequence[tuple[str, Any]]:
    """The events from the beginning of the game to its end."""
    names = [name for name, _ in told]
    return told[names.index("started") : names.index("over")]


async def watches(
    port: int,
    table: int,
    asked: Sequence[str],
    lines: list[str],
    task_status: trio.TaskStatus[None],
) -> None:
    """A program that asks for what the page has *asked* for, and watches up to the end."""
    hello, *others = asked
    line = await Line.open(port)
    async with line.stream:
        await line.say(hello, f"#n /name {new_name('wat')}", *others, f"#w /watch {table}")
        lines += await line.until("#w ")
        task_status.started()
        while lines[-1].split(" ")[2:3] != ["over"]:
            lines.append(await line.read())


def settings(frames: Sequence[Frame]) -> list[str]:
    """The lines of a page that say how it wants to be told."""
    sent = [frame.text for frame in frames if frame.sent]
    return [text for text in sent if text.startswith("HELLO ") or " /set " in text]


async def test_the_screen_of_a_room_is_told_and_shows_what_any_watcher_knows(
    browser: Connection, host: Serving
) -> None:
    """A whole game, in which a phone and a program hide numbers: the screen reads what any other
    watcher reads, is asked nothing, and has nothing to tap in the game.
    """
    async with (
        trio.open_nursery() as nursery,
        opened(browser, DESK) as screen,
        opened(browser, PHONE) as page,
    ):
        company = Company(nursery, host.port)
        await company.opens("harbour", 2, "seconds=600")
        await screen.goto(link(host.web_port, f"v{company.table}"))
        await screen.reads("pal-")
        lines: list[str] = []
        asked = settings(screen.frames)
        async with trio.open_nursery() as watching:
            await watching.start(watches, host.port, company.table, asked, lines)
            await sits_down(page, link(host.web_port, company.table), new_name("mo"))
            monkey = Monkey(page, Random(1))
            await monkey.play()
            monkey.check()
            await screen.until("the end", "document.body.innerText.includes('Game over')")
        received = [frame.text for frame in screen.frames if not frame.sent]
        told = events(received)
        assert [name for name, _ in told if name in {"prompt", "unprompt"}] == []
        assert game_in(told) == game_in(events(lines))
        assert (
            await screen.evaluate("document.querySelectorAll('#moves *, #offers *').length") == 0
        )
        assert (screen.troubles, screen.elsewhere(), await screen.too_wide()) == ([], [], "")
        nursery.cancel_scope.cancel()
