"""The rules of Salvo, what people read, and what the kit finds."""

from __future__ import annotations

from random import Random

from parlour import SPECTATOR, BotContext, Seat
from parlour_kit import GameDriver, check_game
from salvo import SALVO
from salvo.bot import Gunner
from salvo.state import Event, Fire, Fired, Move, Place, Ready, Shuffle, State, names
from salvo.views import View

ANN, BOB = Seat(1), Seat(2)
Driver = GameDriver[State, Move, Event, View, Event]


def _placed(**options: int | bool) -> Driver:
    game = GameDriver(SALVO, seats=2, options=options)
    game.move(ANN, Ready())
    game.move(BOB, Ready())
    return game


def _water(game: Driver, owner: int) -> int:
    ships = {square for ship in game.state.fleets[owner] for square in ship}
    shots = game.state.shots[owner]
    return next(at for at in range(game.state.size**2) if at not in ships | shots)


def _sink(game: Driver, seat: Seat) -> None:
    """Let *seat* hit everything, while the other one hits water."""
    target = 1 - game.state.seats.index(seat)
    for ship in game.state.fleets[target]:
        for square in ship:
            while game.state.seats[game.state.turn] != seat and not game.over:
                other = game.state.seats[game.state.turn]
                game.move(other, Fire(_water(game, 1 - target)))
            game.move(seat, Fire(square))


def test_ships_move_until_their_owner_is_done() -> None:
    game = GameDriver(SALVO, seats=2)
    before = game.state.fleets[0]
    game.move(ANN, Shuffle())
    assert game.state.fleets[0] != before
    assert game.told(BOB) == []
    assert game.told(ANN) == ["Your fleet is moved. To see it, type: look"]
    assert game.refused(ANN, Place(9, 0, True)).text == "Your ships are numbered 1 to 5."
    assert game.refused(ANN, Place(1, 63, True)).text == "There the ship would leave the sea."
    taken = game.state.fleets[0][1]
    down = taken[1] - taken[0] > 1
    assert "in the way" in game.refused(ANN, Place(5, taken[0], down)).text
    assert game.refused(ANN, Fire(0)).text == "Place your fleet first, then type: ready"
    game.move(ANN, Ready())
    assert game.refused(ANN, Shuffle()).text.startswith("Your fleet is placed")
    assert game.refused(ANN, Fire(0)).text == "Wait: the other fleet is still being placed."


def test_the_example_is_a_ship_of_the_reader_and_no_square_to_fire_at() -> None:
    """It can be typed as it is, and nobody is told where to look for the others' ships."""
    game = GameDriver(SALVO, seats=2)
    for seat in (ANN, BOB):
        like = " ".join(game.asked(seat)).partition("Move a ship: ")[2].partition(" - ")[0]
        verb, _, rest = like.partition(" ")
        before = game.state.fleets
        game.move(seat, game.parsed(seat, verb, rest))
        assert game.state.fleets == before
    playing = _placed()
    line = "Your turn. Type a square of the left sea, its row and then its column:"
    assert playing.asked(ANN)[-1] == line


def test_shots_hit_sink_and_win() -> None:
    game = _placed()
    assert game.parsed(ANN, "fire", "fire B3") == game.parsed(ANN, "fire", "b3") == Fire(10)
    ship = game.state.fleets[1][4]
    game.move(ANN, Fire(ship[0]))
    assert game.one(Fired).result == "hit"
    game.move(BOB, Fire(_water(game, 0)))
    assert game.one(Fired).result == "miss"
    game.move(ANN, Fire(ship[1]))
    assert game.told(BOB)[0].endswith("A ship of 2 sinks!")
    again = game.refused(BOB, Fire(min(game.state.shots[0])))
    assert again.text.startswith("There was a shot at")
    _sink(game, BOB)
    assert game.winners == {BOB}
    assert "The whole fleet is sunk. You win." in " ".join(game.told(BOB))


def test_with_salvo_there_is_a_shot_for_each_ship_afloat() -> None:
    game = _placed(salvo=True)
    assert game.state.left == 5
    assert "5 shots" in game.asked(ANN)[-1]
    for _ in range(5):
        game.move(ANN, Fire(_water(game, 1)))
    assert game.state.turn == 1


def test_both_seas_fit_into_forty_columns() -> None:
    game = _placed(size=9)
    for viewer in (ANN, SPECTATOR):
        lines = game.shown(viewer, 40)
        assert max(map(len, lines)) <= 40
        assert any(line.startswith("a . .") for line in lines)


def test_who_leaves_loses() -> None:
    game = _placed()
    game.leave(ANN)
    assert game.winners == {BOB}


def test_the_gunner_needs_fewer_shots_than_chance() -> None:
    shots: list[int] = []
    for number in range(3):
        game = GameDriver(SALVO, seats=2, number=number)
        rng, bot = Random(number), Gunner()
        while not game.over:
            for seat, prompt in list(game.prompts().items())[:1]:
                thought = bot.think(None, game.look(seat), prompt, BotContext(rng, None))
                game.move(seat, thought.move)
        shots.append(min(map(len, game.state.shots)))
    assert max(shots) < len(names(8)) * 0.9


def test_the_kit_finds_nothing() -> None:
    check_game(SALVO, seeds=range(1))
