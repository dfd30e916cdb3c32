"""Games as PettingZoo environments: its own tests of the API and of seeds, for every game."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from parlour import AnyGame
from parlour.lexicons import load_english
from parlour_boggle import BOGGLE
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.examples.test_games import NAMES, game_of

pettingzoo_test = pytest.importorskip(
    "pettingzoo.test", reason="not installed: pip install parlour[pettingzoo]"
)
GAMES: list[AnyGame] = [PROBE, BOGGLE, PASSWORD, *map(game_of, NAMES)]


def env_of(game: AnyGame) -> Any:
    """A table of the game, with its options as they are."""
    from parlour_kit.pettingzoo import GameEnv

    return GameEnv(game, lexicon=load_english() if game.lexicon else None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_pettingzoo_finds_nothing_wrong_with_the_api(game: AnyGame) -> None:
    """A few hundred actions, also after the end of a game."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of what it would name otherwise
        pettingzoo_test.api_test(env_of(game), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_same_seed_makes_the_same_game(game: AnyGame) -> None:
    """Two environments, the same actions, the same observations."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_test.seed_test(lambda: env_of(game), num_cycles=100)
