"""Talk: at the table, among its watchers, in private, and who is ignored."""

from __future__ import annotations

import pytest

from parlour.house.limits import TALK_KEPT
from tests.house.scene import Party, events, names, new_host, ok, refused


def said(party: Party, name: str) -> list[tuple[str, str, str]]:
    """Who said what to whom, as that program has read it since."""
    return [
        (body["name"], body["to"], body["what"])
        for _, event, body in events(party[name].take())
        if event in {"said", "told"}
    ]


@pytest.fixture
def party() -> Party:
    """Two players and two watchers, all programs."""
    everybody = ("ann", "bob", "wat", "wim")
    return Party("ann", "bob", watchers=("wat", "wim"), programs=everybody, start=False)


@pytest.mark.parametrize("start", [False, True])
def test_players_are_heard_by_all_and_watchers_by_watchers(party: Party, start: bool) -> None:
    """Before, during and after a game."""
    if start:
        ok(party["ann"], "start")
    ok(party["ann"], "/say Hello,  all!")
    ok(party["wat"], "say ann will win")
    assert said(party, "bob") == [("ann", "table", "Hello,  all!")]
    talk = [("ann", "table", "Hello,  all!"), ("wat", "watchers", "ann will win")]
    assert said(party, "wim") == talk
    assert said(party, "ann") == []


def test_the_numbers_of_a_players_events_do_not_tell_that_watchers_talk(party: Party) -> None:
    """He hears nothing of them."""
    ok(party["ann"], "start")
    player = party.host.house.people.find("ann")
    assert player is not None
    before = player.seq
    ok(party["wat"], "say psst")
    assert player.seq == before


def test_talk_of_a_game_stands_on_its_record_up_to_a_bound(party: Party) -> None:
    """Beyond it people still hear each other, and moves are still kept."""
    ok(party["ann"], "start", "/say one")
    size = len(party.room.record)
    party.room.record.extend([b"{}"] * TALK_KEPT)
    ok(party["ann"], "/say two")
    assert len(party.room.record) == size + TALK_KEPT
    assert said(party, "bob")[-1] == ("ann", "table", "two")


@pytest.mark.parametrize("line", ["say", "say   ", "tell bob", "tell", "tell bob \u200b"])
def test_nothing_cannot_be_said(party: Party, line: str) -> None:
    """A word is missing."""
    assert refused(party["ann"], line) == "usage"


def test_talk_reaches_others_without_what_could_harm_their_screens(party: Party) -> None:
    """Invisible signs are left out, quotes are not."""
    ok(party["ann"], 'say a\u200bb "c" \\')
    assert said(party, "bob") == [("ann", "table", 'ab "c" \\')]


def test_private_talk_is_heard_by_the_two_whom_it_concerns(party: Party) -> None:
    """Look-alike names are the same name."""
    ok(party["ann"], "tell B0B psst")
    assert said(party, "bob") == [("ann", "bob", "psst")]
    assert said(party, "wat") == []
    lines = party["ann"].send("#t tell ann note to self")
    assert names(lines) == ["told"]


def test_nobody_can_be_told_what_is_not_here(party: Party) -> None:
    """Or who has lost his line."""
    assert refused(party["ann"], "tell zoe hi") == "usage"
    party["bob"].lose()
    assert refused(party["ann"], "tell bob hi") == "unavailable"


def test_who_is_nowhere_talks_to_nobody() -> None:
    """Not even to himself."""
    assert refused(new_host().program("ann"), "say hi") == "not_at_table"


def test_a_watcher_of_two_tables_cannot_talk_at_both(party: Party) -> None:
    """He is told how to talk."""
    host = party.host
    Party("cy", "dee", host=host)
    ok(party["wat"], "watch 2")
    assert refused(party["wat"], "say hi") == "ambiguous"
    ok(party["wat"], "leave 2", "say hi")


def test_one_does_not_hear_whom_one_ignores(party: Party) -> None:
    """At the table, private, on the record or not, and only until one hears him again."""
    ok(party["bob"], "ignore ann")
    ok(party["wat"], "ignore ann")
    ok(party["ann"], "say one", "tell bob two", "start", "/say three")
    assert said(party, "bob") == []
    assert said(party, "wat") == []
    ok(party["bob"], "/ignore ann")
    ok(party["ann"], "/say four")
    assert said(party, "bob") == [("ann", "table", "four")]
    assert said(party, "wat") == []


def test_who_is_ignored_is_listed(party: Party) -> None:
    """And nobody is at first."""
    assert ok(party["ann"], "ignore").body["text"] == ["You ignore nobody."]
    ok(party["ann"], "ignore wat", "ignore bob")
    assert ok(party["ann"], "ignore").body["text"] == ["You ignore bob, wat."]


def test_one_cannot_ignore_oneself_or_nobody_or_too_many() -> None:
    """Each has its reason."""
    host = new_host(ignored=1)
    ann = host.program("ann")
    host.person("bob")
    host.person("cy")
    assert refused(ann, "ignore ann") == "usage"
    assert refused(ann, "ignore bobb") == "usage"
    ok(ann, "ignore bob")
    assert refused(ann, "ignore cy") == "too_many"
    ok(ann, "ignore bob", "ignore cy")
