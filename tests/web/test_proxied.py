"""The PROXY protocol, versions 1 and 2 (haproxy.org, proxy-protocol.txt)."""

from __future__ import annotations

import pytest

from parlour.web.proxied import V1_MAX, V2_MAX
from tests.web.doors import Response, caller, frame, request, upgrade

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
FOUR = bytes([203, 0, 113, 9, 192, 0, 2, 7]) + (50_000).to_bytes(2, "big") + b"\x0f\xa5"
SIX = bytes.fromhex("20010db8000000000000000000000009") * 2 + b"\xc3\x50\x0f\xa5"


def second(body: bytes, command: int = 0x21, family: int = 0x11) -> bytes:
    """A header of version 2."""
    return SIGNATURE + bytes([command, family]) + len(body).to_bytes(2, "big") + body


GOOD = {
    "v1, IPv4": (b"PROXY TCP4 203.0.113.9 192.0.2.7 50000 4005\r\n", "203.0.113.9"),
    "v1, IPv6": (b"PROXY TCP6 2001:db8::9 2001:db8::7 50000 4005\r\n", "2001:db8::9"),
    "v1, unknown": (b"PROXY UNKNOWN\r\n", None),
    "v1, unknown with addresses": (b"PROXY UNKNOWN ffff:f::f ffff:f::f 65535 65535\r\n", None),
    "v2, IPv4": (second(FOUR), "203.0.113.9"),
    "v2, IPv4 with more": (second(FOUR + b"\x03\x00\x04abcd"), "203.0.113.9"),
    "v2, IPv6": (second(SIX, family=0x21), "2001:db8::9"),
    "v2, local": (second(b"", command=0x20, family=0), None),
    "v2, unix": (second(b"x" * 216, family=0x31), None),
    "v2, unspecified": (second(b"", family=0), None),
}
BAD = {
    "a request": request(),
    "lower case": b"proxy TCP4 203.0.113.9 192.0.2.7 50000 4005\r\n",
    "no address": b"PROXY TCP4 example.org 192.0.2.7 50000 4005\r\n",
    "the wrong family": b"PROXY TCP4 2001:db8::9 2001:db8::7 50000 4005\r\n",
    "too few": b"PROXY TCP4 203.0.113.9 192.0.2.7 50000\r\n",
    "another protocol": b"PROXY UDP4 203.0.113.9 192.0.2.7 50000 4005\r\n",
    "no ASCII": b"PROXY TCP4 203.0.113.\xff 192.0.2.7 50000 4005\r\n",
    "no end": b"PROXY TCP4 " + b"1" * V1_MAX,
    "v2, version 1": second(FOUR, command=0x11),
    "v2, another command": second(FOUR, command=0x2F),
    "v2, too long": second(b"x" * V2_MAX),
    "v2, too short": second(FOUR[:11]),
    "v2, another signature": SIGNATURE[:-1] + b"\r" + second(FOUR)[12:],
}


@pytest.mark.parametrize(("header", "guest"), GOOD.values(), ids=GOOD)
def test_a_proxy_names_its_guest(header: bytes, guest: str | None) -> None:
    heard = caller(proxied=True).receive(header + upgrade() + frame(b"HELLO 1"))
    assert (heard.guest, heard.opened, heard.lines) == (guest, True, b"HELLO 1\n")


@pytest.mark.parametrize(("header", "guest"), GOOD.values(), ids=GOOD)
def test_a_header_may_come_byte_by_byte(header: bytes, guest: str | None) -> None:
    door = caller(proxied=True)
    for byte in header[:-1]:
        heard = door.receive(bytes([byte]))
        assert (heard.guest, heard.out, heard.ended) == (None, b"", False)
    assert door.receive(header[-1:]).guest == guest
    assert Response(door.receive(request()).out).status == 200


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_proxy_must_say_who_it_is_for(data: bytes) -> None:
    heard = caller(proxied=True).receive(data)
    assert (heard.guest, heard.opened, heard.ended) == (None, False, True)
    assert Response(heard.out).status == 400


@pytest.mark.parametrize(("header", "_guest"), GOOD.values(), ids=GOOD)
def test_a_guest_cannot_claim_another_address(header: bytes, _guest: str | None) -> None:
    """From peers that are no proxies the same header is no request."""
    heard = caller().receive(header + upgrade())
    assert (heard.guest, heard.opened, heard.ended) == (None, False, True)
    assert Response(heard.out).status == 400


def test_a_proxy_that_never_names_its_guest_is_closed_without_a_word() -> None:
    door = caller(proxied=True)
    door.receive(b"PROXY ")
    assert door.late() == b""
