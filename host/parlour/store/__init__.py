"""The journal: where the records of the tables are kept.

Store, then announce: the shell commits all entries of a tick in one call, and only
when that returns does anything of the tick leave the host.
"""

from __future__ import annotations

from parlour.store._interface import Store, StoreError
from parlour.store.ephemeral import EphemeralStore

__all__ = ["EphemeralStore", "Store", "StoreError"]
