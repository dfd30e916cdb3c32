"""Games that somebody joined, as files: who held which seat follows from the entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from parlour.api import AnyGame, Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.records import export, read, verify
from parlour.records._read import Damaged
from parlour.tables.erasure import without_name
from tests.games.hunt.game import HUNT
from tests.games.open_hunt import OPEN_HUNT
from tests.house.scene import Party, archived, new_host
from tests.records.forging import bodies_of, chained

GAMES: Final[Mapping[str, AnyGame]] = {"hunt": OPEN_HUNT}
TWO, THREE = Seat(2), Seat(3)


def game() -> Finished:
    """Ann and bob began; cy came, bob left, dee took their seat, and a bot came."""
    party = Party("ann", "bob", "cy", "dee", host=new_host(GAMES), start=False)
    for name in ("cy", "dee"):
        party[name].send("leave yes")
    party["ann"].send("start", "/hide 3")
    party["bob"].send("/hide 4")
    party["cy"].send("join 1", "/hide 5")
    party["bob"].send("/leave yes")
    party["dee"].send("join 1")
    party["ann"].send("/bot")
    party.host.wait(1)
    party["ann"].send("try dee 4")
    for name in ("ann", "cy"):
        party[name].send("/propose abort")
        party[name].send("/accept")
    party["dee"].send("/accept")
    finished = archived(party.host)
    return finished


def test_its_header_names_who_held_the_seats_in_the_end() -> None:
    finished = game()
    assert finished.names == {1: "ann", 2: "dee", 3: "cy", 4: "Ada"}
    assert finished.scores == {1: 1, 2: 0, 3: 0, 4: 0}
    report = verify(export(finished), GAMES, {})
    assert (report.verdict, report.fault) == ("good", None)
    assert "with ann, dee, cy and Ada." in "\n".join(report.lines())


def test_it_can_be_read_by_people_of_whom_one_is_removed() -> None:
    """All hashes again, and the game is the same."""
    for name in ("bob", "dee", "cy"):
        finished = without_name(game(), name, "player-9")
        data = export(finished)
        assert f'"{name}"'.encode() not in data  # a hash may have the same letters
        assert verify(data, GAMES, {}).verdict == "good"


def joined(entry: r.Entry) -> bool:
    return isinstance(entry, r.Joined) and entry.seat == THREE


def forged(finished: Finished, change: Callable[[Any], r.Entry]) -> Finished:
    """Another way for cy to sit down, with hashes and a header that agree."""
    entries = map(r.decode, finished.entries)
    changed = [change(entry) if joined(entry) else entry for entry in entries]
    bodies = tuple(map(r.encode, changed))
    names = dict(sorted(dict(r.players(bodies)).items()))
    scores = {seat: points for seat, points in finished.scores.items() if seat in names}
    return replace(finished, entries=bodies, names=names, scores=scores, winners=())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seat": Seat(1)}, "seat 1 is not free"),
        ({"seat": Seat(9)}, "seat 9 is not free"),
        ({"bot": "genius"}, "there is no bot genius here"),
    ],
)
def test_a_seat_that_could_not_be_taken_is_found(change: dict[str, Any], why: str) -> None:
    """Nobody sits down where the rules offer no seat."""
    data = export(forged(game(), lambda entry: msgspec.structs.replace(entry, **change)))
    fault = verify(data, GAMES, {}).fault
    assert fault is not None
    assert fault.what.endswith("(joined)")
    assert why in fault.why


def test_a_game_that_nobody_can_join_was_joined_by_nobody() -> None:
    fault = verify(export(game()), {"hunt": HUNT}, {}).fault
    assert fault is not None
    assert "seat 3 is not free" in fault.why


def test_names_that_the_entries_do_not_tell_are_found() -> None:
    """Whether hashes fit or not; also of a seat that changed hands."""
    data = export(game())
    for old, new in ((b'"2":"dee"', b'"2":"bob"'), (b'"3":"cy"', b'"3":"eve"')):
        lines = data.split(b"\n")
        lines[0] = lines[0].replace(old, new)
        with pytest.raises(Damaged) as caught:
            read(b"\n".join(lines))
        assert caught.value.fault.what == "header field names"
        bodies = bodies_of(data)
        bodies[0] = bodies[0].replace(old, new)
        with pytest.raises(Damaged) as caught:
            read(chained(bodies))
        assert caught.value.fault.what == "header field names"


def test_a_field_that_was_changed_is_named_although_a_line_cannot_be_read() -> None:
    lines = export(game()).split(b"\n")
    lines[0] = lines[0].replace(b'"game":"hunt"', b'"game":"hurt"')
    lines[3] = lines[3].replace(b'"kind"', b'"kind')
    with pytest.raises(Damaged) as caught:
        read(b"\n".join(lines))
    assert caught.value.fault.what == "header field game"
