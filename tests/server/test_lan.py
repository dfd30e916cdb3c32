"""What the host says to those who want to send somebody an invitation."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_network

import pytest

from parlour.server import _lan, open_listeners, where_lines


def said(host: str) -> tuple[int, list[str]]:
    """The port and the lines for listeners at *host*."""
    listeners = open_listeners(host, 0)
    try:
        return listeners[0].getsockname()[1], where_lines(listeners)
    finally:
        for listener in listeners:
            listener.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_host_for_this_machine_only_names_localhost(host: str) -> None:
    port, lines = said(host)
    assert lines == [f"Guests on this computer join with:  nc localhost {port}"]


@pytest.mark.parametrize("host", ["", "0.0.0.0"])
def test_a_host_for_everybody_names_each_address_that_others_can_reach(host: str) -> None:
    port, lines = said(host)
    assert lines
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert f" {port}" in line
        assert "127." not in line
        assert "0.0.0.0" not in line
        assert line.isascii()
        assert len(line) <= 79


def test_an_address_that_was_chosen_is_named_for_nc_and_telnet() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
    port, lines = said(address)
    assert lines == [f"Guests join with:  nc {address} {port}   (or telnet {address} {port})"]


def test_a_host_on_the_internet_names_nc_only_where_it_takes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def found(_: Iterable[str]) -> list[str]:
        return ["203.0.113.7", "192.168.1.20"]

    monkeypatch.setattr(_lan, "_reachable", found)
    listeners = open_listeners("127.0.0.1", 0)
    try:
        port, lines = listeners[0].getsockname()[1], where_lines(listeners, [])
        assert lines == [
            f"In your own network:  nc 192.168.1.20 {port}   (or telnet 192.168.1.20 {port})"
        ]
        assert len(where_lines(listeners, [ip_network("203.0.113.0/24")])) == 2
    finally:
        listeners[0].close()


def test_an_ipv6_address_is_named_only_if_there_is_no_other() -> None:
    _, everybody = said("")
    assert not any("::" in line for line in everybody)
    _, only_six = said("::")
    assert all(line.startswith("Guests") and line.isascii() for line in only_six)
