"""What becomes of a seat whose player has lost the line: absence=clock, wait or forfeit."""

from __future__ import annotations

import pytest

from parlour.house.lifecycle.restore import RESTART_GRACE_S
from tests.house.operating import lose, mend
from tests.house.scene import Party, events, names, new_host, ok, refused


def three(options: str, *, hidden: bool = True) -> Party:
    """Ann, Bob and Cy, all programs; Ann is to try first."""
    party = Party("ann", "bob", "cy", options=options, programs=("ann", "bob", "cy"))
    if hidden:
        party.hide(3, 4, 5)
    return party


def left_ms(party: Party, name: str = "ann") -> int:
    """What `look` says is left."""
    left = ok(party[name], "/look").body["left_ms"]
    assert isinstance(left, int)
    return left


def test_an_absence_must_be_one_of_the_three() -> None:
    """And the time for it within reason."""
    ann = new_host().program("ann")
    for option in ("absence=never", "absence_seconds=9", "absence_seconds=86401"):
        assert refused(ann, f"new hunt {option}") == "bad_option"
    ok(ann, "new hunt absence=forfeit absence_seconds=10")


def test_usually_the_clock_plays_for_who_is_away() -> None:
    """absence=clock: his turn is gone when its time is up."""
    party = three("seconds=30")
    party["ann"].lose()
    party.host.wait(30)
    assert party.room.table.match is not None
    assert party.room.table.match.state.turn == 2


# --- wait ---------------------------------------------------------------------------------


def test_a_table_that_waits_stands_still_while_who_is_asked_is_away() -> None:
    """absence=wait: to the millisecond; all who look read why."""
    party = three("seconds=30 absence=wait")
    party.host.wait(10.25)
    party["ann"].lose()
    party.host.wait(1000)
    assert left_ms(party, "bob") == 19_750
    assert "The clock stands: who is asked has lost the line." in ok(party["bob"], "look").text
    party.come_back("ann", program=True)
    assert "stands" not in ok(party["bob"], "look").text
    party.host.wait(19.749)
    assert party.room.table.match is not None
    assert party.room.table.match.state.turn == 1
    party.host.wait(0.001)
    assert party.room.table.match.state.turn == 2


def test_a_table_that_waits_goes_on_while_others_are_asked() -> None:
    """And stands when the turn comes to who is away."""
    party = three("seconds=30 absence=wait")
    party["bob"].lose()
    party.host.wait(5)
    assert left_ms(party) == 25_000
    ok(party["ann"], "try cy 9")
    party.host.wait(100)
    assert left_ms(party) == 30_000
    assert party.room.table.match is not None
    assert party.room.table.match.state.turn == 2


def test_while_a_table_waits_for_one_the_others_can_do_what_they_are_asked() -> None:
    """Here all hide their numbers at once; bots play as well."""
    party = Party("ann", "bob", options="absence=wait", programs=("ann", "bob"), start=False)
    ok(party["ann"], "bot", "start")
    party["bob"].lose()
    party.host.wait(5)
    ok(party["ann"], "3")
    assert party.room.table.match is not None
    assert set(party.room.table.match.state.numbers) == {1, 3}
    party.host.wait(500)
    party.come_back("bob", program=True)
    ok(party["bob"], "4")
    party.host.wait(1)
    assert not party.room.table.match.state.hiding


def test_the_clock_of_a_table_that_waits_goes_on_when_the_absent_player_is_sent_away() -> None:
    """The host of the table decides about him."""
    party = three("seconds=30 absence=wait")
    party["cy"].lose()
    ok(party["ann"], "try bob 9")
    ok(party["bob"], "try ann 9")
    party.host.wait(100)
    ok(party["ann"], "kick cy")
    party.host.wait(10)
    assert left_ms(party) == 20_000


def test_a_table_that_waits_and_is_paused_meanwhile_stands_for_both_reasons() -> None:
    """It goes on when neither is left."""
    party = three("seconds=30 absence=wait")
    party.host.wait(10)
    party["ann"].lose()
    ok(party["bob"], "propose pause")
    ok(party["cy"], "accept")
    party.come_back("ann", program=True)
    party.host.wait(10)
    assert left_ms(party) == 20_000
    party["ann"].lose()
    ok(party["bob"], "propose resume")
    ok(party["cy"], "accept")
    party.host.wait(10)
    assert left_ms(party, "bob") == 20_000
    party.come_back("ann", program=True)
    party.host.wait(10)
    assert left_ms(party) == 10_000


