"""A finished game once more as time goes by: its pace, and what ends it."""

from __future__ import annotations

import msgspec
import pytest

from parlour.accounts.streaming import PAGE_BYTES, PAGE_S
from parlour.features.history.showing import LONGEST_S
from parlour_kit.host import Client
from tests.house.scene import Party, heard, new_host


def played(*programs: str) -> Party:
    """A game with moves at 0, 2, 2, 32 and 33 s; Ann has won."""
    party = Party("ann", "bob", programs=programs)
    party.hide(3, 4)
    for seconds, name, line in (
        (2, "ann", "try bob 9"),
        (0, "bob", "try ann 9"),
        (30, "ann", "try bob 8"),
        (1, "bob", "cheer loudly"),
        (0, "bob", "try ann 8"),
        (0, "ann", "try bob 4"),
    ):
        party.host.wait(seconds)
        party[name].send(line)
    assert party.state == "over"
    for client in party.clients.values():
        client.take()
    return party


def test_a_program_reads_the_same_rows_as_all_at_once() -> None:
    """Behind a heading, which is no row; without SEAT it is his own. Without text there is no
    heading, which would say nothing.
    """
    party = played("bob")
    bob = party["bob"]
    at_once = bob.send("#1 replay g1")
    in_time = bob.send("#1 replay g1 2x")
    party.host.wait(20)
    in_time += heard(bob)
    heading = msgspec.json.decode(in_time[0].removeprefix("#1 + "))
    text = "Replay of g1 as bob read it, 2x. To stop: press Enter"
    assert heading == {"text": [text]}
    assert in_time[1:-1] == at_once[:-1]
    rows = len(at_once) - 1
    assert at_once[-1] == f'#1 ok {{"count":{rows},"total":{rows},"text":[]}}'
    assert (
        in_time[-1]
        == f'#1 ok {{"count":{rows},"total":{rows},"text":["End of the replay of g1."]}}'
    )
    party = played()
    zoe = party.host.connect()
    zoe.send("HELLO 1", "name zoe")
    at_once = zoe.send("#1 replay g1")
    in_time = zoe.send("#1 replay g1 99x")
    party.host.wait(20)
    assert in_time + heard(zoe) == at_once


def begin(client: Client, line: str) -> int:
    """Have a replay begin; how many rows have come."""
    return len([row for row in client.send(line) if '"event"' in row])


def test_a_line_that_was_sent_with_it_ends_it_too() -> None:
    bob = played("bob")["bob"]
    lines = bob.send_raw(b"#1 replay g1 1x\n#2 ping\n")
    words = [line[:5] for line in lines]
    assert words[-2:] == ["#1 ok", "#2 ok"]
    assert set(words[:-2]) == {"#1 + "}


def test_a_lost_line_ends_it_and_so_does_goodbye() -> None:
    """Nothing is written any more, and nothing fails. Another line of the same player ends it,
    too.
    """
    party = played("bob")
    ann, bob, host = party["ann"], party["bob"], party.host
    begin(bob, "#1 replay g1 1x")
    bob.lose()
    ann.send("replay g1 1x")
    ended, *_ = ann.send("quit")
    assert ended.startswith("Replay of g1 stopped after")
    read = len(ann.data), len(bob.data)
    host.wait(60)
    assert (len(ann.data), len(bob.data)) == read
    assert not [report for report in host.reports if report.level == "error"]
    party = played()
    ann = party["ann"]
    ann.send("replay g1 1x")
    party.come_back("ann")
    assert heard(ann)[-2].startswith("Disconnected: you came in")
    told = len(ann.data)
    party.host.wait(60)
    assert len(ann.data) == told


@pytest.mark.sweep
def test_a_long_game_is_shown_to_a_person_faster(talkative: Party) -> None:
    """In ten minutes at most; half a second for each line would take hours."""
    max_, host = talkative.host.person("max"), talkative.host
    max_.send("replay g1")
    host.wait(LONGEST_S - 1)
    assert "End of the replay of g1." not in heard(max_)
    host.wait(2)
    assert heard(max_)[-1] == "End of the replay of g1."


# --- very long ones ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def talkative() -> Party:
    """A game with so much talk that its replay takes two and a half pages."""
    host = new_host(talk_burst=10**9, table_talk_burst=10**9, flood_burst=10**6)
    party = Party("ann", "bob", programs=("bob",), host=host)
    party.hide(3, 4)
    words = "x" * 1000
    for _ in range(int(2.5 * PAGE_BYTES / 2000)):
        party["ann"].send(f"say {words}")
    party["ann"].send("try bob 4")
    assert party.state == "over"
    return party


def reader(talkative: Party, name: str) -> Client:
    """Somebody who has just come in."""
    return talkative.host.program(name)


def test_a_very_long_answer_comes_in_pages_and_lines_wait_for_its_end(talkative: Party) -> None:
    """A megabyte at a time: so no line holds a game of any length, and order is kept."""
    zoe, host = reader(talkative, "zoe"), talkative.host
    start = len(zoe.data)
    lines = zoe.send("#1 replay g1")
    assert 0 <= len(zoe.data) - start - PAGE_BYTES < 4_000
    assert zoe.send("#2 ping", "", "#3 ping") == []
    host.wait(PAGE_S - 1)
    assert heard(zoe) == []
    host.wait(1)
    second = heard(zoe)
    assert 0 <= len(zoe.data) - start - 2 * PAGE_BYTES < 8_000
    assert {line[:5] for line in lines + second} == {"#1 + "}
    host.wait(PAGE_S)
    rest = heard(zoe)
    rows = len(lines) + len(second) + len(rest) - 3
    assert rest[-3] == f'#1 ok {{"count":{rows},"total":{rows},"text":[]}}'
    assert [line[:5] for line in rest[-2:]] == ["#2 ok", "#3 ok"]
    assert zoe.send("#4 ping") == ['#4 ok {"pong":"","text":["pong"]}']


@pytest.mark.sweep
def test_a_lost_line_ends_a_very_long_answer(talkative: Party) -> None:
    host = talkative.host
    kim, bob = reader(talkative, "kim"), talkative["bob"]
    kim.send("#1 replay g1", "#2 tell bob hello")
    kim.lose()
    bob.take()
    host.wait(60)
    assert heard(bob) == []


@pytest.mark.sweep
def test_a_very_long_replay_in_time_comes_in_pages_too(talkative: Party) -> None:
    """What happened in one moment comes in pages as well, and a line ends it."""
    lee = reader(talkative, "lee")
    start = len(lee.data)
    lee.send("#1 replay g1 99x")
    assert 0 <= len(lee.data) - start - PAGE_BYTES < 4_000
    talkative.host.wait(PAGE_S)
    assert 0 <= len(lee.data) - start - 2 * PAGE_BYTES < 8_000
    assert [line[:5] for line in lee.send("#2 ping")][-2:] == ["#1 ok", "#2 ok"]
