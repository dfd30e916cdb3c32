"""A connection from the web door: a program's from its first line, and else like any other."""

from __future__ import annotations

import pytest

from parlour.core.limits import Limits
from parlour_kit.host import Host


def test_a_page_is_not_greeted_and_begins_with_HELLO() -> None:
    host = Host({})
    page = host.connect(web=True)
    host.wait(1)
    assert page.data == b""
    (hello,) = page.send("HELLO 1 text")
    assert hello.startswith('#- ok {"server":"parlour"')
    named, welcome = page.send("#1 name ann")
    assert named.startswith("#1 ok ")
    assert welcome.startswith("* 1 welcome ")


@pytest.mark.parametrize("line", ["HELLO", "HELLO 2", "HELLO 1 tekst"])
def test_a_page_reads_what_is_wrong_with_its_HELLO_and_may_try_again(line: str) -> None:
    page = Host({}).connect(web=True)
    (no,) = page.send(line)
    assert no.startswith('#- no {"code":"usage","retry":false,"text":["Unknown ')
    assert page.send("HELLO 1")[0].startswith("#- ok ")


def test_a_page_without_HELLO_is_answered_like_a_program() -> None:
    """A request of HTTP inside a websocket is told so."""
    page = Host({}).connect(web=True)
    (pong,) = page.send("#1 ping")
    assert pong.startswith("#1 ok ")
    page = Host({}).connect(web=True)
    (bye,) = page.send("GET / HTTP/1.1")
    assert bye.startswith("! http ")
    assert page.closed


def test_a_page_has_the_limits_of_anybody() -> None:
    """There must be room for it, also for its address, and it must give a name."""
    host = Host({}, limits=Limits(connections=1))
    host.connect()
    page = host.connect(web=True)
    (bye,) = page.take()
    assert bye.startswith('! too_many {"text":["')
    assert page.closed
    host = Host({}, limits=Limits(connections_per_address=2))
    rooms = [host.connect(near=False, address="203.0.113.9", web=web) for web in (True, False)]
    late = host.connect(near=False, address="203.0.113.9", web=True)
    assert [one.closed for one in (*rooms, late)] == [False, False, True]
    host = Host({}, limits=Limits(login_s=5))
    page = host.connect(web=True)
    host.wait(5)
    (bye,) = page.take()
    assert bye.startswith("! login_timeout ")
    assert page.closed