def test_a_table_that_waits_still_waits_after_a_restart() -> None:
    """Also when the minute of grace is over."""
    party = three("seconds=30 absence=wait")
    party.host.wait(10)
    party.host.restart()
    party.come_back("bob", program=True)
    party.come_back("cy", program=True)
    party.host.wait(RESTART_GRACE_S + 1000)
    assert left_ms(party, "bob") == 20_000
    party.come_back("ann", program=True)
    party.host.wait(5)
    assert left_ms(party) == 15_000


# --- forfeit ------------------------------------------------------------------------------


def seat_news(party: Party, name: str) -> list[tuple[str, str]]:
    """Who has done what about seats, as that player read it since."""
    lines = party[name].take()
    return [(body["name"], body["change"]) for _, event, body in events(lines) if event == "seat"]


def test_who_is_away_too_long_gives_up_his_seat() -> None:
    """absence=forfeit: the rules go on without him, and all are told why."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    party["bob"].lose()
    party.host.wait(19.9)
    assert 2 in party.room.table.chairs
    party["ann"].take()
    party.host.wait(0.1)
    assert seat_news(party, "ann") == [("bob", "absent")]
    assert 2 not in party.room.table.chairs
    bob = party.come_back("bob", program=True)
    assert refused(bob, "look") == "not_at_table"


def test_who_comes_back_in_time_keeps_his_seat_and_next_time_has_all_the_time_again() -> None:
    """Each absence counts by itself."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    for _ in range(3):
        party["bob"].lose()
        party.host.wait(15)
        party.come_back("bob", program=True)
        party.host.wait(15)
    assert 2 in party.room.table.chairs
    party["bob"].lose()
    party.host.wait(20)
    assert 2 not in party.room.table.chairs


def test_the_last_person_who_stays_away_ends_the_game() -> None:
    """Nobody is left to play."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    for name in ("ann", "bob", "cy"):
        party[name].lose()
    party.host.wait(20)
    assert party.state == "over"
    assert party.host.archive.recent(1)[0].reason in {"finished", "deserted"}


@pytest.mark.parametrize("what", ["before the game", "after the game"])
def test_without_a_game_no_seat_is_given_up(what: str) -> None:
    """There is nothing to hold up."""
    options = "absence=forfeit absence_seconds=10"
    party = Party("ann", "bob", options=options, programs=("ann", "bob"), start=False)
    if what == "after the game":
        ok(party["ann"], "start", "/propose abort")
        ok(party["bob"], "/accept")
    party["bob"].lose()
    party.host.wait(1000)
    assert 2 in party.room.table.chairs


def test_who_was_away_when_the_game_began_has_his_time_from_then() -> None:
    """Not from when he lost his line."""
    options = "absence=forfeit absence_seconds=10"
    party = Party("ann", "bob", "cy", options=options, programs=("ann", "bob"), start=False)
    party["cy"].lose()
    party.host.wait(100)
    ok(party["ann"], "start")
    party.host.wait(9)
    assert 3 in party.room.table.chairs
    party.host.wait(1)
    assert 3 not in party.room.table.chairs


def test_while_the_game_is_paused_nobody_is_away_too_long() -> None:
    """When it goes on he has all his time again."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    party["bob"].lose()
    ok(party["ann"], "propose pause")
    ok(party["cy"], "accept")
    party.host.wait(500)
    ok(party["ann"], "propose resume")
    ok(party["cy"], "accept")
    party.host.wait(19)
    assert 2 in party.room.table.chairs
    party.host.wait(1)
    assert 2 not in party.room.table.chairs


def test_after_a_restart_the_time_begins_when_the_clock_goes_on() -> None:
    """Everybody has the minute of grace, and then the time of the table."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    party["bob"].lose()
    party.host.wait(19)
    party.host.restart()
    party.come_back("ann", program=True)
    party.host.wait(RESTART_GRACE_S + 19)
    assert set(party.room.table.chairs) == {1, 2, 3}
    party.host.wait(1)
    assert set(party.room.table.chairs) == {1}
    assert party.state == "over"


def test_while_nothing_can_be_stored_nobody_is_away_too_long() -> None:
    """Nobody can come back then, either."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    party["bob"].lose()
    party.host.wait(10)
    lose(party.host)
    party.host.wait(1000)
    mend(party.host)
    party.host.wait(19)
    assert 2 in party.room.table.chairs
    party.host.wait(1)
    assert 2 not in party.room.table.chairs


def test_a_seat_that_could_not_be_given_up_is_given_up_later() -> None:
    """The store failed at just that moment."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    party["bob"].lose()
    party.host.now += 20
    lose(party.host)
    assert 2 in party.room.table.chairs
    mend(party.host)
    party.host.wait(20)
    assert 2 not in party.room.table.chairs
    assert "seat" in names(party["ann"].take())
