"""The numbered rules of Liar's dice, what people read, and what the kit finds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from liarsdice import LIARSDICE
from liarsdice.bot import Gambler, chance
from liarsdice.state import Bid, Doubt, HasBid, Lifted, Rolled, State, found, named
from parlour import SPECTATOR, BotContext, Ranks, Refused, Seat
from parlour_kit import GameDriver, check_game


def _game(seats: int = 3, number: int = 0, **options: int | bool) -> Any:
    return GameDriver(LIARSDICE, seats=seats, number=number, options=options)


def _now(game: Any) -> Seat:
    seat: Seat = game.state.table.turns.now
    return seat


def _bid(game: Any, count: int, face: int) -> Seat:
    seat = _now(game)
    game.move(seat, Bid(count, face))
    return seat


def _true(game: Any) -> Bid:
    """A first bid of fives that says exactly what is there, or of 1 if nothing is."""
    state: State = game.state
    dice = [die for cup in state.cups.values() for die in cup]
    return Bid(found(dice, 5, wild=state.table.wild), 5)


def test_rule_1_everybody_sees_their_own_dice_alone() -> None:
    game = _game()
    for seat in game.state.table.turns.order:
        assert game.look(seat).dice == game.state.cups[seat]
        assert [each.cups for each in game.heard(seat) if isinstance(each, Rolled)] == [
            {seat: game.state.cups[seat]}
        ]
    assert game.look().dice == ()
    assert "? ? ? ? ?" in game.shown(SPECTATOR)[1]
    assert "cups" not in repr(game.heard(SPECTATOR)[0])


def test_rule_2_the_first_bid_can_be_any_and_a_lie() -> None:
    game = _game()
    first = _now(game)
    assert game.refused(first, Doubt()).text == "There is no bid to doubt. Bid first."
    _bid(game, 15, 6)
    assert game.told(SPECTATOR) == [f"{game.names[first]} bids 15 sixes."]
    assert game.asked(_now(game))[-1] == "No bid is higher. Type: doubt"
    assert game.refused(_now(game), Bid(15, 6)).text.startswith("No bid is higher")


@pytest.mark.parametrize(("count", "face"), [(4, 4), (4, 5), (3, 6), (16, 2), (5, 7)])
def test_rule_3_a_bid_must_be_higher(count: int, face: int) -> None:
    game = _game()
    _bid(game, 4, 5)
    said = "Bid 4 sixes or more, up to 15 sixes."
    assert game.refused(_now(game), Bid(count, face)).text == said
    _bid(game, 4, 6)
    _bid(game, 5, 2)
    assert game.asked(_now(game))[-1] == "Bid more, such as: 5 3 - or: doubt"


def test_rule_3_the_next_player_bids() -> None:
    game = _game()
    first = _bid(game, 1, 2)
    assert game.refused(first, Bid(2, 2)).text == "It isn't your turn."
    assert _now(game) == game.state.table.turns.after(first)


def test_rule_4_ones_are_wild_unless_the_table_wants_it_otherwise() -> None:
    assert (found((1, 1, 5, 6), 5, wild=True), found((1, 1, 5, 6), 5, wild=False)) == (3, 1)
    game = _game()
    assert game.refused(_now(game), Bid(1, 1)).text == "Ones are wild: bid another face."
    tame = _game(wild=False)
    _bid(tame, 1, 1)
    assert "wild" not in tame.shown(SPECTATOR)[0]


@pytest.mark.parametrize("lie", [False, True])
def test_rule_5_who_was_wrong_loses_a_die(lie: bool) -> None:
    game = _game()
    true = _true(game)
    bidder = _bid(game, true.count + lie, 5)
    doubter = _now(game)
    game.move(doubter, Doubt())
    lifted = game.one(Lifted)
    loser = bidder if lie else doubter
    assert (lifted.found, lifted.loser, lifted.left) == (true.count, loser, 4)
    assert game.state.table.dice[loser] == len(game.state.cups[loser]) == 4
    said = "a lie" if lie else "true"
    assert f"The bid was {said}: {true}." in " ".join(game.told(SPECTATOR))
    assert "You lose a die and have 4 dice left." in " ".join(game.told(loser))
    assert "All dice:" in " ".join(game.shown(SPECTATOR))


def test_rule_6_the_loser_bids_first_or_the_next_player() -> None:
    game = _game(dice=1)
    out = _bid(game, 3, 6) if _true(game).count < 3 else _now(game)
    order = game.state.table.turns
    game.move(_now(game), Doubt())
    assert game.one(Lifted).loser == out
    assert game.one(Rolled).first == _now(game) == order.after(out)
    assert game.told(out)[-1].endswith("bids first.")
    assert f"Your die: {game.state.cups[_now(game)][0]}." in game.told(_now(game))[-1]
    assert "no dice" in " ".join(game.shown(SPECTATOR))
    game.leave(out)
    assert game.told(SPECTATOR) == []


def test_rule_7_the_last_player_with_dice_wins() -> None:
    game, bot, rng = _game(seats=4, dice=2), Gambler(), Random(5)
    lost: list[Seat] = []
    while not game.over:
        for seat, prompt in list(game.prompts().items()):
            game.move(seat, bot.think(None, game.look(seat), prompt, BotContext(rng, None)).move)
        lost += [each.loser for each in game.heard(SPECTATOR) if getattr(each, "left", 1) == 0]
        assert max(map(len, game.shown(SPECTATOR, 40))) <= 40
    (winner,) = game.state.table.turns.present
    assert game.outcome == Ranks(((winner,), *((seat,) for seat in reversed(lost))))
    assert game.shown(winner)[-1] == "The game is over. You won."


def test_rule_8_the_host_bids_or_doubts_for_who_is_too_slow() -> None:
    game = _game()
    game.time_up()
    told = game.one(HasBid)
    assert (told.bid, told.auto) == (Bid(1, 2), True)
    assert game.told(SPECTATOR)[0].endswith("bids 1 two (out of time).")
    game.time_up()
    assert game.one(Lifted).auto


def test_rule_9_without_a_player_who_leaves_all_roll_again() -> None:
    game = _game()
    leaver = _bid(game, 4, 5)
    game.leave(leaver)
    assert (
        game.told(SPECTATOR)[0] == f"{game.names[leaver]}'s dice are gone. All others roll again."
    )
    assert (game.state.table.bid, game.state.table.total) == (None, 10)
    game.leave(_now(game))
    assert game.over
    assert game.outcome.places[-1] == (leaver,)


@pytest.mark.parametrize("typed", ["4 5", "bid 4 5", "4x5", "four fives", "4, 5", "Four FIVES."])
def test_a_bid_can_be_typed_in_words(typed: str) -> None:
    game = _game()
    assert game.parsed(_now(game), "bid", typed.removeprefix("bid ")) == Bid(4, 5)
    assert game.parsed(_now(game), "bid", "six sixes") == Bid(6, 6)
    with pytest.raises(Refused, match="Still missing: face"):
        game.parsed(_now(game), "bid", "4")


def test_numbers_and_plurals() -> None:
    assert [named(0, 2), named(1, 6), named(2, 6)] == ["no twos", "1 six", "2 sixes"]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 99), st.booleans(), st.integers(2, 6))
def test_law_a_bid_is_less_likely_the_higher_its_count(seed: int, wild: bool, face: int) -> None:
    game = _game(number=seed, wild=wild)
    seat = _now(game)
    chances = [chance(game.look(seat), Bid(count, face)) for count in range(16)]
    assert chances == sorted(chances, reverse=True)
    own = found(game.look(seat).dice, face, wild=wild)
    assert chances[own] == pytest.approx(1)
    assert chances[11 + own :] == [0] * (5 - own)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 99), st.lists(st.tuples(st.integers(1, 15), st.integers(1, 6)), max_size=9))
def test_law_bids_rise_and_a_doubt_takes_one_die(seed: int, tries: list[tuple[int, int]]) -> None:
    game, last = _game(number=seed), Bid(0, 6)
    for count, face in tries:
        move = Bid(count, face)
        allowed = last < move and face != 1
        assert (move.count, move.face) > (last.count, last.face) or not allowed
        if allowed:
            _bid(game, count, face)
            last = move
        else:
            game.refused(_now(game), move)
    before = game.state.table.total
    if game.state.table.bids:
        game.move(_now(game), Doubt())
        assert game.state.table.total == before - 1
    assert {seat: len(cup) for seat, cup in game.state.cups.items()} == game.state.table.dice


def test_the_kit_finds_nothing() -> None:
    check_game(LIARSDICE, seeds=range(1))
