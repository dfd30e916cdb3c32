"""Who is near: loopback, private networks and the same cable."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from parlour.wire.addresses import is_among, locate


@pytest.mark.parametrize(
    ("host", "address", "near"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.9.9.9", "127.9.9.9", True),
        ("10.1.2.3", "10.1.2.3", True),
        ("172.15.0.1", "172.15.0.1", False),
        ("172.16.0.1", "172.16.0.1", True),
        ("172.31.255.255", "172.31.255.255", True),
        ("172.32.0.1", "172.32.0.1", False),
        ("192.168.1.20", "192.168.1.20", True),
        ("169.254.7.7", "169.254.7.7", True),
        ("192.0.2.7", "192.0.2.7", False),
        ("8.8.8.8", "8.8.8.8", False),
        ("::1", "::1", True),
        ("fd00::2", "fd00::2", True),
        ("fe80::1%eth0", "fe80::1", True),
        ("2001:db8::1", "2001:db8::1", False),
        ("::ffff:10.0.0.7", "10.0.0.7", True),
        ("::ffff:8.8.8.8", "8.8.8.8", False),
        ("", "", False),
        ("a pipe", "a pipe", False),
    ],
)
def test_an_address_is_near_or_far(host: str, address: str, near: bool) -> None:
    assert locate(host) == (address, near)


def test_places_that_the_operator_names_are_near_too() -> None:
    networks = (ip_network("192.0.2.0/24"), ip_network("2001:db8::/64"))
    assert locate("192.0.2.7", networks) == ("192.0.2.7", True)
    assert locate("::ffff:192.0.2.7", networks) == ("192.0.2.7", True)
    assert locate("2001:db8::5", networks) == ("2001:db8::5", True)
    assert locate("198.51.100.7", networks) == ("198.51.100.7", False)
    assert locate("10.0.0.7", networks) == ("10.0.0.7", True)


def test_among_networks() -> None:
    networks = [ip_network("192.0.2.0/24"), ip_network("2001:db8::/32")]
    assert is_among("192.0.2.7", networks)
    assert is_among("2001:db8::7", networks)
    assert not is_among("198.51.100.7", networks)
    assert not is_among("not an address", networks)
    assert not is_among("192.0.2.7", [])
