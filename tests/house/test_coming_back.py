"""Coming back: codes, tokens, taking over, and what is too long ago."""

from __future__ import annotations

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


def test_an_event_of_many_parts_comes_again_whole_or_from_any_of_its_parts() -> None:
    """A move leads to several events, and a line may break between any two of them."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    player = known(party.host, "bob")
    whole = [line for line in party["bob"].data.decode().splitlines() if line.startswith("* ")]
    for seq in range(len(whole)):
        line = nameless(party.host)
        ok(line, f"resume {player.token} {seq}")
        again = [got for got in line.data.decode().splitlines() if got.startswith("* ")]
        assert again[: len(whole) - seq] == whole[seq:]


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
