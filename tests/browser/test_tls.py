"""The page over TLS, in a browser that takes the certificate of the host."""

from __future__ import annotations

import trio

from tests.browser.chromium import Connection
from tests.browser.company import Company, new_name
from tests.browser.page import PHONE, opened
from tests.browser.visitor import link, sits_down
from tests.e2e.serving import HOST, Serving


async def test_a_guest_plays_at_https_and_the_websocket_is_encrypted_too(
    browser: Connection, host: Serving
) -> None:
    async with trio.open_nursery() as nursery, opened(browser, PHONE) as page:
        await page.call("Security.setIgnoreCertificateErrors", ignore=True)
        company = Company(nursery, host.port)
        await company.opens("harbour", 2, "seconds=600")
        await sits_down(
            page,
            link(host.web_port, company.table).replace("http://", "https://"),
            new_name("mo"),
        )
        await page.until("a move", "me && at?.you && scene && prompt")
        assert await page.evaluate("socket.url") == f"wss://{HOST}:{host.web_port}/ws"
        assert page.troubles == []
        nursery.cancel_scope.cancel()
