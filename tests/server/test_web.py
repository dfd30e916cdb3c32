"""The web door, over real sockets of the loopback interface."""

from __future__ import annotations

import trio

from parlour.house.effects import Connected, Lost
from tests.server.fakes import Client, FanOutHouse
from tests.server.harness import on_loopback, until
from tests.web.phone import Phone


async def test_a_phone_hears_what_netcat_says_and_the_other_way_round() -> None:
    house = FanOutHouse()
    async with on_loopback(house, web=()) as host:
        ann = await host.connect()
        await ann.say("echo ready")
        assert await ann.line() == "ready"
        bob = await Phone.open(
            host.web_port, "all hello", origin=f"http://127.0.0.1:{host.web_port}"
        )
        assert await bob.line() == await ann.line() == "hello"
        await ann.say("all welcome")
        assert await bob.line() == await ann.line() == "welcome"
        nc, phone = house.events(Connected)
        assert isinstance(nc, Connected)
        assert isinstance(phone, Connected)
        assert (nc.program, phone.program) == (False, True)
        assert (phone.address, phone.near) == ("127.0.0.1", True)
        await bob.stream.send_all(bob.ends.closes())
        await until(lambda: bool(house.events(Lost)))
        await bob.stream.aclose()


async def test_a_browser_reads_the_page() -> None:
    async with on_loopback(FanOutHouse(), web=()) as host:
        stream = await trio.open_tcp_stream("127.0.0.1", host.web_port)
        host.streams.append(stream)
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await Client(stream).rest()).endswith(b"</html>\n")
