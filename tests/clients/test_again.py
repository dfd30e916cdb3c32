"""A finished game out of the answer of a host: what is asked for, and what is made of it."""

from __future__ import annotations

from typing import Any

import pytest

from parlour_client.protocol import Body, Heard
from parlour_client.story import Wish, read_event, read_story, wished


@pytest.mark.parametrize(
    ("request_", "wish"),
    [
        ("/replay g1", Wish("g1")),
        ("/Replay G1 2", Wish("g1", "2")),
        ("/replay g1 bob 12X", Wish("g1", "bob", 12)),
        ("/replay g1 2x", Wish("g1", None, 2)),
        ("/replay g1 100x", Wish("g1", "100x")),
        ("/replay 2x", Wish("2x")),
    ],
)
def test_it_is_asked_for_as_a_host_reads_it(request_: str, wish: Wish) -> None:
    assert wished(request_) == wish


@pytest.mark.parametrize("line", ["/replay", "/replay a b c", "/look", "replay g1", "/", ""])
def test_all_else_is_for_the_host(line: str) -> None:
    assert wished(line) is None


def test_a_host_is_asked_for_all_of_it_at_once() -> None:
    assert Wish("g1", "bob", 2).request == "/replay g1 bob"
    assert Wish("g1", None, 2).request == "/replay g1"


def _item(at_ms: int, event: str, *text: str, **data: Any) -> Body:
    return {"at_ms": at_ms, "event": event, "data": {"table": 3, **data}, "text": list(text)}


SEATS = [{"seat": 1, "name": "Ann"}, {"seat": 2, "name": "bob"}]
ITEMS = [
    {"text": ["A heading."]},
    _item(0, "started", "It begins.", seats=SEATS),
    _item(0, "view", view={"x": 1}),
    _item(2000, "seat", "eve sits down.", change="sat", seat=2, name="eve"),
    _item(2000, "x.thing", "Something."),
    _item(3000, "over", "Over.", "See it again: replay g1", record="g1"),
]


def test_what_was_told_at_the_same_time_is_one_moment() -> None:
    moments = read_story(ITEMS, Wish("g1", "watcher"), "ann").moments
    assert [moment.at_ms for moment in moments] == [0, 2000, 3000]
    assert [[event.name for event in moment.heard] for moment in moments] == [
        ["started", "view"],
        ["seat", "x.thing"],
        ["over"],
    ]
    assert moments[0].heard[0].text == ["It begins."]
    assert moments[0].heard[0].body["seats"] == SEATS
    assert moments[-1].heard[0].text == ["Over."]
    assert moments[-1].look() == {}


@pytest.mark.parametrize(
    ("seat", "who", "number"),
    [
        (None, "Ann", 1),
        ("ANN", "Ann", 1),
        ("1", "Ann", 1),
        ("seat2", "eve", 2),
        ("eve", "eve", 2),
        ("watcher", "", None),
        ("0", "", None),
        ("7", "", None),
        ("nobody", "", None),
    ],
)
def test_it_knows_whose_seat_it_is(seat: str | None, who: str, number: int | None) -> None:
    """A screen wants to know it, and it happened before the record began."""
    found = read_story(ITEMS, Wish("g1", seat), "ann")
    assert found.who == who
    sat = found.moments[0].heard[0]
    assert (sat.body.get("seat") if sat.name == "seat" else None) == number


def test_who_did_not_play_sees_it_as_a_watcher() -> None:
    assert read_story(ITEMS, Wish("g1"), "zoe").who == ""


def test_an_empty_game_is_one_without_moments() -> None:
    assert read_story([], Wish("g1", "1"), "ann").moments == ()


def test_an_item_alone_is_an_event_of_it_or_none() -> None:
    assert read_event(ITEMS[-1]) == Heard(
        0, "over", {"table": 3, "record": "g1", "text": ["Over."]}
    )
    assert read_event({"text": ["g1: Probe"]}) is None
