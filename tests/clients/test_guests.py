"""Clients of guests: many in one process, which is not theirs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import (
    AbstractAsyncContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from typing import Any, Final

import pytest
from prompt_toolkit.application import get_app_or_none
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.ansi_escape_sequences import REVERSE_ANSI_SEQUENCES
from prompt_toolkit.key_binding.defaults import load_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.output.vt100 import Vt100_Output

from parlour_client import connect
from parlour_client.errors import Problem
from parlour_client.run import run
from parlour_client.source import SCREEN, Login, Source
from parlour_kit.host import Host
from tests.clients import jumping
from tests.clients.glass import KEYS, Glass, on_screen, watch
from tests.clients.hosted import Hosted, hosted
from tests.clients.indoors import coming_in
from tests.clients.jumping import in_no_time
from tests.house.scene import new_host


class _Guest(Glass):
    """A glass whose size cannot be asked for any more once it is *broken*."""

    broken = False

    @property
    def output(self) -> Vt100_Output:
        """See `Glass`."""

        def size() -> Size:
            if self.broken:
                raise ZeroDivisionError
            return Size(rows=24, columns=80)

        paper: Any = self.paper
        return Vt100_Output(paper, size, term="xterm", enable_cpr=False)

    def enter(self, login: Login) -> AbstractAsyncContextManager[Source]:
        """Come in."""
        return coming_in(self.host, login, self.lines)

    async def play(self) -> int:
        """Play as a guest until they leave."""
        return await run(
            self.enter,
            where="the kitchen",
            login=Login(f"guest{id(self) % 1000}"),
            input=self._keys,
            output=self.output,
            environ={"TERM": "xterm"},
            now_ms=lambda: 0,
            hosted=True,
        )


@asynccontextmanager
async def _playing(
    host: Host, number: int
) -> AsyncGenerator[tuple[list[_Guest], list[asyncio.Task[int]]]]:
    with ExitStack() as stack:
        pipes = [stack.enter_context(create_pipe_input()) for _ in range(number)]
        guests = [_Guest(host, 80, 24, pipe) for pipe in pipes]
        plays = [asyncio.create_task(each.play()) for each in guests]
        await guests[0].rest()
        try:
            yield guests, plays
        finally:
            for play in plays:
                play.cancel()
            await asyncio.gather(*plays, return_exceptions=True)


def _of_the_process() -> list[object]:
    loop = asyncio.get_running_loop()
    handlers: list[object] = [signal.getsignal(each) for each in signal.valid_signals()]
    return [
        *handlers,
        loop.get_exception_handler(),
        loop.slow_callback_duration,
        get_app_or_none(),
    ]


@in_no_time
async def test_the_process_of_guests_stays_as_it_is_and_a_fault_ends_one_guest() -> None:
    """Whatever raises: drawing after a key, or drawing what comes in."""
    host, before = new_host(), _of_the_process()
    async with _playing(host, 3) as ((one, two, three), plays):
        assert _of_the_process() == before
        await two.press("x")
        assert one.typed == ">"
        assert two.typed == "> x"
        one.broken = True
        await one.press("y")
        with pytest.raises(Problem, match="client has failed") as failed:
            plays[0].result()
        assert isinstance(failed.value.__cause__, ZeroDivisionError)
        three.broken = True
        await two.press("CtrlC")
        await two.type("ping hello")
        three.line.pump()
        await two.rest()
        assert isinstance(plays[2].exception(), Problem)
        assert "hello" in two.text
        assert _of_the_process() == before
        await two.press("CtrlD")
        assert plays[1].result() == 0
        assert _of_the_process() == before


@on_screen(hosted=True)
async def test_a_guest_has_no_shell_to_go_back_to(glass: Glass) -> None:
    await glass.press("CtrlZ")
    assert "Start a game" in glass.text
    assert glass.typed == ">"
    assert "Ctrl-Z" not in glass.text
    await glass.press("F1")
    assert "leave" in glass.text
    assert "Ctrl-Z" not in glass.text
    assert "shell" not in glass.text


def test_a_goodbye_goes_to_the_terminal_of_the_guest(capfd: pytest.CaptureFixture[str]) -> None:
    async def script(glass: Glass) -> None:
        await glass.type("new hunt", "bot", "start")
        await glass.press("CtrlD")

    glass, code = watch(new_host(), 80, 24, script, way_back="ssh kitchen-pc", hosted=True)
    assert code == 0
    assert "To return: ssh kitchen-pc\r\n" in glass.paper.written
    assert capfd.readouterr() == ("", "")


def test_a_guest_whom_nothing_else_brings_back_reads_their_code() -> None:
    code = "vcu8a-4cs4b-f7baa"

    async def script(glass: Glass) -> None:
        assert f"If you are disconnected, type for your name: resume {code}" in glass.text
        await glass.type("new hunt", "bot", "start")
        await glass.press("CtrlD")

    glass, _ = watch(new_host(), 80, 24, script, hosted=True, code=code)
    assert glass.paper.written.endswith(
        "Your seat at table 1 is kept. "
        f"To return, come again and type for your name: resume {code}\r\n"
    )


def test_the_client_ends_when_the_terminal_of_the_guest_is_gone() -> None:
    async def main() -> int:
        with create_pipe_input() as keys:
            guest = _Guest(new_host(), 80, 24, keys)
            playing = asyncio.create_task(guest.play())
            await guest.rest()
            keys.close()
            return await playing

    assert jumping.run(main) == 0


class _Dialling(_Guest):
    """A guest with a whole connection to a host that can be cut."""

    there: Hosted

    def enter(self, login: Login) -> AbstractAsyncContextManager[Source]:
        """Come in."""
        return connect("kitchen", name=login.name, capabilities=SCREEN, dial=self.there.dial)


@in_no_time
async def test_a_guest_outlives_a_host_that_starts_again() -> None:
    host = new_host()
    with create_pipe_input() as keys:
        async with hosted(host) as there:
            guest = _Dialling(host, 80, 24, keys)
            guest.there = there
            playing = asyncio.create_task(guest.play())
            try:
                await guest.type("new hunt", "bot", "start", "7")
                assert "Hunt  table 1" in guest.row(0)
                there.down = True
                there.cut()
                await guest.until("OFFLINE")
                await guest.press("say hello")
                there.down = False
                await asyncio.sleep(30)
                assert "OFFLINE" not in guest.text
                assert "Hunt  table 1" in guest.row(0)
                assert guest.typed == "> say hello"
                await guest.press("Enter")
                assert "hello" in guest.text
                await guest.press("CtrlD")
                assert await playing == 0
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)


# --- no key leads out of the client ---------------------------------------------------

_LEAVING: Final = frozenset({"c-c", "c-d", "<sigint>"})
_TYPED: Final = {Keys.Any: "x", Keys.BracketedPaste: "\x1b[200~x\x1b[201~", Keys.Escape: "\x1b"}
_OUT: Final = ("open", "os.", "subprocess.", "tempfile.", "pty.", "shutil.", "signal.", "socket.")
"""Audit events of what leads out of the program."""


def _sequences() -> set[str]:
    """What a terminal sends for the keys that prompt_toolkit knows something for."""
    found = set[str]()
    for binding in load_key_bindings().bindings:
        if not _LEAVING.intersection(binding.keys):
            found.add("".join(map(_sent, binding.keys)))
    return found


def _sent(key: Keys | str) -> str:
    if isinstance(key, Keys):
        return _TYPED.get(key) or REVERSE_ANSI_SEQUENCES.get(key, "")
    return key


@contextmanager
def _watched() -> Generator[list[str]]:
    """The audit events that lead out, while it lasts."""
    seen = list[str]()
    on = True

    def hook(event: str, _: object) -> None:
        if on and event.startswith(_OUT):
            seen.append(event)

    sys.addaudithook(hook)
    yield seen
    on = False


@on_screen(hosted=True)
async def test_no_key_of_a_guest_opens_a_file_or_a_shell(glass: Glass) -> None:
    """All keys of prompt_toolkit, and those of an editor and a shell that other programs have."""
    others = {"\x18\x05", "\x1b!", "v", ":", "\x1a", *KEYS.values()} - {"\x03", "\x04"}
    with _watched() as seen:
        os.close(os.open(os.devnull, os.O_RDONLY))
        for keys in sorted(_sequences() | others):
            glass.send("\x15x y", keys)
            await glass.rest(0.1)
    assert seen == ["open"]
    await glass.press("Escape", "CtrlC")
    assert glass.typed == ">"
