"""What the page keeps ready at a table: open proposals, who is there, links, lines, ways."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import trio

from tests.browser.chromium import Connection
from tests.browser.company import new_name
from tests.browser.page import PHONE, Page, opened
from tests.browser.visitor import comes, has_button, link, sits_down
from tests.e2e.serving import HOST, Serving

PLAYS: Final = "typeof me != 'undefined' && me && at?.you && scene && prompt"
BUTTONS: Final = "[...document.querySelectorAll('#offers button')].map(b => b.innerText)"
LINKS: Final = "[...sheet.querySelectorAll('a')].map(a => [a.textContent, a.getAttribute('href')])"
ROWS: Final = """scene = { blocks: [
  { kind: "scores", rows: [{ seats: [1], name: "lee", points: 0 }] },
  { kind: "grid", name: "ship", rows: [
    { seat: 1, label: "lee", cells: [{ text: "A", kind: "tile" }] }] },
] }"""
"""A position with two rows of the player at seat 1."""
BOARD: Final = """(() => {
  const cell = text => text ? { text, kind: "tile" } : { text, kind: "none" };
  const rows = ["AAAAA", "AA AA", "AAAAA", "AAAAA", "AAAAA"].map(line =>
    ({ cells: [...line].map(letter => cell(letter.trim())) }));
  show(table, paint({ blocks: [{ kind: "grid", name: "board", rows, trace: { verb: "note" } }] }));
})()"""
"""A board of equal letters, with a hole."""


@asynccontextmanager
async def table(
    browser: Connection, host: Serving
) -> AsyncGenerator[tuple[Page, trio.SocketStream]]:
    """A page that plays with somebody who types."""
    async with (
        opened(browser, PHONE) as page,
        await trio.open_tcp_stream(HOST, host.port) as lee,
    ):
        hello = f"HELLO 1 text\n/name {new_name('lee')}\n/new harbour seconds=600\n/ready\n"
        await lee.send_all(hello.encode())
        told = b""
        while (found := re.search(rb'"table":(\d+),"seat":1', told)) is None:
            told += await lee.receive_some()
        await sits_down(page, link(host.web_port, int(found[1])), new_name("mo"))
        await page.until("a move", PLAYS)
        yield page, lee


async def test_a_page_that_is_loaded_again_can_answer_what_is_proposed(
    browser: Connection, host: Serving
) -> None:
    async with table(browser, host) as (page, lee), opened(browser, PHONE) as other:
        await comes(other, link(host.web_port, await page.evaluate("at.table")), new_name("wat"))
        await other.until("a position", "at && at.you === null && scene")
        await lee.send_all(b"/propose pause\n")
        await has_button(page, "Yes")
        await page.reload()
        await page.until("a move", PLAYS)
        await has_button(page, "Yes")
        assert await page.evaluate(BUTTONS) == ["Yes", "No"]
        await other.until("the proposal", "offers.size == 1 && $('offers').textContent")
        assert await other.evaluate(BUTTONS) == []
        await page.tap("button", "Yes")
        await page.until("a pause", "at.state == 'paused'")
        assert page.troubles == []


async def test_a_page_at_a_table_has_lines_rows_links_and_what_it_proposes(
    browser: Connection, host: Serving
) -> None:
    """What it sends is one line. A row says at once that its player is disconnected. Links can be
    pressed long, which is how one copies them on a phone, or sends them on. After a reload, who
    proposes can take it back.
    """
    async with table(browser, host) as (page, _lee):
        assert await page.evaluate("ask('/say one\\ntwo\\r\\nthree').then(a => a.ok)")
        await page.until("the words", "$('log').textContent.includes('one two three')")
        await page.evaluate(f"{ROWS}; draw()")
        for away in (False, True, False):
            await page.evaluate(f"at.seats[0].away = {str(away).lower()}; draw()")
            assert (await page.text()).count("disconnected") == 2 * away
        for act, marks in (("invite()", ["/#t", "/#tv"]), ("move()", ["/#as."])):
            await page.evaluate(act)
            found = await page.evaluate(LINKS)
            assert [text for text, _ in found] == [href for _, href in found]
            assert [mark in href for mark, (_, href) in zip(marks, found, strict=True)] == [
                True for _ in marks
            ]
        assert page.troubles == []
        await page.reload()
        await page.until("a move", PLAYS)
        await page.evaluate("tell('propose takeback').then(a => a.ok || tell('propose pause'))")
        await has_button(page, "Withdraw")
        await page.reload()
        await page.until("a move", PLAYS)
        await has_button(page, "Withdraw")
        await page.tap("button", "Withdraw")
        await page.until("nothing proposed", "offers.size == 0")


async def test_start_is_offered_to_enough_players_alone(
    browser: Connection, host: Serving
) -> None:
    """Otherwise the host would refuse it. What is missing is said to everybody who sits there."""
    needed = "Players needed: 1"
    async with opened(browser, PHONE) as page:
        await comes(page, link(host.web_port), new_name("mo"))
        await page.until("the games", "me && games?.harbour")
        for state, owner, seats, begin in (
            ("open", 1, 1, [needed]),
            ("open", 1, 2, ["Start"]),
            ("open", 2, 1, ["Ready", needed]),
            ("over", 1, 1, ["Play again", needed]),
            ("over", 1, 2, ["Play again", "Start"]),
        ):
            there = f"""at = {{ game: "harbour", state: "{state}", host: {owner}, you: 1,
              seats: [{{}}, {{}}].slice(-{seats}).concat(null) }}"""
            assert (
                await page.evaluate(f"{there}; beginnings().map(e => e.textContent ?? e)") == begin
            )
        assert page.troubles == []


async def test_a_board_of_equal_letters_with_a_hole_shows_ways_at_once(
    browser: Connection, host: Serving
) -> None:
    async with opened(browser, PHONE) as page:
        await page.goto(link(host.web_port))
        await page.until("a field for the name", "document.querySelector('main input')")
        ways = "document.querySelectorAll('.way').length"
        for word, cells in (("aaaa", 4), ("a" * 24 + "b", 0)):  # at once: the page draws, too
            assert await page.evaluate(f"{BOARD}; board.light('{word}'); {ways}") == cells
        assert page.troubles == []
