"""A guest who has got a link, up to the game."""

from __future__ import annotations

from tests.browser.page import Page
from tests.e2e.serving import HOST


def link(port: int, table: int | str = "") -> str:
    """The link to a table, or to the page."""
    return f"http://{HOST}:{port}/" + (f"#t{table}" if table else "")


async def comes(page: Page, address: str, name: str) -> None:
    """Open a link and give a name."""
    await page.goto(address)
    await page.until("a field for the name", "document.activeElement.localName == 'input'")
    await page.types(name)
    await page.tap("button", "Come in")


async def sits_down(page: Page, address: str, name: str) -> None:
    """Open the link to a table, give a name, and be ready."""
    await comes(page, address, name)
    await has_button(page, "Ready")
    await page.tap("button", "Ready")


async def has_button(page: Page, says: str) -> None:
    """Wait for a button."""
    all_of_them = "[...document.querySelectorAll('button')]"
    seen = f"{all_of_them}.some(b => b.innerText == '{says}' && !b.disabled)"
    await page.until(f"a button: {says}", seen)
