"""What a web browser gets from the game port (RFC 9112)."""

from __future__ import annotations

import io
from email.parser import BytesParser

import pytest

from parlour.web import how_to_join, is_http


@pytest.mark.parametrize(
    "line",
    ["GET / HTTP/1.1", "POST /a?b=c HTTP/1.0", "PRI * HTTP/2.0", "CONNECT a:443 HTTP/1.1"],
)
def test_a_request_of_http_is_recognised(line: str) -> None:
    assert is_http(line)


@pytest.mark.parametrize(
    "line",
    [
        *("", "ann", "get / http/1.1", "HELLO 1 text", "GET / ", "say GET / HTTP/1.1"),
        *("GET / HTTP/1.1 and more", "GET / and more HTTP/1.1"),
    ],
)
def test_other_first_lines_are_not_http(line: str) -> None:
    assert not is_http(line)


@pytest.mark.parametrize(
    ("line", "status", "has_text"),
    [
        ("GET / HTTP/1.1", "200 OK", True),
        ("HEAD / HTTP/1.1", "200 OK", False),
        ("GET /favicon.ico HTTP/1.1", "404 Not Found", True),
        ("POST / HTTP/1.1", "405 Method Not Allowed", True),
        ("PRI * HTTP/2.0", "405 Method Not Allowed", True),
        ("no request", "405 Method Not Allowed", True),
    ],
)
def test_the_answer_is_valid_http(line: str, status: str, has_text: bool) -> None:
    """A status line, headers with the length of the text, an empty line, and the text."""
    head, _, text = how_to_join(line, "kitchen-pc").partition(b"\r\n\r\n")
    first, _, rest = head.partition(b"\r\n")
    headers = BytesParser().parse(io.BytesIO(rest + b"\r\n\r\n"))
    assert first.decode() == f"HTTP/1.1 {status}"
    assert headers["Connection"] == "close"
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert (headers["Allow"] is not None) == status.startswith("405")
    assert (b"nc 192.168.1.20 4004" in text) == (has_text and not status.startswith("405"))
    assert not text if not has_text else int(headers["Content-Length"]) == len(text)


def test_the_answer_repeats_nothing_of_the_request() -> None:
    """A page that repeats what it was asked can be made to say anything."""
    other = how_to_join("GET /%3Cscript%3E HTTP/1.1", "kitchen-pc")
    assert other == how_to_join("GET /anything-else HTTP/1.1", "kitchen-pc")
