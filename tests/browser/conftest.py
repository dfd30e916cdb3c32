"""A browser for all tests of a process, and new pages in it."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

import pytest

from tests.browser.chromium import NAMES, Chromium, Connection, installed, started
from tests.browser.page import PHONE, Device, Page, opened

Open: TypeAlias = Callable[[Device], AbstractAsyncContextManager[Page]]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The browser. Tests that need it are skipped where there is none, but not in CI."""
    program = installed()
    if program is None:
        reason = f"needs a browser on the PATH: {', '.join(NAMES)}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    with started(program) as browser:
        yield browser


@pytest.fixture
async def browser(chromium: Chromium) -> AsyncIterator[Connection]:
    """A connection to the browser; `opened(browser, device)` makes a page."""
    async with chromium.connected() as connection:
        yield connection


@pytest.fixture
async def page(browser: Connection) -> AsyncGenerator[Page]:
    """An empty page on a phone."""
    async with opened(browser, PHONE) as page:
        yield page
