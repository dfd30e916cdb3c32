"""What a guest with a phone waits for: taps and bytes, from the link to the first move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import pytest
import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.page import PHONE, Device, Frame, opened
from tests.browser.test_games import GAMES
from tests.browser.visitor import link, sits_down
from tests.e2e.serving import Serving

BEFORE_BYTES: Final = 15_000
"""Of messages, before somebody can make the first move."""


def before_the_first_move(frames: Sequence[Frame]) -> int:
    """The bytes of messages up to the first prompt and its position."""
    told = [frame.text for frame in frames if not frame.sent]
    asked = next(at for at, text in enumerate(told) if " prompt {" in text[:20])
    drawn = next(at for at, text in enumerate(told) if at > asked and " scene {" in text[:20])
    return sum(len(text.encode()) for text in told[: drawn + 1])


@pytest.mark.parametrize("game", ["probe", "boggle", "password"])
async def test_two_taps_and_few_bytes_lead_to_the_first_move(
    browser: Connection, host: Serving, game: str
) -> None:
    """A name, and that one is ready. The page itself is loaded in one piece."""
    _, seats, options = GAMES[game]
    async with trio.open_nursery() as nursery, opened(browser, PHONE) as page:
        company = Company(nursery, host.port)
        await company.opens(game, seats, *options)
        await sits_down(page, link(host.web_port, company.table), new_name("mo"))
        await page.until("the position", "document.querySelector('#ask').innerText && scene")
        assert page.taps == 2
        assert before_the_first_move(page.frames) < BEFORE_BYTES
        kinds = [url.partition(":")[0] for url in page.requests]
        assert kinds == ["http", "ws"]
        nursery.cancel_scope.cancel()


async def test_who_reads_French_gets_the_sentences_of_the_page_in_French(
    browser: Connection, host: Serving
) -> None:
    async with opened(browser, Device(360, 640, language="fr")) as page:
        await page.goto(link(host.web_port))
        await page.until("the question for a name", "document.querySelector('h2')")
        assert "Qui êtes-vous ?" in await page.text()
        assert [url for url in page.requests if url.endswith("/fr.json")]


async def test_the_list_of_finished_games_says_how_each_ended(
    browser: Connection, host: Serving
) -> None:
    """In places, with no winner, with all of them losing: stars alone would not say it."""
    scores: list[dict[str, Any]] = [
        {"seat": at, "name": name, "points": 0} for at, name in enumerate(("ann", "bob"), 1)
    ]
    points = [{**each, "points": 10 * each["seat"]} for each in scores]
    row: dict[str, Any] = {"scores": scores, "ended_s": 0, "winners": [], "reason": "finished"}
    ended: dict[str, dict[str, Any]] = {
        "ann 10 · ★ bob 20": {"scores": points, "winners": [2]},
        "2 ann · 1 bob": {"winners": [2], "outcome": {"kind": "ranks", "places": [[2], [1]]}},
        "Nobody wins. · ann · bob": {"outcome": {"kind": "nobody"}},
        "Together: 3 of 9. · ann · bob": {"outcome": {"kind": "together", "points": 3, "of": 9}},
    }
    async with opened(browser, PHONE) as page:
        await page.goto(link(host.web_port))
        for told, how in ended.items():
            line = await page.evaluate(f"about({json.dumps({**row, **how})})")
            assert line.partition(" · ")[2] == told
