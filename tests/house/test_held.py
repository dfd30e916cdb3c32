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
from parlour_kit.host import Client, Host
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


class MoreWords(Words):
    """Another edition of the same list."""

    hash = "6" * 64


def restart(
    party: Party,
    games: Mapping[str, AnyGame] | None = None,
    lexicons: Mapping[str, Lexicon] | None = None,
) -> Host:
    """The host goes down and comes back with other games or word lists."""
    host = party.host
    host.games = host.games if games is None else games
    host.lexicons = host.lexicons if lexicons is None else lexicons
    host.restart()
    return host


def playing(*more: str) -> Party:
    """Ann, Bob and Cy, all programs, in a game; Ann is to try first."""
    party = Party("ann", "bob", "cy", *more, programs=("ann", "bob", "cy"))
    party.hide(3, 4, 5)
    return party


def updated() -> Party:
    """That game was on when the host came back with another version of it."""
    party = playing()
    restart(party, NEW)
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


# --- which tables are held ------------------------------------------------------------------


def test_a_table_under_another_version_is_held() -> None:
    """In the list it has its game, its host and its seats; nobody plays there."""
    party = updated()
    ann = back(party, "ann")
    answer = ok(ann, "tables")
    (row,) = answer.items
    assert (row["state"], row["game"], row["host"], row["seats"]) == (
        "held",
        "hunt",
        "ann",
        ["ann", "bob", "cy", None],
    )
    text = "Table 1: Hunt, held: ann, bob and cy (continue 1 or end 1)"
    assert row["text"] == [text]
    why = "it began with version 1 of Hunt, and this host has version 2"
    assert why_not(ann, "join 1") == why_not(ann, "watch 1") == f"Table 1 is held: {why}."
    assert why_not(ann, "try bob 4") == f"Table 1 is held: {why}."


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
    ],
)
def test_why_a_table_is_held(
    games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon], why: str
) -> None:
    """Game, version and word list must be those that ruled last."""
    host = new_host({"worded": WORDED}, {"en": Words()})
    party = Party("ann", "bob", host=host, game="worded")
    restart(party, games, lexicons)
    assert held(party.host.house)[1] == why
    assert [report.text for report in host.reports] == [f"table 1 is held: {why}"]


def test_a_list_that_was_chosen_and_not_used_yet_may_have_any_edition() -> None:
    """No game has been played with it."""
    host = new_host({"worded": WORDED}, {"en": Words(), "fr": Words()})
    party = Party("ann", "bob", host=host, game="worded", start=False)
    party["ann"].send("options lexicon=fr")
    restart(party, None, {"en": Words(), "fr": MoreWords()})
    assert party.room.table.options["lexicon"] == "fr"


