"""A host on the internet: who is far must encrypt, and is not known to the house before."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

import pytest
import trio
import trio.testing

from parlour.core.effects import Connected, Received, Troubled
from parlour.server._callers import PLAIN_S
from parlour.web import Caller
from tests.server.fakes import FanOutHouse
from tests.server.harness import Loopback, on_loopback, until
from tests.server.sealing import a_certificate, trusting
from tests.server.test_callers import HEADER, HOME, come, connect, guests, heard
from tests.web.doors import PAGE, SITE, Response, request
from tests.wire.test_proxied import FOUR, second, value

TOLD = "Encrypt: parlour play play.example.org"
NEAR = b"PROXY TCP4 10.0.0.9 127.0.0.1 50000 4004\r\n"


async def sealed(host: Loopback, header: bytes = HEADER) -> trio.SSLStream[trio.abc.Stream]:
    """A client from far that uses TLS."""
    client = await connect(host, header)
    stream = trio.SSLStream(client.stream, trusting())
    await stream.do_handshake()
    return stream


@pytest.mark.parametrize("said", [b"name ann secret\n", b"n", b"PROXY TCP4 10.0.0.9\r\n"])
async def test_what_somebody_far_types_in_the_clear_is_nothing_to_the_house(said: bytes) -> None:
    house = FanOutHouse()
    async with on_loopback(
        house, proxies=HOME, certificate=a_certificate(), must_seal=TOLD
    ) as host:
        ann = await connect(host, HEADER)
        await ann.stream.send_all(said)
        assert await ann.rest() == f"{TOLD}\n".encode()
        await until(lambda: bool(house.events(Troubled)))
    assert house.events(Troubled) == [Troubled("refused: not encrypted", "203.0.113.9")]
    assert not house.events(Connected)
    assert not heard(house.events(Received))


async def test_who_encrypts_or_is_near_comes_in() -> None:
    house = FanOutHouse()
    async with on_loopback(
        house, proxies=HOME, certificate=a_certificate(), must_seal=TOLD
    ) as host:
        far, near = await sealed(host), await connect(host, NEAR)
        await far.send_all(b"echo one\n")
        assert await far.receive_some(99) == b"one\n"
        await near.stream.send_all(b"echo two\n")
        assert await near.line() == "two"
    assert guests(house) == [("203.0.113.9", False, True, ""), ("10.0.0.9", True, False, "")]


async def test_silence_is_told_after_a_while_and_a_late_client_is_not_disturbed(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    async with on_loopback(
        house, proxies=HOME, certificate=a_certificate(), must_seal=TOLD
    ) as host:
        silent, late = await connect(host, HEADER), await connect(host, HEADER)
        await trio.sleep(PLAIN_S - 0.1)
        stream = trio.SSLStream(late.stream, trusting())
        await stream.do_handshake()
        since = trio.current_time()
        assert await silent.rest() == f"{TOLD}\n".encode()
        assert trio.current_time() - since <= 0.2
        await stream.send_all(b"echo one\n")
        assert await stream.receive_some(99) == b"one\n"


async def test_a_browser_at_the_games_port_reads_the_same() -> None:
    async with on_loopback(
        FanOutHouse(), proxies=HOME, certificate=a_certificate(), must_seal=TOLD
    ) as host:
        ann = await connect(host, HEADER)
        await ann.stream.send_all(request("/"))
        answer = Response(await ann.rest())
    assert (answer.status, answer.body) == (HTTPStatus.UPGRADE_REQUIRED, f"{TOLD}\n".encode())


def test_the_page_leads_to_itself_by_https_and_nowhere_else() -> None:
    def asked(data: bytes) -> Response:
        heard = Caller(SITE, PAGE, leads=True).receive(data)
        assert heard.ended
        assert not heard.opened
        return Response(heard.out)

    answer = asked(request("/ws"))
    assert answer.status == HTTPStatus.TEMPORARY_REDIRECT
    assert answer.headers["location"].startswith("https://")
    assert asked(request("/", host="evil.example")).status == HTTPStatus.MISDIRECTED_REQUEST


async def test_a_program_reads_one_line_as_it_shows_the_last() -> None:
    told = f"{TOLD}\nChiffrez"
    async with on_loopback(FanOutHouse(), proxies=HOME, must_seal=told) as host:
        person, program = await connect(host, HEADER + b"n"), await connect(host, HEADER)
        await program.stream.send_all(b"HELLO 1 text\n")
        assert await person.rest() == f"{told}\n".encode()
        assert await program.rest() == f"{TOLD}\n".encode()


async def test_who_comes_from_far_by_the_doors_telnet_is_told_too(tmp_path: Path) -> None:
    """Ssh is sealed; the door does not make telnet so."""
    house, path = FanOutHouse(), tmp_path / "door.sock"
    near = bytes((10, 0, 0, 9)) + FOUR[4:]
    ways = {
        FOUR + value(0xE1, b"\0"): TOLD,
        FOUR + value(0xE1, b"\1"): "one",
        near + value(0xE1, b"\0"): "one",
    }
    async with on_loopback(house, door=path, must_seal=TOLD):
        for header, answer in ways.items():
            guest = await come(path, second(header) + b"echo one\n")
            async with guest.stream:
                assert await guest.line() == answer
    assert guests(house) == [("203.0.113.9", False, True, ""), ("10.0.0.9", True, False, "")]
