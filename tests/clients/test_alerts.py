"""A bell and a notification when it is the player's turn and they look elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from parlour_client.screen.alerts import AWAY_MS, REPORT_FOCUS, REPORT_NO_FOCUS
from parlour_client.settings import Settings
from parlour_kit.host import Client
from tests.clients.glass import Glass, on_screen, watch
from tests.house.scene import new_host

FOCUS = "\x1b[I"
NO_FOCUS = "\x1b[O"
BELL = "\a"


async def _to_the_turn_of_bob(glass: Glass) -> Client:
    bob = glass.host.person("bob")
    bob.send("new hunt top=9 seconds=120")
    await glass.type("join 1")
    bob.send("bot", "start", "5")
    await glass.type("7")
    glass.paper.written = ""
    return bob


async def _bob_plays(glass: Glass, bob: Client) -> str:
    """What the terminal gets when it is ann's turn."""
    glass.paper.written = ""
    bob.send("try ann 1")
    await glass.rest()
    assert "Your turn" in glass.text
    return glass.paper.written


@pytest.mark.parametrize(
    ("environ", "sent"),
    [
        ({}, BELL),
        ({"VTE_VERSION": "7600"}, f"{BELL}\x1b]777;notify;Parlour;Your turn: Hunt, table 1\x1b\\"),
        ({"TERM": "foot-extra"}, "\x1b]777;notify;"),
        ({"TERM_PROGRAM": "WezTerm"}, f"{BELL}\x1b]9;Your turn: Hunt, table 1\x1b\\"),
        ({"KITTY_WINDOW_ID": "1"}, "\x1b]9;"),
    ],
)
def test_it_rings_when_it_is_your_turn_and_the_window_is_not_in_front(
    environ: Mapping[str, str], sent: str
) -> None:
    async def script(glass: Glass) -> None:
        bob = await _to_the_turn_of_bob(glass)
        await glass.press(NO_FOCUS)
        assert sent in await _bob_plays(glass, bob)
        await glass.press(FOCUS)
        assert glass.typed == ">"

    watch(new_host(), 80, 24, script, environ=environ)


@on_screen(environ={"TMUX": "/tmp/x", "VTE_VERSION": "7600"})
async def test_inside_tmux_there_is_a_bell_and_nothing_else(glass: Glass) -> None:
    bob = await _to_the_turn_of_bob(glass)
    await glass.press(NO_FOCUS)
    written = await _bob_plays(glass, bob)
    assert BELL in written
    assert "\x1b]" not in written


@on_screen()
async def test_it_does_not_ring_while_you_look(glass: Glass) -> None:
    bob = await _to_the_turn_of_bob(glass)
    await glass.press(NO_FOCUS, FOCUS)
    assert BELL not in await _bob_plays(glass, bob)


@pytest.mark.parametrize(("waits_s", "rings"), [(1, False), (AWAY_MS // 1000 + 1, True)])
@on_screen()
async def test_a_terminal_that_reports_no_focus_rings_if_no_key_was_pressed_for_long(
    glass: Glass, waits_s: int, rings: bool
) -> None:
    bob = await _to_the_turn_of_bob(glass)
    glass.host.wait(waits_s)
    assert (BELL in await _bob_plays(glass, bob)) is rings


@on_screen(settings=Settings(alerts=False))
async def test_settings_and_a_key_switch_it_off_and_on_and_the_bottom_line_says_so(
    glass: Glass,
) -> None:
    bob = await _to_the_turn_of_bob(glass)
    assert "SILENT" in glass.row(-1)
    await glass.press("F4")
    assert "SILENT" not in glass.row(-1)
    await glass.press("F4")
    assert "SILENT" in glass.row(-1)
    await glass.press(NO_FOCUS)
    assert BELL not in await _bob_plays(glass, bob)


@on_screen()
async def test_one_question_rings_once(glass: Glass) -> None:
    """A wrong answer, or a word of many, opens the same question again."""
    bob = await _to_the_turn_of_bob(glass)
    await glass.press(NO_FOCUS)
    assert BELL in await _bob_plays(glass, bob)
    glass.paper.written = ""
    await glass.type("/note so far")
    assert BELL not in glass.paper.written


def test_the_terminal_is_asked_for_focus_as_long_as_the_screen_is_up() -> None:
    async def script(glass: Glass) -> None:
        assert REPORT_FOCUS in glass.paper.written
        await glass.press("CtrlD")

    glass, code = watch(new_host(), 80, 24, script)
    assert code == 0
    assert glass.paper.written.rindex(REPORT_NO_FOCUS) > glass.paper.written.rindex(REPORT_FOCUS)
