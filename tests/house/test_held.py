"""Tables that stand still after a start, and what their people can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from parlour.api import AnyGame, Context, Lexicon, Seat, Step
from parlour.core.persistence import Entry
from parlour.engine import record as r
from parlour.engine.table import Suspension
from parlour.tables import suspension
from parlour.tables.rebuild import CannotGoOn
from parlour_kit.host import Client
from tests.games.brittle import BRITTLE, SECRET
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.state import Cheer, State
from tests.house.scene import (
    GAMES,
    Party,
    Words,
    archived,
    events,
    held,
    known,
    nameless,
    names,
    new_host,
    ok,
    refused,
    why_not,
)

WORDED = replace(HUNT, id="worded", lexicon="en")
NEW: Mapping[str, AnyGame] = {**GAMES, "hunt": replace(HUNT, version="2")}
WHY = "it began with version 1 of Hunt, and this host has version 2"


class MoreWords(Words):
    hash = "6" * 64


class Forgetful(HuntRules):
    """Rules that have not kept their version, and cannot follow an old record."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Step[State, Any]:
        raise KeyError(SECRET)


class Clinging(HuntRules):
    """Rules that cannot do without anybody."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Any]:
        raise KeyError(SECRET)


class Loud(HuntRules):
    """Rules under which a cheer is heard twice."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Step[State, Any]:
        step = super().apply(state, seat, move, ctx)
        return changed(step, events=step.events * 2) if isinstance(move, Cheer) else step


def playing(*more: str) -> Party:
    """Ann, Bob and Cy, all programs, in a game; Ann is to try first."""
    party = Party("ann", "bob", "cy", *more, programs=("ann", "bob", "cy"))
    party.hide(3, 4, 5)
    return party


def updated() -> Party:
    """That game was on when the host came back with another version of it."""
    party = playing()
    party.restart(NEW)
    return party


def back(party: Party, name: str) -> Client:
    """He comes back, and has read what there was."""
    client = party.come_back(name, program=True)
    client.take()
    return client


def notices(client: Client) -> list[tuple[str, str]]:
    """Kind and words of every notice that was read on this line."""
    found = events(client.data.decode().splitlines())
    said = [body for _, name, body in found if name == "notice"]
    return [(body["kind"], " ".join(" ".join(body["text"]).split())) for body in said]


# --- an evening at a held table ---------------------------------------------------------------


