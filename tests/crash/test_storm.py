"""A small storm over a guarded host, and whether a storm would notice what must not be."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.crash.storm.floor import Floor
from tests.crash.storm.program import Field, Program
from tests.crash.storm.talk import Table
from tests.crash.storm.trial import Plan, run
from tests.e2e.serving import HOST
from tests.sizes import sized

FROM_OUTSIDE = ("SIGKILL", "SIGSEGV", "twice")
BY_A_GAME = ("exit", "loop", "segfault")
SMALL = Plan(
    tables=3,
    kills=sized(4, 6),
    think_s=0.2,
    most_s=0.5,
    newcomers_s=5,
    tools=1,
    screens=0,
    idle=20,
)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "ways",
    sized([("SIGKILL", "twice", "loop", "segfault")], [FROM_OUTSIDE, BY_A_GAME]),
    ids="-".join,
)
def test_nobody_loses_a_line_when_workers_die(ways: Sequence[str], tmp_path: Path) -> None:
    result = run(replace(SMALL, ways=ways), tmp_path)
    assert not result.found
    assert result.counts["workers that died"] >= SMALL.kills
    for what in ("lines heard", "moves counted", "tables closed"):
        assert result.counts[what] > 0, what


@pytest.fixture
def field() -> Iterator[Field]:
    """Where nobody answers."""
    with socket.create_server((HOST, 0)) as server:
        floor = Floor()
        yield Field(floor, server.getsockname()[1], Random(1), 0.0, say=lambda _: None)
        floor.close()


OK = b'#1 ok {"pong":""}\n'


@pytest.mark.parametrize(
    ("said", "what"),
    [
        (OK + OK, "#1 ok {'pong': ''} answers nothing that is next"),
        (b'#2 ok {"pong":""}\n', "#2 ok {'pong': ''} answers nothing that is next"),
        (b'#1 no {"code":"internal"}\n', "refused: {'code': 'internal'}"),
        (b"* 1 welcome {}\n* 1 welcome {}\n", "event 1 after 1: welcome"),
        (b"* 1 welcome {}\n* 3 seat {}\n", "event 3 after 1: seat"),
        (b'! stopping {"text":[]}\n', 'ended: ! stopping {"text":[]}'),
        (b"Hello ann.\n", "no line of the protocol: 'Hello ann.'"),
        (b"", "the connection was cut"),
    ],
)
def test_a_program_notices_what_must_not_be(field: Field, said: bytes, what: str) -> None:
    program = Program(field, "ann")
    program.ask("ping")
    program.feed(b"#- ok {}\n")
    assert not field.found
    program.feed(said)
    assert [found.partition(" (open:")[0] for found in field.found] == [f"ann: {what}"]


def test_a_request_that_is_never_answered_is_noticed(field: Field) -> None:
    program = Program(field, "ann")
    program.ask("ping")
    program.ask("quit")
    program.feed(b"#- ok {}\n" + OK + b'! bye {"text":[]}\n')
    program.feed(b"")
    assert json.dumps(field.found) == (
        """["ann: closed before everything was answered (open: ['#2 quit'])"]"""
    )


@pytest.mark.parametrize("heard", [(1, 1), (1, 3), (2,)])
def test_a_line_that_is_heard_twice_or_never_is_noticed(
    field: Field, heard: Sequence[int]
) -> None:
    table = Table(field)
    table.seat("ann")
    table.seat("bob")
    for _ in range(3):
        table.next("ann")
    for number in heard:
        table.hear("bob", "ann", number)
    assert len(field.found) == 1
    assert len(table.missing) == 1 + (heard[-1] != 3)
