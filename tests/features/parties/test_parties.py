"""Parties on a host: restarts, leavers, people who are elsewhere, limits, removed data."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from parlour.features.parties.commands import PARTIES_MOST
from parlour.features.parties.state import KEPT, SHELF, Live, Parties, kept, rows_of
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntScoring
from tests.games.quiet import QUIET
from tests.games.raft import RAFT
from tests.house.scene import Words, ask, events, nameless, new_host, ok, refused, why_not

PAUSE_S = 20


def members(host: Host, *names: str) -> dict[str, Client]:
    """Programs who have signed up for the only party."""
    found = {name: host.program(name) for name in names}
    for client in found.values():
        ok(client, "party join 1")
    return found


def live(host: Host, number: int = 1) -> Live:
    return host.house.state(Parties).all[number]


def changes(client: Client) -> list[str]:
    """What has happened to the party, as *client* reads it now."""
    return [body["change"] for _, name, body in events(client.take()) if name == "party"]


def party(options: str = "tables=1", *names: str) -> tuple[Client, dict[str, Client]]:
    """A party that Olga owns, who does not play, and those who have signed up for it."""
    olga = new_host().program("olga")
    ok(olga, f"party new hunt {options}")
    return olga, members(olga.host, *names)


def duel(*names: str, options: str = "rounds=2") -> tuple[Host, dict[str, Client]]:
    """A party of one table where the game has begun."""
    olga, people = party(f"tables=1 {options}", *names)
    ok(people[names[0]], "party watch 1", "party watch 1")
    ok(olga, "party start")
    return olga.host, people


def finish(host: Host, people: dict[str, Client]) -> None:
    """The player whose turn it is finds all others."""
    room = host.house.tables.rooms[max(host.house.tables.rooms)]
    for seat, player in sorted(room.seated.items()):
        people[player.name].send(f"/hide {seat}")
    while room.table.playing:
        state = room.table.last_match.state
        target = next(seat for seat in state.active if seat != state.turn)
        name = room.table.names[state.turn]
        ok(people[name], f"try {room.table.names[target]} {state.numbers[target]}")


@pytest.mark.sweep
def test_a_swiss_party_of_thirty_three_bots() -> None:
    """Nobody meets twice, byes at most once, in a host that is restarted in between."""
    host = new_host()
    olga = host.program("olga")
    ok(olga, "party new hunt format=swiss rounds=5 top=9", "party bot 33", "party start")
    for number in range(5):
        host.wait(60)
        if number == 2:
            host.restart()
        host.wait(400)
    party = live(host).party
    assert (party.why, len(party.played)) == ("played", 5)
    games = [game for round_ in party.played for game in round_.games]
    met = Counter(frozenset(two) for game in games for two in combinations(game.members, 2))
    assert len(games) == 5 * 16
    assert set(met.values()) == {1}
    assert max(Counter(m for round_ in party.played for m in round_.rests).values()) == 1
    assert {len(game.points) for game in games} == {2}


# --- restarts ------------------------------------------------------------------------


def test_a_table_that_is_missing_after_a_start_has_no_result() -> None:
    host, _ = duel("ann", "bob")
    number = live(host).party.played[0].games[0].table
    assert number is not None
    seq = next(seq for seq, body in enumerate(live(host).record) if b'"kind":"began"' in body)
    body = live(host).record[seq].replace(b'"table":%d' % number, b'"table":99')
    host.kept.commit((), [kept(1, seq, body)])
    host.restart()
    assert live(host).party.played[0].over
    host.wait(PAUSE_S)
    assert live(host).party.why == "short"  # both still sit at the other table


def test_a_party_that_cannot_be_restored_is_reported() -> None:
    host, _ = duel("ann", "bob")
    host.kept.commit((), [kept(7, 0, b"{}"), kept(8, 0, live(host).record[1])])
    host.restart()
    assert list(host.house.state(Parties).all) == [1]
    assert [report.text.split(":")[0] for report in host.reports] == [
        "party 7 cannot be restored",
        "party 8 cannot be restored",
    ]


def test_an_open_party_waits_on_after_a_start() -> None:
    """With everybody who has signed up. Bots play on without people: their tables are not
    closed as deserted.
    """
    olga, _ = party()
    ok(olga, "party bot 2")
    olga.host.restart()
    assert [one.name for one in live(olga.host).party.present] == ["Ada", "Bo"]
    olga.host.wait(6 * 3600)
    assert live(olga.host).party.why == "ended"
    host = new_host(bot_pause_ms=20_000)
    olga = host.program("olga")
    ok(olga, "party new hunt tables=1 rounds=1", "party bot 2", "party start")
    host.restart()
    host.wait(5_000)
    assert live(host).party.why == "played"
    assert live(host).party.played[0].games[0].points


# --- people --------------------------------------------------------------------------


def test_who_is_disconnected_is_seated_all_the_same() -> None:
    """The clock of the game decides for them. Who sits at an open table gets up from it. A
    guest who is forgotten is out: nobody knows who would come back under the name.
    """
    olga, people = party("tables=1", "ann", "bob", "cy")
    ok(people["bob"], "new hunt")
    people["ann"].lose()
    ok(olga, "party start")
    (room,) = olga.host.house.tables.rooms.values()
    assert room.table.party == 1
    away = {chair.name: chair.away for chair in room.table.chairs.values()}
    assert away == {"ann": True, "bob": False, "cy": False}
    olga, people = party("tables=1", "ann", "bob", "cy")
    people["ann"].lose()
    olga.host.wait(olga.host.limits.away_s)
    ok(olga, "party start")
    assert [member.name for member in live(olga.host).party.present] == ["bob", "cy"]


def test_who_stays_when_the_others_have_left_has_won_in_a_swiss() -> None:
    olga, people = party("format=swiss rounds=2", "ann", "bob")
    ok(olga, "party start")
    ok(people["bob"], "/leave")
    (room,) = olga.host.house.tables.rooms.values()
    assert not room.table.playing
    rows = rows_of(live(olga.host).party)
    assert [(row.name, row.rank) for row in rows] == [("ann", 1), ("bob", None)]
    olga.host.wait(PAUSE_S)
    assert live(olga.host).party.why == "short"


def test_a_game_that_is_called_off_has_no_result() -> None:
    """Nobody has left, so nobody has won."""
    host, people = duel("ann", "bob", options="rounds=1")
    ok(people["ann"], "/propose abort")
    people["ann"].take()
    ok(people["bob"], "/accept")
    assert changes(people["ann"]) == ["result", "over"]
    assert {row.total for row in rows_of(live(host).party)} == {0}
    ok(people["ann"], "rematch")  # the table is an ordinary one again
    ok(people["bob"], "rematch")
    assert next(iter(host.house.tables.rooms.values())).table.playing


@pytest.mark.parametrize(
    ("end", "totals", "first"),
    [
        ("ranks", {"ann": 2, "bob": 1, "cy": 0}, ["ann"]),
        ("together", {"ann": 12, "bob": 12, "cy": 12}, ["ann", "bob", "cy"]),
        ("nobody", {"ann": 0, "bob": 0, "cy": 0}, ["ann", "bob", "cy"]),
    ],
)
def test_a_result_that_is_not_points_counts(
    end: str, totals: dict[str, int], first: list[str]
) -> None:
    """A place is worth a point for each player behind; what was reached together, as it is."""
    host = new_host({"raft": RAFT})
    olga = host.program("olga")
    ok(olga, f"party new raft tables=1 rounds=1 end={end}")
    people = members(host, "ann", "bob", "cy")
    ok(olga, "party start")
    room = host.house.tables.rooms[max(host.house.tables.rooms)]
    strokes = {"ann": 9, "bob": 3, "cy": 0}
    while room.table.playing:
        name = room.table.names[room.table.last_match.state.turn]
        ok(people[name], f"row {strokes[name]}")
    rows = {row.name: row for row in rows_of(live(host).party)}
    assert {name: row.total for name, row in rows.items()} == totals
    assert [name for name, row in rows.items() if row.rank == 1] == first


def test_where_the_fewest_points_win_they_are_told_first() -> None:
    class Fewest(HuntScoring):
        lower_wins = True

    host = new_host({"hunt": replace(HUNT, scoring=Fewest())})
    olga = host.program("olga")
    ok(olga, "party new hunt tables=1 rounds=1")
    people = members(host, "ann", "bob")
    ok(olga, "party start")
    finish(host, people)
    (told,) = [
        body["text"][0]
        for _, name, body in events(people["ann"].take())
        if name == "party" and body["change"] == "result"
    ]
    assert told == "Party 1, table 1: ann 0, bob 1."


def test_a_game_of_a_party_is_not_adjourned() -> None:
    """The others wait for it. If nobody comes back, it is over as deserted."""
    host, people = duel("ann", "bob")
    assert "Party 1 waits for this game" in why_not(people["ann"], "/propose adjourn")
    for client in people.values():
        client.lose()
    host.wait(host.limits.adjourn_after_s)
    (room,) = host.house.tables.rooms.values()
    assert room.table.state == "playing"
    host.wait(host.limits.deserted_table_s)
    assert live(host).party.played[0].over


def test_nobody_starts_another_game_at_a_table_of_a_party() -> None:
    host, people = duel("ann", "bob")
    finish(host, people)
    host.wait(3)
    first = next(
        name for name, client in people.items() if ask(client, "start").code != "not_host"
    )
    assert "belongs to party 1" in why_not(people[first], "start")
    for line in ("ready", "rematch"):
        assert "belongs to party 1" in why_not(people["ann"], line)
    (room,) = host.house.tables.rooms.values()
    assert not any(chair.ready for chair in room.table.chairs.values())
    assert "How the party goes: party show 1" in why_not(people["ann"], "try bob 1")
    said = "\n".join(ask(people["ann"], "help").text)
    assert "rematch" not in said.partition("All commands")[0].partition("Looking")[0]


def test_the_owner_who_leaves_hands_the_party_on() -> None:
    """To the first member who is a person; if there is none, it keeps its owner."""
    host = new_host()
    ann = host.program("ann")
    ok(ann, "party new hunt", "party bot", "party join 1")
    bob = members(host, "bob")["bob"]
    ok(ann, "party leave")
    assert live(host).party.owner_name == "bob"
    ok(bob, "party leave")
    assert live(host).party.owner_name == "bob"
    ok(bob, "party end")


def test_a_game_that_lets_nobody_talk_hides_who_signs_up() -> None:
    """A name is somebody's own choice, and a hint. This holds for watchers of the party too;
    of one who is gone nothing is kept.
    """
    host = new_host({"hunt": HUNT, "quiet": QUIET}, {"en": Words()})
    ok(host.program("olga"), "party new hunt")
    people = members(host, "ann", "bob")
    wat = host.program("wat")
    ok(wat, "party watch 1", "new quiet")
    ok(people["ann"], "join 1")
    ok(wat, "start")
    for client in (wat, *people.values()):
        client.take()
    members(host, "castle")
    assert changes(people["bob"]) == ["entered"]
    assert changes(people["ann"]) == changes(wat) == []
    host = new_host()
    ok(host.program("olga"), "party new hunt")
    wat = host.program("wat")
    ok(wat, "party watch 1")
    wat.lose()
    members(host, "ann")
    assert not live(host).watchers


def test_no_round_begins_while_the_host_is_about_to_stop() -> None:
    """It begins when the host does not stop after all."""
    host, people = duel("ann", "bob")
    ok(host.operator(), "drain 60")
    finish(host, people)
    assert refused(people["ann"], "party new hunt") == "shutting_down"
    host.wait(PAUSE_S - 5)
    ok(host.operator(), "drain off", "drain 60")
    host.wait(10)
    assert len(live(host).party.played) == 1
    ok(host.operator(), "drain off")
    host.wait(60)
    assert len(live(host).party.played) == 2


# --- limits --------------------------------------------------------------------------


def named(host: Host, name: str, address: int) -> Client:
    """A program that comes from one of many addresses in the house."""
    client = nameless(host, address=f"10.0.0.{address}")
    ok(client, f"name {name}")
    return client


def test_nobody_uses_up_all_parties_from_one_address() -> None:
    """Under however many names: half of what others leave is for them."""
    host = new_host()
    for letter in "abcdefghjk":
        mallory = named(host, f"mal{letter}", 1)
        ok(mallory, "party new hunt")
        mallory.lose()
    assert refused(named(host, "malx", 1), "party new hunt") == "too_many"
    ok(named(host, "bob", 2), "party new hunt")


def test_there_are_only_so_many_parties_and_watchers() -> None:
    """Those that are over do not count, and the oldest of them go."""
    host = new_host(watchers=1)
    owners = [named(host, f"own{letter}", n) for n, letter in enumerate("abcdefghjkmnpqrstuvwx")]
    for owner in owners[:PARTIES_MOST]:
        ok(owner, "party new hunt")
    assert refused(owners[PARTIES_MOST], "party new hunt") == "too_many"
    ok(owners[0], "party watch 1")
    assert refused(owners[1], "party watch 1") == "too_many"
    for _ in range(KEPT):
        ok(owners[0], "party end", "party new hunt")
    over = [number for number in host.house.state(Parties).all if number not in range(2, 21)]
    assert len(over) == KEPT + 1
    ok(owners[0], "party end")
    assert 1 not in host.house.state(Parties).all
    first = ask(owners[0], "party")
    assert first.body["pages"] == 2
    host.restart()
    assert len(host.house.state(Parties).all) == PARTIES_MOST - 1 + KEPT


def test_a_party_needs_room_for_its_tables_and_a_game_for_it() -> None:
    """The owner reads why it cannot begin, or have bots. A game for one has no party."""
    games = {
        "hunt": HUNT,
        "plain": replace(HUNT, id="plain", bots=()),
        "alone": replace(HUNT, id="alone", seats=range(1, 2)),
    }
    olga = new_host(games, tables=1).program("olga")
    ok(olga, "party new hunt seats=2", "party bot 4")
    assert refused(olga, "party start") == "too_many"
    ok(olga, "party end", "party new plain")
    assert refused(olga, "party bot") == "unavailable"
    ok(olga, "party end")
    text = "Hunt is for one player, and a party needs two at a table."
    assert why_not(olga, "party new alone") == text


def test_a_removed_player_leaves_no_name_in_a_party() -> None:
    """Not while they take part; later their name is replaced, also in what is kept."""
    host = new_host()
    ann = host.program("ann")
    ok(ann, "party new hunt", "party join 1")
    bob = members(host, "bob")["bob"]
    ok(ann, "party owner bob")
    ok(bob, "party owner ann")
    root = host.operator()
    assert "signed up for party 1" in why_not(root, "player remove ann")
    ok(ann, "party end")
    ok(root, "player remove ann")
    assert not any(b"ann" in body for body in live(host).record)
    assert live(host).party.owner_name == "player-1"
    host.restart()
    assert not any(b"ann" in bytes(each.entry) for each in SHELF.read(host.kept.load()))
    assert [member.name for member in live(host).party.present] == ["player-1", "bob"]