def test_a_table_under_another_version_is_held_until_its_host_lets_it_go_on() -> None:
    """Its people read why when they come back, sit there, talk, and are asked again at its end."""
    party = updated()
    told = f"Table 1 is held: {WHY}."
    bob, cy = back(party, "bob"), back(party, "cy")
    assert notices(bob) == [("held", f"{told} You can type: continue 1 - or: end 1")]
    assert notices(cy) == [("held", f"{told} bob can type: continue 1 - or: end 1")]
    assert refused(cy, "continue 1") == "not_host"
    assert why_not(cy, "end 1") == "Only the host of the table can do that: bob."
    read = known(party.host, "ann").seq
    ok(bob, "say shall we?")
    assert names(cy.take()) == ["said"]
    ann = nameless(party.host)
    ok(ann, f"resume {known(party.host, 'ann').token} {read}")
    assert names(ann.data.decode().splitlines()) == ["said", "seat", "notice"], "bob stood in"
    assert refused(bob, "continue 1") == "not_host"
    zoe = party.host.program("zoe", "lobby")
    assert notices(zoe) == []
    assert refused(zoe, "continue 1") == "not_host"
    for line in ("continue", "end", "continue 1 2"):
        assert refused(zoe, line) == "usage"
    assert refused(zoe, "continue 9") == refused(zoe, "end 9") == "no_such_table"
    (row,) = ok(zoe, "tables").items
    assert [row[field] for field in ("state", "game", "host", "seats", "text")] == [
        "held",
        "hunt",
        "ann",
        ["ann", "bob", "cy", None],
        ["Table 1: Hunt, held: ann, bob and cy (continue 1 or end 1)"],
    ]
    cy.lose()
    looked = ok(ann, "look").body
    assert [looked[field] for field in ("state", "view", "left_ms")] == ["held", None, None]
    assert looked["text"] == [
        told,
        "  You can type: continue 1 - or: end 1",
        "  seat 1: ann (host)",
        "  seat 2: bob",
        "  seat 3: cy (disconnected)",
    ]
    before = party.room.table
    for line in (
        *("scores", "seals", "options", "options top=9", "kick cy", "bot", "ready", "start"),
        *("rematch", "try bob 4", "count bob", "why ant", "propose pause", "propose remove cy"),
        *("join 1", "watch 1"),
    ):
        assert why_not(ann, line) == told, line
    assert party.room.table == before
    bob.take()
    ok(ann, "continue 1")
    (_, notice, body), (_, prompt, _) = events(bob.take())
    assert (notice, body["text"]) == ("notice", ["Table 1 goes on: Hunt, version 2."])
    assert (prompt, party.state, held(party.host.house)) == ("prompt", "playing", {})
    assert party.room.table.chairs[Seat(3)].away
    (entry,) = [entry for entry in party.record if isinstance(entry, r.Continued)]
    assert (entry.version, entry.lexicon, entry.lexicon_hash) == ("2", None, None)
    ok(ann, "try bob 4")
    assert party.room.left_ms() == 60_000
    party.restart()
    assert party.state == "playing", "the version with which it went on is the one that counts"
    party.restart(GAMES)
    assert held(party.host.house)[1].startswith("it began with version 2 of Hunt")


def test_a_person_reads_it_behind_the_welcome() -> None:
    party = updated()
    lines = party.host.connect().send(f"resume {known(party.host, 'ann').code}")
    assert lines[-2:] == [f"Table 1 is held: {WHY}.", "  You can type: continue 1 - or: end 1"]


@pytest.mark.parametrize(
    ("games", "lexicons", "why"),
    [
        ({"hunt": HUNT}, {"en": Words()}, "the game worded is not here"),
        ({"worded": WORDED}, {}, "the word list en is not here"),
        (
            {"worded": WORDED},
            {"en": MoreWords()},
            "the word list en is not the one it was played with",
        ),
        (
            {"worded": replace(WORDED, version="0.9")},
            {"en": Words()},
            "it began with version 1 of Hunt, and this host has version 0.9",
        ),
        (
            {"worded": replace(WORDED, rules=Forgetful())},
            {"en": Words()},
            "its record cannot be followed (GameFault)",
        ),
    ],
)
def test_why_a_table_is_held(
    games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon], why: str
) -> None:
    """Game, version and word list must be those that ruled last. No reason holds a secret."""
    host = new_host({"worded": WORDED}, {"en": Words()})
    party = Party("ann", "bob", host=host, game="worded")
    party.hide(3)
    party.restart(games, lexicons)
    assert held(party.host.house)[1] == why
    assert [report.text for report in host.reports] == [f"table 1 is held: {why}"]
    assert SECRET not in repr(host.reports)
    if why.endswith(("is not here", "(GameFault)")):
        ann, before = back(party, "ann"), party.room.table
        text = " ".join(why_not(ann, "continue 1").replace("/", " ").split())
        assert text == f"Table 1 can't continue: {why}. To end it: end 1"
        assert party.room.table is before


def test_a_list_that_was_chosen_and_not_used_yet_may_have_any_edition() -> None:
    """No game has been played with it."""
    host = new_host({"worded": WORDED}, {"en": Words(), "fr": Words()})
    party = Party("ann", "bob", host=host, game="worded", start=False)
    party["ann"].send("options lexicon=fr")
    party.restart(None, {"en": Words(), "fr": MoreWords()})
    assert party.room.table.options["lexicon"] == "fr"


