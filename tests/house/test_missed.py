"""What a person reads of what they missed: once, a screen at a time, as it would have read."""

from __future__ import annotations

from parlour.house.commands.missed import NOTHING, PAGE
from parlour.testing.host import Client
from tests.house.operating import line, lose, mend
from tests.house.scene import Party, new_host, ok


def back(party: Party, name: str) -> list[str]:
    """What that person reads who comes back, below the greeting."""
    player = party.host.house.people.find(name)
    assert player is not None
    client = party.clients[name] = party.host.connect()
    client.take()
    return client.send(f"resume {player.code}")


def away(*more: str, options: str = "") -> Party:
    """Bob has hidden a number, and has lost the connection."""
    party = Party("ann", "bob", "cy", *more, programs=("ann", "cy"), options=options)
    party.hide(1, 2, 3)
    party["bob"].lose()
    return party


def test_who_comes_back_reads_what_happened_meanwhile_and_then_where_the_game_stands() -> None:
    party = away()
    ok(party["ann"], "try cy 7", "say where are you, bob?")
    assert back(party, "bob")[1:] == [
        "You sit at table 1; to see it: /look",
        "While you were away:",
        "ann tries 7 on cy: lower.",
        "ann: where are you, bob?",
        "You are back at table 1, seat 2.",
        "Your turn: try PLAYER NUMBER (60 s)",
    ]
    assert party["bob"].send("/more") == [NOTHING]


def test_nobody_reads_twice_what_they_have_read() -> None:
    party = away()
    ok(party["ann"], "say one")
    assert "ann: one" in back(party, "bob")
    party["bob"].lose()
    ok(party["ann"], "say two")
    lines = back(party, "bob")
    assert "ann: two" in lines
    assert "ann: one" not in lines
    party["bob"].lose()
    assert "While you were away:" not in back(party, "bob")


def test_more_than_a_screen_is_read_page_by_page_and_at_last_the_prompt() -> None:
    party = away()
    ok(party["ann"], "try cy 7", *(f"say line {number}" for number in range(2 * PAGE)))
    first = back(party, "bob")
    assert len(first) <= 23
    assert f"({PAGE + 1} more lines; to read on: more)" in first
    second = party["bob"].send("more")
    assert second[0] == f"ann: line {PAGE - 1}"
    assert second[-1] == "(1 more line; to read on: more)"
    third = party["bob"].send("more")
    assert third[0] == f"ann: line {2 * PAGE - 1}"
    assert party["bob"].send("more") == [NOTHING]


def test_after_the_last_page_the_open_prompt_is_shown_again() -> None:
    party = Party("ann", "bob", programs=("ann",))
    party["bob"].lose()
    ok(party["ann"], "5", *(f"say line {number}" for number in range(PAGE)))
    first = back(party, "bob")
    assert first[-1].startswith("Hide a number")
    assert any(line.endswith("to read on: /more)") for line in first)
    assert party["bob"].send("/more")[-1].startswith("Hide a number")


def test_old_prompts_own_talk_of_the_ignored_and_private_moves_of_others_are_not_shown() -> None:
    party = Party("ann", "bob", "cy", programs=("ann", "cy"))
    party.hide(1, 2, 3)
    party["bob"].send("/ignore cy")
    party["bob"].lose()
    ok(party["ann"], "note a secret", "try cy 7")
    ok(party["cy"], "say never mind")
    lines = back(party, "bob")
    text = "\n".join(lines)
    assert "secret" not in text
    assert "never mind" not in text
    assert lines.count("While you were away:") == 1


def test_a_program_gets_its_events_by_number_and_nothing_else() -> None:
    party = away()
    ok(party["ann"], "say one")
    client: Client = party.come_back("bob", program=True)
    assert "While you were away" not in client.data.decode()
    assert ok(client, "more").text == NOTHING


def test_a_second_connection_takes_over_without_a_screen_of_what_the_first_has_read() -> None:
    party = Party("ann", "bob", programs=("ann",))
    ok(party["ann"], "/say one")
    assert "While you were away:" not in back(party, "bob")


def test_who_missed_more_than_is_kept_is_told_how_to_look() -> None:
    host = new_host(backlog_events=5)
    party = Party("ann", "bob", programs=("ann",), host=host)
    party["bob"].lose()
    ok(party["ann"], *(f"/say line {number}" for number in range(20)))
    assert "You missed more than is kept. To see where your game stands: /look" in back(
        party, "bob"
    )


def test_a_game_that_fails_over_its_text_keeps_nobody_out() -> None:
    party = Party("ann", "bob", programs=("ann",), game="brittle")
    party.hide(1, 2)
    party["bob"].lose()
    ok(party["ann"], "snap say2", "say hello")
    assert "You missed more than is kept. To see where your game stands: look" in back(
        party, "bob"
    )


def test_after_a_restart_it_is_what_has_happened_since() -> None:
    party = away()
    ok(party["ann"], "say before")
    party.host.restart()
    lines = back(party, "bob")
    assert "ann: before" not in lines


def test_what_could_not_be_stored_leaves_it_unread() -> None:
    party = away()
    ok(party["ann"], *(f"say line {number}" for number in range(2 * PAGE)))
    player = party.host.house.people.find("bob")
    assert player is not None
    before = player.unread_from
    new = party.host.connect()
    lose(party.host, line(new.conn, f"resume {player.code}"))
    assert player.unread_from == before
    mend(party.host)
    assert "ann: line 0" in back(party, "bob")
