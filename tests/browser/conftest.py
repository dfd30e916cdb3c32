"""A browser and a host for all tests of a process, and new pages for each of them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import NAMES, Chromium, Connection, installed, started
from tests.browser.page import PHONE, Page, opened
from tests.e2e.serving import Serving, serving

CONFIG = "[limits]\nbot_pause_ms = 0\n"
CHECKOUT = Path(__file__).parents[2]


def lacking(what: str) -> None:
    """Skip the test, because this computer lacks something; in CI nothing may be lacking."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(what)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The browser."""
    program = installed()
    if program is None:
        lacking(f"needs a browser on the PATH: {', '.join(NAMES)}")
    else:
        with started(program) as browser:
            yield browser


@pytest.fixture(scope="session")
def host() -> Iterator[Serving]:
    """A host with our games, and with Harbour, of which the page has never heard."""
    with serving(CONFIG, "--plugin", "tests.browser.harbour", folder=CHECKOUT) as running:
        yield running


@pytest.fixture
async def browser(chromium: Chromium) -> AsyncIterator[Connection]:
    """A connection to the browser; `opened(browser, device)` makes a page."""
    async with chromium.connected() as connection:
        yield connection


@pytest.fixture
async def page(browser: Connection) -> AsyncIterator[Page]:
    """An empty page on a phone."""
    async with opened(browser, PHONE) as page:
        yield page