def test_other_tables_are_not_concerned() -> None:
    party = playing()
    other = Party("xi", "yo", host=party.host, game="brittle", programs=("xi",))
    party.restart(NEW)
    assert [*held(party.host.house)] == [1]
    back(other, "xi")
    ok(other["xi"], "5")
    ok(party.host.program("zed"), "new hunt")
    assert sorted(party.host.house.tables.rooms) == [1, 2, 3]
    assert [*held(party.host.house)] == [1]


def test_a_held_table_is_ended_and_its_game_is_in_the_archive() -> None:
    """Until then nobody else can take a name, and with it a seat. Who sits there, and the lobby,
    is told.
    """
    party = updated()
    party.host.wait(100_000)
    assert refused(nameless(party.host), "name ann") == "name_taken"
    back(party, "ann").lose()
    party.host.wait(100_000)
    ann, bob = back(party, "ann"), back(party, "bob")
    zoe = party.host.program("zoe", "lobby")
    zoe.take()
    ok(ann, "end 1")
    party.host.wait(1)
    assert notices(bob)[-1] == ("table_gone", "Table 1 is closed (host).")
    ((_, name, body),) = events(zoe.take())
    assert (name, body["table"], body["change"]) == ("table", 1, "closed")
    finished = archived(party.host)
    assert (finished.reason, finished.version, finished.winners) == ("aborted", "1", ())
    assert isinstance(r.decode(finished.entries[0]), r.Started)
    assert isinstance(r.decode(finished.entries[-1]), r.Ended)
    assert not held(party.host.house)
    assert refused(ann, "end 1") == "no_such_table"
    party.host.wait(1000)
    ok(nameless(party.host), "name cy")
    party.restart()
    assert not held(party.host.house)


def test_a_held_game_is_called_off_by_consent_and_its_table_waits_for_its_game() -> None:
    """It is in the archive as if it had been ended; nobody has any points."""
    party = updated()
    ann, bob = back(party, "ann"), back(party, "bob")
    ok(ann, "propose abort")
    ok(bob, "accept")
    assert names(ann.take()) == ["notice", "notice", "over"]
    finished = archived(party.host)
    assert (finished.reason, dict(finished.scores), finished.winners) == ("aborted", {}, ())
    assert party.state == "held"
    party.restart(NEW)
    assert party.state == "held"
    assert not party.room.table.playing
    ok(back(party, "ann"), "continue 1")
    assert party.state == "over"
    ok(back(party, "bob"), "rematch")
    assert len(party.host.archive.recent(5)) == 1


def test_a_held_table_that_everybody_has_left_is_closed() -> None:
    """While somebody sits there it waits."""
    party = updated()
    back(party, "ann")
    party.host.wait(100_000)
    for name in ("ann", "bob", "cy"):
        ok(back(party, name), "leave")
    assert not party.host.house.tables.rooms
    assert archived(party.host).reason == "deserted"


def test_a_table_whose_game_is_gone_is_a_table_all_the_same() -> None:
    """It is called as the game was in the record, and has the seats that were taken. The record
    says once for each start why it waits.
    """
    party = updated()
    for _ in range(2):
        party.restart({"brittle": BRITTLE})
    gone = "the game hunt is not here"
    assert held(party.host.house)[1] == gone
    suspended = [entry.why for entry in party.record if isinstance(entry, r.Suspended)]
    assert suspended == [WHY, gone]
    ann, bob = back(party, "ann"), back(party, "bob")
    (row,) = ok(ann, "tables").items
    assert row["text"] == ["Table 1: hunt, held: ann and bob, 1 away (continue 1 or end 1)"]
    assert row["seats"] == ["ann", "bob", "cy"]
    assert refused(ann, "try bob 4") == "unknown_verb"
    ok(ann, "say where is it?")
    ok(bob, "leave")
    party.restart(GAMES)
    assert party.state == "playing", "it goes on by itself, and says so"
    kinds = [type(entry) for entry in party.record]
    assert kinds[-2:] == [r.Restarted, r.Continued]
    assert party.room.table.last_match.state.out == {2}
    ok(back(party, "ann"), "try cy 5")


