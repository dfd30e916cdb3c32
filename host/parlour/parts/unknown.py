"""Deal the unknown again: one deal of all that a viewer cannot rule out, each as likely.

`Views.resample` needs it, and with that the search for leaks and the bot that searches.

**What is asked.** Some holders (hands, a pile) have cards that a viewer does not see. The viewer
knows how many each holder has, which cards there are in all, and which of them a holder cannot
have: in Spades, a suit that somebody did not follow. Each deal that fits was as likely as any
other when the cards were shuffled, so each must be drawn with the same probability.

**How.** Cards that the same holders may have form a class: no constraint tells them apart. So do
holders that may have the same cards. Between classes only numbers matter. A table says how many
cards of class k go to holders of class h, and it stands for as many deals as there are ways to
choose those cards: the product of the binomials C(cards of k that are left, cards of k that h
takes), holder by holder. `_Table` counts the deals behind each table by dynamic programming: its
states are the numbers that are left of each class. A table is then drawn holder by holder with
those counts as weights, in whole numbers; the cards are drawn within their classes, and shuffled
among the holders of a class. The result is exactly uniform. Without constraints there is one class
of each kind, and all this is one shuffle.

**The bound.** The tables can be many when nearly every card has holders of its own. After
`MOST_STEPS` steps of counting the rest is sampled. Cards are dealt one by one in random order to
a random free place; if there is none, an augmenting path (the matching algorithm of Ford and
Fulkerson) makes room. So a deal is found whenever there is one, and every deal can be the one that
is found. Then `MIXES` times the number of cards, two or three random cards are exchanged if the
constraints allow it. Such an exchange is as likely as the one back, so it keeps the uniform
distribution, and never leads further away from it in total variation. This part is close to
uniform, not exact, and takes time in proportion to cards, squared, times holders.

**The same for twins.** The result depends on what the viewer knows and on the luck: the cards are
sorted first, so their real places do not matter.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from operator import sub
from random import Random
from typing import Any, Final, Protocol, TypeVar, overload

from parlour.api import Seat, Viewer

H = TypeVar("H", bound=Hashable)
C = TypeVar("C", bound="Card")

MOST_STEPS: Final = 50_000
"""Steps of counting before deals are sampled; each table takes one for each class of cards. That
is about 50 ms, once for each position: the counts are kept."""
MIXES: Final = 40
"""Random exchanges for each card, when deals are too many to count."""

_Numbers = tuple[int, ...]


class Card(Protocol):
    """Anything that hashes and sorts: a code, a number, a tuple of these."""

    def __hash__(self) -> int: ...
    def __lt__(self, other: Any, /) -> bool: ...


class Hidden(Protocol):
    """A part of a position with cards that some viewers do not see: hands, a pile."""

    def unseen(self, viewer: Viewer) -> Mapping[Any, Sequence[Any]]:
        """Return the cards that *viewer* does not see, by holder: a seat, or any other word."""
        ...

    def refilled(self, viewer: Viewer, cards: Mapping[Any, Sequence[Any]]) -> Any:
        """Return the same part with other cards in place of those that `unseen` returned."""
        ...


P = TypeVar("P", bound=Hidden)
Q = TypeVar("Q", bound=Hidden)


@overload
def redeal(
    viewer: Viewer,
    rng: Random,
    part: P,
    /,
    *,
    cannot: Mapping[Seat, Collection[Any]] | None = ...,
    holds: Mapping[Seat, Collection[Any]] | None = ...,
) -> P: ...
@overload
def redeal(
    viewer: Viewer,
    rng: Random,
    part: P,
    other: Q,
    /,
    *,
    cannot: Mapping[Seat, Collection[Any]] | None = ...,
    holds: Mapping[Seat, Collection[Any]] | None = ...,
) -> tuple[P, Q]: ...
def redeal(
    viewer: Viewer,
    rng: Random,
    part: Hidden,
    other: Hidden | None = None,
    /,
    *,
    cannot: Mapping[Seat, Collection[Any]] | None = None,
    holds: Mapping[Seat, Collection[Any]] | None = None,
) -> Any:
    """Return these parts with the cards that *viewer* does not see dealt again.

    *cannot* names the cards that a seat cannot have. *holds* names cards that the viewer knows to
    be in a hand of the first part. Both must follow from what the viewer knows. Raises ValueError
    if no deal fits.
    """
    parts = [part] if other is None else [part, other]
    unseen = {
        (n, at): held for n, each in enumerate(parts) for at, held in each.unseen(viewer).items()
    }
    dealt = redistribute(
        unseen,
        rng,
        cannot={place: (cannot or {}).get(place[1], ()) for place in unseen},
        holds={(0, seat): cards for seat, cards in (holds or {}).items() if (0, seat) in unseen},
    )
    new = [
        each.refilled(viewer, {at: cards for (m, at), cards in dealt.items() if m == n})
        for n, each in enumerate(parts)
    ]
    return new[0] if other is None else tuple(new)


def redistribute(
    hidden: Mapping[H, Sequence[C]],
    rng: Random,
    *,
    cannot: Mapping[H, Collection[C]] | None = None,
    holds: Mapping[H, Collection[C]] | None = None,
) -> dict[H, tuple[C, ...]]:
    """Return other cards for each holder of *hidden*, as many as it has, in random order.

    *cannot* and *holds* say by holder which cards it cannot have, and which are known to be there.
    Cards may be any values that hash and sort, also several equal ones. Raises ValueError if no
    deal fits, which cannot happen while the real one does.
    """
    barred = {holder: frozenset(cards) for holder, cards in (cannot or {}).items()}
    pool: Counter[C] = Counter(card for cards in hidden.values() for card in cards)
    found: dict[H, list[C]] = {holder: [*(holds or {}).get(holder, ())] for holder in hidden}
    for cards in found.values():
        pool.subtract(cards)
    sizes = {holder: len(cards) - len(found[holder]) for holder, cards in hidden.items()}
    if min((*pool.values(), *sizes.values()), default=0) < 0:
        raise ValueError("no deal fits: a holder is known to have cards that are not there")
    cards = sorted(pool.elements())
    holders = [holder for holder, size in sizes.items() if size]
    may = {card: frozenset(h for h in holders if card not in barred.get(h, ())) for card in pool}
    for holder, dealt in (
        _counted(cards, holders, sizes, may, rng) or _sampled(cards, sizes, may, rng)
    ).items():
        found[holder] += dealt
    for dealt in found.values():
        rng.shuffle(dealt)
    return {holder: tuple(dealt) for holder, dealt in found.items()}


# --- counting ---------------------------------------------------------------------------------


class _TooMany(Exception):
    """There are too many tables to count them."""


class _Table:
    """The number of deals, by how many cards of each class are left for the later holders."""

    def __init__(self, sizes: _Numbers, allowed: tuple[_Numbers, ...], counts: _Numbers) -> None:
        """Count them. *allowed* lists the classes of cards for each class of holders."""
        self.sizes = sizes
        self.allowed = allowed
        self.later = [
            tuple(
                sum(
                    size for size, may in zip(sizes[at:], allowed[at:], strict=True) if kind in may
                )
                for kind in range(len(counts))
            )
            for at in range(1, len(sizes) + 1)
        ]
        self._ways: dict[tuple[int, _Numbers], int] = {}
        self._steps = 0
        self.total = self.ways(0, counts)

    def ways(self, at: int, left: _Numbers) -> int:
        """Return how many ways there are to deal what is *left* to the holders from *at* on."""
        if at == len(self.sizes):
            return 1
        key = at, left
        if key not in self._ways:
            found = 0
            for _, number in self.fills(at, left):
                found += number
                self._steps += 1 + len(left)
                if self._steps > MOST_STEPS:
                    raise _TooMany
            self._ways[key] = found
        return self._ways[key]

    def fills(self, at: int, left: _Numbers) -> Iterator[tuple[_Numbers, int]]:
        """Yield what the holders *at* can leave to the others, and how many deals that makes."""
        later, allowed = self.later[at], self.allowed[at]
        bounds = [
            (max(0, number - room), number if kind in allowed else 0)
            for kind, (number, room) in enumerate(zip(left, later, strict=True))
        ]
        for taken in _taken(bounds, self.sizes[at]):
            after = tuple(map(sub, left, taken))
            ways = self.ways(at + 1, after)
            yield after, ways * prod(map(comb, left, taken))


def _taken(bounds: Sequence[tuple[int, int]], size: int) -> Iterator[_Numbers]:
    """Yield all ways to take *size* cards, of each class as many as its bounds allow."""
    taken = [least for least, _ in bounds]
    free = [(kind, most - least) for kind, (least, most) in enumerate(bounds) if most != least]
    room = [*accumulate((more for _, more in reversed(free)), initial=0)][::-1]

    def fill(at: int, left: int) -> Iterator[_Numbers]:
        if at == len(free):
            yield tuple(taken)
            return
        kind, more = free[at]
        least = taken[kind]
        for number in range(max(0, left - room[at + 1]), min(more, left) + 1):
            taken[kind] = least + number
            yield from fill(at + 1, left - number)
        taken[kind] = least

    left = size - sum(taken)
    if 0 <= left <= room[0] and all(more > 0 for _, more in free):
        yield from fill(0, left)


@lru_cache(maxsize=64)
def _table(sizes: _Numbers, allowed: tuple[_Numbers, ...], counts: _Numbers) -> _Table | None:
    """Return the counts, or None if there are too many. A bot asks many times about a position."""
    try:
        return _Table(sizes, allowed, counts)
    except _TooMany:
        return None


def _counted(
    cards: Sequence[C],
    holders: Sequence[H],
    sizes: Mapping[H, int],
    may: Mapping[C, frozenset[H]],
    rng: Random,
) -> dict[H, list[C]] | None:
    """Draw a deal with its exact probability, or return None if there are too many tables."""
    kinds: dict[frozenset[H], list[C]] = {}
    for card in cards:
        kinds.setdefault(may[card], []).append(card)
    groups: dict[_Numbers, list[H]] = {}
    for holder in holders:
        allowed = tuple(n for n, owners in enumerate(kinds) if holder in owners)
        groups.setdefault(allowed, []).append(holder)
    order = sorted(groups, key=lambda allowed: (len(allowed), allowed))
    room = tuple(sum(sizes[holder] for holder in groups[allowed]) for allowed in order)
    table = _table(room, tuple(order), tuple(map(len, kinds.values())))
    if table is None:
        return None
    if not table.total:
        raise ValueError("no deal fits: the constraints leave no place for some cards")
    stacks = list(kinds.values())
    for stack in stacks:
        rng.shuffle(stack)
    found: dict[H, list[C]] = {}
    for at, allowed in enumerate(order):
        left = tuple(map(len, stacks))
        after = _drawn([*table.fills(at, left)], rng)
        taken = [
            stack.pop()
            for stack, rest in zip(stacks, after, strict=True)
            for _ in range(len(stack) - rest)
        ]
        rng.shuffle(taken)
        for holder in groups[allowed]:
            found[holder] = [taken.pop() for _ in range(sizes[holder])]
    return found


def _drawn(ways: Sequence[tuple[_Numbers, int]], rng: Random) -> _Numbers:
    """Draw one of these with its number of deals as its weight, in whole numbers."""
    drawn = rng.randrange(sum(number for _, number in ways))
    for after, number in ways:
        drawn -= number
        if drawn < 0:
            return after
    raise AssertionError("the numbers add up to more than was drawn")


# --- sampling ---------------------------------------------------------------------------------


def _sampled(
    cards: Sequence[C], sizes: Mapping[H, int], may: Mapping[C, frozenset[H]], rng: Random
) -> dict[H, list[C]]:
    """Find any deal by augmenting paths, then mix it."""
    shuffled = [*cards]
    rng.shuffle(shuffled)
    room = dict(sizes)
    owner: list[H] = []
    for card in shuffled:
        free = [
            holder for holder, places in room.items() if holder in may[card] for _ in range(places)
        ]
        holder = rng.choice(free) if free else _made_room(card, shuffled, owner, room, may)
        room[holder] -= 1
        owner.append(holder)
    for _ in range(MIXES * len(shuffled)):
        some = rng.sample(
            range(len(shuffled)), rng.choice((2, 3)) if len(shuffled) > 2 else len(shuffled)
        )
        moved = [owner[at] for at in (*some[1:], some[0])]
        if all(new in may[shuffled[at]] for at, new in zip(some, moved, strict=True)):
            for at, new in zip(some, moved, strict=True):
                owner[at] = new
    found: dict[H, list[C]] = {holder: [] for holder in sizes}
    for card, holder in zip(shuffled, owner, strict=True):
        found[holder].append(card)
    return found


def _made_room(
    card: C, cards: Sequence[C], owner: list[H], room: dict[H, int], may: Mapping[C, frozenset[H]]
) -> H:
    """Pass cards on along the shortest path, so that a holder who may have *card* has room."""
    came: dict[H, tuple[H, int] | None] = {h: None for h in room if h in may[card]}
    queue = deque(came)
    while queue:
        holder = queue.popleft()
        if room[holder]:
            end = holder
            while (step := came[holder]) is not None:
                giver, at = step
                owner[at] = holder
                holder = giver
            # The free place is at the end of the path; the caller takes it from the beginning.
            room[end] -= 1
            room[holder] += 1
            return holder
        for at, has in enumerate(owner):
            if has == holder:
                for taker in room:
                    if taker in may[cards[at]] and taker not in came:
                        came[taker] = holder, at
                        queue.append(taker)
    raise ValueError("no deal fits: the constraints leave no place for some cards")
