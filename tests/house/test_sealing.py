"""What is told of commitments: at the start, and when something is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.api import Seat
from parlour.engine import table_events as h
from parlour.engine.seals import of_seed
from parlour.language import FORM
from parlour.tables.announce import public_event
from parlour.wire.messages import SealedEvent
from tests.house.scene import Party


def started(party: Party, name: str) -> Any:
    """The event that told a program of the start."""
    ((_, body),) = party[name].events("started")
    return body


@pytest.mark.parametrize("name", ["ann", "wat"])
def test_everybody_is_told_the_commitment_to_the_seed_when_a_game_begins(name: str) -> None:
    """Programs all of it, with the line that people read."""
    party = Party("ann", "bob", watchers=("wat",), programs=("ann", "wat"))
    match = party.room.table.last_match
    assert started(party, name)["commitment"] == match.commitment == of_seed(match.seed)
    assert started(party, name)["text"][-1] == (
        f"The shuffle is sealed: {match.commitment[:16]}... To verify: seals"
    )
    party = Party("ann", "bob")
    event = public_event(party.room.table, h.Sealed(Seat(2), "ab" * 32))
    assert event == SealedEvent(table=1, seat=2, commitment="ab" * 32)
    assert event.lines(FORM) == ()
