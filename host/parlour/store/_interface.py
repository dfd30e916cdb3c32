"""What the host asks of a store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from parlour.house.effects import Entry


class Store(ABC):
    """Keeps the record of each table: its entries' bodies, in order.

    One thread uses a store at a time. Every method may block; whatever a method
    raises ends the host, because a host that cannot store must not announce.
    """

    @abstractmethod
    def commit(self, entries: Sequence[Entry]) -> None:
        """Keep *entries*, all or none; on return they are durable.

        The entries of one table come in rising `seq` without a gap. They may belong
        to many tables and many ticks: a store that pays by the commit (a disk) gets
        the entries of several ticks in one call.
        """

    @abstractmethod
    def records(self, table: int) -> Sequence[bytes]:
        """The bodies of all entries of *table* in order; empty if there are none."""

    @abstractmethod
    def forget(self, table: int) -> None:
        """Drop the record of *table*; nothing happens if there is none."""
