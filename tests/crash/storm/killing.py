"""Kills workers, and measures how long everybody waits."""

from __future__ import annotations

import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from parlour.keeper.layout import PID
from tests.crash.storm.doom import DEATHS
from tests.crash.storm.floor import now
from tests.crash.storm.program import Field, Program, Victim
from tools.bench.process import descendants, parent_of

SIGNALS: Final = {"SIGKILL": signal.SIGKILL, "SIGSEGV": signal.SIGSEGV, "SIGABRT": signal.SIGABRT}
WAYS: Final = ("SIGKILL",) * 6 + ("SIGSEGV", "SIGABRT", "twice", "forker", *DEATHS)
"""How the next worker dies. `twice`: and the next one while it comes up."""
FORKER: Final = "forker"
"""Not the worker dies, but what forks workers. Nobody may notice."""
GIVEN_UP_S: Final = 90.0
"""After that long without an answer the storm has found a host that is gone."""
SETTLED_S: Final = 0.05


def worker_of(main: int) -> int:
    """The process that serves, as the memory says that the keeper *main* shares with it. 0: none.

    It may be no descendant any more, when what forked it has died.
    """
    for entry in Path(f"/proc/{main}/fd").iterdir():
        with suppress(OSError):
            if str(entry.readlink()).startswith("/memfd:"):
                with entry.open("rb") as shared:
                    shared.seek(8 * PID)
                    pid = int.from_bytes(shared.read(8), sys.byteorder)
                return pid if pid and Path(f"/proc/{pid}").exists() else 0
    return 0


class Prober(Program):
    """Asks at the moment of a death, and says how long the answer took."""

    hello = "HELLO 1"

    def begin(self) -> None:
        self.ask(f"name {self.name}")
        self.ask("new boggle")

    def probe(self, what: str, then: Callable[[float], None]) -> None:
        """*then* gets the seconds."""
        begun = now()

        def answered(word: str, body: Any, items: Sequence[Any]) -> None:
            self._granted(word, body, items)
            then(now() - begun)

        self.ask(what, answered)


class Killer:
    """So many deaths, one after the other, at random moments."""

    def __init__(
        self, field: Field, main: int, kills: int, *, most_s: float, ways: Sequence[str] = WAYS
    ) -> None:
        self.field, self._main, self.left, self._most_s = field, main, kills, most_s
        self._ways = ways
        self.took: dict[str, list[float]] = defaultdict(list)
        """Seconds until the next answer, by what was the cause."""
        self.died_at = 0.0
        self.done = kills <= 0
        self.on_death: Callable[[], None] = lambda: None
        self._probers = [Prober(field, field.name("probe")) for _ in range(2)]
        self._waiting = 0
        self._hit = -1
        if not self.done:
            assert worker_of(main), "the host has no worker to kill"
            self._later()

    def _later(self) -> None:
        self.field.floor.after(self.field.rng.uniform(SETTLED_S, self._most_s), self._kill)

    def _kill(self) -> None:
        if self.left <= 0:
            self.done = True
            return
        if self.left == 1 and not self.field.counts["lines heard"]:
            self._later()  # in a short storm, too, somebody dies while people talk
            return
        how = self.field.rng.choice(self._ways)
        self.left -= 1
        if how in DEATHS:
            self._waiting = 3
            Victim(self.field, lambda victim: self._by_game(victim, how))
            return
        self._waiting = 2
        self._by_signal(how, SIGNALS.get(how, signal.SIGKILL))
        if how == "twice":
            self.field.floor.after(self.field.rng.uniform(0.0, 0.3), self._once_more)
        self._probe(how)

    def _targets(self, how: str) -> list[int]:
        if how == FORKER:
            return [pid for pid in descendants(self._main) if parent_of(pid) == self._main]
        return [pid for pid in [worker_of(self._main)] if pid]

    def _by_signal(self, how: str, number: signal.Signals) -> None:
        found = self._targets(how)
        if not found:
            self.field.floor.after(0.01, lambda: self._by_signal(how, number))
            return
        self._hit = found[0]
        with suppress(ProcessLookupError):
            os.kill(found[0], number)
        self._died(how)

    def _once_more(self) -> None:
        found = worker_of(self._main)
        if found and found != self._hit and self._waiting:
            with suppress(ProcessLookupError):
                os.kill(found, signal.SIGKILL)
            self._died("again while it came up")

    def _died(self, how: str) -> None:
        self.died_at = now()
        self.field.kills += 1
        self.field.counts[f"deaths: {how}"] += 1
        self.on_death()

    def _by_game(self, victim: Victim, how: str) -> None:
        def answered(seconds: float) -> None:
            self.took[f"{how}, its own line"].append(seconds)
            self._one_less()

        victim.die(how, answered)
        self._died(how)
        self.field.floor.after(0.003, lambda: self._probe(how))

    def _probe(self, how: str) -> None:
        number = self.field.kills

        def heard(seconds: float) -> None:
            self.took[how].append(seconds)
            self._one_less()

        def given_up() -> None:
            if number == self.field.kills and self._waiting:
                self.field.wrong("the host", f"no answer in {GIVEN_UP_S:.0f} s after {how}")
                self.left, self.done = 0, True

        for prober, what in zip(self._probers, ("ping", "say still here?"), strict=True):
            prober.probe(what, heard)
        self.field.floor.after(GIVEN_UP_S, given_up)

    def _one_less(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._later()
