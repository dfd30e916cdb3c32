"""Follow the tables of the worker, so that the next one need not begin with all that was played.

The process that forks workers does it while it has nothing else to do, a little at a time.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from parlour.core.persistence import Entry
from parlour.store import StoreError
from parlour.store.journal_copy import JournalCopy
from parlour.tables.course import Followed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.api import AnyGame, Lexicon

READ: Final = 500
"""Entries to read at a time."""
WORK_S: Final = 0.005
"""A worker that is wanted waits for no longer than this, and one more entry."""
CATCHING_UP: Final = 2
"""At first, half of the time."""
RARELY: Final = 100
"""Then at most a hundredth of the processor's time: a host with one core must not feel it."""
LOOK_S: Final = 0.2
"""Seconds between two looks whether anything was written, or a little more."""


class Following:
    """What is known of the house in *folder*, with these games and word lists."""

    def __init__(
        self, folder: Path, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
    ) -> None:
        self.copy = JournalCopy(folder)
        self.followed = Followed(games, lexicons)
        self._todo = deque[Entry]()
        self._share = CATCHING_UP
        self._written: tuple[int, int] | None = None

    def step(self) -> float:
        """Do a little. Return the seconds until the next time."""
        begun = perf_counter()
        if not self._todo:
            written = self.copy.written()
            if written is None or written == self._written:
                return LOOK_S
            try:
                self._todo.extend(self.copy.read(READ))
            except StoreError:  # not made yet, or in use: later
                return LOOK_S
            if len(self._todo) < READ:
                self._share, self._written = RARELY, written
                self.followed.forget_others(self.copy.tables())
        while self._todo and perf_counter() - begun < WORK_S:
            entry = self._todo.popleft()
            if entry.table:
                self.followed.add(entry)
        rest_s = self._share * (perf_counter() - begun)
        return rest_s if self._todo or self._share == CATCHING_UP else max(rest_s, LOOK_S)
