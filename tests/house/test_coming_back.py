"""Coming back: codes, tokens, taking over, and what is too long ago."""

from __future__ import annotations

from parlour.commands.paging import MISSED, NOTHING
from tests.house.scene import Party, ask, events, known, nameless, new_host, ok


def test_what_is_too_long_ago_cannot_be_sent_again() -> None:
    """One comes back without a number."""
    host = new_host(backlog_events=50)
    ann, _ = host.program("ann"), host.program("bob")
    player = known(host, "ann")
    for _ in range(100):
        ann.send("tell bob hello")
    line = nameless(host)
    answer = ask(line, f"resume {player.token} 0")
    assert (answer.code, answer.body["retry"]) == ("unavailable", False), "it never succeeds"
    answer = ok(line, f"resume {player.token} 61")
    assert answer.body["seq"] == 101
    assert len(events(line.data.decode().splitlines())) == 40


def test_who_was_somebody_else_at_a_seat_gets_only_his_own_events_again() -> None:
    """Bob left seat 2 and watches now; Cy has sat down there."""
    party = Party("ann", "bob", "cy", programs=("bob",))
    party.hide(1, 2, 3)
    ok(party["bob"], "/leave yes", "watch 1")
    party["ann"].send("try cy 3")
    party["cy"].send("leave yes")
    party["ann"].send("bot")
    party["cy"].send("join 1 2", "ready")
    party["ann"].send("start", "/hide 7")
    party["cy"].send("/hide 8")
    player = known(party.host, "bob")
    whole = [line for line in party["bob"].data.decode().splitlines() if line.startswith("* ")]
    line = nameless(party.host)
    assert ask(line, f"resume {player.token} 0").word == "ok"
    again = [got for got in line.data.decode().splitlines() if got.startswith("* ")]
    assert again == whole
    assert '"number":8' not in line.data.decode()


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
