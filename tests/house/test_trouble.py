"""An attack leaves a trace for the owner, with its address, and does not fill the log."""

from __future__ import annotations

import pytest

from parlour.core.effects import ConnId
from parlour.core.trouble import NAMED, Trouble
from parlour_kit.host import Host
from tests.house.operating import ask, operator
from tests.house.scene import new_host

BAD = "203.0.113.7"
PASSWORD = "wrong password or code"


def logged(host: Host) -> list[tuple[str, object, object]]:
    """What the log says of trouble: kind, address, count."""
    return [
        (report.text, report.fields["address"], report.fields["count"]) for report in host.reports
    ]


def guess(host: Host, times: int, address: str = BAD) -> None:
    """Somebody tries passwords of ann, who has gone."""
    for number in range(times):
        guest = host.connect(near=False, address=address)
        guest.send(f"name ann not-that-one-{number}")
        guest.lose()


@pytest.fixture
def host() -> Host:
    made = new_host(near_factor=1, tries_per_address=1_000, tries_per_name=1_000)
    ann = made.person("ann")
    ann.send("register correct-horse")
    ann.lose()
    return made


def test_wrong_passwords_are_logged_at_once_and_then_counted(host: Host) -> None:
    """One line a minute; after a quiet minute the next one is news again. None has a name, or what
    was typed.
    """
    guess(host, 80)
    first = (PASSWORD, BAD, 1)
    assert logged(host) == [first]
    host.wait(60)
    assert logged(host) == [first, (PASSWORD, BAD, 79)]
    guess(host, 3)
    assert len(logged(host)) == 2, "they are counted with the others of this minute"
    host.wait(60)
    assert logged(host)[2:] == [(PASSWORD, BAD, 3)]
    host.wait(60)
    guess(host, 1)
    assert logged(host)[3:] == [first]
    assert ask(host, "status")["trouble"] == {PASSWORD: 84}
    text = [line for line in operator(host).send("#2 status") if "Trouble" in line]
    assert f"84 {PASSWORD}" in text[0]
    assert not any("ann" in f"{r.text} {r.fields}" or "not-that" in r.text for r in host.reports)


def test_many_addresses_fill_no_log() -> None:
    """The first are named, and the others counted together."""
    trouble = Trouble()
    named = [trouble.note("refused: banned address", f"10.0.0.{n}") for n in range(NAMED + 20)]
    assert sum(report is not None for report in named) == NAMED
    trouble.note("refused: banned address", "10.0.0.1")
    folded = [dict(report.fields) for report in trouble.fold()]
    assert folded == [{"address": "10.0.0.1", "count": 1}, {"address": "others", "count": 20}]
    assert trouble.note("refused: banned address", "10.0.0.1") is None
    assert trouble.note("refused: banned address", "10.0.0.2") is not None
    assert [dict(report.fields)["count"] for report in trouble.fold()] == [1]
    assert trouble.fold() == []


def test_tries_beyond_the_limit_are_trouble_too() -> None:
    """One operator too many is not."""
    host = new_host(tries_per_address=2)
    ann = host.person("ann")
    ann.send("register correct-horse")
    ann.lose()
    guess(host, 4)
    assert [kind for kind, _address, _count in logged(host)] == [
        PASSWORD,
        "more tries than allowed",
    ]
    host = new_host(operators=1)
    operator(host)
    assert host.connect(operator=True).closed
    assert logged(host) == []


def test_whoever_is_cut_off_or_refused_is_logged() -> None:
    """Each in its own words."""
    host = new_host(
        flood_refusals=1, flood_waiting=1, bad_lines=1, nameless=3, connections_per_address=2
    )
    flood = host.connect(near=False, address="192.0.2.1")
    flood.send_raw(b"help\n" * 90)
    assert flood.closed
    bad = host.connect(near=False, address="192.0.2.2")
    bad.send_raw(b"\x01\n\x01\n\x01\n")
    assert bad.closed
    slow = host.person("slow")
    host.house.slow_notice(slow.conn)
    host.house.slow_notice(ConnId(slow.conn + 1_000))
    many = [host.connect(near=False, address="192.0.2.3") for _ in range(2)]
    assert [each.closed for each in many] == [True, False]  # the oldest makes room
    host.connect(near=False, address="192.0.2.4").send("bob")
    several = [host.connect(near=False, address="192.0.2.4") for _ in range(2)]
    assert [each.closed for each in several] == [False, True]
    host.wait(host.limits.login_s)
    operator(host).send("player ban 192.0.2.9")
    assert host.connect(near=False, address="192.0.2.9").closed
    assert [(kind, address) for kind, address, count in logged(host) if count == 1] == [
        ("cut off: too many lines at once", "192.0.2.1"),
        ("cut off: too many unusable lines", "192.0.2.2"),
        ("cut off: read too slowly", "127.0.0.1"),
        ("cut off: gave no name in time", "192.0.2.3"),
        ("refused: too many connections", "192.0.2.4"),
        ("cut off: gave no name in time", "192.0.2.3"),
        ("cut off: gave no name in time", "192.0.2.4"),
        ("refused: banned address", "192.0.2.9"),
    ]
