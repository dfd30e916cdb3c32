"""The rules of Hearts, what people read, and what the kit finds."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hearts import HEARTS
from hearts.bot import Ducker
from hearts.choices import usual_pass
from hearts.state import HandOver, HasPassed, Pass, Play, Played, Took, legal
from parlour import SPECTATOR, Seat
from parlour.parts import STANDARD, Hands, Trick
from parlour_kit import GameDriver, Match, check_game

ANN, BOB, CY, DEE = SEATS = tuple(map(Seat, range(1, 5)))
SUITS = {seat: STANDARD.of_suits(suit) for seat, suit in zip(SEATS, "CDSH", strict=True)}
"""Each player has a suit; bob has the diamonds."""


def _dealt(given: dict[Seat, tuple[str, ...]] | None = None, **options: int) -> Any:
    return GameDriver(HEARTS, seats=4, options=options, given={"hands": given or {}})


def _passed(game: Any) -> Any:
    for seat in SEATS:
        game.move(seat, Pass(game.state.hands[seat][:3]))
    return game


def test_all_pass_at_the_same_time_and_nobody_else_sees_what() -> None:
    game = _dealt(SUITS)
    assert game.asked(ANN)[-1] == "Pass three cards to bob, such as: AC KC QC"
    assert game.parsed(ANN, "pass", "ac, k c 10c") == Pass(("AC", "KC", "TC"))
    assert game.refused(ANN, Pass(("AC", "KC"))).text == "Pass three cards."
    assert game.refused(ANN, Pass(("AS", "KC", "QC"))).text == "You don't have AS."
    assert game.refused(ANN, Play("2C")).text == "Pass three cards first."
    game.move(ANN, Pass(("KC", "QC", "AC")))
    assert game.told(BOB) == ["ann passes three cards."]
    assert game.look(BOB).choice.made == {}
    assert "You pass: AC, KC, QC" in game.shown(ANN)
    assert "Still choosing: bob, cy, dee" in game.shown(BOB)
    assert game.refused(ANN, Pass(("2C", "3C", "4C"))).text.startswith("You can't choose now")
    for seat in (BOB, CY, DEE):
        game.move(seat, Pass(game.state.hands[seat][:3]))
    assert game.told(BOB)[-1] == "ann passes you AC, KC, QC."
    assert game.told(SPECTATOR)[-1] == "The cards go round."
    assert {"AC", "KC", "QC"} < {*game.state.hands[BOB]}
    assert (
        game.refused(ANN, Pass(("2C", "3C", "4C"))).text
        == "No cards are passed now. Play one in your turn."
    )


def test_the_two_of_clubs_leads_and_the_first_trick_costs_nothing() -> None:
    game = _passed(_dealt(SUITS))
    assert game.look(ANN).playable == ("2C",)
    assert game.refused(ANN, Play("3C")).text == "The two of clubs leads the first trick."
    assert game.refused(BOB, Play("AC")).text == "It isn't your turn."
    game.move(ANN, Play("2C"))
    assert game.refused(BOB, Play("2D")).text == "You have clubs, so you must follow suit."
    game.move(BOB, Play("AC"))
    game.move(CY, Play("JS"))
    refused = "No hearts and no queen of spades in the first trick."
    assert game.refused(DEE, Play("QS")).text == refused
    table = game.state.table
    hearts, spades = STANDARD.of_suits("H"), STANDARD.of_suits("S")
    assert legal(table, hearts) == hearts
    assert legal(table, spades) == tuple(card for card in spades if card != "QS")
    later = replace(table, trick=Trick(unbroken="H"))
    assert legal(later, ("AH", "2D")) == ("2D",)
    assert legal(replace(later, trick=replace(later.trick, unbroken="")), ("AH", "2D")) == (
        "AH",
        "2D",
    )
    assert legal(later, ("AH",)) == ("AH",)
    game.state = replace(game.state, table=later, hands=Hands(((BOB, ("AH", "2D")),)))
    game.state = replace(game.state, table=replace(later, turns=table.turns.to(BOB)))
    assert "You can't lead hearts" in game.refused(BOB, Play("AH")).text


def test_whoever_takes_all_points_shoots_the_moon() -> None:
    """Without passing, dee takes twelve tricks with hearts alone, and then the queen."""
    game = _dealt(target=200)
    hands = {ANN: ("2C",), BOB: ("3C",), CY: ("4C",), DEE: ("5C",)}
    state = _passed(game).state
    table = replace(
        state.table,
        taken={ANN: 0, BOB: 0, CY: 0, DEE: 26},
        trick=Trick(),
        turns=state.table.turns.to(ANN),
    )
    game.state = replace(state, table=table, hands=Hands(tuple(hands.items()), STANDARD.deck))
    for seat in SEATS:
        game.move(seat, Play(hands[seat][0]))
    assert game.one(Took).points == 0
    assert game.one(HandOver).moon == DEE
    assert "dee shoots the moon! All others get 26 points." in game.told(ANN)
    assert HEARTS.scoring.scores(game.state) == {ANN: 26, BOB: 26, CY: 26, DEE: 0}
    assert game.state.table.number == 2
    assert "Last trick: ann 2C, bob 3C, cy 4C, dee 5C" in game.shown(SPECTATOR)


def test_the_fourth_hand_is_played_as_it_is_dealt() -> None:
    directions = [replace(_dealt().state.table, number=n).direction for n in (1, 2, 3, 4, 5)]
    assert directions == [1, 3, 2, 0, 1]
    game = _passed(_dealt(target=200))
    game.state = replace(game.state, table=replace(game.state.table, number=3))
    while not game.of(HandOver):
        game.move(
            game.state.table.turns.now, Play(game.look(game.state.table.turns.now).playable[0])
        )
    assert game.look().table.phase == "playing"
    assert sum(game.one(HandOver).points.values()) in (26, 78)


def test_the_host_plays_for_who_is_slow_or_gone() -> None:
    game = _dealt(turn_seconds=5)
    game.leave(CY)
    assert game.one(HasPassed).auto
    game.time_up()
    assert len(game.of(HasPassed)) == 3
    game.time_up()
    assert game.of(Played)[0].auto
    assert game.free == (CY,)
    game.join(CY)
    assert game.free == ()


def test_a_twin_knows_where_passed_cards_went() -> None:
    game = _passed(_dealt())
    given = game.look(ANN).choice.of(ANN)
    for seed in range(5):
        twin = HEARTS.views.resample(game.state, ANN, Random(seed))
        assert {*given} <= {*twin.hands[BOB]}
        assert "2C" in twin.hands[game.state.table.turns.now]
        assert twin.hands[ANN] == game.state.hands[ANN]


def test_a_twin_has_other_passes_between_others() -> None:
    """But a viewer keeps what they got, and nobody passed a card that its taker does not hold."""
    game = _passed(_dealt())
    made, passes = game.state.choice.made, set[tuple[str, ...]]()
    for seed in range(8):
        twin = HEARTS.views.resample(game.state, ANN, Random(seed))
        assert (twin.choice.made[ANN], twin.choice.made[DEE]) == (made[ANN], made[DEE])
        for giver, taker in ((BOB, CY), (CY, DEE)):
            assert {*twin.choice.made[giver]} <= {*twin.hands[taker]}
        passes.add(twin.choice.made[BOB])
    assert len(passes) > 1


def test_what_is_dangerous_is_passed() -> None:
    assert set(usual_pass(("QS", "AS", "2S", "3D", "4D", "AH"))) == {"QS", "AS", "AH"}
    assert "QS" not in usual_pass(("QS", "5S", "4S", "3S", "2S", "AD", "AC", "AH"))


def test_the_bot_is_better_than_chance() -> None:
    """In three short games against three random players it has the fewest points in all."""
    total = dict.fromkeys(SEATS, 0)
    for seed in range(3):
        match = Match(HEARTS, 4, seed=seed, options={"target": 50}, bots={ANN: Ducker()})
        while not match.over:
            if ANN not in match.asked or not match.bot_step():
                match.random_step()
        for seat, points in match.scores.items():
            total[seat] += points
        assert max(map(len, _lines(match))) <= 40
    assert total[ANN] * 2 < min(total[seat] for seat in SEATS[1:])


def _lines(match: Match) -> list[str]:
    game = GameDriver(HEARTS, seats=4)
    game.state = match.state
    return game.shown(ANN, 40)


def test_the_kit_finds_nothing() -> None:
    check_game(HEARTS, seeds=range(1))
