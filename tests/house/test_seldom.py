"""What happens seldom: two rare things at once, and what nobody should ask for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from parlour.api import Seat
from parlour.engine import record as r
from parlour.house.effects import AnswerKey, Lost, Received, Thought
from parlour.house.lifecycle import suspension
from parlour.house.lifecycle.rebuild import CannotGoOn
from parlour.house.limits import Limits
from parlour.house.outbound import OnHold
from parlour.house.persistence import PlayerGone
from parlour.testing.host import Client, Host
from parlour.wire.encoding import Line, read_kept
from parlour.wire.messages import Told
from tests.games.hunt.game import HUNT
from tests.house.scene import GAMES, Party, new_host, ok, refused
from tests.house.shaky import Shaky

SLOW = Limits(near_factor=1, flood_burst=3, flood_per_s=1, bot_pause_ms=0)
"""After HELLO, the name and one line more, each line waits for a second."""


def shaky(*names: str) -> tuple[Shaky, list[Client]]:
    """A host whose store can fail, with programs on it."""
    host = Shaky(GAMES, limits=Limits(bot_pause_ms=0))
    return host, [host.program(name) for name in names]


def line(client: Client, text: str) -> Received:
    """The event that a line of *client* is."""
    return Received(client.conn, text.encode() + b"\n")


# --- answers that take a while ------------------------------------------------------------


def test_a_long_answer_to_a_line_that_had_to_wait_comes_when_its_turn_has_come() -> None:
    """Too fast, and asking for the archive."""
    host = Host(GAMES, limits=SLOW)
    ann = host.program("ann")
    assert ann.send("#1 ping", "#2 history") == ['#1 ok {"pong":"","text":["pong"]}']
    host.wait(1)
    assert ann.take()[-1].startswith("#2 ok ")


def test_lines_that_wait_for_their_time_wait_for_the_answer_before_them_too() -> None:
    """Their order is that of the requests."""
    host = Host(GAMES, limits=SLOW, run_jobs=False)
    ann = host.program("ann")
    assert ann.send("#1 ping", "#2 history", "#3 ping")[0].startswith("#1 ok")
    host.wait(5)
    assert ann.take() == []
    (job,) = host.jobs
    host.tick([Thought(job.key, job.work())])
    assert [answer.split()[0] for answer in ann.take()] == ["#2", "#3"]


def test_work_for_a_request_that_is_not_waited_for_answers_nothing() -> None:
    """It has an answer already."""
    host = new_host(run_jobs=False)
    ann = host.program("ann")
    ann.send("#1 history")
    (job,) = host.jobs
    host.tick([Thought(AnswerKey(ann.conn, 99), None)])
    assert ann.take() == []
    host.tick([Thought(job.key, job.work())])
    assert ann.take()[-1].startswith("#1 ok")


def test_a_password_of_somebody_who_has_not_come_in_after_all_is_not_kept() -> None:
    """His coming in could not be stored, and the work for his password was under way."""
    host, _ = shaky()
    host.run_jobs = False
    ann = host.connect()
    ann.send("HELLO 1 text")
    host.stuck = True
    ann.send("#1 name ann", "#2 register opensesame")
    host.fail()
    host.recover()
    (job,) = host.jobs
    host.tick([Thought(job.key, job.work())])
    answers = [answer.split(" ", 3)[:2] for answer in ann.take()]
    assert answers == [["#1", "no"], ["#2", "no"]]
    assert host.house.people.find("ann") is None


def test_a_password_that_cannot_be_stored_is_refused() -> None:
    """The store failed while it was being worked on."""
    host, (ann,) = shaky("ann")
    host.run_jobs = False
    ann.send("#1 register opensesame")
    (job,) = host.jobs
    host.stuck = True
    host.program("bob")
    host.fail()
    host.tick([Thought(job.key, job.work())])
    assert ann.take()[-1].startswith('#1 no {"code":"unavailable"')
    player = host.house.people.find("ann")
    assert player is not None
    assert player.guest


# --- while nothing can be stored ---------------------------------------------------------------


def test_an_answer_to_a_prompt_would_have_to_be_stored() -> None:
    """Also if its verb is one that only asks."""
    host, (ann,) = shaky("ann")
    host.stuck = True
    ann.send("new hunt")
    host.fail()
    assert refused(ann, "@1 look") == "unavailable"


def test_a_bare_word_would_have_to_be_stored() -> None:
    """Whatever it says: it is a move."""
    host = Shaky(GAMES, limits=Limits(bot_pause_ms=0))
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    host.stuck = True
    party["ann"].send("/say hello")
    host.fail()
    party["ann"].take()
    assert refused(party["ann"], "look") == "unavailable"
    ok(party["ann"], "/look", "/options")
    assert refused(party["ann"], "/options top=9") == "unavailable"


def test_a_house_that_has_something_to_restore_is_due_at_once() -> None:
    """Nobody need come in first."""
    host = new_host()
    assert host.open_house(host.kept.load()).next_due == 0


def test_who_stopped_watching_and_lost_the_line_watches_no_more() -> None:
    """Although that he stopped could not be stored."""
    host, (ann, bob) = shaky("ann", "bob")
    ok(ann, "new hunt")
    ok(bob, "watch 1")
    host.stuck = True
    ann.send("say hello")
    bob.send("leave 1")
    host.tick([Lost(bob.conn)])
    host.fail()
    assert not host.house.tables.rooms[1].watchers


def test_on_hold_nothing_can_be_put_down_by_anybody() -> None:
    """Whoever forgot to ask is stopped, before anything has changed."""
    host, (ann,) = shaky("ann")
    ok(ann, "new hunt")
    room, player = host.house.tables.rooms[1], host.house.people.find("ann")
    assert player is not None
    host.house.out.hold = "The disk is full."
    before = player.seq, len(room.record)
    told = Line(Told(name="ann", to="ann", what="hm"))
    acts: list[Callable[[], None]] = [
        lambda: host.house.out.tell(player, told),
        lambda: host.house.out.store(host.entries[-1]),
        lambda: host.house.out.write_down(PlayerGone(player.number)),
        lambda: room.add(r.Readied(seat=Seat(1), ready=True)),
    ]
    for act in acts:
        with pytest.raises(OnHold):
            act()
    assert (player.seq, len(room.record)) == before


def test_whoever_came_back_twice_and_could_not_be_stored_is_away_again() -> None:
    """The second line took over from the first."""
    host, (ann,) = shaky("ann")
    player = host.house.people.find("ann")
    assert player is not None
    ann.lose()
    first, second = host.connect(), host.connect()
    host.stuck = True
    first.send(f"resume {player.code}")
    second.send(f"resume {player.code}")
    host.fail()
    assert player.session is None


def test_what_was_asked_on_a_line_that_is_lost_by_now_is_not_answered() -> None:
    """Both could not be stored; nobody watches without a line, either."""
    host, (ann, bob) = shaky("ann", "bob")
    ok(ann, "new hunt")
    ok(bob, "watch 1")
    host.stuck = True
    host.tick([line(bob, "#1 new hunt")])
    host.tick([Lost(bob.conn)])
    before = len(bob.data)
    host.fail()
    assert len(bob.data) == before
    assert not host.house.tables.rooms[1].watchers


def test_a_bot_is_not_woken_before_there_is_a_game() -> None:
    """There is nothing to think about."""
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
        ok(party["cy"], "/leave")
    party.host.games = {**GAMES, "hunt": replace(HUNT, version="2")}
    party.host.restart()
    return party.host


def test_who_left_before_is_not_among_those_of_a_held_table() -> None:
    """He has nothing to decide there."""
    table = held_table(leaver=True).house.tables.held[1]
    assert sorted(chair.name for chair in table.chairs.values()) == ["ann", "bob"]


def test_a_held_table_without_anybody_on_the_line_waits_for_one_of_its_people() -> None:
    """So it says."""
    host = held_table()
    player = host.house.people.find("ann")
    assert player is not None
    assert "When one of its players is back" in host.house.tables.held[1].told(
        host.house.people, player
    )


def test_a_table_that_is_not_there_can_be_neither_continued_nor_ended() -> None:
    """One clear line."""
    host = held_table()
    with pytest.raises(CannotGoOn, match="no such table"):
        suspension.go_on(host.house.tables, 99)
    with pytest.raises(CannotGoOn, match="no such table"):
        suspension.end(host.house.tables, 99, "operator")


def test_what_was_kept_as_it_was_is_kept_again_as_it_was() -> None:
    """Byte by byte."""
    data = b'{"name":"told","data":{"name":"bob"},"said":["bob: hm"]}'
    assert read_kept(data).kept(79) == data
