"""The rules of Cheat, what people read, and what the kit finds."""

from __future__ import annotations

from random import Random

import pytest

from cheat import CHEAT_GAME
from cheat.bot import Doubter
from cheat.state import (
    CARDS,
    Call,
    Called,
    Claimed,
    Event,
    Move,
    Pass,
    Play,
    State,
    Turn,
    named,
)
from cheat.views import View
from parlour import SPECTATOR, BotContext, Refused, Seat
from parlour_kit import GameDriver, check_game

Driver = GameDriver[State, Move, Event, View, Event]


def _dealt(seats: int = 3, **options: int) -> Driver:
    return GameDriver(CHEAT_GAME, seats=seats, options=options)


def _turn(game: Driver) -> Seat:
    return game.state.table.turns.now


def _cards(game: Driver, *, honest: bool) -> tuple[str, ...]:
    """Two cards of the player at turn that are what they must claim, or are not."""
    hand, rank = game.state.hands[_turn(game)], game.state.table.rank
    return tuple(card for card in hand if (card[:-1] == rank) == honest)[:2]


def _others(game: Driver) -> list[Seat]:
    return [seat for seat in game.state.table.turns.order if seat != _turn(game)]


def test_a_liar_who_is_called_takes_the_pile() -> None:
    game = _dealt()
    liar, caller = _turn(game), _others(game)[0]
    cards = _cards(game, honest=False)
    game.move(liar, Play(cards))
    assert game.heard(liar)[0].cards == cards
    assert game.heard(caller)[0].cards is None
    assert game.told(caller) == [f"{game.names[liar]} claims 2 aces. {game.names[liar]} has "
                                 f"{len(game.state.hands[liar])} cards left."]  # fmt: skip
    assert game.refused(liar, Call()).text.startswith("There is no claim")
    game.move(caller, Call())
    called = game.one(Called)
    assert (called.honest, called.taker, called.count) == (False, liar, 2)
    assert set(cards) <= set(game.state.hands[liar])
    assert "That was a lie!" in " ".join(game.told(SPECTATOR))


def test_who_calls_the_truth_takes_the_pile() -> None:
    game = next(
        game
        for number in range(9)
        if _cards(game := GameDriver(CHEAT_GAME, seats=3, number=number), honest=True)
    )
    honest, caller = _turn(game), _others(game)[1]
    cards = _cards(game, honest=True)
    assert "You must claim aces. You have" in game.asked(honest)[-1]
    game.move(honest, Play(cards))
    game.move(caller, Call())
    assert game.one(Called).taker == caller
    assert "That was the truth." in " ".join(game.told(SPECTATOR))


def test_a_claim_that_nobody_calls_stands() -> None:
    game = _dealt()
    claimer, others = _turn(game), _others(game)
    game.move(claimer, Play(_cards(game, honest=False)))
    game.move(others[0], Pass())
    assert game.told(SPECTATOR) == []
    assert game.look().table.claim is not None
    game.move(others[1], Pass())
    assert game.told(SPECTATOR)[0] == "Nobody calls it."
    assert game.one(Turn).rank == "2"
    game.move(_turn(game), Play(_cards(game, honest=False)))
    game.time_up()
    assert game.one(Turn).rank == "3"
    game.time_up()
    assert game.one(Claimed).auto


@pytest.mark.parametrize("number", range(6))
def test_the_clock_plays_the_truth_if_it_can(number: int) -> None:
    game = GameDriver(CHEAT_GAME, seats=3, number=number)
    player, hand = _turn(game), game.state.hands[_turn(game)]
    true = _cards(game, honest=True)
    game.time_up()
    assert game.heard(player)[0].cards == (true[:1] or hand[:1])


def test_a_claim_waits_for_all_others() -> None:
    game = _dealt()

    def drawn() -> int | None:
        return CHEAT_GAME.text_ui.draw(game.look(), game.reader(SPECTATOR)).turn

    assert drawn() == _turn(game)
    game.move(_turn(game), Play(_cards(game, honest=False)))
    assert drawn() is None


def test_cards_are_named_once_and_must_be_yours() -> None:
    game = _dealt()
    seat, hand = _turn(game), game.state.hands[_turn(game)]
    missing = next(card for card in CARDS.deck if card not in hand)
    assert game.refused(seat, Play((missing,))).text == f"You don't have {missing}."
    assert game.refused(seat, Play(hand[:1] * 2)).text == f"You named {hand[0]} twice."
    assert game.refused(seat, Play(hand[:5])).text == "Play one, two, three or four cards."
    assert game.refused(_others(game)[0], Play(hand[:1])).text == "It isn't your turn."
    assert game.parsed(seat, "play", "play 10h") == Play(("10H",))
    assert game.parsed(seat, "play", "10h, ts qd") == Play(("10H", "10S", "QD"))
    for verb, rest in (("play", ""), ("play", "zz"), ("pass", "now")):
        with pytest.raises(Refused):
            game.parsed(seat, verb, rest)


def test_without_cards_you_win_once_the_claim_stands() -> None:
    game, rng = _dealt(seats=2), Random(3)
    while not game.over:
        if game.state.table.claim is None:
            hand = game.state.hands[_turn(game)]
            honest = _cards(game, honest=True)
            game.move(_turn(game), Play(honest or (rng.choice(hand),)))
        else:
            game.move(_others(game)[0], Pass())
    (winner,) = game.winners
    assert game.state.hands[winner] == ()
    assert game.told(winner)[-1] == "Nobody calls it."
    assert game.shown(winner)[:2] == ["Cheat", "The game is over."]


def test_the_cards_of_who_leaves_go_under_the_pile() -> None:
    game = _dealt()
    leaver = _turn(game)
    game.leave(leaver)
    assert game.told(leaver)[0] == "Your cards go under the pile."
    assert len(game.state.pile) >= 17
    game.move(_turn(game), Play(_cards(game, honest=False)))
    game.leave(_others(game)[0] if _others(game)[0] != leaver else _others(game)[1])
    assert game.over


def test_numbers_and_plurals() -> None:
    assert [named("6", 1), named("6"), named("K", 3)] == ["six", "sixes", "kings"]


def test_bots_play_a_whole_game() -> None:
    game, bot, rng = _dealt(seats=4), Doubter(), Random(5)
    while not game.over:
        for seat, prompt in list(game.prompts().items())[:1]:
            thought = bot.think(None, game.look(seat), prompt, BotContext(rng, None))
            game.move(seat, thought.move)
        assert max(map(len, game.shown(SPECTATOR, 40))) <= 40
    assert game.winners


def test_the_kit_finds_nothing() -> None:
    check_game(CHEAT_GAME, seeds=range(1))
