"""Ratings: what a result says, who gains, and that the archive alone gives them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.api import Seat
from parlour.features.ratings import arithmetic
from parlour.features.ratings.arithmetic import (
    NEW,
    Entrant,
    Rated,
    Rating,
    after,
    bot_rating,
    recomputed,
)
from parlour.features.ratings.commands import TOP_ROWS
from parlour.features.ratings.state import SHELF, Ladders, SavedRating, noted
from parlour.tables.happened import Removed
from parlour_kit.host import Client, Host
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntScoring
from tests.games.hunt.state import State
from tests.games.parley import PARLEY
from tests.house.scene import Party, known, names, new_host, ok

A, B, C, D = map(Seat, range(1, 5))


def account(number: int, before: Rating = NEW, *, left: bool = False) -> Entrant:
    """An account on the seat of its number."""
    return Entrant(Seat(number), before, player=number, left=left)


def guest(seat: int) -> Entrant:
    """Somebody whose strength nobody knows."""
    return Entrant(Seat(seat), NEW)


def bot(seat: int, kind: str) -> Entrant:
    return Entrant(Seat(seat), bot_rating(kind), bot=kind)


# --- what counts ----------------------------------------------------------------------------


def test_a_side_of_guests_is_left_out() -> None:
    """Nobody knows how strong it is. A guest beside an account stays."""
    sides = [(account(1),), (guest(2),), (bot(3, "easy"),)]
    assert arithmetic.rated("x", sides, (1, 2, 3)) == Rated("x", (sides[0], sides[2]), (1, 3))
    team = (account(1), guest(2))
    assert arithmetic.rated("x", [team, (account(3),)], (1, 2)) is not None


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param([(account(1),), (guest(2),)], id="an account among guests"),
        pytest.param([(bot(1, "easy"),), (bot(2, "hard"),), (guest(3),)], id="bots and a guest"),
        pytest.param([(account(1),), ()], id="newcomers only"),
    ],
)
def test_what_says_nothing_about_an_account_does_not_count(
    sides: list[tuple[Entrant, ...]],
) -> None:
    """There is nobody to compare with, or nobody to rate."""
    assert arithmetic.rated("x", sides, range(1, len(sides) + 1)) is None


# --- what it makes of them --------------------------------------------------------------------


def test_who_wins_gains_and_who_loses_loses() -> None:
    """All begin at 1000; each game makes a rating more certain. A team gains together, no
    matter which of them made the points.
    """
    new = after(Rated("x", ((account(1),), (account(2),)), (1, 2)))
    assert NEW.points == 1000
    assert new[1].points > 1000 > new[2].points
    assert all(each.games == 1 and each.sigma < NEW.sigma for each in new.values())
    sides = ((account(1), account(3)), (account(2), account(4)))
    new = after(Rated("x", sides, (1, 2)))
    assert new[1] == new[3]
    assert new[2] == new[4]
    assert new[1].mu > new[2].mu


@pytest.mark.parametrize(
    "ranks",
    [(1, 1), (1, 2, 2), (1, 1, 1), (1, 1, 3), (1, 2, 2, 4)],
)
def test_who_is_equal_changes_equally(ranks: tuple[int, ...]) -> None:
    """O-P-39, O-B-18, O-W-18: a shared place is a tie, whatever the seats."""
    sides = tuple((account(number),) for number in range(1, len(ranks) + 1))
    new = [after(Rated("x", sides, ranks))[number].mu for number in range(1, len(ranks) + 1)]
    for (rank, mu), (other, than) in pairwise(zip(ranks, new, strict=True)):
        assert (rank == other) == (mu == than)


@pytest.mark.parametrize("players", [2, 3])
def test_a_draw_between_equals_changes_nothing(players: int) -> None:
    """Nobody climbs by drawing. Between others, the weaker one gains what the stronger loses."""
    equals = tuple((account(number),) for number in range(1, players + 1))
    new = after(Rated("x", equals, (1,) * players))
    assert {each.points for each in new.values()} == {NEW.points}
    strong, weak = Rating(30.0, 4.0, 9), Rating(20.0, 4.0, 9)
    new = after(Rated("x", ((account(1, strong),), (account(2, weak),)), (1, 1)))
    assert strong.points - new[1].points == new[2].points - weak.points > 0


def test_a_rating_is_a_guess_until_there_are_some_games() -> None:
    """Who has played little reads that the rating may still change much; a bot's never does."""
    mine, games = NEW, 0
    while not mine.sure:
        won = games % 2
        sides = ((account(1, mine),), (bot(2, "medium"),))
        mine, games = after(Rated("x", sides, (2 - won, 1 + won)))[1], games + 1
    assert 10 < games < 25
    assert bot_rating("medium").sure


