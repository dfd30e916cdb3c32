"""The record of a party: what may follow what, and that it gives the party again."""

from __future__ import annotations

import pytest

from parlour.features.parties import record as r
from parlour.features.parties.record import Party, PartyFault, fold, rebuilt
from tests.features.parties.parties import drawn, entered, left, of, opening, scored


def test_the_record_gives_the_party_again() -> None:
    entries: list[r.Entry] = [
        opening(tables=1, places=4),
        entered(1),
        r.Entered(name="easy-1", player=None, bot="easy"),
        entered(3),
        r.Handed(owner=3, name="p3"),
        r.Left(member=3),
        r.Drawn(tables=[[2, 1]], rests=[]),
        r.Began(place=1, table=7),
        r.Scored(place=1, record="g1", points={2: 5, 1: 3}, ranks={2: 1, 1: 2}),
        r.Over(why="played"),
    ]
    party = rebuilt([r.encode(entry) for entry in entries])
    again = of(0, tables=1, places=4)
    states = [again.state]
    for entry in entries[1:]:
        again = fold(again, entry)
        states.append(again.state)
    assert again == party
    assert states == [*["open"] * 6, *["playing"] * 3, "over"]
    assert (party.owner, party.owner_name, party.why) == (3, "p3", "played")
    assert party.current is not None
    assert party.current.games[0].table == 7
    assert party.member_of(1) is not None
    assert party.member_of(3) is None
    assert party.room == 2


def test_a_record_begins_with_the_opening() -> None:
    with pytest.raises(PartyFault):
        rebuilt([r.encode(entered(1))])


@pytest.mark.parametrize(
    ("party", "entry"),
    [
        (of(4), opening()),
        (of(4), r.Left(member=9)),
        (left(of(4), 1), r.Left(member=1)),
        (drawn(of(4), [1, 2], [3, 4]), r.Drawn(tables=[[1, 3]], rests=[])),
        (of(4), r.Drawn(tables=[[1, 2], [2, 3]], rests=[])),
        (of(4), r.Drawn(tables=[[1, 9]], rests=[])),
        (of(4), r.Began(place=1, table=1)),
        (drawn(of(4), [1, 2]), r.Began(place=2, table=1)),
        (scored(drawn(of(4), [1, 2]), {1: 1, 2: 0}), r.Voided(place=1, walkover=[])),
        (fold(of(4), r.Over(why="ended")), entered(5)),
    ],
)
def test_an_entry_out_of_place_is_refused(party: Party, entry: r.Entry) -> None:
    with pytest.raises(PartyFault):
        fold(party, entry)
