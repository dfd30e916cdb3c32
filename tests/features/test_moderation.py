"""Who is here, for the operator; and removing a player's data, from everywhere it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from parlour.accounts.recent import KEPT, KEPT_S
from parlour.api import Seat
from parlour.core.persistence import PlayerGone, Renamed, SavedPlayer
from parlour.features.moderation.commands import PAGE
from parlour.store.sqlite import open_store
from parlour_kit.host import Host
from tests.house import scene
from tests.house.operating import (
    acts,
    ask,
    done,
    operator,
    refused,
    rows,
    writes,
)
from tests.house.scene import Party, archived, new_host, ok
from tests.store.samples import finished

REMOVED = "The player's data was removed. Finished games now name {} instead."


def finish(party: Party) -> None:
    """The game is ended by agreement, and everybody leaves; the table closes."""
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept 1")
    for name in ("ann", "bob"):
        ok(party[name], "/leave yes")
    party.host.wait(60)
    assert not party.host.house.tables.rooms


@pytest.fixture
def party() -> Party:
    made = Party("ann", "bob", programs=("ann", "bob"))
    ok(made["bob"], "/say my secret")
    return made


# --- who is here --------------------------------------------------------------------------


def test_players_are_listed_with_where_they_are() -> None:
    """The address is what the operator needs to bar somebody."""
    host = new_host()
    Party("ann", host=host, start=False)
    host.connect(address="203.0.113.7").send("bob")
    host.person("cy").lose()
    assert rows(host, "player list") == [
        {"name": "ann", "guest": True, "away": False, "address": "127.0.0.1", "table": 1},
        {"name": "bob", "guest": True, "away": False, "address": "203.0.113.7", "table": None},
        {"name": "cy", "guest": True, "away": True, "address": None, "table": None},
    ]
    assert rows(host, "player barred") == []


def test_who_has_left_is_listed_for_a_day_with_their_address() -> None:
    """So that the operator can ban the address of somebody who has gone."""
    host = new_host()
    for name, address in (("rude", "203.0.113.7"), ("bob", "203.0.113.8")):
        guest = host.connect(near=False, address=address)
        guest.send(name)
        host.wait(60)
        guest.send("quit")
        guest.lose()
    host.connect(near=False, address="203.0.113.9").send("bob")
    nobody = host.connect()
    nobody.lose()
    (left,) = rows(host, "player recent")
    assert {**left, "left_s": 0} == {
        "name": "rude",
        "guest": True,
        "address": "203.0.113.7",
        "left_s": 0,
    }
    text = operator(host).send("#3 player recent")[0]
    assert "rude: guest, 203.0.113.7, left 2026-09-21 14:" in text
    done(host, "player remove rude")
    assert rows(host, "player recent") == [], "removed data are removed"
    cy = host.person("cy")
    cy.lose()
    assert [row["name"] for row in rows(host, "player recent")] == ["cy"]
    host.wait(KEPT_S)
    assert [row["name"] for row in rows(host, "player recent")] == ["bob"], "idle for too long"
    for number in range(KEPT + 1):
        host.person(f"guest{number}").lose()
    assert len(list(host.house.people.recent.since(0))) == KEPT


def test_long_lists_come_page_by_page() -> None:
    """Nobody waits while the operator reads of a full house."""
    host = new_host(names_per_address=PAGE + 1)
    for number in range(PAGE + 1):
        host.person(f"guest{number}")
    first = scene.ok(operator(host), "player list")
    assert (len(first.items), first.body["pages"]) == (PAGE, 2)
    assert first.text == f"Page 1 of 2, {PAGE + 1} in all. More: player list 2"
    assert [row["name"] for row in rows(host, "player list 2")] == [f"guest{PAGE}"]


# --- removing a game ----------------------------------------------------------------------


def test_a_finished_game_is_removed_and_the_trail_says_so(party: Party) -> None:
    """Also a damaged one, which cannot be read any more: that one stops every list."""
    host = party.host
    finish(party)
    record = archived(host).record
    said = f"{record} was removed from the finished games."
    assert done(host, f"history remove {record.upper()}") == said
    none = f"There is no record {record}. To list them: parlour history"
    assert refused(host, f"history remove {record}") == none
    assert acts(host) == [
        (f"history remove {record}", said),
        (f"history remove {record}", f"refused: {none}"),
    ]
    assert ok(party["ann"], "history").items == []


def test_a_damaged_game_is_removed_and_the_others_can_be_listed_again(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        store.commit((), [finished(1), finished(2)])
        with closing(sqlite3.connect(tmp_path / "parlour.db")) as db, db:
            db.execute("UPDATE game SET mark = mark + 1 WHERE record = 'g1'")
        host = Host({}, store=store)
        ann = host.person("ann")
        assert ann.send("history")[0].startswith("The host can't read the finished games now.")
        assert done(host, "history remove g1") == "g1 was removed from the finished games."
        assert ann.send("history")[0].startswith("g2")


# --- removing data ------------------------------------------------------------------------


def test_a_removed_players_name_and_talk_leave_his_games(party: Party) -> None:
    """The game stays; the line is closed kindly; the trail and the log do not name him."""
    host = party.host
    finish(party)
    assert done(host, "player remove BOB") == REMOVED.format("player-2")
    assert party["bob"].closed
    goodbye = '! bye {"text":["Your data has been removed from this host. Goodbye."]}'
    assert party["bob"].take()[-1] == goodbye
    game = archived(host)
    assert game.names == {1: "ann", 2: "player-2"}
    assert not any(b"bob" in body or b"secret" in body for body in game.entries)
    assert acts(host) == [("player remove", REMOVED.format("player-2"))]
    assert not any("bob" in report.text.lower() for report in host.news)
    assert host.house.people.find("bob") is None


def test_his_name_is_free_and_the_stand_in_is_not(party: Party) -> None:
    finish(party)
    done(party.host, "player remove bob")
    party.host.restart()
    new = party.host.connect()
    assert "reserved" in new.send("player-2")[0]
    assert new.send("bob")[0].startswith("Hello bob")


def test_who_is_not_here_any_more_is_removed_too(party: Party) -> None:
    """With a number that no player had or will have."""
    host = party.host
    finish(party)
    party["bob"].lose()
    host.wait(host.limits.away_s)
    assert host.house.people.find("bob") is None
    assert done(host, "player remove bob") == REMOVED.format("player-3")
    host.restart()
    host.person("dee")
    assert host.house.people.register.by_key["dee"].number == 4
    game = archived(host)
    assert game.names[Seat(2)] == "player-3"


def test_who_watches_is_removed_from_there(party: Party) -> None:
    """If he has not talked there: that would stand in the record."""
    wat = party.host.program("wat")
    ok(wat, "watch 1")
    done(party.host, "player remove wat")
    assert not party.room.watchers
    quiet = party.host.program("quiet")
    ok(quiet, "watch 1", "say hello")
    text = "Table 1 still needs that name. Wait until the table closes, or end it."
    assert refused(party.host, "player remove quiet") == text


def test_who_sits_or_sat_at_an_open_table_must_wait(party: Party) -> None:
    """His name is in its record, which is still needed."""
    host = party.host
    assert refused(host, "player remove bob") == (
        "They are sitting at table 1. Wait until they leave, or end the table."
    )
    ok(party["bob"], "/leave yes")
    assert refused(host, "player remove bob").startswith("Table 1 still needs that name.")
    assert acts(host)[0][0] == "player remove"
    assert not writes_of_removal(host)
    done(host, "table end 1")
    assert done(host, "player remove bob") == REMOVED.format("player-2")


def writes_of_removal(host: Host) -> list[object]:
    """What was asked to be removed or renamed."""
    return [write for write in writes(host) if isinstance(write, PlayerGone | Renamed)]


def test_nobody_ignores_him_any_more(party: Party) -> None:
    host = party.host
    cy, dee = host.program("cy"), host.program("dee")
    other = host.program("other")
    ok(cy, "ignore other", "ignore ann")
    ok(dee, "ignore ann")
    done(host, "player remove OTHER")
    assert other.closed
    assert ok(cy, "ignore").text == "You ignore ann."
    host.restart()
    assert host.house.people.register.by_key["cy"].ignored == {"ann"}
    changed = [write.name for write in writes(host) if isinstance(write, SavedPlayer)]
    assert changed.count("cy") == 4  # the name, two ignored, one no more
    assert changed.count("dee") == 2


@pytest.mark.parametrize("name", ["x", "player-2", "10.0.0.7", ""])
def test_what_is_no_name_is_refused(name: str) -> None:
    """Nothing is written but that it was tried."""
    host = new_host()
    assert refused(host, f"player remove {name}").startswith("That can't be a player's name. ")
    assert not writes(host)


def with_accounts(*names: str) -> Host:
    """A host with these accounts; everybody has hung up, and they sleep."""
    host = new_host()
    for name in names:
        client = host.program(name)
        ok(client, "register correct horse")
        client.lose()
    return host


def test_an_account_is_removed_with_its_password() -> None:
    """Whether its player is away or long gone. A sleeping account ignores nobody who was
    removed.
    """
    host = with_accounts("bob", "cy")
    done(host, "player remove bob")
    host.wait(host.limits.away_s)
    assert rows(host, "player list") == []
    assert ask(host, "status")["accounts"] == 1
    done(host, "player remove cy")
    host.restart()
    assert ask(host, "status")["accounts"] == 0
    assert host.connect().send("cy")[0].startswith("Hello cy")
    host = with_accounts("bob", "dee")
    cy = host.program("cy")
    ok(cy, "register correct horse", "ignore bob")
    cy.lose()
    host.wait(host.limits.away_s)
    register = host.house.people.register
    assert set(register.asleep["cy"].ignored) == {"bob"}
    done(host, "player remove bob")
    assert not register.asleep["cy"].ignored
    assert register.named("bob") is None
