"""What becomes of a seat whose player is disconnected: absence=clock, wait or forfeit."""

from __future__ import annotations

from parlour_kit.host import Client
from parlour_probe import PROBE
from tests.house.scene import Party, known, new_host


def test_while_nothing_can_be_stored_nobody_is_away_too_long() -> None:
    """Nobody can come back then, either."""
    host = new_host()
    party = Party(
        "ann", "bob", "cy", host=host, options="absence=forfeit absence_seconds=20 seconds=600"
    )
    party["bob"].lose()
    host.wait(10)
    host.fail()
    host.wait(1000)
    host.recover()
    host.wait(9)
    assert 2 in party.room.table.chairs
    host.wait(1)
    assert 2 not in party.room.table.chairs


# --- the clock ----------------------------------------------------------------------------


def test_after_a_restart_whoever_is_back_reads_whom_the_clock_waits_for() -> None:
    """And all read when it runs again, and how much is left."""
    party = Party("ann", "bob", "cy")
    party.hide(3, 4, 5)
    codes = {name: known(party.host, name).code for name in ("ann", "bob", "cy")}
    party.host.restart()
    back: dict[str, Client] = {}
    stopped = (
        "The clock is stopped until all players are back: the host was restarted. Not back yet"
    )
    for name, missing in (("ann", "bob and cy"), ("bob", "cy")):
        back[name] = party.host.connect()
        said = " ".join(line.strip() for line in back[name].send(f"resume {codes[name]}"))
        assert f"{stopped}: {missing}." in said
    assert "cy is disconnected. To go on without them (host of the table): /kick cy" in (
        " ".join(line.strip() for line in back["ann"].send("look"))
    )
    back["ann"].take()
    party.host.wait(30)
    party.host.connect().send(f"resume {codes['cy']}")
    assert back["ann"].take() == ["cy is back.", "The clock runs again: 60 s left."]


def test_at_a_table_that_waits_all_read_that_the_clock_is_stopped_and_that_it_runs() -> None:
    """Without a clock nobody reads of one."""
    party = Party("ann", "bob", options="absence=wait")
    party.hide(3, 4)
    party["bob"].take()
    party["ann"].lose()
    assert party["bob"].take() == ["The clock is stopped: it waits for a disconnected player."]
    party.host.wait(100)
    assert party["bob"].take() == ["ann is disconnected. Seat 1 is kept."]
    party.come_back("ann")
    assert party["bob"].take() == ["ann is back.", "The clock runs again: 60 s left."]
    host = new_host({"probe": PROBE})
    party = Party(
        "ann", "bob", "cy", host=host, game="probe", options="absence=wait hide_seconds=0"
    )
    party["ann"].lose()
    party.host.wait(100)
    assert party["bob"].take() == ["ann is disconnected. Seat 1 is kept."]
    party.come_back("ann")
    assert party["bob"].take() == ["ann is back."]
