"""Limits of the lines: what follows from them."""

from __future__ import annotations

from parlour.core.limits import LineLimits


def test_a_silent_line_is_given_up_after_all_questions_went_unanswered() -> None:
    """Two minutes, as they are."""
    assert LineLimits().give_up_s == 120
    assert (
        LineLimits(keepalive_idle_s=10, keepalive_interval_s=5, keepalive_count=2).give_up_s == 20
    )
