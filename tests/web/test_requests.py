"""Requests to the web door, and who may open a websocket (RFC 9110, 9112 and 6455)."""

from __future__ import annotations

import pytest

from parlour.web.page import page_of
from parlour.web.requests import HEAD_MAX, Reading
from tests.web.doors import (
    FRENCH,
    HOST,
    HTML,
    SITE,
    Response,
    answered,
    caller,
    frame,
    request,
    upgrade,
)


@pytest.mark.parametrize(
    ("target", "method", "status"),
    [
        ("/", "GET", 200),
        ("/?from=qr", "GET", 200),
        ("/fr.json", "GET", 200),
        ("/fr.json", "HEAD", 200),
        ("/class", "GET", 200),
        ("/class/", "GET", 404),
        ("/fr.json", "POST", 405),
        ("/page.fr.json", "GET", 404),
        ("/favicon.ico", "GET", 204),
        ("/favicon.ico", "HEAD", 204),
        ("/index.html", "GET", 404),
        ("//", "GET", 404),
        ("/../etc/passwd", "GET", 404),
        ("/%2e", "GET", 404),
        ("http://192.0.2.7:4005/", "GET", 404),
        ("*", "GET", 404),
        ("/", "POST", 405),
        ("/", "OPTIONS", 405),
        ("/ws", "HEAD", 405),
        ("/ws", "POST", 405),
        ("/ws", "GET", 426),
    ],
)
def test_there_is_one_page_and_one_websocket(target: str, method: str, status: int) -> None:
    answer = answered(request(target, method=method))
    assert answer.status == status
    assert (answer.headers["Allow"] is not None) == (status == 405)


def test_a_refusal_is_one_sentence_that_repeats_nothing() -> None:
    answer = answered(request("/<script>"))
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert int(answer.headers["Content-Length"]) == len(answer.body)
    assert answer.body == b"There is only one page here: /\n"


def test_a_door_without_a_page_for_projectors_has_none() -> None:
    reading = Reading(SITE, page_of(HTML, FRENCH))
    answer = reading.receive(f"GET /class HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    assert answer is not None
    assert answer.data.startswith(b"HTTP/1.1 404 ")


@pytest.mark.parametrize("target", ["/", "/fr.json", "/ws", "/nothing"])
def test_a_browser_that_knows_us_by_a_strange_name_reads_where_the_page_is(target: str) -> None:
    """DNS rebinding, which must reach neither the page nor the websocket."""
    answer = answered(upgrade("Origin: http://evil.example", host="evil.example", target=target))
    assert answer.status == 421
    assert b"The page of this host is at https://play.example.org/ ." in answer.body
    assert b"[web]" in answer.body
    assert b"evil" not in answer.body


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: 192.0.2.7\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : 192.0.2.7\r\n\r\n",
        b"GET  / HTTP/1.1\r\nHost: 192.0.2.7\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 192.0.2.7\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/2.0\r\n",
        b"HELLO 1 text scene\r\n",
        b"ann\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\r\n\r\n",
    ],
    ids=[
        *("two Hosts", "no Host", "a space before the colon", "two spaces", "two lengths"),
        *("another version", "HELLO", "a name", "TLS", "nothing"),
    ],
)
def test_what_is_no_request_is_refused_at_once_with_the_port_for_lines(data: bytes) -> None:
    answer = answered(data)
    assert answer.status == 400
    assert answer.body.endswith(b"use port 4004.\n")


def test_a_request_of_version_1_0_without_a_Host_does_not_say_whom_it_means() -> None:
    assert answered(b"GET / HTTP/1.0\r\n\r\n").status == 421
    assert answered(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n").status == 200


def test_a_request_has_a_bound_that_the_cookies_of_a_browser_do_not_reach() -> None:
    """They are those of all servers on this computer, whatever their port."""
    assert asked_with(8_192) == 200
    assert asked_with(2 * HEAD_MAX) == 431


def asked_with(size: int) -> int:
    """The answer to a request with so many bytes of cookies, in pieces as they are read."""
    door, data = caller(), request("/", "Cookie: " + "x" * size)
    for start in range(0, len(data), 1_024):
        heard = door.receive(data[start : start + 1_024])
        if heard.ended:
            return Response(heard.out).status
    raise AssertionError("no answer")


def test_one_connection_has_one_request() -> None:
    """Whatever follows the first is not read: a browser asks again on another connection."""
    answer = answered(request() + request("/nothing"))
    assert answer.status == 200
    assert answer.body.endswith(b"<p>Hello")


@pytest.mark.parametrize(
    "origin", ["http://192.0.2.7:4005", "https://192.0.2.7:4005", None], ids=str
)
def test_our_page_and_programs_open_a_websocket(origin: str | None) -> None:
    """The accept value is the one of RFC 6455, section 1.3."""
    heard = caller().receive(upgrade(*([] if origin is None else [f"Origin: {origin}"])))
    assert (heard.opened, heard.ended) == (True, False)
    answer = Response(heard.out)
    assert answer.status == 101
    assert answer.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert "Sec-WebSocket-Extensions" not in answer.headers


def test_our_page_behind_a_proxy_opens_a_websocket() -> None:
    heard = caller().receive(upgrade("Origin: https://play.example.org", host="play.example.org"))
    assert heard.opened


@pytest.mark.parametrize(
    "origins",
    [
        ("null",),
        ("http://evil.example",),
        ("http://192.0.2.7",),
        ("http://192.0.2.7:4004",),
        ("http://192.0.2.7:4005", "null"),
    ],
)
def test_another_page_opens_no_websocket(origins: tuple[str, ...]) -> None:
    answer = answered(upgrade(*(f"Origin: {origin}" for origin in origins)))
    assert answer.status == 403


@pytest.mark.parametrize("without", ["Upgrade: ", "Connection", "-Key", "-Version: 13"])
def test_half_a_handshake_is_told_what_is_missing(without: str) -> None:
    whole = upgrade().decode().split("\r\n")
    answer = answered("\r\n".join(line for line in whole if without not in line).encode())
    assert answer.status == 426
    assert (answer.headers["Upgrade"], answer.headers["Sec-WebSocket-Version"]) == (
        "websocket",
        "13",
    )


def test_a_caller_who_is_late_is_told_only_if_it_has_begun() -> None:
    assert caller().late() == b""
    slow = caller()
    assert slow.receive(request()[:-1]).out == b""
    assert Response(slow.late()).status == 408


def test_the_first_frame_may_come_with_the_request() -> None:
    heard = caller().receive(upgrade() + frame(b"HELLO 1") + frame(b"#1 name ann"))
    assert (heard.opened, heard.lines) == (True, b"HELLO 1\n#1 name ann\n")
