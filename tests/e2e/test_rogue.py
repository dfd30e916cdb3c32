"""A plugin that does what none should, on a host that is a process."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.peer import Program
from tests.e2e.serving import PATIENCE_S, Serving, running


@pytest.mark.parametrize("what", ["exit", "print 2"])
@pytest.mark.parametrize("part", ["apply", "say", "time_up", "bot"])
def test_a_game_that_would_end_the_host_or_floods_its_output_harms_its_own_table_at_most(
    part: str, what: str, host: Serving
) -> None:
    """Nobody reads what the host prints: a pipe that is full keeps nobody waiting."""
    with Program(host.port, f"name {part[:4]}-{what[:5]}") as ann:
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
    with running("--plugin", "tests.games.rogue", "--ephemeral") as found:
        yield found
        assert "xxx" not in found.stop(), "what a game prints goes nowhere"


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
    with running(*ROGUE, str(data)) as host:
        with Program(host.port, "name ann") as ann, Program(host.port, "name bob") as bob:
            for line in (ann, bob):
                line.ask("new rogue")
                if line is ann and part == "bot":
                    line.ask("bot wild")
                line.ask("start")
            bob.ask("do later fine")
            ann.say(f"do {part} {what}")
            with pytest.raises((StopIteration, ConnectionError)):
                ann.heard("never")
        assert host.process.wait(PATIENCE_S) != 0
        assert ("Fatal Python error" in host.log.read_text("utf-8")) == (what == "crash")
    call = "Bot.think" if part == "bot" else f"RogueRules.{part}"
    is_held_and_the_other_table_goes_on(data, ann, bob, call)


def is_held_and_the_other_table_goes_on(data: Path, ann: Program, bob: Program, call: str) -> None:
    """At the next start, and the log says why."""
    with running(*ROGUE, str(data)) as host:
        with (
            Program(host.port, f"resume {ann.token}") as ann,
            Program(host.port, f"resume {bob.token}") as bob,
        ):
            assert bob.ask("do now fine")[0] == "ok"
            assert ann.ask("look")[1]["state"] == "held"
            assert any(call in event for event in ann.events)
            errors = host.stop()
        assert "the host died in the program of a game (table=1 game=rogue" in errors
        assert f"call={call}" in errors


@pytest.mark.parametrize("what", ["sleep 60", "hang"])
def test_a_host_that_somebody_kills_because_a_call_does_not_end_holds_its_table(
    what: str, tmp_path: Path
) -> None:
    """Also if the call lets no other thread run. It is killed while the call is open."""
    data = tmp_path / "data"
    with running(*ROGUE, str(data)) as host:
        with Program(host.port, "name ann") as ann, Program(host.port, "name bob") as bob:
            for line in (ann, bob):
                line.ask("new rogue")
                line.ask("start")
            ann.say(f"do apply {what}")
            while not (data / "calls").read_bytes()[0]:
                time.sleep(0.01)  # noqa: TID251 - it happens in the memory of another process
            host.process.kill()
        host.process.wait(PATIENCE_S)
    is_held_and_the_other_table_goes_on(data, ann, bob, "RogueRules.apply")


def test_a_host_that_is_killed_between_two_calls_holds_no_table(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(*ROGUE, str(data)) as host:
        with Program(host.port, "name ann") as ann:
            ann.ask("new rogue")
            ann.ask("start")
            assert not (data / "calls").read_bytes()[0]
            host.process.kill()
        host.process.wait(PATIENCE_S)
    with running(*ROGUE, str(data)) as host, Program(host.port, f"resume {ann.token}") as ann:
        assert ann.ask("do now fine")[0] == "ok"
