"""A complete game of four: nc, telnet, a program and a bot, each as they really connect."""

from __future__ import annotations

import codecs
import re
import selectors
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from tests.e2e import tools
from tests.e2e.person import Person
from tests.e2e.random_player import Player, life
from tests.e2e.serving import PATIENCE_S, Serving, serving
from tests.e2e.tools import Tool

CONFIG = "[limits]\nbot_pause_ms = 0\n"
"""Table options are the usual ones; only the bot need not wait until people have read."""
NC_IS = "nc" if tools.NC else "no-nc-so-socket"
TELNET_IS = "telnet" if tools.TELNET else "no-telnet-so-socket"
"""The names of the tests say what this computer has."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Room:
    """Those who play, and what each does with what they read."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def seat(self, tool: Tool, hear: Callable[[bytes], list[str]]) -> None:
        self._selector.register(tool, selectors.EVENT_READ, hear)

    def play(self, until: Callable[[], object] = lambda: False) -> None:
        """Let everybody read and type, until something is so or all lines are closed."""
        while self._selector.get_map() and not until():
            ready = self._selector.select(PATIENCE_S)
            assert ready, "nobody hears anything"
            for key, _ in ready:
                self._serve(key.fileobj, key.data)

    def _serve(self, tool: object, hear: Callable[[bytes], list[str]]) -> None:
        assert isinstance(tool, Tool)
        data = tool.read()
        for text in hear(data):
            tool.type(text)
        if not data:
            self._selector.unregister(tool)
            tool.close()

    def close(self) -> None:
        """Take everybody's tools away, also in the middle of a game."""
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, Tool)
            key.fileobj.drop()
        self._selector.close()


@pytest.fixture
def host() -> Iterator[Serving]:
    with serving(CONFIG) as running:
        yield running


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.close()


def listening(person: Person) -> Callable[[bytes], list[str]]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    return lambda data: person.hear(decoder.decode(data))


def speaking(player: Player) -> Callable[[bytes], list[str]]:
    def hear(data: bytes) -> list[str]:
        player.feed(data)
        out, player.out = player.out, b""
        return out.decode().splitlines()

    return hear


@pytest.mark.parametrize(
    "telnet",
    [
        pytest.param(tools.telnet, id=f"{NC_IS}-{TELNET_IS}"),
        pytest.param(tools.TelnetSocket, id=f"{NC_IS}-socket"),
    ],
)
def test_four_people_by_four_ways_play_a_whole_game(
    host: Serving, room: Room, telnet: Callable[[int], Tool]
) -> None:
    """nc opens a table with a bot, telnet and a program join, and all play to the end."""
    ann = Person("ann", "..lantern.", "new probe", "bot sharp", friends=2)
    bob = Person("bob", "tiger", "join 1", "ready")
    cy = Player("cy", Random(1), partial(life, arrived=lambda _: None, way="join 1"))
    room.seat(tools.nc(host.port), listening(ann))
    room.play(until=lambda: "sharp-1 (a bot, sharp) sits down at seat 2." in ann.seen)
    room.seat(telnet(host.port), listening(bob))
    room.seat(tools.Socket(host.port), speaking(cy))
    room.play()
    assert cy.over["reason"] == "finished"
    assert {row["name"] for row in cy.over["scores"]} == {"ann", "bob", "cy", "sharp-1"}
    result = next(line for line in ann.seen if line.startswith("Game over: "))
    assert result in bob.seen
    for person in (ann, bob):
        assert any(line.startswith("Goodbye.") for line in person.seen)
        assert not [line for line in person.seen if len(line) > 79 or CONTROL.search(line)]
    assert " error: " not in host.stop()
