"""The rules of Lanterns, what people read, and what the kit finds."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from lanterns import LANTERNS
from lanterns.bot import Keeper
from lanterns.state import BEST, DECK, LETTERS, MISTAKES, NUMBERS, OIL, Drop, Hang, Hint, Lantern
from parlour import SPECTATOR, Seat, Together, Viewer
from parlour_kit import GameDriver, Match, check_game

ANN, BOB, CY = SEATS = tuple(map(Seat, range(1, 4)))
HANDS = {
    ANN: ("R1", "R2", "B1", "G4", "P5"),
    BOB: ("Y1", "Y2", "Y3", "Y4", "Y5"),
    CY: ("G1", "G1", "B2", "B2", "P1"),
}


def _game(**given: Any) -> Any:
    game = GameDriver(LANTERNS, seats=3, given={"hands": HANDS, **given})
    turns = game.state.table.turns.to(ANN)
    game.state = _with(game.state, turns=turns)
    return game


def _with(state: Any, **table: Any) -> Any:
    return replace(state, table=replace(state.table, **table))


def _cards(position: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(each.card for each in position.held(seat))


def test_a_player_sees_all_lanterns_but_their_own_and_a_watcher_sees_none() -> None:
    """Rule 2."""
    game = _game(pile=["P2"])
    assert [_cards(game.look(ANN), seat)[0] for seat in SEATS] == ["", "Y1", "G1"]
    assert {*_cards(game.look(SPECTATOR), ANN), *_cards(game.look(SPECTATOR), BOB)} == {""}
    game.move(ANN, Hang(1))
    assert game.told(ANN)[-1] == "You take a lantern."
    assert game.told(BOB)[-1] == "ann takes P2."
    assert game.told(SPECTATOR)[-1] == "ann takes a lantern."


def test_a_hint_tells_everybody_which_lanterns_have_it_and_which_have_not() -> None:
    """Rule 4."""
    game = _game()
    game.move(ANN, Hint(CY, "1"))
    assert game.told(CY) == ["ann tells you: number 1 at places 1, 2, 5."]
    assert game.told(SPECTATOR) == ["ann tells cy: number 1 at places 1, 2, 5."]
    assert [each.known for each in game.state.held(CY)] == ["?1", "?1", "??", "??", "?1"]
    assert game.state.held(CY)[2].excluded == "1"
    assert game.state.table.oil == OIL - 1
    for hint in (Hint(CY, "red"), Hint(BOB, "yellow"), Hint(Seat(9), "1"), Hint(CY, "")):
        assert game.refused(BOB, hint).text.startswith("Name another player, and a colour")
    assert game.refused(CY, Hang(1)).text == "It isn't your turn."
    game.state = _with(game.state, oil=0)
    assert game.refused(BOB, Hint(CY, "1")).text.startswith("There is no oil left for a hint.")


def test_the_next_of_a_row_hangs_and_another_one_is_lost() -> None:
    """Rules 5 and 7."""
    game = _game(pile=["P2", "P3", "P4"])
    game.move(ANN, Hang(1))
    assert game.state.table.rows["R"] == 1
    assert _cards(game.state, ANN) == ("R2", "B1", "G4", "P5", "P2")
    game.move(BOB, Hang(2))
    assert game.told(ANN)[-2:] == [
        "bob hangs Y2 (place 2). It does not fit: mistake 1 of 3.",
        "bob takes P3.",
    ]
    assert game.state.table.mistakes == 1
    assert game.state.table.lost == ("Y2",)
    assert game.refused(CY, Hang(6)).text == "Your lanterns have the places 1 to 5."


def test_a_five_and_a_dropped_lantern_bring_oil_back_but_no_more_than_eight() -> None:
    """Rules 5 and 6."""
    game = _game()
    assert game.refused(ANN, Drop(1)).text.startswith("All eight drops of oil are there.")
    game.state = _with(game.state, oil=3, rows={**dict.fromkeys(LETTERS, 0), "P": 4, "Y": 4})
    game.move(ANN, Hang(5))
    assert (game.state.table.rows["P"], game.state.table.oil) == (5, 4)
    game.state = _with(game.state, oil=OIL)
    game.move(BOB, Hang(5))
    assert (game.state.table.rows["Y"], game.state.table.oil) == (5, OIL)
    game.state = _with(game.state, oil=3)
    game.move(CY, Drop(3))
    assert game.state.table.oil == 4


def test_when_the_pile_is_empty_everybody_has_one_more_turn() -> None:
    """Rules 8 and 9."""
    game = _game()
    lanterns = game.state.lanterns[: 15 + 1]
    game.state = replace(_with(game.state, oil=3, pile=1), lanterns=lanterns)
    game.move(ANN, Hang(1))
    assert "The pile is empty: everybody has one more turn." in game.told(BOB)[-1]
    for seat in (BOB, CY, ANN):
        assert not game.over
        assert "pile 0. 3 turns left." in game.shown(BOB)[-3] or seat != BOB
        game.move(seat, Drop(1))
    assert game.over
    assert game.outcome == Together(1, BEST)


def test_the_third_mistake_ends_the_game() -> None:
    game = _game()
    game.state = _with(game.state, mistakes=MISTAKES - 1)
    game.move(ANN, Hang(2))
    assert game.over
    assert game.outcome == Together(0, BEST)
    shown = {_cards(game.look(viewer), ANN)[:2] for viewer in (*SEATS, SPECTATOR)}
    assert shown == {("R1", "B1")}


@pytest.mark.parametrize("viewer", [ANN, BOB, SPECTATOR])
def test_the_twin_of_a_viewer_fits_all_hints(viewer: Viewer) -> None:
    game = _game()
    for seat, hint in ((ANN, Hint(BOB, "yellow")), (BOB, Hint(ANN, "1")), (CY, Hint(ANN, "red"))):
        game.move(seat, hint)
    seen: set[tuple[str, ...]] = set()
    for seed in range(20):
        twin = LANTERNS.views.resample(game.state, viewer, Random(seed))
        assert LANTERNS.views.look(twin, viewer) == LANTERNS.views.look(game.state, viewer)
        assert all(each.fits(each.card) for each in twin.lanterns)
        assert sorted(each.card for each in twin.lanterns) == sorted(DECK)
        seen.add(_cards(twin, ANN))
    assert (len(seen) > 1) == (viewer in (ANN, SPECTATOR))


def test_a_lantern_says_only_what_hints_have_told() -> None:
    lantern = Lantern("B3").told("red").told("3")
    assert (lantern.may, lantern.known, lantern.excluded) == ("YGBP3", "?3", "R")
    assert not lantern.fits("R3")
    assert lantern.fits("G3")


@pytest.mark.parametrize("seed", range(4))
def test_no_lantern_is_lost_or_doubled_and_all_hints_are_true(seed: int) -> None:
    """A law, in random games without the rule of the third mistake."""
    match = Match(LANTERNS, 2 + seed, seed=seed)
    while not match.over:
        match.random_step()
        match.state = _with(match.state, mistakes=0)
        table, left = match.state.table, match.state.lanterns
        hung = [letter + n for letter, top in table.rows.items() for n in NUMBERS[:top]]
        assert sorted([*hung, *table.lost, *(each.card for each in left)]) == sorted(DECK)
        assert all(each.fits(each.card) for each in left)
        assert len([each for each in left if each.seat is None]) == table.pile
        assert 0 <= table.oil <= OIL
    assert match.outcome == Together(match.state.table.points, BEST)


def test_bots_hang_more_than_half_of_all_lanterns() -> None:
    points: list[int] = []
    for seed in range(6):
        bots = dict.fromkeys(map(Seat, range(1, 4)), Keeper())
        match = Match(LANTERNS, 3, seed=seed, bots=bots)
        while not match.over:
            assert match.bot_step()
        points.append(match.state.table.points)
    assert sum(points) / len(points) > BEST / 2, points


def test_the_kit_finds_nothing() -> None:
    assert check_game(LANTERNS, seeds=range(1)).counts["twins"] > 5
