"""Adjourned tables: what may come before the entry, and what it leads to."""

from __future__ import annotations

import pytest

from parlour.api import Seat
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.table import RecordFault
from tests.engine.test_table import BOB, SEATED, after, started

ADJOURNED = r.Adjourned(at=5, wall_s=1_790_000_000)


def test_only_a_game_in_progress_is_adjourned() -> None:
    for entries in (SEATED, (*SEATED, started(), ADJOURNED)):
        with pytest.raises(RecordFault, match="no game is in progress"):
            fold(after(*entries), ADJOURNED)


def test_an_adjourned_table_waits_for_its_people_and_takes_nothing_else_with_it() -> None:
    """A pause and a proposal are off, and everybody is away but the bots."""
    pause = r.Proposed(at=1, seat=Seat(1), what="pause")
    agreed = r.Answered(at=2, seat=BOB, number=1, accepts=True)
    table = after(*SEATED, started(), pause, agreed)
    assert table.state == "paused"
    table = fold(fold(table, r.Proposed(at=3, seat=BOB, what="abort"))[0], ADJOURNED)[0]
    assert (table.state, table.paused, dict(table.proposals)) == ("adjourned", False, {})
    assert list(table.missing) == [1, 2]
    assert table.last_match.now == 5
    there = fold(table, r.Presence(at=5, seat=BOB, away=False))[0]
    assert (list(there.present), list(there.missing)) == ([BOB], [1])
    goes_on = r.Continued(at=5, version="1", lexicon=None, lexicon_hash=None)
    assert fold(there, goes_on)[0].state == "playing"
