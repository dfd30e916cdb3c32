"""Tables and seats: opening, sitting down, getting up, and who is the host of the table."""

from __future__ import annotations

from dataclasses import replace

from tests.games.hunt.game import HUNT
from tests.house.scene import new_host, ok, refused

# --- bots ------------------------------------------------------------------------------------


def test_a_game_without_bots_has_none() -> None:
    """And says so."""
    client = new_host({"hunt": replace(HUNT, bots=())}).program("ann")
    ok(client, "new hunt")
    assert refused(client, "bot") == "unavailable"
