"""Which names a browser may use for the host, and where its page is."""

from __future__ import annotations

import pytest

from parlour.web import address_of, outside
from parlour.web.site import is_own
from tests.web.doors import SITE


@pytest.mark.parametrize(
    "host",
    [
        *(
            "192.0.2.7:4005",
            "192.0.2.7",
            "10.0.0.1:80",
            "[::1]:4005",
            "[fd00::7]",
            "127.0.0.1:4005",
        ),
        *("localhost", "LOCALHOST:4005", "localhost.", "kitchen-pc:4005", "Kitchen-PC.lan"),
        *("parlour.local:4005", "parlour-2.local", "parlour-0a1b2c.local"),
        *("kitchen-pc.local:4005", "play.example.org", "PLAY.example.org:443", "game.example.org"),
    ],
)
def test_addresses_and_own_names_are_known(host: str) -> None:
    assert SITE.knows(host)


@pytest.mark.parametrize(
    "host",
    [
        *(
            "",
            "evil.example",
            "evil.example:4005",
            "192.0.2.7.evil.example",
            "localhost.evil.example",
        ),
        *("parlour-pc.local", "evil.parlour.local", "parlour.local.evil.example"),
        *("kitchen-pc.evil.example", "evil.kitchen-pc", "play.example.org.evil.example", "0x7f.1"),
        *(
            "user@192.0.2.7",
            "192.0.2.7/x",
            "192.0.2.7:",
            "192.0.2.7:port",
            "[::1",
            "::1",
            "[zz::1]",
        ),
        *("192.0.2.7:123456", "localhost localhost", "localhost,evil.example", "lócalhost", "."),
        *("192.0.2.7\n", "[192.0.2.7]x", "256.0.0.1", "127.1", "[fe80::1%eth0]"),
    ],
)
def test_other_names_are_not_known(host: str) -> None:
    """DNS rebinding: a page elsewhere lets its own name mean our address, and cannot hide it."""
    assert not SITE.knows(host)


def test_guests_find_the_page_at_names_with_a_scheme_first() -> None:
    assert SITE.addresses == ("https://play.example.org/", "http://192.0.2.7:4005/")
    assert SITE.links("t16.word") == (
        "https://play.example.org/#t16.word",
        "http://192.0.2.7:4005/#t16.word",
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("play.example.org", ("play.example.org", "")),
        ("HTTPS://Play.example.org/", ("play.example.org", "https://play.example.org/")),
        ("http://[fd00::7]:8080", ("fd00::7", "http://[fd00::7]:8080/")),
        ("https://play.example.org/games", None),
        ("ftp://play.example.org", None),
        ("two words", None),
        ("", None),
    ],
)
def test_a_host_of_the_config(text: str, meant: tuple[str, str] | None) -> None:
    assert outside(text) == meant


def test_the_address_of_the_page() -> None:
    assert address_of("192.0.2.7", 4005) == "http://192.0.2.7:4005/"
    assert address_of("fd00::7", 4005) == "http://[fd00::7]:4005/"
    assert address_of("kitchen-pc", 80) == "http://kitchen-pc/"


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://192.0.2.7:4005", True),
        ("https://192.0.2.7:4005", True),
        ("HTTP://192.0.2.7:4005", True),
        ("null", False),
        ("", False),
        ("http://192.0.2.7", False),
        ("http://192.0.2.7:4006", False),
        ("http://192.0.2.7:4005/", False),
        ("http://192.0.2.7:4005.evil.example", False),
        ("file://192.0.2.7:4005", False),
        ("http://evil.example", False),
    ],
)
def test_a_page_is_our_own_if_it_came_from_the_same_host_and_port(origin: str, own: bool) -> None:
    assert is_own(origin, "192.0.2.7:4005") is own
