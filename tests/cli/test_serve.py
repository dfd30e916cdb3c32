"""`parlour serve` as a process: it says where it is, serves, and ends in order."""

from __future__ import annotations

import json
import re
import signal
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from tests.e2e.serving import PATIENCE_S, running

EXAMPLES = Path(__file__).parents[2] / "examples" / "plugins"


def refused(code: int, *args: str) -> str:
    """What a host says whose settings are wrong, on stderr only, before anything has begun."""
    done = CliRunner().invoke(main, ["serve", *args])
    assert (done.exit_code, done.stdout) == (code, "")
    return done.stderr


@pytest.mark.parametrize(
    ("number", "more"), [(signal.SIGTERM, ()), (signal.SIGINT, ("--unguarded",))], ids=str
)
def test_a_host_says_where_it_is_greets_and_ends_in_order(
    number: signal.Signals, more: Sequence[str]
) -> None:
    """With its keeper as a service manager ends it, and in one process as Ctrl-C does."""
    with running("--plugin", "toss", "--strict", *more) as host:
        first, *games, where, page, tls, plain, last = host.said
        assert re.fullmatch(r"Parlour \S+ on kitchen-pc", first)
        assert "Toss, 1 player: new toss" in games
        assert where == f"Guests on this computer join with:  nc localhost {host.port}"
        assert page == f"In a browser on this computer: http://localhost:{host.web_port}/"
        assert tls.startswith("Clients may use TLS. Fingerprint: SHA256:")
        assert plain == "What nc, telnet and the page send is not encrypted."
        assert last == "Ctrl-C stops the host."
        with (
            socket.create_connection(("127.0.0.1", host.port), PATIENCE_S) as guest,
            guest.makefile("r", encoding="utf-8") as lines,
        ):
            assert lines.readline().startswith("Parlour on kitchen-pc")
            guest.sendall(b"ann\n")
            assert any("Hello ann" in line for line in lines)
            code, errors = host.end(number)
            assert "This host is stopping" in lines.read()
        assert code == 0
        assert "Traceback" not in errors


def test_a_broken_plugin_is_named_and_the_rest_is_served_also_on_trial(folder: Path) -> None:
    """Data of a trial are kept if a place for them is named."""
    (folder / "broken_game.py").write_text("raise SystemExit('bye')\n")
    line = (
        "Not used: broken_game (module broken_game):"
        " import failed: SystemExit: bye (broken_game.py line 1)"
    )
    plugins = ("--plugin", "toss", "--plugin", "broken_game")
    with running(*plugins, "--reload", "--data", "trial") as host:
        assert line in host.said
        assert f"Data is kept in {folder / 'trial'}" in host.said
        host.stop()
    assert refused(1, "--plugin", "broken_game", "--strict") == f"{line}\n"


def test_plugins_hear_when_the_host_begins_and_ends(folder: Path) -> None:
    example = (EXAMPLES / "chronicle.py").read_text("utf-8")
    (folder / "chronicle.py").write_text(example)
    (folder / "c.toml").write_text('[plugins.chronicle]\nfile = "log.jsonl"\n')
    with running("--ephemeral", "--plugin", "chronicle", "--config", "c.toml") as host:
        assert "No data is kept after the host stops." in host.said
        with socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE_S) as line:
            line.sendall(b"name ann\nnew boggle seconds=0\n")
            with line.makefile() as lines:
                next(text for text in lines if "table 1" in text.lower())
        host.stop()
    told = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert [line["what"] for line in told] == ["started", "opened", "stopping"]
    assert not (folder / "data").exists()


def test_a_word_list_that_cannot_be_read_is_said_in_one_line(folder: Path) -> None:
    (folder / "club.txt").write_text("")
    (folder / "c.toml").write_text('[lexicons]\nclub = "club.txt"\n')
    said = refused(2, "--config", "c.toml", "--host", "127.0.0.1", "--port", "0")
    assert said.startswith(f"word list club: {folder / 'club.txt'} ")
    assert said.count("\n") == 1


# --- what is kept ---------------------------------------------------------------------------


def test_everything_is_kept_in_the_users_own_place_unless_another_is_named(folder: Path) -> None:
    """The log can be less."""
    own = folder / "data" / "parlour"
    with running() as host:
        assert f"Data is kept in {own}" in host.said
        assert own.stat().st_mode & 0o777 == 0o700
        for name in ("admin.sock", "door.sock"):
            assert (own / name).stat().st_mode & 0o777 == 0o600
        host.end()
        assert not list(own.glob("*.sock"))
    (folder / "c.toml").write_text(
        f'[store]\ndata = "{folder}/elsewhere"\n[log]\nlevel = "error"\n'
    )
    with running("--config", "c.toml", "--unguarded") as host:
        assert f"Data is kept in {folder / 'elsewhere'}" in host.said
        assert host.end() == (0, "")
    with running("--config", "c.toml", "--data", "here", "--unguarded") as host:
        assert f"Data is kept in {folder / 'here'}" in host.said


def test_trials_of_a_game_stay_out_of_the_data_of_real_games(folder: Path) -> None:
    with running("--plugin", "toss", "--reload") as host:
        assert "No data is kept after the host stops." in host.said
        host.stop()
    assert not (folder / "data").exists()
    said = refused(2, "--ephemeral", "--data", "here")
    assert said == "--ephemeral keeps no data, so it needs no --data. Leave out one of them.\n"


def test_a_place_that_cannot_be_used_is_said_in_one_line(folder: Path) -> None:
    where = ("--host", "127.0.0.1", "--port", "0")
    (folder / "flat").write_text("")
    said = refused(1, *where, "--data", "flat")
    assert said.startswith(f"Cannot write in {folder / 'flat'}")
    assert said.count("\n") == 1
    long = folder / ("x" * 100)
    said = refused(1, *where, "--data", str(long))
    assert said.endswith("choose a shorter data directory.\n")
    (folder / "c.toml").write_text('[store]\ndata = "kept"\n')
    assert refused(2, *where, "--config", "c.toml") == (
        'c.toml line 2: [store] data = "kept": must be the whole path of a folder, in quotes\n'
    )


def test_the_log_says_what_it_is_about(folder: Path) -> None:
    """As lines of text, or as objects with their keys in order."""
    for form, wanted in (
        ("json", '"text": "a game begins", "table": 1, "game": "toss"'),
        ("text", "info: a game begins (table=1 game=toss record=g1)"),
    ):
        (folder / "c.toml").write_text(f'[log]\nformat = "{form}"\n')
        with running("--config", "c.toml", "--plugin", "toss", "--ephemeral") as host:
            with socket.create_connection(("127.0.0.1", host.port), PATIENCE_S) as guest:
                guest.sendall(b"ann\nnew toss\nstart\ncall heads\n/leave\nquit\n")
                while guest.recv(1000):
                    pass
            code, errors = host.end()
        assert code == 0
        assert wanted in errors
        if form == "json":
            entry = json.loads(errors.splitlines()[-1])
            assert list(entry) == ["time", "level", "logger", "text"]
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", entry["time"])
            assert entry["level"] == "info"
            assert entry["text"].startswith("Stopping")
