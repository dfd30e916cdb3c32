"""What the host is told of a guest is what it reads."""

from __future__ import annotations

import pytest

from parlour.wire.addresses import place
from parlour.wire.proxied import Header, read_proxied
from parlour_client.connection import over_tcp
from parlour_door.door import Door, Visit
from parlour_door.limits import ARRIVALS, FROM_ONE_ADDRESS, SHAKING, fitting
from parlour_door.to_host import Caller, header

KEY = "SHA256:H2FY+j1hcdC706TvsSFRoFqRUrR1amYHwfb1kPK9eEA"


@pytest.mark.parametrize(
    ("address", "read"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("fe80::1%eth0", "fe80::1"),
        ("gone", "0.0.0.0"),
    ],
)
def test_the_host_reads_the_address(address: str, read: str) -> None:
    data = header(Caller(address, 40000, sealed=True, key=KEY))
    found = read_proxied(data + b"HELLO 1\n")
    assert found == Header(len(data), read, sealed=True, key=KEY)
    assert read_proxied(header(Caller(address))) == Header(len(header(Caller(address))), read)


def test_sizes_can_be_drawn() -> None:
    assert fitting(80, 24) == (80, 24)
    assert fitting(0, 0) == (80, 24)
    assert fitting(1, 60_000) == (20, 100)


def test_a_class_of_thirty_comes_in_and_a_crowd_does_not() -> None:
    door = Door("here", lambda _: over_tcp("localhost", 4004))
    visits = [door.visit("203.0.113.7") for _ in range(FROM_ONE_ADDRESS)]
    assert all(isinstance(visit, Visit) and not visit.comes_in() for visit in visits)
    assert FROM_ONE_ADDRESS >= 40
    assert isinstance(door.visit("203.0.113.7"), str)
    near = [door.visit("192.168.1.5") for _ in range(SHAKING)]
    assert all(isinstance(visit, Visit) for visit in near)
    assert isinstance(door.visit("198.51.100.1"), str), "too many handshakes at once"
    for visit in (*visits, *near):
        assert isinstance(visit, Visit)
        visit.ends()
    assert (door.places, door.shaking) == ({}, 0)
    assert place("2001:db8::7", near=False) == place("2001:db8::8", near=False)


def test_a_flood_of_connections_from_far_is_turned_away() -> None:
    door = Door("here", lambda _: over_tcp("localhost", 4004))

    def comes(address: str) -> bool:
        visit = door.visit(address)
        if isinstance(visit, Visit):
            visit.ends()
        return isinstance(visit, Visit)

    assert all(comes("203.0.113.7") for _ in range(ARRIVALS))
    assert not all(comes("203.0.113.7") for _ in range(ARRIVALS))
    assert all(comes("127.0.0.1") for _ in range(3 * ARRIVALS))
    assert comes("203.0.113.8")
