"""Ended chapters at a table with an open board: who sees what of them, and nothing of the next."""

from __future__ import annotations

from typing import Any

import pytest

from hearts import HEARTS
from liarsdice import LIARSDICE
from parlour.engine.table import RecordFault
from parlour.parts import STANDARD
from parlour.tables.chapters import ended_chapter
from parlour_kit.host import Client
from tests.house.scene import GAMES, Party, new_host, ok, why_not
from tests.house.shaky import Shaky

TOLD = "Open board: everybody can see past deals or rounds with all hands: chapter"


def dicing(options: str = "dice=2") -> Party:
    """Ann and bob with two dice each; wat and the program pro watch."""
    host = new_host({**GAMES, "liarsdice": LIARSDICE})
    options = f"open_board=on turn_seconds=0 {options}"
    return Party(
        "ann",
        "bob",
        host=host,
        game="liarsdice",
        options=options,
        programs=("pro",),
        watchers=("wat", "pro"),
    )


def a_round(party: Party, *bids: str) -> None:
    """Play a round, with a bid of each player."""
    for line in (*(bids or ("1 3", "2 6")), "doubt"):
        turn: int = party.room.table.last_match.state.table.turns.now
        party[("ann", "bob")[turn - 1]].send(line)
    for client in party.clients.values():
        client.take()


def shown(party: Party, name: str, line: str = "chapter") -> list[str]:
    """What a person reads of a chapter, until its end."""
    found = party[name].send(line)
    party.host.wait(60)
    return found + party[name].take()


def cups(rows: list[dict[str, Any]]) -> list[tuple[int | None, Any]]:
    """The dice that each row *rolled* shows, with its seat."""
    rolls = [row for row in rows if row["event"] == "liarsdice.rolled"]
    return [(row["seat"], row["data"]["data"]["cups"]) for row in rolls]


def test_a_watcher_and_a_player_see_an_ended_round_with_all_hands() -> None:
    """Of the next one there is what every watcher heard: no dice."""
    party = dicing()
    state = party.room.table.last_match.state
    first = {str(seat): list(dice) for seat, dice in state.cups.items()}
    assert why_not(party["pro"], "chapter") == "No chapter is over yet."
    assert party["wat"].send("look")[-1] == "Open board: no chapter is over yet."
    a_round(party)
    answer = ok(party["pro"], "chapter")
    assert answer.body == {"table": 1, "chapter": 1, "count": 8, "total": 8, "text": []}
    own = [(int(seat), {seat: dice}) for seat, dice in first.items()]
    assert cups(answer.items) == [(None, {}), *own, (None, {})]
    texts = [row["text"][0] for row in answer.items if row["seat"] is not None]
    assert [text[:5] for text in texts] == ["ann: ", "bob: "]
    begun = "Open board: 1 chapter is over. To see the last with all hands: chapter"
    assert party["wat"].send("look")[-1] == begun
    said = shown(party, "wat")
    assert said == shown(party, "ann")
    assert said[0] == "Chapter 1 of table 1, with all hands. To stop: press Enter"
    assert said[1] == "| Liar's dice begins: ann and bob."
    dice = " ".join(map(str, first["1"]))
    assert any(line.startswith("| ann: ") and line.endswith(f"{dice}.") for line in said)
    assert said[-1] == "End of chapter 1."


def test_later_rounds_can_be_chosen_and_watched_in_their_time() -> None:
    party = dicing()
    a_round(party)
    party.host.wait(2)
    a_round(party)
    assert ok(party["pro"], "chapter").body["chapter"] == 2
    assert ok(party["pro"], "chapter 1 1").body["chapter"] == 1
    for word in ("3", "0", "x"):
        assert why_not(party["pro"], f"chapter {word}") == (
            "Chapters 1 to 2 are over. To see the last: chapter"
        )
    assert why_not(party["pro"], "chapter 1 9") == "You are not at table 9; to see it: watch 9"
    assert shown(party, "wat", "chapter 2 2x")[0].startswith(
        "Chapter 2 of table 1, with all hands, 2x."
    )
    party["wat"].send("chapter 1")
    assert party["wat"].send("")[0].startswith("Chapter 1 stopped after ")


def test_everybody_reads_that_the_board_is_open() -> None:
    """When the table is made, when somebody comes to watch, and when the game begins."""
    host = new_host({**GAMES, "liarsdice": LIARSDICE})
    ann, bob, wat = map(host.person, ("ann", "bob", "wat"))
    assert TOLD in ann.send("new liarsdice open_board=on")
    bob.send("join 1")
    assert TOLD in wat.send("watch 1")
    ann.send("start")
    assert all(TOLD in client.take() for client in (bob, wat))
    assert any("open_board=on" in line for line in wat.send("tables"))