def test_who_leaves_a_held_table_plays_elsewhere_and_its_game_hears_when_it_goes_on() -> None:
    """Nobody sits at two tables; the others read at once that he has gone. If the game fails over
    it, nothing has changed.
    """
    party = updated()
    ann, bob = back(party, "ann"), back(party, "bob")
    assert why_not(bob, "new hunt") == "You are playing at table 1. To give up your seat: leave"
    ok(bob, "leave", "new hunt")
    told = [body for _, name, body in events(ann.take()) if name == "seat"]
    assert [(body["name"], body["change"]) for body in told] == [("bob", "back"), ("bob", "left")]
    assert party.room.table.suspended == Suspension(WHY, left=(Seat(2),))
    party.host.house.tables.games = {**NEW, "hunt": replace(NEW["hunt"], rules=Clinging())}
    before = party.room.table
    text = "Table 1 can't continue: its program fails (KeyError in Clinging.left)."
    assert why_not(ann, "continue 1").startswith(text)
    assert party.room.table is before
    party.host.house.tables.games = NEW
    assert names(ann.send("continue 1")) == ["notice", "prompt", "prompt"]
    assert [*party.room.table.chairs] == [1, 3]
    assert party.room.table.last_match.state.out == {2}
    assert known(party.host, "bob").room is party.host.house.tables.rooms[2]


def test_a_record_that_cannot_be_followed_without_its_game_either_is_left_as_it_is() -> None:
    party = Party("ann", start=False)
    stood = r.encode(r.Stood(at=0, seat=Seat(4), why="left"))
    party.host.kept.commit([Entry(1, len(party.room.record), stood)], [])
    party.restart()
    assert not party.host.house.tables.rooms
    (report,) = party.host.reports
    assert report.text == (
        "table 1 cannot be restored: its record cannot be followed (nobody sits at seat 4)"
    )


# --- going on -------------------------------------------------------------------------------


def test_its_clock_has_the_time_it_had_and_runs_at_once() -> None:
    """The time in between does not count."""
    party = playing()
    party.host.wait(20)
    party.restart(NEW)
    party.host.wait(5000)
    ok(back(party, "ann"), "continue 1")
    left = party.room.left_ms()
    assert left is not None
    assert 40_000 <= left <= 42_000
    party.host.wait(10)
    assert party.room.left_ms() == left - 10_000


def test_a_table_without_a_game_is_held_and_goes_on_too() -> None:
    """Its options may mean something else now."""
    party = Party("ann", "bob", programs=("ann", "bob"), options="top=9", start=False)
    party.restart(NEW)
    ann, bob = back(party, "ann"), back(party, "bob")
    ok(ann, "continue 1", "start")
    assert party.state == "playing"
    (started,) = [body for _, name, body in events(bob.take()) if name == "started"]
    assert (started["version"], started["options"]["top"]) == ("2", 9)


