"""`parlour doctor` says in one line each what would keep a host or its guests out."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import socket
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.cli import doctor
from parlour.config import Config, with_options
from parlour.store.sqlite import open_store
from tests.e2e.serving import running


def run(*args: str) -> tuple[int, list[str]]:
    """The exit code and the lines, each wrapped one joined again."""
    result = CliRunner().invoke(main, ("doctor", *args), prog_name="parlour")
    assert result.stderr == ""
    assert all(len(line) <= 79 for line in result.stdout.splitlines())
    return result.exit_code, result.stdout.replace("\n  ", " ").splitlines()


def at(host: str = "0.0.0.0", port: int = 4004) -> Config:
    return with_options(Config(), {"host": host, "port": port})


class Usage(NamedTuple):
    """What `shutil.disk_usage` returns."""

    total: int
    used: int
    free: int


def full_disk(path: Path) -> Usage:
    """A disk with five megabytes left."""
    assert path.exists()
    return Usage(10**9, 10**9 - 5_000_000, 5_000_000)


@pytest.fixture
def free_port() -> int:
    """A free port before another one, neither of which systems give away by themselves."""
    for port in range(20_000 + os.getpid() % 5_000 * 2, 32_000, 2):
        with (
            suppress(OSError),
            socket.create_server(("0.0.0.0", port)),
            socket.create_server(("0.0.0.0", port + 1)),
        ):
            return port
    raise AssertionError("no two ports are free")


def test_a_fit_computer(folder: Path, free_port: int) -> None:
    (folder / "fit.toml").write_text(f"[server]\nport = {free_port}\n", "utf-8")
    code, lines = run("--config", "fit.toml", "--data", "kept", "--plugin", "toss")
    assert (code, lines[-1]) == (0, "No problems found.")
    assert lines[0] == f"ok:      Port {free_port} is free."
    assert lines[1] == f"ok:      Port {free_port + 1} is free, for browsers."
    assert f"ok:      Data directory: {folder}/kept is empty. The first start fills it." in lines
    assert "ok:      Word lists: en, fr." in lines
    assert "ok:      Games: boggle, password, probe, toss." in lines
    assert not (folder / "kept").exists()


def test_a_host_that_nobody_reaches_from_here_may_be_reached_from_elsewhere(
    free_port: int,
) -> None:
    grade, text = doctor.seen_from_outside("localhost", free_port)
    assert (grade, "(Connection refused)" in text) == ("note", True)
    with socket.create_server(("127.0.0.1", free_port)) as other:

        def answer() -> None:
            with other.accept()[0] as line:
                line.recv(9_999)
                line.sendall(b"This is no TLS.\n")
                with suppress(ConnectionResetError):
                    line.recv(9_999)  # until they have read it and are gone

        answers = threading.Thread(target=answer)
        answers.start()
        grade, text = doctor.seen_from_outside("127.0.0.1", free_port)
        answers.join()
    assert (grade, "does not speak TLS" in text) == ("problem", True)


def test_every_problem_is_named_and_counted(folder: Path, free_port: int) -> None:
    (folder / "bad.py").write_text("import nothing_of_that_name\n", "utf-8")
    (folder / "words.txt").write_text("two words\n", "utf-8")
    with closing(socket.create_server(("0.0.0.0", free_port))):
        config = f'[server]\nport = {free_port}\n[lexicons]\nclub = "words.txt"\n'
        (folder / "unfit.toml").write_text(config, "utf-8")
        code, lines = run("--config", "unfit.toml", "--plugin", "bad")
    assert code == 1
    problems = [line for line in lines if line.startswith("problem: ")]
    assert [line.split()[1] for line in problems] == ["Port", "word", "Not"]
    assert "can't be played, such as 'two words' (line 1)" in problems[1]
    assert lines[-1] == "Problems: 3. Solve them, then run parlour doctor again."


def test_a_deck_is_for_an_option_that_knows_all_its_cards(folder: Path, free_port: int) -> None:
    (folder / "wild.txt").write_text("NORMAL 3\nX5 2\n", "utf-8")
    (folder / "odd.txt").write_text("A 3\nX9 2\n", "utf-8")
    decks = '[decks]\nwild = "wild.txt"\nodd = "odd.txt"\n'
    (folder / "decks.toml").write_text(f"[server]\nport = {free_port}\n{decks}", "utf-8")
    code, lines = run("--config", "decks.toml")
    assert code == 1
    assert "ok:      Word lists: en, fr." in lines
    assert "ok:      Deck wild: for activity_deck of Probe." in lines
    (problem,) = [line for line in lines if line.startswith("problem: ")]
    assert problem == (
        "problem: Deck odd: no game knows all its cards: letter_deck of Probe lacks X9, "
        "activity_deck of Probe lacks A."
    )


def test_a_host_that_runs_is_asked_and_greets_as_a_guest_would_hear(folder: Path) -> None:
    with running("--unguarded", "--data", "kept", folder=folder) as host:
        where = ("--data", "kept", "--host", "127.0.0.1")
        _, lines = run(*where, "--port", str(host.port))
        assert re.fullmatch(
            r"ok: +Host: Parlour \S+ is running and answers. Players here: 0.", lines[0]
        )
        assert lines[1] == f"ok:      Port {host.port}: guests are greeted."
        seen = doctor.seen_from_outside("localhost", host.port)
        assert seen.grade == "problem", "it has made its certificate itself"
        assert "a certificate that browsers do not trust: " in seen.text
        (folder / "page.toml").write_text(f"[web]\nport = {host.web_port}\n", "utf-8")
        paged = (*where, "--config", "page.toml", "--port")
        _, lines = run(*paged, str(host.port))
        assert lines[2] == f"ok:      Port {host.web_port}: browsers get the page."
        _, lines = run(*where, "--port", "0")
        assert lines[1].startswith("note:    Port 0: not checked.")
        (folder / "page.toml").write_text(f"[web]\nport = {host.port}\n", "utf-8")
        _, lines = run(*paged, str(host.port))
        assert lines[2] == f"problem: Port {host.port}: no page for browsers answers there."
        with closing(socket.create_server(("127.0.0.1", 0))) as mute:
            number = mute.getsockname()[1]
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(doctor, "PATIENCE_S", 0.1)
                code, lines = run(*where, "--port", str(number))
            assert code == 1
            assert lines[1].endswith(
                f"Port {number}: what listens there does not answer like a host."
            )
        _, lines = run(*where, "--port", str(number))
        assert lines[1].startswith(f"problem: Port {number}: nothing listens there.")


def test_a_host_that_hangs_is_a_problem_and_every_command_says_so_soon(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the others have waited, their connections are in the way of the next one."""
    monkeypatch.setattr("parlour.cli._asking.PATIENCE_S", 0.3)
    commands = (
        *("status", "announce hello", "drain", "table list", "table show 1", "table end 1"),
        *("table continue 1", "party list", "party end 1", "player list", "player ban bob"),
        *("player unban bob", "player mute bob", "player unmute bob", "player warn bob hush"),
        *("player bob --new-code", "player remove bob --yes", "reports", "reports --done 1"),
        *("history remove g1 --yes", "status --json"),
    )
    with running("--unguarded", "--data", "kept", folder=folder) as host:
        os.kill(host.worker, signal.SIGSTOP)
        hung = "The host on {} has not answered for 0.3 s."
        for command in commands:
            result = CliRunner().invoke(main, (*command.split(), "--data", str(folder / "kept")))
            assert (result.exit_code, result.stdout) == (1, ""), command
            assert result.stderr.startswith(hung.format(folder / "kept")), command
            assert result.stderr.count("\n") == 1
        code, lines = run("--data", str(folder / "kept"))
        assert code == 1
        problem = f"problem: {hung.format(folder / 'kept')}"
        # A path longer than a line is broken anywhere.
        assert lines[0].replace(" ", "").startswith(problem.replace(" ", ""))
        for command in ("history", "check", "audit"):  # they need no host
            result = CliRunner().invoke(main, (command, "--data", str(folder / "kept")))
            assert result.exit_code == 0
        os.kill(host.worker, signal.SIGCONT)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_host_for_this_computer_only_is_pointed_out(host: str, free_port: int) -> None:
    found = doctor.free_port(at(host, free_port))
    assert (found.grade, 'host = "0.0.0.0"' in found.text) == ("note", True)
    assert doctor.firewall(at(host)).grade == "ok"
    assert doctor.free_port(at(port=0)).text == "Port 0: any free port."


