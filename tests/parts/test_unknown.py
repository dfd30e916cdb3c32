"""Dealing the unknown again: exact where deals can be counted, never stuck, the same for twins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import SPECTATOR, Seat
from parlour.parts import Hands, Pile, redeal, redistribute
from parlour.parts import unknown as module
from parlour.parts.unknown import (
    _table,  # pyright: ignore[reportPrivateUsage]
)

Cards: TypeAlias = Mapping[str, Sequence[str]]


class Every(Random):
    """Luck that takes each of its ways in turn. `share` is the probability of the way taken."""

    def __init__(self) -> None:
        super().__init__(0)
        self._path: list[tuple[int, int]] = []
        self._at = 0
        self.share = Fraction(1)

    def _randbelow(self, n: int) -> int:  # what shuffle, sample, choice and randrange ask
        if self._at == len(self._path):
            self._path.append((0, n))
        drawn, most = self._path[self._at]
        assert most == n
        self._at += 1
        self.share /= n
        return drawn

    def ways(self) -> Iterator[None]:
        """Yield once for each way."""
        while True:
            self._at, self.share = 0, Fraction(1)
            yield
            while self._path and self._path[-1][0] == self._path[-1][1] - 1:
                self._path.pop()
            if not self._path:
                return
            drawn, most = self._path.pop()
            self._path.append((drawn + 1, most))


def _brute(hidden: Cards, cannot: Cards, holds: Cards) -> Counter[tuple[tuple[str, ...], ...]]:
    """Return all deals that fit, each as often as different cards make it."""
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    pool = [card for cards in hidden.values() for card in cards]
    for order in permutations(range(len(pool))):
        cards, dealt = iter(order), dict[str, tuple[str, ...]]()
        for holder, held in hidden.items():
            dealt[holder] = tuple(pool[next(cards)] for _ in held)
        fits = all(
            not {*dealt[h]} & {*cannot.get(h, ())}
            and not Counter(holds.get(h, ())) - Counter(dealt[h])
            for h in hidden
        )
        if fits:
            found[tuple(dealt.values())] += 1
    return found


SMALL: list[tuple[Cards, Cards, Cards]] = [
    ({"a": "12", "b": "34"}, {}, {}),
    ({"a": "13", "b": "2", "c": "4"}, {"a": "2", "b": "13"}, {}),
    ({"a": "1", "b": "2", "c": "3"}, {"a": "2", "b": "3", "c": "1"}, {}),
    ({"a": "12", "b": "34"}, {"a": "3"}, {"b": "4"}),
    ({"a": "11", "b": "2"}, {"b": ""}, {}),
]


@pytest.mark.parametrize(("hidden", "cannot", "holds"), SMALL)
def test_each_deal_that_fits_is_exactly_as_likely(
    hidden: Cards, cannot: Cards, holds: Cards
) -> None:
    """All ways of luck are tried. Equal cards count as the cards they are."""
    luck, shares = Every(), Counter[tuple[tuple[str, ...], ...]]()
    for _ in luck.ways():
        dealt = redistribute(hidden, luck, cannot=cannot, holds=holds)
        shares[tuple(tuple(sorted(cards)) for cards in dealt.values())] += luck.share  # type: ignore[assignment]
    wanted = Counter[tuple[tuple[str, ...], ...]]()
    for deal, times in _brute(hidden, cannot, holds).items():
        wanted[tuple(tuple(sorted(cards)) for cards in deal)] += times
    # A brute deal with known cards stands for one in which those cards are not shuffled.
    total = sum(wanted.values())
    assert shares == {deal: Fraction(times, total) for deal, times in wanted.items()}


@st.composite
def _positions(draw: st.DrawFn) -> tuple[dict[int, list[int]], dict[int, set[int]]]:
    """Real deals, and what some holders cannot have: nothing that they really have."""
    sizes = draw(st.lists(st.integers(0, 6), min_size=1, max_size=10))
    cards = [draw(st.integers(0, 12)) for _ in range(sum(sizes))]
    hidden = {n: [cards.pop() for _ in range(size)] for n, size in enumerate(sizes)}
    barred = {n: draw(st.sets(st.integers(0, 12))) - {*held} for n, held in hidden.items()}
    return hidden, barred


@settings(max_examples=40, deadline=None)
@given(_positions(), st.integers(0, 9), st.sampled_from([0, 1_000]))
def test_a_deal_is_always_found_and_fits(
    position: tuple[dict[int, list[int]], dict[int, set[int]]], seed: int, most: int
) -> None:
    """By counting and by sampling. A twin, its real cards elsewhere, gives the same with equal
    luck."""
    hidden, barred = position
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "MOST_STEPS", most)
        _table.cache_clear()
        dealt = redistribute(hidden, Random(seed), cannot=barred)
        twin = {n: sorted(cards) for n, cards in dealt.items()}
        assert redistribute(twin, Random(seed), cannot=barred) == dealt
    _table.cache_clear()
    assert {n: len(cards) for n, cards in dealt.items()} == {n: len(c) for n, c in hidden.items()}
    assert Counter(c for h in dealt.values() for c in h) == Counter(
        c for h in hidden.values() for c in h
    )
    assert all(barred[n].isdisjoint(cards) for n, cards in dealt.items())


def test_sampling_comes_close_to_uniform(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals fit that no exchange of two cards joins; then six that do not differ in
    anything."""
    monkeypatch.setattr(module, "MOST_STEPS", 0)
    _table.cache_clear()
    rng = Random(3)
    cycle = [redistribute(SMALL[2][0], rng, cannot=SMALL[2][1])["a"] for _ in range(200)]
    free = [redistribute({"a": "12", "b": "34"}, rng) for _ in range(300)]
    _table.cache_clear()
    assert 75 < cycle.count(("1",)) < 125
    pairs = Counter(tuple(sorted(dealt["a"])) for dealt in free)
    assert len(pairs) == 6
    assert all(30 < times < 70 for times in pairs.values())


