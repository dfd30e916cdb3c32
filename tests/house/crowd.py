"""A crowd that does at random what people do: the sessions on which the laws are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from parlour.candidates import random_line
from parlour.tables.rooms import Room, seat_of
from parlour_kit.host import Client, Host
from tests.house.scene import Words, known, new_host

NAMES: Final = ("ann", "bob", "cy", "dee", "wat")
CAPABILITIES: Final = {
    "ann": "HELLO 1 text",
    "bob": "HELLO 1 text view",
    "cy": "HELLO 1",
    "wat": "HELLO 1 text scene",
}
"""All but dee are programs."""
FORFEIT: Final = "new hunt top=6 absence=forfeit absence_seconds=20"


@dataclass(frozen=True)
class Step:
    """One thing that happened: who typed which line, and what came back on his line."""

    name: str
    line: str
    lines: list[str]


class Crowd:
    """Five players on a host of their own."""

    def __init__(self, seed: int, host: Host | None = None) -> None:
        self.rng = Random(seed)
        self.host = host or new_host(lexicons={"en": Words()}, seed=seed, proposal_s=30)
        self.clients: dict[str, Client] = {}
        self.tokens: dict[str, str] = {}
        self.asked = 0
        for name in NAMES:
            self.enter(name, f"name {name}")

    def enter(self, name: str, line: str) -> Client:
        """A new line for a player, with *line* as his first request."""
        client = self.clients[name] = self.host.connect()
        if name in CAPABILITIES:
            client.send(CAPABILITIES[name])
        client.take()
        client.send(line)
        player = known(self.host, name)
        self.tokens[name] = player.token
        return client

    def play(self, steps: int) -> Iterator[Step]:
        """Random steps, one by one."""
        for _ in range(steps):
            chance = self.rng.random()
            if chance < 0.06:
                self.host.wait(self.rng.choice((0.5, 3, 9, 25, 70)))
            elif chance < 0.09:
                self.drop_or_return(self.rng.choice(NAMES))
            else:
                here = [name for name in NAMES if not self.clients[name].closed]
                if here:
                    yield self.type(self.rng.choice(here))

    def drop_or_return(self, name: str) -> None:
        """Somebody loses their connection, or comes back."""
        if not self.clients[name].closed:
            self.clients[name].lose()
            return
        player = self.host.house.people.find(name)
        if player is None or player.token != self.tokens[name]:
            self.enter(name, f"name {name}")
        elif self.rng.random() < 0.5:
            self.enter(name, f"resume {player.token}")
        else:
            self.enter(name, f"resume {player.token} {max(0, player.seq - 3)}")

    def come_back(self) -> None:
        """Everybody comes back who has no line, or anew if his name is forgotten."""
        for name in NAMES:
            while self.clients[name].closed:
                self.drop_or_return(name)

    def type(self, name: str, line: str | None = None) -> Step:
        """Somebody types a line."""
        line = line or self.line_of(name)
        client = self.clients[name]
        client.take()
        if name in CAPABILITIES:
            self.asked += 1
            line = f"#r{self.asked} {line}"
        return Step(name, line, client.send(line))

    def line_of(self, name: str) -> str:
        """What somebody may type now."""
        player = known(self.host, name)
        sits = seat_of(player)
        if sits is None:
            return self.rng.choice((*_LOBBY, *_LOBBY, *_ANY))(self)
        room, _ = sits
        if self.rng.random() < 0.7:
            line = self._move(room, name)
            if line is not None:
                return line
            if not room.table.playing:
                return self.rng.choice(
                    ("/ready", "/ready", "/rematch", "/bot", "/start", "/start")
                )
        return f"/{self.rng.choice((*_TABLE, *_TABLE, *_ANY))(self)}"

    def _move(self, room: Room, name: str) -> str | None:
        table = room.table
        seat = next(seat for seat, player in room.seated.items() if player.name == name)
        opened = table.match.prompts.get(seat) if table.match is not None else None
        if opened is None:
            return None
        verb, rest = random_line(opened.prompt, table.names, self.rng)
        quoted = f"@{opened.number} " * (self.rng.random() < 0.3)
        return f"{quoted}/{verb} {rest}"


def _one(*lines: str) -> Callable[[Crowd], str]:
    return lambda crowd: crowd.rng.choice(lines)


def _name(crowd: Crowd) -> str:
    return crowd.rng.choice((*NAMES, "Ada", "nobody"))


def _number(crowd: Crowd) -> int:
    return crowd.rng.choice((*crowd.host.house.tables.rooms, 99))


_LOBBY: Final[tuple[Callable[[Crowd], str], ...]] = (
    lambda crowd: f"join {_number(crowd)}",
    lambda crowd: f"join {_number(crowd)}",
    lambda crowd: f"join {_number(crowd)} {crowd.rng.randint(1, 5)}",
    lambda crowd: f"watch {_number(crowd)}",
    _one(
        "new hunt",
        "new hunt top=4",
        "new hunt absence=wait",
        FORFEIT,
        "new hunt seconds=5 answers=cold first=bob",
        "new x",
    ),
    _one("leave", "leave 1", "look", "say hello", "look 2", "scores"),
)
_TABLE: Final[tuple[Callable[[Crowd], str], ...]] = (
    _one("start", "ready", "ready off", "rematch", "bot"),
    _one("propose pause", "propose resume", "propose abort", "propose resume"),
    _one("accept", "accept", "accept 2", "decline", "decline 1"),
    lambda crowd: f"kick {_name(crowd)}",
    _one("leave", "look", "scores", "options", "new hunt", "cheer loudly", "note a b"),
    _one("options top=6", "options first=draw cheers=off", "options watch=off", "options top=1"),
    _one("say hi", "say  you   there?", "say"),
)
_ANY: Final[tuple[Callable[[Crowd], str], ...]] = (
    lambda crowd: f"tell {_name(crowd)} psst",
    lambda crowd: f"ignore {_name(crowd)}",
    _one("who", "games", "tables", "history", "replay g1", "replay g2 watcher", "commands"),
    _one("help", "why ant", "set width 60", "ping x", "xyzzy", "hide 3", "try bob 7", "replay g9"),
    _one("@1 hide 2", "@9 hide 2", "name ann", "resume abc"),
)
