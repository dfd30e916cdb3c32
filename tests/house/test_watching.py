"""Watching: who may, what he hears, and what he does not."""

from __future__ import annotations

from tests.house.scene import Party, events, names, new_host, ok, refused


def test_a_watcher_hears_what_is_public_and_nothing_else() -> None:
    """No number, no note, no prompt; the same as any other watcher."""
    party = Party("ann", "bob", watchers=("wat", "wim"), programs=("wat", "wim"))
    party["ann"].send("/hide 3")
    party["bob"].send("/hide 4")
    party["bob"].send("note I have four")
    party["ann"].send("try bob 5")
    lines = party["wat"].take()
    assert names(lines) == ["hunt.hid", "hunt.hid", "hunt.turn", "hunt.tried", "hunt.turn"]
    assert all(body["data"].get("number") in {None, 5} for _, _, body in events(lines))
    others = [line.split(" ", 2)[2] for line in party["wim"].take()]
    assert [line.split(" ", 2)[2] for line in lines] == others
    assert ok(party["wat"], "look").body["view"]["mine"] is None


def test_a_player_may_watch_other_tables() -> None:
    """He hears both, and plays at one."""
    host = new_host()
    first = Party("ann", "bob", host=host, programs=("ann",))
    Party("cy", "dee", host=host)
    first.hide(1, 2)
    ok(first["ann"], "watch 2", "look 2", "look 1", "say hello")
    assert refused(first["ann"], "watch 1") == "usage"
    host.wait(61)
    tables = {body["table"] for _, _, body in events(first["ann"].take()) if "table" in body}
    assert tables == {1, 2}
    ok(first["ann"], "leave 2")
    assert refused(first["ann"], "look 2") == "not_at_table"


def test_of_two_watched_tables_one_says_which() -> None:
    """Of one, one need not."""
    host = new_host()
    Party("ann", "bob", host=host)
    Party("cy", "dee", host=host)
    wat = host.program("wat")
    ok(wat, "watch 1", "look", "scores", "options", "watch 2")
    for line in ("look", "scores", "options", "leave"):
        assert refused(wat, line) == "ambiguous"
    ok(wat, "look 2", "scores 1", "leave 1", "look", "leave")
    assert refused(wat, "look") == "not_at_table"


def test_watching_again_changes_nothing() -> None:
    """Also where there is no room for one more."""
    host = new_host(watchers=1, watching=1)
    Party("ann", "bob", host=host)
    Party("cy", "dee", host=host)
    wat = host.program("wat")
    ok(wat, "watch 1", "watch 1")
    assert len(host.house.tables.rooms[1].watchers) == 1
    assert refused(wat, "watch 2") == "too_many"
    assert refused(host.program("wim"), "watch 1") == "too_many"
    assert refused(wat, "watch") == "usage"
    assert refused(wat, "watch 9") == "no_such_table"


def test_a_table_may_want_no_watchers() -> None:
    """Its option says so."""
    party = Party("ann", "bob", options="watch=off")
    assert refused(party.host.program("wat"), "watch 1") == "unavailable"


def test_a_watcher_makes_no_moves() -> None:
    """He is told that he is only watching."""
    party = Party("ann", "bob", watchers=("wat",), programs=("wat",))
    assert refused(party["wat"], "hide 4") == "not_at_table"
    assert refused(party["wat"], "ready") == "not_at_table"


def test_who_sits_down_watches_no_more() -> None:
    """He hears each thing once."""
    party = Party("ann", "bob", watchers=("wat",), programs=("wat",), start=False)
    ok(party["wat"], "join 1")
    party["wat"].take()
    party["ann"].send("say hi")
    assert names(party["wat"].take()) == ["said"]
    assert not party.room.watchers


def test_a_watcher_who_loses_his_line_watches_no_more() -> None:
    """He may come back and watch again."""
    party = Party("ann", "bob", watchers=("wat",), programs=("wat",))
    party["wat"].lose()
    assert not party.room.watchers
    wat = party.come_back("wat", program=True)
    assert refused(wat, "look") == "not_at_table"
    ok(wat, "watch 1")


def test_a_view_comes_after_what_one_has_heard_and_only_then() -> None:
    """Another's note brings none."""
    host = new_host()
    party = Party("ann", "bob", host=host)
    cy, dee = host.program("cy", "view"), host.program("dee", "view")
    eve = host.program("eve", "view", "scene")
    ok(cy, "watch 1")
    ok(dee, "watch 1")
    ok(eve, "watch 1")
    party.hide(3, 4)
    lines = cy.take()
    assert names(lines) == ["hunt.hid", "view", "hunt.hid", "hunt.turn", "view"]
    assert [each[1:] for each in events(dee.take())] == [each[1:] for each in events(lines)]
    scenes = [name.replace("view", "scene") for name in names(lines)]
    assert names(eve.take()) == scenes, "in its place and at the same moments"
    party["bob"].send("note x")
    assert cy.take() == eve.take() == []
