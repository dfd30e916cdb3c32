"""What players have reported to the operator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from parlour.accounts.throttle import Tries
from parlour.core.limits import Limits
from parlour.core.persistence import Write
from parlour.core.shelves import Shelf
from parlour.tables.happened import Removed
from parlour.wire.names import name_key


class SavedReport(msgspec.Struct, frozen=True):
    """What a player told the operator about another one."""

    number: int
    at_s: int
    name: str
    """Who told it."""
    player: int
    """Their number."""
    about: str
    """The name of the other one, as they typed it. Perhaps nobody has it."""
    why: str
    table: int
    """Where they sat. 0: at no table."""
    done_s: int = 0
    """When the operator marked it as done. 0: it is open."""


SHELF: Final = Shelf("report", SavedReport, "number")


class Reports:
    """The reports that are kept, at most `limits.reports`: the open ones, and the last done."""

    def __init__(self, limits: Limits) -> None:
        self._limits: Final = limits
        self._all: dict[int, SavedReport] = {}
        """By number, in the order in which they came."""
        self._by = Counter[int]()
        """The number of open reports of each player, by their number."""
        self._last = 0
        self.tries: Final = Tries(limits.reports_per_address, limits.tries_s, limits.tries_kept)
        """What each place may still report."""

    def __iter__(self) -> Iterator[SavedReport]:
        """Yield the open reports, then those that are done, each in the order of coming."""
        yield from sorted(self._all.values(), key=lambda report: bool(report.done_s))

    def __len__(self) -> int:
        return len(self._all)

    @property
    def open(self) -> int:
        return self._by.total()

    def open_of(self, player: int) -> int:
        """Return how many open reports the player with that number has made."""
        return self._by[player]

    def make_room(self) -> SavedReport | None:
        """Drop the oldest report that is done if there is no room for one more, and return it.

        Raises ValueError if all are open.
        """
        if len(self._all) < self._limits.reports:
            return None
        done = next((report for report in self._all.values() if report.done_s), None)
        if done is None:
            raise ValueError("all reports are open")
        return self._all.pop(done.number)

    def add(
        self, at_s: int, name: str, player: int, about: str, why: str, table: int
    ) -> SavedReport:
        report = SavedReport(self._last + 1, at_s, name, player, about, why, table)
        self.put(report)
        return report

    def put(self, row: SavedReport) -> None:
        """Take over a report."""
        self._all[row.number] = row
        self._last = max(self._last, row.number)
        if not row.done_s:
            self._by[row.player] += 1

    def done(self, numbers: Sequence[int], at_s: int) -> list[SavedReport]:
        """Mark those reports as done, or with no number all. Return those that were open."""
        wanted = [self._all[n] for n in numbers if n in self._all] if numbers else [*self]
        changed = [replace(report, done_s=at_s) for report in wanted if not report.done_s]
        for report in changed:
            self._all[report.number] = report
            self._less(report.player)
        return changed

    def forget(self, gone: Removed) -> list[Write]:
        """Drop all reports by or about that player, and return what to write."""
        lost = [
            report
            for report in self._all.values()
            if gone.key in (name_key(report.name), name_key(report.about))
        ]
        for report in lost:
            del self._all[report.number]
            if not report.done_s:
                self._less(report.player)
        return [SHELF.dropped(report.number) for report in lost]

    def _less(self, player: int) -> None:
        self._by[player] -= 1
        if not self._by[player]:
            del self._by[player]
