"""A host that is killed while a game of Password hides something: it stays hidden, and is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.hidden import SCENES, Play, Scene, Tales
from tests.crash.hosts import open_hosts


@pytest.mark.parametrize("scene", SCENES)
async def test_what_is_hidden_outlives_its_host_and_nobody_learns_of_it(
    scene: Scene, tmp_path: Path
) -> None:
    """Everybody hears to the end of the game what they hear from a host that is not killed."""
    tales: list[Tales] = []
    async with open_hosts(tmp_path / "log") as hosts:
        for deadly in (False, True):
            play = Play(hosts, tmp_path / str(deadly), deadly=deadly)
            await scene(play)
            tales.append(await play.finish())
    assert tales[0] == tales[1]