class Forgetful(HuntRules):
    """Rules that have not kept their version, and cannot follow an old record."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Step[State, Any]:
        """Every move fails."""
        raise KeyError(SECRET)


def test_a_table_whose_record_the_game_cannot_follow_is_held() -> None:
    """It is told what kind of fault it was, and no secret."""
    party = playing()
    host = restart(party, {**GAMES, "hunt": replace(HUNT, rules=Forgetful())})
    why = "its record cannot be followed (GameFault)"
    assert held(host.house)[1] == why
    assert SECRET not in repr(host.reports)
    ann = back(party, "ann")
    before = party.room.table
    text = " ".join(why_not(ann, "continue 1").replace("/", " ").split())
    assert text == f"Table 1 can't continue: {why}. To end it: end 1"
    assert party.room.table is before


def test_other_tables_are_not_concerned() -> None:
    """Nor are new tables of that game."""
    party = playing()
    other = Party("xi", "yo", host=party.host, game="brittle", programs=("xi",))
    restart(party, NEW)
    assert [*held(party.host.house)] == [1]
    back(other, "xi")
    ok(other["xi"], "5")
    ok(party.host.program("zed"), "new hunt")
    assert sorted(party.host.house.tables.rooms) == [1, 2, 3]
    assert [*held(party.host.house)] == [1]


# --- what their people are told -------------------------------------------------------------


def test_who_sits_there_is_told_once_when_he_comes_back() -> None:
    """Why, and what the host of the table can do."""
    party = updated()
    why = "Table 1 is held: it began with version 1 of Hunt, and this host has version 2."
    bob = back(party, "bob")
    assert notices(bob) == [("held", f"{why} You can type: continue 1 - or: end 1")]
    ann = back(party, "ann")
    assert notices(ann) == [("held", f"{why} You can type: continue 1 - or: end 1")]
    cy = back(party, "cy")
    assert notices(cy) == [("held", f"{why} ann can type: continue 1 - or: end 1")]
    zoe = party.host.program("zoe")
    assert notices(zoe) == []


def test_a_person_reads_it_too() -> None:
    """Behind his welcome."""
    party = updated()
    player = known(party.host, "ann")
    lines = party.host.connect().send(f"resume {player.code}")
    assert lines[-2:] == [
        "Table 1 is held: it began with version 1 of Hunt, and this host has version 2.",
        "  You can type: continue 1 - or: end 1",
    ]


def test_only_the_host_of_the_table_decides_or_who_stands_in_for_him() -> None:
    """While Ann has no line it is Bob."""
    party = updated()
    cy, bob = back(party, "cy"), back(party, "bob")
    assert refused(cy, "continue 1") == "not_host"
    assert why_not(cy, "end 1") == "Only the host of the table can do that: bob."
    back(party, "ann")
    assert refused(bob, "continue 1") == "not_host"
    zoe = party.host.program("zoe")
    assert refused(zoe, "continue 1") == "not_host"
    for line in ("continue", "end", "continue 1 2"):
        assert refused(zoe, line) == "usage"
    assert refused(zoe, "continue 9") == refused(zoe, "end 9") == "no_such_table"


def test_the_names_of_its_people_are_kept_as_long_as_the_table_is_held() -> None:
    """Nobody else can take such a name and with it the seat."""
    party = updated()
    party.host.wait(100_000)
    eve = nameless(party.host)
    assert refused(eve, "name ann") == "name_taken"
    back(party, "ann").lose()
    party.host.wait(100_000)
    ann = back(party, "ann")
    ok(ann, "end 1")
    party.host.wait(1000)
    ok(party.host.program("eve"), "tables")
    bob = nameless(party.host)
    ok(bob, "name bob")


# --- sitting at a held table ----------------------------------------------------------------


def test_its_people_sit_there_and_see_why_it_waits_and_who_is_there() -> None:
    """A person too; there is no position."""
    party = updated()
    why = "it began with version 1 of Hunt, and this host has version 2"
    ann = back(party, "ann")
    looked = ok(ann, "look")
    assert (looked.body["state"], looked.body["view"], looked.body["left_ms"]) == (
        "held",
        None,
        None,
    )
    assert looked.body["text"] == [
        f"Table 1 is held: {why}.",
        "  You can type: continue 1 - or: end 1",
        "  seat 1: ann (host)",
        "  seat 2: bob (disconnected)",
        "  seat 3: cy (disconnected)",
    ]
    bob = party.come_back("bob")
    assert "  seat 2: bob" in bob.send("look")


def test_they_talk_there_and_who_was_away_reads_it() -> None:
    """The game is not there to forbid it."""
    party = updated()
    ann, bob = back(party, "ann"), back(party, "bob")
    cy = known(party.host, "cy")
    read = cy.seq
    ok(ann, "say shall we?")
    assert names(bob.take()) == ["said"]
    line = nameless(party.host)
    ok(line, f"resume {cy.token} {read}")
    assert names(line.data.decode().splitlines()) == ["said", "seat", "notice"]


@pytest.mark.parametrize(
    "line",
    [
        *("scores", "seals", "options", "options top=9", "kick cy", "bot", "ready", "start"),
        *("rematch", "try bob 4", "count bob", "why ant", "propose pause", "propose remove cy"),
    ],
)
def test_what_needs_the_game_waits(line: str) -> None:
    """One reads why."""
    party = updated()
    ann = back(party, "ann")
    before = party.room.table
    why = "it began with version 1 of Hunt, and this host has version 2"
    assert why_not(ann, line) == f"Table 1 is held: {why}."
    assert party.room.table == before


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
    restart(party, NEW)
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
    finished = archived(party.host)
    assert finished.reason == "deserted"


def test_a_table_whose_game_is_gone_is_a_table_all_the_same() -> None:
    """It is called as the game was in the record, and has the seats that were taken."""
    party = playing()
    restart(party, {})
    ann, bob = back(party, "ann"), back(party, "bob")
    (row,) = ok(ann, "tables").items
    assert row["text"] == ["Table 1: hunt, held: ann, bob and cy (continue 1 or end 1)"]
    assert row["seats"] == ["ann", "bob", "cy"]
    assert why_not(ann, "continue 1") == (
        "Table 1 can't continue: the game hunt is not here. To end it: end 1"
    )
    assert refused(ann, "try bob 4") == "unknown_verb"
    ok(ann, "say where is it?")
    ok(bob, "leave")
    restart(party, GAMES)
    assert party.state == "playing"
    assert party.room.table.last_match.state.out == {2}
    ok(back(party, "ann"), "try cy 5")


class Clinging(HuntRules):
    """Rules that cannot do without anybody."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Any]:
        """It always fails."""
        raise KeyError(SECRET)


