"""Faults, each planted alone in an honest game, to see that `parlour check-game` finds them.

Leaks are planted in tests/secrecy, which has sixty of them. Here are the other kinds, and a few
leaks as a newcomer makes them.
"""

from __future__ import annotations

from tests.kit.planted import (
    impure,
    in_agreement,
    in_chapters,
    in_moves,
    in_part,
    in_prompts,
    in_rules,
    in_scenes,
    in_texts,
    sideways,
)
from tests.kit.planted.fault import Planted

PLANTED: tuple[Planted, ...] = (
    *in_rules.PLANTED,
    *in_texts.PLANTED,
    *in_scenes.PLANTED,
    *in_moves.PLANTED,
    *in_part.PLANTED,
    *in_prompts.PLANTED,
    *impure.PLANTED,
    *in_agreement.PLANTED,
    *in_chapters.PLANTED,
    *sideways.PLANTED,
)
"""Every fault."""

__all__ = ["PLANTED", "Planted"]
