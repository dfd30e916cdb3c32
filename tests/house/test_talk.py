"""Talk: at the table, among its watchers, in private, and who is ignored."""

from __future__ import annotations

import pytest

from parlour.commands.naming import NAMES_COMPARED
from parlour.core.effects import ConnId, Received
from parlour.core.limits import TALK_KEPT
from tests.house.scene import Party, ask, events, new_host, ok


def said(party: Party, name: str) -> list[tuple[str, str, str]]:
    """Who said what to whom, as that program has read it since."""
    return [
        (body["name"], body["to"], body["what"])
        for _, event, body in events(party[name].take())
        if event in {"said", "told"}
    ]


@pytest.fixture
def party() -> Party:
    """Two players and two watchers, all programs."""
    everybody = ("ann", "bob", "wat", "wim")
    return Party("ann", "bob", watchers=("wat", "wim"), programs=everybody, start=False)


def test_talk_of_a_game_stands_on_its_record_up_to_a_bound(party: Party) -> None:
    """Beyond it people still hear each other, and moves are still kept."""
    ok(party["ann"], "start", "/say one")
    size = len(party.room.record)
    party.room.record.extend([b"{}"] * TALK_KEPT)
    ok(party["ann"], "/say two")
    assert len(party.room.record) == size + TALK_KEPT
    assert said(party, "bob")[-1] == ("ann", "table", "two")


def test_a_wrong_name_is_compared_with_those_who_are_here_if_they_are_few() -> None:
    """Comparing takes time, which anybody could have wasted: names of people who are away cost
    nothing, and on a full host nothing is compared.
    """
    host = new_host()
    ann = host.program("ann")
    host.person("bobby")
    gone = host.person("dorothy")
    gone.lose()
    assert ask(ann, "tell bobbi hello").text == "bobbi isn't here. Did you mean bobby?"
    assert ask(ann, "tell doroti hello").text == "doroti isn't here. To see who is: who"
    for _ in range(NAMES_COMPARED):
        host.connect()
    assert ask(ann, "tell bobbi hello").text == "bobbi isn't here. To see who is: who"


def test_what_a_tick_sends_to_a_connection_is_one_piece(party: Party) -> None:
    """The answer, what the request led to, and what others did: each piece is a system call."""
    sent: list[list[ConnId]] = []
    party.host.watch = lambda effects: sent.append([conn for conn, _ in effects.sends])
    lines = {"ann": b"#1 say one\n#2 ping\n", "bob": b"#1 start\n", "wim": b"#1 say two\n"}
    now = party.host.now
    party.host.tick([Received(party[name].conn, data, now) for name, data in lines.items()])
    assert sent == [[party[name].conn for name in ("ann", "bob", "wat", "wim")]]
