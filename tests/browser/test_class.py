"""The page for a projector: all tables of a class beside the standings."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from tests.browser.chromium import Connection
from tests.browser.company import new_name
from tests.browser.page import Device, opened
from tests.browser.test_axe import axe, serious
from tests.browser.visitor import comes
from tests.e2e.peer import Program
from tests.e2e.serving import Serving

__all__ = ["axe"]

PROJECTOR: Final = Device(1280, 720, touch=False, language="fr")
LESSON: Final = "format=swiss rounds=2 seats=2 seconds=600"
PUPIL: Final = Device(390, 844)
SMALLEST: Final = """Math.min(...[...document.querySelectorAll("main *")]
  .filter(e => e.innerText?.trim() && e.clientWidth)
  .map(e => parseFloat(getComputedStyle(e).fontSize)))"""
CUT: Final = """[...document.querySelectorAll("#ranks :not([hidden]) > span, .desk p > span")]
  .filter(e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().height
    > 1.7 * parseFloat(getComputedStyle(e).fontSize)).map(e => e.innerText).join()"""
ALL: Final = (
    "document.getElementById('main').scrollHeight <= document.getElementById('main').clientHeight"
)
TABLES: Final = "document.querySelectorAll('.desk').length == {}"


async def test_a_projector_shows_a_class_of_thirty(
    browser: Connection, host: Serving, axe: str
) -> None:
    """From the first name to the last standings: large, whole, in French, and by keyboard. A pupil
    signs up on a phone, with one tap on a link, and sits at a table when the party begins.
    """
    async with opened(browser, PROJECTOR) as wall, opened(browser, PUPIL) as phone:
        with ExitStack() as room:
            olga = room.enter_context(Program(host.port, f"name {new_name('olga')}"))
            party = olga.granted(f"party new harbour {LESSON}")["party"]
            await wall.goto(f"http://127.0.0.1:{host.web_port}/class#{party}")
            pupils = [
                room.enter_context(Program(host.port, f"name {new_name('pup')}"))
                for _ in range(29)
            ]
            for pupil in pupils:
                pupil.granted(f"party join {party}")
            await comes(phone, f"http://127.0.0.1:{host.web_port}/#p{party}", "maximiliane")
            await wall.reads("Inscrits : 30")
            await phone.reads("The host seats you when it begins.")
            assert await serious(wall, axe) == []
            olga.granted("party start")
            await wall.until("fifteen tables", TABLES.format(15))
            await phone.reads("maximiliane")
            assert await wall.evaluate(SMALLEST) >= 28
            assert await wall.evaluate(CUT) == ""
            await wall.until("all of it on the wall", ALL)
            assert await serious(wall, axe) == []
            olga.granted("party pause")
            await wall.reads("Pause")
            await phone.reads("The game is paused.")
            olga.granted("party continue")
            olga.granted("party drop maximiliane")
            await wall.reads("finies : 1 sur 15")
            await wall.until("somebody up", "document.querySelector('#ranks b').innerText == '2'")
            olga.granted("party next now")
            olga.granted("party next")
            await wall.reads("Tour 2 sur 2")
            olga.granted("party next now")
            await wall.reads("Fin du tournoi")
            assert await wall.evaluate(SMALLEST) >= 28
            assert await serious(wall, axe) == []
            assert (wall.troubles, wall.elsewhere(), await wall.too_wide()) == ([], [], "")