def test_a_table_without_an_open_board_says_how_it_gets_one() -> None:
    party = Party("ann", "bob", host=new_host({**GAMES, "liarsdice": LIARSDICE}), game="liarsdice")
    text = "This table has no open board. Before a game: options open_board=on"
    assert party["ann"].send("/chapter") == [text]
    ann = new_host().program("ann")
    text = "This game has no deals or rounds to show, so it can't have open_board."
    assert why_not(ann, "new hunt open_board=on") == text
    ok(ann, "new hunt")
    assert why_not(ann, "chapter") == "This game has no deals or rounds to show."
    assert "open_board" not in {row["option"] for row in ok(ann, "new hunt", "options").items}


def test_before_a_game_and_after_it_there_are_no_chapters() -> None:
    party = dicing("dice=1")
    a_round(party)
    assert why_not(party["pro"], "chapter") == "The game is over. To see all of it: replay g1"
    ok(party["pro"], "replay g1")
    host = new_host({"liarsdice": LIARSDICE})
    ann = host.program("ann")
    ok(ann, "new liarsdice open_board=on")
    assert why_not(ann, "chapter") == "The game has not begun."


def test_with_a_delay_an_ended_chapter_is_as_late_as_everything() -> None:
    """For players, too: they could tell the watchers."""
    party = dicing("dice=2 delay=60")
    a_round(party)
    assert why_not(party["pro"], "chapter") == "The game has not begun."
    assert party["ann"].send("/chapter") == ["No chapter is over yet."]
    assert not any("Open board" in line for line in party["ann"].send("look"))
    party.host.wait(61)
    assert cups(ok(party["pro"], "chapter").items)[-1] == (None, {})


def test_with_a_delay_players_of_a_next_game_are_not_told_that_it_is_over() -> None:
    party = dicing("dice=1 delay=60")
    a_round(party)
    party.host.wait(61)
    assert why_not(party["pro"], "chapter").startswith("The game is over.")
    assert party["ann"].send("/chapter")[0].startswith("The game is over.")
    for name in ("ann", "bob"):
        party[name].send("/rematch")
    assert party["ann"].send("/chapter") == ["No chapter is over yet."]


def test_what_has_not_ended_is_never_shown_as_a_whole() -> None:
    """Even if somebody asks for it inside of the host."""
    party = dicing()
    record = party.room.record[party.room.started :]
    with pytest.raises(RecordFault, match="it is not over"):
        list(ended_chapter(record, 1, party.host.games, {}))


def test_no_talk_is_in_it_and_a_restart_changes_nothing() -> None:
    party = dicing()
    party["ann"].send("/say hello")
    party["wat"].send("say hush")
    a_round(party)
    before = ok(party["pro"], "chapter")
    assert not any(row["event"] == "said" for row in before.items)
    party.restart()
    pro = party.come_back("pro", program=True)
    assert ok(pro, "watch 1", "chapter 1").items == before.items


def test_a_program_that_draws_gets_the_position_of_each_seat() -> None:
    party = dicing()
    zoe = party.host.program("zoe", "text", "scene")
    ok(zoe, "watch 1")
    a_round(party)
    rows = ok(zoe, "chapter").items
    scenes = [row for row in rows if row["event"] == "scene"]
    assert {row["seat"] for row in scenes} == {1, 2}
    last = rows[-1]
    assert (last["event"], last["seat"]) == ("liarsdice.rolled", None)


def dealt(cards: slice) -> tuple[Shaky, list[Client]]:
    """Four players who have played a hand of Hearts; ann has passed other cards of the next."""
    host = new_host({"hearts": HEARTS})
    party = Party(
        *("ann", "bob", "cy", "dee"),
        host=host,
        game="hearts",
        options="open_board=on turn_seconds=1",
        programs=("pro", "dee"),
        watchers=("wat", "pro"),
    )
    while party.room.table.last_match.chapter == 1:
        host.wait(2)
    for client in party.clients.values():
        client.take()
    hand = STANDARD.in_order(party.room.table.last_match.state.hands[1])
    party["ann"].send("pass " + " ".join(hand[cards]))
    return host, [party["wat"], party["pro"], party["dee"]]


def test_what_is_hidden_in_the_next_hand_does_not_show_in_the_last() -> None:
    """Not by a byte: two games that differ in what ann has passed since."""
    answers: list[list[str]] = []
    for cards in (slice(0, 3), slice(3, 6)):
        host, clients = dealt(cards)
        lines = [line for client in clients[1:] for line in client.send("#1 chapter")]
        lines += clients[0].send("chapter")
        host.wait(120)  # the hand is told in the time it took
        answers.append([*lines, *clients[0].take()])
    assert answers[0] == answers[1]
    assert sum("passes you" in line for line in answers[0] if line.startswith("| ")) == 4
