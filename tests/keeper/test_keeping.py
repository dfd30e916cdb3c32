"""The keeper with real processes: what survives which death, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Final

import pytest

import parlour.keeper
from parlour.keeper.notify import Manager
from parlour.store import StoreError, lock_folder
from tests.keeper.stub import PAUSE_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the keeper needs Linux")

PATIENCE_S: Final = 60
ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = Path(parlour.keeper.__path__[0], "__main__.py")


class Line:
    """A connection to the stub."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self.file = self.sock.makefile("r")

    def say(self, text: str) -> None:
        self.sock.sendall(f"{text}\n".encode())

    def hear(self) -> tuple[int, str]:
        """The process that answers, and what."""
        pid, _, text = self.file.readline().rstrip("\n").partition(" ")
        return int(pid or 0), text

    def ask(self, text: str) -> tuple[int, str]:
        self.say(text)
        return self.hear()

    def close(self) -> None:
        self.file.close()
        self.sock.close()


class Kept:
    """A keeper with a host."""

    def __init__(self, process: subprocess.Popen[str], folder: Path, opened: ExitStack) -> None:
        self.process, self.folder, self._opened = process, folder, opened
        assert process.stdout is not None
        self.port = int(process.stdout.readline() or 0)

    def line(self) -> Line:
        line = Line(self.port)
        self._opened.callback(line.close)
        return line

    def log(self) -> Iterator[str]:
        """What the keeper says, as it comes."""
        assert self.process.stderr is not None
        for text in self.process.stderr:
            yield text.rstrip("\n").partition(": ")[2]

    def asked(self, place: str, text: str) -> str:
        """The answer at one of the sockets in the data directory, to its end."""
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(PATIENCE_S)
            sock.connect(str(self.folder / place))
            sock.sendall(text.encode())
            sock.shutdown(socket.SHUT_WR)
            with sock.makefile("r") as file:
                return file.read()

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


@contextmanager
def keeper(folder: Path) -> Generator[Kept]:
    stub = [sys.executable, "-m", "tests.keeper.stub", str(folder)]
    command = [sys.executable, "-I", "-S", str(PROGRAM), *stub]
    pipe = subprocess.PIPE
    with (
        ExitStack() as opened,
        subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process,
    ):
        try:
            yield Kept(process, folder, opened)
        finally:
            process.kill()


