"""The cockpit on a screen, as an author reads it."""

from __future__ import annotations

import pytest

from parlour_probe import PROBE
from tests.clients.glass import Glass
from tests.cockpit.watching import cockpit, watched

HIDE = ("hide TEAPOT", "hide COFFEE", "hide MILK")


@pytest.mark.parametrize(("columns", "rows"), [(60, 20), (80, 24), (120, 40)])
def test_two_viewers_side_by_side_or_one_at_a_time(columns: int, rows: int) -> None:
    async def script(glass: Glass) -> None:
        await glass.type(*HIDE)

    glass = watched(cockpit(PROBE, 3), columns, rows, script)
    wide = columns >= 80
    assert glass.row(0).startswith(" Probe  act 3 of 3")
    assert ("bob  may move" in glass.row(1)) is wide
    assert "T! " in glass.text
    assert ("C! " in glass.text) is wide
    assert "Ask for a letter" in glass.text
    assert "ann>" in glass.text
    assert all(len(line) <= columns for line in glass.text.splitlines())


def test_keys_turn_viewers_and_positions() -> None:
    async def script(glass: Glass) -> None:
        await glass.type(*HIDE)
        await glass.press("F2")
        assert glass.row(1).startswith(" bob  may move")
        await glass.press("F2", "F2", "F2")
        assert glass.row(1).startswith(" raw")
        await glass.press("Left")
        assert "act 2 of 3" in glass.row(0)
        await glass.press("Right")
        assert "act 3 of 3" in glass.row(0)
        await glass.press("\x1b1", "F4")
        assert '  ["T","E","A","P","O","T"]' in glass.text
        await glass.press("F1")
        assert "A mark, !, is at what the other viewer does not see." in glass.text
        await glass.press("Escape")
        await glass.type("ask zoe e")
        assert "! No player is called zoe." in glass.text
        assert "ann> ask zoe e" in glass.text

    watched(cockpit(PROBE, 3), 80, 24, script)


def test_the_clock_runs_when_it_is_told_to() -> None:
    async def script(glass: Glass) -> None:
        await glass.rest(5)
        assert "0:10 left, clock stopped" in glass.row(0)
        await glass.press("F5")
        await glass.rest(3)
        assert "0:07 left" in glass.row(0)
        await glass.rest(7)
        assert "act 1 of 1" in glass.row(0)

    watched(cockpit(PROBE, 3, options={"hide_seconds": 10}), 80, 24, script)


def test_without_colour_the_sign_remains() -> None:
    async def script(glass: Glass) -> None:
        await glass.type(*HIDE)

    glass = watched(cockpit(PROBE, 3), 80, 24, script, environ={"NO_COLOR": "1", "TERM": "xterm"})
    assert "T!" in glass.text
    assert {cell.bg for row in glass.screen.buffer.values() for cell in row.values()} == {
        "default"
    }


def test_a_click_types_for_that_seat() -> None:
    async def script(glass: Glass) -> None:
        await glass.type(*HIDE)
        row = next(at for at in range(24) if "cy " in glass.row(at))
        await glass.click(2, row + 1)
        assert "ann> ask cy " in glass.text

    watched(cockpit(PROBE, 3), 80, 24, script)
