"""Our games pass what `parlour check-game` asks of every game."""

from __future__ import annotations

import pytest

from parlour import AnyGame
from parlour.lexicons import load_english
from parlour_boggle import BOGGLE
from parlour_kit import CHECK_NAMES, Trial, check_all
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.sizes import sized


@pytest.mark.sweep
@pytest.mark.parametrize("game", [PROBE, BOGGLE, PASSWORD], ids=lambda game: game.id)
def test_a_game_passes_every_check(game: AnyGame) -> None:
    """G-2, G-5, and all that the contract of a game says."""
    origin = f"parlour_{game.id}:{game.id}"
    verdicts = list(
        check_all(Trial(game, games=sized(1, 2), lexicon=load_english(), origin=origin))
    )
    assert [one.check.name for one in verdicts] == list(CHECK_NAMES)
    assert [one.finding for one in verdicts if one.finding is not None] == []
