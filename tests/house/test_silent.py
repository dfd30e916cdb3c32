"""A connected player who says nothing holds nobody up."""

from __future__ import annotations

from dataclasses import replace

from tests.games.hunt.game import HUNT
from tests.house.scene import Party, new_host, ok, why_not


def three(names: tuple[str, ...] = ("ann", "bob", "cy"), game: str = "hunt") -> Party:
    """Programs, past the bare words. It is Ann's turn."""
    party = Party(*names, programs=names, game=game, options="seconds=300")
    party.hide(1, 2, 3)
    return party


def test_without_bots_one_is_told_what_to_propose_instead() -> None:
    host = new_host({"hunt": replace(HUNT, bots=())})
    party = Party("ann", "bob", programs=("ann", "bob"), host=host)
    assert "propose remove PLAYER" in why_not(party["ann"], "/propose replace bob")


def test_after_a_restart_the_bot_still_plays_and_the_record_says_so() -> None:
    party = three()
    ok(party["ann"], "propose replace bob")
    party.host.wait(60)
    assert b'"takes_over":true' in b"".join(party.room.record)
    party.host.restart()
    chair = party.room.table.chairs[party.room.table.last_match.seats[1]]
    assert (chair.name, chair.bot) == ("plodder-1", "plodder")
    assert 2 in party.room.table.last_match.bots
