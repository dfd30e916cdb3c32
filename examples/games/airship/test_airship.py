"""The rules of Airship, what people read, and what the kit finds."""

from __future__ import annotations

from random import Random

import pytest

from airship import AIRSHIP
from airship.bot import Mate
from airship.state import Call, Ended, Event, Missed, Move, Order, Ordered, Set, State, WasSet
from airship.views import View
from parlour import SPECTATOR, BotContext, Refused, Seat
from parlour_kit import GameDriver, check_game

Driver = GameDriver[State, Move, Event, View, Event]


def _aboard(seats: int = 2, **options: int) -> Driver:
    return GameDriver(AIRSHIP, seats=seats, options=options)


def _done(game: Driver, order: Order) -> None:
    """Set what *order* says."""
    owner = next(each.seat for each in game.state.controls if each.name == order.control)
    game.move(owner, Set(order.control, order.setting))


def test_an_order_belongs_to_its_player_until_it_is_called() -> None:
    game = _aboard()
    ann, bob = game.state.seats
    assert [heard.control is None for heard in game.heard(ann)[1:]] == [False, True]
    assert [heard.control for heard in game.heard(SPECTATOR)[1:]] == [None, None]
    order = game.state.order_of(ann)
    assert order is not None
    game.move(ann, Call())
    assert game.told(bob) == [f"ann calls: {order.control} to {order.setting}!"]
    assert game.refused(ann, Call()).text == "You have called your order already."
    assert game.look(bob).orders[0].control == order.control


def test_what_an_order_says_brings_the_ship_on() -> None:
    game = _aboard()
    order = game.state.orders[0]
    _done(game, order)
    assert game.one(WasSet).order_of == order.seat
    assert game.one(Ordered).seat == order.seat
    assert game.state.miles == 1
    while not game.over:
        _done(game, game.state.orders[0])
    assert game.one(Ended).landed
    assert game.winners == set(game.state.seats)
    assert game.told(SPECTATOR)[-1] == "You have arrived after 16 miles!"
    assert AIRSHIP.scoring.sides(game.state) == (game.state.seats,)


def test_what_is_missed_costs_height() -> None:
    game = _aboard()
    while not game.over:
        game.time_up()
        assert game.of(Missed)
    assert not game.winners
    assert game.told(SPECTATOR)[-1] == "The ship has crashed after 0 miles."
    assert game.shown(SPECTATOR)[1] == "The ship has crashed."


def test_only_your_own_controls_can_be_set() -> None:
    game = _aboard()
    ann, bob = game.state.seats
    theirs = next(each.name for each in game.state.controls if each.seat == bob)
    mine = next(each.name for each in game.state.controls if each.seat == ann)
    assert "not one of your controls" in game.refused(ann, Set(theirs, 1)).text
    assert game.refused(ann, Set(mine, 6)).text == "Set it to a number from 1 to 5."
    assert game.parsed(ann, "dial", f"{mine[:3]} 4") == Set(mine, 4)
    assert game.parsed(ann, "dial", "call") == Call()
    assert game.parsed(ann, "dial", f"dial {mine} 4") == Set(mine, 4)
    for verb, rest in (("dial", mine), ("dial", f"{mine} x"), ("call", "it")):
        with pytest.raises(Refused):
            game.parsed(ann, verb, rest)


def test_the_others_share_the_controls_of_who_leaves() -> None:
    game = _aboard(3)
    game.leave(Seat(2))
    assert {each.seat for each in game.state.controls} == {Seat(1), Seat(3)}
    assert len(game.state.orders) == 2
    assert game.refused(Seat(2), Call()).text == "You are not aboard."
    game.leave(Seat(1))
    game.leave(Seat(3))
    assert game.over


def test_the_question_says_whose_control_it_is() -> None:
    game = _aboard(6)
    for seat in game.state.seats:
        (line,) = game.asked(seat, 200)
        order = game.state.order_of(seat)
        assert order is not None
        assert f"{order.control} to {order.setting}" in line
        assert max(map(len, game.shown(seat, 40))) <= 40


def test_without_a_scene_too_everybody_hears_who_has_which_controls() -> None:
    """Netcat shows the panel only to who types look."""
    game = _aboard(3)
    mine, *others = game.told(Seat(1))[:3]
    own = [f"{each.name} {each.setting}" for each in game.state.controls if each.seat == 1]
    assert mine == f"Your controls: {', '.join(own)}."
    assert all(len(line.split(", ")) == 3 for line in others)
    game.leave(Seat(2))
    gone, *shared = game.told(Seat(3))[-3:]
    assert gone == "bob has left. The others share the controls."
    assert [line.partition(":")[0] for line in shared] == ["Your controls", "ann"]
    assert sum(len(line.split(", ")) for line in shared) == 9


def test_mates_arrive() -> None:
    game, bot, rng = _aboard(4), Mate(), Random(1)
    while not game.over:
        moved = False
        for seat, prompt in list(game.prompts().items()):
            thought = bot.think(seat, game.look(seat), prompt, BotContext(rng, None))
            if thought is not None and not game.over:
                game.move(seat, thought.move)
                moved = True
                break
        assert moved
    assert game.state.landed


def test_the_kit_finds_nothing() -> None:
    check_game(AIRSHIP, seeds=range(1))
