"""The page: what may run in it, and what a browser is told about it."""

from __future__ import annotations

import re
from base64 import b64encode
from gzip import decompress
from hashlib import sha256

import pytest

from parlour.web import load_page
from parlour.web.page import FILE
from tests.web.doors import HTML, answered, request


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_only_the_scripts_and_styles_of_the_page_run_and_nothing_comes_from_elsewhere() -> None:
    assert answered(request()).headers["Content-Security-Policy"].split("; ") == [
        "default-src 'none'",
        f"script-src {hashed('1;')} {hashed('2;')}",
        f"style-src {hashed('b{}')}",
        "connect-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]


def test_a_browser_keeps_nothing_guesses_nothing_and_tells_nobody() -> None:
    answer = answered(request())
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize(
    ("accepts", "packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("br", False),
        ("x-gzip-not", False),
        ("", False),
    ],
)
def test_the_page_is_compressed_for_those_who_take_it(accepts: str, packed: bool) -> None:
    answer = answered(request("/", f"Accept-Encoding: {accepts}"))
    assert (answer.headers["Content-Encoding"] == "gzip") is packed
    assert int(answer.headers["Content-Length"]) == len(answer.body)
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert (decompress(answer.body) if packed else answer.body) == HTML


def test_HEAD_has_the_headers_of_GET_alone() -> None:
    head, whole = answered(request(method="HEAD")), answered(request())
    assert head.headers.items() == whole.headers.items()
    assert (head.status, head.body) == (200, b"")


def test_the_installed_page_has_no_part_that_its_policy_would_stop() -> None:
    """Each script and style has a hash, no attribute is code or style, nothing is fetched."""
    html = FILE.read_text("utf-8")
    parts = re.findall(r"<(?:script|style)\b[^>]*>", html)
    assert set(parts) <= {"<script>", "<style>"}
    head = load_page().plain[0].decode()
    assert head.count("sha256-") == len(parts)
    outside = re.sub(r"<(script|style)>.*?</\1>", "", html, flags=re.DOTALL)
    assert not re.findall(
        r"""\s(?:on\w+|style)\s*=|javascript:|\bsrc\s*=\s*["']?(?!data:)""", outside
    )
