"""The clock of a table: deadlines, time calls, and how exactly it stands still."""

from __future__ import annotations

from tests.house.scene import Party, events, names, ok, refused


def left_ms(party: Party, name: str = "ann") -> int:
    """What `look` says is left."""
    left = ok(party[name], "/look").body["left_ms"]
    assert isinstance(left, int)
    return left


def pause(party: Party) -> None:
    """Both agree on a pause."""
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    assert party.state == "paused"


def resume(party: Party) -> None:
    """Both agree to go on."""
    ok(party["bob"], "/propose resume")
    ok(party["ann"], "/accept")
    assert party.state == "playing"


def two(options: str = "seconds=60") -> Party:
    """Ann and Bob, both programs."""
    return Party("ann", "bob", options=options, programs=("ann", "bob"))


def test_when_the_deadline_has_passed_the_rules_decide() -> None:
    """Exactly then, and not before."""
    party = two()
    party.host.wait(59.999)
    assert "hunt.hid" not in names(party["ann"].take())
    party.host.wait(0.001)
    assert names(party["ann"].take())[:2] == ["hunt.hid", "hunt.hid"]
    assert party.room.at == 60_000


def test_the_time_is_called_ten_seconds_before() -> None:
    """Once, to everybody."""
    party = two()
    party.host.wait(49.9)
    assert names(party["bob"].take()) == []
    party.host.wait(5)
    ((_, name, body),) = events(party["bob"].take())
    assert (name, body["left_ms"]) == ("clock", 10_000)


def test_a_move_after_the_deadline_is_too_late_even_if_both_are_dealt_with_at_once() -> None:
    """What was due before comes first."""
    party = two()
    party.host.now += 60.5
    assert refused(party["ann"], "@1 /hide 5") == "stale"
    assert party.room.at == 60_500


def test_a_pause_stops_the_clock_and_resuming_goes_on_from_there() -> None:
    """To the millisecond, however often."""
    party = two()
    party.host.wait(20.125)
    pause(party)
    assert left_ms(party) == 39_875
    party.host.wait(1000)
    assert left_ms(party) == 39_875
    resume(party)
    assert left_ms(party) == 39_875
    party.host.wait(9.875)
    pause(party)
    party.host.wait(7)
    resume(party)
    assert left_ms(party) == 30_000
    party.host.wait(29.999)
    assert party.room.table.match is not None
    assert party.room.table.match.state.hiding
    party.host.wait(0.001)
    assert not party.room.table.match.state.hiding


def test_a_prompt_asked_again_after_a_pause_has_the_time_it_had() -> None:
    """Coming back does not stretch it."""
    party = two()
    party.host.wait(10)
    pause(party)
    party.host.wait(100)
    party["bob"].lose()
    bob = party.come_back("bob", program=True)
    (prompt,) = [
        body for _, name, body in events(bob.data.decode().splitlines()) if name == "prompt"
    ]
    assert prompt["due_ms"] == 50_000


def test_the_time_call_of_a_paused_table_waits_as_well() -> None:
    """It comes when ten seconds of table time are left."""
    party = two()
    party.host.wait(49)
    pause(party)
    party.host.wait(500)
    assert "clock" not in names(party["bob"].take())
    resume(party)
    party["bob"].take()
    party.host.wait(1)
    assert names(party["bob"].take()) == ["clock"]


def test_table_time_begins_anew_with_each_game() -> None:
    """And stands between them."""
    party = two()
    party.host.wait(5)
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept")
    party.host.wait(100)
    assert party.room.at == 5000
    ok(party["ann"], "/start")
    assert party.room.at == 0
    party.host.wait(7)
    assert party.room.at == 7000


def test_before_the_first_game_table_time_is_nothing() -> None:
    """There is nothing left of it, either."""
    party = Party("ann", start=False)
    assert (party.room.at, party.room.left_ms()) == (0, None)


def test_tables_do_not_share_a_clock() -> None:
    """A pause is one table's."""
    party = two()
    other = Party("cy", "dee", host=party.host, options="seconds=60", programs=("cy",))
    party.host.wait(10)
    pause(party)
    party.host.wait(20)
    assert left_ms(party) == 50_000
    assert left_ms(other, "cy") == 30_000
