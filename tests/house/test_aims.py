"""Two lines about a game, for people whose first one of that kind begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.api import AnyGame
from parlour.language import translated
from parlour_boggle import BOGGLE
from parlour_kit.host import Client, Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.house.scene import ok

AIM = "Find the number that the others hide."
GAME = replace(HUNT, aim=AIM)


def host() -> Host:
    return Host({"hunt": GAME})


def times(client: Client) -> int:
    """How often they have read it."""
    return client.data.decode().count(AIM)


def test_a_person_reads_the_aim_before_their_first_game_begins() -> None:
    """Once, and not in the next game, nor when they come back. A watcher plays nothing, and a
    program that nobody types for needs no words.
    """
    here = host()
    ann, bob, wat = here.person("ann"), here.person("bob"), here.person("wat")
    pro = here.program("pro")
    for client, line in ((ann, "new hunt"), (bob, "join 1"), (pro, "#1 join 1"), (wat, "watch 1")):
        client.send(line)
    lines = ann.send("start")
    assert lines.index(AIM) < lines.index("Hunt begins: ann, bob and pro.")
    assert [times(client) for client in (ann, bob, pro, wat)] == [1, 1, 0, 0]
    player = here.house.people.find("ann")
    assert player is not None
    ann.lose()
    back = here.connect()
    back.send(f"resume {player.token}")
    bob.send("/propose abort")
    back.send("/accept")
    ok(pro, "/accept")
    assert here.house.tables.rooms[1].table.state == "over"
    for line in ("ready", "start"):
        bob.send(line)
        back.send(line)
        pro.send(f"#1 {line}")
    assert here.house.tables.rooms[1].table.playing
    assert [times(client) for client in (back, bob, pro)] == [0, 1, 0]


def test_nobody_learns_that_it_is_the_first_game_of_another_one() -> None:
    """Cy has played, ann has not: bob reads the same of a game with either."""
    read: list[bytes] = []
    for old in (False, True):
        here = host()
        ann, bob = here.person("ann"), here.person("bob")
        player = here.house.people.find("ann")
        assert player is not None
        player.aims = frozenset({"hunt"} if old else ())
        bob.send("new hunt")
        ann.send("join 1")
        bob.send("start")
        assert times(ann) == 1 - old
        read.append(bob.data)
    assert read[0] == read[1]


@pytest.mark.parametrize("game", [BOGGLE, PASSWORD, PROBE], ids=lambda game: game.id)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_aim_has_two_lines(game: AnyGame, lang: str) -> None:
    lines = translated(game.aim, lang).splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= 79