def test_bots_stay_where_they_are() -> None:
    """To beat a strong one is worth more. Who left gains nothing: if the team has won without
    them, their rating stays; if it has lost, they lose too.
    """
    assert bot_rating("unheard-of").mu == NEW.mu
    gains = [
        after(Rated("x", ((account(1),), (bot(2, kind),)), (1, 2)))[1].points
        for kind in ("easy", "medium", "hard")
    ]
    assert gains == sorted(gains)
    assert len(set(gains)) == 3
    kept = Rating(30.0, 2.0, 7)
    team = (account(1, kept, left=True), account(3))
    won = after(Rated("x", (team, (account(2),)), (1, 2)))
    assert won[1] == Rating(30.0, 2.0, 8)
    assert won[3].mu > NEW.mu
    assert after(Rated("x", (team, (account(2),)), (2, 1)))[1].mu < kept.mu


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3), st.integers(0, 9))))
def test_a_ladder_is_sorted(steps: list[tuple[int, int, int]]) -> None:
    """After any changes and removals; equal ratings share a place."""
    ladders, model = Ladders(), dict[int, Rating]()
    for player, kind, value in steps:
        if kind:
            model[player] = Rating(float(value), 1.0, kind)
            ladders.put(SavedRating("x", player, model[player]))
        else:
            gone = [] if model.pop(player, None) is None else [SHELF.dropped("x", player)]
            assert ladders.forget(Removed(player, "", "")) == gone
    best = sorted(model.items(), key=lambda each: (-each[1].worth, each[0]))
    assert ladders.top("x", 99) == best
    assert ladders.top("x", 2) == best[:2]
    assert ladders.size("x") == len(model)
    for player, rating in model.items():
        better = sum(other.worth > rating.worth for other in model.values())
        assert ladders.place("x", rating) == better + 1
        assert ladders.all_of(player) == [("x", rating)]
    assert ladders.of("x", 99) == ladders.of("y", 1) == NEW


# --- the archive --------------------------------------------------------------------------------


def evening(seed: int, games: int, keep: int = 0) -> Host:
    """Accounts, a guest and bots play. Some leave, and some games do not count."""
    rng = Random(seed)
    host = new_host({"hunt": HUNT}, finished_games=keep, seed=seed)
    people = {name: host.program(name) for name in ("ann", "bob", "cy", "dee")}
    for name in ("ann", "bob", "cy"):
        ok(people[name], "register correct horse")
    for _ in range(games):
        play(host, rng, [people[name] for name in rng.sample(sorted(people), rng.randint(1, 3))])
    return host


def play(host: Host, rng: Random, players: Sequence[Client]) -> None:
    """One game of hunt. Everybody knows all numbers; who is found is left to luck."""
    answers, rated = rng.choice(("warm", "cold")), rng.choice(("on", "on", "on", "off"))
    ok(players[0], f"new hunt top=9 answers={answers} rated={rated}")
    room = host.house.tables.rooms[max(host.house.tables.rooms)]
    for player in players[1:]:
        ok(player, f"join {room.table.number}")
    if len(players) == 1 or rng.random() < 0.3:
        ok(players[0], "bot")
    ok(players[0], "start")
    for number, player in enumerate(players, 1):
        ok(player, f"/hide {number}")
    host.wait(5)
    while room.table.playing:
        state = room.table.last_match.state
        seat: Seat = state.turn
        if seat in room.seated and rng.random() < 0.8:
            target = rng.choice([other for other in state.active if other != seat])
            ok(players[seat - 1], f"try {room.table.names[target]} {state.numbers[target]}")
        elif seat in room.seated:
            ok(players[seat - 1], "leave")
        else:
            host.wait(5)
    for player in players:
        player.send("#l leave")


def by_the_games(host: Host) -> dict[tuple[str, int], Rating]:
    """The ratings that follow from the archive."""
    kept = reversed(host.archive.recent(1_000_000))
    return recomputed(one for game in kept if (one := noted(game)) is not None)


def running(host: Host) -> dict[tuple[str, int], Rating]:
    ladders, people = host.house.state(Ladders), host.house.people.register.by_number
    return {(ladder, n): rating for n in people for ladder, rating in ladders.all_of(n)}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_the_archive_gives_the_ratings_again(seed: int) -> None:
    """To the last bit, and so does a start."""
    host = evening(seed, games=40)
    ratings_now = running(host)
    assert len(ratings_now) == 6
    assert by_the_games(host) == ratings_now
    host.restart()
    assert running(host) == ratings_now


@pytest.mark.sweep
def test_games_that_are_no_longer_kept_count_all_the_same() -> None:
    """A game says how strong its players were before it."""
    host = evening(5, games=60, keep=10)
    again, ratings_now = by_the_games(host), running(host)
    assert again
    assert again == {key: ratings_now[key] for key in again}
    assert max(rating.games for rating in again.values()) > 10


def test_a_removed_player_has_no_rating_and_the_others_keep_theirs() -> None:
    """Nobody can compute it again under their name; the stand-in is in no ladder."""
    host = evening(6, games=20)
    bob = host.house.people.register.by_key["bob"].number
    before = running(host)
    host.wait(1)
    ok(host.operator(), "player remove bob")
    left = {key: rating for key, rating in before.items() if key[1] != bob}
    assert running(host) == left
    assert {key: rating for key, rating in by_the_games(host).items() if key[1] != bob} == left
    host.restart()
    assert running(host) == left
    assert not any(one.player == bob for one in SHELF.read(host.kept.load()))


