"""The PROXY protocol, versions 1 and 2 (haproxy.org, proxy-protocol.txt)."""

from __future__ import annotations

import pytest

from parlour.wire.proxied import KEY, SEALED, V1_MAX, V2_MAX, Header, NotProxied, read_proxied

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
FOUR = bytes([203, 0, 113, 9, 192, 0, 2, 7]) + (50_000).to_bytes(2, "big") + b"\x0f\xa5"
SIX = bytes.fromhex("20010db8000000000000000000000009") * 2 + b"\xc3\x50\x0f\xa5"


def second(body: bytes, command: int = 0x21, family: int = 0x11) -> bytes:
    """A header of version 2."""
    return SIGNATURE + bytes([command, family]) + len(body).to_bytes(2, "big") + body


def value(kind: int, data: bytes) -> bytes:
    """A value after the addresses."""
    return bytes([kind]) + len(data).to_bytes(2, "big") + data


PRINT = "SHA256:" + "aB3+/" * 8 + "xyw"
WITH_KEY = value(KEY, PRINT.encode())


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
DOOR = {
    "nothing": (b"", False, ""),
    "an ssh key": (value(SEALED, b"\x01") + WITH_KEY, True, PRINT),
    "telnet": (value(SEALED, b"\x00"), False, ""),
    "no truth": (value(SEALED, b"\x01\x01"), False, ""),
    "others": (value(4, b"") + WITH_KEY + value(0xE2, b"x"), False, PRINT),
}
BAD = {
    "a request": b"GET / HTTP/1.1\r\n\r\n",
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
    "v2, half a value": second(FOUR + WITH_KEY[:-1]),
    "v2, half a head of a value": second(FOUR + b"\xe0"),
    "v2, no fingerprint": second(FOUR + value(KEY, b"SHA256:short")),
    "v2, a line in the fingerprint": second(FOUR + value(KEY, PRINT.encode() + b"\n")),
    "v2, another signature": SIGNATURE[:-1] + b"\r" + second(FOUR)[12:],
}


@pytest.mark.parametrize(("header", "guest"), GOOD.values(), ids=GOOD)
def test_a_proxy_names_its_guest(header: bytes, guest: str | None) -> None:
    assert read_proxied(header + b"HELLO 1\n") == Header(len(header), guest)


@pytest.mark.parametrize(("header", "guest"), GOOD.values(), ids=GOOD)
def test_a_header_may_come_byte_by_byte(header: bytes, guest: str | None) -> None:
    assert {read_proxied(header[:size]) for size in range(len(header))} == {None}


@pytest.mark.parametrize(("values", "sealed", "key"), DOOR.values(), ids=DOOR)
def test_the_door_says_how_its_guest_came(values: bytes, sealed: bool, key: str) -> None:
    header = second(FOUR + values)
    assert read_proxied(header) == Header(len(header), "203.0.113.9", sealed, key)


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_proxy_must_say_who_it_is_for(data: bytes) -> None:
    with pytest.raises(NotProxied):
        read_proxied(data)
