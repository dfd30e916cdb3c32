"""What becomes of a seat whose player is disconnected: absence=clock, wait or forfeit."""

from __future__ import annotations

from tests.house.operating import mend, stall
from tests.house.scene import Party


def three(options: str, *, hidden: bool = True) -> Party:
    """Ann, Bob and Cy, all programs; Ann is to try first."""
    party = Party("ann", "bob", "cy", options=options, programs=("ann", "bob", "cy"))
    if hidden:
        party.hide(3, 4, 5)
    return party


# --- forfeit ------------------------------------------------------------------------------


def test_while_nothing_can_be_stored_nobody_is_away_too_long() -> None:
    """Nobody can come back then, either."""
    party = three("absence=forfeit absence_seconds=20 seconds=600")
    party["bob"].lose()
    party.host.wait(10)
    stall(party.host)
    party.host.wait(1000)
    mend(party.host)
    party.host.wait(9)
    assert 2 in party.room.table.chairs
    party.host.wait(1)
    assert 2 not in party.room.table.chairs
