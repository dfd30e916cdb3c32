"""A host that is killed in the middle of a round of Boggle: no list is lost, and no time."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.crash.hosts import open_hosts
from tests.crash.midround import SECONDS, Round


async def test_a_round_goes_on_with_the_time_and_the_lists_it_had(tmp_path: Path) -> None:
    """Killed while both write: what was acknowledged is read out, and the clock goes on."""
    rng = Random(1)
    async with open_hosts(tmp_path / "log") as hosts:
        at_s = rng.uniform(0.1, SECONDS - 0.4)
        assert await Round(tmp_path / "data", at_s, rng).play(hosts) > 0
