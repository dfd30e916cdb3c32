"""What the host asks of a store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from parlour.house.persistence import Entry, Saved, Write
from parlour.house.tables.archive import Archive

CLOSED: Final = "The store is closed."


class StoreError(Exception):
    """Nothing could be stored, or read.

    `text` says why in one line, for whoever runs the host; `said` is what players may
    know of it, in one sentence: no place on the computer. `passing`: somebody can put it right
    while the host runs, or it passes by itself, such as a full disk.
    """

    def __init__(
        self,
        text: str,
        said: str = "The host cannot store anything now.",
        *,
        passing: bool = False,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.said = said
        self.passing = passing


class Store(ABC):
    """Keeps the journal, the players and the finished games of one host.

    One thread uses a store at a time; its archive may be read from any thread
    meanwhile. Every method may block.
    """

    @property
    def instant(self) -> bool:
        """A commit never waits for anything, such as a disk: it needs no thread of its own."""
        return False

    @property
    @abstractmethod
    def size(self) -> int:
        """About how many bytes are kept."""

    @property
    @abstractmethod
    def archive(self) -> Archive:
        """The finished games."""

    @abstractmethod
    def load(self) -> Saved:
        """All that is kept, except finished games. Raises StoreError."""

    @abstractmethod
    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep *entries* and carry out *writes*, all or nothing; on return they are durable.

        The entries of one table come in rising `seq` without a gap. They may belong
        to many tables and many ticks: a store that pays by the commit (a disk) gets
        those of several ticks in one call. Raises StoreError; then nothing was kept, as far as
        can be known. If the error is `passing` the next call may have the same *entries* and
        *writes*: should they have been kept after all, that call has nothing to do.
        """

    @abstractmethod
    def probe(self) -> None:
        """Find out whether a commit would work now. Raises StoreError if it would not."""

    @abstractmethod
    def close(self) -> None:
        """Nothing is stored from now on; what was durable stays. May be called twice."""
