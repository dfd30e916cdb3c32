"""What a person reads of what they missed: once, a screen at a time, as it would have read."""

from __future__ import annotations

from parlour.commands.paging import MISSED, NOTHING
from tests.house.scene import Party, known, ok


def back(party: Party, name: str) -> list[str]:
    """What that person reads who comes back, below the greeting."""
    player = known(party.host, name)
    client = party.clients[name] = party.host.connect()
    client.take()
    return client.send(f"resume {player.code}")


def away(*more: str, options: str = "") -> Party:
    """Bob has hidden a number, and has lost the connection."""
    party = Party("ann", "bob", "cy", *more, programs=("ann", "cy"), options=options)
    party.hide(1, 2, 3)
    party["bob"].lose()
    return party


def test_more_than_a_screen_is_read_page_by_page_and_at_last_the_prompt() -> None:
    party = away()
    ok(party["ann"], "try cy 7", *(f"say line {number}" for number in range(2 * MISSED)))
    first = back(party, "bob")
    assert len(first) <= 23
    assert f"({MISSED + 1} more lines. To read on: more)" in first
    second = party["bob"].send("more")
    assert second[0] == f"ann: line {MISSED - 1}"
    assert second[-1] == "(1 more line. To read on: more)"
    third = party["bob"].send("more")
    assert third[0] == f"ann: line {2 * MISSED - 1}"
    assert party["bob"].send("more") == [NOTHING]


def test_after_the_last_page_the_open_prompt_is_shown_again() -> None:
    party = Party("ann", "bob", programs=("ann",))
    party["bob"].lose()
    ok(party["ann"], "5", *(f"say line {number}" for number in range(MISSED)))
    first = back(party, "bob")
    assert first[-1].startswith("Hide a number")
    assert any(line.endswith("To read on: more)") for line in first)
    assert party["bob"].send("more")[-1].startswith("Hide a number")
