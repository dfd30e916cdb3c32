"""What the host commits to: each rack as it is laid, whoever lays it (R-P-5, R-P-9)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parlour import SPECTATOR, OptionValue, Seat
from parlour.lexicons import load_english
from parlour_kit.playing import play, random_options
from parlour_probe import PROBE
from parlour_probe.decks import SIDES
from parlour_probe.heard import Hid
from tests.sizes import sized

ALWAYS_PLAYABLE: dict[str, OptionValue] = {"fr_recite": False, "final_bonus_per": "player"}
"""What other options or fewer players would need."""


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(sized(3, 12)))
def test_only_what_all_know_to_be_laid_is_sealed_and_all_of_that(seed: int, seats: int) -> None:
    """The whole row, in the step in which everybody hears `hid` of it, and in no other.

    O-P-3, O-P-45: so a warning seals nothing, and what the referee lays is sealed too. Of two
    racks each is sealed by its name.
    """
    rng = Random(seed)
    options = random_options(PROBE, rng) | ALWAYS_PLAYABLE
    options["neighbour_skip"] = options["neighbour_skip"] and seats > 2
    before: dict[tuple[Seat, int], str] = {}
    table = play(
        PROBE, rng, seats=seats, options=options, lexicon=load_english(), bold=0.5, restless=True
    )
    for moment in table:
        state, sealed = moment.step.state, dict[Seat, Any]()
        racks = {(rack.owner, rack.index): rack.cards for rack in state.racks}
        new = [key for key, cards in racks.items() if cards and not before.get(key)]
        for seat, index in new:
            cards = racks[seat, index]
            if index:
                sealed.setdefault(seat, {})[SIDES[index]] = cards
            else:
                sealed[seat] = cards
        assert moment.step.sealed == sealed
        heard = [PROBE.views.hear(event, SPECTATOR) for event in moment.step.events]
        assert {(each.seat, each.index) for each in heard if isinstance(each, Hid)} == {*new}
        assert all(racks[key] == cards for key, cards in before.items() if cards), "exchanged"
        before = racks
