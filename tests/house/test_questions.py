"""Questions of a game: answered from what the asker may see, and nothing happens by them."""

from __future__ import annotations

import pytest

from parlour.testing.host import Client, Host
from tests.games.brittle import SECRET
from tests.house.scene import Party, ask, heard, names, new_host, ok, refused, why_not


def hunting(game: str = "hunt", *, start: bool = True) -> Party:
    """Ann is to try; she has hidden 3, bob 4, cy 5; wat watches. Cy and wat are people."""
    party = Party(
        "ann", "bob", "cy", programs=("ann", "bob"), watchers=("wat",), game=game, start=start
    )
    if start:
        party.hide(3, 4, 5)
    return party


def record_of(party: Party) -> list[bytes]:
    """The entries of the table."""
    return list(party.room.record)


def test_a_question_is_answered_in_both_voices_and_changes_nothing() -> None:
    """A player and a watcher ask at any time, whoever's turn it is; nobody else hears of it."""
    party = hunting()
    ok(party["ann"], "try bob 9")
    for client in party.clients.values():
        client.take()
    before = record_of(party)
    answer = ok(party["ann"], "count bob")
    assert answer.body == {
        "table": 1,
        "name": "hunt.counted",
        "data": {"seat": 2, "possible": 8},
        "text": ["bob: 8 possible."],
    }
    assert party["cy"].send("COUNT bob") == ["bob: 8 possible."]
    assert party["wat"].send("/count bob") == ["bob: 8 possible."]
    assert record_of(party) == before
    assert [heard(party[name]) for name in ("ann", "bob")] == [[], []]


def test_it_can_be_asked_when_the_game_is_over() -> None:
    """Of the last position; also by somebody who has come since, who sees what a watcher sees."""
    party = Party("ann", "bob", programs=("ann", "dee"), watchers=("wat", "dee"))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    party["bob"].send("leave")
    ok(party["dee"], "join 1")
    for name in ("ann", "dee"):
        assert ok(party[name], "count bob").body["data"] == {"seat": 2, "possible": 3}
    assert party["wat"].send("count ann") == ["ann: 20 possible."]


def test_before_the_game_there_is_nothing_to_ask() -> None:
    """For players and for watchers."""
    party = hunting(start=False)
    assert refused(party["ann"], "count bob") == "not_started"
    assert "nothing to ask yet" in party["wat"].send("count bob")[0]


def test_among_bare_words_a_question_needs_a_slash() -> None:
    """Without one it is a word like any other."""
    party = Party("ann", "bob", programs=("ann",))
    assert refused(party["ann"], "count bob") == "malformed_move"
    assert ok(party["ann"], "/count bob").body["data"]["possible"] == 20
    ok(party["ann"], "7")


def test_with_the_number_of_a_prompt_it_is_refused() -> None:
    """Such a line is a move or nothing."""
    party = hunting()
    assert refused(party["ann"], "@2 count bob") == "malformed_move"


def test_the_game_may_refuse_a_question_with_its_usage() -> None:
    """To a watcher as to a player."""
    party = hunting()
    pro = party.host.program("pro")
    ok(pro, "watch 1")
    for client in (party["ann"], pro):
        answer = ask(client, "count zoe")
        assert (answer.code, answer.body["usage"]) == ("malformed_move", "count PLAYER")


def test_while_nothing_can_be_stored_it_is_answered() -> None:
    """It stores nothing."""
    party = hunting()
    host = party.host
    host.house.failed([], "The disk is full.", host.now, 0)
    assert ok(party["ann"], "count bob").body["name"] == "hunt.counted"
    assert refused(party["ann"], "try bob 9") == "unavailable"


def test_who_watches_several_tables_must_say_which_he_means() -> None:
    """Unless only one of them knows the question; his own table comes first in any case."""
    host = new_host()
    one = Party("ann", "bob", host=host)
    Party("cy", "dee", host=host)
    pro = host.program("pro")
    assert (
        why_not(pro, "count ann") == "count is asked at a table of Hunt: watch one (see: tables)."
    )
    ok(pro, "watch 1", "watch 2")
    assert refused(pro, "count ann") == "ambiguous"
    assert "1 and 2" in why_not(pro, "count ann")
    ok(pro, "leave 2", "count ann", "watch 2", "leave 1", "watch 1", "new hunt")
    assert refused(pro, "count ann") == "not_started"
    assert one.state == "playing"


@pytest.mark.parametrize("part", ["answer", "counted"])
def test_a_game_that_fails_over_a_question_freezes_its_table(part: str) -> None:
    """Everybody is told, and no secret gets out; the question can then be asked in vain."""
    party = hunting("brittle")
    ok(party["ann"], f"snap {part}")
    for client in party.clients.values():
        client.take()
    assert why_not(party["ann"], "count bob") == "The game's program failed; it cannot answer."
    assert party.state == "frozen"
    assert names(party["bob"].take()) == ["fault"]
    assert refused(party["bob"], "count bob") == "game_fault"
    assert all(SECRET not in client.data.decode() for client in party.clients.values())
    assert all(SECRET not in report.text for report in party.host.reports)


def test_a_view_that_fails_when_somebody_asks_freezes_the_table() -> None:
    """Though nobody has had to look before."""
    party = hunting("brittle")
    ok(party["ann"], "snap lookSpectator.SPECTATOR")
    party["wat"].take()
    lines = party["wat"].send("count bob")
    assert lines[0] == "The game's program failed; it cannot answer."
    assert party.state == "frozen"


def test_a_sentence_that_fails_freezes_the_table_as_well() -> None:
    """It is the game's program, too."""
    party = hunting("brittle")
    assert refused(party["ann"], "count say") == "game_fault"
    assert party.state == "frozen"


def listed(client: Client) -> list[str]:
    """The words of games in `commands`."""
    return [row["verb"] for row in ok(client, "/commands").items if row["where"] == "game"]


def lobby() -> tuple[Host, Party, Client]:
    """A table of Hunt, and a program that sits nowhere."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann",), start=False)
    return host, party, host.program("pro")


def test_help_commands_and_what_is_close_know_the_questions() -> None:
    """For whoever can ask one: players know the moves, too."""
    _, party, pro = lobby()
    assert "how many numbers a player may have hidden (Hunt)." in ok(pro, "help count").text
    assert ask(pro, "help cuont").body["near"] == "count"
    assert any("count PLAYER" in line for line in ok(party["ann"], "help").body["text"])
    assert listed(party["ann"]) == ["hide", "try", "note", "cheer", "count"]
    assert listed(pro) == []
    assert ask(pro, "cuont ann").body["near"] == "continue"
    ok(pro, "watch 1")
    assert listed(pro) == ["count"]
    assert ask(pro, "cuont ann").body["near"] == "count"
    assert ask(party["ann"], "cuont ann").body["near"] == "count"
