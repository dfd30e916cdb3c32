"""Make the pictures of the page for docs/phone.md. It needs Chromium.

    python -m tools.phones

Each shows a game with bots as it comes: boards and words are others each time, what the page looks
like is not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import trio

from parlour.lexicons import load_english
from parlour_boggle.board import board_of
from parlour_boggle.solver import find
from tests.browser.chromium import Connection, installed, started
from tests.browser.page import DESK, Device, Page, opened
from tests.browser.visitor import comes, link
from tests.e2e.serving import serving

ROOT: Final = Path(__file__).resolve().parent.parent
IMAGES: Final = ROOT / "docs" / "images"
CONFIG: Final = '[limits]\nbot_pause_ms = 300\n[web]\nhosts = ["http://192.168.1.20:4005"]\n'
LIGHT: Final = Device(still=True)
"""Without motion, as all of them: no card is seen while it turns."""
DARK: Final = Device(still=True, dark=True)
ROOM: Final = Device(DESK.width, 720, touch=False, still=True, dark=True)


async def begins(page: Page, port: int, name: str, game: str, bots: int) -> None:
    """Open a table of *game* with so many bots, and start."""
    await comes(page, link(port), name)
    await page.until("the games", f"document.querySelector('[data-key=\"+{game}\"]')")
    await page.tap(f'[data-key="+{game}"]')
    await page.until("the options", "sheet.querySelector('form')")
    await page.tap("dialog button", "Open")
    for number in range(1, bots + 1):
        await page.until("a bot", "document.querySelector('[data-key^=\"bot \"]')")
        await page.tap('[data-key^="bot "]')
        await page.until("the bot", f"at?.seats.filter(s => s?.bot).length == {number}")
    await page.tap("button", "Start")
    await page.until("a position", "scene")


async def probe(page: Page, port: int) -> None:
    """My turn to ask: the letters."""
    await begins(page, port, "ann", "probe", 2)
    await page.fill("#moves input", "..lantern")
    await page.press("Enter")
    mine = "prompt?.urgent && /ask|show/.test(prompt.moves[0].verb) && prompt.moves[0].verb"
    for _ in range(40):
        if await page.until("my turn", mine) == "ask":
            break
        await page.tap("#table .piece.tap, #moves .go")
        await page.until("the card is shown", f"({mine}) != 'show'")
    await page.tap("#moves button", "Ada")
    await page.until("the letters", "document.querySelector('.keys')")


async def boggle(page: Page, port: int) -> None:
    """A word that is being typed lights up on the board."""
    await begins(page, port, "bob", "boggle", 1)
    cells = "[...document.querySelectorAll('.trace .piece')].map(c => c.textContent)"
    board = (await page.evaluate(cells + ".join(',')")).split(",")
    rows = [board[at : at + 4] for at in range(0, len(board), 4)]
    words = find(board_of(rows, None), load_english()).words
    await page.fill("#moves input", max(words, key=len))


async def codewords(page: Page, port: int) -> None:
    """The speaker sees the teams of all words."""
    await begins(page, port, "cy", "codewords", 3)


async def room(page: Page, port: int) -> None:
    """The screen of the room shows Boggle, and how others come in."""
    await page.goto(link(port, "v2"))
    await page.until("the code", "document.querySelector('.qr')")


PICTURES: Final = {
    "phone-probe": (LIGHT, probe),
    "phone-boggle": (DARK, boggle),
    "phone-room": (ROOM, room),
    "phone-codewords": (LIGHT, codewords),
}
"""In this order: Boggle is at table 2, which the screen of the room shows."""


async def take(browser: Connection, port: int) -> None:
    """Take all pictures."""
    for name, (device, play) in PICTURES.items():
        async with opened(browser, device) as page:
            await play(page, port)
            await page.picture(IMAGES / f"{name}.png")
            print(f"{name}.png")


def main() -> None:
    """Start a host and a browser, and take them."""
    program = installed()
    if program is None:
        raise SystemExit("Chromium is not installed.")
    games = ROOT / "examples" / "games" / "codewords"
    with serving(CONFIG, "--plugin", str(games), folder=ROOT) as host, started(program) as browser:

        async def run() -> None:
            async with browser.connected() as connection:
                await take(connection, host.web_port)

        trio.run(run)


if __name__ == "__main__":
    main()
