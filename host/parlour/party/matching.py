"""Pairs out of many, where some pairs are not allowed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

STEPS: Final = 2_000
"""Attempts at a pairing in the best order, before we take any pairing that is allowed. Nearly
always a few more than there are pairs are enough."""

Allowed: TypeAlias = Callable[[int, int], bool]


def pairs(order: Sequence[int], allowed: Allowed) -> list[tuple[int, int]]:
    """Pair all of *order*, which are an even number, with as few pairs as possible not allowed.

    Each gets the nearest partner in the order, as far as the others find one too.
    """
    found = _nearest(order, allowed)
    if found is not None:
        return found
    partners = _most(order, allowed)
    place = {one: index for index, one in enumerate(order)}
    made = [(one, other) for one, other in partners.items() if place[one] < place[other]]
    alone = [one for one in order if one not in partners]
    return [*made, *zip(alone[::2], alone[1::2], strict=True)]


def _nearest(order: Sequence[int], allowed: Allowed) -> list[tuple[int, int]] | None:
    """Return the first pairing of allowed pairs in the order of the search, or None.

    None means that there is none, or that the search took too long.
    """
    left = STEPS

    def search(rest: Sequence[int]) -> list[tuple[int, int]] | None:
        nonlocal left
        if not rest:
            return []
        first, others = rest[0], rest[1:]
        for index, other in enumerate(others):
            if left <= 0:
                return None
            if allowed(first, other):
                left -= 1
                found = search([*others[:index], *others[index + 1 :]])
                if found is not None:
                    return [(first, other), *found]
        return None

    return search(order)


def _most(order: Sequence[int], allowed: Allowed) -> dict[int, int]:
    """Return as many allowed pairs as possible, each from both ends.

    This is Edmonds' algorithm: it looks for a path along which one more pair can be made, and
    treats a circle of odd length as one point.
    """
    near = {
        one: [other for other in order if other != one and allowed(one, other)] for one in order
    }
    mate: dict[int, int] = {}
    for start in order:
        if start not in mate:
            _augment(start, near, mate)
    return mate


def _augment(start: int, near: dict[int, list[int]], mate: dict[int, int]) -> None:
    """Make one more pair with *start* among them, if there is a way."""
    parent: dict[int, int] = {}
    base = {one: one for one in near}
    reached = {start}
    waiting = deque([start])

    def common(one: int, other: int) -> int:
        """Return where the ways of both to the start meet."""
        passed: set[int] = set()
        while True:
            one = base[one]
            passed.add(one)
            if one not in mate:
                break
            one = parent[mate[one]]
        while base[other] not in passed:
            other = parent[mate[base[other]]]
        return base[other]

    def mark(one: int, top: int, child: int, circle: set[int]) -> None:
        """Add the way from *one* up to *top* to the circle."""
        while base[one] != top:
            circle |= {base[one], base[mate[one]]}
            parent[one] = child
            child = mate[one]
            one = parent[child]

    while waiting:
        one = waiting.popleft()
        for other in near[one]:
            if base[one] == base[other] or mate.get(one) == other:
                continue
            if other == start or (other in mate and mate[other] in parent):
                top, circle = common(one, other), set[int]()
                mark(one, top, other, circle)
                mark(other, top, one, circle)
                for each in near:
                    if base[each] in circle:
                        base[each] = top
                        if each not in reached:
                            reached.add(each)
                            waiting.append(each)
            elif other not in parent:
                parent[other] = one
                if other not in mate:
                    _turn(other, parent, mate)
                    return
                reached.add(mate[other])
                waiting.append(mate[other])


def _turn(end: int, parent: dict[int, int], mate: dict[int, int]) -> None:
    """Make the pairs along the way that was found, instead of those that were there."""
    at: int | None = end
    while at is not None:
        before = parent[at]
        after = mate.get(before)
        mate[at], mate[before] = before, at
        at = after
