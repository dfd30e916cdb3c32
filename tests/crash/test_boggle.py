"""A host that is killed in the middle of a round of Boggle: no list is lost, and no time."""

from __future__ import annotations

from pathlib import Path

from tests.crash.midround import series


async def test_a_round_goes_on_with_the_time_and_the_lists_it_had(tmp_path: Path) -> None:
    """Killed while both write: what was acknowledged is read out, and the clock goes on.

    `python -m tests.crash.midround` does the same twenty times.
    """
    (kill,) = await series(1, 1, tmp_path)
    assert kill.written > 0
