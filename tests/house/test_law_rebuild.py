"""Law: the state of a table is the fold of its record, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from parlour.api import Seat
from parlour.engine import record as r
from parlour.engine.table import Table, fold, open_table
from parlour.house.effects import Effects
from parlour.house.limits import Limits
from parlour.lexicons import load_english
from parlour.store.reader import open_reader
from parlour.store.sqlite import open_store
from parlour.testing.host import Host
from parlour.testing.playing import NAMES, random_line
from parlour.testing.rebuild import Checked
from parlour_probe import PROBE
from tests.house.crowd import Crowd
from tests.house.scene import GAMES, Words

LEXICONS = {"en": Words()}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
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


def table_of(host: Host, bodies: list[bytes]) -> Table:
    """The table that a record makes."""
    opened, *entries = map(r.decode, bodies)
    assert isinstance(opened, r.Opened)
    table = open_table(opened, host.games, host.lexicons)
    for entry in entries:
        table, _ = fold(table, entry)
    return table


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(6))
def test_the_same_holds_for_games_of_probe_with_bots(seed: int) -> None:
    """Whole games of two people and two bots, with talk and time-outs between the moves."""
    limits = Limits(bot_pause_ms=100)
    host = Host({"probe": PROBE}, {"en": load_english()}, limits, seed, house_type=Checked)
    ann, bob = (host.program(name) for name in NAMES[:2])
    ann.send(
        "new probe turn_seconds=5 choice_seconds=5 hide_seconds=20", "bot novice", "bot sharp"
    )
    bob.send("join 1")
    ann.send("start")
    rng = Random(seed)
    room = host.house.tables.rooms[1]
    while room.table.playing:
        match = room.table.match
        assert match is not None
        for seat, client in ((Seat(1), ann), (Seat(4), bob)):
            opened = match.prompts.get(seat)
            if opened is not None and opened.prompt.urgent and rng.random() < 0.8:
                verb, rest = random_line(opened.prompt, room.table.names, rng)
                client.send(f"{verb} {rest}", "say well")
        host.wait(rng.choice((0.2, 1, 6)))
    assert isinstance(host.house, Checked)
    assert host.house.compared > 60
    assert not host.reports


def test_what_is_stored_is_the_record_of_the_table_in_order() -> None:
    """Entries are numbered from 0 without gap, and their bodies are the record."""
    crowd = Crowd(99)
    for _ in crowd.play(250):
        pass
    for number, room in crowd.host.house.tables.rooms.items():
        entries = [entry for entry in crowd.host.entries if entry.table == number]
        assert [entry.seq for entry in entries] == list(range(len(room.record)))
        assert [entry.body for entry in entries] == room.record
