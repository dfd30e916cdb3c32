"""What the host commits to: each rack as it is laid, whoever lays it (R-P-5, R-P-9)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from parlour import OptionValue, Seat
from parlour.lexicons import load_english
from parlour_kit.playing import play, random_options
from parlour_probe import PROBE
from parlour_probe.heard import Hid, Laid, Warned
from parlour_probe.moves import Hide, Move
from parlour_probe.state import Rack
from tests.plugins.probe.playbook import A, B, C, Play

ALWAYS_PLAYABLE: dict[str, OptionValue] = {"fr_recite": False, "final_bonus_per": "player"}
"""What other options or fewer players would need."""


def sealed(table: Play, seat: Seat, move: Move) -> Mapping[Seat, str]:
    """What a move seals, made aside."""
    return PROBE.rules.apply(table.state, seat, move, table.context()).sealed


def test_a_rack_is_sealed_as_it_is_laid() -> None:
    """R-P-9: the whole row, blanks included, of that seat alone."""
    table = Play()
    assert sealed(table, A, Hide("..LANTERN.")) == {A: "..LANTERN."}
    table.hide(A, "..LANTERN.")
    assert sealed(table, B, Hide("FISH")) == {B: "FISH"}


def test_a_warning_seals_nothing() -> None:
    """O-P-3: nobody else may notice it. What is laid after all is sealed."""
    table = Play()
    assert sealed(table, A, Hide("XYZZY")) == {}
    table.hide(A, "XYZZY")
    assert table.of(Warned)
    assert sealed(table, A, Hide("XYZZY")) == {A: "XYZZY"}


def test_the_referee_seals_what_he_lays() -> None:
    """For all who were silent when time is up, and for one who has left (O-P-45)."""
    table = Play()
    table.hide(B, "FISH")
    step = PROBE.rules.time_up(table.state, table.context())
    assert step.sealed == {seat: step.state.rack(seat).cards for seat in (A, C)}
    step = PROBE.rules.left(table.state, C, table.context())
    assert step.sealed == {C: step.state.rack(C).cards}


@pytest.mark.parametrize("seed", range(12))
def test_only_what_all_know_to_be_laid_is_sealed_and_all_of_that(seed: int) -> None:
    """A seal appears in the step in which everybody hears `hid` of that seat, and in no other."""
    rng = Random(seed)
    options = random_options(PROBE, rng) | ALWAYS_PLAYABLE
    laid: dict[Seat, str] = {}
    racks: tuple[Rack, ...] = ()
    for moment in play(PROBE, rng, seats=4, options=options, lexicon=load_english()):
        step = moment.step
        hidings = {e.seat: e.cards for e in step.events if isinstance(e, Laid)}
        assert step.sealed == hidings
        for viewer in step.state.seats:
            heard = [PROBE.views.hear(event, viewer) for event in step.events]
            others = [event.seat for event in heard if isinstance(event, Hid)]
            assert set(others) == set(step.sealed) - {viewer}
        assert not laid.keys() & step.sealed.keys()
        laid.update(step.sealed)
        racks = step.state.racks
    assert {rack.owner: rack.cards for rack in racks} == laid
