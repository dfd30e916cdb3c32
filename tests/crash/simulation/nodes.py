"""Two nodes that share a house through a database, in a time of their own.

The followers, stores and caches are the real ones. The database is a model (`database`). Each
process of a node runs on a thread, one of them at a time, from one question to the next. So nodes
are killed, frozen and thawed between any two questions, and a seed decides when.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, cast
from unittest.mock import patch

from parlour.core.persistence import Entry
from parlour.store import _body, _ownership, postgresql
from parlour.store._commit_log import Row
from parlour.store._interface import StoreError
from parlour.store._ownership import Follower, Node
from parlour.store.postgresql import PostgreSQLStore
from tests.crash.simulation.database import Database, Log
from tests.crash.simulation.turns import Event, Lock, Process, Thread, Turns
from tests.crash.simulation.world import Violation

SNAPSHOT_BYTES: Final = 200
AGAIN_S: Final = 1.0
"""Seconds until a failed commit is tried again."""
SAYS_S: Final = 0.3
"""About so many seconds pass between two requests."""
TURNS_MOST: Final = 60_000


@dataclass
class Pledge:
    """What a node's shared memory says of its last commit."""

    key: tuple[int, int]
    request: bytes


class Machine(Process):
    """A node: its folder, and what its processes leave in its memory."""

    def __init__(self, turns: Turns, name: str, folder: Path) -> None:
        super().__init__(turns)
        self.name = name
        self.folder = folder
        self.pledge: Pledge | None = None
        self.up = False
        self.follower: Follower | None = None