def test_a_game_that_was_over_is_not_put_into_the_archive_twice() -> None:
    """Though its rules, which said so, are gone."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    party.restart({"brittle": BRITTLE})
    ok(back(party, "bob"), "end 1")
    (finished,) = party.host.archive.recent(5)
    assert finished.reason == "finished"


@pytest.mark.parametrize("loud", [False, True])
def test_what_a_player_missed_at_a_table_that_is_held_comes_when_it_goes_on(loud: bool) -> None:
    """Until then he comes back without a number. What the game tells otherwise now does not come:
    his numbers would be wrong.
    """
    party = playing()
    player = known(party.host, "bob")
    read = player.seq
    ok(party["ann"], "cheer loudly")
    if loud:
        party.restart({**GAMES, "hunt": replace(HUNT, version="2", rules=Loud())})
    else:
        party.restart(NEW)
    line = nameless(party.host)
    assert refused(line, f"resume {player.token} {read}") == "unavailable"
    ok(back(party, "ann"), "continue 1")
    if loud:
        assert refused(line, f"resume {player.token} {read}") == "unavailable"
        ok(line, f"resume {player.token} {read + 1}")
    else:
        ok(line, f"resume {player.token} {read}")
        assert "hunt.cheered" in names(line.data.decode().splitlines())


# --- frozen tables --------------------------------------------------------------------------


def frozen(part: str = "apply") -> Party:
    """A table whose plugin has failed."""
    party = Party("ann", "bob", game="brittle", programs=("ann", "bob"))
    party.hide(3, 4)
    party["ann"].send(f"#1 snap {part}")
    return party


def test_a_frozen_table_is_continued_by_its_host() -> None:
    """All are told and asked again; its clock goes on, and what was proposed waits on."""
    party = frozen()
    ok(party["bob"], "propose abort")
    party.host.wait(20)
    assert refused(party["bob"], "continue 1") == "not_host"
    party["bob"].take()
    ok(party["ann"], "continue 1")
    assert names(party["bob"].take()) == ["notice", "prompt"]
    assert party.state == "playing"
    assert list(party.room.table.proposals) == list(party.room.proposal_timers) == [1]
    assert party.room.left_ms() == 60_000
    party.host.wait(10)
    assert party.room.left_ms() == 50_000
    assert refused(party["ann"], "continue 1") == "unavailable"
    assert "propose abort" in why_not(party["ann"], "end 1"), "one agrees about that"
    with pytest.raises(CannotGoOn, match="neither held nor frozen"):
        suspension.go_on(party.host.house.tables, 1)
    ok(party["ann"], "accept 1")
    assert party.state == "over"
    assert not party.room.proposal_timers


def test_a_table_that_fails_again_is_frozen_again() -> None:
    """Over the deadline that has still passed, because it cannot even ask, or over its bot."""
    party = frozen("time_up")
    party.host.wait(60)
    assert party.state == "frozen"
    ok(party["ann"], "continue 1")
    party.host.wait(0)
    assert party.state == "frozen"
    assert names(party["bob"].data.decode().splitlines()).count("fault") == 2

    party = Party("ann", "bob", game="brittle", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 9")
    party["bob"].lose()
    ok(party["ann"], "snap ask2")
    back(party, "bob")
    assert party.state == "frozen"
    again = "Table 1 has failed again and is frozen."
    assert suspension.go_on(party.host.house.tables, 1) == again
    assert party.state == "frozen"

    party = Party("ann", game="brittle", options="broken=think", start=False)
    party["ann"].send("bot", "start", "/hide 3")
    assert party.state == "frozen"
    before = len(party.host.reports)
    party["ann"].send("/continue 1")
    assert party.state == "frozen"
    assert len(party.host.reports) == before + 1


@pytest.mark.parametrize(("version", "state"), [("1.1", "held"), (BRITTLE.version, "frozen")])
def test_a_frozen_table_whose_game_is_mended_is_continued_after_a_start(
    version: str, state: str
) -> None:
    """Under another version it is held; under its own it stays frozen until then."""
    party = frozen()
    party.restart({"brittle": replace(BRITTLE, version=version, rules=BRITTLE.rules)})
    assert party.state == state
    ok(back(party, "ann"), "continue 1", "try bob 4")
    assert party.state == "over"


def test_a_frozen_table_is_ended_by_its_host() -> None:
    """Its game is in the archive, its people are in the lobby."""
    party = frozen()
    ok(party["ann"], "end 1")
    assert "over" in names(party["bob"].take())
    assert party.host.archive.recent(1)[0].reason == "aborted"
    assert refused(party["bob"], "look") == "not_at_table"
    assert not party.host.house.tables.rooms
