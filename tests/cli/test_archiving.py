"""Finished games and the data directory: history, export, import, verify, backup."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.__main__ import main
from parlour.accounts.audit import SHELF
from parlour.cli._shared import games_of
from parlour.config import Config, load
from parlour.lexicons import Lexicons
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store
from parlour_kit.host import Host
from tests.e2e.serving import running
from tests.games.raft import RAFT

DATA = Path("kept")
OTHER = Path("other")
TOSS = ("--plugin", "toss")


def run(*args: str, data: Path = DATA) -> Result:
    return CliRunner().invoke(main, (*args, "--data", str(data)), prog_name="parlour")


def says(*args: str, data: Path = DATA) -> list[str]:
    """The lines that a command prints that must succeed."""
    result = run(*args, data=data)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert all(len(line) <= 79 for line in lines)
    return lines


def fails(code: int, *args: str, data: Path = DATA) -> str:
    """What a command says that must fail with *code*, on stderr only."""
    result = run(*args, data=data)
    assert (result.exit_code, result.stdout) == (code, "")
    return result.stderr


def play(data: Path, *names: str) -> None:
    """Each of these plays a game of toss on a host that keeps it in *data*."""
    store = open_store(data)
    host = Host(games_of(Config(), ("toss",)).games, store=store)
    for name in names:
        host.person(name).send("new toss", "start", "call heads", "leave")
    store.close()


@pytest.fixture
def kept(folder: Path) -> Path:
    """A data directory with two games of ann and one of bob."""
    play(folder / DATA, "ann", "bob", "Ann2")
    return folder / DATA


@pytest.fixture
def file(kept: Path) -> Path:
    """The second game as a file."""
    assert kept.is_dir()
    says("export", "g2", "-o", "g2.jsonl")
    return Path("g2.jsonl")


# --- history --------------------------------------------------------------------------------


def test_history_tells_what_came_of_a_game_without_points(folder: Path) -> None:
    store = open_store(folder / DATA)
    host = Host({"raft": RAFT}, store=store)
    ends = {"ann": "shore", "bob": "nobody", "cy": "ranks", "dee": "together"}
    for name, end in ends.items():
        host.person(name).send(f"new raft end={end}", "start", "row 5", "leave")
    store.close()
    results = [re.split(r"  +raft  +", row)[1] for row in says("history")[1:]]
    assert results == [
        "Together: 5 of 9. dee",
        "cy wins. Places: 1 cy.",
        "nobody wins. The raft has sunk. bob",
        "everybody wins. Together: 5 of 9. ann",
    ]


@pytest.mark.usefixtures("kept")
def test_history_lists_the_last_games_first() -> None:
    head, *rows = says("history")
    assert head.split() == ["RECORD", "ENDED", "GAME", "RESULT"]
    shown = r"{}      \d{{4}}-\d\d-\d\d \d\d:\d\d UTC  toss  {} [01]"
    for row, record, name in zip(rows, ("g3", "g2", "g1"), ("Ann2", "bob", "ann"), strict=True):
        assert re.fullmatch(shown.format(record, name), row)


@pytest.mark.usefixtures("kept")
def test_history_of_a_player_or_a_game() -> None:
    assert len(says("history", "--player", "ANN")) == 2
    assert len(says("history", "--last", "2")) == 3
    assert len(says("history", "--game", "TOSS")) == 4
    assert says("history", "--game", "probe") == ["No finished games found."]
    (game,) = json.loads(run("history", "--player", "bob", "--json").stdout)["games"]
    assert (game["record"], game["names"]) == ("g2", {"1": "bob"})


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("command", ["history", "audit"])
@pytest.mark.parametrize("last", ["0", "-1", str(10**30)])
def test_a_list_has_a_number_of_rows_that_can_be(command: str, last: str) -> None:
    """SQLite takes -1 for all of them, and fails at larger numbers than it knows."""
    said = fails(2, command, "--last", last)
    assert said == f"Invalid value for '--last': {last} is not in the range 1<=x<=1000000.\n"


# --- export and verify -----------------------------------------------------------------------


@pytest.mark.usefixtures("kept")
def test_a_game_is_exported_to_the_screen_or_to_a_new_file(folder: Path) -> None:
    printed = run("export", "G2")
    assert printed.exit_code == 0
    assert says("export", "g2", "-o", "g2.jsonl") == [
        "Written to g2.jsonl. Anyone can check it: parlour verify g2.jsonl"
    ]
    assert (folder / "g2.jsonl").read_bytes() == printed.stdout_bytes
    text = "g2.jsonl already exists. Choose another file name.\n"
    assert fails(1, "export", "g2", "-o", "g2.jsonl") == text
    assert fails(1, "export", "g9") == "There is no record 'g9'. To list them: parlour history\n"
    text = "Cannot write no/g2: No such file or directory.\n"
    assert fails(1, "export", "g2", "-o", "no/g2") == text


def test_a_file_is_verified_without_any_data(file: Path) -> None:
    good = CliRunner().invoke(main, ["verify", str(file), *TOSS])
    assert (good.exit_code, good.stdout.splitlines()[0]) == (0, "This record is good.")
    unknown = CliRunner().invoke(main, ["verify", str(file)])
    assert (unknown.exit_code, unknown.stdout.splitlines()[0]) == (
        3,
        "This record cannot be checked here.",
    )
    assert unknown.stdout.splitlines()[-1].endswith("add: --plugin MODULE")
    file.write_bytes(file.read_bytes().replace(b"bob", b"rob"))
    bad = CliRunner().invoke(main, ["verify", str(file), *TOSS])
    assert (bad.exit_code, bad.stdout.count("NOT good")) == (1, 1)
    missing = CliRunner().invoke(main, ["verify", "no.jsonl"])
    assert missing.exit_code == 1
    assert missing.stderr == "Cannot read no.jsonl: No such file or directory.\n"


def test_verify_says_when_it_needs_the_config(folder: Path) -> None:
    """A word list of the house is in its config, which need not be where `verify` looks."""
    (folder / "words.txt").write_text("cat\ndog\n", "utf-8")
    (folder / "house.toml").write_text('[lexicons]\nhouse = "words.txt"\n', "utf-8")
    config = load(folder / "house.toml")
    store = open_store(folder / DATA)
    host = Host(games_of(config, ("toss",)).games, Lexicons(config.lexicons), store=store)
    host.person("ann").send("new boggle lexicon=house", "start", "/leave yes")
    host.person("ann").send("end 1")
    store.close()
    assert says("export", "g1", "-o", "g1.jsonl")
    runner = CliRunner()
    alone = runner.invoke(main, ["verify", "g1.jsonl"])
    assert (alone.exit_code, alone.stdout.splitlines()[-1]) == (
        3,
        "If the config of your host names that list, add: --config FILE",
    )
    told = runner.invoke(main, ["verify", "g1.jsonl", "--config", "house.toml"])
    assert (told.exit_code, told.stdout.splitlines()[0]) == (0, "This record is good.")
    (folder / "words.txt").write_text("cat\n", "utf-8")
    changed = runner.invoke(main, ["verify", "g1.jsonl", "--config", "house.toml"])
    assert (changed.exit_code, "--config" in changed.stdout) == (3, False)


def test_a_huge_file_is_no_record(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.cli.archiving.LARGEST_FILE", 10)
    (folder / "huge").write_bytes(b"x" * 11)
    result = CliRunner().invoke(main, ["verify", "huge"])
    assert result.stderr == "huge is not a record: it has more than 10 bytes.\n"


# --- import ---------------------------------------------------------------------------------


def test_a_game_is_imported_under_a_number_of_this_host(file: Path, folder: Path) -> None:
    play(folder / OTHER, "cy")
    assert says("import", str(file), *TOSS, data=OTHER) == ["The game is in the archive as g2."]
    _, newest, _ = says("history", data=OTHER)
    assert re.match(r"g2 .* toss  bob [01]", newest)
    again = run("export", "g2", data=OTHER)
    assert again.stdout_bytes == file.read_bytes()
    with open_reader(folder / OTHER) as reader:
        (act,) = reader.rows(SHELF)
    assert (act.what, act.outcome) == ("import", "a game is in the archive as g2.")


def test_the_number_of_a_game_that_is_still_on_is_not_taken(file: Path, folder: Path) -> None:
    store = open_store(folder / OTHER)
    host = Host(games_of(Config(), ("toss",)).games, store=store)
    host.person("cy").send("new toss", "start")
    store.close()
    assert says("import", str(file), *TOSS, data=OTHER) == ["The game is in the archive as g2."]
    store = open_store(folder / OTHER)
    host = Host(games_of(Config(), ("toss",)).games, store=store)
    assert host.house.tables.rooms[1].table.record == "g1"
    assert host.house.tables.last_record == 2
    store.close()


def test_a_game_that_is_there_already_is_named_and_nothing_changes(
    file: Path, folder: Path
) -> None:
    """Where it was played and where it was imported, under whichever number."""
    known = "{} is already in the archive as {}. Nothing has changed.\n"
    assert fails(1, "import", str(file), *TOSS) == known.format(file, "g2")
    play(folder / OTHER, "cy")
    says("import", str(file), *TOSS, data=OTHER)
    before = says("history", data=OTHER)
    assert fails(1, "import", str(file), *TOSS, data=OTHER) == known.format(file, "g2")
    assert says("history", data=OTHER) == before
    says("export", "g3", "-o", "g3.jsonl")  # of the same second, and another game
    assert says("import", "g3.jsonl", *TOSS, data=OTHER) == ["The game is in the archive as g3."]


def test_what_cannot_be_checked_here_is_imported_and_said(file: Path) -> None:
    said = says("import", str(file), data=OTHER)
    assert said[0].startswith("Imported without checking it. ")
    assert said[1] == "If that game is a plugin of yours, add: --plugin MODULE"
    assert said[-1] == "The game is in the archive as g1."


def test_what_is_not_good_is_not_imported(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])
    assert "NOT good" in fails(1, "import", str(file), *TOSS, data=OTHER)
    assert not OTHER.exists()


# --- the data directory -----------------------------------------------------------------------


def test_a_backup_is_made_while_a_host_runs_and_a_host_starts_from_it(
    file: Path, kept: Path
) -> None:
    """Nothing is imported while one runs."""
    with running("--unguarded", "--data", str(kept), *TOSS):
        assert fails(1, "import", str(file), *TOSS) == (
            f"A host is running on {kept}. Stop it first: parlour drain\n"
        )
        assert len(says("history")) == 4
        assert says("backup", "copy") == [
            "Copied to copy. To start a host from it: parlour serve --data copy",
            "Anyone who has the copy can read it. Keep it as safe as the data itself.",
        ]
        assert "something at copy already" in fails(1, "backup", "copy")
    assert says("history", data=Path("copy")) == says("history")
    with running("--unguarded", "--data", "copy", *TOSS) as host:
        assert f"Data is kept in {Path.cwd() / 'copy'}" in host.said


def test_of_daily_backups_the_last_ones_are_kept(kept: Path, folder: Path) -> None:
    """What is no backup stays, whatever it is called."""
    daily = folder / "daily"
    old = [daily / f"2026-01-0{day}-000000" for day in (1, 2, 3)]
    for place in (*old, daily / "notes"):
        place.mkdir(parents=True)
    for place in (old[0], old[2]):
        (place / "parlour.db").touch()
    says("backup", "--keep", "2", "daily")
    *left, made, notes = sorted(each.name for each in daily.iterdir())
    assert left == ["2026-01-02-000000", "2026-01-03-000000"]
    assert notes == "notes"
    assert says("history", data=daily / made) == says("history")


def test_what_is_kept_is_looked_through(kept: Path) -> None:
    """Also while a host runs; a changed byte is named, in a finished game with its record."""
    assert " ".join(says("check")).split()[-2:] == ["is", "sound."]
    file = kept / "parlour.db"
    whole = file.read_bytes()
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("UPDATE game SET entries = substr(entries, 1, 20) WHERE record = 'g1'")
    assert "These finished games are damaged: g1." in fails(1, "check")
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("INSERT INTO kept (shelf, key, row, mark) VALUES ('audit', '[1,1]', x'7b', 1)")
    assert "is damaged. Move it away" in fails(1, "check")
    file.write_bytes(whole)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("DROP INDEX game_by_game")
    assert "is damaged. Move it away" in fails(1, "check")


@pytest.mark.parametrize(
    "args", [("history",), ("audit",), ("export", "g1"), ("backup", "copy"), ("check",)]
)
def test_where_nothing_is_kept_there_is_one_line(args: tuple[str, ...]) -> None:
    said = fails(1, *args)
    assert said.count("\n") == 1
    assert str(DATA) in said
    assert not DATA.exists()


def test_a_place_that_cannot_be_written_is_said(file: Path) -> None:
    Path("flat").write_text("")
    said = fails(1, "import", str(file), data=Path("flat"))
    assert said.count("\n") == 1
    assert "flat" in said
