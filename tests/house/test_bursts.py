"""Bursts: reconnecting brings no fresh flood budget, and keeps no neighbour out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.effects import Received
from parlour.core.intake import READ_AHEAD
from parlour.core.limits import Limits
from parlour_kit.host import Client, Host
from tests.house.scene import new_host

SCHOOL = "203.0.113.5"
FLOOD = b"mallory\n" + b"ping\n" * 500


def far(host: Host, address: str = SCHOOL) -> Client:
    """A new connection from far away."""
    return host.connect(near=False, address=address)


def pongs(client: Client) -> int:
    """How many pings were answered since the last look."""
    return client.take().count("pong")


def thrown_out(host: Host) -> None:
    """Somebody floods from there until the connection is closed."""
    client = far(host)
    assert client.send_raw(FLOOD)[-2] == "Disconnected: far too many lines at once."
    client.lose()


def test_who_was_thrown_out_and_reconnects_has_no_burst() -> None:
    """However often: a line a tenth of a second, and each connection is left unread until then."""
    host = new_host()
    thrown_out(host)
    for _ in range(20):
        again = far(host)
        session = host.house.people.sessions[again.conn]
        assert not session.intake.reading
        again.take()
        host.wait(0.1)
        assert session.intake.reading
        assert pongs(again) == 0
        assert again.send_raw(b"ping\n" * 40).count("pong") == 1
        again.lose()


def test_a_held_connection_is_slowed_down_and_never_refused_or_closed() -> None:
    """What it sends too fast stays in the network, and is answered in the end."""
    host = new_host()
    thrown_out(host)
    client = far(host)
    host.wait(0.1)
    session = host.house.people.sessions[client.conn]
    assert pongs(client) == 0
    host.tick([Received(client.conn, b"ping\n" * 1_000, host.now)])
    host.wait(10.05)
    assert pongs(client) == 101
    assert not session.intake.reading
    host.wait(91.0)
    assert pongs(client) == 1_000 - 101
    assert session.intake.reading
    assert not client.closed


def test_a_held_connection_is_read_while_few_lines_wait() -> None:
    host = new_host()
    thrown_out(host)
    client = far(host)
    host.wait(0.1)
    client.send_raw(b"ping\n" * (READ_AHEAD + 1))
    assert host.house.people.sessions[client.conn].intake.reading
    client.send_raw(b"ping\n")
    assert not host.house.people.sessions[client.conn].intake.reading


def test_a_neighbour_of_a_flooder_comes_in_and_soon_has_a_burst() -> None:
    """And who is connected already notices nothing."""
    host = new_host()
    before = far(host)
    before.send("ann")
    thrown_out(host)
    assert before.send_raw(b"ping\n" * 30).count("pong") == 30
    neighbour = far(host)
    assert neighbour.take()[-1] == "Your name? (help for help)"
    host.wait(0.1)
    assert any("bob" in line for line in neighbour.send("bob"))
    host.wait(5.0)
    assert neighbour.send_raw(b"ping\n" * 30).count("pong") == 30


def test_other_places_and_later_times_are_not_concerned() -> None:
    host = new_host(bursts_s=60)
    thrown_out(host)
    assert far(host, "198.51.100.7").send_raw(b"ping\n" * 30).count("pong") == 30
    assert host.connect().send_raw(b"ping\n" * 30).count("pong") == 30
    host.wait(59)
    assert far(host).send_raw(b"ping\n" * 30).count("pong") == 0
    host.wait(60)
    assert far(host).send_raw(b"ping\n" * 30).count("pong") == 30


def test_near_places_are_held_too_at_their_own_rate() -> None:
    """A program of this computer that floods and comes back has no other burst either."""
    host = new_host(near_factor=2, flood_burst=5, flood_per_s=5, flood_waiting=5, flood_refusals=5)
    client = host.connect()
    client.send_raw(FLOOD)
    assert b"far too many lines at once.\n" in client.data
    client.lose()
    again = host.connect()
    host.wait(0.1)
    assert again.send_raw(b"ping\n" * 9).count("pong") == 1


def test_who_goes_before_being_thrown_out_uses_up_the_bursts_too() -> None:
    """One burst after the other, until the place has no more."""
    host = new_host(bursts_per_address=3, flood_burst=40)
    got: list[int] = []
    for _ in range(6):
        client = far(host)
        got.append(client.send_raw(b"ping\n" * 40).count("pong"))
        client.lose()
    assert got == [40, 40, 40, 0, 0, 0]


def test_a_class_of_thirty_comes_in_at_once_and_again_and_plays() -> None:
    """Nobody is held, with the limits as they are."""
    host = new_host()
    for lesson in range(2):
        lines = [far(host) for _ in range(30)]
        for number, line in enumerate(lines):
            line.send_raw(b"pupil-%d-%d\nnew hunt\nwho\ntables\ngames\nhelp\n" % (lesson, number))
        assert not any(host.house.people.sessions[line.conn].intake.held for line in lines)
        assert len(host.house.tables.rooms) >= 30
        for line in lines:
            line.lose()
        host.wait(1)


@pytest.mark.sweep
@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60), st.floats(0, 3)), max_size=40))
def test_a_place_never_gets_more_than_its_bursts_and_the_rate(
    visits: list[tuple[int, float]],
) -> None:
    """However it spreads what it sends over connections, one after the other."""
    limits = Limits()
    host = new_host(bursts_per_address=2)
    begun, answered = host.now, 0
    for number, (lines, pause) in enumerate(visits, 1):
        client = far(host)
        host.tick([Received(client.conn, b"ping\n" * lines, host.now)])
        host.wait(pause)
        answered += pongs(client)
        client.lose()
        passed = host.now - begun
        bursts = limits.flood_burst * (2 + 2 * passed / limits.bursts_s)
        assert answered <= bursts + limits.flood_burst + limits.flood_per_s * passed + number
