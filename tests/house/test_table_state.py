"""A table as a value: who is told it, when, and what it holds."""

from __future__ import annotations

from typing import Any

from parlour_kit.host import Client
from tests.house.scene import Party, events, names, new_host, ok
from tests.house.test_held import back, frozen, updated


def told(client: Client) -> list[dict[str, Any]]:
    """The tables that the events `at` hold which came since."""
    return [body["at"] for _, name, body in events(client.take()) if name == "at"]


def come_back(party: Party, name: str, seq: int | None = None) -> list[str]:
    """All lines that somebody reads who comes back."""
    return party.come_back(name, "lobby", seq=seq).data.decode().splitlines()


def test_who_sits_down_watches_or_looks_is_told_the_table() -> None:
    """With all that `tables`, `look` and `options` say; the defaults are left out."""
    host = new_host()
    ann, bob = host.program("ann"), host.program("bob")
    opened = ok(ann, "new hunt top=9").body["at"]
    assert opened == {
        "table": 1,
        "game": "hunt",
        "title": "Hunt",
        "state": "open",
        "host": 1,
        "you": 1,
        "seats": [{"seat": 1, "name": "ann"}, None, None, None],
        "options": {"top": 9},
    }
    ok(ann, "bot")
    joined = ok(bob, "join 1").body["at"]
    kind = {"seat": 2, "name": "Ada", "bot": "plodder", "ready": True}
    seats = [{"seat": 1, "name": "ann"}, kind, {"seat": 3, "name": "bob"}, None]
    assert joined == opened | {"you": 3, "seats": seats}
    assert ok(ann, "look").body["at"] == joined | {"you": 1}
    assert ok(host.program("wat"), "watch 1").body["at"] == joined | {"you": None}


def test_only_those_who_sit_at_a_private_table_are_told_its_word() -> None:
    """A watcher typed it, and need not have it on their screen."""
    host = new_host()
    ann = host.program("ann")
    opened = ok(ann, "new hunt private=on").body
    word = opened["word"]
    assert (opened["at"]["private"], opened["at"]["word"]) == (True, word)
    bob = ok(host.program("bob"), f"join 1 {word}").body
    assert ("word" in bob, bob["at"]["word"]) == (False, word)
    seen = ok(host.program("wat"), f"watch 1 {word}").body["at"]
    assert (seen["private"], "word" in seen) == (True, False)


def test_it_has_the_result_of_the_last_game_and_says_who_is_ready_and_away() -> None:
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(3, 4)
    at = ok(party["ann"], "look").body["at"]
    assert (at["state"], at["record"], "result" in at) == ("playing", "g1", False)
    ok(party["ann"], "try bob 4")
    at = ok(party["ann"], "look").body["at"]
    (over,) = [body for name, body in party["ann"].events() if name == "over"]
    assert at["state"] == "over"
    assert at["result"] == {key: over[key] for key in ("reason", "scores", "winners")}
    party = Party("ann", "bob", programs=("ann", "bob"), start=False)
    ok(party["bob"], "ready")
    party["bob"].lose()
    party.host.wait(60)
    (_, bob, *_rest) = ok(party["ann"], "look").body["at"]["seats"]
    assert bob == {"seat": 2, "name": "bob", "ready": True, "away": True}


def test_who_comes_back_is_told_it_after_the_welcome() -> None:
    """Or after the events that they missed; without a number, since nobody needs an old one."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party["bob"].lose()
    lines = come_back(party, "bob")
    assert names(lines) == ["welcome", "at", "seat", "prompt"]
    (number,) = [number for number, name, _ in events(lines) if name == "at"]
    assert number == 0
    (at,) = [body["at"] for _, name, body in events(lines) if name == "at"]
    assert (at["you"], at["seats"][1]) == (2, {"seat": 2, "name": "bob"})
    party["bob"].lose()
    seq = party.room.seated[party.room.table.last_match.seats[1]].seq
    ok(party["ann"], "/say hello")
    assert names(come_back(party, "bob", seq)) == ["said", "at", "seat", "prompt"]


def test_who_asks_for_no_news_reads_none_of_it() -> None:
    """Neither a person nor a program without the capability `lobby`: hosts of before sent no line
    without a number to them.
    """
    party = Party("ann", "bob")
    party["bob"].lose()
    assert "at {" not in party.come_back("bob").data.decode()
    party["bob"].lose()
    assert party.come_back("bob", "scene").events("at") == []


def test_a_table_that_goes_on_is_told_to_all_who_are_there() -> None:
    """To those who watch, too. A held one is told with its seats."""
    party = frozen()
    watcher = party.host.program("wat", "lobby")
    ok(watcher, "watch 1")
    watcher.take()
    party["bob"].lose()
    party.come_back("bob", "lobby").take()
    ok(party["ann"], "continue 1")
    for client, you in ((party["bob"], 2), (watcher, None)):
        (at,) = told(client)
        assert (at["state"], at["you"]) == ("playing", you)
    party = updated()
    at = ok(back(party, "ann"), "look").body["at"]
    assert (at["state"], at["seats"][0]) == ("held", {"seat": 1, "name": "ann"})


def test_who_is_given_a_seat_is_told_it() -> None:
    """By a vote, or by a party."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party["bob"].lose()
    cy = party.host.program("cy", "lobby")
    ok(cy, "join 1 bob")
    ok(party["ann"], "/accept 1")
    (at,) = told(cy)
    assert (at["you"], at["seats"][1]) == (2, {"seat": 2, "name": "cy"})
    host = new_host()
    olga, *people = (
        host.program("olga"),
        host.program("ann", "lobby"),
        host.program("bob", "lobby"),
    )
    ok(olga, "party new hunt tables=1 rounds=1")
    for client in people:
        ok(client, "party join 1")
    ok(olga, "party start")
    for client in people:
        (at,) = [body["at"] for name, body in client.events() if name == "at"]
        assert (at["party"], at["you"] in {1, 2}) == (1, True)


def test_who_is_back_at_an_adjourned_table_is_told_it() -> None:
    """With `join`, and by coming back to the host."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    ok(party["ann"], "/propose adjourn")
    ok(party["bob"], "/accept")
    party["bob"].lose()
    assert ok(party["ann"], "join 1").body["at"]["state"] == "adjourned"
    ok(party["ann"], "leave")
    (at,) = [body["at"] for _, name, body in events(come_back(party, "bob")) if name == "at"]
    assert (at["state"], at["you"]) == ("adjourned", 2)
    ok(party["ann"], "join 1")
    (at,) = told(party["bob"])
    assert (at["state"], at["you"]) == ("playing", 2)


def test_changed_options_are_told_as_the_table_has_them() -> None:
    """Those that differ from the defaults: none, once all have them again."""
    party = Party("ann", "bob", programs=("ann", "bob"), start=False)
    changes = (("top=9", {"top": 9}), ("rated=off", {"top": 9, "rated": False}))
    for line, options in (*changes, ("top=20 rated=on", {})):
        ok(party["ann"], f"options {line}")
        ((_, name, body),) = events(party["bob"].take())
        assert (name, body["kind"], body["options"]) == ("notice", "options", options)
