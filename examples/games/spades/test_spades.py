"""The rules of Spades, what people read, and what the kit finds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from parlour import SPECTATOR, BotContext, Seat
from parlour.parts import Trick
from parlour_kit import GameDriver, check_game
from spades import SPADES
from spades.bot import Steady, usual_card
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
)
from spades.views import View

SEATS = tuple(map(Seat, range(1, 5)))
Driver = GameDriver[State, Move, Event, View, SpadesHeard]


def _dealt(**options: int) -> Driver:
    return GameDriver(SPADES, seats=4, options=options)


def _turn(game: Driver) -> Seat:
    return game.state.table.turns.now


def _bid(game: Driver) -> Driver:
    for _ in SEATS:
        game.move(_turn(game), Bid(3))
    return game


def test_everybody_bids_then_plays() -> None:
    game = _dealt()
    first = _turn(game)
    assert game.verbs(first) == ["bid"]
    assert game.parsed(first, "bid", "nil") == Bid(0)
    _bid(game)
    assert game.verbs(_turn(game)) == ["play"]
    other = next(seat for seat in SEATS if seat != _turn(game))
    assert game.refused(other, Play("AS")).text == "It isn't your turn."
    assert game.parsed(first, "play", "10h") == Play("TH")
    assert game.parsed(first, "play", "h q") == Play("QH")
    assert game.parsed(first, "play", "play qs") == Play("QS")


def test_suit_must_be_followed_and_spades_are_broken_first() -> None:
    hand = ("AS", "2S", "KH", "3C")
    game = _bid(_dealt())
    trick, seat = game.state.table.trick, _turn(game)
    assert trick.legal(hand) == ("KH", "3C")
    assert trick.legal(("AS", "2S")) == ("AS", "2S")
    assert trick.add(seat, "9H").legal(hand) == ("KH",)
    assert trick.add(seat, "9D").legal(hand) == hand
    assert trick.add(seat, "9D").add(seat, "2S").swept().legal(hand) == hand
    spade = next(card for card in game.state.hands[seat] if card[1] == "S")
    assert "You can't lead spades" in game.refused(seat, Play(spade)).text
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
    assert "Last trick: " in " ".join(game.shown(SPECTATOR))  # while the next hand is bid for


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
        assert twin.hands[SEATS[0]] == game.state.hands[SEATS[0]]
        for player, void in game.state.table.trick.voids.items():
            assert not {card[1] for card in twin.hands[player]} & set(void)


def test_the_bot_plays_a_whole_game_and_throws_away_what_its_partner_wins() -> None:
    game, bot = _dealt(), Steady()
    while not game.over:
        seat = _turn(game)
        thought = bot.think(
            None, game.look(seat), game.prompts()[seat], BotContext(Random(1), None)
        )
        game.move(seat, thought.move)
    assert game.winners
    trick = Trick("S").add(SEATS[0], "KH").add(SEATS[1], "4H")
    assert usual_card(("AH", "2H"), trick, SEATS[0], wants=True) == "2H"
    assert usual_card(("AH", "2H"), trick, SEATS[1], wants=True) == "AH"
    assert usual_card(("QH", "2H"), trick, SEATS[1], wants=False) == "QH"


def test_no_game_lasts_longer_than_thirty_hands() -> None:
    game = _bid(_dealt(target=500))
    game.state = replace(game.state, table=replace(game.state.table, number=30))
    while not game.over:
        seat = _turn(game)
        game.move(seat, Play(game.look(seat).playable[-1]))
    assert game.of(Played)
    assert game.state.table.number == 30


def test_the_kit_finds_nothing() -> None:
    check_game(SPADES, seeds=range(1))
