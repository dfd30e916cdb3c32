"""The interface of a store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from parlour.core.persistence import Entry, Saved, Write
from parlour.language import _
from parlour.tables.archive import Archive

CANNOT: Final = _("The host cannot store anything now.")
CLOSED: Final = "The store is closed."


class StoreError(Exception):
    """Nothing could be stored or read.

    `text` says why in one line, for the person who runs the host. `said` is what players may
    know, in one sentence without any path. `passing`: somebody can fix it
    while the host runs, or it passes by itself, such as a full disk.
    """

    def __init__(
        self,
        text: str,
        said: str = CANNOT,
        *,
        passing: bool = False,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.said = said
        self.passing = passing


class Fenced(StoreError):
    """Another node has the house. This one can store nothing any more."""

    def __init__(self) -> None:
        super().__init__(
            "Another node has this house now: this one can store nothing more, and stops."
        )


class Known(NamedTuple):
    """An entry that was read before, and the checksum of its row."""

    entry: Entry
    mark: int


NOTHING_KNOWN: Final[Mapping[int, Known]] = MappingProxyType({})


class Store(ABC):
    """Keeps the journal, the players and the finished games of one host.

    One thread uses a store at a time. Meanwhile any thread may read its archive.
    Every method may block.
    """

    @property
    def instant(self) -> bool:
        """Whether a commit never waits for anything, such as a disk. Then it needs no thread."""
        return False

    @property
    @abstractmethod
    def size(self) -> int:
        """About how many bytes are kept."""

    @property
    @abstractmethod
    def archive(self) -> Archive:
        """The archive of finished games."""

    def figures(self) -> Mapping[str, float]:
        """Return what the operator may see of this kind of store. No move shows in it."""
        return {}

    @abstractmethod
    def load(self, known: Mapping[int, Known] = NOTHING_KNOWN) -> Saved:
        """Return everything kept, except finished games. Raises StoreError.

        *known*: entries that were read before, by the number of their row: not read again.
        """

    @abstractmethod
    def commit(self, entries: Sequence[Entry], writes: Sequence[Write]) -> None:
        """Keep *entries* and carry out *writes*, all or nothing. On return they are durable.

        The entries of one table have rising `seq` without a gap. They may belong
        to many tables and many ticks: a store with a cost per commit (a disk) gets
        those of several ticks in one call. Raises StoreError. Then nothing was kept, as far as
        we know. If the error is `passing`, the next call may have the same *entries* and
        *writes*. If they were kept after all, that call does nothing.
        """

    @abstractmethod
    def commit_key(self, entries: Sequence[Entry], writes: Sequence[Write]) -> tuple[int, int]:
        """Return what names the commit of these, which is the next one: for `kept`."""

    @abstractmethod
    def kept(self, key: tuple[int, int]) -> bool:
        """Check whether the last commit of the process that had this store before, named *key*,
        is kept. Raises StoreError."""

    @abstractmethod
    def probe(self) -> None:
        """Find out whether a commit would work now. Raises StoreError if it would not."""

    @abstractmethod
    def close(self) -> None:
        """Store nothing from now on. Durable data remains. May be called twice."""
