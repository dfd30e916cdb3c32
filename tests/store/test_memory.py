"""The store that lasts as long as the host."""

from __future__ import annotations

from parlour.house.effects import Entry
from parlour.store import MemoryStore


def test_records_come_back_by_table_and_in_order() -> None:
    store = MemoryStore()
    store.commit([Entry(1, 1, b"a"), Entry(2, 1, b"x"), Entry(1, 2, b"b")])
    store.commit([Entry(1, 3, b"c")])
    assert list(store.records(1)) == [b"a", b"b", b"c"]
    assert list(store.records(2)) == [b"x"]


def test_a_table_without_entries_has_an_empty_record() -> None:
    assert list(MemoryStore().records(7)) == []


def test_what_was_handed_out_does_not_grow() -> None:
    store = MemoryStore()
    store.commit([Entry(1, 1, b"a")])
    before = store.records(1)
    store.commit([Entry(1, 2, b"b")])
    assert list(before) == [b"a"]


def test_a_forgotten_table_is_gone_and_the_others_stay() -> None:
    store = MemoryStore()
    store.commit([Entry(1, 1, b"a"), Entry(2, 1, b"x")])
    store.forget(1)
    store.forget(1)
    assert list(store.records(1)) == []
    assert list(store.records(2)) == [b"x"]
