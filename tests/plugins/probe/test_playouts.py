"""Random games: what must hold at every moment, whatever the options and the luck."""

from __future__ import annotations

from random import Random

import pytest

from parlour_probe import PROBE
from parlour_probe.decks import BLANK, HIDDEN, VALUES, activity_cards
from parlour_probe.state import Phase
from tests.plugins.probe.luck import game
from tests.plugins.probe.playbook import Play
from tests.sizes import sized

GAMES = range(sized(8, 40))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", GAMES)
def test_random_games_end(seed: int) -> None:
    """A player who knows the prompts only plays every game to its end; positions stay sound."""
    rng = Random(seed)
    play = None
    for play in game(rng, leaving=0.002 if seed % 2 else 0.0):
        check(play)
    assert play is not None
    assert play.over
    assert all(HIDDEN not in rack.face for rack in play.state.racks)
    assert play.winners <= set(play.state.seats) - play.state.gone
    assert play.winners


def check(play: Play) -> None:
    """What holds in every position."""
    state = play.state
    assert all(type(points) is int for points in PROBE.scoring.scores(state).values())
    for rack in state.racks:
        assert len(rack.face) == len(rack.cards) <= len(VALUES)
        assert all(f in (HIDDEN, c) for f, c in zip(rack.face, rack.cards, strict=True))
        assert BLANK not in rack.word
    cards = sorted([*state.deck, *state.used])
    assert cards == sorted(activity_cards(state.terms.activity_deck))
    assert (state.pending is not None) == (state.phase is Phase.SHOWING)
    assert (state.recital is not None) == (state.phase is Phase.RECITING)
    assert not state.held or state.pending is not None or state.recital is not None
    prompts = PROBE.rules.prompts(state)
    assert (not prompts) == play.over
    assert not set(prompts) & state.gone
    acting = [prompt for prompt in prompts.values() if prompt.urgent]
    assert play.over or acting
    if state.phase in (Phase.ASKING, Phase.SHOWING, Phase.RECITING):
        assert len(acting) == 1
        assert acting[0].due == PROBE.rules.deadline(state)
