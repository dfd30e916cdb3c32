"""A host without a network: lines in, lines out, and a clock that moves only on request.

`Host` does what the server does (store, then send; run the bots' thoughts), in the
same order, with nothing left to chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from parlour.accounts.admission import Guests
from parlour.api import AnyGame, Lexicon
from parlour.core.effects import (
    Connected,
    ConnId,
    Effects,
    HouseEvent,
    Job,
    JobDone,
    Lost,
    Probed,
    Received,
    Report,
)
from parlour.core.gate import OPEN, Gate
from parlour.core.limits import Limits
from parlour.core.persistence import Entry, Saved, Write
from parlour.engine.calls import OpenCall
from parlour.hookvalues import News, PluginCommand
from parlour.house import House
from parlour.store import Store
from parlour.store.memory import MemoryStore
from parlour.web import Site

WALL = 1_790_000_000.0
"""The time of day at which every test begins, in seconds since 1970."""


def entropy(seed: int) -> Callable[[int], bytes]:
    """Return a source of bytes that look random and are the same for the same *seed*."""
    count = 0

    def take(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_128(f"{seed}/{count}".encode()).digest(size)

    return take


class Client:
    """A connection to the host under test. It keeps everything the host sent."""

    def __init__(self, host: Host, conn: ConnId) -> None:
        self.host = host
        self.conn = conn
        self.data = b""
        self.read = 0
        self.closed = False

    def send(self, *lines: str) -> list[str]:
        """Send lines, each in a tick of its own, and return the lines that came back."""
        self.take()
        for line in lines:
            self.host.tick([Received(self.conn, line.encode() + b"\n", self.host.now)])
        return self.take()

    def send_raw(self, data: bytes) -> list[str]:
        """Send bytes unchanged, and return the lines that came back."""
        self.take()
        self.host.tick([Received(self.conn, data, self.host.now)])
        return self.take()

    def take(self) -> list[str]:
        """Return the lines that arrived since the last call."""
        data = self.data[self.read :]
        self.read = len(self.data)
        return data.decode().splitlines()

    def lose(self) -> None:
        """Drop the connection."""
        self.closed = True
        self.host.tick([Lost(self.conn)])

    def events(self, name: str | None = None) -> list[Any]:
        """Return the typed events received so far, decoded: (name, object)."""
        found: list[Any] = []
        for line in self.data.decode().splitlines():
            if line.startswith("* "):
                _, _, event, body = line.split(" ", 3)
                if name in {None, event}:
                    found.append((event, msgspec.json.decode(body)))
        return found


@dataclass
class Host:
    """A house on a store, with everything the server would do for it."""

    games: Mapping[str, AnyGame]
    lexicons: Mapping[str, Lexicon] = field(default_factory=dict[str, Lexicon])
    limits: Limits = field(default_factory=lambda: Limits(bot_pause_ms=0, password_cost=1))
    seed: int = 1
    run_jobs: bool = True
    house_type: type[House] = House
    store: Store | None = None
    """The store. The host restores what it holds already. By default a fresh one."""
    hold_changed: bool = False
    """Hold games in progress whose code has changed (`House`)."""
    gate: Gate = OPEN
    """Decides what may be said and who may come in (`House`)."""
    commands: Sequence[PluginCommand] = ()
    """Those that plugins add."""
    site: Site | None = None
    """Where its page for browsers is."""
    word: str = ""
    """What guests must give to come in (`House`)."""
    guests: Guests | None = None
    """The names that may come in, or None if all may."""
    outlives: bool = False
    """Connections go on in another process if this one dies (`House`)."""
    open_calls: Sequence[OpenCall] = ()
    """The calls that are open when this host dies: `restart` tells the next house (`House`)."""

    def __post_init__(self) -> None:
        """Open the host. Nobody is connected yet."""
        self.now = 1000.0
        self.entries: list[Entry] = []
        self.reports: list[Report] = []
        """Reports of errors and warnings."""
        self.news: list[Report] = []
        """All other reports for the log."""
        self.jobs: list[Job] = []
        self.writes: list[Write] = []
        self.told: list[News] = []
        """What plugins hear."""
        self.clients: dict[ConnId, Client] = {}
        self.silent: dict[ConnId, float] = {}
        """Seconds since we last heard from a connection's computer. All others answer at once."""
        self.watch: Callable[[Effects], None] | None = None
        self.kept = self.store or MemoryStore(self.limits.finished_games)
        self.archive = self.kept.archive
        self.house = self.open_house(self.kept.load() if self.store is not None else None)
        if self.store is not None:
            self.tick([])

    def open_house(self, saved: Saved | None) -> House:
        """Return a house that begins with what was *saved*."""
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
            open_calls=self.open_calls,
            outlives=self.outlives,
            gate=self.gate,
            commands=self.commands,
            site=self.site,
            word=self.word,
            guests=self.guests,
        )

    def restart(self) -> None:
        """Kill the host and start it again from the store. All connections are gone.

        The clock goes on: time passes for this driver meanwhile.
        """
        for client in self.clients.values():
            client.closed = True
        self.jobs.clear()
        self.seed += 1
        before = self.house.people.register.by_number
        self.house = self.open_house(self.kept.load())
        self.tick([])
        for number, player in self.house.people.register.by_number.items():
            # The players still know their resume codes, of which the host has only hashes.
            if number in before:
                player.token, player.code = before[number].token, before[number].code

    def connect(
        self,
        *,
        near: bool = True,
        address: str = "127.0.0.1",
        operator: bool = False,
        web: bool = False,
        sealed: bool = False,
        key: str = "",
    ) -> Client:
        """Connect, and leave the greeting unread.

        *operator*: on the operator's socket. *web*: at the web door, where nobody is greeted.
        *sealed*: with TLS. *key*: the fingerprint of the guest's ssh key.
        """
        address = "operator" if operator else address
        conn = ConnId(len(self.clients) + 1)
        client = self.clients[conn] = Client(self, conn)
        self.tick([Connected(conn, address, near, operator, web, sealed, key)])
        return client

    def operator(self) -> Client:
        """Connect a program on the operator's socket."""
        client = self.connect(operator=True)
        client.send("HELLO 1 text")
        return client

    def person(self, name: str) -> Client:
        """Connect a person who has given their name."""
        client = self.connect()
        client.send(name)
        return client

    def program(self, name: str, *capabilities: str) -> Client:
        """Connect a program that has given its name. It reads the text too."""
        client = self.connect()
        client.send(" ".join(["HELLO 1 text", *capabilities]), f"#n name {name}")
        return client

    def wait(self, seconds: float) -> None:
        """Let time pass, and ring each timer at its moment."""
        end = self.now + seconds
        while (due := self.house.next_due) is not None and due <= end:
            self.now = max(self.now, due)
            self.tick([])
        self.now = end
        self.tick([])

    def tick(self, events: Sequence[HouseEvent]) -> None:
        """Hand events to the house and carry out their effects."""
        effects = self.house.tick(events, self.now, WALL + self.now)
        self._carry_out(effects)
        self._serve()
        while self.run_jobs and self.jobs:
            job = self.jobs.pop(0)
            try:
                thought = JobDone(job.key, job.work())
            except Exception as error:  # noqa: BLE001 - as the server does
                thought = JobDone(job.key, None, error)
            self._carry_out(self.house.tick([thought], self.now, WALL + self.now))
            due = self.house.next_due
            if due is not None and due <= self.now:
                self._carry_out(self.house.tick([], self.now, WALL + self.now))
            self._serve()

    def _serve(self) -> None:
        """Answer all lines that only wait for their turn."""
        while self.house.busy:
            self._carry_out(self.house.serve(self.now, WALL + self.now))

    def _carry_out(self, effects: Effects) -> None:
        if effects.entries or effects.writes:
            self.kept.commit(effects.entries, effects.writes)
        self.entries.extend(effects.entries)
        self.writes.extend(effects.writes)
        self.told.extend(effects.told)
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
