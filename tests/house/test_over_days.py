"""Games over days: what the sessions of `over_days.md` do not show."""

from __future__ import annotations

import pytest

from parlour.engine import record as r
from parlour.engine.options import SLOW
from parlour.tables.drain import LAST_WORDS_S
from parlour.wire.messages import time_left
from tests.games.quiet import QUIET
from tests.house.operating import done
from tests.house.scene import GAMES, Party, ask, events, known, new_host, ok

DAY_S = 86_400


def notices(party: Party, name: str) -> list[tuple[str, int | None]]:
    """The notices that this program has read since, as their kinds and tables."""
    heard = events(party[name].take())
    return [(body["kind"], body["table"]) for _, event, body in heard if event == "notice"]


def playing(*, hide: bool = True, options: str = "") -> Party:
    """Ann and Bob, both programs, play Hunt over days; nobody is ever idle."""
    party = Party(
        "ann",
        "bob",
        host=new_host(idle_s=0),
        options=f"pace=days {options}".strip(),
        programs=("ann", "bob"),
    )
    if hide:
        party.hide(1, 2)
    return party


@pytest.mark.parametrize(
    ("left_ms", "told"),
    [
        (999, "1 s"),
        (3_600_000, "3600 s"),
        (3_600_001, "1 h 1 min"),
        (5_520_000, "1 h 32 min"),
        (DAY_S * 1000, "1 day"),
        (DAY_S * 1000 - 500, "1 day"),
        (3 * DAY_S * 1000, "3 days"),
        (2 * DAY_S * 1000 + 3_600_000, "2 days 1 h"),
    ],
)
def test_a_long_time_is_told_in_days_and_hours(left_ms: int, told: str) -> None:
    assert str(time_left(left_ms)) == told


def test_programs_read_the_time_that_is_left_until_the_day_is_over() -> None:
    """A prompt, `look`, the call and the end of the turn all count in the table's time."""
    party = playing(hide=False)
    prompts = [body for _, event, body in events(party["ann"].send("/look")) if event == "prompt"]
    assert not prompts
    assert ask(party["ann"], "/look").body["left_ms"] == DAY_S * 1000
    party.host.wait(DAY_S - 1)
    assert ask(party["ann"], "/look").body["left_ms"] == 1000
    party.host.wait(2)
    hidden = [entry for entry in party.record if isinstance(entry, r.TimeUp)]
    assert [entry.at for entry in hidden] == [DAY_S * 1000]


def test_a_bank_lasts_for_days_too() -> None:
    """It is used when the day of a turn is over: 1 ms of the game before."""
    party = playing(options="bank=60")
    assert ask(party["ann"], "/look").body["bank_ms"] == DAY_S * 1000
    party.host.wait(DAY_S + 3600)
    looked = ask(party["ann"], "/look").body
    assert (looked["left_ms"], looked["bank_ms"]) == (0, (DAY_S - 3600) * 1000 - SLOW)
    party.host.wait(DAY_S - 3600 + 1)
    assert any(isinstance(entry, r.TimeUp) for entry in party.record)


def test_the_player_in_turn_hears_of_it_where_they_are_unless_nothing_may_reach_them() -> None:
    """Once for each time the game begins to wait for them."""
    party = playing()
    bob, ann = party["bob"], party["ann"]
    ok(bob, "/leave")
    ok(ann, "try bob 9")
    assert notices(party, "bob") == [("turn", 1)]
    ok(bob, "join 1", "try ann 9", "/leave")
    ok(bob, "new hunt")
    ok(ann, "/leave", "join 1", "try bob 8")
    assert notices(party, "bob") == [("turn", 1)]


def test_neither_forfeit_nor_waiting_counts_over_days() -> None:
    for absence in ("forfeit absence_seconds=10", "wait"):
        party = playing(options=f"absence={absence}")
        party["bob"].lose()
        party.host.wait(3600)
        assert party.state == "playing"
        assert party.room.table.chairs.keys() == {1, 2}
        ok(party["ann"], "try bob 9")
        party.host.wait(DAY_S + 1)
        assert any(isinstance(entry, r.TimeUp) for entry in party.record)


def test_what_is_proposed_waits_for_those_who_are_away_and_one_of_three_does_not_decide() -> None:
    """It lapses after a day, however many have agreed."""
    party = Party("ann", "bob", "cy", host=new_host(idle_s=0), options="pace=days seconds=600")
    party["cy"].send("/leave")
    party["ann"].send("/propose abort")
    party["bob"].send("/accept")
    party.host.wait(3600)
    assert party.room.table.proposals
    party.host.wait(DAY_S)
    assert not party.room.table.proposals
    assert party.state == "playing"


