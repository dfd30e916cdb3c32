"""What an owner acts on: who was refused, cut off, or tried wrong passwords, and from where.

An attack must leave a trace, and must not fill the log. So the first trouble of a kind from an
address is logged at once. Further ones are counted, and logged as one line a minute.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from parlour.core.effects import Report, TroubleKind

WINDOW_S: Final = 60.0
"""Seconds that are counted together."""
NAMED: Final = 50
"""Kinds and addresses that are told apart in a window. The log gets at most twice as many lines
in a minute, whatever happens; a person reads no more."""


class Trouble:
    """Counts of trouble, by kind and address."""

    def __init__(self) -> None:
        self.counts = Counter[TroubleKind]()
        """Since the host started, by kind."""
        self._named: dict[tuple[TroubleKind, str], int] = {}
        """By kind and address: how often since it was last logged."""
        self._others = Counter[TroubleKind]()
        """How often from further addresses."""

    def note(self, kind: TroubleKind, address: str) -> Report | None:
        """Count it. Return a line for the log if it is the first of its kind from there."""
        self.counts[kind] += 1
        if (kind, address) in self._named:
            self._named[kind, address] += 1
        elif len(self._named) < NAMED:
            self._named[kind, address] = 0
            return _report(kind, 1, address)
        else:
            self._others[kind] += 1
        return None

    def fold(self) -> list[Report]:
        """Return the lines for what was counted in this window, and begin another.

        Without any, nothing is being counted any more.
        """
        made = [_report(kind, n, address) for (kind, address), n in self._named.items() if n]
        made += [_report(kind, n, "others") for kind, n in self._others.items()]
        self._named = {key: 0 for key, count in self._named.items() if count}
        self._others.clear()
        return made


def _report(kind: TroubleKind, count: int, address: str) -> Report:
    return Report("warning", kind, fields={"address": address, "count": count})
