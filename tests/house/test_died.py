"""A table over whose game the host has died is held at the next start, and named."""

from __future__ import annotations

from parlour.core.limits import Limits
from parlour.engine import record as r
from parlour.engine.calls import OpenCall
from parlour_kit.host import Host
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, archived, held, ok


class Mortal(Host):
    """May die in the middle of a call."""

    def die(self, *calls: OpenCall) -> None:
        """Die in these calls, and start again."""
        self.open_calls = calls
        self.restart()
        self.open_calls = ()


def tables() -> tuple[Mortal, Party, Party]:
    """A host with two tables that play."""
    host = Mortal({"hunt": HUNT}, limits=Limits(bot_pause_ms=0))
    one = Party("ann", "bob", host=host, programs=("ann", "bob"))
    two = Party("cy", "dee", host=host, programs=("cy", "dee"))
    return host, one, two


TIME_UP = OpenCall(1, "hunt", "HuntRules.time_up")


def test_the_table_over_which_the_host_died_is_held_and_the_others_go_on() -> None:
    host, one, two = tables()
    one.hide(3)
    host.die(TIME_UP)
    assert list(held(host.house)) == [1]
    assert list(host.house.tables.rooms) == [1, 2]
    (report,) = [report for report in host.reports if report.level == "error"]
    assert report.fields == {"table": 1, "game": "hunt", "call": "HuntRules.time_up"}
    assert "HuntRules.time_up" in held(host.house)[1]
    two.come_back("cy", program=True)
    ok(two["cy"], "5")
    ann = one.come_back("ann", program=True)
    assert "HuntRules.time_up" in ann.data.decode()


def test_it_stays_held_at_every_further_start_until_somebody_lets_it_go_on() -> None:
    host, one, _ = tables()
    one.hide(3)
    host.die(TIME_UP)
    for _ in range(3):
        host.wait(1_000)
        host.restart()
        assert list(held(host.house)) == [1]
    assert len([report for report in host.reports if report.level == "error"]) == 1
    one.come_back("ann", program=True)
    one.come_back("bob", program=True)
    ok(one["ann"], "continue 1")
    assert one.state == "playing"
    ok(one["bob"], "7")
    host.restart()
    assert not held(host.house)
    state = host.house.tables.rooms[1].table.last_match.state
    assert state.numbers == {1: 3, 2: 7}


def test_no_code_of_its_game_is_run_for_a_held_table() -> None:
    """Not even to follow its record: that may be what the host died of."""
    host, one, _ = tables()
    one.hide(3)
    host.games = {}
    host.die(TIME_UP)
    assert "HuntRules.time_up" in held(host.house)[1]


def test_a_table_that_was_about_to_begin_is_held_and_can_begin() -> None:
    """One that is no more is not held."""
    host = Mortal({"hunt": HUNT}, limits=Limits(bot_pause_ms=0))
    party = Party("ann", "bob", host=host, programs=("ann", "bob"), start=False)
    host.die(OpenCall(1, "hunt", "HuntRules.start"))
    assert list(held(host.house)) == [1]
    party.come_back("ann", program=True)
    party.come_back("bob", program=True)
    ok(party["ann"], "continue 1", "start")
    assert party.state == "playing"
    host, _, _ = tables()
    host.die(OpenCall(9, "hunt", "HuntRules.apply"), OpenCall(0, "", "nothing"))
    assert not held(host.house)


def test_the_record_says_in_which_call_the_host_died() -> None:
    host, one, _ = tables()
    one.hide(3)
    at = one.room.at
    host.die(TIME_UP)
    faulted = r.decode(one.room.record[-3])
    assert faulted == r.Faulted(at=at, call="HuntRules.time_up")
    one.come_back("ann", program=True)
    ok(one["ann"], "end 1")
    finished = archived(host)
    assert [e.call for body in finished.entries if isinstance(e := r.decode(body), r.Faulted)] == [
        "HuntRules.time_up"
    ]
