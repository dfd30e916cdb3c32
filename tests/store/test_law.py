"""Laws: what was committed is what is kept, over any sequence of commits and new starts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from parlour.core.persistence import (
    Clocks,
    Entry,
    GameGone,
    PlayerGone,
    Renamed,
    RowDropped,
    RowKept,
    SavedPlayer,
    Streams,
    TableGone,
    Write,
)
from parlour.store import Store
from parlour.store.postgresql import PostgreSQLStore
from parlour.store.sqlite import open_store
from tests import postgres
from tests.store.conftest import HOUSES
from tests.store.model import PlainStore
from tests.store.samples import finished, player, said

KEEP = 4
PEOPLE = 6
numbers = st.integers(1, PEOPLE)
names = st.sampled_from(["Ann", "ann", "Bob", "Wat"])
pairs = st.lists(st.tuples(numbers, st.integers(0, 2**40)), max_size=5).map(tuple)
shelves = st.sampled_from(["ban", "friend"])
keys = st.sampled_from(["[1]", "[2]", '["a",1]'])
small_writes = st.one_of(
    numbers.map(player),
    numbers.map(PlayerGone),
    pairs.map(Streams),
    pairs.map(Clocks),
    st.builds(RowKept, shelves, keys, st.binary(max_size=5)),
    st.builds(RowDropped, shelves, keys),
    st.builds(GameGone, st.sampled_from(["g1", "g2", "g3"])),
    st.builds(Renamed, names, st.sampled_from(["gone-1", "gone-2"])),
)
streams = st.dictionaries(
    numbers, st.tuples(st.integers(1, 2**40), st.integers(0, 2**20)), max_size=3
)
heard = streams.map(
    lambda found: tuple(n for who, (first, packed) in found.items() for n in (who, first, packed))
)


class Stores(RuleBasedStateMachine):
    """The store on a disk beside the model."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.disk = self.reopened()
        self.plain = PlainStore(KEEP)
        self.open: dict[int, int] = {}
        self.tables = self.notes = self.games = self.told = 0
        self.lives: Counter[int] = Counter()

    def reopened(self) -> Store:
        """The store as the next host finds it."""
        return open_store(Path(self.folder.name), keep_games=KEEP)

    def both(self, entries: list[Entry], writes: list[Write]) -> None:
        """Commit the same to both: both keep it, or neither does."""
        try:
            self.plain.commit(entries, writes)
        except ValueError:
            with pytest.raises(ValueError, match=r"\w"):
                self.disk.commit(entries, writes)
        else:
            self.disk.commit(entries, writes)

    @rule(data=st.data(), writes=st.lists(small_writes, max_size=4))
    def go_on(self, data: st.DataObject, writes: list[Write]) -> None:
        """Things happen at tables and beside them."""
        entries: list[Entry] = []
        for table in data.draw(st.lists(st.sampled_from([0, *self.open]), max_size=6)):
            if table:
                seq, self.open[table] = self.open[table], self.open[table] + 1
            else:
                self.notes = seq = self.notes + 1
            entries.append(Entry(table, seq, data.draw(st.binary(max_size=9)), data.draw(heard)))
        self.both(entries, [*map(self.possible, writes)])

    def possible(self, write: Write) -> Write:
        """What a house could write like that: streams only grow, and no number is given twice."""
        match write:
            case SavedPlayer(number=number):
                return replace(write, number=self.current(number), seq=self.longer())
            case PlayerGone(number=number):
                gone = PlayerGone(self.current(number))
                self.lives[number] += 1
                return gone
            case Streams(seqs=seqs):
                return Streams(tuple((self.current(number), self.longer()) for number, _ in seqs))
            case _:
                return write

    def current(self, number: int) -> int:
        """The number of the player who lives after those who are gone."""
        return number + PEOPLE * self.lives[number]

    def longer(self) -> int:
        """A length that no stream has had."""
        self.told += 1
        return self.told

    @rule()
    def table(self) -> None:
        self.tables += 1
        self.open[self.tables] = 1
        self.both([Entry(self.tables, 0, b"{}")], [])

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def close_table(self, data: st.DataObject) -> None:
        """A table is closed with its last entry."""
        table = data.draw(st.sampled_from(sorted(self.open)))
        self.both([Entry(table, self.open.pop(table), b"{}")], [TableGone(table)])

    @rule(who=st.lists(names, min_size=1, max_size=3), talker=names)
    def game(self, who: list[str], talker: str) -> None:
        self.games += 1
        game = finished(self.games, who, happened=[said(talker, "hi")])
        self.both([], [game])

    @rule(table=numbers, seq=st.integers(0, 9))
    def stray(self, table: int, seq: int) -> None:
        """An entry comes that is seldom in order."""
        if seq == self.open.get(table):
            self.open[table] += 1
        elif table > self.tables and seq == 0:
            self.tables = table
            self.open[table] = 1
        self.both([Entry(table, seq, b"stray")], [Clocks(((1, 1),))])

    @rule()
    def probe(self) -> None:
        """Somebody asks whether it works."""
        self.disk.probe()

    @rule()
    def start_again(self) -> None:
        """The host stops and starts."""
        self.disk.close()
        self.disk = self.reopened()

    @invariant()
    def alike(self) -> None:
        """What is kept is what was committed."""
        assert self.disk.load() == self.plain.load()
        ours, plain = self.disk.archive, self.plain.archive
        assert ours.recent(9) == plain.recent(9)
        for key in ("ann", "bob", "wat", "gone-l"):
            assert ours.recent(9, player=key) == plain.recent(9, player=key)
        for game in plain.recent(9):
            assert ours.get(game.record) == plain.get(game.record)

    def teardown(self) -> None:
        self.disk.close()
        self.folder.cleanup()


Stores.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestStores = Stores.TestCase


def test_the_same_holds_in_a_database(database: postgres.Server) -> None:
    """Also for a node that takes over, with or without an older cache, and behind a snapshot."""

    class InDatabase(Stores):
        @initialize()
        def begin(self) -> None:
            self.house = f"law-{next(HOUSES)}"
            self.other = TemporaryDirectory()
            super().begin()

        def reopened(self) -> Store:
            return postgres.open_store(
                database.url(), Path(self.folder.name), self.house, keep_games=KEEP
            )

        @rule()
        def take_over(self) -> None:
            """The other node goes on."""
            self.disk.close()
            self.folder, self.other = self.other, self.folder
            self.disk = self.reopened()

        @rule()
        def keep_snapshot(self) -> None:
            assert isinstance(self.disk, PostgreSQLStore)
            self.disk.keep_snapshot()

        def teardown(self) -> None:
            super().teardown()
            self.other.cleanup()

    shorter = settings(max_examples=15, stateful_step_count=20, deadline=None)
    run_state_machine_as_test(InDatabase, settings=shorter)
