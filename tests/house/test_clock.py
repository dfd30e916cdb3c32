"""The clock of a table: deadlines, time calls, and how exactly it stands still."""

from __future__ import annotations

from typing import Any

from parlour.engine import record as r
from parlour.house.effects import Lost, Received
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


def say(party: Party, name: str, line: str, at: float | None) -> Received:
    """A line that the shell read *at* this moment."""
    return Received(party[name].conn, f"{line}\n".encode(), at)


def last(party: Party, count: int) -> list[tuple[str, int]]:
    """The last entries of the table's record, and when they happened."""
    entries: list[Any] = [r.decode(body) for body in party.room.record[-count:]]
    return [(type(entry).__name__, entry.at) for entry in entries]


def test_a_word_counts_by_when_it_was_read_however_late_the_host_gets_to_it() -> None:
    """Before the deadline it is a move, after it not; and the clock is not put back."""
    party = two()
    start = party.host.now
    party.host.now = start + 75
    party.host.tick(
        [say(party, "ann", "5", start + 59.999), say(party, "bob", "6", start + 60.01)]
    )
    hid = [body["data"] for _, name, body in events(party["ann"].take()) if name == "hunt.hid"]
    assert hid[0] == {"seat": 1, "number": 5}
    answer, *_ = (line for line in party["bob"].take() if line.startswith("#"))
    assert answer.startswith("#- no ")
    assert last(party, 3) == [("Called", 59_999), ("Moved", 59_999), ("TimeUp", 60_010)]
    assert party.room.at == 75_000


def test_what_was_due_before_a_word_happens_before_it() -> None:
    """As it would have on a host that is never late."""
    party = two()
    start = party.host.now
    party.host.now = start + 59.5
    party.host.tick([say(party, "ann", "5", start + 49), say(party, "bob", "6", start + 52)])
    assert last(party, 3) == [("Moved", 49_000), ("Called", 52_000), ("Moved", 52_000)]


def test_what_has_no_time_of_its_own_happens_not_after_what_comes_behind_it() -> None:
    """Nobody's word gets late because somebody else's line was lost in between."""
    party = Party("ann", "bob", "cy", options="seconds=60", programs=("ann",))
    start = party.host.now
    party.host.now = start + 58.5
    party.host.tick(
        [
            say(party, "ann", "5", start + 57),
            Lost(party["cy"].conn),
            say(party, "bob", "6", start + 58),
            say(party, "ann", "/say good luck", None),
        ]
    )
    moments = [("Moved", 57_000), ("Presence", 58_000), ("Moved", 58_000), ("Said", 58_500)]
    assert last(party, 4) == moments


def test_time_never_runs_backwards() -> None:
    """Whatever the shell says of when it was read."""
    party = two()
    party.host.wait(20)
    start = party.host.now
    party.host.tick([say(party, "ann", "5", start - 15)])
    assert last(party, 1) == [("Moved", 20_000)]
    assert party.host.house.out.now == start


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
