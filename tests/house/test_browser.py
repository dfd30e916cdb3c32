"""A web browser on the game port reads a page, and nobody else notices that it could."""

from __future__ import annotations

from typing import Any, Final

import pytest

from parlour.house import House
from parlour.house.limits import Limits
from parlour.testing.host import Client, Host

AFTER_S: Final = 0.125
GREETING: Final = ["Parlour on test: 0 games, 0 tables open.", "Your name? (help for help)"]


class Patient(House):
    """A house whose greeting waits for a first line, as that of `parlour serve` does."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, greeting_after_s=AFTER_S)


def patient(**limits: int) -> Host:
    return Host({}, house_type=Patient, limits=Limits(password_cost=1, **limits))


def browser(host: Host) -> Client:
    client = host.connect()
    client.send_raw(b"GET / HTTP/1.1\r\nHost: kitchen-pc:4004\r\nAccept: */*\r\n\r\n")
    return client


def test_a_browser_reads_a_page_and_nothing_before_it() -> None:
    found = browser(patient())
    assert found.data.startswith(b"HTTP/1.1 200 OK\r\n")
    assert found.data.endswith(b"</html>\r\n")
    assert b"Your name?" not in found.data
    assert found.closed


def test_a_request_that_comes_late_gets_one_line() -> None:
    """The greeting was sent, so nothing can be a status line any more."""
    host = patient()
    late = host.connect()
    host.wait(AFTER_S)
    assert late.take() == GREETING
    assert late.send("GET / HTTP/1.1") == [
        "This is a game server, not a web server. Join with nc or telnet."
    ]
    assert late.closed


@pytest.mark.parametrize("line", ["ann", "HELLO 1", "help", "", "x" * 2000])
def test_any_other_first_line_is_greeted_first_and_once(line: str) -> None:
    host = patient()
    hasty = host.connect()
    assert hasty.take() == []
    assert hasty.send(line)[:2] == GREETING
    host.wait(AFTER_S * 2)
    assert hasty.take() == []


def test_someone_who_says_nothing_is_greeted_after_a_moment() -> None:
    host = patient()
    silent = host.connect()
    host.wait(AFTER_S / 2)
    assert silent.take() == []
    host.wait(AFTER_S / 2)
    assert silent.take() == GREETING


def test_a_scan_leaves_nothing_behind() -> None:
    """Browsers come and go within the limits of all nameless connections, and are forgotten."""
    host = patient(connections=4, nameless=2)
    for _ in range(10):
        browser(host).lose()
        host.connect().lose()
    host.wait(AFTER_S)
    assert not host.house.people.sessions
    assert not host.entries
    assert not host.writes
    open_ones = [host.connect() for _ in range(3)]
    assert [client.closed for client in open_ones] == [True, True, False]
