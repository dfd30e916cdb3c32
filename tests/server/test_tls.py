"""TLS in the fast loop: the socket in itself, and lines and pages over it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Generator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.effects import Connected, Lost, Received, Troubled
from parlour.server import Certificate, TlsError
from parlour.server._callers import CALL_S, HANDSHAKE_COST
from parlour.server._sockets import CALLS
from parlour.server._tls import HELLO_BYTES, LOOK_S, READ_BYTES, TlsSocket
from tests.server.fakes import Client, FanOutHouse
from tests.server.harness import Loopback, on_loopback, until
from tests.server.sealing import HTTP, Peer, a_certificate, owned, trusting
from tests.server.test_callers import HEADER, HOME
from tests.web.doors import Response, frame, request, upgrade

# --- the socket ------------------------------------------------------------------------------


@contextmanager
def a_pair(buffer: int | None = None) -> Generator[tuple[TlsSocket, socket.socket, list[int]]]:
    """The host's end, that of a client, and how often the host must read again."""
    ours, theirs = socket.socketpair()
    if buffer is not None:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    again = list[int]()
    with TlsSocket(ours, a_certificate().context(0.0), again.append) as tls, theirs:
        theirs.setblocking(False)
        yield tls, theirs, again


def shaken(tls: TlsSocket, theirs: socket.socket) -> Peer:
    """The client, once the handshake is over."""
    peer = Peer()
    theirs.sendall(peer.shake())
    assert not tls.handshake()
    theirs.sendall(peer.shake(theirs.recv(65_536)))
    assert tls.handshake()
    return peer


def heard(tls: TlsSocket, size: int, again: list[int]) -> tuple[bytes, bool]:
    """What the host reads as long as it must, and whether the client has ended."""
    found = b""
    with suppress(BlockingIOError):
        while True:
            again.clear()
            part = tls.recv(size)
            assert len(part) <= size
            found += part
            if not part:
                return found, True
    assert not again, "nothing is left that the system does not tell"
    return found, False


@given(
    st.lists(st.binary(min_size=1, max_size=3_000), max_size=5),
    st.integers(1, 5_000),
    st.data(),
)
def test_however_the_ciphertext_is_cut_the_same_is_read(
    said: list[bytes], size: int, data: st.DataObject
) -> None:
    with a_pair() as (tls, theirs, again):
        peer = shaken(tls, theirs)
        whole = b"".join(map(peer.says, said)) + peer.ends()
        cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=6))
        found, ended = b"", False
        for a, b in pairwise(sorted({0, len(whole), *cuts})):
            assert not ended
            theirs.sendall(whole[a:b])
            part, ended = heard(tls, size, again)
            found += part
        assert (found, ended) == (b"".join(said), True)


def test_a_handshake_may_come_byte_by_byte_with_the_first_line_behind_it() -> None:
    with a_pair() as (tls, theirs, again):
        peer = Peer()
        for byte in peer.shake():
            theirs.sendall(bytes([byte]))
            assert not tls.handshake()
        last = peer.shake(theirs.recv(65_536)) + peer.says(b"HELLO 1\n")
        theirs.sendall(last)
        assert tls.handshake()
        assert tls.more
        assert heard(tls, READ_BYTES, again) == (b"HELLO 1\n", False)


def test_a_byte_counts_as_sent_when_the_kernel_has_its_ciphertext() -> None:
    """Else a slow reader would have a second, hidden queue. What is held must be sent first."""
    line = bytes(range(256)) * 400
    with a_pair(4_096) as (tls, theirs, _):
        peer = shaken(tls, theirs)
        waiting, got = bytearray(line), b""
        while waiting:
            with suppress(BlockingIOError):
                del waiting[: tls.send(waiting)]
            assert tls.held <= len(waiting)
            del waiting[tls.held + 1_000_000 :]
            got += peer.hears(theirs.recv(3_000))
        with suppress(BlockingIOError):
            while data := theirs.recv(65_536):
                got += peer.hears(data)
        assert (got, tls.held) == (line, 0)


