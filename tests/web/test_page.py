"""The page: what may run in it, and what a browser is told about it."""

from __future__ import annotations

import re
from base64 import b64encode
from gzip import decompress
from hashlib import sha256
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from parlour.web import load_page
from parlour.web.page import CLASS, FILE
from tests.web.doors import FRENCH, HTML, PROJECTOR, answered, request


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


def test_nothing_runs_in_the_French() -> None:
    answer = answered(request("/fr.json"))
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/fr.json", "application/json"),
        ("/class", "text/html; charset=utf-8"),
    ],
)
def test_a_browser_keeps_nothing_guesses_nothing_and_tells_nobody(target: str, kind: str) -> None:
    answer = answered(request(target))
    assert answer.status == 200
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize(
    ("target", "body"), [("/", HTML), ("/fr.json", FRENCH), ("/class", PROJECTOR)]
)
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
def test_it_is_compressed_for_those_who_take_it(
    accepts: str, packed: bool, target: str, body: bytes
) -> None:
    answer = answered(request(target, f"Accept-Encoding: {accepts}"))
    assert (answer.headers["Content-Encoding"] == "gzip") is packed
    assert int(answer.headers["Content-Length"]) == len(answer.body)
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert (decompress(answer.body) if packed else answer.body) == body


@pytest.mark.parametrize("target", ["/", "/fr.json", "/class"])
def test_HEAD_has_the_headers_of_GET_alone(target: str) -> None:
    head, whole = answered(request(target, method="HEAD")), answered(request(target))
    assert head.headers.items() == whole.headers.items()
    assert (head.status, head.body) == (200, b"")


@pytest.mark.parametrize("file", [FILE, CLASS], ids=lambda file: file.name)
def test_the_installed_page_has_no_part_that_its_policy_would_stop(file: Path) -> None:
    """Each script and style has a hash, no attribute is code or style, nothing is fetched."""
    html = file.read_text("utf-8")
    parts = re.findall(r"<(?:script|style)\b[^>]*>", html)
    assert set(parts) <= {"<script>", "<style>"}
    page = load_page() if file == FILE else load_page().projector
    assert page is not None
    head = page.plain[0].decode()
    assert head.count("sha256-") == len(parts)
    outside = re.sub(r"<(script|style)>.*?</\1>", "", html, flags=re.DOTALL)
    assert not re.findall(
        r"""\s(?:on\w+|style)\s*=|javascript:|\bsrc\s*=\s*["']?(?!data:)""", outside
    )


def test_the_page_and_its_French_are_in_the_wheel() -> None:
    builder = WheelBuilder(str(Path(__file__).parents[2]))
    packed = {file.distribution_path for file in builder.recurse_included_files()}
    assert {"page.html", "page.fr.json", "class.html"} <= {path[12:] for path in packed}
