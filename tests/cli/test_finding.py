"""What others announce in the network is a hint of strangers: bounded, cleaned, never trusted."""

from __future__ import annotations

import socket

from hypothesis import given
from hypothesis import strategies as st
from zeroconf._dns import DNSAddress, DNSPointer, DNSService, DNSText
from zeroconf._protocol.outgoing import DNSOutgoing

from parlour.cli._announced import announced
from parlour.cli._announcing import label, where_to
from parlour.cli._finding import MOST, MOST_OF_ONE, SERVICE, FoundHost, hosts_in, hosts_of
from parlour.config import Config, with_options

_RESPONSE, _A, _PTR, _TXT, _SRV, _IN = 0x8400, 1, 12, 16, 33, 1


def answer(
    instance: str, name: bytes, port: int = 4004, at: str = "192.0.2.7", ttl: int = 120
) -> bytes:
    """A packet that announces a host."""
    full, server = f"{instance}.{SERVICE}", "parlour.local."
    pair = b"name=" + name
    out = DNSOutgoing(_RESPONSE)
    for record in (
        DNSPointer(SERVICE, _PTR, _IN, ttl, full),
        DNSService(full, _SRV, _IN, ttl, 0, 0, port, server),
        DNSText(full, _TXT, _IN, ttl, b"\x03v=1" + bytes([len(pair)]) + pair),
        DNSAddress(server, _A, _IN, ttl, socket.inet_aton(at)),
    ):
        out.add_answer_at_time(record, 0)
    (packet,) = out.packets()
    return packet


def test_a_host_is_where_its_answer_comes_from_unless_a_repeater_speaks_for_it() -> None:
    packet = answer("kitchen-pc", b"Kitchen")
    found = FoundHost("Kitchen", "192.0.2.7", 4004)
    assert list(hosts_in(packet, "192.0.2.7")) == [("kitchen-pc", found)]
    assert list(hosts_in(packet, "192.0.2.1")) == [("kitchen-pc", found)]


def test_what_is_no_host_is_not_listed() -> None:
    for packet in (
        answer("gone", b"gone", ttl=0),
        answer("none", b"none", port=0),
        answer("all", b"all", at="224.0.0.1"),
        answer("own", b"own", at="127.0.0.1"),
        answer("any", b"any", at="0.0.0.0"),
        answer("each", b"each", at="255.255.255.255"),
    ):
        assert not list(hosts_in(packet, "192.0.2.1"))


def test_a_name_is_short_and_harms_no_terminal() -> None:
    packets = [("192.0.2.7", answer("x", b"\x1b[2J a\xff \xe2\x80\xae" + b"b" * 200))]
    assert hosts_of(packets) == [FoundHost("[2J a\ufffd " + "b" * 33, "192.0.2.7", 4004)]
    assert hosts_of([("192.0.2.7", answer("x", b"\n"))])[0].name == "x"


def test_a_flood_hides_nobody_else() -> None:
    flood = [
        ("192.0.2.9", answer(f"fake-{number}", b"fake", at="192.0.2.9")) for number in range(500)
    ]
    found = hosts_of([*flood, ("192.0.2.7", answer("real", b"real"))])
    assert [each.name for each in found] == [*["fake"] * MOST_OF_ONE, "real"]
    many = [
        (f"192.0.2.{each}", answer(f"h{each}", b"h", at=f"192.0.2.{each}")) for each in range(99)
    ]
    assert len(hosts_of(many)) == MOST


@given(st.binary(max_size=200), st.integers(0, 150))
def test_broken_packets_name_nobody_and_do_no_harm(junk: bytes, at: int) -> None:
    whole = answer("kitchen-pc", b"kitchen-pc")
    for packet in (junk, whole[:at], whole[:at] + junk + whole[at:]):
        assert len(list(hosts_in(packet, "192.0.2.7"))) < 2


def test_a_host_is_announced_where_it_listens_and_never_in_the_internet() -> None:
    own = ["10.0.0.7", "169.254.1.2", "192.168.1.20"]
    assert where_to(own, []) == (frozenset(own), "")
    assert where_to(own, ["10.0.0.7", "10.9.9.9"]) == (frozenset(["10.0.0.7"]), "")
    assert where_to([], []) == (frozenset(), "this computer is in no network")
    assert where_to([*own, "8.8.8.8"], own) == (frozenset(), "this computer has a public address")


def test_a_host_for_this_computer_only_or_that_must_not_be_found_is_not_announced() -> None:
    silent = with_options(Config(), {"announce": False})
    with socket.create_server(("127.0.0.1", 0)) as here, socket.create_server(("", 0)) as all_:
        for config, listener in ((Config(), here), (silent, all_)):
            assert announced(config, "den", [listener], web_port=0, folder=None) is None


@given(st.text(max_size=90))
def test_every_name_of_a_host_can_be_announced(name: str) -> None:
    assert 0 < len(label(name).encode()) < 64
    assert "." not in label(name)
