"""A store in memory that keeps what a disk would. A host can start again from it."""

from parlour.store.memory import MemoryStore

__all__ = ["MemoryStore"]
