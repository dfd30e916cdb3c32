"""The game of the day: one try on the same board, of which nobody learns who has yet to play."""

from __future__ import annotations

from itertools import product
from string import ascii_lowercase

import pytest
from msgspec.structs import replace

from parlour.api import SPECTATOR
from parlour.features.daily.commands import ROWS
from parlour.features.daily.state import DAY_S, SHELF, TRIES_MOST, Daily, Try
from parlour.tables.happened import Removed
from parlour.tables.rooms import Room, seat_of
from parlour_boggle import BOGGLE
from parlour_kit import SmallList
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.house.scene import ask, heard, known, new_host, ok, refused, why_not

WORDS = SmallList(["".join(three) for three in product(ascii_lowercase, repeat=3)], name="en")
"""Every three letters, so that every board has words."""
NOSY = (
    *("daily", "tables", "who", "games", "history", "history ann", "history boggle", "stats"),
    *("replay g1", "replay g1 ann", "watch 1", "join 1", "look 1", "seals 1", "seals verify g1"),
    *("top boggle", "rating ann", "party", "friends", "parties", "why cat"),
)
"""What somebody types who wants to know of the try of another player."""
ROUND_S = 181.0


def house(away_s: int = 3600) -> Host:
    return new_host({"boggle": BOGGLE, "hunt": HUNT}, {"en": WORDS}, away_s=away_s)


def board(host: Host, name: str) -> list[str]:
    """Return words on the board of that player, one in each row without a Qu."""
    rows = BOGGLE.views.look(table_of(host, name).table.last_match.state, SPECTATOR).rows
    return [word for row in rows if len(word := "".join(row[:3]).lower()) == 3]


def table_of(host: Host, name: str) -> Room:
    """Return the table where that player sits."""
    sits = seat_of(known(host, name))
    assert sits is not None, name
    return sits[0]


def play(host: Host, client: Client, name: str, words: int) -> list[str]:
    """Let a player have their try and find so many words. Return what they read."""
    read = client.send("daily play")
    for word in board(host, name)[:words]:
        client.send(word)
    host.wait(ROUND_S)
    return [*read, *heard(client)]


def tomorrow(host: Host, days: int = 1) -> None:
    """Let it become one minute past midnight."""
    wall = host.house.tables.out.wall
    host.wait(DAY_S * days - wall % DAY_S + 60)


# --- one board, one try ---------------------------------------------------------------------


def test_all_have_the_same_board_and_one_try() -> None:
    """And the best one of the day before is told, with all who have as many points."""
    host = house()
    ann, bob = host.person("ann"), host.person("bob")
    first = play(host, ann, "ann", 2)
    assert first[-1] == "Game of the day: 2 points, place 1 of 1 so far. To see all: daily"
    assert ann.send("daily play") == ["You have had your try today. To see the results: daily"]
    same = board(host, "ann")
    assert play(host, bob, "bob", 3)[-1].startswith("Game of the day: 3 points, place 1 of 2")
    assert board(host, "bob") == same
    assert ann.send("daily") == [
        "   1 bob 3",
        "   2 ann 2",
        "2 players have tried the Boggle of the day.",
        "The next one begins at 00:00 UTC.",
    ]
    tomorrow(host)
    assert bob.send("daily")[-1] == "Yesterday's best: bob, 3."
    assert "place 1 of 1" in play(host, ann, "ann", 1)[-1]
    assert board(host, "ann") != same


def test_a_program_reads_the_same_as_fields() -> None:
    host = house()
    pro = host.program("pro")
    before = ok(pro, "daily").body
    assert before["count"] == before["players"] == 0
    assert (before["day"], before["tried"]) == ("2026-09-21", False)
    ok(pro, "daily play")
    host.wait(ROUND_S)
    answer = ok(pro, "daily")
    assert (answer.body["tried"], answer.body["players"]) == (True, 1)
    (row,) = answer.items
    assert (row["place"], row["name"], row["points"]) == (1, "pro", 0)


def test_a_reader_of_another_language_reads_of_which_the_words_are() -> None:
    """The board is the same for all, so its words are of one language."""
    host = house()
    ann = host.person("ann")
    ann.send("set lang fr")
    assert ann.send("daily")[0] == "Personne n'a encore essay\xe9 le Boggle en anglais du jour."


def test_a_game_of_the_day_is_an_ordinary_table_afterwards() -> None:
    """Another game there has luck of its own, and it closes when its player leaves."""
    host = house()
    ann = host.person("ann")
    play(host, ann, "ann", 1)
    before = board(host, "ann")
    ann.send("rematch")
    assert board(host, "ann") != before
    ann.send("/leave yes")
    host.wait(1)
    assert not host.house.tables.rooms


@pytest.mark.parametrize("way", ["/leave yes", "/propose abort"])
def test_who_gives_up_has_no_result_and_no_other_try(way: str) -> None:
    host = house()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("daily play", way)
    assert refused(host.program("pro"), "daily play 2") == "usage"
    assert ann.send("daily play") == ["You have had your try today. To see the results: daily"]
    assert ann.send("daily")[0] == "1 player has tried the Boggle of the day."
    assert "place 1 of 1" in play(host, bob, "bob", 1)[-1]


