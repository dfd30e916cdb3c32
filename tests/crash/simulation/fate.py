"""A worker's end, at any store into the memory that its successors read."""

from __future__ import annotations

from typing import Any, NoReturn, cast

from parlour.keeper.notes import Notes


class Death(KeyboardInterrupt):
    """The worker is killed. The host contains all other errors of its house."""


class Fate:
    """Counts the steps of one worker, and ends it at one of them."""

    def __init__(self) -> None:
        self.steps = 0
        """Of all workers."""
        self.left: int | None = None
        """Steps that this one has left. None: it lives."""
        self.dead = False

    def begin(self, left: int | None) -> None:
        self.left, self.dead = left, False

    def die(self) -> NoReturn:
        """End the worker."""
        self.dead = True
        raise Death

    def step(self) -> None:
        """Raise Death if the worker is dead, or dies right here."""
        if self.dead:
            raise Death
        self.steps += 1
        if self.left is not None:
            if not self.left:
                self.dead = True
                raise Death
            self.left -= 1


class Words:
    """The numbers in the shared memory, as a worker sees them."""

    def __init__(self, words: memoryview, fate: Fate) -> None:
        self._words = words
        self._fate = fate

    def __getitem__(self, at: int) -> int:
        return self._words[at]

    def __setitem__(self, at: int, value: int) -> None:
        self._fate.step()
        self._words[at] = value


class Bytes:
    """The bytes there. A death may leave them half written."""

    def __init__(self, view: memoryview, fate: Fate) -> None:
        self._view = view
        self._fate = fate

    def __getitem__(self, at: slice) -> memoryview:
        return self._view[at]

    def __setitem__(self, at: slice, value: bytes) -> None:
        before = self._fate.dead
        try:
            self._fate.step()
        except Death:
            if not before:
                half = len(value) // 2
                self._view[at.start : at.start + half] = value[:half]
            raise
        self._view[at] = value


def dying(notes: Notes, fate: Fate, kind: type[Notes] = Notes) -> Notes:
    """Return the shared memory as a worker with that *fate* sees it."""
    own = kind(notes.bytes)
    own.words = cast("Any", Words(notes.words, fate))
    own.bytes = cast("Any", Bytes(notes.bytes, fate))
    return own
