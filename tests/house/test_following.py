"""Tables that a process has followed, and one that it forks goes on with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from parlour.core.persistence import Entry
from parlour.engine import record as r
from parlour.tables.course import Course, Followed
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, ok


def journal(party: Party) -> list[Entry]:
    return [entry for entry in party.host.kept.load().journal if entry.table]


def followed(entries: list[Entry]) -> Followed:
    found = Followed({"hunt": HUNT}, {})
    for entry in entries:
        found.add(entry)
    return found


def restarted(party: Party, tables: Mapping[int, Course]) -> list[bytes]:
    """The record of the table in a house that knows *tables* already."""
    begin = party.host.house_type
    party.host.house_type = partial(begin, followed=tables)  # type: ignore[assignment]
    party.restart()
    party.host.house_type = begin
    return party.room.record


def playing() -> Party:
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(1, 2)
    ok(party["ann"], "try bob 9")
    return party


def test_a_house_goes_on_with_what_was_followed() -> None:
    party = playing()
    entries = journal(party)
    tables = followed(entries[:-2]).tables
    known = tables[1]
    record = restarted(party, tables)
    assert record is known.record, "and not made again"
    assert [*map(r.decode, record[: len(entries)])] == [r.decode(each.body) for each in entries]
    party.come_back("ann", program=True)
    party.come_back("bob", program=True)
    ok(party["bob"], "try ann 8")


def test_what_does_not_fit_is_made_again() -> None:
    party = playing()
    tables = followed(journal(party)).tables
    tables[1].record[-1] = b"{}"
    record = restarted(party, tables)
    assert record is not tables[1].record


def test_a_table_that_cannot_be_followed_is_left_out() -> None:
    entries = journal(playing())
    assert not followed(entries[1:]).tables, "it has no beginning"
    gap = [*entries[:3], *entries[4:]]
    assert not followed(gap).tables
    broken = [*entries[:3], Entry(1, 3, b"?"), *entries[4:]]
    assert not followed(broken).tables
    whole = followed(entries)
    whole.forget_others({1, 2})
    assert whole.tables
    whole.forget_others({2})
    assert not whole.tables
