"""A host without a network: lines in, lines out, and a clock that stands until it is moved.

`Host` does what the shell does (store, then send; run the bots' thoughts), in the
same order, with nothing left to chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from parlour.api import AnyGame, Lexicon
from parlour.house import House
from parlour.house.effects import (
    Connected,
    ConnId,
    Effects,
    HouseEvent,
    Job,
    Lost,
    Probed,
    Received,
    Report,
    Thought,
)
from parlour.house.limits import Limits
from parlour.house.persistence import Entry, Saved, Write
from parlour.store import Store
from parlour.testing.memory import MemoryStore

WALL = 1_790_000_000.0
"""The time of day at which every test begins, in seconds since 1970."""


def entropy(seed: int) -> Callable[[int], bytes]:
    """Bytes that look like chance and are the same for the same *seed*."""
    count = 0

    def take(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_128(f"{seed}/{count}".encode()).digest(size)

    return take


class Client:
    """A line to the host under test: what was read so far stands in `lines`."""

    def __init__(self, host: Host, conn: ConnId) -> None:
        self.host = host
        self.conn = conn
        self.data = b""
        self.read = 0
        self.closed = False

    def send(self, *lines: str) -> list[str]:
        """Send lines, each in a tick of its own; return what came back on this line."""
        self.take()
        for line in lines:
            self.host.tick([Received(self.conn, line.encode() + b"\n", self.host.now)])
        return self.take()

    def send_raw(self, data: bytes) -> list[str]:
        """Send bytes as they are."""
        self.take()
        self.host.tick([Received(self.conn, data, self.host.now)])
        return self.take()

    def take(self) -> list[str]:
        """The lines that arrived since the last look."""
        data = self.data[self.read :]
        self.read = len(self.data)
        return data.decode().splitlines()

    def lose(self) -> None:
        """The line drops."""
        self.closed = True
        self.host.tick([Lost(self.conn)])

    def events(self, name: str | None = None) -> list[Any]:
        """The typed events read so far, decoded: (name, object)."""
        found: list[Any] = []
        for line in self.data.decode().splitlines():
            if line.startswith("* "):
                _, _, event, body = line.split(" ", 3)
                if name in {None, event}:
                    found.append((event, msgspec.json.decode(body)))
        return found


@dataclass
class Host:
    """A house and everything the shell would do for it, on a store."""

    games: Mapping[str, AnyGame]
    lexicons: Mapping[str, Lexicon] = field(default_factory=dict[str, Lexicon])
    limits: Limits = field(default_factory=lambda: Limits(bot_pause_ms=0, password_cost=1))
    seed: int = 1
    run_jobs: bool = True
    house_type: type[House] = House
    store: Store | None = None
    """Where things are kept; what it holds already is restored. By default a fresh one."""
    hold_changed: bool = False
    """Games in progress whose code has changed wait (`House`)."""

    def __post_init__(self) -> None:
        """Open the host; nobody is on the line yet."""
        self.now = 1000.0
        self.entries: list[Entry] = []
        self.reports: list[Report] = []
        """What went wrong."""
        self.news: list[Report] = []
        """What else stands in the log."""
        self.jobs: list[Job] = []
        self.writes: list[Write] = []
        self.clients: dict[ConnId, Client] = {}
        self.silent: dict[ConnId, float] = {}
        """How long ago the computer behind a line was last heard of; the others answer."""
        self.watch: Callable[[Effects], None] | None = None
        self.kept = self.store or MemoryStore(self.limits.finished_games)
        self.archive = self.kept.archive
        self.house = self.open_house(self.kept.load() if self.store is not None else None)
        if self.store is not None:
            self.tick([])

    def open_house(self, saved: Saved | None) -> House:
        """A house that begins with what was *saved*."""
        return self.house_type(
            games=self.games,
            lexicons=self.lexicons,
            limits=self.limits,
            archive=self.archive,
            name="test",
            version="0.0",
            entropy=entropy(self.seed),
            saved=saved,
            hold_changed=self.hold_changed,
        )

    def restart(self) -> None:
        """The host is killed and started again on what is kept; all lines are gone.

        Time goes on: the clock of this driver does not stand meanwhile.
        """
        for client in self.clients.values():
            client.closed = True
        self.jobs.clear()
        self.seed += 1
        before = self.house.people.register.by_number
        self.house = self.open_house(self.kept.load())
        self.tick([])
        for number, player in self.house.people.register.by_number.items():
            # The players still know their ways back, of which the host has only hashes.
            if number in before:
                player.token, player.code = before[number].token, before[number].code

    def connect(
        self, *, near: bool = True, address: str = "127.0.0.1", operator: bool = False
    ) -> Client:
        """A new line, its greeting unread. *operator*: by the operator's socket."""
        address = "operator" if operator else address
        conn = ConnId(len(self.clients) + 1)
        client = self.clients[conn] = Client(self, conn)
        self.tick([Connected(conn, address, near, operator)])
        return client

    def operator(self) -> Client:
        """A program on the operator's socket."""
        client = self.connect(operator=True)
        client.send("HELLO 1 text")
        return client

    def person(self, name: str) -> Client:
        """A person who has said his name."""
        client = self.connect()
        client.send(name)
        return client

    def program(self, name: str, *capabilities: str) -> Client:
        """A program that has said its name; it reads the text, too."""
        client = self.connect()
        client.send(" ".join(["HELLO 1 text", *capabilities]), f"#n name {name}")
        return client

    def wait(self, seconds: float) -> None:
        """Let time pass, ringing every timer on the way at its moment."""
        end = self.now + seconds
        while (due := self.house.next_due) is not None and due <= end:
            self.now = max(self.now, due)
            self.tick([])
        self.now = end
        self.tick([])

    def tick(self, events: Sequence[HouseEvent]) -> None:
        """Hand events to the house and carry out what it wants."""
        effects = self.house.tick(events, self.now, WALL + self.now)
        self._carry_out(effects)
        self._serve()
        while self.run_jobs and self.jobs:
            job = self.jobs.pop(0)
            try:
                thought = Thought(job.key, job.work())
            except Exception as error:  # noqa: BLE001 - what the shell does
                thought = Thought(job.key, None, error)
            self._carry_out(self.house.tick([thought], self.now, WALL + self.now))
            due = self.house.next_due
            if due is not None and due <= self.now:
                self._carry_out(self.house.tick([], self.now, WALL + self.now))
            self._serve()

    def _serve(self) -> None:
        """Answer all lines that wait for nothing but their turn."""
        while self.house.busy:
            self._carry_out(self.house.serve(self.now, WALL + self.now))

    def _carry_out(self, effects: Effects) -> None:
        if effects.entries or effects.writes:
            self.kept.commit(effects.entries, effects.writes)
        self.entries.extend(effects.entries)
        self.writes.extend(effects.writes)
        for report in effects.reports:
            (self.news if report.level == "info" else self.reports).append(report)
        self.jobs.extend(effects.jobs)
        if self.watch is not None:
            self.watch(effects)
        for conn, data in (*effects.sends, *effects.news):
            self.clients[conn].data += data
        for conn in effects.closes:
            self.clients[conn].closed = True
            self._carry_out(self.house.tick([Lost(conn)], self.now, WALL + self.now))
        for conn in effects.probes:
            probed = Probed(conn, self.silent.get(conn, 0.0))
            self._carry_out(self.house.tick([probed], self.now, WALL + self.now))