def test_the_top_is_a_screenful_and_says_how_many_there_are() -> None:
    """Nobody makes the host write down ten thousand names."""
    host = new_host({"hunt": HUNT}, names_per_address=99, registers_per_address=99)
    ann = host.program("ann")
    called = [f"pal{letter}" for letter in "abcdefghjkmnpqrstuvwxyz"[: TOP_ROWS + 1]]
    for number, name in enumerate(called):
        ok(host.program(name), "register correct horse")
        player = known(host, name)
        row = SavedRating("hunt", player.number, Rating(float(number), 1.0, 1))
        host.house.state(Ladders).put(row)
    answer = ok(ann, "top hunt")
    people = [row["name"] for row in answer.items if not row["bot"]]
    assert people == called[:0:-1]
    assert answer.text == f"{TOP_ROWS + 1} accounts are rated in hunt."


class Muddled(HuntScoring):
    """A seat plays on two sides."""

    def sides(self, state: State) -> Sequence[Sequence[Seat]]:
        """Nobody can say how to rate that."""
        return (tuple(state.seats), tuple(state.seats))


def test_a_game_whose_sides_make_no_sense_is_not_rated() -> None:
    """The game ends as usual, and the log says why nobody is rated."""
    host = new_host({"hunt": replace(HUNT, scoring=Muddled())})
    party = Party("ann", "bob", host=host, programs=("ann", "bob"), start=False)
    ok(party["ann"], "register correct horse", "start")
    party.hide(1, 2)
    assert "rated" not in names(party["ann"].send("#q try bob 2"))
    assert [report.text for report in host.reports] == [
        "a game has no highlights: TypeError in _sides",
        "a game is not rated: TypeError in _sides",
    ]
    assert noted(host.archive.recent(1)[0]) is None


def test_a_number_of_players_with_rules_of_its_own_has_a_ladder_of_its_own() -> None:
    """`top` finds it under that number, and all other numbers share one."""
    host = new_host({"hunt": replace(HUNT, rated_apart_for=(2,))})
    people = {name: host.program(name) for name in ("ann", "bob", "cy")}
    for client in people.values():
        ok(client, "register correct horse")
    finds = {"ann": "bob", "cy": "ann"}
    for players in (["ann", "bob"], ["ann", "bob", "cy"]):
        ok(people["ann"], "new hunt answers=cold")
        number = max(host.house.tables.rooms)
        for name in players[1:]:
            ok(people[name], f"join {number}")
        ok(people["ann"], "start")
        for name in players:
            ok(people[name], "/hide 3")
        for name in players[::2]:
            ok(people[name], f"/try {finds[name]} 3")
        for name in players:
            ok(people[name], "/leave")
    assert {ladder for ladder, _ in running(host)} == {
        "hunt answers=cold players=2",
        "hunt answers=cold",
    }
    both = [row["name"] for row in ok(people["cy"], "top hunt answers=cold players=2").items]
    assert sorted(name for name in both if name in people) == ["ann", "bob"]
    every = [row["name"] for row in ok(people["cy"], "top hunt answers=cold").items]
    assert sorted(name for name in every if name in people) == ["ann", "bob", "cy"]


def test_programs_have_a_ladder_of_their_own() -> None:
    """Nobody gains points by a program, and a program none by people who let it win."""
    host = new_host({"hunt": HUNT})
    people = {name: host.program(name) for name in ("ann", "bob", "one-bot", "two-bot")}
    for client in people.values():
        ok(client, "register correct horse")

    def won(by: str, *others: str) -> None:
        first, second = people[by], people[others[0]]
        ok(first, "new hunt")
        number = max(host.house.tables.rooms)
        for name in others:
            ok(people[name], f"join {number}")
        ok(first, "start")
        for name in (by, *others):
            ok(people[name], "/hide 3")
        ok(first, f"/try {others[0]} 3")
        if len(others) > 1:
            ok(people[others[1]], "/leave")
        for client in (first, second):
            client.send("#l leave")

    def rated() -> set[tuple[str, str]]:
        found = running(host)
        numbers = host.house.people.register.by_number
        return {(ladder, numbers[number].name) for ladder, number in found}

    won("ann", "one-bot")
    assert rated() == set()
    won("one-bot", "two-bot")
    programs = {("hunt by=programs", "one-bot"), ("hunt by=programs", "two-bot")}
    assert rated() == programs
    won("ann", "bob")
    assert rated() == programs | {("hunt", "ann"), ("hunt", "bob")}
    best = [row["name"] for row in ok(people["ann"], "top hunt by=programs").items]
    assert [name for name in best if name in people] == ["one-bot", "two-bot"]


def test_a_game_that_wants_them_gets_the_ratings_of_accounts() -> None:
    host = new_host({PARLEY.id: PARLEY})
    party = Party("ann", "bob", host=host, game="parley", programs=("ann", "bob"), start=False)
    ann = party.room.seated[Seat(1)]
    host.house.state(Ladders).put(SavedRating("parley", ann.number, Rating(30.0, 5.0, 3)))
    ok(party["ann"], "start")
    assert party.room.table.last_match.state.setup.ratings == {Seat(1): 1600}
