"""The page and its French, read once: both their forms with all headers, ready to be sent."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final
from zlib import DEFLATED, compressobj

import msgspec

FILE: Final = Path(__file__).with_name("page.html")
FRENCH: Final = Path(__file__).with_name("page.fr.json")
"""The page's own sentences in French, which the page asks for if its reader wants French."""
CLASS: Final = Path(__file__).with_name("class.html")
"""The page for a projector: all tables of a party. Phones need not load it."""
_PARTS: Final = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
_FOR_US: Final = re.compile(
    rb"<!--.*?-->|/\*.*?\*/|(?<=\s)// [^\n]*|^\s+|[ \t]+$", re.DOTALL | re.MULTILINE
)
"""What is for those who read the source alone: comments, indentation, empty lines."""

_STYLE: Final = re.compile(rb"(?<=<style>).*?(?=</style>)", re.DOTALL)
_BLANK: Final = re.compile(rb"\s*([{},;])\s*|(?<=:) ")
"""What a style does not need: blanks and line breaks around its signs."""
_SCRIPT: Final = re.compile(rb"(?<=<script>).*?(?=</script>)", re.DOTALL)
_GAPS: Final = re.compile(
    rb"""("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`"""  # texts
    rb"""|(?<=[(,=:&|!?;\s])/(?![/*\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/)"""  # patterns
    rb"""|\s+""",
    re.DOTALL,
)
"""The blanks in a script; and first what has blanks that count."""
_WORD: Final = re.compile(rb"[\w$]")
_GZIP: Final = 31
"""The widest window there is, in the form of gzip with no time of day."""
_MEMORY: Final = 6
"""The page takes fewer bytes so than with more, because its blocks fit its parts better."""


class Sent(msgspec.Struct, frozen=True):
    """The answers to a request for a file: head and body, plain and compressed."""

    plain: tuple[bytes, bytes]
    gzip: tuple[bytes, bytes]


class Page(Sent, frozen=True):
    """The page, the file of its sentences in French, and the page for a projector."""

    french: Sent
    projector: Sent | None


def load_page() -> Page:
    html, projector = (without_comments(file.read_bytes()) for file in (FILE, CLASS))
    return page_of(html, FRENCH.read_bytes(), projector)


def without_comments(html: bytes) -> bytes:
    """Return *html* without what browsers do not need: its comments, its indentation, and the
    blanks in its styles and its script."""
    bare = _FOR_US.sub(b"", _FOR_US.sub(b"", html))  # twice: a comment leaves an empty line
    dense = _STYLE.sub(lambda style: _BLANK.sub(rb"\1", style[0]), bare)
    return _SCRIPT.sub(lambda script: _GAPS.sub(_gap, script[0]), dense)


def _gap(found: re.Match[bytes]) -> bytes:
    """Return what a script needs in the place of a blank: one between words, or a line break where
    it may end a statement."""
    if found[1]:
        return found[1]
    script, start, end = found.string, found.start(), found.end()
    before, after = script[start - 1 : start], script[end : end + 1]
    if b"\n" in found[0]:
        return b"" if before in b"{,;([&|?:=<+" or after in b",.)]&|?:" else b"\n"
    words = _WORD.match(before) and _WORD.match(after)
    return b" " if words or before == after else b""


def page_of(html: bytes, french: bytes, projector: bytes = b"") -> Page:
    """Return *html* as a page, and *projector* as another. Their scripts and styles may run, and
    nothing else may. Without *projector* there is no such page."""
    words = _both(french, "application/json", "default-src 'none'")
    page, other = (
        _both(each, "text/html; charset=utf-8", _policy(each)) for each in (html, projector)
    )
    return Page(page.plain, page.gzip, words, other if projector else None)


def _both(body: bytes, kind: str, policy: str) -> Sent:
    packer = compressobj(9, DEFLATED, _GZIP, _MEMORY)
    packed = packer.compress(body) + packer.flush()
    return Sent(
        (_head(len(body), kind, policy), body),
        (_head(len(packed), kind, policy, "Content-Encoding: gzip\r\n"), packed),
    )


def _policy(html: bytes) -> str:
    """Return the Content-Security-Policy: nothing from elsewhere, and no code but the page's own.

    So even if a name or a line of talk got into the page as markup, it could do nothing.
    """
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for kind, text in _PARTS.findall(html):
        hashes[kind.decode()].append(f"'sha256-{b64encode(sha256(text).digest()).decode()}'")
    nothing = ["'none'"]
    return "; ".join(
        (
            "default-src 'none'",
            *(f"{kind}-src {' '.join(found or nothing)}" for kind, found in hashes.items()),
            "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _head(length: int, kind: str, policy: str, encoding: str = "") -> bytes:
    return (
        "HTTP/1.1 200 OK\r\n"
        f"Content-Type: {kind}\r\n"
        f"Content-Length: {length}\r\n"
        f"{encoding}"
        "Vary: Accept-Encoding\r\n"
        f"Content-Security-Policy: {policy}\r\n"
        "Cache-Control: no-store\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Connection: close\r\n"
        "\r\n"
    ).encode()