def test_a_table_whose_game_fails_over_who_left_stays_held() -> None:
    """Nothing has changed; the reason holds no secret."""
    party = updated()
    ann, bob = back(party, "ann"), back(party, "bob")
    ok(bob, "leave")
    party.host.house.tables.games = {**NEW, "hunt": replace(NEW["hunt"], rules=Clinging())}
    before = party.room.table
    ann.take()
    text = "Table 1 can't continue: its program fails (KeyError in Clinging.left)."
    assert why_not(ann, "continue 1").startswith(text)
    assert party.room.table is before
    party.host.house.tables.games = NEW
    ok(ann, "continue 1")
    assert party.state == "playing"


def test_another_reason_is_told_when_it_is_another_one() -> None:
    """The record says it once for each."""
    party = updated()
    for _ in range(2):
        restart(party, {"brittle": BRITTLE})
    assert held(party.host.house)[1] == "the game hunt is not here"
    record = [r.decode(body) for body in party.room.record]
    assert [entry.why for entry in record if isinstance(entry, r.Suspended)] == [
        "it began with version 1 of Hunt, and this host has version 2",
        "the game hunt is not here",
    ]


def test_a_record_that_cannot_be_followed_without_its_game_either_is_left_as_it_is() -> None:
    """For a program that can read it."""
    party = Party("ann", start=False)
    stood = r.encode(r.Stood(at=0, seat=Seat(4), why="left"))
    party.host.kept.commit([Entry(1, len(party.room.record), stood)], [])
    restart(party)
    assert not party.host.house.tables.rooms
    (report,) = party.host.reports
    assert report.text == (
        "table 1 cannot be restored: its record cannot be followed (nobody sits at seat 4)"
    )


# --- going on -------------------------------------------------------------------------------


def test_a_held_table_goes_on_and_all_who_are_back_are_told_and_asked() -> None:
    """With the same prompts; the record says under what rules it goes on."""
    party = updated()
    ann, bob = back(party, "ann"), back(party, "bob")
    ok(ann, "continue 1")
    told = events(bob.take())
    assert [name for _, name, _ in told] == ["notice", "prompt"]
    assert told[0][2]["text"] == ["Table 1 goes on: Hunt, version 2."]
    assert (party.state, dict(held(party.host.house))) == ("playing", {})
    assert party.room.table.chairs[Seat(3)].away
    record = [r.decode(body) for body in party.room.record]
    (entry,) = [entry for entry in record if isinstance(entry, r.Continued)]
    assert (entry.version, entry.lexicon, entry.lexicon_hash) == ("2", None, None)
    ok(ann, "try bob 4")
    assert party.room.left_ms() == 60_000


def test_its_clock_has_the_time_it_had_and_runs_at_once() -> None:
    """The time in between does not count."""
    party = playing()
    party.host.wait(20)
    restart(party, NEW)
    party.host.wait(5000)
    ann = back(party, "ann")
    ok(ann, "continue 1")
    left = party.room.left_ms()
    assert left is not None
    assert 40_000 <= left <= 42_000
    party.host.wait(10)
    assert party.room.left_ms() == left - 10_000


