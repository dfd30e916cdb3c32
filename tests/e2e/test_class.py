"""A class over sockets: a teacher at netcat stops all tables, and the host is killed."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.e2e.peer import GREETED, Peer, Program, peer
from tests.e2e.serving import serving
from tests.sizes import sized

ROOT: Final = Path(__file__).parents[2]
TABLES: Final = sized(5, 15)
CONFIG: Final = "[limits]\nparty_pause_s = 1\n"
ROW: Final = re.compile(r" {1,3}\d+  p\d+ 0, p\d+ 0: waits for p\d+, \d+ s left")
PAUSED: Final = re.compile(r" {1,3}\d+  p\d+ 0, p\d+ 0: paused, disconnected: p\d+ and p\d+")


def glance(teacher: Peer, row: re.Pattern[str]) -> str:
    """What the teacher reads below the rows of the tables, which are all like *row*."""
    teacher.send("party tables")
    lines = [teacher.read()]
    while not lines[-1].startswith("Party 1, round"):
        lines.append(teacher.read())
    assert sum(row.match(line) is not None for line in lines) == TABLES, lines
    return lines[-1]


def test_a_teacher_stops_a_class(tmp_path: Path) -> None:
    """All read it, none can move, and what they have hidden is in nothing that the teacher reads.
    After a restart all is as it was, and the teacher lets them go on.
    """
    data = ("--plugin", "tests.e2e.hunting", "--data", str(tmp_path / "data"))
    with serving(CONFIG, *data, folder=ROOT) as host, ExitStack() as room:
        teacher = room.enter_context(peer(host.port))
        assert teacher.read().startswith("Parlour on ")
        teacher.reads(*GREETED)
        teacher.send("olga")
        teacher.reads("Hello olga.")
        code = teacher.read().split()[-1]
        teacher.reads("Type games or help.")
        teacher.send("party new hunt format=swiss rounds=1 seconds=600")
        assert teacher.read().startswith("Party 1: Hunt")
        assert teacher.read().startswith("To play: ")
        pupils = [room.enter_context(Program(host.port, f"name p{n}")) for n in range(2 * TABLES)]
        for pupil in pupils:
            pupil.granted("party join 1")
        teacher.send("party start")
        while not teacher.read().startswith(f"Table {TABLES}: "):
            pass
        for pupil in pupils:
            pupil.granted("/hide 17")
        assert glance(teacher, ROW) == f"Party 1, round 1 of 1: {TABLES} tables, over: 0."
        teacher.send("party pause")
        teacher.reads("Party 1: olga has paused all games.")
        for pupil in pupils:
            pupil.heard('"paused":true')
            assert pupil.ask("/hide 3")[1]["code"] == "unavailable"
        host.die()
    with serving(CONFIG, *data, folder=ROOT) as host, peer(host.port) as teacher:
        teacher.send(f"resume {code}")
        while not teacher.read().startswith("Hello olga"):
            pass
        glance(teacher, PAUSED)
        teacher.reads("The party is paused. To let the games go on: party continue")
        teacher.send("party continue")
        while teacher.read() != "Party 1: olga lets the games go on.":
            pass
        teacher.send("party next now")
        while not teacher.read().startswith("Party 1 is over"):
            pass
        host.stop()