def test_52_cards_and_10_holders_take_a_bounded_number_of_steps() -> None:
    """Every holder lacks other cards: far too many tables, so they are sampled."""
    deck = list(range(52))
    rng = Random(1)
    rng.shuffle(deck)
    hidden = {n: deck[n::10] for n in range(10)}
    barred = {n: {c for c in rng.sample(range(52), 20) if c not in hidden[n]} for n in hidden}
    _table.cache_clear()
    dealt = redistribute(hidden, rng, cannot=barred)
    assert all(barred[n].isdisjoint(cards) for n, cards in dealt.items())
    assert _table.cache_info().currsize == 1
    _table.cache_clear()


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="no place for some cards"):
        redistribute({"a": "1", "b": "2"}, Random(1), cannot={"a": "12"})
    with pytest.raises(ValueError, match="known to have cards that are not there"):
        redistribute({"a": "1", "b": "2"}, Random(1), holds={"a": "3"})


def test_hands_and_a_pile_are_dealt_again_together() -> None:
    """What the viewer holds, or has put down, stays; so do the numbers."""
    ann, bob, cy = map(Seat, (1, 2, 3))
    hands = Hands(((ann, ("AS", "KS")), (bob, ("QS", "JS", "TS")), (cy, ("9S",))))
    pile = Pile[str]().add("8S", by=ann).add("7S", "6S", by=bob).add("5S")
    for seed in range(9):
        new, under = redeal(
            ann, Random(seed), hands, pile, cannot={bob: {"9S"}}, holds={cy: {"QS"}}
        )
        assert (new[ann], new[cy], under.cards[0]) == (("AS", "KS"), ("QS",), "8S")
        assert new.counts == hands.counts
        assert "9S" not in new[bob]
        assert sorted([*new[bob], *under.cards[1:]]) == ["5S", "6S", "7S", "9S", "JS", "TS"]
        assert under.known == pile.known
    assert redeal(SPECTATOR, Random(1), hands).counts == hands.counts
    assert "S" not in repr((hands, pile)).replace("Seat", "")
