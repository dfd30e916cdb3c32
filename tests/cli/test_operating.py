"""The operator's commands against a host that runs: what they print, and how they fail."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.cli._screen import table
from tests.cli.test_archiving import DATA, run, says
from tests.cli.test_archiving import fails as refused
from tests.e2e.serving import PATIENCE_S, Serving, running


def fails(code: int, *args: str) -> str:
    """The one line that a command says that must fail with *code*."""
    said = refused(code, *args)
    assert said.count("\n") == 1
    return said.rstrip("\n")


def object_of(*args: str) -> Any:
    """What a command prints for programs."""
    (line,) = run(*args, "--json").stdout.splitlines()
    return json.loads(line)


@pytest.fixture
def host(folder: Path) -> Iterator[Serving]:
    with running("--plugin", "toss", "--data", str(DATA), "--unguarded") as made:
        yield made


@contextmanager
def guest(host: Serving, *lines: str) -> Generator[IO[str]]:
    """Somebody who has sent these lines, and what he reads."""
    with (
        socket.create_connection(("127.0.0.1", host.port), PATIENCE_S) as line,
        line.makefile("r", encoding="utf-8") as reads,
    ):
        line.sendall("".join(f"{text}\n" for text in (*lines, "ping done")).encode())
        while reads.readline() != "pong done\n":
            pass
        yield reads
        with suppress(OSError):  # who was banned has no line any more
            line.sendall(b"/leave\n/quit\n")
            reads.readlines()  # so the host knows that they have gone


def test_an_operator_at_a_host_that_runs(host: Serving) -> None:
    """Everything on one host, since starting one takes long."""
    before_anybody_comes()
    for happens in (
        the_status,
        tables,
        players,
        parties,
        reports,
        removal,
        announcements,
        leavers,
    ):
        happens(host)
    drain(host)


def before_anybody_comes() -> None:
    assert says("table", "list") == ["No table is open."]
    assert says("player", "list") == ["No players are connected."]
    assert says("party", "list") == ["There is no party."]
    assert says("reports") == ["No open reports."]
    assert says("reports", "--all") == ["No reports."]
    assert says("audit") == ["No operator commands yet."]


def the_status(host: Serving) -> None:
    with guest(host, "ann", "new toss"):
        first, *rest = says("status")
        assert re.fullmatch(r"kitchen-pc, Parlour \S+, up \d+ (s|min)", first)
        assert "Players: 1 here" in rest
        assert "Tables: 1 open" in rest
        assert any(line.startswith("Games: ") and "toss 1" in line for line in rest)
        assert any(
            re.fullmatch(r"Word lists: en [0-9a-f]{16}, fr [0-9a-f]{16}", line) for line in rest
        )
        assert any(re.fullmatch(r"connections +1", line) for line in rest)
        status = object_of("status")
    assert (status["here"], status["tables"], status["hold"]) == (1, {"open": 1}, None)
    assert status["figures"]["store_commits"] > 0


def tables(host: Serving) -> None:
    with guest(host, "ann", "new toss", "start") as ann:
        assert says("table", "list") == [
            "TABLE  GAME  STATE    WATCHERS  SEATS",
            "2      toss  playing  0         ann",
        ]
        shown = says("table", "show", "2")
        assert shown[0] == "Table 2: toss, version 1, playing"
        assert any(re.fullmatch(r"Record: game g1, \d+ entries.*", line) for line in shown)
        assert shown[-2:] == ["SEAT  PLAYER  NOTES", "1     ann     host"]
        assert object_of("table", "show", "2")["record"] == "g1"
        assert object_of("table", "list")["tables"][0]["state"] == "playing"
        text = "Table 2 can't continue: it is neither held nor frozen."
        assert fails(1, "table", "continue", "2") == text
        assert says("table", "end", "2") == [
            "Table 2 is closed; its game is in the archive as g1."
        ]
        assert any(line == "The operator ends this table.\n" for line in ann)
    assert fails(1, "table", "show", "2") == "There is no table 2. To see them: parlour table list"


def players(host: Serving) -> None:
    with guest(host, "ann"), guest(host, "bob") as bob:
        assert says("player", "list") == [
            "PLAYER  KIND   TABLE  ADDRESS",
            "ann     guest  -      127.0.0.1",
            "bob     guest  -      127.0.0.1",
        ]
        assert says("player", "ban", "bob", "--why", "rude words") == [
            "bob is banned. 1 connection was closed."
        ]
        text = "You are banned from this host: rude words. Ask its operator why.\n"
        assert bob.readlines()[-2] == text
        assert says("player", "mute", "10.0.0.0/8") == ["10.0.0.0/8 is muted."]
        said = says("player", "mute", "ann", "--for", "2h", "--why", "loud")
        assert said == ["ann is muted for 2 h."]
        _, *barred = says("player", "list")[-4:]
        when = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"
        assert re.fullmatch(f"ban   bob         {when}  - +rude words", barred[0])
        assert re.fullmatch(f"mute  ann         {when}  {when}  loud", barred[1])
        assert re.fullmatch(f"mute  10.0.0.0/8  {when}  - +-", barred[2])
        assert says("player", "unmute", "ann") == ["ann may talk again."]
        assert says("player", "unban", "bob") == ["bob may connect again."]
        assert says("player", "unmute", "10.0.0.0/8") == ["10.0.0.0/8 may talk again."]
        assert fails(1, "player", "unmute", "bob").startswith("bob is not muted")
        text = "That is not an address or a name. Names can't contain spaces."
        assert fails(1, "player", "ban", "bob rude\nwords").startswith(text)
        assert object_of("player", "list")["barred"] == []


def parties(host: Serving) -> None:
    with guest(host, "ann", "party new boggle", "party join 1") as ann:
        assert says("party", "list") == [
            "PARTY  GAME    FORMAT       STATE  ROUND   PLAYERS  OWNER",
            "1      boggle  progressive  open   0 of 3  1        ann",
        ]
        assert [row["owner"] for row in object_of("party", "list")["parties"]] == ["ann"]
        assert says("party", "end", "1") == ["Party 1 is over. Its games go on without it."]
        assert any(line == "The operator ends party 1.\n" for line in ann)
    text = "There is no party 1 in progress. To see them: parlour party list"
    assert fails(1, "party", "end", "1") == text


def reports(host: Serving) -> None:
    with guest(host, "ann", "report bob spam", "new toss", "report bob more") as ann:
        _, *rows = says("reports")
        assert [row.split() for row in rows] == [
            ["1", *rows[0].split()[1:4], "ann", "bob", "-", "spam"],
            ["2", *rows[1].split()[1:4], "ann", "bob", "3", "more"],
        ]
        assert any(line == "Reports: 2 open" for line in says("status"))
        assert says("reports", "--done", "1") == ["Done: 1 report."]
        assert fails(1, "reports", "--done", "1").startswith("There is no open report 1.")
        assert [row["number"] for row in object_of("reports")["reports"]] == [2]
        assert says("reports", "--all")[-1].endswith("(done) spam")
        assert says("player", "warn", "ann", "Be", "kind.") == ["ann has been warned."]
        assert any(line == "The operator warns you: Be kind.\n" for line in ann)


def removal(host: Serving) -> None:
    text = "This cannot be undone. To confirm, add: --yes"
    assert fails(2, "player", "remove", "bob") == text
    done = object_of("player", "remove", "bob", "--yes")
    assert done == {
        "done": "The player's data was removed. Finished games now name player-4 instead."
    }


def announcements(host: Serving) -> None:
    with guest(host, "ann") as ann:
        assert says("announce", "Tea", "is ready.") == ["Sent to 1 connected player."]
        assert ann.readline() == "The operator: Tea is ready.\n"
        assert says("announce", "\x1b[2JTea\n", "again.") == ["Sent to 1 connected player."]
        assert ann.readline() == "The operator: [2JTea again.\n"
    assert fails(2, "announce", "x" * 301) == "That has 301 characters. Send at most 300."


def leavers(host: Serving) -> None:
    """Bans of this computer itself must be confirmed."""
    with guest(host, "rude"):
        pass
    head, row, *_ = says("player", "list", "--recent")
    assert head.split() == ["PLAYER", "KIND", "LEFT", "ADDRESS"]
    assert re.fullmatch(r"rude +guest  \d{4}-\d\d-\d\d \d\d:\d\d UTC  127.0.0.1", row)
    left, *_ = json.loads(run("player", "list", "--recent", "--json").stdout)["recent"]
    assert (left["name"], left["address"]) == ("rude", "127.0.0.1")
    no = run("player", "ban", "RUDE", "--address")
    assert (no.exit_code, no.stderr.split(". ")[0]) == (
        1,
        "That would keep out this computer itself, with everybody who comes over a tunnel or a"
        " proxy on it",
    )
    said = says("player", "ban", "rude", "--address", "--yes", "--why", "spam")
    assert said == ["127.0.0.1 is banned."]
    with socket.create_connection(("127.0.0.1", host.port), PATIENCE_S) as line:
        assert line.makefile().readline().startswith("Your address is banned from this host: spam")
    assert any("1 refused: banned address" in line for line in says("status"))
    assert "warning: refused: banned address (address=127.0.0.1 count=1)" in host.log.read_text()
    assert says("player", "unban", "127.0.0.1") == ["127.0.0.1 may connect again."]
    nobody = run("player", "ban", "zoe", "--address")
    assert "no address is known" in nobody.stderr


def drain(host: Serving) -> None:
    assert fails(1, "drain", "off").startswith("The host is not going to stop")
    with guest(host, "ann", "new toss", "start") as ann:
        assert says("drain", "60") == ["The host stops in 60 min."]
        assert any("It stops at" in line for line in says("status"))
        assert says("drain", "off") == ["The host is not stopping."]
        assert says("drain") == ["The host stops in 30 min."]
        assert says("drain", "0") == ["The host stops now."]
        assert "Goodbye. Your game is saved" in "".join(ann.readlines()[-3:])
    assert host.process.wait(PATIENCE_S) == 0
    assert fails(1, "status") == f"No host is running on {Path.cwd() / DATA}."


@pytest.mark.parametrize("word", ["soon", "-1", "1441", "1.5", "\N{ARABIC-INDIC DIGIT ONE}"])
def test_a_drain_takes_minutes(word: str) -> None:
    said = CliRunner().invoke(main, ["drain", "--data", str(DATA), "--", word])
    assert said.exit_code == 2
    assert said.stderr == f"{word!a} is neither `off` nor a number of minutes up to 1440.\n"


def test_a_host_that_was_killed_does_not_run_and_its_trail_can_be_read(
    host: Serving, folder: Path
) -> None:
    run("player", "ban", "bob", "--why", "x" * 100)
    run("table", "end", "7")
    lines = says("audit")
    host.die()
    assert (folder / DATA / "admin.sock").exists()
    assert fails(1, "status") == f"No host is running on {folder / DATA}."
    assert says("audit") == lines
    assert lines[0].split() == ["WHEN", "WHAT"]
    assert lines[1].split("UTC  ")[1] == "table end 7: refused: There is no table 7. To see them:"
    assert lines[2].strip() == "parlour table list"
    first, second = object_of("audit")["acts"]
    assert second["what"] == f"player ban bob: {'x' * 100}"
    assert first["outcome"].startswith("refused: ")
    assert len(object_of("audit", "--last", "1")["acts"]) == 1
    with running("--unguarded", "--plugin", "toss", "--data", str(DATA)):
        assert says("table", "list") == ["No table is open."]


# --- no host --------------------------------------------------------------------------------

ASKING = (
    ("status",),
    ("table", "list"),
    ("table", "show", "1"),
    ("table", "end", "1"),
    ("table", "continue", "1"),
    ("player", "list"),
    ("player", "ban", "bob"),
    ("player", "unban", "bob"),
    ("player", "mute", "bob"),
    ("player", "unmute", "bob"),
    ("player", "warn", "bob", "hello"),
    ("player", "remove", "bob", "--yes"),
    ("party", "list"),
    ("party", "end", "1"),
    ("reports",),
    ("announce", "hello"),
    ("drain",),
    ("drain", "off"),
)


@pytest.mark.parametrize("args", ASKING, ids=" ".join)
def test_without_a_host_there_is_one_line(args: tuple[str, ...], folder: Path) -> None:
    assert fails(1, *args) == f"No host is running on {folder / DATA}."


def test_a_place_that_can_be_no_socket_is_said(folder: Path) -> None:
    long = folder / ("x" * 100)
    result = CliRunner().invoke(main, ["status", "--data", str(long)])
    assert result.exit_code == 1
    assert result.stderr == f"Cannot talk to the host on {long}: AF_UNIX path too long.\n"


@contextmanager
def impostor(folder: Path, answer: bytes) -> Generator[None]:
    """Somebody listens there who says this, whatever he is asked, and hangs up."""
    from threading import Thread

    (folder / DATA).mkdir(exist_ok=True)
    (folder / DATA / "admin.sock").unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / DATA / "admin.sock"))
        listener.listen()

        def serve() -> None:
            line, _ = listener.accept()
            with line:
                line.recv(1000)
                line.sendall(answer)

        thread = Thread(target=serve)
        thread.start()
        yield
        thread.join(PATIENCE_S)


def test_a_host_that_hangs_up_is_named(folder: Path) -> None:
    for answer in (b"", b'#- ok {"text":[]}\n#1 ok {"half":', b"Too many operators.\n"):
        with impostor(folder, answer):
            text = "The host disconnected without an answer. Its log may say why."
            assert fails(1, "status") == text


# --- what is printed ------------------------------------------------------------------------


def test_a_table_stays_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    table(("A", "B"), [("1", "word " * 30), ("\x1b[2J" + "2" * 70, "x" * 30)])
    lines = capsys.readouterr().out.splitlines()
    assert "\x1b" not in "".join(lines)
    assert all(len(line) <= 73 + 2 + 20 for line in lines)
