"""Markup in what games and players say is text on the page, and never an element of it."""

from __future__ import annotations

from random import Random

import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.marked import MARK, PICTURE
from tests.browser.monkey import Monkey
from tests.browser.page import PHONE, Page, opened
from tests.browser.visitor import link, sits_down
from tests.e2e.serving import Serving

FOREIGN = "document.querySelectorAll('u, img:not(.qr)').length"


async def shows(page: Page, words: str) -> None:
    """Markup can be read, and has made no element."""
    await page.reads(words)
    assert await page.evaluate(FOREIGN) == 0


async def test_markup_in_cells_talk_and_events_reaches_no_element(
    browser: Connection, host: Serving
) -> None:
    async with trio.open_nursery() as nursery, opened(browser, PHONE) as page:
        company = Company(nursery, host.port)
        await company.opens("marked", 2, "seconds=600")
        await sits_down(page, link(host.web_port, company.table), new_name("mo"))
        await page.reads(PICTURE)  # the others have moved, so nothing changes its place now
        await page.reads("Hide a number")
        await shows(page, f"Harbour{MARK}")
        await page.tap("#talking")
        await page.until("talk", "document.querySelector('#talk input').checkVisibility()")
        await page.fill("#talk input", f"hello {PICTURE}")
        await page.press("Enter")
        await shows(page, f"hello {PICTURE}")
        await page.tap("#talking")
        monkey = Monkey(page, Random(1))
        while monkey.wire.read().moves < 3 and monkey.wire.over is None:
            await monkey.step()
        assert await page.evaluate(FOREIGN) == 0
        monkey.check()
        nursery.cancel_scope.cancel()
