"""A complete game: nc, telnet, a program and a bot, each as they really connect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from tests.e2e import tools
from tests.e2e.person import Person
from tests.e2e.random_player import Player, life
from tests.e2e.room import Room, listening, speaking
from tests.e2e.serving import Serving, serving

CONFIG = "[limits]\nbot_pause_ms = 0\n"
"""Table options are the usual ones; only the bot need not wait until people have read."""
NC_IS = "nc" if tools.NC else "no-nc-so-socket"
TELNET_IS = "telnet" if tools.TELNET else "no-telnet-so-socket"
"""The names of the tests say what this computer has."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@pytest.fixture
def host() -> Iterator[Serving]:
    with serving(CONFIG) as running:
        yield running


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.close()


@pytest.mark.parametrize("ways", [f"{NC_IS}-{TELNET_IS}-socket"])
def test_people_by_every_way_play_a_whole_game(host: Serving, room: Room, ways: str) -> None:
    """nc opens a table with a bot, telnet and a program join, and all play to the end.

    So does a socket that says all that Debian's telnet says.
    """
    ann = Person("ann", "..lantern.", "new probe", "bot sharp", friends=3)
    bob = Person("bob", "tiger", "join 1", "ready")
    dee = Person("dee", "marble", "join 1", "ready")
    cy = Player("cy", Random(1), partial(life, arrived=lambda _: None, way="join 1"))
    room.seat(tools.nc(host.port), listening(ann))
    room.play(until=lambda: "Ada (a bot, sharp) sits down at seat 2." in ann.seen)
    room.seat(tools.telnet(host.port), listening(bob))
    room.seat(tools.TelnetSocket(host.port), listening(dee))
    room.seat(tools.Socket(host.port), speaking(cy))
    room.play()
    assert cy.over["reason"] == "finished"
    assert {row["name"] for row in cy.over["scores"]} == {"ann", "bob", "cy", "dee", "Ada"}
    result = next(line for line in ann.seen if line.startswith("Game over: "))
    for person in (ann, bob, dee):
        assert result in person.seen
        assert any(line.startswith("Goodbye.") for line in person.seen)
        assert not [line for line in person.seen if len(line) > 79 or CONTROL.search(line)]
    assert " error: " not in host.stop()
