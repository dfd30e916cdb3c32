"""Bots think beside the screen: its keys go on, and a bot that thinks for ever can be stopped."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from socket import socketpair
from typing import Any, NoReturn

import pytest

from parlour.api import Bot, Prompt, Thought
from parlour_kit.cockpit import thinking as beside
from tests.clients.glass import Glass
from tests.cockpit.watching import cockpit, really, watched
from tictactoe import TICTACTOE, Play


class Thinker(Bot[Any, Any, Any, None]):
    """It does what the test says as soon as the first move has been made."""

    kind = "thinker"
    about = "thinks"

    def __init__(self, then: str) -> None:
        self.then = then

    def begin(self, seat: Any, view: Any) -> None:
        """Remember nothing."""

    def hear(self, memory: None, heard: Any) -> None:
        """Remember nothing."""

    def think(self, memory: None, view: Any, prompt: Prompt, ctx: Any) -> Thought[Any] | None:
        match self.then:
            case "loop":
                while True:
                    pass
            case "fail":
                raise KeyError("ann")
            case "exit":
                os._exit(1)
            case "pass":
                return None
            case _:
                os.write(1, b"spoils the screen")
                return Thought(Play(1))


def thinking(then: str) -> Any:
    at = cockpit(replace(TICTACTOE, bots=(Thinker(then),)), 2)
    at.bots[at.node.now.seats[1]] = Thinker(then)
    return at


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that this one has made."""
    made: list[int] = []
    fork = os.fork

    def noted() -> int:
        if process := fork():
            made.append(process)
        return process

    monkeypatch.setattr(os, "fork", noted)
    return made


def runs(process: int) -> bool:
    """Is it still there?"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_keys_go_on_while_a_bot_thinks_and_a_step_back_stops_it(forked: list[int]) -> None:
    async def script(glass: Glass) -> None:
        await glass.type("5", "/think 1")
        assert "bob thinks" in glass.row(0)
        await glass.press("F1")
        assert "A mark, !, is at what" in glass.text
        await glass.press("Escape", "Left")
        assert "act 0 of 1" in glass.row(0)
        assert "thinks" not in glass.row(0)
        assert [runs(each) for each in forked] == [False]
        await glass.press("Right")
        assert "thinks" not in glass.row(0)
        await glass.type("/think on")
        assert "bob thinks" in glass.row(0)

    watched(thinking("loop"), 80, 24, script)
    assert [runs(each) for each in forked] == [False, False]


def test_a_bot_moves_and_what_it_prints_is_not_on_the_screen(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def script(glass: Glass) -> None:
        await glass.type("5", "/think")
        await really(glass, "act 2 of 2")

    watched(thinking("move"), 80, 24, script)
    assert "spoils" not in capfd.readouterr().out


@pytest.mark.parametrize(
    ("then", "says"),
    [
        ("fail", "KeyError: 'ann' (test_thinking.py line"),
        ("exit", "The bot has ended its process instead of a move."),
        ("pass", "No bot wants to move now."),
    ],
)
def test_why_there_is_no_move_is_told(then: str, says: str) -> None:
    async def script(glass: Glass) -> None:
        await glass.type("5", "/think")
        await really(glass, says)

    watched(thinking(then), 120, 24, script)


def test_a_bot_that_thinks_for_ever_ends_with_a_cockpit_that_was_killed() -> None:
    """Its end of the connection is closed then, whatever it died of."""

    def for_ever() -> NoReturn:
        while True:
            pass

    ours, theirs = socketpair()
    process = os.fork()
    if not process:
        signal.alarm(20)  # if the test fails, too, nothing is left
        ours.close()
        beside.be_aside(for_ever, theirs)
    theirs.close()
    ours.close()
    assert os.waitpid(process, 0)[1] == 0