def test_a_game_over_days_ends_when_nobody_has_come_for_a_month() -> None:
    """And who had got up reads that it is over."""
    host = new_host(idle_s=0, days_away_s=5 * DAY_S)
    party = Party("ann", "bob", host=host, options="pace=days seconds=600", programs=("ann",))
    party["bob"].lose()
    ok(party["ann"], "/leave")
    party.host.wait(4 * DAY_S)
    assert party.number in host.house.tables.rooms
    party.host.wait(DAY_S + 1)
    assert party.number not in host.house.tables.rooms
    assert ("kept", 1) in notices(party, "ann")
    assert not host.house.tables.adjourned


def test_a_host_that_drains_does_not_wait_for_games_over_days() -> None:
    party = playing()
    stops: list[float] = []
    party.host.watch = lambda effects: stops.extend([party.host.now] * effects.stop)
    done(party.host, "drain 60")
    party.host.wait(LAST_WORDS_S + 1)
    assert len(stops) == 1


def test_the_clock_of_days_is_stored_seldom() -> None:
    """The disk rests when nobody is here, and a game that is live has its clock stored as ever."""
    party = playing()
    writes: list[object] = []
    party.host.watch = lambda effects: writes.extend(effects.writes)
    party.host.wait(3000)
    assert len(writes) == 10


def test_six_games_over_days_leave_room_for_one_that_is_adjourned() -> None:
    """They do not count among those that one player may have adjourned."""
    host = new_host(idle_s=0, adjourned_per_player=1)
    party = Party("ann", "bob", host=host, options="pace=days", programs=("ann", "bob"))
    ok(party["ann"], "/leave", "new hunt")
    ok(party["bob"], "/leave", "join 2")
    ok(party["ann"], "start", "/propose adjourn")
    ok(party["bob"], "/accept")
    assert host.house.tables.rooms[2].table.state == "adjourned"


def test_after_a_restart_everybody_has_got_up_and_is_greeted() -> None:
    """A bot plays on. An account that has not come in again is asleep, and its seat is kept."""
    host = new_host({**GAMES, "quiet": QUIET}, idle_s=0, away_s=60)
    party = Party("ann", "bob", host=host, options="pace=days seconds=600", start=False)
    party["bob"].send("register a long secret")
    party["ann"].send("bot")
    party["ann"].send("start")
    party.hide(1, 2)
    party.restart()
    assert {*party.host.house.tables.adjourned} == {"ann", "bob"}
    read: dict[str, list[str]] = {}
    for line in (f"resume {known(party.host, 'ann').token}", "name bob a long secret"):
        client = party.host.connect()
        read[line.split()[0]] = client.send(line)
    assert "Your turn at table 1 (Hunt, with bob and Ada). To play: join 1" in read["resume"]
    kept = "Table 1 (Hunt, with ann and Ada) keeps your seat. To see it: join 1"
    assert kept in read["name"]
    assert "keeps your seat: join 1" in "\n".join(client.send("tables"))


def test_a_call_waits_until_it_may_reach_the_player() -> None:
    """Not while they hide at a table where nobody may talk; they read it when they come in."""
    host = new_host({**GAMES, "quiet": QUIET}, idle_s=0)
    party = Party(
        "ann", "bob", host=host, options="pace=days seconds=600", programs=("ann", "bob")
    )
    party.hide(1, 2)
    ok(party["bob"], "/leave", "new quiet seconds=600", "bot", "start")
    ok(party["ann"], "try bob 9")
    assert not notices(party, "bob")


def test_nobody_is_told_of_the_end_who_is_not_here_any_more() -> None:
    """An account that has been away for long is asleep: its seat is free, and that is all."""
    host = new_host(idle_s=0, away_s=60)
    party = Party("ann", "bob", host=host, options="pace=days seconds=600", programs=("bob",))
    ok(party["bob"], "register a long secret", "/leave", "/quit")
    party.host.wait(3600)
    party["ann"].send("/propose abort")
    party.host.wait(30 * DAY_S)
    party["ann"].send("leave 1 yes")
    party["ann"].send("leave yes")
    assert not party.host.house.tables.adjourned


def test_a_seat_is_kept_over_a_restart_for_an_account_that_is_asleep() -> None:
    host = new_host(idle_s=0, away_s=60)
    party = Party("ann", "bob", host=host, options="pace=days seconds=600", programs=("bob",))
    ok(party["bob"], "register a long secret", "/leave", "/quit")
    party.host.wait(3600)
    party.restart()
    bob = party.host.connect()
    read = bob.send("name bob a long secret")
    assert "Your turn at table 1 (Hunt, with ann). To play: join 1" in read
