"""From the first question to the last key: coming in, being refused, coming back, going."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from parlour_client.errors import Problem, Refused
from parlour_client.pending import Ended
from parlour_client.protocol import No
from parlour_client.run import run
from parlour_client.screen.alerts import REPORT_NO_FOCUS
from parlour_client.source import Afresh, Login, Progress, Source
from tests.clients import jumping
from tests.clients.glass import Glass, on_screen, watch
from tests.house.scene import new_host


@on_screen(name=None)
async def test_who_gives_no_name_is_asked_for_one(glass: Glass) -> None:
    """Enter says nothing. A name that cannot be is asked for again, with the reason."""
    assert "Your name:" in glass.text
    assert "connecting" not in glass.text
    await glass.press("Enter")
    assert "Your name:" in glass.text
    await glass.type("seat3")
    assert "! That name is reserved." in glass.text
    await glass.type("bea")
    assert "bea (you)" in glass.text
    assert glass.line.asked[0] == "name bea"


@pytest.mark.parametrize(("typed", "name"), [("", "robin"), ("bea", "bea")])
@on_screen(name=None, usual="robin")
async def test_enter_takes_the_usual_name(glass: Glass, typed: str, name: str) -> None:
    assert "Your name:" in glass.text
    assert glass.typed == "> robin"
    assert glass.text.count("robin") == 1
    await glass.press(typed, "Enter")
    assert glass.line.asked[0] == f"name {name}"


def test_a_name_that_is_taken_may_be_ones_own_or_another_is_taken() -> None:
    host = new_host()
    host.person("ann")

    async def script(glass: Glass) -> None:
        assert "! ann is taken. Choose another name, such as ann2." in glass.text
        assert glass.typed == "> ann2"
        await glass.type("name annabel")

    glass, _ = watch(host, 80, 24, script)
    assert "annabel (you)" in glass.text


def test_a_wrong_name_is_undone_at_once() -> None:
    """It stayed until the player left and came back."""
    host = new_host()
    host.person("bob")

    async def script(glass: Glass) -> None:
        await glass.type("jhon")
        assert "If you have mistyped your name: name NEW" in glass.text
        await glass.type("name john")
        assert "john (you)" in glass.text
        assert "Hello john." in glass.text
        assert glass.text.count("mistyped") == 1
        await glass.type("name bob")
        assert "! bob is taken. Choose another name, such as bob2." in glass.text
        await glass.press("Enter")
        assert "bob2 (you)" in glass.text
        await glass.type("new hunt", "name eve")
        assert "You are bob2 already." in glass.text

    watch(host, 80, 24, script, name=None)


@asynccontextmanager
async def _with_password(login: Login) -> AsyncGenerator[Source]:
    """A host where ann has an account, and there is nothing else."""
    if login.password is None:
        raise Refused(No("1", {"code": "name_taken", "text": ["ann has an account here."]}))
    raise Refused(No("1", {"code": "bad_password", "text": ["That is not the password."]}))
    yield


def test_the_password_is_asked_for_when_it_is_needed_and_never_seen() -> None:
    seen: list[Login] = []

    async def script(glass: Glass) -> None:
        await glass.type("ann")
        assert "Password (Enter alone: another name):" in glass.text
        await glass.press("open sesame")
        assert glass.typed == "> ***********"
        await glass.press("Enter")
        assert "! That is not the password." in glass.text
        await glass.type("nutmeg")

    glass, _ = watch(new_host(), 80, 24, script, name=None, enter=_with_password, logins=seen)
    assert "sesame" not in glass.paper.written
    assert "nutmeg" not in glass.paper.written
    assert seen == [Login("ann"), Login("ann", "open sesame"), Login("ann", "nutmeg")]


def test_a_password_behind_the_name_is_not_to_be_read_and_asked_for_again() -> None:
    seen: list[Login] = []

    async def script(glass: Glass) -> None:
        await glass.press("ann open sesame")
        assert glass.typed == "> ann ***********"
        await glass.press("Enter")
        assert "! A name is one word." in glass.text

    glass, _ = watch(new_host(), 80, 24, script, name=None, logins=seen)
    assert "sesame" not in glass.paper.written
    assert seen == []


def test_a_code_brings_one_back() -> None:
    seen: list[Login] = []

    async def script(glass: Glass) -> None:
        await glass.type("resume abc123")
        assert "No one matches that code." in glass.text
        await glass.type("reprendre VCU8A-4cs4b-f7baa")
        await glass.type("ann")

    glass, _ = watch(new_host(), 80, 24, script, name=None, logins=seen)
    assert seen == [Login("", token="abc123"), Login("", token="VCU8A-4cs4b-f7baa"), Login("ann")]
    assert "ann (you)" in glass.text


@on_screen(opening=("new hunt", "bot", "start"))
async def test_what_should_be_done_first_is_done_first(glass: Glass) -> None:
    assert "Hunt  table 1" in glass.text


def _run(enter: Any, **more: Any) -> int:
    async def main() -> int:
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            output = DummyOutput()
            return await run(enter, where="kitchen-pc", input=keys, output=output, **more)

    return jumping.run(main)


@asynccontextmanager
async def _nobody(login: Login) -> AsyncGenerator[Source]:
    raise Problem("No host answers at kitchen-pc.")
    yield


def test_where_there_is_no_playing_the_screen_goes_and_it_is_said_why() -> None:
    with pytest.raises(Problem, match="No host answers"):
        _run(_nobody, login=Login("ann"))


class _Broken:
    """A source with a mistake."""

    name = "ann"

    def __aiter__(self) -> _Broken:
        return self

    async def __anext__(self) -> Any:
        raise ZeroDivisionError


@asynccontextmanager
async def _broken(login: Login) -> AsyncGenerator[Any]:
    yield _Broken()


def test_a_mistake_of_the_program_is_not_swallowed() -> None:
    with pytest.raises(ExceptionGroup):
        _run(_broken, login=Login("ann"))


# --- the line -------------------------------------------------------------------------


@on_screen()
async def test_a_line_that_is_cut_is_shown_and_comes_back(glass: Glass) -> None:
    glass.line.lose()
    await glass.rest()
    assert "OFFLINE, retry in 3 s" in glass.row(-1)
    glass.host.wait(2)
    await glass.rest()
    assert "OFFLINE, retry in 1 s" in glass.row(-1)
    await glass.type("who")
    assert "! You are disconnected: that was not sent." in glass.text
    glass.host.wait(2)
    await glass.rest()
    assert "OFFLINE, connecting" in glass.row(-1)
    glass.line.find()
    await glass.rest()
    assert "OFFLINE" not in glass.text
    assert "disconnected" not in glass.text
    assert glass.typed == "> who"


def test_a_line_that_is_gone_for_good_leaves_the_screen_until_enter() -> None:
    """The reason stays in the terminal."""
    why = "You are connected from somewhere else now, and play there."

    async def script(glass: Glass) -> None:
        glass.line.tell(Ended(why), None)
        await glass.rest()
        assert "! You are connected from somewhere else now" in glass.text
        assert "CLOSED, press Enter" in glass.row(-1)
        await glass.press("Enter")

    glass, code = watch(new_host(), 80, 24, script)
    assert code == 0
    assert glass.paper.written.endswith(f"{why}\r\n")


@on_screen()
async def test_a_source_that_is_no_line_says_where_it_is_and_can_begin_anew(glass: Glass) -> None:
    await glass.type("new hunt")
    glass.line.tell(Afresh(), Progress("g1 as ann: 0/9, paused"))
    await glass.rest()
    assert glass.row(0).startswith(" Replay  kitchen-pc")
    assert "g1 as ann: 0/9, paused" in glass.row(-1)
    assert "Hello" not in glass.text


@on_screen()
async def test_a_countdown_runs_on_the_screen_and_halts_while_disconnected(glass: Glass) -> None:
    """Nobody can know then whether it runs on."""
    await glass.type("new hunt seconds=30", "bot", "start")
    assert "0:30" in glass.text
    glass.host.wait(10)
    await glass.rest()
    glass.line.lose()
    await glass.rest()
    glass.host.wait(2)
    await glass.rest()
    assert "0:20 ?" in glass.text
    glass.line.find()
    await glass.rest()
    assert "0:18" in glass.text
    glass.host.wait(8)
    await glass.rest()
    glass.host.wait(2)
    await glass.rest()
    assert "0:08 !" in glass.text


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ("new hunt", "bot", "start"),
            "Your seat at table 1 is kept. To return: parlour play\r\n",
        ),
        (("new hunt", "leave"), ""),
    ],
)
def test_when_you_leave_you_are_told_whether_your_seat_is_kept(
    lines: tuple[str, ...], said: str
) -> None:
    async def script(glass: Glass) -> None:
        await glass.type(*lines)
        await glass.press("CtrlD")

    glass, code = watch(new_host(), 80, 24, script, way_back="parlour play")
    assert code == 0
    assert glass.paper.written.endswith(REPORT_NO_FOCUS + said)


def test_a_fault_that_nobody_handles_closes_the_screen() -> None:
    """prompt_toolkit would ask for Enter each time, and a client that cannot draw never ends."""

    def fail() -> None:
        raise RuntimeError("nobody handles this")

    async def script(glass: Glass) -> None:
        asyncio.get_running_loop().call_soon(fail)
        await glass.rest()

    with pytest.raises(RuntimeError, match="nobody handles this"):
        watch(new_host(), 80, 24, script)


@on_screen()
async def test_what_is_no_exception_is_only_reported(
    glass: Glass, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": "something is unusual"})
    assert caplog.messages == ["something is unusual"]
    await glass.type("new hunt")
    assert "Hunt" in glass.row(0)


def test_ctrl_z_gives_the_terminal_back_to_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process stops itself there; here it only says that it would."""
    stopped: list[tuple[int, int]] = []

    def stop(process: int, number: int) -> None:
        stopped.append((process, number))

    monkeypatch.setattr("os.kill", stop)

    async def script(glass: Glass) -> None:
        await glass.press("CtrlZ")
        assert stopped == [(0, signal.SIGTSTP)]
        assert "Start a game" in glass.text

    watch(new_host(), 80, 24, script)
