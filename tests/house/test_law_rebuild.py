"""Law: the state of a table is the fold of its record, and nothing else."""

from __future__ import annotations

import pytest

from parlour.engine import record as r
from parlour.engine.table import Table, fold, open_table
from parlour.house.effects import Entry
from parlour.house.house import House
from parlour.house.limits import Limits
from parlour.testing.host import Host
from tests.house.crowd import Crowd
from tests.house.scene import GAMES, Words

LEXICONS = {"en": Words()}


class Checked(House):
    """A house that rebuilds each table from what it stores, and compares at every entry."""

    rebuilt: dict[int, Table]
    compared: int

    def store(self, entry: Entry) -> None:
        """Fold the entry once more, from its bytes, onto a table of our own."""
        super().store(entry)
        decoded = r.decode(entry.body)
        if isinstance(decoded, r.Opened):
            if entry.table == 1:
                self.rebuilt, self.compared = {}, 0
            self.rebuilt[entry.table] = open_table(decoded, GAMES, LEXICONS)
            return
        table, _ = fold(self.rebuilt[entry.table], decoded)
        self.rebuilt[entry.table] = table
        live = self.rooms[entry.table].table
        assert table.match == live.match, f"after {decoded}"
        assert table == live, f"after {decoded}"
        self.compared += 1


@pytest.mark.parametrize("seed", range(12))
def test_a_table_rebuilt_from_its_record_equals_the_live_one_after_every_entry(seed: int) -> None:
    """State, prompts, clocks, scores and the bots' memories are all in the comparison."""
    limits = Limits(bot_pause_ms=500, proposal_s=30)
    host = Host(GAMES, LEXICONS, limits, seed=seed, house_type=Checked)
    crowd = Crowd(seed, host)
    for _ in crowd.play(250):
        pass
    assert isinstance(host.house, Checked)
    assert host.house.compared > 50
    assert not host.reports


def test_what_is_stored_is_the_record_of_the_table_in_order() -> None:
    """Entries are numbered from 0 without gap, and their bodies are the record."""
    crowd = Crowd(99)
    for _ in crowd.play(250):
        pass
    for number, room in crowd.host.house.rooms.items():
        entries = [entry for entry in crowd.host.entries if entry.table == number]
        assert [entry.seq for entry in entries] == list(range(len(room.record)))
        assert [entry.body for entry in entries] == room.record
