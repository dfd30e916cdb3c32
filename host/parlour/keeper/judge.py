"""Judge a worker: when it is to be killed, what its death says, and when the next one starts."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

CALL_CPU_S: Final = 1.0
CALL_S: Final = 10.0
"""The most that one call into a game may take of the processor, and in all. Everybody waits for
it."""
SILENT_S: Final = 5.0
SILENT_CPU_S: Final = 4.0
"""A worker is hung that has given no beat for so long, and has used so much of the processor
meanwhile. A computer that swaps gives it no time, and must not kill it."""
SILENT_AT_MOST_S: Final = 30.0
"""And one that has given none for so long, whatever it uses."""
LOOKED_AWAY_S: Final = 2.0
"""If we have not looked for so long, we were stopped ourselves, and the worker probably too."""
PAUSES_S: Final = (0.0, 0.0, 0.0, 0.1, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Before the next start, by the number of deaths in a row."""
WELL_S: Final = 5.0
"""A worker that has served for so long did not die at its start."""
GUILTY_MAX: Final = 64
"""Lines that are remembered as deadly. They are forgotten with their connection."""
FROM_OUTSIDE: Final = frozenset({signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
"""Signals that no program of a game sends to itself."""


class Pulse:
    """The beat and the calls of one worker. *cpu* returns the CPU seconds of it or its house."""

    def __init__(self, cpu: Callable[[bool], float | None], now: float) -> None:
        self._cpu = cpu
        self._looked = now
        self._beat = self._calls = 0
        self.since = self._called = now
        """When the last beat was seen."""
        self._spent: float | None = None
        self._call_spent: float | None = None

    def look(self, now: float, beat: int, calls: int, *, ready: bool) -> str | None:
        """Return why the worker must be killed now, if it must.

        *beat* and *calls* are its numbers. There need be no beat before it is *ready*.
        """
        away = now - self._looked > LOOKED_AWAY_S
        self._looked = now
        if beat != self._beat or away or not ready:
            self._beat, self.since, self._spent = beat, now, None
        elif self._spent is None:
            self._spent = self._cpu(False)
        if calls != self._calls or away:
            self._calls, self._called, self._call_spent = calls, now, None
        elif calls % 2 and self._call_spent is None:
            self._call_spent = self._cpu(True)
        if calls % 2 and self._over(now - self._called, CALL_S, self._call_spent, CALL_CPU_S):
            return "a call of a game's program took too long"
        silent = now - self.since
        if silent > SILENT_AT_MOST_S:
            return "it did not answer for 30 seconds"
        if silent > SILENT_S and self._used(False, self._spent) > SILENT_CPU_S:
            return "it did not answer, and was busy"
        return None

    def _over(self, took: float, most: float, spent: float | None, most_cpu: float) -> bool:
        return took > most or (took > most_cpu and self._used(True, spent) > most_cpu)

    def _used(self, house: bool, before: float | None) -> float:
        now = self._cpu(house)
        return 0.0 if now is None or before is None else now - before


@dataclass(frozen=True)
class Death:
    """What was seen of a worker that has died."""

    status: int | None
    """As from waitpid; None if nobody knows."""
    killed: str | None
    """Why the keeper has killed it."""
    failed: str
    """What it said about it itself."""
    line: tuple[int, int]
    """Slot, plus 1, and mark of the line that was being worked on. (0, 0): none."""
    calls: int
    answered: bool
    """It has answered a line."""
    served_s: float

    @property
    def why(self) -> str:
        if self.killed is not None or self.failed:
            return self.killed or self.failed
        if self.status is None:
            return "it ended, nobody knows why"
        number = self.status & 0x7F
        if not number:
            return f"it ended with exit code {self.status >> 8}"
        try:
            return f"it was killed by {signal.Signals(number).name}"
        except ValueError:
            return f"it was killed by signal {number}"

    @property
    def of_its_own(self) -> bool:
        """Whether the program did it, and nobody from outside."""
        if self.killed is not None:
            return True
        return self.status is not None and (self.status & 0x7F) not in FROM_OUTSIDE


@dataclass
class Judge:
    """What the deaths so far say."""

    number: int = 0
    why: str = ""
    row: int = 0
    """Deaths since a worker has answered a line or served for a while."""
    guilty: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Slots and marks of lines that two workers died of."""
    suspects: list[int] = field(default_factory=list[int])
    """Tables of which a call was open when the worker before the last one died."""
    _line: tuple[int, int] = (0, 0)
    _blame: str = ""

    def died(self, death: Death) -> float:
        """Take note. Return the seconds to wait before the next start."""
        self.number += 1
        self.why = death.why
        well = death.answered or death.served_s > WELL_S
        self.row = 1 if well else self.row + 1
        slot, mark = death.line
        if slot and death.line == self._line:
            self.guilty = [*self.guilty, (slot - 1, mark)][-GUILTY_MAX:]
        self._line = death.line
        if death.killed is not None and death.calls % 2:
            self._blame = "now"
        elif death.of_its_own:
            self._blame = "house" if death.calls % 2 else "bots"
        else:
            self._blame = ""
        return PAUSES_S[min(self.row, len(PAUSES_S) - 1)]

    def upgraded(self) -> None:
        """Take note that we have killed a worker that had done nothing."""
        self._line, self._blame = (0, 0), ""

    def forget(self, slot: int) -> None:
        """Forget a connection that is closed."""
        self.guilty = [line for line in self.guilty if line[0] != slot]
        if self._line[0] == slot + 1:
            self._line = (0, 0)

    def told(self) -> dict[str, Any]:
        """Return what the next worker must know."""
        return {
            "deaths": self.number,
            "why": self.why,
            "guilty": self.guilty,
            "blame": self._blame,
            "suspects": self.suspects,
        }
