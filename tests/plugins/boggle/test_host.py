"""Boggle on a whole host: both voices, the record, and what a line may hold."""

from __future__ import annotations

import pytest

from parlour.house import House
from parlour_boggle import BOGGLE
from parlour_boggle.automaton import ready
from parlour_boggle.state import LIST_MAX, Phase, State
from parlour_kit.host import Client, Host
from parlour_kit.rebuild import Checked
from parlour_kit.words import SmallList
from tests.plugins.boggle.playbook import ENGLISH, NAMES

LINE_MAX = 16_384
"""Bytes of a line for a program (docs/protocol.md)."""


def table(options: str, *, seats: int = 3, house: type[House] = Checked) -> Host:
    """A host with a table of persons and programs in turn, and a watcher; the game has begun."""
    host = Host({"boggle": BOGGLE}, {"en": ENGLISH}, house_type=house)
    names = list(NAMES.values())[:seats]
    clients = [
        host.program(name, "view") if number % 2 else host.person(name)
        for number, name in enumerate(names)
    ]
    clients[0].send(f"new boggle {options}")
    for client in clients[1:]:
        client.send("join 1")
    host.person("wat").send("watch 1")
    clients[0].send("start")
    return host


def lines(host: Host) -> list[Client]:
    """The lines to the host in the order in which they came."""
    return list(host.clients.values())


def state(host: Host) -> State:
    match = host.house.tables.rooms[1].table.match
    assert match is not None
    found = match.state
    assert isinstance(found, State)
    return found


def check_lines(host: Host) -> None:
    """Nobody reads a line that is too long for his screen or his buffer."""
    for client in lines(host):
        is_program = client.data.startswith(b"Parlour") and b"#- ok" in client.data
        for line in client.data.split(b"\n"):
            assert len(line) <= (LINE_MAX if is_program else 79), line[:200]


def test_a_match_in_both_voices() -> None:
    """R-B-10: words, reading-out, pause, the next round, the end; equal to its own record."""
    host = table("target=1 max_rounds=2 illegal_penalty=1 lag_credit=100")
    ann, bob, cy, wat = lines(host)
    for number in (1, 2):
        assert state(host).round == number
        assert "Not on the board: xyz, house (0 words so far)" in ann.send("xyz, house")
        asked = bob.events("prompt")[-1][1]["prompt"]
        assert bob.send(f"#1 @{asked} dog")[0].startswith("#1 ok")
        # None of the three words can be spelled, so it is the command that is refused.
        assert cy.send("take back nothing") == ["nothing isn't on your list."]
        host.wait(181)
        assert "Time is up." in wat.take()
        reads = [body["data"] for _, body in bob.events("boggle.read")]
        assert [read["seat"] for read in reads] == [1, 2, 3] * number
        if number == 1:
            assert state(host).phase is Phase.PAUSE
            assert ann.take()[-1] == "Ready for round 2? Type: next (60 s)"
            for client in (ann, cy, bob):
                client.send("/next")
    assert state(host).phase is Phase.OVER
    assert any(line.startswith("Game over") for line in ann.take())
    check_lines(host)
    assert isinstance(host.house, Checked)
    assert host.house.compared > 20
    assert host.reports == []


def test_a_list_outlives_the_host() -> None:
    """O-B-2: killed in the middle of a round, the host goes on with the lists as they were."""
    host = table("")
    ann, bob, *_ = lines(host)
    ann.send("cat tea")
    bob.send("dog")
    before = state(host)
    host.wait(10)
    host.restart()
    assert state(host) == before
    assert state(host).phase is Phase.FINDING


def test_a_list_of_the_operator_is_prepared_beside_the_game() -> None:
    """A thread makes its automaton once a table with it is open; a round does not wait for it."""
    ours = SmallList(["cat", "prepared"], name="ours")
    host = Host({"boggle": BOGGLE}, {"en": ENGLISH, "ours": ours}, run_jobs=False)
    ann = host.person("ann")
    ann.send("new boggle lexicon=ours", "start", "cat")
    host.wait(180)
    assert any(line.startswith("The board had ") for line in ann.take())
    assert ready(ours) is None
    (job,) = host.jobs
    job.work()
    assert ready(ours) is not None


def test_the_time_is_called() -> None:
    """60, 30 and 10 s before the end, and not in a short pause."""
    host = table("target=50 pause_seconds=15")
    *_, wat = lines(host)
    wat.take()
    host.wait(180)
    called = [line for line in wat.take() if line.endswith("s left.")]
    assert called == ["60 s left.", "30 s left.", "10 s left."]
    host.wait(14)
    assert [line for line in wat.take() if line.endswith("s left.")] == []


@pytest.mark.sweep
@pytest.mark.sweep
def test_full_lists_of_twenty() -> None:
    """No line for a program is too long, whatever is written; nobody's list is left out."""
    host = table("target=50", seats=20, house=House)
    players = lines(host)[:20]
    for number, client in enumerate(players):
        for first in range(0, LIST_MAX, 25):
            words = (_letters(number * LIST_MAX + n) for n in range(first, first + 25))
            client.send(" ".join(word + "z" * 22 for word in words))
    host.wait(180)
    check_lines(host)
    reads = [body["data"] for _, body in players[1].events("boggle.read")]
    assert len(reads) == 20
    assert all(sum(len(group["words"]) for group in read["groups"]) == LIST_MAX for read in reads)


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in f"{number:05}")
