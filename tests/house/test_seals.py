"""What the host has sealed of a game: who may ask, when, and what he reads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from parlour.api import Context, Seat, Step
from parlour.engine import record as r
from parlour.engine import seals
from parlour.engine import table_events as h
from parlour.engine.seals import of_seed
from parlour.language import FORM
from parlour.tables.announce import public_event
from parlour.wire.messages import SealedEvent
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Event, Hide, Move, State
from tests.house.scene import Party, archived, events, new_host, ok, why_not


class SealedHunt(HuntRules):
    """What is hidden is sealed."""

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """As ever."""
        step = super().apply(state, seat, move, ctx)
        return changed(step, sealed={seat: move.number}) if isinstance(move, Hide) else step


def hunt() -> Party:
    """Ann and Bob have hidden their numbers; Wat looks on."""
    host = new_host({"hunt": replace(HUNT, rules=SealedHunt())})
    party = Party("ann", "bob", host=host, programs=("ann", "bob"), watchers=("wat",))
    party.hide(3, 4)
    return party


def test_the_commitments_of_the_game_are_listed_for_all_at_the_table() -> None:
    """The seed's first, then each seat's; they are those that were announced."""
    party = hunt()
    answer = ok(party["ann"], "seals")
    heard = events(party["bob"].data.decode().splitlines())
    (luck,) = [body["commitment"] for _, name, body in heard if name == "started"]
    hidden = {body["seat"]: body["commitment"] for _, name, body in heard if name == "sealed"}
    assert [(row["seat"], row["name"], row["commitment"]) for row in answer.items] == [
        (None, None, luck),
        (1, "ann", hidden[1]),
        (2, "bob", hidden[2]),
    ]
    assert answer.body["count"] == 3
    assert party["wat"].send("seals 1") == [
        f"the shuffle: {luck}",
        f"ann: {hidden[1]}",
        f"bob: {hidden[2]}",
        "Each is a SHA-256 hash. Keep them, and compare after the game: seals verify g1",
    ]


def test_they_are_still_there_when_the_game_is_over_and_its_record_opens_them() -> None:
    """Until the next game begins, which has its own."""
    party = hunt()
    before = ok(party["ann"], "seals").items
    ok(party["ann"], "try bob 4")
    assert ok(party["ann"], "seals").items == before
    finished = archived(party.host)
    started = r.decode(finished.entries[0])
    assert isinstance(started, r.Started)
    seed = bytes.fromhex(started.seed)
    assert before[0]["commitment"] == seals.of_seed(seed)
    assert {row["commitment"] for row in before[1:]} <= {
        seals.of_setup(seed, step, Seat(seat), number)
        for step in range(4)
        for seat, number in ((1, 3), (2, 4))
    }
    ok(party["bob"], "/rematch")
    ok(party["ann"], "/start")
    again = ok(party["ann"], "/seals").items
    assert len(again) == 1, "nobody has hidden anything yet"
    assert again[0]["commitment"] != before[0]["commitment"]


def test_there_is_nothing_to_list_before_the_first_game() -> None:
    """And nowhere but at a table."""
    party = Party("ann", "bob", programs=("ann",), start=False)
    assert why_not(party["ann"], "seals") == (
        "No game has begun here yet. The shuffle is sealed when it starts."
    )
    assert why_not(party["ann"], "seals 7") == ("You are not at table 7; to see it: watch 7")


def started(party: Party, name: str) -> Any:
    """The event that told a program of the start."""
    ((_, body),) = party[name].events("started")
    return body


@pytest.mark.parametrize("name", ["ann", "wat"])
def test_everybody_is_told_the_commitment_to_the_seed_when_a_game_begins(name: str) -> None:
    """Programs; people ask for it with `seals`, and read no hash before the first turn."""
    party = Party("ann", "bob", watchers=("wat",), programs=("ann", "wat"))
    match = party.room.table.last_match
    assert started(party, name)["commitment"] == match.commitment == of_seed(match.seed)
    assert started(party, name)["text"] == ["Hunt begins: ann and bob."]
    party = Party("ann", "bob")
    event = public_event(party.room.table, h.Sealed(Seat(2), "ab" * 32))
    assert event == SealedEvent(table=1, seat=2, commitment="ab" * 32)
    assert event.lines(FORM) == ()
