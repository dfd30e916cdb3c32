"""axe-core finds nothing serious on the page: names of controls, contrasts, roles, targets."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.conftest import lacking
from tests.browser.monkey import Monkey
from tests.browser.page import PHONE, Device, Page, opened
from tests.browser.test_games import GAMES
from tests.browser.visitor import comes, has_button, link, sits_down
from tests.e2e.serving import Serving

RUN = """axe.run(document, { resultTypes: ["violations"],
  rules: { "label-content-name-mismatch": { enabled: false } } }).then(found => found.violations
  .filter(v => v.impact == "serious" || v.impact == "critical")
  .map(v => `${v.id}: ${v.help}: ${v.nodes.map(n => n.html).slice(0, 3).join(" ")}`))"""

"""A card is called by more than what is on it: `T, face down 15` where one sees `T15`."""


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core. `.ci/run` installs it."""
    where = os.environ.get("PARLOUR_AXE")
    if not where:
        lacking("needs axe-core: PARLOUR_AXE=…/axe.min.js (npm install axe-core)")
    return Path(str(where)).read_text("utf-8")


async def serious(page: Page, axe: str) -> Any:
    """What is serious or worse. The policy of the page does not hold the browser's own tools."""
    if not await page.evaluate("!!globalThis.axe"):
        await page.evaluate(axe + ";1")
    return await page.evaluate(RUN)


async def test_nothing_serious_before_a_game(browser: Connection, host: Serving, axe: str) -> None:
    """The field for a name, the lobby, the menu, the options of a table, and the table."""
    async with opened(browser, PHONE) as page:
        await page.goto(link(host.web_port))
        await page.reads("Come in")
        assert await serious(page, axe) == []
        await comes(page, link(host.web_port), new_name("mo"))
        await has_button(page, "Open")
        assert await serious(page, axe) == []
        await page.tap("#menu")
        await page.until("the menu", "document.querySelector('dialog:modal')")
        assert await serious(page, axe) == []
        await page.press("Escape")
        await page.until("the lobby", "!document.querySelector('dialog:modal')")
        await page.tap("button", "Open")
        await page.until("the options", "document.querySelector('dialog:modal')")
        assert await serious(page, axe) == []
        await page.tap("dialog form button", "Open")
        await has_button(page, "Start")
        assert await serious(page, axe) == []


@pytest.mark.parametrize(("game", "dark"), [*zip(GAMES, (False, True) * 2, strict=True)])
async def test_nothing_serious_in_a_game(
    browser: Connection, host: Serving, axe: str, game: str, dark: bool
) -> None:
    """At its first question, and after some moves."""
    _, seats, options = GAMES[game]
    async with trio.open_nursery() as nursery, opened(browser, Device(dark=dark)) as page:
        company = Company(nursery, host.port)
        await company.opens(game, seats, *options)
        await sits_down(page, link(host.web_port, company.table), new_name("mo"))
        await page.until("a question", "document.querySelector('#ask')?.innerText")
        assert await serious(page, axe) == []
        monkey = Monkey(page, Random(1))
        for most in (4, 10):
            while monkey.taps < most and monkey.wire.read().over is None:
                await monkey.step()
            assert await serious(page, axe) == []
        nursery.cancel_scope.cancel()
