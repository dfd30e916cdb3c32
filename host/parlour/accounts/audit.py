"""The operator's audit trail, to which rows are only added."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.core.persistence import Saved, Write
from parlour.core.shelves import Shelf


class AuditEntry(msgspec.Struct, frozen=True):
    """An action of the operator."""

    at_s: int
    n: int
    """The number of the action on this host, which keeps apart those of one second."""
    what: str
    outcome: str


SHELF: Final = Shelf("audit", AuditEntry, "at_s", "n")


class Audit:
    """Numbers what is added to the trail. Only the store and its readers have the trail itself."""

    def __init__(self, saved: Saved | None = None) -> None:
        kept = [] if saved is None else SHELF.read(saved)
        self._last = kept[-1].n if kept else 0

    def add(self, at_s: int, what: str, outcome: str) -> Write:
        self._last += 1
        return SHELF.kept(AuditEntry(at_s, self._last, what, outcome))
