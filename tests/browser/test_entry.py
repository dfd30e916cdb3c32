"""The page at a host that asks for a word to come in."""

from __future__ import annotations

from tests.browser.chromium import Connection
from tests.browser.conftest import CHECKOUT
from tests.browser.page import PHONE, opened
from tests.browser.visitor import comes, link
from tests.e2e.serving import serving

CONFIG = '[server]\njoin_word = "Purple Rain"\n[limits]\nbot_pause_ms = 0\n'
BOX = "document.querySelector('main input[type=password]')"


async def test_guests_scan_the_word_or_are_asked_for_it(browser: Connection) -> None:
    """A link with the word lets them in, and the address does not show it. Others find a box."""
    with serving(CONFIG, folder=CHECKOUT) as host:
        async with opened(browser, PHONE) as page:
            await comes(page, f"{link(host.web_port)}#w=purple%20rain", "mo")
            await page.until("the lobby", "me == 'mo' && games")
            assert "rain" not in str(await page.evaluate("location.href"))
            assert page.troubles == []
        async with opened(browser, PHONE) as page:
            await comes(page, link(host.web_port), "ann")
            await page.until("a box for the word", f"{BOX} && !me")
            await page.evaluate(f"{BOX}.value = 'plum'")
            await page.tap("button", "Come in")
            await page.reads("That is not the word of this evening.")
            await page.until("the box again", f"{BOX} && !{BOX}.value")
            await page.evaluate(f"{BOX}.value = 'purple rain'")
            await page.tap("button", "Come in")
            await page.until("the lobby", "me == 'ann' && games")
            assert page.troubles == []
