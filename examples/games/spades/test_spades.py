"""The rules of Spades, what people read, and what the kit finds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from parlour import SPECTATOR, BotContext, Seat
from parlour_kit import GameDriver, check_game
from spades import SPADES
from spades.bot import Steady
from spades.choices import usual_card
from spades.state import (
    Bid,
    Event,
    HandOver,
    HasBid,
    Move,
    Play,
    Played,
    SpadesHeard,
    State,
    legal,
)
from spades.views import View

SEATS = tuple(map(Seat, range(1, 5)))
Driver = GameDriver[State, Move, Event, View, SpadesHeard]


def _dealt(**options: int) -> Driver:
    return GameDriver(SPADES, seats=4, options=options)


def _turn(game: Driver) -> Seat:
    return game.state.seats[game.state.turn]


def _bid(game: Driver) -> Driver:
    for _ in SEATS:
        game.move(_turn(game), Bid(3))
    return game


def test_everybody_bids_then_plays() -> None:
    game = _dealt()
    first = _turn(game)
    assert game.refused(first, Play("AS")).text.startswith("Bid first")
    assert game.refused(first, Bid(14)).text == "Bid a number from 0 to 13."
    assert game.parsed(first, "bid", "nil") == Bid(0)
    _bid(game)
    assert game.refused(_turn(game), Bid(1)).text == "The bids are made."
    other = next(seat for seat in SEATS if seat != _turn(game))
    assert game.refused(other, Play("AS")).text == "It isn't your turn."
    assert game.parsed(first, "play", "10h") == Play("TH")
    assert game.parsed(first, "play", "h q") == Play("QH")
    assert game.parsed(first, "play", "play qs") == Play("QS")


def test_suit_must_be_followed_and_spades_are_broken_first() -> None:
    hand = ("AS", "2S", "KH", "3C")
    assert legal(hand, (), False) == ("KH", "3C")
    assert legal(hand, (), True) == hand
    assert legal(("AS", "2S"), (), False) == ("AS", "2S")
    assert legal(hand, ((1, "9H"),), False) == ("KH",)
    assert legal(hand, ((1, "9D"),), False) == hand
    game = _bid(_dealt())
    seat = _turn(game)
    spade = next(card for card in game.state.hands[game.state.turn] if card[1] == "S")
    assert "No spade can lead" in game.refused(seat, Play(spade)).text
    missing = next(card for card in ("AH", "KH") if card not in game.look(seat).hand)
    assert game.refused(seat, Play(missing)).text == f"You don't have {missing}."


def test_a_hand_is_scored_for_the_team() -> None:
    game = _bid(_dealt(target=500))
    while not game.of(HandOver):
        seat = _turn(game)
        game.move(seat, Play(game.look(seat).playable[0]))
    over = game.one(HandOver)
    for points in over.points:  # a bid of 6: missed, or made with up to 7 bags
        assert points == -60 or 60 <= points <= 67
    assert "The hand is over." in " ".join(game.told(SPECTATOR))


def test_the_host_plays_for_who_is_slow_or_gone() -> None:
    game = _dealt(turn_seconds=5)
    game.time_up()
    assert game.one(HasBid).auto
    game.leave(_turn(game))
    assert game.one(HasBid).auto
    gone = game.free[0]
    game.join(gone)
    assert game.free == ()
    game.leave(SEATS[0])
    game.leave(SEATS[2])
    assert game.winners == {SEATS[1], SEATS[3]}


def test_only_the_owner_reads_a_hand() -> None:
    game = _dealt()
    assert "Your cards:" in " ".join(game.told(SEATS[0]))
    assert "Your cards" not in " ".join(game.told(SPECTATOR))
    assert max(map(len, game.shown(SEATS[0], 40))) <= 40


def test_a_twin_keeps_to_what_everybody_has_seen() -> None:
    game = _bid(_dealt(target=500))
    rng = Random(1)
    for _ in range(40):
        seat = _turn(game)
        game.move(seat, Play(rng.choice(game.look(seat).playable)))
        twin = SPADES.views.resample(game.state, SEATS[0], rng)
        assert twin.hands[0] == game.state.hands[0]
        for hand, void in zip(twin.hands, game.state.voids, strict=True):
            assert not {card[1] for card in hand} & set(void)


def test_the_bot_plays_a_whole_game_and_throws_away_what_its_partner_wins() -> None:
    game, bot = _dealt(), Steady()
    while not game.over:
        seat = _turn(game)
        thought = bot.think(
            None, game.look(seat), game.prompts()[seat], BotContext(Random(1), None)
        )
        game.move(seat, thought.move)
    assert game.winners
    trick = ((0, "KH"), (1, "4H"))
    assert usual_card(("AH", "2H"), trick, 2, wants=True) == "2H"
    assert usual_card(("AH", "2H"), trick, 3, wants=True) == "AH"
    assert usual_card(("QH", "2H"), trick, 3, wants=False) == "QH"


def test_no_game_lasts_longer_than_thirty_hands() -> None:
    game = _bid(_dealt(target=500))
    game.state = replace(game.state, number=30)
    while not game.over:
        seat = _turn(game)
        game.move(seat, Play(game.look(seat).playable[-1]))
    assert game.of(Played)
    assert game.state.number == 30


def test_the_kit_finds_nothing() -> None:
    check_game(SPADES, seeds=range(2))
