"""The journal, which keeps the records of the tables.

Store first, then announce. The server commits all entries of a tick in one call, and
nothing of the tick leaves the host before that call returns.
"""

from __future__ import annotations

from parlour.store._interface import NOTHING_KNOWN, Fenced, Store, StoreError
from parlour.store._lock import HostLock, cannot_write, is_locked, lock_folder

__all__ = [
    "NOTHING_KNOWN",
    "Fenced",
    "HostLock",
    "Store",
    "StoreError",
    "cannot_write",
    "is_locked",
    "lock_folder",
]