class Nodes:
    """A run of two nodes. Raises Violation."""

    def __init__(self, seed: int, folder: Path, *, troubles: int = 6, requests: int = 30) -> None:
        self.seed, self.requests, self.troubles = seed, requests, troubles
        rng = self.rng = Random(f"nodes {seed}")
        self.turns = Turns(rng)
        loses = rng.choice((0.0, 0.02, 0.1)) if troubles else 0.0
        self.database = Database.now = Database(rng, self.turns, loses)
        self.story = list[str]()
        self.answered: list[tuple[str, bytes]] = []
        """Requests that were answered, in order, and by which node."""
        self.owners = self.failed = 0
        self._asked = self._writers = 0
        self._left = troubles
        self._machines = [Machine(self.turns, name, folder / name) for name in ("ann", "bob")]
        for machine in self._machines:
            shutil.rmtree(machine.folder, ignore_errors=True)
            machine.folder.mkdir(parents=True)

    @property
    def figures(self) -> dict[str, int]:
        return {
            "troubles": self.troubles,
            "owners": self.owners,
            "failed commits": self.failed,
            "answers": len(self.answered),
            "commits": len(self.database.history),
        }

    def __str__(self) -> str:
        return f"Nodes(seed={self.seed}, troubles={self.troubles}, requests={self.requests})"

    def play(self) -> None:
        """Play until all requests are answered, and all troubles are over."""
        try:
            for _turn in range(TURNS_MOST):
                if len(self.answered) >= self.requests and not self._left:
                    break
                self._turn()
            else:
                raise Violation("nobody has the house")
        finally:
            for machine in self._machines:
                self._kill(machine)
        self._check()

    # --- turns --------------------------------------------------------------------------

    def _turn(self) -> None:
        """Let one process run, and something happen now and then."""
        if self._left and self.rng.random() < 0.004:
            self._left -= 1
            if not self._left:
                self.database.loses = 0.0
            self._trouble()
        self.database.happen()
        for machine in self.rng.sample(self._machines, 2):
            if not machine.up:
                self._start(machine)
        try:
            ended = self.turns.turn()
        except ValueError as error:
            raise Violation(f"the store refuses what follows: {error}") from error
        if ended is not None and ended.first:
            self._kill(cast("Machine", ended.process))

    def _trouble(self) -> None:
        rng, machine = self.rng, self.rng.choice(self._machines)
        match rng.choice(("kill", "kill", "freeze", "freeze", "burn", "forget")):
            case "kill":
                self.tell(f"{machine.name} is killed")
                self._kill(machine)
            case "burn":
                self.tell(f"{machine.name}'s machine is gone, and another one comes")
                self._kill(machine)
                shutil.rmtree(machine.folder)
                machine.folder.mkdir()
                machine.pledge = None
            case "freeze":
                seconds = rng.choice((0.5, 2.0, 10.0))
                self.tell(f"{machine.name} freezes for {seconds} s")
                machine.frozen_until = self.turns.now + seconds
            case _:
                self.tell("the database forgets who has the lock")
                self.database.owner = None

    def tell(self, what: str) -> None:
        self.story.append(f"{self.turns.now:8.3f} {what}")

    def _start(self, machine: Machine) -> None:
        machine.up = True
        self._writers += 1
        writer = f"{self._writers:016x}"
        Thread(target=lambda: self._live(machine, writer), process=machine).start()

    def _kill(self, machine: Machine) -> None:
        machine.up, machine.frozen_until = False, 0.0
        self.turns.kill(machine)
        for session in self.database.sessions:
            if session.process is machine:
                session.close()
        if machine.follower is not None:
            machine.follower.close()
        machine.follower = None

    # --- a process of a node --------------------------------------------------------------

    def _live(self, machine: Machine, writer: str) -> None:
        node = Node(machine.name, machine.name, writer)
        try:
            follower = Follower(
                "", machine.folder, "house", node, keep_games=0, on_write=lambda _point: None
            )
            machine.follower = follower
            follower.take(lambda _why: self._wait(machine))
            log, cache = follower.owned()
            self.owners += 1
            self.tell(f"{machine.name} has the house as {writer[-3:]}, at {cache.n}")
            store = PostgreSQLStore("", log, cache, node, on_lost=lambda _why: None)
            self._serve(machine, store)
        except StoreError as error:
            self.tell(f"{machine.name} ends: {error.text}")
            self.turns.sleep(0.5)

    def _wait(self, machine: Machine) -> None:
        """Another node has the house: a worker that finds so ends, and with it its connections."""
        machine.pledge = None

    def _serve(self, machine: Machine, store: PostgreSQLStore) -> None:
        """Keep requests and answer them, for as long as this node has the house."""
        count = len(store.load().journal)
        pledge = machine.pledge
        if pledge is not None:
            kept = self._until(lambda: store.kept(pledge.key))
            self._check_kept(pledge, kept)
            if kept:
                self._answer(machine, pledge.request)
            machine.pledge = None
        while True:
            self.turns.sleep(self.rng.uniform(0, 2 * SAYS_S))
            self._asked += 1
            request = b"%d" % self._asked
            entries = [Entry(1, count, request)]
            machine.pledge = Pledge(store.commit_key(entries, ()), request)
            self._until(partial(store.commit, entries, ()), store.probe)
            self._answer(machine, request)
            machine.pledge = None
            count += 1

    def _until(
        self, call: Callable[[], bool | None], before: Callable[[], None] = lambda: None
    ) -> bool | None:
        """Call it again until it works, or never will."""
        while True:
            try:
                return call()
            except StoreError as error:
                if not error.passing:
                    raise
                self.failed += 1
                self.turns.sleep(AGAIN_S)
                with suppress(StoreError):
                    before()

    # --- what everybody may rely on -------------------------------------------------------

    def _answer(self, machine: Machine, request: bytes) -> None:
        self.tell(f"{request.decode()} is answered")
        if request not in map(_request, self.database.history):
            raise Violation(f"request {request!r} is answered and not stored")
        self.answered.append((machine.name, request))

    def _check_kept(self, pledge: Pledge, kept: bool | None) -> None:
        """Check what a successor was told of the last commit of the one before."""
        writer, n = pledge.key
        there = any(row.n == n and int(row.writer, 16) == writer for row in self.database.history)
        self.tell(f"{pledge.request.decode()} was {'' if kept else 'not '}kept")
        if kept != there:
            raise Violation(f"commit {n} is said to be kept: {kept}, and it is {there}")

    def _check(self) -> None:
        history = self.database.history
        numbers = [row.n for row in history]
        if numbers != list(range(1, len(numbers) + 1)):
            raise Violation(f"the numbers of the commits are {numbers}")
        writers = [row.writer for row in history]
        changes = [two for one, two in pairwise(writers) if one != two]
        if len(set(changes)) != len(changes) or writers[0] in changes:
            raise Violation("somebody stored something after another node had the house")
        stored = [request for row in history if (request := _request(row))]
        if doubled := [each for each, times in Counter(stored).items() if times > 1]:
            raise Violation(f"stored twice: {doubled}")
        for machine in self._machines:
            places = [stored.index(each) for name, each in self.answered if name == machine.name]
            if places != sorted(set(places)):
                raise Violation(f"{machine.name} answered what is not stored in that order")


def _request(row: Row) -> bytes:
    entries = _body.decode(row.body).entries
    return entries[0].body if entries else b""


@contextmanager
def modelled(log: type[Log] = Log) -> Generator[None]:
    """Put models of the database, with *log*, and of time in place of the real ones."""
    with ExitStack() as stack:
        for module in (_ownership, postgresql):
            stack.enter_context(patch.object(module, "CommitLog", log))
            stack.enter_context(patch.object(module, "Event", Event))
        stack.enter_context(patch.object(postgresql, "Lock", Lock))
        stack.enter_context(patch.object(postgresql, "Thread", Thread))
        stack.enter_context(patch.object(postgresql, "SNAPSHOT_BYTES", SNAPSHOT_BYTES))
        yield