def test_after_the_next_start_it_is_not_held_again() -> None:
    """The version with which it went on is the one that counts."""
    party = updated()
    ok(back(party, "ann"), "continue 1")
    restart(party)
    assert party.state == "playing"
    restart(party, GAMES)
    assert held(party.host.house)[1].startswith("it began with version 2 of Hunt")


def test_who_leaves_a_held_table_plays_elsewhere_and_its_game_hears_when_it_goes_on() -> None:
    """Nobody sits at two tables; the others read at once that he has gone."""
    party = updated()
    ann, bob = back(party, "ann"), back(party, "bob")
    assert why_not(bob, "new hunt") == "You are playing at table 1. To give up your seat: leave"
    ok(bob, "leave", "new hunt")
    told = [body for _, name, body in events(ann.take()) if name == "seat"]
    assert [(body["name"], body["change"]) for body in told] == [("bob", "back"), ("bob", "left")]
    assert party.room.table.suspended == Suspension(
        "it began with version 1 of Hunt, and this host has version 2", left=(Seat(2),)
    )
    assert names(ann.send("continue 1")) == ["notice", "prompt", "prompt"]
    assert [*party.room.table.chairs] == [1, 3]
    assert party.room.table.last_match.state.out == {2}
    player = known(party.host, "bob")
    assert player.room is party.host.house.tables.rooms[2]


def test_a_table_without_a_game_is_held_and_goes_on_too() -> None:
    """Its options may mean something else now."""
    party = Party("ann", "bob", programs=("ann", "bob"), options="top=9", start=False)
    restart(party, NEW)
    ann, bob = back(party, "ann"), back(party, "bob")
    ok(ann, "continue 1", "start")
    assert party.state == "playing"
    (started,) = [body for _, name, body in events(bob.take()) if name == "started"]
    assert (started["version"], started["options"]["top"]) == ("2", 9)


def test_a_table_can_be_given_back_its_old_game_instead() -> None:
    """Then it goes on by itself, and says so."""
    party = updated()
    back(party, "ann")
    restart(party, GAMES)
    assert party.state == "playing"
    kinds = [type(r.decode(body)) for body in party.room.record]
    assert kinds[-5:] == [r.Suspended, r.Restarted, r.Presence, r.Restarted, r.Continued]
    ok(back(party, "ann"), "try bob 4")


# --- ending ---------------------------------------------------------------------------------


def test_a_held_table_is_ended_and_its_game_is_in_the_archive() -> None:
    """Whoever sits there is told, and the lobby too."""
    party = updated()
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
    restart(party)
    assert not held(party.host.house)


