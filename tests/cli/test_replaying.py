"""`parlour replay`: an exported game as a seat heard it, and what speaks against showing it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.api import Seat
from parlour.cli._stories import Stories
from parlour.core.persistence import Finished
from parlour.language import FORM
from parlour.records import export
from parlour.tables.archive import replay
from parlour.wire.encoding import fitted
from tests.records.games import GAMES, LEXICONS, Game

FILE = Path("g3.jsonl")


@pytest.fixture(scope="module")
def game() -> Finished:
    """A finished game of Probe."""
    return Game(3).play()


@pytest.fixture
def file(folder: Path, game: Finished) -> Path:
    """The same in a file."""
    (folder / FILE).write_bytes(export(game))
    return FILE


def shows(*args: str) -> list[str]:
    """What a replay prints that must succeed."""
    result = CliRunner().invoke(main, ("replay", str(FILE), "--plain", *args), prog_name="parlour")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def fails(code: int, *args: str) -> str:
    """What one says that must fail."""
    result = CliRunner().invoke(main, ("replay", *args), prog_name="parlour")
    assert (result.exit_code, result.stdout) == (code, "")
    return result.stderr


@pytest.mark.usefixtures("file")
def test_every_seat_reads_what_it_read_then(game: Finished) -> None:
    told: dict[Seat, list[str]] = {}
    for seat, name in game.names.items():
        told[seat] = [
            text
            for _, line in replay(game, seat, GAMES, LEXICONS)
            for text in fitted(line.event.retold(FORM), FORM)
        ]
        assert shows("--seat", name) == told[seat]
    last = max(told)
    assert shows("--seat", str(last)) == told[last]
    assert shows() == shows("--seat", "watcher") != shows("--seat", "1")


@pytest.mark.usefixtures("file")
def test_in_time_it_says_the_same() -> None:
    """The game took a minute at most, so this takes a moment."""
    assert shows("--speed", "99x") == shows()


def test_each_moment_tells_the_position_and_how_to_look_at_it(game: Finished) -> None:
    told = Stories(game, GAMES, LEXICONS)("1")
    assert told is not None
    assert told.who == game.names[Seat(1)]
    scenes = [(m, e) for m in told.moments for e in m.heard if e.name == "scene"]
    assert len(scenes) > 5
    for moment, event in scenes:
        look = moment.look()
        assert look["scene"] == event.body["scene"]
        assert look["text"]
    assert told.moments[-1].look()["state"] == "over"
    assert Stories(game, GAMES, LEXICONS)("nobody") is None


@pytest.mark.usefixtures("file")
def test_what_cannot_be_shown_is_said_in_one_line(folder: Path, game: Finished) -> None:
    names = ", ".join(game.names.values())
    nobody = f"Nobody called 'eve' played. Use one of {names}, or watcher.\n"
    assert fails(2, str(FILE), "--seat", "eve") == nobody
    pace = "--speed must be a whole number from 1 to 99, not '0'\n"
    assert fails(2, str(FILE), "--speed", "0") == pace
    assert fails(1, "nothing.jsonl") == "Cannot read nothing.jsonl: No such file or directory.\n"
    (folder / "odd").write_text("Dear diary,\n", "utf-8")
    assert fails(1, "odd").startswith(
        "odd has been changed since a host wrote it: line 1, header: "
    )
    (folder / "half").write_bytes(export(game)[:-20])
    assert fails(1, "half").startswith("half has been changed since a host wrote it: line ")


@pytest.mark.usefixtures("file")
def test_a_game_that_is_not_here_cannot_be_shown(folder: Path) -> None:
    (folder / "config.toml").write_text('[plugins]\ndisabled = ["probe"]\n', "utf-8")
    says = fails(1, str(FILE), "--config", "config.toml")
    assert says == (
        "It cannot be shown: there is no game probe here.\n"
        "If that game is a plugin of yours, add: --plugin MODULE\n"
    )
