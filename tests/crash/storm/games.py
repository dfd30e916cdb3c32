"""Random games of all kinds, by players who know prompts and candidates and nothing else."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from typing import Any, Final

from tests.crash.storm.program import Field
from tests.e2e.crowd import RECEIVE_BYTES, Crowd, Figures, Guest, Party, take
from tests.e2e.random_player import Broken, Player

LONG: Final = ("replay", "games", "/help", "/options", "/scores", "/look")
"""Requests whose answer may be lost halfway."""


BLAMED: Final = "the host died while the program of its game was at work"
"""A signal that we send looks as if the program had done it. If a bot of the same table is at work
at two such deaths in a row, that table is held."""
PLAYED: Final = re.compile(r'#\d+ \+ .*"game":"(boggle|password|probe)"')


class Survivor(Guest):
    """A random player who asks again for a long answer that was lost."""

    def read(self, line: str) -> None:
        """As a random player."""
        if self.request == "games" and " + " in line[:12] and not PLAYED.match(line):
            return
        lost = line.startswith(f"#{self.asked} no ") and '"code":"unavailable"' in line
        if lost and self.request.startswith(LONG):
            self.counts["long answers lost"] += 1
            self.asked, self.items = self.asked + 1, []
            self.out += f"#{self.asked} {self.request}\n".encode()
        else:
            super().read(line)


class Friends(Party):
    """A party whose members think before they act; a fault is noted, and ends the game."""

    kind = Survivor
    field: Field

    def _serve(self, line: socket.socket, player: Player) -> None:
        try:
            data = line.recv(RECEIVE_BYTES)
            player.feed(data)
        except (Broken, ValueError, KeyError, OSError) as error:
            if BLAMED in str(error):
                self._crowd.figures.counts["tables held"] += 1
            else:
                self.field.wrong(player.name, f"{type(error).__name__}: {error}{_differs(player)}")
            data, player.out, player.closed = b"", b"", True
        if player.out:
            self.field.pause(lambda: self._send(line, player))
        if not data:
            self._crowd.selector.unregister(line)
            line.close()
            self._present -= 1
            if not self._present:
                self._over()

    def _send(self, line: socket.socket, player: Player) -> None:
        if line.fileno() < 0 or not player.out:
            return
        try:
            line.sendall(take(player))
        except OSError as error:
            self.field.wrong(player.name, f"cannot send: {error}")

    def _over(self) -> None:
        for player in self._players:
            self._crowd.figures.counts += player.counts
        over = [player for player in self._players if player.over]
        self._crowd.figures.counts["games"] += bool(over)
        self._crowd.begin()


class Games(Crowd):
    """So many tables at a time, until the end."""

    def __init__(self, field: Field, tables: int, options: Sequence[str] = ()) -> None:
        super().__init__(
            field.port,
            range(1_000_000),
            seed=field.rng.randrange(1 << 30),
            at_once=tables,
            options=options,
        )
        self._field = field
        self.selector.close()
        self.selector = field.floor.selector
        self.running = 0
        for _ in range(tables):
            self.running += 1
            field.pause(self.begin)

    def play(self) -> Figures:
        """The floor does it."""
        raise NotImplementedError

    def begin(self) -> None:
        """As a crowd, until the end."""
        self.running -= 1
        number = next(self._numbers)
        if not self._field.ending:
            self.running += 1
            friends = Friends(self, number)
            friends.field = self._field
            friends.call()

    @property
    def counts(self) -> Any:
        """What was done."""
        return self.figures.counts


def _differs(player: Player) -> str:
    """Where a replay is not what its player heard."""
    if not player.request.startswith("replay") and player.over is None:
        return ""
    again = [(row["event"], row["data"]) for row in player.items if "event" in row]
    live = [(name, {k: v for k, v in body.items() if k != "text"}) for name, body in player.live]
    for number, (kept, heard) in enumerate(zip(again, live, strict=False)):
        if kept != heard:
            return f"\n  {number}: replayed {kept}, heard {heard}, then {live[number + 1 :][:2]}"
    return f"\n  {len(again)} replayed, {len(live)} heard"
