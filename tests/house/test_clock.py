"""The clock of a table: deadlines, time calls, and how exactly it stands still."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.api import Context, Seat, Step
from parlour.core.effects import Lost, Received
from parlour.engine import record as r
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, Move, State
from tests.house.scene import Party, events, new_host, ok, refused


def two(options: str = "seconds=60") -> Party:
    return Party("ann", "bob", options=options, programs=("ann", "bob"))


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
    """Before the deadline it is a move, after it not; and the clock is not put back. What was
    due before it happens before it.
    """
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
    """Whatever the shell says of when a line was read. Before the first game it is nothing."""
    party = two()
    party.host.wait(20)
    start = party.host.now
    party.host.tick([say(party, "ann", "5", start - 15)])
    assert last(party, 1) == [("Moved", 20_000)]
    assert party.host.house.out.now == start
    party = Party("ann", start=False)
    assert (party.room.at, party.room.left_ms()) == (0, None)


def test_a_look_tells_what_the_player_in_turn_has_in_their_bank() -> None:
    """Everybody can know it. The time of the game stops just before its deadline."""
    party = two("seconds=20 bank=1m first=lowest")
    ann, bob = party["ann"], party["bob"]
    assert "bank_ms" not in ok(ann, "/look").body
    ok(ann, "/hide 5")
    ok(bob, "/hide 6")
    for passed_s, left in ((0, (20_000, 60_000)), (15, (5_000, 60_000)), (15, (0, 49_999))):
        party.host.wait(passed_s)
        looked = ok(bob, "/look").body
        assert (looked["left_ms"], looked["bank_ms"]) == left
    assert "bank_ms" not in ok(two()["ann"], "/look").body


class Measuring(HuntRules):
    def __init__(self) -> None:
        self.lags: list[int] = []

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        self.lags.append(ctx.lag)
        return super().apply(state, seat, move, ctx)


def moves(party: Party) -> list[r.Moved]:
    return [entry for body in party.room.record if isinstance(entry := r.decode(body), r.Moved)]


def far(party: Party, name: str, line: str, lag_ms: int) -> None:
    """A line from somebody so far away."""
    party.host.tick([Received(party[name].conn, f"{line}\n".encode(), party.host.now, lag_ms)])


def test_the_lag_of_a_mover_reaches_the_rules_and_the_record() -> None:
    """That of his own line at that moment; a bot has none, and a refusal leaves none behind."""
    rules = Measuring()
    game: Any = replace(HUNT, rules=rules)
    party = Party("ann", "bob", host=new_host({"hunt": game}), start=False)
    party["ann"].send("bot", "start")
    far(party, "ann", "5", 250)
    far(party, "bob", "44", 7)
    far(party, "bob", "6", 5)
    assert rules.lags == [0, 250, 7, 5], "the bot hides first"
    assert [entry.lag for entry in moves(party)] == [0, 250, 5]
    party = Party("ann", "bob")
    party.hide(3, 4)
    assert [entry.lag for entry in moves(party)] == [0, 0]
    assert all(b"lag" not in body for body in party.room.record)