def test_a_connection_outlives_every_death_and_the_next_process_has_it(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line, log = host.line(), host.log()
        first, text = line.ask("hello")
        assert text == "hello"
        os.kill(first, signal.SIGKILL)
        assert next(log).startswith("The worker died: it was killed by SIGKILL. The next one")
        assert next(log).startswith("The next worker serves. (after_s=")
        second, text = line.ask("told")
        assert text == "1 deaths, it was killed by SIGKILL, guilty []"
        assert second != first
        line.say("exit 5")
        assert next(log).startswith("The worker died: it ended with exit code 5.")
        third, text = line.ask("hello")
        assert third not in {first, second}
        line.say("crash")
        assert next(log).startswith("The next worker serves.")
        assert next(log).startswith("The worker died: it was killed by SIGSEGV.")
        assert line.ask("hello")[1] == "hello"
        newcomer = host.line()
        assert newcomer.ask("count")[1] == "2"
        assert host.end() == 0
        assert line.file.read() == "bye\n"


def test_a_call_that_never_ends_is_ended(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line, log = host.line(), host.log()
        line.say("loop")
        told = "The worker died: a call of a game's program took too long."
        assert next(log).startswith(told)
        assert line.ask("blame")[1] == "[1, 2]"


def test_the_lock_is_held_over_a_death_and_not_after_the_end(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line = host.line()
        for _ in range(3):
            with pytest.raises(StoreError, match=f"process {host.process.pid}"):
                lock_folder(tmp_path)
            os.kill(line.ask("hello")[0], signal.SIGKILL)
        line.ask("hello")
        assert host.end() == 0
        lock_folder(tmp_path).release()
        assert {path.name for path in tmp_path.iterdir()} == {"host.lock"}


def test_a_thousand_connections_are_handed_over(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        lines = [host.line() for _ in range(1_000)]
        pids = {line.ask("hello")[0] for line in lines}
        os.kill(pids.pop(), signal.SIGKILL)
        assert not pids
        for line in lines:
            line.say("count")
        assert {line.hear()[1] for line in lines} == {"1000"}
        for line in lines[1:]:
            line.sock.shutdown(socket.SHUT_WR)
            assert not line.file.read(), "it has been closed there"
        pid = lines[0].ask("hello")[0]
        os.kill(pid, signal.SIGKILL)
        assert lines[0].ask("count")[1] == "1"


def test_what_is_closed_is_closed_in_the_keeper_too(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        own = host.line()
        own.ask("hello")
        before = len(os.listdir(f"/proc/{host.process.pid}/fd"))
        for _ in range(20):
            line = host.line()
            line.ask("hello")
            line.sock.shutdown(socket.SHUT_WR)
            assert not line.file.read(), "the peer hears of the end"
        own.ask("hello")
        host.asked("keep.sock", "nonsense")  # it has heard of all that came before
        assert len(os.listdir(f"/proc/{host.process.pid}/fd")) <= before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_ends_it_at_once(tmp_path: Path, number: signal.Signals) -> None:
    with keeper(tmp_path) as host:
        line = host.line()
        pid, _ = line.ask("stay")
        host.process.send_signal(number)
        assert line.file.read() == "bye\n"
        while host.process.poll() is None:
            host.process.send_signal(number)
        assert host.process.returncode == -number
        with suppress(FileNotFoundError):  # else nobody has asked yet how it ended
            assert Path(f"/proc/{pid}/cmdline").read_text() == ""


def test_the_process_that_forks_workers_may_die_too(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line, log = host.line(), host.log()
        worker, _ = line.ask("hello")
        parent = int(Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[1])
        os.kill(parent, signal.SIGKILL)
        assert next(log) == "The process that starts workers died. The next one starts in time."
        assert line.ask("hello")[0] == worker, "it goes on"
        os.kill(worker, signal.SIGKILL)
        assert next(log).startswith("The worker died: it ended, nobody knows why.")
        assert line.ask("hello")[0] not in {worker, parent}
        assert host.end() == 0


def test_a_process_that_forks_no_more_is_replaced(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line, log = host.line(), host.log()
        first, _text = line.ask("hello")
        (tmp_path / "hang").touch()
        while not (tmp_path / "hung").exists():
            Event().wait(PAUSE_S)
        os.kill(first, signal.SIGKILL)
        assert any(text.startswith("The process that starts workers does not") for text in log)
        (tmp_path / "hang").unlink()
        assert line.ask("hello")[0] not in {0, first}


def test_without_its_keeper_a_worker_stops_in_order(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line = host.line()
        line.ask("hello")
        host.process.kill()
        assert line.file.read() == "bye\n"


def test_a_start_that_fails_ends_with_its_own_code(tmp_path: Path) -> None:
    (tmp_path / "refuse").touch()
    with keeper(tmp_path) as host:
        assert host.process.wait(PATIENCE_S) == 7
        assert list(host.log()) == []
    (tmp_path / "refuse").unlink()
    (tmp_path / "die").touch()
    with keeper(tmp_path) as host:
        assert host.process.wait(PATIENCE_S) == 3
        assert list(host.log()) == []


def test_deaths_in_a_row_are_told_to_the_operator_and_end_by_themselves(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line, log = host.line(), host.log()
        pid, _ = line.ask("hello")
        (tmp_path / "die").touch()
        os.kill(pid, signal.SIGKILL)
        wanted = "The worker died: the store is damaged. The next one starts in 2 seconds."
        assert any(text.startswith(wanted) for text in log)
        said = host.asked("admin.sock", "status\n").splitlines()
        assert said[1] == "The last time: the store is damaged."
        assert said[2].endswith(" s. 1 connection waits for it.")
        lines = "HELLO 1 text\n#1 status\n#2 table list\n#3 drain off\n"
        answers = host.asked("admin.sock", lines).splitlines()
        assert answers[0].startswith("#- ok ")
        assert json.loads(answers[1].removeprefix("#1 ok "))["why"] == "the store is damaged"
        assert json.loads(answers[2].removeprefix("#2 no "))["code"] == "unavailable"
        assert json.loads(answers[3].removeprefix("#3 no "))["code"] == "unavailable"
        (tmp_path / "die").unlink()
        line.say("told")
        assert "the store is damaged" in line.hear()[1]


def test_a_host_whose_workers_die_can_be_stopped(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line, log = host.line(), host.log()
        pid, _ = line.ask("hello")
        (tmp_path / "die").touch()
        os.kill(pid, signal.SIGKILL)
        assert any("in 2 seconds" in text for text in log)
        assert host.asked("admin.sock", "HELLO 1 text\n#1 drain\n").splitlines()[1] == (
            '#1 ok {"text": ["The host stops."]}'
        )
        assert host.process.wait(PATIENCE_S) == 0


# --- another program ------------------------------------------------------------------------


def test_a_new_program_takes_over_without_cutting_a_connection(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line = host.line()
        before, _ = line.ask("hello")
        (tmp_path / "newer").touch()
        answer = host.asked("keep.sock", "upgrade\n")
        assert (
            answer == "ok Changed from 1 to 2. The new program serves. Nobody lost their place.\n"
        )
        after, text = line.ask("told")
        assert after != before
        assert text == "0 deaths, , guilty []"
        host.process.send_signal(signal.SIGHUP)
        assert any(
            text == "The new program serves. Nobody lost their place." for text in host.log()
        )
        assert line.ask("hello")[0] not in {before, after}
        assert host.end() == 0


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("refuse", "it is not ready yet"),
        ("layout", "to change to that version, stop the host and start it again"),
    ],
)
def test_a_program_that_cannot_serve_is_refused(tmp_path: Path, file: str, why: str) -> None:
    with keeper(tmp_path) as host:
        line = host.line()
        before, _ = line.ask("hello")
        (tmp_path / file).touch()
        answer = host.asked("keep.sock", "upgrade\n")
        assert answer == f"no The host goes on with the program it has: {why}\n"
        assert line.ask("hello") == (before, "hello")


def test_a_new_program_whose_workers_die_gives_way_to_the_old_one(tmp_path: Path) -> None:
    with keeper(tmp_path) as host:
        line = host.line()
        before, _ = line.ask("hello")
        (tmp_path / "die-new").touch()
        answer = host.asked("keep.sock", "upgrade\n")
        assert answer == "no The host goes on with the program it has: the store is damaged\n"
        after, text = line.ask("hello")
        assert (after != before, text) == (True, "hello")


def test_the_service_manager_hears_what_becomes_of_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At an abstract address, as systemd has it in some places."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(PATIENCE_S)
        manager.bind("")
        address = manager.getsockname()
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{address[1:].decode()}")

        def heard() -> list[str]:
            return manager.recv(4_096).decode().splitlines()

        with keeper(tmp_path) as host:
            line = host.line()
            serves = ["READY=1", "STATUS=Parlour 1 serves."]
            assert heard() == serves
            os.kill(line.ask("hello")[0], signal.SIGKILL)
            assert heard()[0].startswith("STATUS=The worker died: it was killed by SIGKILL.")
            assert heard() == serves
            asked = host.asked("keep.sock", "upgrade")
            assert asked.startswith("ok ")
            reloading, at, _status = heard()
            assert (reloading, at.partition("=")[0]) == ("RELOADING=1", "MONOTONIC_USEC")
            assert heard() == serves
            (tmp_path / "refuse").touch()
            assert host.asked("keep.sock", "upgrade").startswith("no ")
            assert heard()[0] == "RELOADING=1"
            assert heard() == ["READY=1", f"STATUS={REFUSED}"]
            assert host.end() == 0
            assert heard() == ["STOPPING=1", "STATUS=The host stops."]


REFUSED: Final = "The host goes on with the program it has: it is not ready yet"


def test_a_house_that_does_not_come_back_gives_no_sign_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.setblocking(False)
        heard.bind("")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{heard.getsockname()[1:].decode()}")
        monkeypatch.setenv("WATCHDOG_USEC", "60000000")
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
        manager = Manager()
        assert "NOTIFY_SOCKET" not in os.environ
        looks = [(0.0, None), (29.0, None), (30.0, None), (70.0, 60.0), (179.0, 60.0)]
        assert [manager.alive(*look) for look in looks] == [30.0, 30.0, 60.0, 100.0, 209.0]
        assert [heard.recv(100) for _ in range(4)] == [b"WATCHDOG=1"] * 4
        manager.alive(209.0, 60.0)
        with pytest.raises(BlockingIOError):
            heard.recv(100)
