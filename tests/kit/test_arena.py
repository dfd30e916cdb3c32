"""An arena is fair, says how sure it is, and gives the same bytes for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour import Seat
from parlour.lexicons import Lexicons
from parlour.records import read, verify
from parlour.search import SearchBot
from parlour_kit.arena import Arena, ArenaError, Turn, compete
from parlour_kit.arena.compete import player_of, split_name
from parlour_kit.arena.plan import Seating, Seeds, seating
from parlour_kit.arena.players import BotPlayer
from parlour_kit.arena.report import Folder
from parlour_kit.arena.result import GameResult, Result, SeatResult
from parlour_kit.arena.run import count_deal, new_result, record_name
from parlour_kit.arena.statistics import paired, wilson
from parlour_password import PASSWORD
from parlour_probe import PROBE
from spades import SPADES
from tests.games.raft import RAFT
from tictactoe import TICTACTOE

LISTS = Lexicons()
QUICK = BotPlayer(SearchBot(steps=60), "search")


def first(turn: Turn) -> str:
    """A player that always makes the first move that is offered."""
    return turn.moves()[0]


def rows(strokes: int) -> Callable[[Turn], str]:
    """A player of Raft that rows so hard."""
    return lambda turn: f"row {strokes}"


def written(folder: Path, jobs: int) -> dict[str, bytes]:
    """Let two players play, and return all files but times."""
    players = [player_of(TICTACTOE, first), player_of(TICTACTOE, "random")]
    arena = Arena(TICTACTOE, players, seed="autumn", pairs=3)
    result = new_result(arena)
    with Folder(folder, arena) as kept:
        for games in arena.run(jobs):
            count_deal(result, games)
            kept.add(games)
        kept.end(result)
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*.*")}
    return {name: path.read_bytes() for name, path in files.items() if name != "times.json"}


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_processes(tmp_path: Path) -> None:
    one = written(tmp_path / "one", 1)
    assert one == written(tmp_path / "two", 2)
    assert len(one) == 6 + 4  # records, and the table, the result, the games, the seal
    for name, data in one.items():
        if name.startswith("records"):
            found = verify(data, {"tictactoe": TICTACTOE}, {})
            assert found.verdict == "good", found.lines()


def test_a_record_with_seals_and_a_word_list_is_good() -> None:
    arena = Arena(PROBE, [player_of(PROBE, "easy")], seed="1", pairs=1, lexicons=LISTS)
    (game,) = arena.deal(1)
    found = verify(game.record, {"probe": PROBE}, LISTS)
    assert found.verdict == "good", found.lines()
    assert found.seals


def test_a_deal_is_the_same_from_every_seat() -> None:
    players = [player_of(TICTACTOE, first, name) for name in ("ada", "bea")]
    arena = Arena(TICTACTOE, players, seed="1", pairs=2)
    games = [game for deal in arena.run() for game in deal]
    records = [read(game.record) for game in games]
    seeds = [record.entries[0].split(b'"seed":"')[1][:64] for record in records]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    names = [[*record.names.values()] for record in records]
    assert names[:2] == [["ada-1", "bea-2"], ["bea-1", "ada-2"]]


@pytest.mark.parametrize(
    ("end", "won"),
    [
        # Ada rows 9 strokes, and Bea none.
        ("together", {"ada": 0.5, "bea": 0.5}),
        ("shore", {"ada": 1, "bea": 1}),
        ("nobody", {"ada": 0, "bea": 0}),
        ("ranks", {"ada": 1, "bea": 0}),
    ],
)
def test_a_result_that_is_not_points_counts_and_its_record_is_good(
    end: str, won: dict[str, float]
) -> None:
    players = [
        player_of(RAFT, rows(9), "ada"),
        player_of(RAFT, rows(0), "bea"),
    ]
    arena = Arena(RAFT, players, seed="1", pairs=1, options=[f"end={end}"])
    assert ("REACHED" in next(arena.result().lines())) == (end == "together")
    for game in arena.deal(1):
        assert {one.player: one.won for one in game.result.seats} == won
        assert game.result.together == (end in ("together", "shore"))
        assert verify(game.record, {"raft": RAFT}, {}).verdict == "good"


@pytest.mark.parametrize(
    ("seating", "players"),
    [
        (Seating(2, ((0,), (1,))), 2),
        (Seating(3, ((0,), (1,), (2,))), 3),
        (Seating(4, ((0, 2), (1, 3))), 2),
        (Seating(4, ((0, 2), (1, 3))), 4),
        (Seating(3, ((0,), (1,), (2,))), 2),
        (Seating(8, tuple((n,) for n in range(8))), 8),
    ],
)
def test_everybody_sits_everywhere(seating: Seating, players: int) -> None:
    for number in (1, 2, 3):
        lineups = seating.lineups(players, number, Random(number))
        for seat in range(seating.seats):
            assert sorted(lineup[seat] for lineup in lineups) == [*range(players)]


def test_two_players_fill_the_sides_of_a_game_of_teams() -> None:
    arena = Arena(SPADES, [player_of(SPADES, "random")] * 2, seed="1", pairs=1)
    lineups = arena.seating.lineups(2, 1, Random(0))
    assert lineups == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_sides_that_luck_decides_are_filled_by_nobody() -> None:
    """Otherwise one of two players would sit alone against the other on all other seats."""

    class ByAce(type(SPADES.scoring)):  # type: ignore[misc]
        def sides(self, state: Any) -> tuple[tuple[Seat, ...], ...]:
            """The player with the ace of spades plays against all others."""
            alone = next(seat for seat in state.hands if "AS" in state.hands[seat])
            return (alone,), tuple(seat for seat in state.hands if seat != alone)

    drawn = seating(replace(SPADES, scoring=ByAce()), 4, {}, None, {})
    assert drawn.lineups(2, 1, Random(0)) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_four_players_have_every_partner() -> None:
    arena = Arena(SPADES, [player_of(SPADES, "random")] * 4, seed="1", pairs=1)
    partners: Counter[frozenset[int]] = Counter()
    for number in range(1, 7):
        for lineup in arena.seating.lineups(4, number, Random(0)):
            partners[frozenset(lineup[0::2])] += 1
    assert len(partners) == 6


def test_a_player_that_knows_the_game_wins_and_refused_lines_are_counted() -> None:
    def stubborn(turn: Turn) -> str:
        return "mark nowhere"

    result = compete(TICTACTOE, {"stubborn": stubborn, "search": QUICK}, pairs=2)
    shown = result.as_json()
    assert shown["players"]["search"]["won"] > 0.5
    bad = shown["players"]["stubborn"]
    assert bad["substituted"]
    assert bad["refused"] == 5 * bad["substituted"]
    assert sum(bad["refused_by_seat"].values()) == bad["refused"]
    assert any("made at random in its name" in line for line in result.lines())


def test_a_refused_function_is_told_why_and_asked_again() -> None:
    told: list[str] = []

    def careless(turn: Turn) -> str:
        if not turn.refused:
            return "mark z9"
        told.append(turn.refused)
        return turn.any_move()

    result = compete(TICTACTOE, {"careless": careless, "first": first}, pairs=1)
    own = result.as_json()["players"]["careless"]
    assert own["refused"] == len(told)
    assert own["substituted"] == 0
    assert all(told)


def test_an_instance_of_a_class_plays_one_seat_of_one_game() -> None:
    made: list[Any] = []

    class Remembers:
        def __init__(self) -> None:
            made.append(self)
            self.turns: list[Turn] = []

        def __call__(self, turn: Turn) -> str:
            self.turns.append(turn)
            return turn.any_move()

    compete(TICTACTOE, {"one": Remembers}, pairs=3)
    assert len(made) == 6
    for one in made:
        seen = [len(turn.heard) for turn in one.turns]
        assert seen == sorted(seen)
        assert len({turn.seat for turn in one.turns}) == 1


def test_no_name_tells_a_player_who_the_others_are() -> None:
    names: set[str] = set()

    def nosy(turn: Turn) -> str:
        names.update(turn.names.values())
        return turn.any_move()

    compete(TICTACTOE, {"nosy": nosy, "search": QUICK}, pairs=1)
    assert names == {"ann", "bob"}


def test_a_game_that_all_win_or_lose_together_compares_nobody() -> None:
    said = "All win or lose together here, so this compares nobody."
    players = {"easy": "easy", "sharp": "sharp"}
    assert said in list(compete(PASSWORD, players, pairs=1).lines())
    assert said not in list(compete(PASSWORD, {"easy": "easy"}, pairs=1).lines())


def won_by(*seats: int, sides: tuple[tuple[int, ...], ...]) -> GameResult:
    """A game that the players at *seats* have won."""
    every = [
        SeatResult(seat, "random", "", (seat in seats) / len(seats), None, 1, 0, "", 0, 0, "")
        for seat in sorted(seat for side in sides for seat in side)
    ]
    return GameResult(
        game=1,
        deal=1,
        turn=1,
        reason="finished",
        moves=1,
        table_ms=1,
        urgent=1,
        forced=0,
        ways=2,
        free=0,
        sides=sides,
        seats=tuple(every),
        nobody=False,
        drawn=False,
        together=False,
    )


def test_a_traitor_and_all_others_are_compared_as_sides() -> None:
    """Who is the traitor changes from game to game, so no table of seats tells it."""
    result = Result({}, ["random"], 4)
    result.add_deal([won_by(2, sides=((2,), (1, 3, 4)))])
    result.add_deal([won_by(1, 2, 4, sides=((3,), (1, 2, 4)))])
    result.add_deal([won_by(1, sides=((1,), (2, 3, 4)))])
    shown = [line.split()[:3] for line in result.lines()]
    at = shown.index(["SIDE", "WON", "95"])
    assert shown[at + 1 : at + 3] == [["1", "seat", "66.7"], ["3", "seats", "33.3"]]
    assert result.as_json()["sides"]["3"]["won"] == 0.3333


def test_sides_of_one_size_are_no_table() -> None:
    result = Result({}, ["random"], 4)
    result.add_deal([won_by(1, 3, sides=((1, 3), (2, 4)))])
    assert "sides" not in result.as_json()


def test_the_tables_of_three_players_fit_on_a_screen() -> None:
    players = {"a-very-long-name-1": "easy", "a-very-long-name-2": "easy", "random": "random"}
    assert max(map(len, compete(PROBE, players, pairs=1).lines())) <= 79


def test_intervals() -> None:
    assert wilson(5, 10).low == pytest.approx(0.2366, abs=1e-4)  # as in any table of it
    same = paired([0.5] * 200, 2)
    assert same.mean == 0.5
    assert same.high - same.low < 0.02
    apart = paired([0.0, 1.0] * 100, 2)
    assert apart.high - apart.low > wilson(200, 400).high - wilson(200, 400).low
    assert paired([1.0] * 200, 2).high == 1.0


def test_what_cannot_be_played_is_refused_in_a_sentence() -> None:
    three = ["random"] * 3
    for players, wanted in ((three, "3 players"), (["dealer"], "random, search")):
        with pytest.raises(ArenaError, match=wanted):
            Arena(TICTACTOE, [player_of(TICTACTOE, each) for each in players], seed="1")
    with pytest.raises(ArenaError, match="2 to 6 players, not for 9"):
        Arena(PROBE, [player_of(PROBE, "random")], seed="1", seats=9, lexicons=LISTS)
    with pytest.raises(ArenaError, match="colour"):
        compete(TICTACTOE, {"random": "random"}, options=["colour=red"])


def test_names() -> None:
    assert split_name("mine=./bot --fast=1") == ("mine", "./bot --fast=1")
    assert split_name("./bot --fast=1") == ("", "./bot --fast=1")
    assert record_name("7-Up!", 3) == "up-3"
    assert record_name("...", 1) == "player-1"


def test_a_seed_tells_nothing_about_other_luck() -> None:
    seeds = Seeds("1")
    assert seeds.commitment != Seeds("2").commitment
    assert len({seeds.deal(1), seeds.deal(2), seeds.commitment}) == 3
    assert seeds.luck(1, 1, 1).random() != seeds.luck(1, 2, 1).random()
