"""`parlour serve` and its page: on which port, at which addresses, and what if it cannot be."""

from __future__ import annotations

import io
import socket
from contextlib import closing
from http.client import HTTPConnection

import pytest

from parlour.cli._page import page_lines, page_port
from parlour.config import Config, ServerConfig, WebConfig
from parlour.web import Site
from parlour.web.qr import half_blocks, plain_signs
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
            assert (status, b"    nc 192.168.1.20 4004" in how) == (200, True)
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
            f"In a browser on this computer: http://localhost:{host.web_port}/",
        ]
        host.stop()


# --- the QR code ---

ADDRESSES = ("http://192.168.1.20:4005/", "http://10.0.0.7:4005/")
SAID = [f"On a phone or in a browser: {address}" for address in ADDRESSES]


class Terminal(io.TextIOWrapper):
    """A terminal that shows what its encoding can."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_an_address_is_named_once() -> None:
    given = ("https://play.example.org:4005", "https://Play.example.org:4005")
    where = Site.of(("http://x:4005/",), port=4005, lines_port=4004, name="x", given=given)
    assert where.addresses == ("https://play.example.org:4005/", "http://x:4005/")


def site(*addresses: str) -> Site:
    """A page that is there."""
    return Site.of(addresses, port=4005, lines_port=4004, name="kitchen-pc", given=())


def test_a_log_has_the_addresses_alone() -> None:
    assert page_lines(site(*ADDRESSES), io.StringIO()) == SAID


@pytest.mark.parametrize(
    ("encoding", "columns", "drawn"),
    [
        ("utf-8", "80", half_blocks(ADDRESSES[0], 80)),
        ("utf-8", "20", []),
        ("ascii", "80", plain_signs(ADDRESSES[0], 80)),
        ("cp437", "80", half_blocks(ADDRESSES[0], 80)),
        ("latin-1", "40", []),
    ],
)
def test_a_terminal_shows_a_code_of_the_best_address(
    encoding: str, columns: str, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In characters that it has, if they fit; white on black, whatever its colours are."""
    monkeypatch.setenv("COLUMNS", columns)
    black = [f"\x1b[37;40m{line}\x1b[0m" for line in drawn]
    assert page_lines(site(*ADDRESSES), Terminal(encoding)) == [*SAID, *black]


def test_a_page_that_no_phone_reaches_has_no_code() -> None:
    said = page_lines(site("http://localhost:4005/"), Terminal("utf-8"))
    assert said == ["In a browser on this computer: http://localhost:4005/"]
