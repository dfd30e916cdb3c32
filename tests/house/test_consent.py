"""What takes everybody's consent: ending, pausing, going on."""

from __future__ import annotations

import pytest

from tests.house.scene import Party, events, new_host, ok, refused, why_not


def three(start: bool = True) -> Party:
    """Ann, Bob and Cy, all programs, past the bare words."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob", "cy"), start=start)
    if start:
        party.hide(1, 2, 3)
    return party


def kinds(party: Party, name: str) -> list[str]:
    """The kinds of all notices that player has read."""
    lines = party[name].data.decode().splitlines()
    return [body["kind"] for _, event, body in events(lines) if event == "notice"]


def test_a_proposal_has_a_number_and_all_others_are_asked() -> None:
    """Each answer is told."""
    party = three()
    assert ok(party["ann"], "propose abort").body["number"] == 1
    ok(party["bob"], "accept")
    assert party.state == "playing"
    ok(party["cy"], "accept 1")
    assert party.state == "over"
    assert kinds(party, "ann") == ["proposed", "accepted", "accepted", "agreed"]


def test_one_who_declines_is_enough() -> None:
    """Also if it is the one who proposed it."""
    party = three()
    ok(party["ann"], "propose pause")
    ok(party["bob"], "decline 1")
    assert refused(party["cy"], "accept") == "usage"
    ok(party["ann"], "propose pause")
    ok(party["ann"], "decline")
    assert kinds(party, "cy") == ["proposed", "declined", "proposed", "declined"]


def test_a_proposal_that_nobody_else_can_answer_is_agreed_on_at_once() -> None:
    """Bots have no say."""
    party = Party("ann", programs=("ann",), start=False)
    ok(party["ann"], "bot", "start", "/propose pause")
    assert party.state == "paused"
    assert not party.room.proposal_timers


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("propose", "usage"),
        ("propose peace", "usage"),
        ("propose resume", "unavailable"),
        ("propose pause", "unavailable"),
        ("propose abort", "unavailable"),
        ("accept 9", "usage"),
        ("accept x", "usage"),
        ("accept \u00b2", "usage"),
        ("accept 0000000011", "usage"),
        ("decline", "usage"),
        ("accept 1", "usage"),
    ],
)
def test_a_wrong_word_about_a_proposal_is_refused(line: str, code: str) -> None:
    """Here a pause and an abort are proposed already, both by Ann."""
    party = three()
    ok(party["ann"], "propose pause", "propose abort")
    before = party.room.table
    assert refused(party["ann"], line) == code
    assert party.room.table is before


def test_with_several_proposals_one_says_which() -> None:
    """The open ones are named."""
    party = three()
    ok(party["ann"], "propose pause", "propose abort")
    assert "Open: 1, 2" in why_not(party["bob"], "accept")
    ok(party["bob"], "accept 2")
    assert "not needed any more" in why_not(party["bob"], "accept 2")


def test_there_is_nothing_to_agree_on_unless_it_is_proposed() -> None:
    """And nothing to propose without a game."""
    party = three()
    assert refused(party["ann"], "accept") == "usage"
    assert refused(three(start=False)["ann"], "propose abort") == "not_started"


def test_a_proposal_lapses_after_a_while() -> None:
    """It may be made again."""
    party = three()
    party.host.wait(1)
    ok(party["ann"], "propose pause")
    party.host.wait(59)
    ok(party["bob"], "say let us play on")
    party.host.wait(1)
    assert kinds(party, "cy")[-1] == "lapsed"
    assert party.state == "playing"
    ok(party["ann"], "propose pause")


def test_the_time_of_a_proposal_ends_with_it() -> None:
    """A later one, in the next game, has all its own time though it has the same number."""
    party = three()
    ok(party["ann"], "propose abort")
    ok(party["bob"], "accept")
    ok(party["cy"], "accept")
    ok(party["ann"], "/start")
    party.host.wait(30)
    assert ok(party["ann"], "/propose abort").body["number"] == 1
    party.host.wait(59)
    assert kinds(party, "bob")[-1] == "proposed"
    ok(party["bob"], "/look")
    party.host.wait(1)
    assert kinds(party, "bob")[-1] == "lapsed"


def test_a_proposal_does_not_wait_for_who_has_lost_his_line_or_left() -> None:
    """He who comes back is not asked any more, but may decline."""
    party = three()
    party["bob"].lose()
    ok(party["ann"], "propose pause")
    bob = party.come_back("bob", program=True)
    assert refused(bob, "accept") == "usage"
    ok(party["cy"], "accept")
    assert party.state == "paused"
    ok(party["ann"], "propose abort")
    ok(bob, "/leave")
    party["cy"].lose()
    assert party.state == "over"


def test_pausing_twice_and_resuming_what_runs_makes_no_sense() -> None:
    """The answer says what is."""
    party = three()
    assert "running" in why_not(party["ann"], "propose resume")
    ok(party["ann"], "propose pause")
    ok(party["bob"], "accept")
    ok(party["cy"], "accept")
    assert "paused" in why_not(party["ann"], "propose pause")


def test_the_end_of_a_table_ends_its_proposals() -> None:
    """Nothing rings any more."""
    host = new_host(deserted_table_s=5, proposal_s=100)
    party = Party("ann", "bob", host=host)
    party["ann"].send("/propose abort")
    party["ann"].lose()
    party["bob"].lose()
    host.wait(5)
    assert not host.house.tables.rooms
    host.wait(1000)
    assert not host.reports
