"""The page without any touch and without a mouse."""

from __future__ import annotations

from random import Random

import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.monkey import Typist
from tests.browser.page import DESK, Page, opened
from tests.browser.visitor import has_button, link
from tests.e2e.serving import Serving

MOST_TABS = 30


async def tabs_to(page: Page, says: str) -> None:
    """Press Tab until a button has the focus."""
    for _ in range(MOST_TABS):
        if await page.evaluate("document.activeElement.innerText") == says:
            return
        await page.press("Tab")
    raise AssertionError(f"Tab does not lead to {says}")


async def test_a_whole_game_by_keyboard_alone(browser: Connection, host: Serving) -> None:
    """From the link to the end of a game: with Tab, arrows, Enter and letters."""
    async with trio.open_nursery() as nursery, opened(browser, DESK) as page:
        company = Company(nursery, host.port)
        await company.opens("harbour", 2, "seconds=600")
        await page.goto(link(host.web_port, company.table))
        await page.until("a field has the focus", "document.activeElement.localName == 'input'")
        await page.types(new_name("mo"))
        await page.press("Enter")
        await has_button(page, "Ready")
        await tabs_to(page, "Ready")
        await page.press("Enter")
        typist = Typist(page, Random(1))
        await typist.play()
        typist.check()
        assert typist.wire.over is not None
        assert typist.wire.moves > 0
        nursery.cancel_scope.cancel()
