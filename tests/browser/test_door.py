"""The terminal in the browser: xterm.js, its policy, keys, the mouse and the size."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from tests.browser.chromium import Connection
from tests.browser.page import Device, Page, opened
from tests.door.opened import Opened
from tests.door.opened import opened as opened_door
from tests.e2e.serving import HOST, Serving

ROWS = "[...document.querySelectorAll('.xterm-rows > div')].map(row => row.innerText)"
WIDE, NARROW = Device(1280, 800, touch=False), (800, 600)


@pytest.fixture
def door(host: Serving, tmp_path: Path) -> Iterator[Opened]:
    with opened_door(tmp_path, "--host", f"{HOST}:{host.port}", kinds=("web",)) as door:
        yield door
        assert door.close() == "", "the door has logged a fault"


async def shows(page: Page, words: str) -> None:
    seen = f"{ROWS}.join(' ').replace(/\\s+/g, ' ').includes({json.dumps(words)})"
    await page.until(words, seen)


async def columns(page: Page) -> int:
    return int(await page.evaluate("terminal.cols"))


async def test_a_terminal_in_the_browser(browser: Connection, door: Opened) -> None:
    async with opened(browser, WIDE) as page:
        await page.goto(f"http://localhost:{door.ports['web']}/")
        await shows(page, "Your name:")
        await page.types("wanda")
        await shows(page, "> wanda")
        await page.press("Enter")
        await shows(page, "Hello wanda.")
        await shows(page, "new boggle Boggle")
        await page.until("the mouse is wanted", "terminal.modes.mouseTrackingMode != 'none'")
        wide = await columns(page)
        row = await page.evaluate(f"{ROWS}.findIndex(row => /new.boggle/.test(row))")
        x, y = await page.evaluate(
            "(() => { const r = document.querySelector('.xterm-screen').getBoundingClientRect();"
            " return [r.x + 8 * r.width / terminal.cols,"
            f" r.y + ({row} + .5) * r.height / terminal.rows]; }})()"
        )
        await page.trace([(x, y)])
        await shows(page, "> new boggle")
        width, height = NARROW
        await page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        await page.until("fewer columns", f"terminal.cols < {wide}")
        await page.press("Enter")
        await shows(page, "Options: options")
        assert page.troubles == []
        assert page.elsewhere() == []
        assert await trio.to_thread.run_sync(door.close) == ""
        await shows(page, "The door is closing.")
        await shows(page, "You are disconnected. To come back, press Enter.")


async def test_other_pages_get_nothing(door: Opened) -> None:
    asked = (
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"421"),
        ("GET /etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", b"404"),
        (
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            b"403",
        ),
    )
    for request, status in asked:
        stream = await trio.open_tcp_stream(HOST, door.ports["web"])
        await stream.send_all(request.encode())
        said = await stream.receive_some()
        assert said.startswith(b"HTTP/1.1 " + status)
        await stream.aclose()
