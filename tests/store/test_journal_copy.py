"""What a process has read of a journal that another one writes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from parlour.core.persistence import TableGone
from parlour.store import StoreError
from parlour.store.journal_copy import JournalCopy
from parlour.store.sqlite import open_store
from tests.store.samples import entry, record_of


def test_what_is_known_is_not_read_again_and_the_rest_is(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        copy = JournalCopy(tmp_path)
        store.commit(record_of(1, 5), ())
        assert copy.read(3) == record_of(1, 3)
        store.commit(record_of(2, 2), ())
        known = copy.known
        assert len(known) == 3
        whole = store.load()
        assert store.load(known) == whole
        assert store.load(known).journal[0] is next(iter(known.values())).entry
        assert copy.read(100) == [*record_of(1, 5)[3:], *record_of(2, 2)]
        assert copy.read(100) == []
        assert copy.tables() == {1, 2}


def test_a_row_may_be_another_one_by_now(tmp_path: Path) -> None:
    """SQLite gives the number of a row that was dropped to the next one."""
    with closing(open_store(tmp_path)) as store:
        copy = JournalCopy(tmp_path)
        store.commit(record_of(1, 4), ())
        copy.read(100)
        store.commit((), [TableGone(1)])
        store.commit([entry(2, seq, (7, 1, 2)) for seq in range(3)], ())
        assert store.load(copy.known) == store.load()
        assert [each.table for each in store.load(copy.known).journal] == [2, 2, 2]


def test_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        copy = JournalCopy(tmp_path)
        for number in range(1, 8):
            store.commit(record_of(number, 400), ())
            while copy.read(100):
                pass
            store.commit((), [TableGone(number)])
        assert len(copy.known) < 1_500


def test_nothing_can_be_read_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        JournalCopy(tmp_path).read(1)
