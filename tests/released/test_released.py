"""What a released version has kept opens in this one: nothing is lost, and the games go on.

`make.py` made the folders, and says what is in them. Until a version is released, rules may change
and its folder is made again: `python -m tests.released.make`.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from parlour.accounts import audit
from parlour.core.limits import Limits
from parlour.features.friends import state as friends
from parlour.features.moderation import state as bans
from parlour.features.ratings import state as ladders
from parlour.features.reports import state as reports
from parlour.lexicons import load_english
from parlour.records import FORMAT, adopt, export, read, verify
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store
from parlour_boggle import BOGGLE
from parlour_kit.host import Client, Host
from parlour_kit.rebuild import Checked
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.released.make import DATA, HERE, Kept, entries

RELEASED = sorted(folder for folder in HERE.iterdir() if (folder / "kept.json").exists())
GAMES = {game.id: game for game in (BOGGLE, PASSWORD, PROBE)}
LEXICONS = {"en": load_english()}


@pytest.fixture(params=RELEASED, ids=lambda folder: folder.name)
def released(request: pytest.FixtureRequest) -> Path:
    """The folder of a released version."""
    folder: Path = request.param
    return folder


@pytest.fixture
def kept(released: Path) -> Kept:
    """What must be found in it."""
    return msgspec.json.decode((released / "kept.json").read_bytes(), type=Kept)


@pytest.fixture
def data(released: Path, tmp_path: Path) -> Path:
    """A copy of its data directory, as its host left it."""
    for name in DATA:
        (tmp_path / name).write_bytes(lzma.decompress((released / f"{name}.xz").read_bytes()))
    return tmp_path


@dataclass
class Evening:
    """A host of this version on that directory, and everybody who is back."""

    host: Host
    players: dict[str, Client]

    def says(self, who: str, line: str) -> str:
        """What somebody reads who types *line*."""
        return "\n".join(self.players[who].send(line))


@pytest.fixture
def evening(data: Path, kept: Kept) -> Iterator[Evening]:
    """The host is started, and everybody comes back as they were told they can."""
    store = open_store(data)
    limits = Limits(bot_pause_ms=0, password_cost=4)
    host = Host(GAMES, LEXICONS, limits, seed=99, store=store, house_type=Checked)
    players: dict[str, Client] = {}
    for name, line in kept.players.items():
        players[name] = host.connect()
        assert f"Hello {name}" in "\n".join(players[name].send(line))
    yield Evening(host, players)
    store.close()


def test_nothing_is_damaged(data: Path) -> None:
    """Also when a host of this version has been there."""
    open_store(data).close()
    with open_reader(data) as reader:
        assert reader.check() == []


def test_all_tables_are_there_and_only_one_is_held(evening: Evening, kept: Kept) -> None:
    """That of the game that is not here."""
    rooms = evening.host.house.tables.rooms
    found = {number: (room.table.game.id, room.table.state) for number, room in rooms.items()}
    (held,) = (number for number, (game, _) in kept.tables.items() if game == "hunt")
    assert found == kept.tables | {held: ("hunt", "held"), 7: ("probe", "playing")}
    assert [report.text for report in evening.host.reports] == [
        f"table {held} is held: the game hunt is not here"
    ]


def test_the_games_go_on(evening: Evening) -> None:
    """Everybody has what they had, and the next move is made."""
    assert "L  A  N  T  E  R  N" in evening.says("bob", "look")
    assert "bob scores" in evening.says("cy", "show 3")
    assert "Your list (5)" in evening.says("kim", "/look")
    four = [who for who in ("eve", "gil", "guy", "hal", "joe") if who in evening.players]
    answers = [evening.says(who, "zebra") for who in four]
    assert sum("You give" in answer for answer in answers) == 1, answers
    assert "Your left rack" in evening.says("nan", "hide left harbor")


def test_everything_else_is_there(evening: Evening) -> None:
    """Friends, ratings, reports, bans, whom somebody ignores, the party, talk, the trail."""
    saved = evening.host.kept.load()
    assert "fay" in evening.says("ann", "friends")
    assert len(friends.SHELF.read(saved)) == 2
    assert {one.ladder for one in ladders.SHELF.read(saved)} == {"boggle"}
    assert [one.why for one in reports.SHELF.read(saved)] == ["loud all evening"]
    assert [(one.kind, one.shown) for one in bans.SHELF.read(saved)] == [
        ("ban", "mallory"),
        ("mute", "zoe"),
    ]
    assert [one.what for one in audit.SHELF.read(saved)] == [
        "player ban mallory: rude",
        "player mute zoe",
        "announce Tea at five",
    ]
    assert "hal" in evening.says("iva", "ignore")
    assert "round 1 of 2" in evening.says("quin", "party")
    assert "g1: boggle" in evening.says("ann", "history")


def test_its_records_are_good_and_stay_what_they_are(evening: Evening, released: Path) -> None:
    """To the byte, from the archive and from the file, and after an import elsewhere."""
    files = sorted(released.glob("*.jsonl"))
    assert len(files) == 2
    for file in files:
        game = evening.host.archive.get(file.stem)
        assert game is not None
        assert export(game) == file.read_bytes()
        assert export(adopt(read(file.read_bytes()), 77)) == file.read_bytes()
        report = verify(file.read_bytes(), GAMES, LEXICONS)
        assert report.verdict == "good", report.lines()


def test_another_entry_is_another_form(kept: Kept) -> None:
    """People with that release are told so, as it cannot read such a record.

    Neither an entry nor a field that a release has may go.
    """
    now = entries()
    for kind, fields in kept.entries.items():
        assert set(fields) <= set(now[kind]), kind
    if kept.entries != now:
        assert kept.form < FORMAT, "raise parlour.records.FORMAT, and read the form before, too"
