"""What takes everybody's consent: ending, pausing, going on."""

from __future__ import annotations

from tests.house.scene import Party, new_host


def test_the_end_of_a_table_ends_its_proposals() -> None:
    """Nothing rings any more."""
    host = new_host(adjourned_per_player=0, adjourn_after_s=5, deserted_table_s=5, proposal_s=100)
    party = Party("ann", "bob", host=host)
    party["ann"].send("/propose abort")
    party["ann"].lose()
    party["bob"].lose()
    host.wait(5)
    assert not host.house.tables.rooms
    host.wait(1000)
    assert not host.reports
