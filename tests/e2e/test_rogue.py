"""A plugin that does what none should, on a host that is a process."""

from __future__ import annotations

import socket
import struct
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server._calls import LONG
from tests.cli.test_serve import PATIENCE, Serving, serving


class Line:
    """A program's connection."""

    def __init__(self, host: Serving, greeting: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", host.port), PATIENCE)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        self.events: list[str] = []
        self.say("HELLO 1 text")
        self._answer("#- ")
        self.welcome = self.ask(greeting)

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._socket.close()

    def say(self, line: str) -> None:
        self._socket.sendall(f"{line}\n".encode())

    def _answer(self, start: str) -> tuple[str, Any]:
        for line in self._lines:
            if line.startswith(start) and not line.startswith(f"{start}+"):
                _, word, body = line.split(" ", 2)
                return word, msgspec.json.decode(body)
            self.events.append(line)
        return "gone", {}

    def ask(self, line: str) -> tuple[str, Any]:
        """A request and its final answer; `gone` if the host is."""
        self.say(f"#q {line}")
        return self._answer("#q ")

    def heard(self, what: str) -> None:
        """Wait for an event with these words."""
        while not any(what in event for event in self.events):
            self.events.append(next(self._lines))

    def token(self) -> str:
        """The way back."""
        return str(self.welcome[1]["token"])


@pytest.mark.parametrize("what", ["exit", "print 2"])
@pytest.mark.parametrize("part", ["apply", "say", "time_up", "bot"])
def test_a_game_that_would_end_the_host_or_floods_its_output_harms_its_own_table_at_most(
    part: str, what: str, host: Serving
) -> None:
    """Nobody reads what the host prints: a pipe that is full keeps nobody waiting."""
    with Line(host, f"name {part[:4]}-{what[:5]}") as ann:
        ann.ask("new rogue")
        if part == "bot":
            ann.ask("bot wild")
        ann.ask("start")
        word, body = ann.ask(f"do {part} {what}")
        if what == "exit" and part in {"apply", "say"}:
            assert (word, body["code"]) == ("no", "game_fault")
        elif what == "exit":
            ann.heard("is frozen")
        else:
            assert word == "ok"
        assert ann.ask("ping")[0] == "ok"
        assert host.process.poll() is None


@pytest.fixture(scope="module")
def host() -> Any:
    with serving("--plugin", "tests.games.rogue", "--ephemeral") as found:
        yield found


ROGUE = ("--plugin", "tests.games.rogue", "--data")


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ("time_up", "die"),
        ("apply", "die"),
        ("bot", "crash"),
    ],
)
def test_a_game_that_kills_the_host_does_not_kill_it_again(
    part: str, what: str, tmp_path: Path
) -> None:
    """Its table is held, and the log names it; the other table goes on."""
    data = tmp_path / "data"
    with serving(*ROGUE, str(data)) as host:
        with Line(host, "name ann") as ann, Line(host, "name bob") as bob:
            for line in (ann, bob):
                line.ask("new rogue")
                if line is ann and part == "bot":
                    line.ask("bot wild")
                line.ask("start")
            bob.ask("do later fine")
            ann.say(f"do {part} {what}")
            with pytest.raises((StopIteration, ConnectionError)):
                ann.heard("never")
        assert host.process.wait(PATIENCE) != 0
    call = "Bot.think" if part == "bot" else f"RogueRules.{part}"
    is_held_and_the_other_table_goes_on(data, ann, bob, call)
    assert (data / "crash.txt").exists() == (what == "crash")


def is_held_and_the_other_table_goes_on(data: Path, ann: Line, bob: Line, call: str) -> None:
    """At the next start, and the log says why."""
    with serving(*ROGUE, str(data)) as host:
        with (
            Line(host, f"resume {ann.token()}") as ann,
            Line(host, f"resume {bob.token()}") as bob,
        ):
            assert bob.ask("do now fine")[0] == "ok"
            assert ann.ask("look")[1]["state"] == "held"
            assert any(call in event for event in ann.events)
            code, errors = host.stop()
        assert code == 0
        assert "the host died in the program of a game (table=1 game=rogue" in errors
        assert f"call={call}" in errors


@pytest.mark.parametrize("what", ["sleep 60", "hang"])
def test_a_host_that_somebody_kills_because_a_call_takes_long_holds_its_table(
    what: str, tmp_path: Path
) -> None:
    """Also if the call lets no other thread run. It is killed when the file says so."""
    data = tmp_path / "data"
    with serving(*ROGUE, str(data)) as host:
        with Line(host, "name ann") as ann, Line(host, "name bob") as bob:
            for line in (ann, bob):
                line.ask("new rogue")
                line.ask("start")
            ann.say(f"do apply {what}")
            until_long(data)
            host.process.kill()
        host.process.wait(PATIENCE)
    is_held_and_the_other_table_goes_on(data, ann, bob, "RogueRules.apply")


def until_long(data: Path) -> None:
    """Wait until the marks show that the loop's call has been open for long, or hangs."""
    while True:
        beats, _, since = struct.unpack_from("<QQQ", (data / "calls").read_bytes())
        if (since and beats - since >= LONG) or (data / "crash").stat().st_size:
            return
        time.sleep(0.01)  # noqa: TID251 - it happens in the memory of another process


def test_a_host_that_is_killed_during_a_short_call_holds_no_table(tmp_path: Path) -> None:
    """The call began in the beat in which the host was killed."""
    data = tmp_path / "data"
    with serving(*ROGUE, str(data)) as host:
        with Line(host, "name ann") as ann:
            ann.ask("new rogue")
            ann.ask("start")
            host.process.kill()
        host.process.wait(PATIENCE)
    marks = bytearray((data / "calls").read_bytes())
    struct.pack_into("<Q", marks, 16, *struct.unpack_from("<Q", marks))
    (data / "calls").write_bytes(marks)
    (data / "crash").write_bytes(b"")
    with serving(*ROGUE, str(data)) as host:
        with Line(host, f"resume {ann.token()}") as ann:
            assert ann.ask("do now fine")[0] == "ok"
        code, errors = host.stop()
    assert code == 0
    assert "its table goes on" in errors
