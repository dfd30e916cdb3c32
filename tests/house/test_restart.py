"""The host goes down and is started again: what goes on, where, and who waits for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from parlour.core.persistence import Clocks
from parlour.engine import record as r
from tests.games.hunt.bots import Plodder
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, known, new_host, ok


def two(options: str = "seconds=60", *more: str) -> Party:
    """Ann and Bob, both programs, in a game."""
    return Party("ann", "bob", *more, options=options, programs=("ann", "bob"))


def back(party: Party, *who: str) -> None:
    for name in who:
        party.come_back(name, program=True)
        party[name].take()


def left_ms(party: Party, name: str = "ann") -> int:
    left = ok(party[name], "/look").body["left_ms"]
    assert isinstance(left, int)
    return left


def test_numbers_of_tables_and_players_are_never_given_twice() -> None:
    """Not even that of a table that is long gone."""
    party = two()
    for name in ("ann", "bob"):
        ok(party[name], "/leave yes")
    party.host.wait(60)
    assert not party.host.house.tables.rooms
    player = known(party.host, "bob")
    party.restart()
    party.host.wait(1000)
    cy = party.host.program("cy")
    assert ok(cy, "new hunt").body["table"] == 2
    new = known(party.host, "cy")
    assert new.number > player.number


def test_time_while_the_host_was_down_does_not_count() -> None:
    """At most what had not been written down is given back."""
    party = two()
    party.host.wait(21)
    party.host.now += 10_000
    party.restart()
    back(party, "ann", "bob")
    assert 39_000 <= left_ms(party) <= 41_000
    party = two()
    party.host.wait(10)
    assert sum(isinstance(write, Clocks) for write in party.host.writes) == 6
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    before = len(party.host.writes)
    party.host.wait(1000)
    assert len(party.host.writes) == before


# --- people -------------------------------------------------------------------------------


def test_a_restart_stands_in_the_record_once_and_nobody_is_told_twice() -> None:
    """Nothing is written for those who had not come back between two starts."""
    party = two()
    party.restart()
    party.restart()
    kinds = [type(r.decode(body)) for body in party.room.record]
    assert kinds.count(r.Restarted) == 1
    assert r.Presence not in kinds
    back(party, "ann")
    party.restart()
    kinds = [type(r.decode(body)) for body in party.room.record]
    assert kinds.count(r.Restarted) == 2


@pytest.mark.parametrize("pause_ms", [0, 700])
def test_a_bot_thinks_again_what_it_was_thinking(pause_ms: int) -> None:
    games = {"hunt": replace(HUNT, bots=(Plodder(),))}
    host = new_host(games, run_jobs=False, bot_pause_ms=pause_ms)
    party = Party("ann", host=host, programs=("ann",), start=False)
    ok(party["ann"], "bot", "start", "5")
    host.wait(1)
    assert host.jobs
    party.restart()
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
        changed(entry, body=b'{"kind":"new"}') if (entry.table, entry.seq) == (1, 2) else entry
        for entry in saved.journal
    ]
    token = party.host.house.people.register.by_key["ann"].token
    party.host.house = party.host.open_house(changed(saved, journal=spoilt))
    party.host.tick([])
    party.host.house.people.register.by_key["ann"].token = token
    assert [*party.host.house.tables.rooms] == [other.number]
    (report,) = party.host.reports
    assert report.text == "the record of table 1 cannot be read"
    ann = party.come_back("ann", program=True)
    assert ok(ann, "new hunt").body["table"] == 3


def test_a_log_is_cut_after_a_start_as_before_it() -> None:
    host = new_host(backlog_events=5)
    party = Party("ann", "bob", programs=("ann", "bob"), host=host)
    ok(party["ann"], *(f"/say line {number}" for number in range(20)))
    host.restart()
    player = known(host, "bob")
    assert 5 <= len(player.log.refs) <= 10
