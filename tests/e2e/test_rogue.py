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


ROGUE = ("--plugin", "tests.games.rogue", "--unguarded", "--data")
"""A host of one process. With a keeper nobody is disconnected: see test_keeper.py."""
DEATHS = {
    "ann": ("time_up", "die"),
    "cy": ("apply", "die"),
    "dee": ("bot", "crash"),
    "eva": ("apply", "sleep 60"),
    "flo": ("apply", "hang"),
}
"""Who has their game do what. Of the last two somebody kills the host while the call is open; the
very last one lets no other thread run."""


def test_a_game_with_which_the_host_has_died_does_not_take_it_down_again(tmp_path: Path) -> None:
    """Its table is held, and the log names it. Bob's table goes on each time."""
    data = tmp_path / "data"
    dead: Program | None = None
    bob, dead_name, table = "name bob", "", 0
    for table, (name, (part, what)) in enumerate(DEATHS.items(), 2):
        with running(*ROGUE, str(data)) as host:
            bob = goes_on(host, bob)
            if dead is not None:
                is_held(host, dead, table - 1, DEATHS[dead_name][0])
            with Program(host.port, f"name {name}") as dead:
                dead_name = name
                dies(host, dead, data, part, what)
            assert host.process.wait(PATIENCE_S) != 0
            assert ("Fatal Python error" in host.log.read_text("utf-8")) == (what == "crash")
    assert dead is not None
    with running(*ROGUE, str(data)) as host:
        is_held(host, dead, table, "apply")
        bob = goes_on(host, bob)
        assert not (data / "calls").read_bytes()[0]
        host.process.kill()  # between two calls
    with running(*ROGUE, str(data)) as host:
        goes_on(host, bob)
        assert "the host died in" not in host.stop()


def goes_on(host: Serving, greeting: str) -> str:
    """Let Bob move, at a new table the first time. Return the line by which he comes back."""
    with Program(host.port, greeting) as bob:
        if greeting.startswith("name "):
            bob.ask("new rogue")
            bob.ask("start")
        assert bob.ask("do now fine")[0] == "ok"
    return f"resume {bob.token}"


def dies(host: Serving, dead: Program, data: Path, part: str, what: str) -> None:
    """The host dies by a game, or is killed while a call into it is open."""
    dead.ask("new rogue")
    if part == "bot":
        dead.ask("bot wild")
    dead.ask("start")
    dead.say(f"do {part} {what}")
    if what in {"die", "crash"}:
        with pytest.raises((StopIteration, ConnectionError)):
            dead.heard("never")
    else:
        while not (data / "calls").read_bytes()[0]:
            time.sleep(0.01)  # noqa: TID251 - it happens in the memory of another process
        host.process.kill()


def is_held(host: Serving, dead: Program, table: int, part: str) -> None:
    """The player and the log are told why."""
    call = "Bot.think" if part == "bot" else f"RogueRules.{part}"
    with Program(host.port, f"resume {dead.token}") as again:
        assert again.ask("look")[1]["state"] == "held"
        assert any(call in event for event in again.events)
    errors = host.log.read_text("utf-8")
    assert f"the host died in the program of a game (table={table} game=rogue" in errors
    assert f"call={call}" in errors
