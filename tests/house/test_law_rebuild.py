"""Law: the state of a table is the fold of its record, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.core.effects import Effects
from parlour.core.limits import Limits
from parlour.engine import record as r
from parlour.engine.folding import fold
from parlour.engine.opening import open_table, open_without_game
from parlour.engine.table import Table
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store
from parlour_kit.host import Host
from tests.house.crowd import Crowd
from tests.house.scene import GAMES, Words
from tests.sizes import sized

LEXICONS = {"en": Words()}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(2), range(4)))
def test_a_table_rebuilt_from_the_file_equals_the_live_one_after_every_commit(
    seed: int, tmp_path: Path
) -> None:
    """What is read is what another process would read at that moment."""
    store = open_store(tmp_path)
    host = Host(GAMES, LEXICONS, Limits(bot_pause_ms=500, proposal_s=30), seed, store=store)
    compared = 0

    def compare(effects: Effects) -> None:
        nonlocal compared
        if not effects.entries:
            return
        with open_reader(tmp_path) as reader:
            journal = reader.load().journal
        for number, room in host.house.tables.rooms.items():
            bodies = [entry.body for entry in journal if entry.table == number]
            assert bodies == room.record
            assert table_of(host, bodies) == room.table
            compared += 1

    host.watch = compare
    for _ in Crowd(seed, host).play(120):
        pass
    store.close()
    assert compared > 50


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(2), range(4)))
def test_without_its_game_the_same_people_sit_at_a_table(seed: int) -> None:
    """Whatever was played: who sits there, who played, what is proposed while nobody moves."""
    crowd, compared = Crowd(seed), 0
    for _ in crowd.play(250):
        for room in crowd.host.house.tables.rooms.values():
            live = room.table
            entries = [r.decode(body) for body in room.record]
            table = open_without_game(entries, live.game)
            for entry in entries[1:]:
                table, happened = fold(table, entry)
                assert not happened or table.suspended is not None
            assert (table.chairs, table.host) == (live.chairs, live.host)
            assert (table.names, table.record) == (live.names, live.record)
            assert (table.version, table.closed) == (live.version, live.closed)
            assert dict(table.options) == dict(live.options)
            if live.playing:
                assert table.playing
                assert (table.paused, table.proposals) == (live.paused, live.proposals)
                assert table.last_match.now == live.last_match.now
                assert table.last_match.seats == live.last_match.seats
                compared += 1
    assert compared > 100


def table_of(host: Host, bodies: list[bytes]) -> Table:
    """The table that a record makes."""
    opened, *entries = map(r.decode, bodies)
    assert isinstance(opened, r.Opened)
    table = open_table(opened, host.games, host.lexicons)
    for entry in entries:
        table, _ = fold(table, entry)
    return table


def test_what_is_stored_is_the_record_of_the_table_in_order() -> None:
    """Entries are numbered from 0 without gap, and their bodies are the record."""
    crowd = Crowd(99)
    for _ in crowd.play(250):
        pass
    for number, room in crowd.host.house.tables.rooms.items():
        entries = [entry for entry in crowd.host.entries if entry.table == number]
        assert [entry.seq for entry in entries] == list(range(len(room.record)))
        assert [entry.body for entry in entries] == room.record