def test_a_game_that_was_over_is_not_put_into_the_archive_twice() -> None:
    """Though its rules, which said so, are gone."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    restart(party, {"brittle": BRITTLE})
    ok(back(party, "bob"), "end 1")
    (finished,) = party.host.archive.recent(5)
    assert finished.reason == "finished"


def test_what_a_player_missed_at_a_table_that_is_held_comes_when_it_goes_on() -> None:
    """Until then he comes back without a number."""
    party = playing()
    player = known(party.host, "bob")
    read = player.seq
    ok(party["ann"], "try bob 9")
    restart(party, NEW)
    line = nameless(party.host)
    assert refused(line, f"resume {player.token} {read}") == "unavailable"
    ok(back(party, "ann"), "continue 1")
    ok(line, f"resume {party.host.house.people.register.by_key['bob'].token} {read}")
    assert "hunt.tried" in names(line.data.decode().splitlines())


class Loud(HuntRules):
    """Rules under which a cheer is heard twice."""

    def apply(self, state: State, seat: Seat, move: Any, ctx: Context) -> Step[State, Any]:
        """Everything else is as usual."""
        step = super().apply(state, seat, move, ctx)
        return changed(step, events=step.events * 2) if isinstance(move, Cheer) else step


def test_what_would_come_again_otherwise_than_it_came_does_not_come() -> None:
    """The game tells more events of the same move now: his numbers would be wrong."""
    party = playing()
    player = known(party.host, "bob")
    read = player.seq
    ok(party["ann"], "cheer loudly")
    restart(party, {**GAMES, "hunt": replace(HUNT, version="2", rules=Loud())})
    ok(back(party, "ann"), "continue 1")
    line = nameless(party.host)
    assert refused(line, f"resume {player.token} {read}") == "unavailable"
    ok(line, f"resume {player.token} {read + 1}")


# --- frozen tables --------------------------------------------------------------------------


def frozen(part: str = "apply", game: AnyGame = BRITTLE) -> Party:
    """A table whose plugin has failed."""
    host = new_host({"brittle": game, "hunt": HUNT})
    party = Party("ann", "bob", host=host, game="brittle", programs=("ann", "bob"))
    party.hide(3, 4)
    party["ann"].send(f"#1 snap {part}")
    return party


def test_a_frozen_table_is_continued_by_its_host() -> None:
    """All are told and asked again; its clock goes on."""
    party = frozen()
    party.host.wait(500)
    assert refused(party["bob"], "continue 1") == "not_host"
    party["bob"].take()
    ok(party["ann"], "continue 1")
    assert names(party["bob"].take()) == ["notice", "prompt"]
    assert party.state == "playing"
    assert party.room.left_ms() == 60_000
    party.host.wait(10)
    assert party.room.left_ms() == 50_000
    ok(party["ann"], "try bob 4")
    assert party.state == "over"


def test_what_was_proposed_at_a_frozen_table_waits_on_when_it_is_continued() -> None:
    """Each proposal has its time from then on."""
    party = frozen()
    ok(party["bob"], "propose abort")
    party.host.wait(1)
    ok(party["ann"], "continue 1")
    assert list(party.room.table.proposals) == list(party.room.proposal_timers) == [1]
    ok(party["ann"], "accept 1")
    assert party.state == "over"
    assert not party.room.proposal_timers


def test_a_table_that_fails_again_is_frozen_again() -> None:
    """Here the deadline over which it failed has still passed."""
    party = frozen("time_up")
    party.host.wait(60)
    assert party.state == "frozen"
    ok(party["ann"], "continue 1")
    party.host.wait(0)
    assert party.state == "frozen"
    assert names(party["bob"].data.decode().splitlines()).count("fault") == 2


def test_a_table_that_cannot_even_ask_is_frozen_again_at_once() -> None:
    """The operator reads so."""
    party = Party("ann", "bob", game="brittle", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 9")
    party["bob"].lose()
    ok(party["ann"], "snap ask2")
    back(party, "bob")
    assert party.state == "frozen"
    assert (
        suspension.go_on(party.host.house.tables, 1) == "Table 1 has failed again and is frozen."
    )
    assert party.state == "frozen"


def test_a_frozen_table_that_is_mended_under_a_new_version_is_continued_after_a_start() -> None:
    """It is held, because its version is another one."""
    party = frozen()
    restart(party, {"brittle": replace(BRITTLE, version="1.1")})
    ann = back(party, "ann")
    ok(ann, "continue 1")
    assert party.state == "playing"
    ok(ann, "try bob 4")


def test_a_frozen_table_that_is_mended_under_its_old_version_is_continued_after_a_start() -> None:
    """It was frozen, and a start alone does not change that."""
    party = frozen()
    restart(party, {"brittle": replace(BRITTLE, rules=BRITTLE.rules)})
    assert party.state == "frozen"
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


def test_a_table_that_goes_on_is_neither_continued_nor_ended() -> None:
    """One agrees about that."""
    party = playing()
    assert refused(party["ann"], "continue 1") == "unavailable"
    assert "propose abort" in why_not(party["ann"], "end 1")
    with pytest.raises(CannotGoOn, match="neither held nor frozen"):
        suspension.go_on(party.host.house.tables, 1)


def test_a_bot_that_failed_thinks_again_when_the_table_goes_on() -> None:
    """And the table freezes again if it fails again."""
    host = new_host()
    party = Party("ann", host=host, game="brittle", options="broken=think", start=False)
    party["ann"].send("bot", "start", "/hide 3")
    assert party.state == "frozen"
    before = len(host.reports)
    party["ann"].send("/continue 1")
    assert party.state == "frozen"
    assert len(host.reports) == before + 1
