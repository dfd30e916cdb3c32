"""The log in files: for the next start of the client, and as a transcript."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour.lexicons import load_english
from parlour_client.journal import KEPT, Journal, KeptLog, transcript
from parlour_client.log import Entry, Kind, Log
from parlour_client.model import Model
from parlour_probe import PROBE
from tests.clients.glass import Glass, watch
from tests.house.scene import new_host

EARLIER = "(Everything above is from an earlier session.)"


def _entries(*lines: str) -> list[Entry]:
    return [Entry(at, Kind.TALK, (line,)) for at, line in enumerate(lines, 1)]


def test_what_was_read_is_there_again_after_a_restart(tmp_path: Path) -> None:
    kept = KeptLog(tmp_path / "host.log")
    assert kept.earlier() == Log()

    async def first(glass: Glass) -> None:
        await glass.type("ping one")
        await glass.press("?")

    watch(new_host(), 80, 24, first, journal=Journal(kept.write))
    assert (tmp_path / "host.log").stat().st_mode & 0o077 == 0
    again = KeptLog(tmp_path / "host.log")

    async def second(glass: Glass) -> None:
        rows = [row.strip() for row in glass.text.splitlines()]
        at = rows.index("pong one")
        assert rows[at - 1 : at + 3] == ["> ping one", "pong one", EARLIER, "Hello ann."]
        assert "You can type" not in glass.text

    watch(new_host(), 80, 24, second, journal=Journal(again.write, earlier=again.earlier()))
    lines = (tmp_path / "host.log").read_text().splitlines()
    assert sum("pong one" in line for line in lines) == 1


def test_the_file_stays_small_and_a_damaged_line_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "host.log"
    kept = KeptLog(path)
    for at in range(3 * KEPT):
        kept.write(_entries(f"line {at}"))
    assert len(path.read_bytes().splitlines()) <= 2 * KEPT
    with path.open("ab") as file:
        file.write(b"{half a line\n")
    log = KeptLog(path).earlier()
    assert [entry.lines[0] for entry in log.entries[-3:]] == [
        f"line {3 * KEPT - 2}",
        f"line {3 * KEPT - 1}",
        EARLIER,
    ]


def test_a_transcript_is_what_the_screen_says(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text("before\n")

    async def script(glass: Glass) -> None:
        await glass.type("ping one")

    watch(new_host(), 80, 24, script, journal=Journal(transcript(path)))
    assert path.read_text() == (
        "before\n  Hello ann.\n  Type games or help.\n> ping one\n  pong one\n"
    )


@pytest.mark.parametrize("notes", ["off", "on"])
def test_what_netcat_prints_can_be_scrolled_back_to_and_is_written(
    notes: str, tmp_path: Path
) -> None:
    """R-P-13: no list of the letters that were asked; but no seat is worse than another."""
    path = tmp_path / "evening.txt"
    host = new_host({"probe": PROBE}, {"en": load_english()})
    noes = ("bob has no Q.", "cy has no Z.", "You have no X.")

    async def script(glass: Glass) -> None:
        options = f"notes={notes} activity_deck=none first_player=ann word_check=off"
        await glass.type(f"new probe {options}")
        bob, cy = host.person("bob"), host.person("cy")
        bob.send("join 1")
        cy.send("join 1")
        await glass.type("start", "hide ..lantern.")
        bob.send("hide treasure..")
        cy.send("hide twisted")
        await glass.rest()
        await glass.type("ask bob q")
        bob.send("ask cy z")
        cy.send("ask ann x")
        await glass.rest()
        await glass.press("F3", "F3")
        for no in noes:
            assert no in glass.text

    watch(host, 80, 40, script, journal=Journal(transcript(path)))
    for no in noes:
        assert no in path.read_text()


def test_a_file_that_cannot_be_written_is_told_once_and_the_game_goes_on() -> None:
    def write(entries: Sequence[Entry]) -> None:
        raise OSError(28, "No space left on device")

    async def script(glass: Glass) -> None:
        said = "! The log is no longer written to a file: No space left on device."
        assert glass.text.count(said) == 1
        await glass.type("ping one")
        assert glass.text.count(said) == 1
        assert "pong one" in glass.text

    watch(new_host(), 80, 24, script, journal=Journal(write))


def test_an_earlier_log_is_not_written_again() -> None:
    written: list[Entry] = []
    earlier = Log().add(Kind.TALK, ["old"])
    journal = Journal(written.extend, earlier=earlier)
    assert journal.after(Model(log=earlier)) == ""
    journal.after(Model(log=earlier.add(Kind.TALK, ["new"])))
    assert [entry.lines for entry in written] == [("new",)]
