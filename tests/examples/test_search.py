"""The bot that searches: it beats random players, and knows nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cheat import CHEAT_GAME
from cheat.state import State as Hands
from cheat.views import CheatViews
from codewords import CODE_WORDS
from parlour import AnyGame, BotContext, SearchBot, Seat, Viewer
from parlour.search import lines, with_opponent, worth
from parlour.testing import Leak, Match, check_game, play_random
from spades import SPADES
from tests.examples.test_games import game_of
from tictactoe import TICTACTOE


def won(game: AnyGame, seed: int, steps: int) -> float:
    """Play one game of the search bot against a random player: 1, or half for a draw."""
    me = Seat(seed % 2 + 1)
    match = Match(game, 2, seed=seed, bots={me: SearchBot(steps)}, remember=False)
    while not match.over:
        if match.asked != [me] or not match.bot_step():
            match.random_step()
    return (me in match.winners) / len(match.winners)


def test_it_beats_a_random_player_at_tic_tac_toe() -> None:
    """Ten games, five as O."""
    assert sum(won(TICTACTOE, seed, 150) for seed in range(10)) >= 8.5


@pytest.mark.parametrize("name", ["cheat", "codewords", "airship", "salvo", "spades"])
def test_it_can_play_every_game(name: str) -> None:
    """A few moves of each, with few thoughts; what it wants to do is allowed."""
    game = game_of(name)
    least = game.seats.start
    bots = {Seat(n + 1): SearchBot(30) for n in range(least)}
    match = Match(game, least, seed=3, bots=bots)
    for _ in range(6):
        if not match.over and not match.bot_step():
            match.wait()


def test_a_thought_is_the_same_in_a_twin() -> None:
    """The bot has its view, its luck and `resample`: nothing else of the position."""
    match = Match(SPADES, 4, seed=1)
    seat = match.asked[0]
    twin = SPADES.views.resample(match.state, seat, Random(5))
    assert twin != match.state
    thoughts: list[Any] = []
    for state in (match.state, twin):
        match.state = state
        match.bots[seat] = bot = SearchBot(60)
        match.rng = Random(2)
        thoughts.append(
            bot.think(seat, match.look(seat), match.prompts[seat], context(match, seat))
        )
    assert thoughts[0] == thoughts[1]


def context(match: Match, seat: Seat) -> BotContext:
    """What the bot of *seat* gets."""
    return match._for_bot(seat)  # pyright: ignore[reportPrivateUsage]


class Telling(CheatViews):
    """Twins that follow from the cards that are hidden."""

    def resample(self, state: Hands, viewer: Viewer, rng: Random) -> Hands:
        """Deal again, with luck made of the real hands."""
        return super().resample(state, viewer, Random(f"{state.hands} {rng.random()}"))


def test_the_kit_finds_a_twin_that_tells_the_search_what_is_not_there() -> None:
    """Only if a bot searches."""
    game = replace(CHEAT_GAME, views=Telling(), bots=(SearchBot(10),))
    with pytest.raises(Leak, match="with the same luck it makes another position of a twin"):
        check_game(game, seeds=range(2), seats=3, hosts=False)


def test_moves_are_listed_as_people_type_them() -> None:
    """Of very many, some are drawn."""
    match = Match(CODE_WORDS, 4, seed=1)
    speaker = match.asked[0]
    every = match.lines(speaker, 1000)
    assert all(verb == "clue" and len(rest.split()) == 2 for verb, rest in every)
    assert len(match.lines(speaker, 9)) == 9
    assert len(lines(match.prompts[speaker], match.names, Random(1))) == 24
    assert with_opponent(CODE_WORDS) is CODE_WORDS


def test_a_position_is_worth_what_it_wins() -> None:
    """A won game more than a draw, a draw more than a lost one."""
    (last,) = play_random(TICTACTOE, 1)
    worths = sorted(worth(TICTACTOE, last.state, seat, over=True) for seat in last.seats)
    assert worths[0] < 0.5 < worths[1] or worths == [0.5, 0.5]


def test_what_a_player_knows_is_a_text_that_is_the_same_in_a_twin() -> None:
    """Two seats know different things; the watcher knows least."""
    one, two = Match(SPADES, 4, seed=1), Match(SPADES, 4, seed=1)
    assert one.information(Seat(1)) == two.information(Seat(1))
    assert one.information(Seat(1)) != one.information(Seat(2))
    two.state = SPADES.views.resample(two.state, Seat(1), Random(1))
    assert one.information(Seat(1)) == two.information(Seat(1))
    assert one.information(Seat(2)) != two.information(Seat(2))
