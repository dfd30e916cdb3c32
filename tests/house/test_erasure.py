"""A player's data are removed from a finished game."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from parlour.api import Seat
from parlour.engine import record as r
from parlour.tables.erasure import REMOVED, others_in, without_name
from tests.store.samples import finished, said

MOVED = r.Moved(at=1, seat=Seat(1), move=msgspec.Raw(b'{"name": "Ann"}'))
"""A game's own move: whatever stands in it is not a name of ours."""


def test_the_name_is_replaced_wherever_it_stands() -> None:
    """In the list, in the start, in a seat that was taken; by its key, as names are compared."""
    sat = r.Sat(seat=Seat(3), name="ann", bot=None)
    before = finished(1, ("Ann", "Bob"), happened=[sat, MOVED])
    after = without_name(before, "ANN", "gone-1")
    assert after.names == {1: "gone-1", 2: "Bob"}
    start, seat, move, end = map(r.decode, after.entries)
    assert isinstance(start, r.Started)
    assert start.names == {1: "gone-1", 2: "Bob"}
    assert seat == r.Sat(seat=Seat(3), name="gone-1", bot=None)
    assert (move, end) == (MOVED, r.Ended(at=9, reason="finished"))


def test_his_talk_goes_and_that_of_others_stays() -> None:
    """Also what others said about him: those are their words. So does that of a watcher who
    only talked.
    """
    talk = [said("Ann", "my secret"), said("Bob", "Ann is here"), said("ann", "psst", "watchers")]
    after = without_name(finished(1, happened=talk), "Ann", "gone-1")
    assert [r.decode(body) for body in after.entries[1:-1]] == [
        said("gone-1", REMOVED),
        talk[1],
        said("gone-1", REMOVED, "watchers"),
    ]
    after = without_name(finished(1, happened=[said("Wat", "ooh")]), "wat", "gone-1")
    assert after.names == {1: "Ann", 2: "Bob"}
    assert r.decode(after.entries[1]) == said("gone-1", REMOVED)


def test_an_option_that_named_him_names_his_seat() -> None:
    """In the list and in the start; the rules find the same seat. One that named who had not
    come yet stays: it was another of that name.
    """
    settings = {"first": "ann", "other": "Bob"}
    before = finished(1, ("Bob", "Ann"), options=settings, seat_options=["first", "other"])
    after = without_name(before, "Ann", "gone-1")
    start = r.decode(after.entries[0])
    assert isinstance(start, r.Started)
    assert after.options["first"] == start.options["first"] == "seat2"
    assert after.options["other"] == start.options["other"] == "Bob"
    sat = r.Sat(seat=Seat(3), name="Cy", bot=None)
    before = finished(1, options={"first": "bob"}, seat_options=["first"], happened=[sat])
    assert without_name(before, "cy", "gone-1").options == before.options


def test_a_value_is_not_taken_for_a_name_because_it_reads_like_one() -> None:
    """Somebody may be called like a word list, or like a choice of the game. Nothing tells
    which options of a record without a start name a seat.
    """
    before = finished(1, ("none", "Bob"), options={"lexicon": "none", "challenge": "none"})
    after = without_name(before, "none", "gone-1")
    assert after.names[min(after.names)] == "gone-1"
    assert after.options == before.options
    before = replace(finished(1, options={"first": "Ann"}, seat_options=["first"]), entries=())
    after = without_name(before, "Ann", "gone-1")
    assert after.names == {1: "gone-1", 2: "Bob"}
    assert after.options == before.options


def test_a_game_without_him_comes_back_byte_by_byte() -> None:
    """Whatever was said and done in it, and however it is written."""
    before = finished(1, happened=[said("Bob", "Carl?"), MOVED])
    assert without_name(before, "Carl", "gone-1") == before
    loose = b'{ "kind": "said", "at": 3, "name": "Bob", "to": "table", "what": "hi" }'
    before = replace(finished(1), entries=(*finished(1).entries, loose))
    assert without_name(before, "Ann", "gone-1").entries[-1] == loose


def test_who_stands_in_a_game_besides_its_players() -> None:
    """By key: those who talked or sat down late."""
    sat = r.Sat(seat=Seat(3), name="Zoe", bot=None)
    happened: list[r.Entry] = [said("Wat", "ooh"), said("Ann", "hi"), sat]
    assert others_in(finished(1, happened=happened)) == {"wat", "zoe"}
    assert others_in(finished(2)) == frozenset()


def test_an_entry_that_is_none_is_an_error() -> None:
    """Nothing is passed over that may hold a name."""
    broken = replace(finished(1), entries=(b'{"kind":"said"}',))
    with pytest.raises(msgspec.DecodeError):
        without_name(broken, "Ann", "gone-1")
