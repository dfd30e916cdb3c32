"""The driver itself: what tests of the page rely on."""

from __future__ import annotations

from urllib.parse import quote

import pytest
import trio

from tests.browser.chromium import BrowserError, Connection
from tests.browser.page import DESK, Device, Page, opened

POLICY = "<meta http-equiv=Content-Security-Policy content=\"img-src data:; style-src 'none'\">"
BUTTON = "<button onclick='this.textContent = event.pointerType'>go</button>"


def written(body: str) -> str:
    """The address of a page that holds *body*."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8>{body}")


TROUBLES = {
    "<p style='color: red'>": "Content Security Policy",
    "<img src='http://127.0.0.1:1/away.png'>": "Content Security Policy",
    "<script>console.error('oh', 3)</script>": "console: oh 3",
    "<script>setTimeout(() => { throw Error('late') })</script>": "Error: late",
    "<script>Promise.reject(Error('broken'))</script>": "Error: broken",
}


async def test_troubles_of_a_page_are_kept(page: Page) -> None:
    await page.goto(written(POLICY + "<p>Good evening"))
    await page.reads("Good evening")
    assert (page.troubles, page.elsewhere()) == ([], [])
    for body, trouble in TROUBLES.items():
        await page.goto(written(POLICY + body))
        await page.evaluate("new Promise(done => setTimeout(done))")
        assert [trouble in told for told in page.troubles] == [True], page.troubles
        page.troubles.clear()


async def test_requests_elsewhere_are_seen(page: Page) -> None:
    await page.goto(written("<img src='http://127.0.0.1:1/away.png'>"))
    await page.evaluate("new Promise(done => setTimeout(done))")
    assert page.elsewhere() == ["http://127.0.0.1:1/away.png"]


@pytest.mark.parametrize("device", [Device(), DESK])
async def test_fingers_and_keys(browser: Connection, device: Device) -> None:
    async with opened(browser, device) as page:
        await page.goto(written(f"{BUTTON}<input value=old><button>two</button>"))
        await page.tap("button", "go")
        await page.reads("touch" if device.touch else "mouse")
        await page.fill("input", "Zoë")
        assert await page.evaluate("document.querySelector('input').value") == "Zoë"
        await page.press("Tab")
        assert await page.evaluate("document.activeElement.textContent") == "two"
        await page.press("Tab", shift=True)
        await page.press("End")
        await page.press("x")
        assert await page.evaluate("document.querySelector('input').value") == "Zoëx"


async def test_what_is_covered_cannot_be_tapped(page: Page) -> None:
    cover = "<div style='position: fixed; inset: 0'></div>"
    await page.goto(written(f"<button>go</button>{cover}"))
    with pytest.raises(AssertionError, match="hidden behind <div"):
        await page.tap("button")


async def test_a_page_too_wide_is_seen(page: Page) -> None:
    await page.goto(written("<meta name=viewport content='width=device-width'><p>Narrow"))
    assert not await page.too_wide()
    await page.evaluate("document.querySelector('p').style.width = '400px'")
    assert (await page.too_wide()).startswith("<p ")


async def test_how_its_user_likes_it(browser: Connection) -> None:
    device = Device(360, 640, dark=True, still=True, language="fr")
    async with opened(browser, device) as page:
        asked = "matchMedia('(prefers-color-scheme: dark)').matches + ' ' + navigator.language"
        await page.goto(written(""))
        assert await page.evaluate(asked) == "true fr"
        assert await page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")


async def test_it_waits_over_a_reload(page: Page) -> None:
    await page.goto(written("<p>here"))
    async with trio.open_nursery() as nursery:
        seen = "performance.getEntriesByType('navigation')[0].type == 'reload'"
        nursery.start_soon(page.until, "it is loaded again", seen)
        await page.reload()
    assert await page.evaluate(seen)


async def test_a_lock_is_noticed(page: Page) -> None:
    await page.goto(written("<p>awake"))
    await page.evaluate(
        "for (const name of ['freeze', 'resume', 'visibilitychange']) "
        "document.addEventListener(name, () => document.querySelector('p').textContent += "
        "` ${name}${document.hidden ? '' : '!'}`)"
    )
    await page.lock()
    await page.unlock()
    await page.reads("awake visibilitychange freeze resume visibilitychange!")


async def test_what_the_browser_refuses(page: Page) -> None:
    with pytest.raises(BrowserError, match=r"Nothing\.such"):
        await page.call("Nothing.such")
