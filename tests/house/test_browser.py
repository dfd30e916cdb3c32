"""A web browser on the game port is sent to the page, and nobody else notices that it could."""

from __future__ import annotations

from typing import Any, Final

import pytest

from parlour.core.limits import Limits
from parlour.house import House
from parlour.web import Site
from parlour_kit.host import Client, Host

AFTER_S: Final = 0.125
SITE: Final = Site.of(
    ("http://192.0.2.7:4005/",), port=4005, lines_port=4004, name="kitchen-pc", given=()
)
GREETING: Final = [
    "Parlour on test: 0 games, 0 tables open.",
    "Pour jouer dans votre langue : set lang fr",
    "Your name? (help for help)",
]


class Patient(House):
    """A house whose greeting waits for a first line, as that of `parlour serve` does."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, greeting_after_s=AFTER_S)


def patient(site: Site | None = None, **limits: int) -> Host:
    return Host({}, house_type=Patient, limits=Limits(password_cost=1, **limits), site=site)


def answer(*pieces: bytes) -> bytes:
    """What a browser reads that sends these pieces to the game port of a host with a page."""
    client = patient(SITE).connect()
    for piece in pieces:
        assert not client.closed
        assert client.data == b""
        client.send_raw(piece)
    assert client.closed
    return client.data


def browser(host: Host) -> Client:
    client = host.connect()
    client.send_raw(b"GET / HTTP/1.1\r\nHost: kitchen-pc:4004\r\nAccept: */*\r\n\r\n")
    return client


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("kitchen-pc:4004", "kitchen-pc:4005"),
        ("Kitchen-PC.local", "kitchen-pc.local:4005"),
        ("192.168.1.20:4004", "192.168.1.20:4005"),
        ("[fd00::7]:4004", "[fd00::7]:4005"),
    ],
)
def test_a_browser_is_sent_to_the_page_under_the_name_that_it_used(host: str, there: str) -> None:
    asked = f"GET /any HTTP/1.1\r\nAccept: */*\r\nhOst:{host}\r\n\r\n".encode()
    head = answer(asked).decode().split("\r\n")
    assert head[0] == "HTTP/1.1 308 Permanent Redirect"
    assert f"Location: http://{there}/" in head
    assert "Cache-Control: max-age=86400" in head
    assert answer(*(bytes([byte]) for byte in asked[: asked.index(b"\r\n\r\n") + 1])) == answer(
        asked
    )


@pytest.mark.parametrize(
    "more",
    [
        b"Host: evil.example:4004\r\n",
        b"Host: evil.example/<b>\r\n",
        b"Accept: */*\r\n\r\n",
        b"\r\n",
    ],
    ids=["a strange name", "no name", "no Host", "nothing else"],
)
def test_a_browser_that_uses_another_name_reads_where_the_page_is(more: bytes) -> None:
    """DNS rebinding: a page elsewhere lets its own name mean our address."""
    found = answer(b"GET /<b> HTTP/1.1\r\n" + more)
    assert found.startswith(b"HTTP/1.1 421 Misdirected Request\r\n")
    assert b"The page of this host is at http://192.0.2.7:4005/ ." in found
    assert b"evil" not in found
    assert b"<b>" not in found


def test_only_GET_and_HEAD_are_sent_to_the_page() -> None:
    """A header that is no line is passed over."""
    assert answer(b"POST / HTTP/1.1\r\nHost: kitchen-pc\r\n").startswith(b"HTTP/1.1 405 ")
    assert answer(b"HEAD / HTTP/1.1\r\nHost: kitchen-pc\r\n").startswith(b"HTTP/1.1 308 ")
    cookie = b"Cookie: " + b"x" * 4_000 + b"\r\n"
    found = answer(b"GET / HTTP/1.1\r\n", cookie, b"Host: 192.0.2.7\r\n")
    assert found.startswith(b"HTTP/1.1 308 ")


def test_a_request_that_is_never_ended_is_cut_like_a_guest_without_a_name() -> None:
    host = patient(SITE, login_s=5)
    client = host.connect()
    client.send_raw(b"GET / HTTP/1.1\r\nAccept: */*\r\n")
    host.wait(AFTER_S)
    assert client.data == b""
    host.wait(5)
    assert client.closed


def test_a_browser_reads_a_page_and_nothing_before_it() -> None:
    """One that comes late gets one line: the greeting was sent, so nothing can be a status
    line any more.
    """
    found = browser(patient())
    assert found.data.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nContent-Type: text/plain; charset=utf-8\r\n" in found.data
    assert b"Your name?" not in found.data
    assert found.closed
    host = patient()
    late = host.connect()
    host.wait(AFTER_S)
    assert late.take() == GREETING
    assert late.send("GET / HTTP/1.1") == [
        "This is a game server, not a web server. Join with nc or telnet."
    ]
    assert late.closed


@pytest.mark.parametrize("line", ["ann", "HELLO 1", "help", "", "x" * 2000])
def test_any_other_first_line_is_greeted_first_and_once(line: str) -> None:
    """Someone who says nothing is greeted after a moment."""
    host = patient()
    hasty = host.connect()
    assert hasty.take() == []
    assert hasty.send(line)[:3] == GREETING
    host.wait(AFTER_S * 2)
    assert hasty.take() == []
    host = patient()
    silent = host.connect()
    host.wait(AFTER_S / 2)
    assert silent.take() == []
    host.wait(AFTER_S / 2)
    assert silent.take() == GREETING


def test_a_scan_leaves_nothing_behind() -> None:
    """Browsers come and go within the limits of all nameless connections, and are forgotten."""
    host = patient(connections=4, nameless=2)
    for _ in range(10):
        browser(host).lose()
        host.connect().lose()
    host.wait(AFTER_S)
    assert not host.house.people.sessions
    assert not host.entries
    assert not host.writes
    open_ones = [host.connect() for _ in range(3)]
    assert [client.closed for client in open_ones] == [True, True, False]
