"""Hands and piles, and how they are dealt."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from parlour.api import Context, MoveFault, Refused, Seat, Viewer
from parlour.language import _

C = TypeVar("C", bound=Hashable)


@dataclass(frozen=True)
class Hands(Mapping[Seat, tuple[C, ...]]):
    """The cards that each seat holds. Nobody but the owner sees a hand; `repr` shows only how
    many.

    It is a mapping: `hands[seat]`. Each method returns new hands.

    * `held`: the cards by seat.
    * `order`: all cards in the order in which hands are sorted. Empty: cards stay where they are.
    """

    held: tuple[tuple[Seat, tuple[C, ...]], ...] = field(repr=False)
    order: tuple[C, ...] = ()

    def __getitem__(self, seat: Seat) -> tuple[C, ...]:
        """Return the cards of a seat. Raises KeyError for a seat that was dealt none."""
        for holder, cards in self.held:
            if holder == seat:
                return cards
        raise KeyError(seat)

    def __iter__(self) -> Iterator[Seat]:
        """Iterate over the seats."""
        return (seat for seat, _ in self.held)

    def __len__(self) -> int:
        """Return the number of seats."""
        return len(self.held)

    def __repr__(self) -> str:
        """Show how many cards each seat has."""
        return f"Hands({', '.join(f'{seat}: {len(cards)}' for seat, cards in self.held)})"

    def of(self, viewer: Viewer) -> tuple[C, ...]:
        """Return the viewer's own cards: none for a watcher."""
        return next((cards for seat, cards in self.held if seat == viewer), ())

    @property
    def counts(self) -> dict[Seat, int]:
        """How many cards each seat has, for everybody to see."""
        return {seat: len(cards) for seat, cards in self.held}

    def check(self, seat: Seat, *cards: C) -> None:
        """Raise Refused (ILLEGAL) unless the seat holds these cards."""
        left = [*self[seat]]
        for card in cards:
            if card not in left:
                twice = card in self[seat]
                text = _("You named {card} twice.") if twice else _("You don't have {card}.")
                raise Refused(MoveFault.ILLEGAL, text.filled(card=str(card)))
            left.remove(card)

    def remove(self, seat: Seat, *cards: C) -> Hands[C]:
        """Take cards out of a hand. Raises ValueError if one is not there."""
        left = [*self[seat]]
        for card in cards:
            left.remove(card)
        return self._with({seat: left})

    def add(self, seat: Seat, *cards: C) -> Hands[C]:
        """Put cards into a hand."""
        return self._with({seat: (*self[seat], *cards)})

    def unseen(self, viewer: Viewer) -> Mapping[Seat, Sequence[C]]:
        """Return the hands of all others: for `redeal`."""
        return {seat: cards for seat, cards in self.held if seat != viewer}

    def refilled(self, viewer: Viewer, cards: Mapping[Seat, Iterable[C]]) -> Hands[C]:
        """Return these hands with others in place of those that `unseen` returned."""
        return self._with(cards)

    def _with(self, cards: Mapping[Seat, Iterable[C]]) -> Hands[C]:
        held = [(s, self._sorted(cards[s]) if s in cards else old) for s, old in self.held]
        return replace(self, held=tuple(held))

    def _sorted(self, cards: Iterable[C]) -> tuple[C, ...]:
        return tuple(sorted(cards, key=self.order.index) if self.order else cards)


