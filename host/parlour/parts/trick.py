"""A trick: each player plays a card, follows suit if they can, and the highest card takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from parlour.api import MoveFault, Reader, Refused, Seat
from parlour.language import _
from parlour.parts.cards import STANDARD, SUIT_NAMES, PlayingCards
from parlour.scene import Block, Cell, Words


@dataclass(frozen=True)
class Laid:
    """A card on the table, and who played it."""

    seat: Seat
    """Who played it."""
    card: str
    """The card, such as `QS`."""


@dataclass(frozen=True)
class Trick:
    """The cards on the table, and what everybody has learned from earlier tricks.

    All of it is public, so a view can have it. Each method returns a new trick.
    """

    trump: str = ""
    """The suit of trumps; empty if there are none."""
    plays: tuple[Laid, ...] = ()
    """The cards on the table, in the order of play."""
    last: tuple[Laid, ...] = ()
    """The trick before."""
    voids: Mapping[Seat, str] = field(default_factory=dict[Seat, str], hash=False)
    """The suits that players have failed to follow, so they have none."""
    unbroken: str = ""
    """The suit that must not lead yet, as spades in Spades. Empty: all may. A card of it breaks
    it."""

    @property
    def led(self) -> str:
        """The suit that was led; empty before the first card."""
        return self.plays[0].card[-1] if self.plays else ""

    def legal(self, hand: Sequence[str]) -> tuple[str, ...]:
        """Return the cards of *hand* that follow suit, or may lead; if there are none, all."""
        led, closed = self.led, self.unbroken
        fit = (card for card in hand if (card[-1] == led if led else card[-1] != closed))
        return tuple(fit) or tuple(hand)

    def check(self, hand: Sequence[str], card: str) -> None:
        """Raise Refused (ILLEGAL) if *card* is not `legal`, and say why."""
        if card not in self.legal(hand):
            text = _("You have {suit}, so you must follow suit.")
            if not self.led:
                text = _("You can't lead {suit} until somebody has played one. Lead another suit.")
            suit = SUIT_NAMES[self.led or self.unbroken]
            raise Refused(MoveFault.ILLEGAL, text.filled(suit=suit))

    def add(self, seat: Seat, card: str) -> Trick:
        """Put a card on the table. If it does not follow suit, *seat* is void in the suit led."""
        known = self.voids.get(seat, "")
        voids = self.voids
        if self.led not in ("", card[-1]) and self.led not in known:
            voids = {**voids, seat: known + self.led}
        unbroken = "" if card[-1] == self.unbroken else self.unbroken
        plays = (*self.plays, Laid(seat, card))
        return replace(self, plays=plays, voids=voids, unbroken=unbroken)

    def strength(self, card: str, pack: PlayingCards = STANDARD) -> tuple[bool, bool, int]:
        """Return how strong a card is here, to compare it: trumps, then the suit led, then the
        rest.

        The card that leads counts as of the suit led.
        """
        return card[-1] == self.trump, card[-1] == (self.led or card[-1]), pack.value(card)

    def best(self, pack: PlayingCards = STANDARD) -> Laid:
        """Return the card that takes the trick as it lies. Raises ValueError if there is none."""
        return max(self.plays, key=lambda laid: self.strength(laid.card, pack))

    def swept(self) -> Trick:
        """Clear the table for the next trick."""
        return replace(self, plays=(), last=self.plays)

    def cannot(self, pack: PlayingCards = STANDARD) -> dict[Seat, tuple[str, ...]]:
        """Return the cards that each player cannot have: for `redeal`."""
        return {seat: pack.of_suits(suits) for seat, suits in self.voids.items()}

    def cell(self, seat: Seat, pack: PlayingCards = STANDARD) -> Cell:
        """Return the card that *seat* has on the table, the last one as new, or an empty space."""
        for laid in self.plays:
            if laid.seat == seat:
                return pack.cell(laid.card, "strong", new=laid == self.plays[-1])
        return Cell("", kind="none")

    def blocks(self, reader: Reader) -> tuple[Block, ...]:
        """Return a line with the last trick while the table is empty."""
        if self.plays or not self.last:
            return ()
        cards = tuple(f"{reader.name(laid.seat)} {laid.card}" for laid in self.last)
        return (Words(_("Last trick:"), cards, style="dim"),)
