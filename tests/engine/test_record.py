"""Entries of a record: what is written can be read again, and nothing else can."""

from __future__ import annotations

import msgspec
import pytest

from parlour.api import Seat
from parlour.engine import record as r
from tests.games.hunt.state import Hide

ONE = Seat(1)
ENTRIES: tuple[r.Entry, ...] = (
    r.Opened(
        table=7,
        game="hunt",
        version="1",
        options={"top": 20, "watch": True, "first": "lowest"},
        lexicon=None,
        lexicon_hash=None,
    ),
    r.Sat(seat=ONE, name="ann", bot=None),
    r.Joined(at=4, seat=ONE, name="cy", bot=None),
    r.Stood(at=5, seat=ONE, why="kicked"),
    r.Optioned(options={"top": 20}),
    r.Readied(seat=ONE, ready=True),
    r.Presence(at=0, seat=ONE, away=True),
    r.Started(
        record="g1",
        table=7,
        game="hunt",
        version="1",
        options={"top": 20},
        names={ONE: "ann", Seat(2): "bob"},
        bots={Seat(2): "plodder"},
        away=[ONE],
        host=ONE,
        lexicon="en",
        lexicon_hash="ab",
        seed="00ff",
        wall_s=12,
    ),
    r.Moved(at=1, seat=ONE, move=r.encode_move(Hide(3))),
    r.TimeUp(at=2),
    r.Called(at=2, left_s=10),
    r.Proposed(at=3, seat=ONE, what="pause"),
    r.Answered(at=3, seat=ONE, number=1, accepts=False),
    r.Lapsed(number=1),
    r.Halted(at=3, halted=True),
    r.Said(at=4, name="ann", to="table", what='quotes " and \u00fcmlauts'),
    r.Ended(at=5, reason="aborted"),
    r.Faulted(at=6),
    r.Restarted(at=6),
    r.Suspended(at=6, why="the game hunt is not here", over=True),
    r.Adjourned(at=6, wall_s=1_790_000_000),
    r.Continued(at=6, version="2", lexicon="en", lexicon_hash="a1"),
    r.Closed(why="empty"),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_an_entry_is_read_again_as_it_was_written(entry: r.Entry) -> None:
    body = r.encode(entry)
    assert b"\n" not in body
    assert r.decode(body) == entry


def test_every_kind_of_entry_stands_in_the_list_above() -> None:
    missing = set(r.Entry.__args__) - {type(entry) for entry in ENTRIES}
    assert not missing, f"add an example of {missing} to ENTRIES above"


def test_who_has_played_is_told_by_the_entries_of_a_game() -> None:
    """In the order in which they came; a seat is there for each who held it."""
    two = Seat(2)
    entries: tuple[r.Entry, ...] = (
        next(entry for entry in ENTRIES if isinstance(entry, r.Started)),
        r.Moved(at=1, seat=ONE, move=msgspec.Raw(b'{"to":"joined"}')),
        r.Said(at=2, name="wat", to="table", what="started"),
        r.Stood(at=3, seat=two, why="left"),
        r.Joined(at=4, seat=two, name="cy", bot=None),
        r.Joined(at=5, seat=Seat(3), name="dee", bot=None),
    )
    found = r.players(map(r.encode, entries))
    assert found == [(ONE, "ann"), (two, "bob"), (two, "cy"), (3, "dee")]


def test_a_lag_that_is_nothing_is_not_written_and_a_record_without_one_is_as_good() -> None:
    """Records from before there were any stay what they were, to the byte."""
    body = b'{"kind":"moved","at":1,"seat":1,"move":{"type":"hide","number":3}}'
    moved = r.decode(body)
    assert moved == r.Moved(at=1, seat=ONE, move=r.encode_move(Hide(3)), lag=0)
    assert r.encode(moved) == body
    far = r.encode(r.Moved(at=1, seat=ONE, move=r.encode_move(Hide(3)), lag=250))
    assert far == body[:-1] + b',"lag":250}'
    assert r.encode(r.decode(far)) == far


@pytest.mark.parametrize("body", [b"", b"{}", b'{"kind":"nonsense"}', b'{"kind":"sat","seat":1}'])
def test_what_is_no_entry_is_refused(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        r.decode(body)