@dataclass(frozen=True)
class Pile(Generic[C]):
    """Cards face down, the top one last. `repr` shows only how many.

    * `cards`: all of them.
    * `known`: who knows each card, such as the player who put it there. Left out: nobody.
    """

    cards: tuple[C, ...] = field(default=(), repr=False)
    known: tuple[frozenset[Seat], ...] = ()

    def __post_init__(self) -> None:
        """Let nobody know cards of which nothing else is said."""
        if not self.known:
            object.__setattr__(self, "known", (frozenset[Seat](),) * len(self.cards))

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    def __repr__(self) -> str:
        """Show how many cards there are."""
        return f"Pile({len(self.cards)})"

    def add(self, *cards: C, by: Seat | None = None) -> Pile[C]:
        """Put cards on top. The player *by* knows them."""
        knows = frozenset(() if by is None else (by,))
        return Pile((*self.cards, *cards), (*self.known, *(knows for _ in cards)))

    def under(self, other: Pile[C]) -> Pile[C]:
        """Put this pile under another one."""
        return Pile((*self.cards, *other.cards), (*self.known, *other.known))

    def top(self, count: int = 1) -> tuple[C, ...]:
        """Return the top cards, from the lower to the upper one."""
        return self.cards[len(self.cards) - count :]

    def draw(self, count: int = 1) -> tuple[tuple[C, ...], Pile[C]]:
        """Take cards from the top, the first one first. There may be fewer than you ask for."""
        left = max(0, len(self.cards) - count)
        return self.cards[left:][::-1], Pile(self.cards[:left], self.known[:left])

    def unseen(self, viewer: Viewer) -> Mapping[None, Sequence[C]]:
        """Return the cards that the viewer does not know: for `redeal`."""
        pairs = zip(self.cards, self.known, strict=True)
        return {None: [card for card, known in pairs if viewer not in known]}

    def refilled(self, viewer: Viewer, cards: Mapping[Any, Sequence[C]]) -> Pile[C]:
        """Return this pile with others in place of those that `unseen` returned."""
        new = iter(cards[None])
        pairs = zip(self.cards, self.known, strict=True)
        return replace(
            self, cards=tuple(card if viewer in known else next(new) for card, known in pairs)
        )


def deal(
    ctx: Context,
    deck: Sequence[C],
    seats: Sequence[Seat],
    each: int | None = None,
    *,
    sort: bool = True,
) -> tuple[Hands[C], Pile[C]]:
    """Shuffle *deck* and deal *each* cards to every seat. Return the hands and the rest, face
    down.

    Without *each* all cards are dealt, as evenly as they can be. With *sort* hands lie in the
    order of *deck*. Leave it out where the place of a card in the hand matters, as in Hanabi: the
    order would tell.

    Tests and trials can give cards (`Context.given`): `{"hands": {1: ["QS", ...]}, "pile":
    [...]}`, with the top card of the pile first. Hands are filled up by chance. Raises ValueError
    if *deck* does not have these cards, a hand is too large, or a seat is not among *seats*.
    """
    hands: Mapping[Any, Sequence[Any]] = ctx.given.get("hands", {})
    for key in hands:
        if key not in seats and str(key) not in map(str, seats):
            raise ValueError(f"given: there is no seat {key}")
    wanted = {seat: [*hands.get(seat, hands.get(str(seat), ()))] for seat in seats}
    top = [*ctx.given.get("pile", ())]
    cards = ctx.rng.sample(deck, len(deck))
    for card in (*top, *(card for held in wanted.values() for card in held)):
        if card not in cards:
            raise ValueError(f"given: {card} is not in the deck, or was given twice")
        cards.remove(card)
    room = (
        dict.fromkeys(seats, each)
        if each is not None
        else {seat: len(range(n, len(deck), len(seats))) for n, seat in enumerate(seats)}
    )
    held: list[tuple[Seat, tuple[C, ...]]] = []
    for seat in seats:
        missing = room[seat] - len(wanted[seat])
        if not 0 <= missing <= len(cards):
            raise ValueError(f"given: seat {seat} can have {room[seat]} of these cards")
        held.append((seat, (*wanted[seat], *(cards.pop() for _ in range(missing)))))
    dealt = Hands(tuple(held), tuple(dict.fromkeys(deck)) if sort else ())
    return dealt.refilled(seats[0], dict(held)), Pile[C]().add(*cards, *reversed(top))
