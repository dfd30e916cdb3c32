"""`parlour serve --store`: a house in a database, its owner and its standby."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from psycopg.sql import SQL, Identifier

from parlour.__main__ import main
from tests.e2e.serving import HOST, PATIENCE_S, running, words
from tests.postgres import Server
from tests.warm import Warm, ran

ONE_PROCESS = "--unguarded"


@pytest.fixture
def own_database(database: Server, request: pytest.FixtureRequest) -> str:
    """The URL of a new database."""
    name = f"t{abs(hash(request.node.nodeid))}"
    with psycopg.connect(database.url(), autocommit=True) as db:
        db.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return database.url(name)


def refused(*args: str) -> tuple[int, str]:
    """The exit code and what is said, in a process of its own because it sets up the log."""
    done = ran(*words(ONE_PROCESS, *args))
    assert done.stdout == ""
    return done.returncode, done.stderr


def asked(what: str, data: str) -> str:
    """What the operator is told."""
    done = CliRunner().invoke(main, [what, "--data", data])
    return done.output


def talk(port: int, *lines: str) -> str:
    """What a guest reads who types these lines and is disconnected then."""
    with (
        socket.create_connection((HOST, port), PATIENCE_S) as guest,
        guest.makefile("r", encoding="utf-8") as answers,
    ):
        guest.sendall("".join(f"{line}\n" for line in lines).encode())
        guest.shutdown(socket.SHUT_WR)
        return answers.read()


def test_a_standby_waits_and_takes_the_house(own_database: str, folder: Path) -> None:
    """It says so, also to the operator. Guests come back at its own address."""
    store = ("--store", own_database)
    with running(ONE_PROCESS, "--data", "one", *store) as owner:
        assert f"Data is kept in a database, with a copy in {folder / 'one'}" in owner.said
        code = re.search(r"resume (\S+)", talk(owner.port, "ann"))
        assert code, "she is told her way back"
        with Warm(*words(ONE_PROCESS, "--data", "two", *store), stdout=subprocess.PIPE) as standby:
            try:
                assert standby.stdout is not None
                waits = standby.stdout.readline().strip()
                assert re.fullmatch(
                    r"\S+:\S+/one has this house\. This node is its standby: it does not listen "
                    "until it takes over\\.",
                    waits,
                )
                assert asked("status", "two").strip() == waits
                while not re.search(r"standbys +1", asked("status", "one")):
                    pass  # it counts twice a second
                own = {(folder / name / "node").read_text("ascii") for name in ("one", "two")}
                assert len(own) == 2, "what tells them apart if their paths do not"
                owner.process.kill()
                for line in standby.stdout:
                    if found := re.search(r"nc localhost (\d+)", line):
                        break
                else:
                    raise AssertionError("it did not take over")
                assert "ann" in talk(int(found[1]), f"resume {code[1]}", "who")
                assert "Players: 1 away" in asked("status", "two")
                standby.send_signal(signal.SIGTERM)
                assert standby.wait(PATIENCE_S) == 0
            finally:
                standby.kill()
    assert not (folder / "two" / "standby").exists()


def test_a_copy_is_not_started_alone_and_a_backup_of_it_is_a_house(
    own_database: str, folder: Path
) -> None:
    """Two houses with the same people would be two truths."""
    with running(ONE_PROCESS, "--data", "one", "--store", own_database) as host:
        talk(host.port, "ann")
        assert CliRunner().invoke(main, ["backup", "away", "--data", "one"]).exit_code == 0
        host.stop()
    code, said = refused("--data", "one")
    assert code == 1
    assert said == (
        f"{folder / 'one' / 'parlour.db'} is a copy of a house in a database. Start the host with "
        "--store. To take the house out of the database: parlour backup.\n"
    )
    with running(ONE_PROCESS, "--data", "away") as host:
        host.stop()


def test_what_cannot_be_is_said_in_one_line(folder: Path) -> None:
    assert refused("--ephemeral", "--store", "postgresql://db/x") == (
        2,
        "--store keeps the house, so it does not go with --ephemeral or --reload.\n",
    )
    code, said = refused("--store", "postgresql://ann:secret@db/x")
    assert (code, "secret" in said, said.count("\n")) == (1, False, 1)
    assert "password file" in said
    code, said = refused("--store", f"postgresql://ann@/x?host={folder}")
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("The database failed: ")
