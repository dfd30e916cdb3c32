"""What happens seldom: two rare things at once, and what nobody should ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.core.effects import AnswerKey, JobDone
from parlour.core.limits import Limits
from parlour.language import FORM
from parlour.tables import suspension
from parlour.tables.rebuild import CannotGoOn
from parlour.wire.encoding import read_kept
from parlour_kit.host import Host
from tests.games.hunt.game import HUNT
from tests.house.scene import GAMES, Party, new_host, ok

SLOW = Limits(near_factor=1, flood_burst=3, flood_per_s=1, bot_pause_ms=0)
"""After HELLO, the name and one line more, each line waits for a second."""


# --- answers that take a while ------------------------------------------------------------


def test_lines_that_wait_for_their_time_wait_for_the_answer_before_them_too() -> None:
    """Their order is that of the requests. A long answer to a line that had to wait comes in
    turn.
    """
    host = Host(GAMES, limits=SLOW, run_jobs=False)
    ann = host.program("ann")
    assert ann.send("#1 ping", "#2 history", "#3 ping")[0].startswith("#1 ok")
    host.wait(5)
    assert ann.take() == []
    (job,) = host.jobs
    host.tick([JobDone(job.key, job.work())])
    assert [answer.split()[0] for answer in ann.take()] == ["#2", "#3"]
    host = Host(GAMES, limits=SLOW)
    ann = host.program("ann")
    assert ann.send("#1 ping", "#2 history") == ['#1 ok {"pong":"","text":["pong"]}']
    host.wait(1)
    assert ann.take()[-1].startswith("#2 ok ")


def test_work_for_a_request_that_is_not_waited_for_answers_nothing() -> None:
    host = new_host(run_jobs=False)
    ann = host.program("ann")
    ann.send("#1 history")
    (job,) = host.jobs
    host.tick([JobDone(AnswerKey(ann.conn, 99), None)])
    assert ann.take() == []
    host.tick([JobDone(job.key, job.work())])
    assert ann.take()[-1].startswith("#1 ok")


def test_a_house_that_has_something_to_restore_is_due_at_once() -> None:
    """Nobody need come in first. A bot is not woken before there is a game."""
    host = new_host()
    assert host.open_house(host.kept.load()).next_due == 0
    host = new_host(run_jobs=False)
    ok(host.program("ann"), "new hunt")
    host.house.tables.rooms[1].bots.wake_all()
    host.wait(5)
    assert not host.jobs


# --- tables that are held ------------------------------------------------------------------------


def held_table(*, leaver: bool = False) -> Host:
    """Table 1 after a start with another version of its game."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob", "cy"))
    if leaver:
        ok(party["cy"], "/leave yes")
    return party.restart({**GAMES, "hunt": replace(HUNT, version="2")})


def test_who_left_before_is_not_among_those_of_a_held_table() -> None:
    """He has nothing to decide there; nor has anybody at a table that is not there."""
    table = held_table(leaver=True).house.tables.rooms[1].table
    assert sorted(chair.name for chair in table.chairs.values()) == ["ann", "bob"]
    host = held_table()
    with pytest.raises(CannotGoOn, match="no such table"):
        suspension.go_on(host.house.tables, 99)
    with pytest.raises(CannotGoOn, match="no such table"):
        suspension.end(host.house.tables, 99, "operator")


def test_what_was_kept_as_it_was_is_kept_again_as_it_was() -> None:
    data = b'{"name":"told","data":{"name":"bob"},"said":["bob: hm"]}'
    assert read_kept(data).kept(FORM) == data
