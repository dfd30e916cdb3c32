"""The stage of the blocks of the kind `house`: the house alone, without a socket or a thread.

It has the methods of `Stage`. Nothing is waited for: when a method returns, everything that
follows from the action has been said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from parlour.api import AnyGame
from parlour.core.effects import Effects, Received, Stopping
from parlour.core.limits import Limits
from parlour.engine.calls import GameFault
from parlour_boggle import BOGGLE
from parlour_kit.host import Client, Host
from parlour_probe import PROBE
from tests.docs.script import AT_THE_SOCKET, CLOSED
from tests.games.brittle import BRITTLE, SECRET
from tests.games.hunt.game import HUNT
from tests.games.open_hunt import OPEN_HUNT
from tests.games.quiet import QUIET
from tests.games.raft import RAFT
from tests.house.scene import Words

GAMES: Final[Mapping[str, AnyGame]] = {
    "hunt": HUNT,
    "brittle": BRITTLE,
    "quiet": QUIET,
    "open-hunt": OPEN_HUNT,
    "words": replace(HUNT, id="words", title="Words", lexicon="en"),
    "boggle": BOGGLE,
    "probe": PROBE,
    "raft": RAFT,
}
"""By the name that a block has for them. `open-hunt` is hunt that can be joined while it is
played; `words` is hunt with a word list, which may not be asked while numbers are hidden."""


class HouseStage:
    """Everybody who is connected to one house."""

    def __init__(self, games: Sequence[str], limits: Limits) -> None:
        missing = [name for name in games if name not in GAMES]
        if missing:
            raise LookupError(f"there is no game {missing[0]}; there are {', '.join(GAMES)}")
        chosen = {GAMES[name].id: GAMES[name] for name in games}
        self._host = Host(chosen, {"en": Words()}, limits)
        self.actors: dict[str, Client] = {}
        self._told: set[str] = set()
        """Whose end was read."""
        self._host.watch = self._watch
        self._ends = False
        """The house has asked to be stopped, as a drain does in the end."""

    def take(self) -> dict[str, list[str]]:
        """What everybody has read since the last look, and a note if their line was closed.

        The log may tell that a game has failed, without its words, and of wrong passwords and the
        like; nothing else may have failed.
        """
        if self._ends:
            self._ends = False
            self._host.tick([Stopping()])
        for report in self._host.reports:
            games = "table" in report.fields or isinstance(report.error, GameFault)
            expected = games or "address" in report.fields  # what an owner acts on
            if not expected or SECRET in report.text:
                raise AssertionError(report.text) from report.error
        got = {name: client.take() for name, client in self.actors.items()}
        for name, client in self.actors.items():
            if client.closed and name not in self._told:
                self._told.add(name)
                got[name].append(CLOSED)
        return got

    async def connect(self, name: str, address: str | None = None) -> None:
        """A new line; a line of that name must have ended. With *address* it is no near one."""
        if name in self.actors and not self.actors[name].closed:
            raise LookupError(f"{name} is on the line already")
        self._told.discard(name)
        if address is None:
            self.actors[name] = self._host.connect()
        elif address == AT_THE_SOCKET:
            self.actors[name] = self._host.connect(operator=True)
        else:
            self.actors[name] = self._host.connect(near=False, address=address)

    async def send(self, name: str, data: bytes) -> None:
        """Send bytes."""
        conn = self._open(name).conn
        self._host.tick([Received(conn, data, self._host.now)])

    async def drop(self, name: str) -> None:
        """The line is cut."""
        self._told.add(name)
        self._open(name).lose()

    async def wait(self, seconds: float) -> None:
        """Let time pass; everything that is due on the way happens at its moment."""
        self._host.wait(seconds)

    async def stop(self) -> None:
        """Stop the host as Ctrl-C does."""
        self._host.tick([Stopping()])

    async def restart(self, game: str | None, version: str | None) -> None:
        """Kill the host, which cuts every line, and start it on what it kept."""
        if game is not None:
            games = self._host.games
            self._host.games = {**games, game: replace(games[game], version=version or "")}
        self.actors.clear()
        self._told.clear()
        self._host.restart()

    async def operate(self, words: Sequence[str]) -> None:
        """There is no shell beside this host."""
        raise LookupError("the operator's commands need a host on a real socket")

    def _watch(self, effects: Effects) -> None:
        self._ends |= effects.stop

    def _open(self, name: str) -> Client:
        client = self.actors.get(name)
        if client is None or client.closed:
            raise LookupError(f"{name} is not on the line")
        return client