def test_the_clock_of_a_try_waits_for_nobody() -> None:
    """Its player has seen the board: nobody pauses it, and it runs on while they are away."""
    host = house()
    ann = host.program("ann")
    ok(ann, "daily play")
    for line in ("/propose pause", "/propose adjourn"):
        assert refused(ann, line) == "unavailable"
    assert refused(ann, "/start") == "already_started"
    ann.lose()
    host.wait(ROUND_S)
    assert [each.points for each in host.house.state(Daily).of(day(host)).values()] == [0]


def day(host: Host) -> int:
    return int(host.house.tables.out.wall // DAY_S)


# --- who learns what ------------------------------------------------------------------------


def read_by_bob(words: int) -> list[str]:
    """What bob reads of a day on which ann has found so many words, and bob has not played."""
    host = house()
    ann, bob, zoe = host.person("ann"), host.person("bob"), host.program("zoe", "view", "scene")
    for client in (ann, bob):
        client.send("register correct horse")
    ann.send("daily play")
    found = [line for word in board(host, "ann")[:words] for line in ann.send(word)]
    assert len(found) == words
    read = bob.send(*NOSY)
    host.wait(ROUND_S)
    read += bob.send(*NOSY)
    ann.send("rematch")
    read += [*bob.send(*NOSY), *zoe.send("#1 daily", "#2 history", "#3 replay g1")]
    host.restart()
    bob = host.person("bob2")
    return [*read, *bob.send(*NOSY)]


def test_nobody_learns_what_others_have_found_before_they_have_played() -> None:
    """During the try, after it, and after a restart: not even how many words or points."""
    assert read_by_bob(0) == read_by_bob(1) == read_by_bob(3)


def test_results_that_are_shown_too_early_are_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the same check."""

    def tried(_daily: Daily, _day: object, _player: int, name: str) -> bool:
        return name != "ann"

    monkeypatch.setattr(Daily, "tried", tried)
    assert read_by_bob(1) != read_by_bob(3)


def test_nobody_else_comes_to_the_table_of_a_try() -> None:
    """Not even by its word, when the game is over: the board is still there. A day later, and
    when another game is on, it is an ordinary private table.
    """
    host = house()
    ann, bob = host.person("ann"), host.program("bob")
    ann.send("daily play")
    room = table_of(host, "ann")
    ways = [f"{verb} {room.table.number} {room.table.word}" for verb in ("join", "watch")]
    no = "Nobody can join or watch a game of the day. To play it: daily play"
    assert [why_not(bob, way) for way in ways] == [no, no]
    host.wait(ROUND_S)
    ann.send("options watch=on")
    assert [why_not(bob, way) for way in ways] == [no, no]
    host.restart()
    bob = host.program("bob2")
    assert [why_not(bob, way) for way in ways] == [no, no]
    tomorrow(host)
    ask(host.program("bob3"), ways[0])


def test_the_seed_is_in_no_log() -> None:
    host = house()
    ann = host.person("ann")
    ann.send("daily play")
    (one,) = host.house.state(Daily).of(day(host)).values()
    assert len(one.seed) == 64
    assert one.seed not in repr(one)
    assert one.seed not in repr(host.reports)


def test_no_rating_follows_and_no_plugin_hears() -> None:
    host = house()
    ann = host.person("ann")
    ann.send("register correct horse")
    play(host, ann, "ann", 2)
    assert ann.send("rating") == ["ann has not played a rated game."]
    assert host.archive.recent(1)[0].options["private"] is True


# --- a second try ---------------------------------------------------------------------------


def test_a_name_has_one_try_even_if_somebody_else_has_it_now() -> None:
    """A guest's name is free after a while. Another name has a try of its own."""
    host = house(away_s=60)
    ann = host.person("ann")
    play(host, ann, "ann", 1)
    ann.lose()
    host.wait(DAY_S / 24)
    again = host.person("ann")
    assert again.send("daily play") == ["You have had your try today. To see the results: daily"]
    other = host.person("ann2")
    assert other.send("daily play")[0] == "Boggle of the day: your only try. The clock runs."


def test_a_try_goes_on_after_a_restart() -> None:
    """With its owner: it cannot be paused, and its result counts."""
    host = house()
    ann = host.program("ann")
    ok(ann, "daily play")
    (one,) = host.house.state(Daily).of(day(host)).values()
    host.restart()
    room = host.house.tables.rooms[one.table]
    assert room.owner is not None
    assert room.owner.verb == "daily"
    assert room.owner.opened(room.table) == ""
    host.wait(ROUND_S + 61)
    (one,) = host.house.state(Daily).of(day(host)).values()
    assert one.points == 0
    assert host.house.tables.rooms[one.table].owner is None
    host.restart()
    assert host.house.tables.rooms[one.table].owner is None
    (again,) = SHELF.read(host.kept.load())
    assert again == one


def test_a_try_over_midnight_is_of_the_day_on_which_it_began() -> None:
    """Meanwhile the next day has another board."""
    host = house()
    host.person("cy")
    tomorrow(host)
    host.wait(DAY_S - 120)
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("daily play")
    ann.send(*board(host, "ann")[:1])
    host.wait(90)
    assert bob.send("daily")[0] == "Nobody has tried the Boggle of the day yet."
    bob.send("daily play")
    assert board(host, "bob") != board(host, "ann")
    host.wait(100)
    assert "Game of the day: 1 point, place 1 of 1" in heard(ann)[-1]
    assert bob.send("/daily")[-1] == "Yesterday's best: ann, 1."
    ann.send("leave")
    assert ann.send("daily play")[0] == "Boggle of the day: your only try. The clock runs."


def test_a_host_keeps_two_days() -> None:
    """Nobody asks for an older one."""
    host = house()
    play(host, host.person("ann"), "ann", 1)
    first = day(host)
    tomorrow(host, 2)
    play(host, host.person("bob"), "bob", 1)
    daily = host.house.state(Daily)
    assert (len(daily.of(first)), len(daily.of(first + 2))) == (0, 1)
    assert [row.day for row in SHELF.read(host.kept.load())] == [first + 2]


def one_try(number: int, points: int | None = None) -> Try:
    return Try(0, number, f"pal{number}", "ab" * 32, number, f"g{number}", points)


def test_equal_points_share_a_place_and_who_has_none_has_no_place() -> None:
    daily = Daily()
    for number, points in enumerate((3, 5, None, 5, 0), 1):
        daily.put(one_try(number, points))
    places = [(place, each.name) for place, each in daily.results(0, lower=False)]
    assert places == [(1, "pal2"), (1, "pal4"), (3, "pal1"), (4, "pal5")]
    assert [each.name for _, each in daily.results(0, lower=True)][:2] == ["pal5", "pal1"]


def test_a_removed_player_is_in_no_table() -> None:
    daily = Daily()
    for number in (1, 2, 3):
        daily.put(one_try(number))
    dropped = [SHELF.dropped(0, 1), SHELF.dropped(0, 2)]
    assert [*daily.forget(Removed(1, "x", "y")), *daily.forget(Removed(9, "pal2", "y"))] == dropped
    assert list(daily.of(0)) == [3]


def test_there_is_an_end_to_tries_and_to_the_list() -> None:
    """A screenful, and one's own line."""
    host = house()
    ann, bob = host.person("ann"), host.person("bob")
    play(host, ann, "ann", 0)
    daily, now = host.house.state(Daily), day(host)
    for number in range(100, 99 + TRIES_MOST):
        daily.put(replace(one_try(number, 9), day=now))
    rows = ann.send("daily")
    assert (len(rows), rows[ROWS]) == (ROWS + 3, f"{TRIES_MOST} ann 0")
    assert bob.send("daily play") == ["Too many players have tried today. Come tomorrow."]


def test_nobody_closes_the_day_for_others_under_a_thousand_names() -> None:
    """What was given up makes room, the oldest first, and a try that goes on does not."""
    host = house()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("daily play")
    daily, now = host.house.state(Daily), day(host)
    for number in range(100, 99 + TRIES_MOST):
        daily.put(replace(one_try(number, None), day=now))
    assert bob.send("daily play")[0] == "Boggle of the day: your only try. The clock runs."
    assert board(host, "ann") == board(host, "bob")
    tries = daily.of(now)
    assert (len(tries), 100 in tries, 101 in tries) == (TRIES_MOST, False, True)
    assert not any('"player":100,' in row.decode() for row in host.kept.load().rows["daily"])
    host.wait(ROUND_S)
    assert {tries[known(host, name).number].points for name in ("ann", "bob")} == {0}


def test_a_long_list_costs_no_comparison_of_all_with_all() -> None:
    """`daily` is for everybody, and the house answers nobody else meanwhile."""
    compared: list[object] = []

    class Points(int):
        def __gt__(self, other: int) -> bool:
            compared.append(other)
            return int(self) > other

        def __lt__(self, other: int) -> bool:
            compared.append(other)
            return int(self) < other

        def __neg__(self) -> Points:
            return Points(-int(self))

    daily = Daily()
    for number in range(1000):
        daily.put(one_try(number, Points(number % 50)))
    places = [place for place, _each in daily.results(one_try(0, 0).day, lower=False)]
    assert places[:21] == [1] * 20 + [21]
    assert len(compared) < 50_000


def test_a_try_that_cannot_begin_is_not_used_up() -> None:
    """A member of a party plays at no private table. The one that was opened is closed."""
    host = house()
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "party new hunt", "party join 1")
    assert refused(ann, "daily play") == "unavailable"
    assert not host.house.tables.rooms
    ok(ann, "party leave", "daily play")
    ok(bob, "new hunt")
    ok(bob, "daily play")
    assert refused(bob, "daily play") == "unavailable"


def test_a_host_without_such_a_game_says_so() -> None:
    host = new_host({"hunt": HUNT})
    ann = host.program("ann")
    assert why_not(ann, "daily") == why_not(ann, "daily play")
    assert why_not(ann, "daily") == "No game here has a game of the day."
