"""Coming back: codes, tokens, taking over, and what is too long ago."""

from __future__ import annotations

import pytest

from tests.house.scene import Party, ask, events, names, new_host, ok, refused, why_not


def test_a_person_comes_back_by_his_code_and_reads_his_question_again() -> None:
    """His seat was kept; the others were told."""
    party = Party("ann", "bob", programs=("bob",))
    player = party.host.house.people.find("ann")
    assert player is not None
    party["ann"].lose()
    ((_, _, body),) = events(party["bob"].take())
    assert (body["seat"], body["change"]) == (1, "away")
    line = party.host.connect()
    lines = line.send(f"resume {player.code.upper()}")
    assert lines[-3:] == [
        "You sit at table 1; to see it: /look",
        "You are back at table 1, seat 1.",
        "Hide a number from 1 to 20. (60 s)",
    ]
    ((_, _, body),) = events(party["bob"].take())
    assert body["change"] == "back"
    line.send("5")
    assert names(party["bob"].take()) == ["hunt.hid"]


def test_a_second_line_takes_the_player_over_and_the_first_is_closed() -> None:
    """Nobody at the table notices; what the first one still says is not read."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    player = party.host.house.people.find("ann")
    assert player is not None
    old = party["ann"]
    line = party.host.connect()
    line.send("HELLO 1")
    answer = ok(line, f"resume {player.token}")
    assert (answer.body["name"], answer.body["token"]) == ("ann", player.token)
    assert old.take()[-1].startswith("! replaced ")
    assert old.closed
    assert party["bob"].take() == []
    assert old.send("#1 say hi") == []
    assert player.session is not None
    ok(line, "5")


def test_a_person_whose_line_is_taken_over_reads_why() -> None:
    """In a sentence."""
    host = new_host()
    ann = host.person("ann")
    player = host.house.people.find("ann")
    assert player is not None
    host.connect().send(f"resume {player.token}")
    assert ann.take()[-1] == "You came in on another line, so this one is closed."


@pytest.mark.parametrize("words", ["", "a b", "a 1 2", "a -1", "a 1,5", "a \u00b2"])
def test_a_way_back_has_a_code_and_perhaps_a_number(words: str) -> None:
    """Else it is refused with its usage."""
    client = new_host().connect()
    client.send("HELLO 1")
    assert refused(client, f"resume {words}") == "usage"


def test_wrong_codes_are_refused_and_soon_the_line_is_closed() -> None:
    """The last one is answered, too."""
    host = new_host()
    client = host.connect()
    client.send("HELLO 1")
    for _ in range(4):
        assert refused(client, "resume abcdef") == "bad_password"
        assert not client.closed
    lines = client.send("#5 resume abcdef")
    assert lines[0].startswith('#5 no {"code":"bad_password"')
    assert lines[1].startswith("! bad_lines ")
    assert client.closed


def test_nobody_has_been_sent_more_than_he_has() -> None:
    """A number from the future is refused."""
    host = new_host()
    ann = host.program("ann")
    player = host.house.people.find("ann")
    assert player is not None
    line = host.connect()
    line.send("HELLO 1")
    assert "1 events, not 2" in why_not(line, f"resume {player.token} 2")
    assert not ann.closed, "a refusal changes nothing"


def test_who_has_read_so_far_is_not_shown_it_again() -> None:
    """R-P-13, O-P-10: coming back again and again gives no list of what was asked."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 9")
    player = party.host.house.people.find("bob")
    assert player is not None
    read = player.seq
    ok(party["bob"], "try ann 9")
    line = party.host.connect()
    line.send("HELLO 1")
    ok(line, f"resume {player.token} {read}")
    other = party.host.connect()
    other.send("HELLO 1")
    answer = ask(other, f"resume {player.token} {read - 1}")
    assert (answer.code, answer.body["retry"]) == ("unavailable", False), "it never succeeds"
    assert f"up to event {read} already" in answer.text
    assert not line.closed, "a refusal changes nothing"
    assert ok(other, f"resume {player.token} {read}").body["seq"] == player.seq
    assert "hunt.tried" in names(other.data.decode().splitlines())