def test_a_port_for_the_page_that_is_taken_is_a_problem(free_port: int) -> None:
    with closing(socket.create_server(("0.0.0.0", free_port))):
        (found,) = doctor.free_page(at(port=free_port - 1))
    assert found.grade == "problem"
    assert found.text.startswith(f"No page for browsers: Port {free_port} is taken by ")
    assert list(doctor.free_page(at(port=0))) == []


def test_a_firewall_that_is_on_is_named_with_its_command(tmp_path: Path) -> None:
    """As found in files that everybody may read."""
    assert doctor.firewall(at(), tmp_path).grade == "ok"
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "firewalld.pid").touch()
    found = doctor.firewall(at(port=4014), tmp_path)
    assert found.grade == "note"
    assert " --add-port=4014/tcp --add-port=4015/tcp " in found.text
    (tmp_path / "etc" / "ufw").mkdir(parents=True)
    (tmp_path / "etc" / "ufw" / "ufw.conf").write_text("ENABLED=yes\nLOGLEVEL=low\n", "utf-8")
    found = doctor.firewall(at(), tmp_path)
    assert (found.grade, found.text.rpartition(": ")[2]) == (
        "note",
        "sudo ufw allow 4004,4005/tcp",
    )


def test_a_data_directory_must_be_one_that_can_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(folder / "kept").close()
    (found,) = doctor.data_directory(folder / "kept")
    assert (found.grade, "GB free" in found.text) == ("ok", True)
    (folder / "kept" / "parlour.db").write_bytes(b"nothing that a host wrote" * 400)
    (found,) = doctor.data_directory(folder / "kept")
    assert found.grade == "problem"
    (found,) = doctor.data_directory(folder / "toss.py")
    assert found.text == (
        f"Data directory: this user cannot write in {folder}/toss.py. Start the doctor as"
        " the user of the host, or give another place with --data."
    )
    monkeypatch.setattr(shutil, "disk_usage", full_disk)
    full, _ = doctor.data_directory(folder / "new")
    assert full.text == f"Disk: only 5 MB free for {folder}/new."


