"""The operator's line: who may open it, and what comes back."""

from __future__ import annotations

import ast
import socket
import stat
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from parlour.house.effects import Asked
from parlour.server import ListenError, Ticker, open_admin, open_ticker
from parlour.server._admin import LINE_BYTES, serve_admin
from parlour.server._ticker import INTERNAL_ANSWER
from parlour.store import Store
from tests.server.fakes import FULL, Client, DiskStore, FanOutHouse, FaultyStore
from tests.server.harness import PATIENCE_S, until


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the socket is to be."""
    return tmp_path / "admin.sock"


@asynccontextmanager
async def serving(
    path: Path, house: FanOutHouse, store: Store | None = None
) -> AsyncGenerator[Ticker]:
    """The operator's line alone."""
    with trio.fail_after(PATIENCE_S):
        async with (
            open_ticker(house, store or FaultyStore()) as ticker,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(serve_admin, open_admin(path), ticker)
            yield ticker
            nursery.cancel_scope.cancel()


async def connect(path: Path) -> Client:
    """An operator."""
    return Client(await trio.open_unix_socket(str(path)))


async def test_every_line_gets_its_answer_in_turn(path: Path) -> None:
    async with serving(path, FanOutHouse()):
        operator = await connect(path)
        async with operator.stream:
            await operator.say("one\ntwo")
            await operator.stream.send_all(b"thr")
            assert [await operator.line(), await operator.line()] == ["asked one", "asked two"]
            await operator.say("ee")
            assert await operator.line() == "asked three"


async def test_many_operators_are_answered_each_for_himself(path: Path) -> None:
    house = FanOutHouse()
    async with serving(path, house):
        operators = [await connect(path) for _ in range(5)]
        for number, operator in enumerate(operators):
            await operator.say(str(number))
        for number, operator in enumerate(operators):
            async with operator.stream:
                assert await operator.line() == f"asked {number}"
    asked = [event.ask for event in house.events(Asked) if isinstance(event, Asked)]
    assert len(set(asked)) == 5


async def test_the_house_is_told_how_the_shell_is(path: Path) -> None:
    async with serving(path, FanOutHouse()) as ticker:
        operator = await connect(path)
        async with operator.stream:
            await operator.say("figures")
            figures = ast.literal_eval(await operator.line())
        assert figures.keys() == ticker.figures().keys()


async def test_an_answer_waits_until_what_was_asked_is_stored(path: Path) -> None:
    store = DiskStore()
    async with serving(path, FanOutHouse(), store):
        operator = await connect(path)
        async with operator.stream:
            await operator.say("store\nwhy")
            await until(lambda: store.held == 1)
            assert store.texts == []
            store.go()
            assert [await operator.line(), await operator.line()] == ["stored", "asked why"]
            assert store.texts == ["asked"]


async def test_what_cannot_be_stored_is_answered_too(path: Path) -> None:
    async with serving(path, FanOutHouse(), FaultyStore(FULL)):
        operator = await connect(path)
        async with operator.stream:
            await operator.say("store")
            assert await operator.line() == "The disk is full."


async def test_a_house_that_raises_still_gives_an_answer(path: Path) -> None:
    async with serving(path, FanOutHouse()):
        operator = await connect(path)
        async with operator.stream:
            await operator.say("crash\none")
            assert await operator.line() == INTERNAL_ANSWER.decode()
            assert await operator.line() == "asked one"


@pytest.mark.parametrize("end", [b"", b"\n"])
async def test_a_line_that_is_too_long_is_said_to_be(path: Path, end: bytes) -> None:
    house = FanOutHouse()
    async with serving(path, house):
        operator = await connect(path)
        async with operator.stream:
            await operator.stream.send_all(b"x" * (LINE_BYTES + 1) + end)
            answer = await operator.line()
    assert answer == '{"error":"That line is too long: the most is 65536 bytes."}'
    assert not house.events(Asked)


async def test_the_longest_line_is_answered(path: Path) -> None:
    async with serving(path, FanOutHouse()):
        operator = await connect(path)
        async with operator.stream:
            await operator.say("x" * LINE_BYTES)
            assert await operator.line() == "asked " + "x" * LINE_BYTES


async def test_whoever_goes_before_his_answer_hurts_nobody(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = DiskStore()
    async with serving(path, FanOutHouse(), store):
        gone, operator = await connect(path), await connect(path)
        await gone.say("store")
        await until(lambda: store.held == 1)
        await gone.stream.aclose()
        store.go()
        async with operator.stream:
            await operator.say("one")
            assert await operator.line() == "asked one"
        await trio.testing.wait_all_tasks_blocked()
    assert not caplog.records


async def test_an_operator_who_waits_when_the_host_ends_is_cut(path: Path) -> None:
    store = DiskStore()
    async with trio.open_nursery() as nursery, serving(path, FanOutHouse(), store):
        operator = await connect(path)
        await operator.say("store")
        await until(lambda: store.held == 1)
        nursery.start_soon(store.go_when_idle)
    async with operator.stream:
        assert await operator.rest() == b""
    assert store.texts == ["asked"]


async def test_an_exception_of_one_line_ends_that_one_only(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "xyzzy"

    class Faulty(Ticker):
        async def ask(self, body: bytes) -> bytes:
            if body == b"one":
                raise LookupError(secret)
            return await super().ask(body)

    async with trio.open_nursery() as nursery:
        ticker = Faulty(FanOutHouse(), FaultyStore())
        nursery.start_soon(serve_admin, open_admin(path), ticker)
        for word, answer in (("one", ""), ("two", "asked two")):
            operator = await connect(path)
            async with operator.stream:
                await operator.say(word)
                assert await operator.line() == answer
        nursery.cancel_scope.cancel()
    (message,) = caplog.messages
    assert message.startswith("A line of the operator failed.\n")
    assert secret not in message


# --- the socket itself -------------------------------------------------------------------


def test_only_the_user_of_the_host_may_open_it(path: Path) -> None:
    with open_admin(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_it_is_gone_when_the_host_has_ended(path: Path) -> None:
    async with serving(path, FanOutHouse()):
        await trio.testing.wait_all_tasks_blocked()
        assert await trio.Path(path).is_socket()
    assert not await trio.Path(path).exists()


def test_one_that_a_dead_host_left_is_replaced(path: Path) -> None:
    open_admin(path).close()
    assert path.is_socket()
    with open_admin(path), socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(path))


def test_what_is_no_socket_is_not_replaced(path: Path) -> None:
    path.write_text("notes")
    with pytest.raises(ListenError, match=r"^Cannot listen at '.*': Address already in use\.$"):
        open_admin(path)
    assert path.read_text() == "notes"


def test_a_path_that_is_too_long_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(ListenError) as raised:
        open_admin(tmp_path / ("x" * 120))
    assert raised.value.text.endswith(
        "the path is too long for a socket; choose a shorter data directory."
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(ListenError, match="No such file or directory"):
        open_admin(tmp_path / "nowhere" / "admin.sock")
