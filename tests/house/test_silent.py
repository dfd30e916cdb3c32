"""A connected player who says nothing holds nobody up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.house.commands.play import PROPOSE
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, ask, events, new_host, ok, refused, why_not


def three(names: tuple[str, ...] = ("ann", "bob", "cy"), game: str = "hunt") -> Party:
    """Programs, past the bare words. It is Ann's turn."""
    party = Party(*names, programs=names, game=game, options="seconds=300")
    party.hide(1, 2, 3)
    return party


def notices(party: Party, name: str) -> list[str]:
    """What that player has read of proposals."""
    lines = party[name].take()
    return [text for _, event, body in events(lines) if event == "notice" for text in body["text"]]


def test_a_proposal_is_decided_by_those_who_answer_in_time() -> None:
    """Bob says nothing, Cy agrees."""
    party = three()
    ok(party["ann"], "propose abort")
    ok(party["cy"], "accept")
    party["cy"].take()
    party.host.wait(60)
    assert party.state == "over"
    assert notices(party, "cy") == [
        "Nobody objects in time: agreed to end the game without a result."
    ]


def test_silence_of_all_others_lets_it_pass_too() -> None:
    """A program's pings are no sign of life."""
    party = three(("ann", "bob"))
    ok(party["ann"], "propose pause")
    party.host.wait(30)
    ok(party["bob"], "ping")
    party.host.wait(30)
    assert party.state == "paused"


def test_somebody_who_plays_on_without_an_answer_is_not_outvoted_by_silence() -> None:
    party = three(("ann", "bob"))
    ok(party["ann"], "propose abort")
    party.host.wait(30)
    ok(party["bob"], "look")
    party.host.wait(30)
    assert party.state == "playing"


def test_a_bot_plays_on_for_who_says_nothing_after_a_warning() -> None:
    party = three()
    ok(party["ann"], "try cy 9")
    bob = party.host.house.people.find("bob")
    party["bob"].take()
    assert ok(party["ann"], "propose replace bob").body["number"] == 1
    assert notices(party, "bob") == [
        "ann proposes to let a bot (plodder) play for bob: /accept 1 or /decline 1",
        "bob: to keep your seat, send any line within 60 s.",
    ]
    assert party.room.table.proposals[1].waiting == {3}
    ok(party["cy"], "accept")
    assert party.room.table.chairs[party.room.table.last_match.seats[1]].name == "bob"
    party["bob"].take()
    party.host.wait(60)
    chair = party.room.table.chairs[party.room.table.last_match.seats[1]]
    assert (chair.name, chair.bot) == ("plodder-1", "plodder")
    texts = [body["text"] for _, _, body in events(party["bob"].take())]
    assert ["You said nothing in time: seat 2 of table 1 is not yours any more."] in texts
    assert bob is not None
    assert bob.room is None
    party.host.wait(5)
    assert party.room.table.last_match.state.turn != 2  # the bot has moved
    assert "bob" in party.host.house.people.register.by_key
    ok(party["bob"], "tables")


@pytest.mark.parametrize("line", ["look", "say I am here", "nonsense", "decline 1"])
def test_any_line_of_theirs_keeps_the_seat(line: str) -> None:
    party = three()
    ok(party["ann"], "propose replace bob plodder")
    party["cy"].take()
    party["bob"].send(f"#1 {line}")
    assert notices(party, "cy")[0] == "bob is here: proposal 1 (replace) is off."
    party.host.wait(120)
    assert party.room.seated[party.room.table.last_match.seats[1]].name == "bob"


def test_the_others_can_go_on_without_the_player() -> None:
    """The rules decide what becomes of the seat."""
    party = three()
    ok(party["ann"], "propose remove bob")
    party.host.wait(60)
    assert 2 not in party.room.table.chairs
    assert party.state == "playing"
    assert party.room.table.last_match.state.out == {2}


def test_one_who_declines_keeps_the_other_in_the_game() -> None:
    party = three()
    ok(party["ann"], "propose remove bob")
    ok(party["cy"], "decline")
    party.host.wait(60)
    assert 2 in party.room.table.chairs


def test_who_leaves_meanwhile_ends_what_is_proposed_about_them() -> None:
    party = three()
    ok(party["ann"], "propose remove bob")
    ok(party["cy"], "/leave")
    party["bob"].lose()
    party.host.wait(30)
    ok(party["ann"], "kick bob")
    assert not party.room.table.proposals
    party.host.wait(60)
    assert not party.room.proposal_timers


def test_who_loses_the_connection_meanwhile_loses_no_seat_by_it() -> None:
    """What becomes of those who are away is an option of the table."""
    party = three()
    ok(party["ann"], "propose remove bob")
    party["bob"].lose()
    party.host.wait(60)
    assert 2 in party.room.table.chairs
    assert not party.room.table.proposals


def test_the_host_of_the_table_hands_over_when_a_bot_takes_the_seat() -> None:
    party = three(("bob", "ann"))
    ok(party["ann"], "propose replace bob")
    party.host.wait(60)
    assert party.room.table.host_name == "ann"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("propose replace", "usage"),
        ("propose remove", "usage"),
        ("propose remove bob now", "usage"),
        ("propose replace bob sharp now", "usage"),
        ("propose replace bob nobody", "usage"),
        ("propose replace zoe", "usage"),
        ("propose replace ann", "usage"),
        ("propose replace plodder-1", "usage"),
        ("propose abort bob", "usage"),
        ("propose remove bob", "unavailable"),
    ],
)
def test_a_wrong_word_is_refused(line: str, code: str) -> None:
    """Here something is proposed about Bob already."""
    party = Party("ann", "bob", programs=("ann", "bob"), start=False)
    ok(party["ann"], "bot plodder", "start")
    party.hide(1, 2)
    ok(party["ann"], "propose replace bob")
    before = party.room.table
    answer = ask(party["ann"], line)
    assert answer.code == code
    assert answer.body.get("usage", PROPOSE) == PROPOSE, "not that of another verb"
    assert party.room.table is before


def test_without_bots_one_is_told_what_to_propose_instead() -> None:
    host = new_host({"hunt": replace(HUNT, bots=())})
    party = Party("ann", "bob", programs=("ann", "bob"), host=host)
    assert "propose remove PLAYER" in why_not(party["ann"], "/propose replace bob")


def test_at_a_frozen_table_nobody_is_replaced() -> None:
    party = three(game="brittle")
    party["ann"].send("snap say")
    assert party.state == "frozen"
    assert refused(party["ann"], "propose replace bob") == "unavailable"


def test_a_bot_that_cannot_begin_leaves_the_seat_as_it_is() -> None:
    party = three(("ann", "bob"), game="brittle")
    ok(party["ann"], "propose replace bob")
    ok(party["ann"], "snap look2")
    party.host.wait(60)
    assert party.room.seated[party.room.table.last_match.seats[1]].name == "bob"


def test_after_a_restart_the_bot_still_plays_and_the_record_says_so() -> None:
    party = three()
    ok(party["ann"], "propose replace bob")
    party.host.wait(60)
    assert b'"takes_over":true' in b"".join(party.room.record)
    party.host.restart()
    chair = party.room.table.chairs[party.room.table.last_match.seats[1]]
    assert (chair.name, chair.bot) == ("plodder-1", "plodder")
    assert 2 in party.room.table.last_match.bots