def test_a_data_directory_that_others_may_read_or_change_is_named(folder: Path) -> None:
    """A host makes it for its own user alone; whoever made it before may have not."""
    open_store(folder / "kept").close()
    kept = folder / "kept"
    (kept / "parlour.db").chmod(0o644)
    for mode, grade, may in ((0o777, "problem", "change"), (0o755, "note", "read")):
        kept.chmod(mode)
        first, second, _ = doctor.data_directory(kept)
        assert first.grade == grade
        assert first.text == (
            f"Data directory: other users may {may} {kept} (mode {mode:o}). To close it: chmod 700"
            f" {kept}"
        )
        assert second.grade == "problem"
        assert second.text.endswith(f"chmod 600 {kept}/parlour.db")


def test_the_age_of_the_last_backup_is_told(folder: Path) -> None:
    kept = folder / "kept"
    assert list(doctor.backups(kept, 0)) == []
    open_store(kept).close()
    (never,) = doctor.backups(kept, 0)
    assert (never.grade, never.text.startswith("Backup: none was made here.")) == ("note", True)
    result = CliRunner().invoke(main, ["backup", "copy", "--data", "kept"])
    assert result.exit_code == 0
    made = (kept / "backed-up").stat().st_mtime
    said = [next(doctor.backups(kept, made + days * 86_400)) for days in (0, 1, 7, 8)]
    assert said == [
        ("ok", "Backup: the last one was made today."),
        ("ok", "Backup: the last one was made yesterday."),
        ("ok", "Backup: the last one was made 7 days ago."),
        ("note", "Backup: the last one was made 8 days ago."),
    ]


def test_too_few_open_files_are_pointed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def limited(_: int) -> tuple[int, int]:
        return 64, 1_024

    def free(_: int) -> tuple[int, int]:
        return 64, resource.RLIM_INFINITY

    monkeypatch.setattr(resource, "getrlimit", limited)
    found = doctor.descriptors(at())
    assert found.grade == "note"
    assert found.text.startswith("Open files: this system allows 1024, so at most 924 can connect")
    monkeypatch.setattr(resource, "getrlimit", free)
    assert doctor.descriptors(at()).grade == "ok"


def test_a_clock_that_is_behind_its_own_files_is_wrong(folder: Path) -> None:
    now = Path(doctor.__file__).stat().st_mtime
    assert doctor.clock(folder, now + 1).grade == "ok"
    assert "doctor.py was written later" in doctor.clock(folder, now - 3600).text
    (folder / "parlour.db").touch()
    os.utime(folder / "parlour.db", (now + 7200, now + 7200))
    assert "parlour.db was written later" in doctor.clock(folder, now + 1).text


def test_without_a_game_there_is_nothing_to_host(folder: Path) -> None:
    disabled = '[plugins]\ndisabled = ["boggle", "password", "probe"]\n'
    (folder / "none.toml").write_text(disabled, "utf-8")
    code, lines = run("--config", "none.toml", "--data", "kept")
    assert code == 1
    assert "problem: Games: none. Install one, or check `disabled` in the config." in lines
