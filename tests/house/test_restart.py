"""The host goes down and is started again: what goes on, where, and who waits for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.engine import record as r
from parlour.house.lifecycle.restore import RESTART_GRACE_S
from parlour.house.persistence import Clocks
from tests.games.hunt.bots import Plodder
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, events, names, new_host, ok, refused


def two(options: str = "seconds=60", *more: str) -> Party:
    """Ann and Bob, both programs, in a game."""
    return Party("ann", "bob", *more, options=options, programs=("ann", "bob"))


def restart(party: Party) -> None:
    """The host is killed and started again; nobody is on the line."""
    party.host.restart()


def back(party: Party, *who: str) -> None:
    """They come back, as programs."""
    for name in who:
        party.come_back(name, program=True)
        party[name].take()


def left_ms(party: Party, name: str = "ann") -> int:
    """What `look` says is left."""
    left = ok(party[name], "/look").body["left_ms"]
    assert isinstance(left, int)
    return left


# --- what goes on -------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was() -> None:
    """Same seats, same prompts, same secrets."""
    party = two()
    ok(party["ann"], "3")
    restart(party)
    back(party, "ann", "bob")
    assert refused(party["ann"], "@1 4") == "stale"
    ok(party["bob"], "@1 5", "/look")
    assert names(party["ann"].take()) == ["hunt.hid", "hunt.turn", "prompt"]
    ok(party["ann"], "@2 try bob 5")
    assert party.state == "over"
    assert party.host.archive.recent(1)[0].names == {1: "ann", 2: "bob"}


def test_a_table_that_has_not_begun_is_there_too() -> None:
    """With its options; the host of the table is the same."""
    party = two("top=5 absence=wait")
    other = Party("cy", "dee", host=party.host, options="top=7", programs=("cy",), start=False)
    other["dee"].send("ready")
    restart(party)
    back(other, "cy", "dee")
    ok(other["cy"], "options seconds=30")
    assert other.room.table.options["top"] == 7
    ok(other["cy"], "start")
    assert other.state == "playing"


def test_a_table_whose_game_is_over_offers_the_next_one() -> None:
    """The numbers of games go on counting."""
    party = two()
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    restart(party)
    back(party, "ann", "bob")
    ok(party["ann"], "rematch")
    ok(party["bob"], "rematch")
    assert party.state == "playing"
    assert party.room.table.record == "g2"


def test_numbers_of_tables_and_players_are_never_given_twice() -> None:
    """Not even that of a table that is long gone."""
    party = two()
    for name in ("ann", "bob"):
        ok(party[name], "/leave")
    party.host.wait(60)
    assert not party.host.house.tables.rooms
    player = party.host.house.people.find("bob")
    assert player is not None
    restart(party)
    party.host.wait(1000)
    cy = party.host.program("cy")
    assert ok(cy, "new hunt").body["table"] == 2
    new = party.host.house.people.find("cy")
    assert new is not None
    assert new.number > player.number


def test_a_game_that_stands_still_by_agreement_stands_still() -> None:
    """Paused before, paused after, with the time it had."""
    party = two()
    party.host.wait(10)
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    restart(party)
    party.host.wait(300)
    back(party, "ann", "bob")
    assert party.state == "paused"
    assert left_ms(party) == 50_000
    ok(party["ann"], "/propose resume")
    ok(party["bob"], "/accept")
    party.host.wait(49)
    assert left_ms(party) == 1_000


def test_a_proposal_still_waits_for_those_whom_it_waited_for() -> None:
    """Nobody has agreed to anything because the power failed."""
    party = two()
    ok(party["ann"], "/propose abort")
    restart(party)
    assert party.state == "playing"
    back(party, "ann")
    assert party.state == "playing"
    assert refused(party["ann"], "/accept") == "usage"
    back(party, "bob")
    ok(party["bob"], "/accept")
    assert party.state == "over"


def test_a_proposal_is_decided_after_a_restart_as_before_it() -> None:
    """It waits its whole time again."""
    party = two()
    ok(party["ann"], "/propose pause")
    restart(party)
    back(party, "ann", "bob")
    party.host.wait(60)
    notices = [body["kind"] for _, name, body in events(party["ann"].take()) if name == "notice"]
    assert notices == ["agreed"]


def test_silence_of_those_who_are_not_back_is_no_consent() -> None:
    """They may not even know that the host runs again."""
    party = two()
    ok(party["ann"], "/propose abort")
    restart(party)
    party.host.wait(60)
    assert party.state == "playing"
    assert not party.room.table.proposals


def test_bots_go_on_when_the_clock_does() -> None:
    """Not while the people who were here have still to come back."""
    party = Party("ann", host=new_host(bot_pause_ms=500), programs=("ann",), start=False)
    ok(party["ann"], "bot", "start", "5")
    match = party.room.table.match
    assert match is not None
    assert match.state.hiding, "the bot still thinks"
    restart(party)
    party.host.wait(10)
    match = party.room.table.match
    assert match is not None
    assert match.state.hiding
    back(party, "ann")
    party.host.wait(0.5)
    match = party.room.table.match
    assert match is not None
    assert not match.state.hiding


# --- the clock ----------------------------------------------------------------------------


def test_time_while_the_host_was_down_does_not_count() -> None:
    """At most what had not been written down is given back."""
    party = two()
    party.host.wait(21)
    party.host.now += 10_000
    restart(party)
    back(party, "ann", "bob")
    assert 39_000 <= left_ms(party) <= 41_000


def test_a_round_without_moves_goes_on_with_the_time_it_had_left() -> None:
    """However often the host goes down."""
    party = two("seconds=100")
    for _ in range(4):
        party.host.wait(20)
        restart(party)
        back(party, "ann", "bob")
    assert 20_000 <= left_ms(party) <= 28_000


def test_the_time_of_one_game_is_not_taken_for_that_of_the_next() -> None:
    """The second one had hardly begun when the host went down."""
    party = two("seconds=100")
    party.host.wait(90)
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept")
    ok(party["ann"], "/start")
    restart(party)
    back(party, "ann", "bob")
    assert left_ms(party) == 100_000


def test_clocks_are_written_down_only_while_one_runs() -> None:
    """A host where nobody plays does not write."""
    party = two()
    party.host.wait(10)
    assert sum(isinstance(write, Clocks) for write in party.host.writes) == 6
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    before = len(party.host.writes)
    party.host.wait(1000)
    assert len(party.host.writes) == before


def test_the_clock_stands_until_the_last_who_was_here_is_back() -> None:
    """Those who are back may move meanwhile; they read why the clock stands."""
    party = two()
    restart(party)
    back(party, "ann")
    party.host.wait(30)
    assert left_ms(party) == 60_000
    text = ok(party["ann"], "/look").text
    assert "The clock stands: the host was started again, and not all are back." in text
    ok(party["ann"], "3")
    back(party, "bob")
    party.host.wait(30)
    assert left_ms(party) == 30_000
    assert "stands" not in ok(party["ann"], "/look").text


def test_the_clock_does_not_wait_for_ever() -> None:
    """After a minute it runs without those who have not come back."""
    party = two()
    restart(party)
    back(party, "ann")
    party.host.wait(RESTART_GRACE_S)
    assert left_ms(party) == 60_000
    party.host.wait(60)
    assert party.room.table.match is not None
    assert not party.room.table.match.state.hiding


def test_nobody_is_waited_for_who_was_away_before() -> None:
    """His line had been lost when the host went down."""
    party = two("seconds=60", "cy")
    party["cy"].lose()
    restart(party)
    back(party, "ann", "bob")
    party.host.wait(10)
    assert left_ms(party) == 50_000


def test_who_gives_up_his_seat_is_not_waited_for() -> None:
    """He has come back to say so, or was asked to leave."""
    party = two("seconds=60", "cy")
    restart(party)
    back(party, "ann", "bob")
    party.host.wait(10)
    assert left_ms(party) == 60_000
    ok(party["ann"], "/kick cy")
    party.host.wait(10)
    assert left_ms(party) == 50_000


def test_who_is_lost_again_while_others_are_waited_for_is_waited_for_too() -> None:
    """Within the minute of grace."""
    party = two()
    restart(party)
    back(party, "ann", "bob")
    party["bob"].lose()
    party.host.wait(10)
    assert left_ms(party) == 60_000
    party.host.wait(RESTART_GRACE_S)
    assert left_ms(party) == 50_000


# --- people -------------------------------------------------------------------------------


def test_whoever_had_a_name_still_has_it_and_the_same_way_back() -> None:
    """Also in the lobby, for as long as it is kept otherwise."""
    host = new_host(away_s=100)
    zoe = host.program("zoe")
    token = host.house.people.register.by_key["zoe"].token
    assert not zoe.closed
    host.restart()
    assert zoe.closed
    line = host.connect()
    line.send("HELLO 1")
    assert refused(line, "name zoe") == "name_taken"
    assert ok(line, f"resume {token}").body["name"] == "zoe"
    line.lose()
    host.wait(100)
    again = host.connect()
    again.send("HELLO 1")
    ok(again, "name zoe")


def test_whom_he_ignores_he_still_ignores() -> None:
    """He has said so once."""
    party = two()
    ok(party["ann"], "/ignore bob")
    restart(party)
    back(party, "ann", "bob")
    party["ann"].take()
    ok(party["bob"], "/say hello?")
    assert party["ann"].take() == []


def test_watchers_have_to_come_again() -> None:
    """Nobody watches without a line."""
    party = Party("ann", "bob", watchers=("wat",), programs=("ann", "bob", "wat"))
    restart(party)
    back(party, "ann", "bob", "wat")
    assert not party.room.watchers
    ok(party["wat"], "watch 1")


def test_a_table_to_which_nobody_comes_back_goes_away() -> None:
    """As if all had lost their lines."""
    party = two()
    restart(party)
    party.host.wait(1800)
    assert not party.host.house.tables.rooms
    assert party.host.archive.recent(1)[0].reason == "deserted"


def test_a_frozen_table_is_still_frozen() -> None:
    """A start of the host repairs no plugin."""
    party = Party("ann", "bob", game="brittle", programs=("ann", "bob"))
    party.hide(3, 4)
    assert refused(party["ann"], "snap apply") == "game_fault"
    restart(party)
    back(party, "bob")
    ann = party.come_back("ann", program=True)
    assert names(ann.data.decode().splitlines())[-1] == "fault"
    assert party.state == "frozen"
    assert refused(ann, "try bob 4") == "game_fault"


def test_a_restart_stands_in_the_record_once_and_nobody_is_told_twice() -> None:
    """Nothing is written for those who had not come back between two starts."""
    party = two()
    restart(party)
    restart(party)
    kinds = [type(r.decode(body)) for body in party.room.record]
    assert kinds.count(r.Restarted) == 1
    assert r.Presence not in kinds
    back(party, "ann")
    restart(party)
    kinds = [type(r.decode(body)) for body in party.room.record]
    assert kinds.count(r.Restarted) == 2


@pytest.mark.parametrize("pause_ms", [0, 700])
def test_a_bot_thinks_again_what_it_was_thinking(pause_ms: int) -> None:
    """Its thought was lost with the host."""
    games = {"hunt": replace(HUNT, bots=(Plodder(),))}
    host = new_host(games, run_jobs=False, bot_pause_ms=pause_ms)
    party = Party("ann", host=host, programs=("ann",), start=False)
    ok(party["ann"], "bot", "start", "5")
    host.wait(1)
    assert host.jobs
    restart(party)
    assert not host.jobs
    host.run_jobs = True
    back(party, "ann")
    host.wait(1)
    assert party.room.table.match is not None
    assert not party.room.table.match.state.hiding


def test_a_record_that_cannot_be_read_costs_its_own_table_only() -> None:
    """It stays where it is; its number is not given again."""
    party = two()
    other = Party("cy", "dee", host=party.host, programs=("cy",))
    saved = party.host.kept.load()
    spoilt = [
        replace(entry, body=b'{"kind":"new"}') if (entry.table, entry.seq) == (1, 2) else entry
        for entry in saved.journal
    ]
    token = party.host.house.people.register.by_key["ann"].token
    party.host.house = party.host.open_house(replace(saved, journal=spoilt))
    party.host.tick([])
    party.host.house.people.register.by_key["ann"].token = token
    assert [*party.host.house.tables.rooms] == [other.number]
    (report,) = party.host.reports
    assert report.text == "the record of table 1 cannot be read"
    ann = party.come_back("ann", program=True)
    assert ok(ann, "new hunt").body["table"] == 3


def test_a_log_is_cut_after_a_start_as_before_it() -> None:
    """However much a player was sent."""
    host = new_host(backlog_events=5)
    party = Party("ann", "bob", programs=("ann", "bob"), host=host)
    ok(party["ann"], *(f"/say line {number}" for number in range(20)))
    host.restart()
    player = host.house.people.find("bob")
    assert player is not None
    assert 5 <= len(player.log) <= 10
