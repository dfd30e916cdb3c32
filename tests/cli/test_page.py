"""`parlour serve` and its page: on which port, at which addresses, and what if it cannot be."""

from __future__ import annotations

import socket
from contextlib import closing
from http.client import HTTPConnection

import pytest

from parlour.cli._page import page_port
from parlour.config import Config, ServerConfig, WebConfig
from tests.e2e.serving import HOST, Serving, serving


@pytest.mark.parametrize(
    ("lines", "page", "port"),
    [
        (4004, 4005, 4005),
        (4004, 8080, 8080),
        (4004, 0, None),
        (5004, 4005, 5005),
        (5004, 8080, 8080),
        (5004, 0, None),
        (0, 4005, 0),
        (65_535, 4005, 0),
    ],
)
def test_the_page_is_on_the_next_port_unless_it_is_named(
    lines: int, page: int, port: int | None
) -> None:
    config = Config(server=ServerConfig(port=lines), web=WebConfig(port=page))
    assert page_port(config) == port


def asked(host: Serving, port: int) -> tuple[int, bytes]:
    """What a browser gets at that port: the status and the body."""
    with closing(HTTPConnection(HOST, port)) as browser:
        browser.request("GET", "/")
        answer = browser.getresponse()
        return answer.status, answer.read()


def pages(host: Serving) -> list[str]:
    """What the host says about its page."""
    return [line for line in host.said if "browser" in line]


def test_a_host_whose_port_for_the_page_is_taken_says_so_and_serves_lines() -> None:
    with closing(socket.create_server((HOST, 0))) as taken:
        port = taken.getsockname()[1]
        with serving(f"[web]\nport = {port}\n") as host:
            (line,) = pages(host)
            assert line.startswith(
                f"No page for browsers: Port {port} is taken by another program"
            )
            status, how = asked(host, host.port)
            assert (status, b"<pre>nc 192.168.1.20 4004</pre>" in how) == (200, True)
            host.stop()


def test_a_host_may_have_no_page() -> None:
    with serving("[web]\nport = 0\n") as host:
        assert pages(host) == []
        assert asked(host, host.port)[0] == 200
        host.stop()


def test_guests_are_told_the_address_of_the_proxy_first() -> None:
    with serving('[web]\nhosts = ["https://play.example.org"]\n') as host:
        assert pages(host) == [
            "On a phone or in a browser: https://play.example.org/",
            f"On a phone or in a browser: http://localhost:{host.web_port}/",
        ]
        host.stop()
