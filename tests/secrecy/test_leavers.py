"""Probe: a player who leaves while words are hidden has the same points whatever the warning said.

What `look` shows after a step counts as public, so the kit takes other points for something that
all may learn. These are compared here.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as changed

from parlour import Context, Seat, Step
from parlour.lexicons import load_english
from parlour_kit import Leak
from parlour_kit.playing import play
from parlour_probe import PROBE
from parlour_probe.rules import ProbeRules
from parlour_probe.state import State

LEXICON = load_english()


def check_leavers(rules: ProbeRules) -> None:
    """Let everybody leave who was warned of a word, and likewise if they were not. Raises Leak."""
    compared = 0
    for seed in range(12):
        moments = play(PROBE, Random(seed), seats=3, lexicon=LEXICON, bold=0.8)
        for moment in islice(moments, 8):
            ctx = Context(now=moment.now, seed=moment.seed, number=99, lexicon=LEXICON)
            racks = moment.state.racks
            for seat in (rack.owner for rack in racks if rack.warned):
                plain = changed(moment.state, racks=tuple(replace(r, warned="") for r in racks))
                left = [rules.left(state, seat, ctx).state for state in (moment.state, plain)]
                if left[0].scores != left[1].scores:
                    raise Leak("a leaver's word, of which they were warned, changes their points")
                compared += 1
    assert compared, "somebody was warned of a word"


def test_a_leaver_has_the_same_points_whatever_they_were_warned_of() -> None:
    """O-P-3: a warning is for its player alone."""
    check_leavers(ProbeRules())


def test_points_for_a_word_that_a_leaver_was_warned_of_are_found_out() -> None:
    """By the same check."""

    class Dear(ProbeRules):
        """Takes ten points from a leaver who was warned."""

        def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Any]:
            step = super().left(state, seat, ctx)
            warned = any(rack.warned for rack in state.racks if rack.owner == seat)
            at = state.seats.index(seat)
            scores = [s - 10 * (warned and n == at) for n, s in enumerate(step.state.scores)]
            return changed(step, state=changed(step.state, scores=tuple(scores)))

    with pytest.raises(Leak, match="warned"):
        check_leavers(Dear())