def test_each_side_may_end_and_still_listen() -> None:
    with a_pair() as (tls, theirs, again):
        peer = shaken(tls, theirs)
        theirs.sendall(peer.says(b"quit") + peer.ends())
        assert heard(tls, READ_BYTES, again) == (b"quit", True)
        assert tls.send(b"Goodbye.") == 8
        tls.shutdown(socket.SHUT_WR)
        assert peer.hears(theirs.recv(65_536)) == b"Goodbye."
        assert theirs.recv(65_536) == b""
        with pytest.raises(ssl.SSLZeroReturnError):
            peer.tls.read(1)


def test_a_peer_may_end_without_a_word() -> None:
    with a_pair() as (tls, theirs, again):
        peer = shaken(tls, theirs)
        theirs.sendall(peer.says(b"look\n"))
        theirs.shutdown(socket.SHUT_WR)
        assert heard(tls, READ_BYTES, again) == (b"look\n", True)


@pytest.mark.parametrize(
    "data", [b"\x16\x03\x01\x00\x05hello", b"\x16\x03\x01\xff\xff" + bytes(1_000)]
)
def test_what_only_begins_like_tls_is_an_error(data: bytes) -> None:
    with a_pair() as (tls, theirs, _):
        theirs.sendall(data)
        with pytest.raises(ssl.SSLError):
            tls.handshake()
        assert theirs.recv(65_536)[:1] == b"\x15", "an alert"


