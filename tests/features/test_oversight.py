"""Tables, for the operator: what he may see of them, and ending one."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from parlour_kit.host import Host
from tests.games.brittle import BRITTLE, SECRET
from tests.games.hunt.game import HUNT
from tests.house.operating import ask, done, operator, refused, rows
from tests.house.scene import GAMES, Party, Words, archived, events, new_host, ok


def test_tables_are_listed() -> None:
    """As the lobby sees them: first those that one can join."""
    host = new_host()
    Party("ann", "bob", host=host, watchers=("wat",))
    Party("cy", host=host, start=False)
    listed = ok(operator(host), "table list").items
    assert listed == ok(host.program("dee"), "tables").items
    assert [row["seats"][0] for row in rows(host, "table list")] == ["cy", "ann"]


def test_one_table_is_shown() -> None:
    """With everything that was agreed, and what its record names."""
    host = new_host(lexicons={"en": Words()})
    party = Party("ann", "bob", host=host, watchers=("wat",))
    party["bob"].lose()
    table = party.room.table
    shown = ask(host, "table show 1")
    assert shown.pop("options") == dict(table.options)
    assert shown == {
        "table": 1,
        "game": "hunt",
        "version": table.game.version,
        "lexicon": None,
        "lexicon_hash": None,
        "lists": {},
        "state": "playing",
        "why": None,
        "host": "ann",
        "seats": [
            {"seat": 1, "name": "ann", "bot": None, "ready": False, "away": False},
            {"seat": 2, "name": "bob", "bot": None, "ready": False, "away": True},
        ],
        "watchers": 1,
        "record": "g1",
        "entries": party.room.started,
        "left_ms": party.room.left_ms(),
    }


def test_the_operator_sees_nothing_that_a_game_hides_and_no_talk() -> None:
    """Whatever is hidden and said, every answer is the same, byte for byte."""
    answers: list[bytes] = []
    for numbers, talk in (((3, 4), "I hid three"), ((5, 6), "I hid sixty")):
        party = Party("ann", "bob", programs=("ann",))
        party.hide(*numbers)
        ok(party["ann"], f"/say {talk}")
        host = party.host
        replies = [ask(host, line) for line in ("status", "table show 1")]
        lists = [rows(host, line) for line in ("table list", "player list")]
        answers.append(msgspec.json.encode([replies, lists]))
    assert answers[0] == answers[1]


def test_a_game_is_ended_and_everybody_is_told() -> None:
    """It is in the archive, the table is gone, the players are free."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann", "wat"), watchers=("wat",))
    lobby = host.program("cy", "lobby")
    host.wait(1)
    party["ann"].take()
    lobby.take()
    text = "Table 1 is closed; its game is in the archive as g1."
    assert done(host, "table end 1") == text
    for name in ("ann", "wat"):
        heard = events(party[name].take())
        told = [body["text"] for _, event, body in heard if event in {"notice", "over"}]
        assert told[0] == ["The operator ends this table."]
        assert told[1][0].startswith("The game was called off.")
        assert told[2] == ["Table 1 is closed (operator)."]
    assert [body["change"] for _, name, body in events(lobby.take()) if name == "table"][-1] == (
        "closed"
    )
    finished = archived(host)
    assert (finished.reason, finished.winners) == ("aborted", ())
    assert not host.house.tables.rooms
    ok(party["ann"], "new hunt")


# --- held and frozen tables ------------------------------------------------------------------


def held() -> Host:
    """A host was started again with another version of hunt, while a game of it was on."""
    party = Party("ann", "bob", programs=("ann",))
    return party.restart({**GAMES, "hunt": replace(HUNT, version="2")})


def test_a_held_table_is_shown_with_the_reason_and_goes_on() -> None:
    """What can be told without its game. Who sits there may come back, and is not removed."""
    host = held()
    (line,) = rows(host, "table list")
    assert (line["state"], line["host"]) == ("held", "ann")
    assert line["seats"] == ["ann", "bob", None, None]
    shown = ask(host, "table show 1")
    assert shown["why"] == "it began with version 1 of Hunt, and this host has version 2"
    assert (shown["version"], shown["record"], shown["left_ms"]) == ("1", "g1", None)
    assert [seat["away"] for seat in shown["seats"]] == [True, True]
    assert ask(host, "status")["tables"] == {"held": 1}
    assert refused(host, "player remove ann").startswith("They are sitting at table 1")
    assert done(host, "table continue 1") == "Table 1 goes on."
    shown = ask(host, "table show 1")
    assert (shown["state"], shown["version"], shown["why"]) == ("playing", "2", None)
    text = "Table 1 can't continue: it is neither held nor frozen."
    assert refused(host, "table continue 1") == text
    text = "Table 1 is closed; its game is in the archive as g1."
    assert done(held(), "table end 1") == text


def test_a_held_table_whose_game_is_not_here_waits() -> None:
    """Nothing has changed. No game was on, so there is nothing to show of one or to archive."""
    host = Party("ann", start=False).restart({"brittle": BRITTLE})
    text = "Table 1 can't continue: the game hunt is not here."
    assert refused(host, "table continue 1") == text
    assert ask(host, "table show 1")["record"] is None
    assert done(host, "table end 1") == "Table 1 is closed."
    assert not host.archive.recent(1)


def test_a_frozen_table_goes_on_when_its_game_is_mended() -> None:
    """As it was before the move over which it failed. What failed is not shown."""
    host = new_host()
    party = Party("ann", "bob", host=host, game="brittle", programs=("ann",))
    party["ann"].send("#1 /snap apply")
    shown = ask(host, "table show 1")
    assert shown["state"] == "frozen"
    assert SECRET not in repr(shown)
    assert done(host, "table continue 1") == "Table 1 goes on."
    assert party.state == "playing"
    ok(party["ann"], "5")
    party["ann"].send("#1 /snap apply")
    done(host, "table end 1")
    assert archived(host).reason == "aborted"


def test_a_table_that_is_not_there_is_refused() -> None:
    """In one line, whatever is asked of it."""
    host = new_host()
    for line in ("table show 1", "table end 1", "table continue 1"):
        assert refused(host, line) == "There is no table 1. To see them: parlour table list"


def test_while_a_game_is_in_progress_the_operator_counts_no_hidden_moves() -> None:
    """Nor of a game that is held; of one that is over, all of them."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(1, 2)
    before = ask(party.host, "table show 1")
    ok(party["bob"], "note something", "note something else")
    assert ask(party.host, "table show 1") == before
    ok(party["ann"], "propose abort")
    ok(party["bob"], "accept")
    assert ask(party.host, "table show 1")["entries"] == len(party.room.record)
