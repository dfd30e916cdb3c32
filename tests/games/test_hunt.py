"""The game that the tests play: it must be a good game itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from parlour.api import Seat
from parlour.plugins import game_faults
from parlour.testing.blindness import Leak, check_game
from parlour.testing.playing import play, random_options
from tests.games.brittle import BRITTLE
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Event, Hid, Hide, Note, State
from tests.games.hunt.views import HuntViews


@pytest.mark.parametrize("game", [HUNT, BRITTLE], ids=["hunt", "brittle"])
def test_the_host_finds_no_fault_with_it(game: object) -> None:
    """Everything a plugin must have is there."""
    assert game_faults(game) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_it_ends_whatever_is_played(seed: int) -> None:
    """Under any options, with any number of players, from its prompts alone."""
    rng = Random(seed)
    options = random_options(HUNT, rng) | {"top": rng.randint(4, 30), "first": "draw"}
    moments = list(play(HUNT, rng, seats=2 + seed % 3, options=options))
    assert HUNT.rules.is_over(moments[-1].state)
    assert len(HUNT.scoring.winners(moments[-1].state)) == 1


@pytest.mark.parametrize("seed", range(3))
def test_it_tells_nobody_what_is_not_for_him(seed: int) -> None:
    """Asked of the game at every moment of a random play."""
    options = {"top": 9, "answers": ("warm", "cold")[seed % 2]}
    compared = check_game(HUNT, Random(seed), seats=3, options=options, secret=(Hide, Note))
    assert compared > 20


class Leaky(HuntViews):
    """Everybody hears what was hidden."""

    def hear(self, event: Event, viewer: object) -> Event | None:
        """As it is."""
        return event


def test_a_variant_that_tells_is_found_out() -> None:
    """The check above would notice."""
    with pytest.raises(Leak):
        check_game(replace(HUNT, views=Leaky()), Random(1), seats=3, secret=(Hide,))
    assert Hid(Seat(1), 7).number == 7


def test_a_state_that_is_printed_shows_no_number() -> None:
    """It may stand in a log."""
    assert State.__dataclass_fields__["numbers"].repr is False
    assert "7" not in repr(Hid(Seat(1), 7))
