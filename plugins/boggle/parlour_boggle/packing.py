"""Rows laid over each other, so that they share room and no two use the same place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

WINDOW: Final = 1024
"""How many places are looked at at a time; no row may be wider than half of it. What is still
free when the window has gone by is left to rows of one place, of which word lists have plenty."""


def place(rows: Sequence[int]) -> Sequence[int]:
    """Give each of *rows*, a mask of the places it uses, an address: where its place 0 is.

    Address plus place is then a number of its own for every place of every row; addresses
    are at least 0. An empty row needs no room and gets 0.
    """
    gaps = _Gaps(start=max(rows, default=0).bit_length())
    addresses = [0] * len(rows)
    for number, row in enumerate(rows):
        if row.bit_count() > 1:
            addresses[number] = gaps.take(row)
    single = gaps.rest()
    for number, row in enumerate(rows):
        if row.bit_count() == 1:
            addresses[number] = next(single) - _lowest(row)
    return addresses


class _Gaps:
    """The places that are free: a window that moves up, and what it has left behind."""

    def __init__(self, start: int) -> None:
        self._base = start
        self._free = (1 << WINDOW) - 1
        self._behind: list[tuple[int, int]] = []

    def take(self, row: int) -> int:
        """Use places for *row*, the first that will do; return its address."""
        low = _lowest(row)
        shape = row >> low
        while not (fitting := self._fitting(shape)):
            self._move_on()
        at = _lowest(fitting)
        self._free ^= shape << at
        return self._base + at - low

    def rest(self) -> Iterator[int]:
        """The places that are still free, without end. Nothing can be taken after this."""
        for base, free in (*self._behind, (self._base, self._free)):
            for place in _bits(free):
                yield base + place
        yield from count(self._base + WINDOW)

    def _fitting(self, shape: int) -> int:
        """All places of the window at which *shape* can begin."""
        fitting = self._free
        for place in _bits(shape):
            fitting &= self._free >> place
        return fitting

    def _move_on(self) -> None:
        """Leave the lower half of the window behind."""
        half = WINDOW // 2
        lower = (1 << half) - 1
        self._behind.append((self._base, self._free & lower))
        self._free = self._free >> half | lower << half
        self._base += half


def _lowest(mask: int) -> int:
    """The lowest place in *mask*."""
    return (mask & -mask).bit_length() - 1


def _bits(mask: int) -> Iterator[int]:
    """The places in *mask* in ascending order."""
    while mask:
        yield _lowest(mask)
        mask &= mask - 1
