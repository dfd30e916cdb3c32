"""`GameDriver`: what it does beside the steps that the tests of our games make with it."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, Result, Seat
from parlour_kit import GameDriver, SmallList
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Hid, Hide, Note, Passed, Try
from tests.games.open_hunt import OPEN_HUNT
from tests.games.parley import PARLEY, Bid
from tests.games.quiet import QUIET

A, B, C = Seat(1), Seat(2), Seat(3)


def test_a_game_is_driven_to_its_end() -> None:
    game = GameDriver(HUNT, 2, options={"top": 9})
    assert game.asked(A) == ["Hide a number from 1 to 9."]
    game.move(A, Hide(3))
    assert game.told(B) == ["ann has hidden a number."]
    game.move(B, Hide(4))
    assert (game.one(Hid).number, len(game.of(Passed))) == (4, 1)
    assert (game.verbs(A)[0], game.verbs(C)) == ("try", [])
    assert "Yours is 3." in game.shown(A)
    assert game.look(SPECTATOR).mine is None
    game.move(A, Try(B, 4))
    assert game.over
    assert game.winners == {A}


def test_a_refusal_must_be_one_and_change_nothing() -> None:
    game = GameDriver(HUNT, 2)
    assert game.refused(A, Note("x")).text == "There is nothing to note yet."
    with pytest.raises(AssertionError, match="was accepted"):
        game.refused(A, Hide(3))


def test_time_runs_out_players_leave_and_others_sit_down() -> None:
    game = GameDriver(OPEN_HUNT, (A, B, C), options={"seconds": 30})
    game.time_up()
    assert (game.now, len(game.of(Hid)), game.deadline) == (30_000, 3, 60_000)
    game.leave(B)
    assert game.free == (B, Seat(4))
    game.join(B)
    assert not game.over
    with pytest.raises(AssertionError, match="seat 1 is not free"):
        game.join(A)


def test_luck_follows_from_the_number_and_lists_reach_the_rules() -> None:
    drawn = {GameDriver(HUNT, 4, options={"first": "draw"}, number=n).state.turn for n in range(9)}
    assert len(drawn) > 1
    lists = {"deck": SmallList(["ant", "bee"])}
    assert GameDriver(QUIET, 2, options={"deck": "family"}, lists=lists).state.top == 2


def test_an_option_that_the_game_has_not_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="hunt has no option tops"):
        GameDriver(HUNT, 2, options={"tops": 5})


def test_a_move_can_be_taken_back_and_earlier_games_are_known() -> None:
    ann = Seat(1)
    earlier = (Result({ann: 2}, (ann,)),)
    game = GameDriver(PARLEY, seats=2, ratings={ann: 1100}, earlier=earlier)
    assert (game.state.setup.earlier, game.state.setup.ratings) == (earlier, {ann: 1100})
    before = game.state
    game.move(ann, Bid(2, 3))
    game.take_back(ann, before)
    assert game.state.bid == before.bid
