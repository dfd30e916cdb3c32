"""A party as a class has it: tables at a glance, all stopped at once, pupils who come and go."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from parlour.features.parties.overview import STUCK_S
from parlour.features.parties.state import Live, Parties, rows_of
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.games.quiet import QUIET
from tests.house.scene import Words, ask, events, new_host, ok, refused, why_not

PAUSE_S: Final = 20
SLOW: Final = "format=swiss rounds=2 seconds=600"


def live(host: Host) -> Live:
    return host.house.state(Parties).all[1]


def lesson(*names: str, options: str = SLOW) -> tuple[Client, dict[str, Client]]:
    """A party that Olga owns, who does not play, in its first round."""
    host = new_host()
    olga = host.program("olga")
    ok(olga, f"party new hunt {options}")
    people = {name: host.program(name) for name in names}
    for client in people.values():
        ok(client, "party join 1")
    ok(olga, "party start")
    for client in (olga, *people.values()):
        client.take()
    return olga, people


def came_back(host: Host) -> Client:
    """Olga, after the host was started again."""
    back = host.connect()
    back.send("HELLO 1 text")
    owner = host.house.people.register.by_number[live(host).party.owner]
    ok(back, f"resume {owner.token}")
    return back


def states(host: Host) -> list[str]:
    return [room.table.state for _, room in sorted(host.house.tables.rooms.items())]


def changes(client: Client) -> list[str]:
    return [body["change"] for _, name, body in events(client.take()) if name == "party"]


def rows(client: Client) -> list[dict[str, Any]]:
    return ask(client, "party tables").items


# --- stop all, start all ---------------------------------------------------------------


def test_the_owner_pauses_all_tables_and_nobody_else_lets_them_go_on() -> None:
    """Clocks stop, moves are refused, and each player reads it once. What two players had agreed
    on before does not let their table go on.
    """
    olga, people = lesson("ann", "bob", "cy", "dee")
    host = olga.host
    (room, *_) = host.house.tables.rooms.values()
    names = [room.table.name(seat) for seat in sorted(room.seated)]
    ok(people[names[0]], "/propose pause")
    ok(people[names[1]], "/accept", "/propose resume")
    people["ann"].take()
    host.wait(10)
    ok(olga, "party pause")
    assert states(host) == ["paused", "paused"]
    assert changes(people["ann"]) == ["paused"]
    assert "olga, who owns party 1, has paused all games" in why_not(people["ann"], "/hide 3")
    assert refused(people["ann"], "party pause") == "not_host"
    for name in names:
        assert refused(people[name], "/propose resume") == "unavailable"
        assert refused(people[name], "/accept") == "usage"
    left = [one.left_ms() for one in host.house.tables.rooms.values()]
    host.wait(3_600)
    assert [one.left_ms() for one in host.house.tables.rooms.values()] == left
    assert refused(olga, "party pause") == "unavailable"
    ok(olga, "party continue")
    assert states(host) == ["playing", "playing"]
    assert refused(olga, "party continue") == "unavailable"
    ok(people["ann"], "/hide 3")


def test_a_pause_of_all_outlives_the_host() -> None:
    """Also between two rounds: the next one waits until the owner lets it begin."""
    olga, _ = lesson("ann", "bob")
    host = olga.host
    ok(olga, "party pause")
    host.restart()
    host.wait(600)
    assert states(host) == ["paused"]
    assert live(host).party.halted
    back = came_back(host)
    ok(back, "party next now")
    assert states(host) == ["over"]
    host.restart()
    host.wait(600)
    assert len(live(host).party.played) == 1
    back = came_back(host)
    ok(back, "party continue")
    assert len(live(host).party.played) == 2


def test_the_owner_ends_a_round_and_begins_the_next() -> None:
    """Games that are not over have no result, and nobody wins them; the others count."""
    olga, people = lesson("ann", "bob", "cy", "dee")
    host = olga.host
    first = min(host.house.tables.rooms)
    players = list(host.house.tables.rooms[first].seated.values())
    ok(people[players[0].name], "/leave")
    text = "A game is in progress, and would have no result. To end it: party next now"
    assert why_not(olga, "party next") == text
    other = next(name for name in people if people[name] is not people[players[0].name])
    people[other].take()
    ok(olga, "party next now")
    assert changes(people[other]) == ["ended", "result", "standings"]
    totals = {row.name: row.total for row in rows_of(live(host).party)}
    assert sorted(totals.values()) == [0, 0, 0, 2]
    assert totals[players[1].name] == 2
    assert len(live(host).party.played) == 1
    ok(olga, "party next")
    assert len(live(host).party.played) == 2
    ok(olga, "party next now")
    assert live(host).party.why == "played"
    for line in ("party next", "party pause", "party continue"):
        assert refused(olga, line) == "not_host"


def test_between_two_rounds_a_pause_holds_the_next_one_back() -> None:
    olga, _ = lesson("ann", "bob")
    host = olga.host
    assert refused(olga, "party continue") == "unavailable"
    ok(olga, "party next now", "party pause")
    host.wait(10 * PAUSE_S)
    assert len(live(host).party.played) == 1
    ok(olga, "party next")
    assert len(live(host).party.played) == 2
    assert not live(host).party.halted
    ok(olga, "party pause", "party end")
    assert states(host) == ["playing"]  # its games go on without it


def test_before_a_party_begins_there_is_nothing_to_stop() -> None:
    olga = new_host().program("olga")
    ok(olga, "party new hunt")
    for line in ("party pause", "party continue", "party next"):
        assert refused(olga, line) == "not_started"
    assert ask(olga, "party tables").text == "Party 1 has not begun: 0 have signed up."
    ok(olga, "party end")
    assert ask(olga, "party tables 1").text == "Party 1 is over."
    assert refused(olga, "party tables") == "usage"


def test_a_table_whose_game_has_failed_stays_as_it_is() -> None:
    olga, _ = lesson("ann", "bob", "cy", "dee")
    host = olga.host
    one = host.house.tables.rooms[min(host.house.tables.rooms)]
    one.table = replace(one.table, frozen=True)
    ok(olga, "party pause")
    assert states(host) == ["frozen", "paused"]
    assert [row["state"] for row in rows(olga)] == ["frozen", "paused"]


# --- all tables at a glance ------------------------------------------------------------


def test_a_glance_says_who_where_and_for_whom_a_table_waits() -> None:
    """In a line each, for a terminal. Anybody may read it who may read what others do."""
    olga, people = lesson("ann", "bob", options="tables=1 rounds=1 seconds=60")
    host = olga.host
    assert ask(host.program("wat"), "party tables").body["round"] == 1
    (row,) = rows(olga)
    assert (row["state"], row["left_ms"], row["still_s"], row["stuck"]) == (
        "playing",
        60_000,
        0,
        False,
    )
    for client in people.values():
        ok(client, "/hide 3")
    host.wait(5)
    (row,) = rows(olga)
    (turn,) = row["waits"]
    assert row["points"] == [0, 0]
    assert row["text"] == [
        f"   1  {row['seats'][0]} 0, {row['seats'][1]} 0: waits for {turn}, 55 s left"
    ]
    people[turn].lose()
    host.wait(5)
    (row,) = rows(olga)
    assert row["away"] == [turn]
    ok(olga, "party next now")
    assert ask(olga, "party tables 1").items[0]["state"] == "over"


def test_a_table_where_nothing_happens_stands_out_if_no_clock_runs() -> None:
    """A player is disconnected, and the game waits for them. A clock that runs helps by itself."""
    olga, people = lesson("ann", "bob", options="tables=1 seconds=600 absence=wait")
    host = olga.host
    rows(olga)
    host.wait(2 * STUCK_S)
    assert (rows(olga)[0]["still_s"], rows(olga)[0]["stuck"]) == (120, False)
    people["ann"].lose()
    host.wait(10)
    rows(olga)
    host.wait(2 * STUCK_S)
    answer = ask(olga, "party tables")
    (row,) = answer.items
    assert row["stuck"]
    assert row["text"][0].startswith("!  1  ")
    assert "nothing for 4 min" in row["text"][0]
    assert answer.text.endswith("Nothing happens at: 1")


def test_a_glance_is_made_anew_only_after_a_while() -> None:
    """However many ask. A game that is over is said at once."""
    olga, people = lesson("ann", "bob", options="tables=1 rounds=1")
    before = rows(olga)
    for client in people.values():
        ok(client, "/hide 3")
    assert rows(olga) == before
    olga.host.wait(1)
    assert rows(olga) != before
    ok(people["ann"], "/leave")
    assert ask(olga, "party tables 1").items[0]["state"] == "over"


@pytest.mark.parametrize("options", ["", " delay=30"])
def test_twins_look_alike_at_a_glance(options: str) -> None:
    """What is hidden, and a move of which only its player hears, do not show: not in what is
    said, and not in how long nothing has happened.
    """
    plain, noted = (glances(options, 3, notes=False), glances(options, 7, notes=True))
    assert plain == noted


def glances(options: str, number: int, *, notes: bool) -> list[tuple[Any, Any]]:
    """What is read of a game in which both hide *number*, and each may note something down."""
    olga, people = lesson("ann", "bob", options=f"tables=1 seconds=600{options}")
    found: list[tuple[Any, Any]] = []
    for line in (f"hide {number}", "note what I think"):
        for client in people.values():
            if notes or line.startswith("hide"):
                ok(client, f"/{line}")
            olga.host.wait(40)
            answer = ask(olga, "party tables")
            found.append((answer.items, answer.body))
    return found


def test_with_a_delay_a_glance_is_as_late_as_a_watcher() -> None:
    olga, people = lesson("ann", "bob", options="tables=1 seconds=600 delay=30")
    host = olga.host
    host.wait(31)
    for client in people.values():
        ok(client, "/hide 3")
    host.wait(29)
    (row,) = rows(olga)
    assert (row["left_ms"], row["waits"]) == (None, [])
    host.wait(2)
    (row,) = rows(olga)
    assert (row["left_ms"], len(row["waits"])) == (None, 1)


def test_where_nobody_may_watch_a_glance_shows_what_the_list_of_tables_does() -> None:
    olga, _ = lesson("ann", "bob", options="tables=1 watch=off")
    (row,) = rows(olga)
    assert (row["state"], row["points"], row["waits"], row["left_ms"], row["still_s"]) == (
        "playing",
        [],
        [],
        None,
        None,
    )


def test_who_may_not_hear_of_others_reads_no_glance() -> None:
    """While their game closes talk: the names of others could be a hint."""
    host = new_host({"hunt": HUNT, "quiet": QUIET}, {"en": Words()})
    olga = host.program("olga")
    ok(olga, "party new hunt", "party bot 2", "party start")
    ok(olga, "new quiet", "bot", "start")
    for line in ("party tables 1", "party pause", "party next now"):
        assert refused(olga, line) == "unavailable"


# --- pupils who come and go --------------------------------------------------------------


def test_the_owner_takes_a_player_out_in_the_middle_of_a_game() -> None:
    """They cannot come back until the owner says so. A bot can be taken out as well."""
    olga, people = lesson("ann", "bob", "cy")
    host = olga.host
    ann = people["ann"]
    ok(olga, "party drop ann")
    assert [row["name"] for row in ask(olga, "party show").body["standings"]][-1] == "ann"
    tables = [room.table for room in host.house.tables.rooms.values()]
    assert "ann" not in [chair.name for table in tables for chair in table.chairs.values()]
    assert "has taken you out" in why_not(ann, "party join 1")
    ok(ann, "quit")
    host.restart()
    back = came_back(host)
    assert ask(back, "party drop ann").text == "ann may sign up for party 1 again."
    ok(host.program("ann"), "party join 1")
    ok(back, "party bot 1", "party next now", "party next", "party drop Ada")
    assert refused(back, "party drop zoe") == "usage"


def test_who_takes_over_the_seat_of_a_dead_laptop_is_the_member() -> None:
    """With the points so far, in the next round too, and after a restart."""
    olga, people = lesson("ann", "bob", "cy", "dee", options="tables=1 rounds=3 seconds=600")
    host = olga.host
    people["bob"].lose()
    host.wait(60)
    robert = host.program("robert")
    number = min(host.house.tables.rooms)
    ok(robert, f"join {number} bob")
    for name in ("ann", "cy", "dee"):
        ok(people[name], "/accept")
    members = {member.name: member.id for member in live(host).party.present}
    assert members.keys() == {"ann", "robert", "cy", "dee"}
    host.restart()
    assert "robert" in {member.name for member in live(host).party.present}