def test_a_handshake_has_limited_bytes() -> None:
    """OpenSSL would take eight times as many."""
    record = b"\x16\x03\x01\x40\x00" + b"\x01\x01\xff\x00" + bytes(16_380)
    with a_pair() as (tls, theirs, _):
        theirs.sendall(record * 2)
        for _ in range(HELLO_BYTES // READ_BYTES):
            assert not tls.handshake()
        with pytest.raises(ConnectionAbortedError):
            tls.handshake()


def test_old_versions_are_refused() -> None:
    old = trusting()
    with pytest.warns(DeprecationWarning, match="TLSv1 is"):
        old.minimum_version = ssl.TLSVersion.TLSv1
    with pytest.warns(DeprecationWarning, match="TLSv1_1 is"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    with a_pair() as (tls, theirs, _):
        theirs.sendall(Peer(old).shake())
        with pytest.raises(ssl.SSLError, match="UNSUPPORTED_PROTOCOL"):
            tls.handshake()


# --- in the loop -----------------------------------------------------------------------------


async def sealed(
    host: Loopback, port: int, *protocols: str, first: bytes = b""
) -> trio.SSLStream[trio.SocketStream]:
    """A client at *port*, whose handshake is over."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    host.streams.append(stream)
    if first:
        await stream.send_all(first)
    tls = trio.SSLStream(stream, trusting(protocols), https_compatible=True)
    await tls.do_handshake()
    return tls


async def line_of(host: Loopback, *protocols: str, first: bytes = b"") -> Client:
    return Client(await sealed(host, host.port, *protocols, first=first))


def came(house: FanOutHouse) -> list[tuple[str, bool, bool]]:
    """Address, sealed, program of those who came in."""
    found = [event for event in house.events(Connected) if isinstance(event, Connected)]
    return [(event.address, event.sealed, event.program) for event in found]


async def test_with_tls_a_line_is_sealed_and_like_any_other() -> None:
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate()) as host:
        ann, bob = await line_of(host, "parlour"), await host.connect()
        await ann.say("echo one\necho two")
        assert [await ann.line(), await ann.line()] == ["one", "two"]
        await bob.say("all hello")
        assert await ann.line() == await bob.line() == "hello"
        await ann.say("big 200000")
        assert len(await ann.line()) == 199_999
        await ann.say("bye")
        assert await ann.rest() == b"bye\n"
    sealed = [address for address, sealed, _ in came(house) if sealed]
    assert sealed == ["127.0.0.1"]
    assert len(house.events(Lost)) == 3, "the connection that it was before counts no more"


async def test_much_that_comes_in_one_record_is_read_in_parts() -> None:
    """Else one line could take as long as four. The system tells nothing of what is decrypted."""
    house = FanOutHouse()
    lines = "\n".join(f"echo {number:05}" for number in range(1_300))
    async with on_loopback(house, certificate=a_certificate()) as host:
        ann = await line_of(host)
        await ann.say(lines)
        assert [await ann.line() for _ in range(1_300)] == [f"{n:05}" for n in range(1_300)]
    parts = [len(event.data) for event in house.events(Received) if isinstance(event, Received)]
    assert max(parts) <= READ_BYTES


async def test_what_is_decrypted_waits_while_nobody_wants_to_read_it() -> None:
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate()) as host:
        ann, bob = await line_of(host), await host.connect()
        await bob.say("echo ready")
        assert await bob.line() == "ready"
        number = next(
            event.conn
            for event in house.events(Connected)
            if isinstance(event, Connected) and event.sealed
        )
        await bob.say(f"deaf {number}")
        assert await bob.line() == "done"
        await ann.say("\n".join(f"echo {number:05}" for number in range(1_300)))
        await bob.say(f"hear {number}")
        assert await bob.line() == "done"
        assert await ann.line() == "00000"


async def test_a_client_that_never_reads_is_dropped_with_whole_lines() -> None:
    """Lines that are encrypted cannot be taken back, and those behind them can."""
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate()) as host:
        raw = host.raw(receive_bytes=4_096)
        slow = await trio.to_thread.run_sync(trusting().wrap_socket, raw)
        with slow:
            slow.sendall(b"echo here\n")
            bob = await host.connect()
            await until(lambda: len(house.events(Received)) == 1)
            while not house.events(Lost)[1:]:
                await bob.say("flood 997")
                assert await bob.line() == "flooded"
            got = await trio.to_thread.run_sync(_rest, slow)
    first, *lines, last, nothing = got.split(b"\n")
    assert (first, nothing) == (b"here", b"")
    assert last.startswith(b"too slow, ")
    assert {len(line) for line in lines} == {996}


def _rest(sock: ssl.SSLSocket) -> bytes:
    """All that comes to the end."""
    found = b""
    while data := sock.recv(65_536):
        found += data
    return found


@pytest.mark.parametrize("port", ["lines", "page"])
async def test_a_browser_reads_the_page_at_both_ports(port: str) -> None:
    """At that for lines nobody greets it: its spare connections would take that for an answer."""
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate(), web=()) as host:
        at = host.port if port == "lines" else host.web_port
        client = Client(await sealed(host, at, *HTTP))
        await client.stream.send_all(request(host="localhost"))
        assert Response(await client.rest()).status == 200
        phone = await sealed(host, at, *HTTP)
        await phone.send_all(upgrade(host="localhost") + frame(b"echo in"))
        got = b""
        while not got.endswith(frame(b"in", mask=False)):
            got += await phone.receive_some()
    assert [each for each in came(house) if each[1]] == [("127.0.0.1", True, True)]


async def test_behind_a_proxy_that_passes_tls_on() -> None:
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate(), proxies=HOME, web=HOME) as host:
        ann = await line_of(host, first=HEADER)
        await ann.say("echo one")
        assert await ann.line() == "one"
        client = Client(await sealed(host, host.web_port, *HTTP, first=HEADER))
        await client.stream.send_all(request(host="localhost"))
        assert Response(await client.rest()).status == 200
    assert [each for each in came(house) if each[1]] == [("203.0.113.9", True, False)]


async def test_a_header_in_tls_claims_no_address() -> None:
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate(), web=()) as host:
        ann = await line_of(host)
        await ann.stream.send_all(HEADER)
        assert (await ann.line()).startswith("! internal"), "this house knows no such line"
        client = Client(await sealed(host, host.web_port, *HTTP))
        await client.stream.send_all(HEADER + request(host="localhost"))
        assert Response(await client.rest()).status == 400
    assert {address for address, *_ in came(house)} == {"127.0.0.1"}


async def test_who_does_not_go_on_with_a_handshake_is_closed(
    autojump_clock: trio.testing.MockClock,
) -> None:
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate()) as host:
        ann, bob, eve = [await host.connect() for _ in range(3)]
        hello = Peer().shake()
        await ann.stream.send_all(hello[:-1])
        await bob.stream.send_all(b"\x16\x03\x01\x00\x05hello")
        await eve.stream.send_all(hello)
        await host.streams[-1].send_eof()
        assert (await bob.rest())[:1] == b"\x15"
        assert (await eve.rest())[:1] in {b"\x16", b""}
        before = trio.current_time()
        assert await ann.rest() == b""
        assert trio.current_time() - before >= CALL_S / 2
        await ann.stream.aclose()
        await until(lambda: len(house.events(Troubled)) == 3)
    trouble = Troubled("refused: TLS did not begin", "127.0.0.1")
    assert house.events(Troubled) == [trouble] * 3
    assert not any(sealed for _, sealed, _ in came(house))


async def test_plain_text_in_the_middle_of_tls_ends_the_connection() -> None:
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate()) as host:
        ann = await line_of(host)
        await ann.say("echo one")
        assert await ann.line() == "one"
        await host.streams[-1].send_all(b"echo plain\n")
        with pytest.raises(trio.BrokenResourceError):
            await ann.line()
    assert b"plain" not in b"".join(
        event.data for event in house.events(Received) if isinstance(event, Received)
    )


async def test_a_crowd_that_begins_tls_at_once_is_heard_a_few_in_a_tick() -> None:
    house = FanOutHouse()
    async with on_loopback(house, certificate=a_certificate()) as host:
        crowd = [(await host.connect(), Peer()) for _ in range(3 * CALLS)]
        await until(lambda: len(house.events(Connected)) == len(crowd))
        for client, peer in crowd:
            await client.stream.send_all(peer.shake())
        for client, peer in crowd:
            data = peer.shake(bytes(await client.stream.receive_some())) + peer.says(b"echo in\n")
            await client.stream.send_all(data)
        await until(lambda: len(house.events(Received)) == len(crowd))
    numbers = [
        sum(isinstance(event, Connected) and event.sealed for event in tick)
        for tick in house.ticks
    ]
    assert max(numbers) <= CALLS // HANDSHAKE_COST


# --- the certificate ---------------------------------------------------------------------------


def test_a_renewed_certificate_is_taken_and_a_broken_one_is_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chain, key = owned(tmp_path / "old")
    new_chain, new_key = owned(tmp_path / "new")
    caplog.set_level("INFO", "parlour")
    certificate = Certificate(chain, key)
    old = certificate.fingerprint
    assert "localhost" in certificate.names
    first = certificate.context(0.0)

    new_chain.replace(chain)
    assert certificate.context(LOOK_S / 2) is first, "it looks once a second"
    assert certificate.context(LOOK_S) is first, "the key is another one's"
    assert certificate.context(2 * LOOK_S) is first
    new_key.replace(key)
    assert certificate.context(3 * LOOK_S) is not first
    assert certificate.fingerprint != old
    key.unlink()
    assert certificate.context(4 * LOOK_S) is certificate.context(5 * LOOK_S)
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO", "WARNING"]
    assert caplog.messages[0].endswith("Name the key that the certificate was made with.")


def test_files_that_are_no_certificate_are_refused_in_one_line(tmp_path: Path) -> None:
    chain, key = owned(tmp_path)
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing")
    for files, text in {
        (tmp_path / "none.pem", key): "cannot be read: No such file or directory.",
        (nothing, key): "Both must be PEM files, and the key must have no passphrase.",
        (chain, nothing): "Both must be PEM files, and the key must have no passphrase.",
        (chain, tmp_path): "cannot be read: Is a directory.",
    }.items():
        with pytest.raises(TlsError) as error:
            Certificate(*files)
        assert error.value.text.endswith(text)
        assert "\n" not in error.value.text
