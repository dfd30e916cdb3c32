"""What a host with `--ephemeral` keeps while it runs."""

from __future__ import annotations

import pytest

from parlour.core.persistence import Renamed, Saved
from parlour.store import StoreError
from parlour.store.memory import EphemeralStore
from parlour.store.sqlite import MEASURE_EVERY
from tests.store.samples import entry, finished, player


def test_only_finished_games_are_kept() -> None:
    """The oldest go first; of the journal and the players nothing is kept, so nothing grows."""
    store = EphemeralStore(2)
    store.commit([entry(1, 0)], [player(1, "Ann"), *(finished(n) for n in (1, 2, 3))])
    assert store.load() == Saved(last_record=3)
    kept = [played.record for played in store.archive.recent(9)]
    assert kept == [finished(n).record for n in (3, 2)]


def test_a_name_that_has_to_go_goes_from_the_games_too() -> None:
    """As from those on a disk."""
    store, game = EphemeralStore(), finished(1)
    name = next(iter(game.names.values()))
    store.commit([], [game, Renamed(name, "gone 1")])
    kept = store.archive.get(game.record)
    assert kept is not None
    assert name not in kept.names.values()
    assert "gone 1" in kept.names.values()


def test_when_it_is_closed_nothing_is_kept_any_more() -> None:
    """Nor can anything be read: the memory is given back."""
    store = EphemeralStore()
    store.commit([], [finished(1)])
    store.close()
    with pytest.raises(StoreError):
        store.commit([], [finished(2)])
    with pytest.raises(StoreError):
        store.probe()
    with pytest.raises(StoreError):
        store.archive.recent(9)


def test_it_counts_what_it_keeps() -> None:
    """So that `data_bytes` bounds the games of a host without a data directory, too."""
    store = EphemeralStore()
    before = store.size
    for number in range(2 * MEASURE_EVERY):
        store.commit([], [finished(number + 1)])
    assert store.size > before + MEASURE_EVERY * sum(map(len, finished(1).entries))
