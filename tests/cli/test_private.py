"""A host of one's own: it is there, it is nobody else's, and it ends with whoever started it."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli._group import Refusal
from parlour.cli._private import (
    DUEL,
    HOST,
    Level,
    Offer,
    choose,
    choose_level,
    offers,
    private_host,
)
from parlour_client import Heard, connect
from tests.clients.spoken import Paper
from tests.e2e.serving import PATIENCE_S, running

LEVELS = Level("easy", "forgets"), Level("hard", "knows all")
BOGGLE = Offer("boggle", "Boggle", (1, 20), LEVELS, ("Find words.",))
PROBE = Offer("probe", "Probe", (2, 6), (Level("easy"),), ())
CHAT = Offer("chat", "Chat", (2, 9), (), ())


def _ends(line: socket.socket) -> bool:
    """Has the other end hung up, when all it said has been read?"""
    line.settimeout(PATIENCE_S)
    while line.recv(65536):
        pass
    return True


def test_it_is_there_as_long_as_it_is_wanted_and_plays() -> None:
    async def play(port: int) -> list[str]:
        async with connect(HOST, port, name="robin") as link:
            found = await offers(link)
            (boggle,) = [offer for offer in found if offer.game == "boggle"]
            for line in boggle.opening("hard"):
                await link.ask(line)
            async for happening in link:
                if isinstance(happening, Heard) and happening.name == "started":
                    return [seat["name"] for seat in happening.body["seats"]]
        return []

    with private_host() as port:
        line = socket.create_connection((HOST, port))
        names = asyncio.run(play(port))
    assert names[0] == "robin"
    assert names[1:] == ["Ada", "Bo", "Clem"][: DUEL - 1]
    with line:
        assert _ends(line)


def test_what_a_game_is_about_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five columns stand before it."""

    async def ask(port: int) -> list[Offer]:
        async with connect(HOST, port, name="robin", capabilities=("text",)) as link:
            return await offers(link)

    monkeypatch.setenv("COLUMNS", "60")
    with running("--ephemeral") as host:
        found = asyncio.run(ask(host.port))
    assert 40 < max(len(line) for offer in found for line in offer.about) < 55
    assert [offer.game for offer in found if offer.notes] == ["probe"]


SCRIPT = """
from parlour.cli._private import private_host
with private_host() as port:
    print(port, flush=True)
    input()
"""


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_ends_however_its_owner_ends(how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as owner:
        assert owner.stdout is not None
        with socket.create_connection((HOST, int(owner.stdout.readline()))) as line:
            owner.send_signal(how)
            assert _ends(line)


def test_a_host_that_does_not_start_says_why(folder: Path) -> None:
    config = folder / "config" / "parlour"
    config.mkdir(parents=True)
    (config / "config.toml").write_text("[server]\nport = 'x'\n", "utf-8")
    with pytest.raises(Refusal, match=r"did not start\. .*port") as error, private_host():
        pass
    assert "\n" not in error.value.message


# --- which game -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offer", "level", "lines"),
    [
        (BOGGLE, "hard", ["new boggle", "bot hard", "start"]),
        (PROBE, "easy", ["new probe", "bot easy", "bot easy", "bot easy", "start"]),
        (
            Offer("probe", "Probe", (2, 6), LEVELS, (), notes=True),
            "easy",
            ["new probe notes=on", *["bot easy"] * 3, "start"],
        ),
        (CHAT, "", ["new chat", "start"]),
        (Offer("duel", "Duel", (2, 2), LEVELS, ()), "easy", ["new duel", "bot easy", "start"]),
        (Offer("six", "Six", (6, 6), LEVELS, ()), "easy", ["new six", *["bot easy"] * 5, "start"]),
    ],
)
def test_a_table_is_filled_with_bots_of_one_level(
    offer: Offer, level: str, lines: list[str]
) -> None:
    """Four sit there, or as many as the game needs or takes; two if it can be played alone."""
    assert offer.opening(level) == lines


def _chosen(word: str | None, *typed: str | None) -> tuple[Offer | None, list[str]]:
    paper = Paper()

    async def main() -> Offer | None:
        for line in typed:
            paper.type(line)
        paper.lines.clear()
        return await choose([BOGGLE, PROBE], word, paper)

    return asyncio.run(main()), paper.lines


MENU = ["Which game?", "  1  Boggle", "     Find words.", "  2  Probe", "Its number [1]:"]


def test_a_game_is_named_by_its_word_its_title_or_its_number() -> None:
    """Enter takes the first, the end of input none. Of one game nobody needs to choose."""
    for word in ("probe", "Probe", " PROBE ", "2"):
        assert _chosen(word) == (PROBE, [])
        assert _chosen(None, word) == (PROBE, MENU)
    assert _chosen(None, "") == (BOGGLE, MENU)
    assert _chosen(None, None) == (None, MENU)
    assert _chosen("chess", "2") == (PROBE, ["There is no game 'chess' here.", *MENU])
    assert asyncio.run(choose([PROBE], None, Paper())) is PROBE


# --- which level ------------------------------------------------------------------------

ASKED = ["How well should the bots play?", "  1  easy: forgets", "  2  hard: knows all"]
ASKED.append("Its number [1]:")


def _level(offer: Offer, word: str | None, *typed: str | None) -> tuple[str | None, list[str]]:
    paper = Paper()

    async def main() -> str | None:
        for line in typed:
            paper.type(line)
        paper.lines.clear()
        return await choose_level(offer, word, paper)

    return asyncio.run(main()), paper.lines


def test_a_level_is_named_by_its_word_or_its_number() -> None:
    """Where there is one kind or none, nobody is asked."""
    for word in ("hard", " Hard ", "2"):
        assert _level(BOGGLE, word) == ("hard", [])
        assert _level(BOGGLE, None, word) == ("hard", ASKED)
    assert _level(BOGGLE, None, "") == ("easy", ASKED)
    assert _level(BOGGLE, None, None) == (None, ASKED)
    nothing = "Boggle has no bots of the level 'sharp'."
    assert _level(BOGGLE, "sharp", "1") == ("easy", [nothing, *ASKED])
    assert _level(PROBE, None) == ("easy", [])
    assert _level(CHAT, "hard") == ("", [])


def test_what_a_level_is_about_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    slow = Level("slow", "thinks for a long time and finds little"), Level("fast")
    assert _level(Offer("hunt", "Hunt", (1, 4), slow, ()), None, None)[1][1:4] == [
        "  1  slow: thinks for a long time",
        "     and finds little",
        "  2  fast:",
    ]
