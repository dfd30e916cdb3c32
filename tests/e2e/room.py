"""Those who play at one host with tools of their own: nc, telnet, a socket."""

from __future__ import annotations

import codecs
import selectors
from collections.abc import Callable

from tests.e2e.person import Person
from tests.e2e.random_player import Player
from tests.e2e.serving import PATIENCE_S
from tests.e2e.tools import Tool


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


def listening(person: Person) -> Callable[[bytes], list[str]]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    return lambda data: person.hear(decoder.decode(data))


def speaking(player: Player) -> Callable[[bytes], list[str]]:
    def hear(data: bytes) -> list[str]:
        player.feed(data)
        out, player.out = player.out, b""
        return out.decode().splitlines()

    return hear
