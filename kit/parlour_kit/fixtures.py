"""Fixtures for pytest.

Use them with one line in your conftest.py:

    pytest_plugins = ["parlour_kit.fixtures"]

`game_check` runs the checks of `parlour check-game` on a game, so that a test can do this:

    @pytest.mark.parametrize("name", CHECK_NAMES)
    def test_the_game(game_check, name):
        game_check(TOSS, name)
"""

from __future__ import annotations

from typing import Protocol

import pytest

from parlour.api import AnyGame, Lexicon
from parlour_kit.apart import list_for
from parlour_kit.checks import Trial, check_all, report


class GameCheck(Protocol):
    """Runs the checks of `parlour check-game`, all or those that are named."""

    def __call__(
        self,
        game: AnyGame,
        *names: str,
        games: int = 4,
        seed: int = 0,
        lexicon: Lexicon | None = None,
        origin: str | None = None,
    ) -> None:
        """Raise AssertionError with the report if the game fails a check."""


@pytest.fixture(scope="session")
def game_check() -> GameCheck:
    """Run checks of `parlour check-game` on a game. Its random games are played once."""
    trials: list[tuple[tuple[object, ...], Trial]] = []

    def run(
        game: AnyGame,
        *names: str,
        games: int = 4,
        seed: int = 0,
        lexicon: Lexicon | None = None,
        origin: str | None = None,
    ) -> None:
        key = (game, games, seed, lexicon, origin)
        trial = next((kept for known, kept in trials if known == key), None)
        if trial is None:
            words = lexicon
            if words is None and origin is not None:
                words = list_for(game, origin)
            trial = Trial(game, games=games, seed=seed, lexicon=words, origin=origin)
            trials.append((key, trial))
        for verdict in check_all(trial, names):
            assert verdict.passed, "\n".join(["", *report(verdict)])

    return run
