"""Who somebody is on the page, after another link, a refusal, or another window."""

from __future__ import annotations

from random import Random

import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.monkey import Monkey
from tests.browser.page import DESK, PHONE, Page, opened
from tests.browser.visitor import has_button, link, sits_down
from tests.e2e.serving import HOST, Serving

LOADED = "typeof me != 'undefined'"
PLAYS = "me && at?.you && scene && prompt"
NO_NAME = "globalThis.before = Math.random; Math.random = () => ({ toString: () => '0.!!!' })"
"""The page makes its name of a number: now it is one that no host takes."""
GONE = "scene.blocks.some(b => b.rows?.some(r => r.mark == 'left'))"
REFUSED = """(() => {
  const { send } = WebSocket.prototype;
  globalThis.letIn = () => { WebSocket.prototype.send = send; };
  WebSocket.prototype.send = function (line) {
    send.call(this, line.replace(/resume (\\w+).*/, "resume $1 seventeen"));
  };
  socket.close();
})()"""
"""From now on the host refuses to let the page in, though it knows the way back."""


async def plays(page: Page, company: Company, host: Serving) -> str:
    """Sit down at a game of two that begins at once. The name there."""
    await company.opens("harbour", 2, "seconds=600")
    name = new_name("mo")
    await sits_down(page, link(host.web_port, company.table), name)
    await page.until("a move", PLAYS)
    return name


async def test_a_screen_of_the_room_is_nobody_who_plays_in_the_same_window(
    browser: Connection, host: Serving
) -> None:
    """Otherwise everybody in the room would see the cards of the player who opened the table."""
    async with trio.open_nursery() as nursery, opened(browser, DESK) as page:
        company = Company(nursery, host.port)
        name = await plays(page, company, host)
        await page.goto(link(host.web_port, f"v{company.table}"))
        await page.until("a screen", f"{LOADED} && screen == 'v' && me && at")
        assert await page.evaluate("[me.slice(0, 3), at.you, !!prompt]") == ["tv-", None, False]
        await page.goto(link(host.web_port, company.table))
        await page.until("a move", f"{LOADED} && !screen && {PLAYS}")
        assert await page.evaluate("me") == name
        assert page.troubles == []
        nursery.cancel_scope.cancel()


async def test_who_is_not_let_in_reads_why_and_keeps_the_way_back(
    browser: Connection, host: Serving
) -> None:
    """Who cannot be told what they missed is back all the same."""
    async with trio.open_nursery() as nursery, opened(browser, PHONE) as page:
        name = await plays(page, Company(nursery, host.port), host)
        await page.evaluate("globalThis.before = socket; seq = 999999; socket.close()")
        await page.until("a move", f"socket != before && seq < 999999 && {PLAYS}")
        assert await page.evaluate("me") == name
        await page.evaluate(REFUSED)
        await page.reads("To come back")
        await has_button(page, "Change the name")
        await page.evaluate("letIn()")
        await page.tap("button", "Go on")
        await page.until("a move", PLAYS)
        assert await page.evaluate("me") == name
        nursery.cancel_scope.cancel()


async def test_a_screen_that_is_not_let_in_asks_once_and_says_why(
    browser: Connection, host: Serving
) -> None:
    async with trio.open_nursery() as nursery, opened(browser, DESK) as page:
        company = Company(nursery, host.port)
        await company.opens("harbour", 2, "seconds=600")
        await page.call("Page.addScriptToEvaluateOnNewDocument", source=NO_NAME)
        await page.goto(link(host.web_port, f"v{company.table}"))
        await has_button(page, "Go on")
        assert sum("/name tv-" in frame.text for frame in page.frames) == 1
        await page.evaluate("Math.random = before")
        await page.tap("button", "Go on")
        await page.until("the table", "me && at")
        nursery.cancel_scope.cancel()


async def test_others_may_leave_a_game_whose_board_still_shows_them(
    browser: Connection, host: Serving
) -> None:
    """Nothing is meant by a tap on them."""
    async with trio.open_nursery() as nursery, opened(browser, PHONE) as page:
        company = Company(nursery, host.port)
        await company.opens("probe", 3, "turn_seconds=600", pages=2)
        async with await trio.open_tcp_stream(HOST, host.port) as third:
            hello = f"HELLO 1 text\n/name {new_name('lee')}\n/join {company.table}\n/ready\n"
            await third.send_all(hello.encode())
            await sits_down(page, link(host.web_port, company.table), new_name("mo"))
            await page.until("a move", PLAYS)
            await third.send_all(b"/leave yes\n")
            await page.until("two players", "at.seats.filter(Boolean).length == 2")
            await page.until("their row", GONE)
        monkey = Monkey(page, Random(1))
        await monkey.play(most=40)
        monkey.check()
        nursery.cancel_scope.cancel()


async def test_plain_text_goes_on_after_another_window(browser: Connection, host: Serving) -> None:
    async with (
        trio.open_nursery() as nursery,
        opened(browser, PHONE) as page,
        opened(browser, PHONE) as other,
    ):
        await plays(page, Company(nursery, host.port), host)
        await page.evaluate("setPlain('1')")
        await page.until("plain text", "me && document.body.matches('.plain')")
        way = await page.evaluate("token")
        await other.goto(f"{link(host.web_port)}#as.{way}")
        await other.until("a move", PLAYS)
        await page.until("it is told", "document.body.innerText.includes('Continue here')")
        await page.tap("button", "Continue here")
        await page.until("plain text", "me && document.body.matches('.plain')")
        nursery.cancel_scope.cancel()