def test_what_is_too_long_ago_cannot_be_sent_again() -> None:
    """One comes back without a number."""
    host = new_host(backlog_events=50)
    ann, _ = host.program("ann"), host.program("bob")
    player = host.house.people.find("ann")
    assert player is not None
    for _ in range(100):
        ann.send("tell ann hello")
    line = host.connect()
    line.send("HELLO 1")
    answer = ask(line, f"resume {player.token} 0")
    assert (answer.code, answer.body["retry"]) == ("unavailable", False), "it never succeeds"
    answer = ok(line, f"resume {player.token} 61")
    assert answer.body["seq"] == 101
    assert len(events(line.data.decode().splitlines())) == 40


def test_what_happened_at_a_table_that_is_gone_cannot_be_sent_again() -> None:
    """Without a number he is in the lobby."""
    host = new_host(deserted_table_s=10)
    party = Party("ann", "bob", host=host, programs=("ann",))
    player = host.house.people.find("ann")
    assert player is not None
    party["ann"].lose()
    party["bob"].lose()
    host.wait(10)
    line = host.connect()
    line.send("HELLO 1")
    assert "is kept; come back without SEQ" in why_not(line, f"resume {player.token} 0")
    ok(line, f"resume {player.token}", "tables")


def test_who_comes_back_to_the_lobby_asks_what_became_of_it_meanwhile() -> None:
    """Lobby news are kept for nobody: the list of tables says it all."""
    host = new_host()
    zoe = host.program("zoe", "lobby")
    player = host.house.people.find("zoe")
    assert player is not None
    zoe.lose()
    Party("ann", "bob", host=host, start=False)
    line = host.connect()
    line.send("HELLO 1 lobby")
    assert ok(line, f"resume {player.token} 1").body["seq"] == 1
    assert names(line.take()) == []
    assert ok(line, "tables").items[0]["seats"] == ["ann", "bob", None, None]


def test_the_clock_plays_for_who_is_away() -> None:
    """He finds the turn gone."""
    party = Party("ann", "bob", options="seconds=5", programs=("ann", "bob"))
    party["bob"].lose()
    ok(party["ann"], "3")
    party.host.wait(6)
    bob = party.come_back("bob", program=True, seq=0)
    assert "hunt.hid" in names(bob.data.decode().splitlines())


def test_a_program_with_views_sees_the_position_when_it_comes_back() -> None:
    """What it missed brought none; who sat down after the game sees it as a watcher."""
    party = Party("ann", "bob", "cy", programs=("ann", "bob"))
    party.hide(3, 4, 5)
    player = party.host.house.people.find("bob")
    assert player is not None
    line = party.host.connect()
    line.send("HELLO 1 view")
    ok(line, f"resume {player.token}")
    views = [
        body["view"]["mine"]
        for _, name, body in events(line.data.decode().splitlines())
        if name == "view"
    ]
    assert views == [4]


def test_an_event_of_many_parts_comes_again_whole_or_from_any_of_its_parts() -> None:
    """A move leads to several events, and a line may break between any two of them."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    player = party.host.house.people.find("bob")
    assert player is not None
    whole = [line for line in party["bob"].data.decode().splitlines() if line.startswith("* ")]
    for seq in range(len(whole)):
        line = party.host.connect()
        line.send("HELLO 1")
        ok(line, f"resume {player.token} {seq}")
        again = [got for got in line.data.decode().splitlines() if got.startswith("* ")]
        assert again[: len(whole) - seq] == whole[seq:]


def test_who_was_somebody_else_at_a_seat_gets_only_his_own_events_again() -> None:
    """Bob left seat 2 and watches now; Cy has sat down there."""
    party = Party("ann", "bob", "cy", programs=("bob",))
    party.hide(1, 2, 3)
    ok(party["bob"], "/leave", "watch 1")
    party["ann"].send("try cy 3")
    party["cy"].send("leave")
    party["ann"].send("bot")
    party["cy"].send("join 1 2", "ready")
    party["ann"].send("start", "/hide 7")
    party["cy"].send("/hide 8")
    player = party.host.house.people.find("bob")
    assert player is not None
    whole = [line for line in party["bob"].data.decode().splitlines() if line.startswith("* ")]
    line = party.host.connect()
    line.send("HELLO 1")
    assert ask(line, f"resume {player.token} 0").word == "ok"
    again = [got for got in line.data.decode().splitlines() if got.startswith("* ")]
    assert again == whole
    assert '"number":8' not in line.data.decode()
