"""Playing cards: their codes, what people type, how they look."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from parlour.api import MoveFault, Refused, Topic
from parlour.language import _
from parlour.scene import Block, Cell, Grid, Hue, Row, Style, Text

RANK_NAMES: Final = {
    "A": _("ace"),
    "2": _("two"),
    "3": _("three"),
    "4": _("four"),
    "5": _("five"),
    "6": _("six"),
    "7": _("seven"),
    "8": _("eight"),
    "9": _("nine"),
    "T": _("ten"),
    "10": _("ten"),
    "J": _("jack"),
    "Q": _("queen"),
    "K": _("king"),
}
"""The name of each rank."""
SUIT_NAMES: Final = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
"""The name of each suit."""
_HEADINGS: Final = {"S": _("Spades"), "H": _("Hearts"), "D": _("Diamonds"), "C": _("Clubs")}
_SIGNS: Final = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
_RED: Final = "HD"
_TYPED: Final = {
    **{str(name).upper(): rank for rank, name in RANK_NAMES.items()},
    **{str(name).upper(): suit for suit, name in SUIT_NAMES.items()},
    **{str(name).upper().removesuffix("S"): suit for suit, name in SUIT_NAMES.items()},
}
ACROSS: Final = 8
"""Cards in a row of a hand that is not sorted by suit: 52 cards fit on a narrow screen."""


@dataclass(frozen=True)
class PlayingCards:
    """A pack of cards with ranks and suits. A card is its rank and its suit: `QS`, `TH`.

    * `ranks`: from the lowest to the highest. Write the ten as `T` or as `10`.
    * `suits`: the letters of the suits, in the order of a hand.
    * `by_rank`: a hand lies by rank, the lowest first. Otherwise it lies by suit, the highest
      first.
    """

    ranks: tuple[str, ...] = tuple("23456789TJQKA")
    suits: str = "SHDC"
    by_rank: bool = False

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """All cards, in the order in which a hand is sorted."""
        if self.by_rank:
            return tuple(rank + suit for rank in self.ranks for suit in self.suits)
        return tuple(rank + suit for suit in self.suits for rank in reversed(self.ranks))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {card: place for place, card in enumerate(self.deck)}

    def value(self, card: str) -> int:
        """Return the place of the card's rank in `ranks`: 0 is the lowest."""
        return self.ranks.index(card[:-1])

    def of_suits(self, suits: Iterable[str]) -> tuple[str, ...]:
        """Return all cards of these suits."""
        wanted = {*suits}
        return tuple(card for card in self.deck if card[-1] in wanted)

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Sort cards as they lie in a hand."""
        return tuple(sorted(cards, key=self._places.__getitem__))

    # --- typing -------------------------------------------------------------------------------

    def read(self, text: str) -> tuple[str, ...]:
        """Read cards as people type them: `qs`, `QS 10h`, `s q`, `queen of spades, 7d`.

        Raises Refused (MALFORMED) for anything that is no card.
        """
        found: list[str] = []
        half = ""
        words = [_TYPED.get(word, word) for word in text.upper().replace(",", " ").split()]
        for word in words:
            if word == "OF":
                continue
            card = self._card(half + word)
            if card:
                found.append(card)
                half = ""
            elif not half and (word in self.suits or self._rank(word) in self.ranks):
                half = word
            else:
                raise self._no_card(half or word)
        if half:
            raise self._no_card(half)
        return tuple(found)

    def read_one(self, text: str) -> str:
        """Read one card. Raises Refused (MALFORMED) if the text is not exactly one."""
        cards = self.read(text)
        if len(cards) != 1:
            raise Refused(
                MoveFault.MALFORMED, _("<<Type|Pick>> one card<<, such as QS or 10H|.>>")
            )
        return cards[0]

    def _card(self, word: str) -> str | None:
        for rank, suit in ((word[:-1], word[-1:]), (word[1:], word[:1])):
            card = self._rank(rank) + suit
            if card in self._places:
                return card
        return None

    def _rank(self, word: str) -> str:
        ten = "10" if "10" in self.ranks else "T"
        return ten if word in ("10", "T") else word

    def _no_card(self, word: str) -> Refused:
        text = _(
            "{word} is not a card<<: type rank and suit, such as 7S, 10H or QD|.>>", word=word[:8]
        )
        return Refused(MoveFault.MALFORMED, text)

    # --- looking ------------------------------------------------------------------------------

    def says(self, card: str) -> str:
        """Return the card's name: `queen of spades`."""
        rank, suit = RANK_NAMES[card[:-1]], SUIT_NAMES[card[-1]]
        return _("{rank} of {suit}", rank=rank, suit=suit)

    def cell(
        self,
        card: str,
        style: Style = "",
        *,
        new: bool = False,
        framed: bool = False,
        types: str = "",
        value: str = "",
    ) -> Cell:
        """Return a card: `TH` in plain text, the ten of hearts as a tile in a picture."""
        rank, suit = card[:-1], card[-1]
        return Cell(
            card,
            style,
            framed=framed,
            says=self.says(card),
            types=types,
            kind="tile",
            face=f"{'10' if rank == 'T' else rank}{_SIGNS[suit]}",
            hue=Hue.RED if suit in _RED else Hue.BLACK,
            new=new,
            value=value,
        )

    def hand(
        self,
        cards: Sequence[str],
        *,
        playable: Collection[str] = (),
        verb: str = "",
        marked: Collection[str] = (),
    ) -> tuple[Block, ...]:
        """Return blocks that show a reader their own hand, or none if it is empty.

        A pack with `by_rank` shows it in rows of eight; another one has a row for each suit.

        * *playable*: the cards that may be played now. A tap picks one, and the others are dim.
        * *verb*: what a click puts before the card, if a move takes one card.
        * *marked*: cards to frame.
        """
        if not cards:
            return ()

        def shown(card: str) -> Cell:
            if card not in playable:
                return self.cell(card, "dim" if playable else "", framed=card in marked)
            style: Style = "strong" if not marked or card in marked else ""
            types = f"{verb} {card}" if verb else ""
            return self.cell(card, style, framed=card in marked, types=types, value=card)

        if self.by_rank:
            cells = tuple(map(shown, cards))
            rows = [Row(cells[at : at + ACROSS]) for at in range(0, len(cells), ACROSS)]
            return Text.of(_("Your hand:"), plain_only=True), Grid(_("Your hand"), tuple(rows))
        suits = {suit: [card for card in cards if card[-1] == suit] for suit in self.suits}
        rows = [
            Row(tuple(map(shown, held)), label=_HEADINGS[suit])
            for suit, held in suits.items()
            if held
        ]
        return (Grid(_("Your hand"), tuple(rows)),)


STANDARD: Final = PlayingCards()
"""The 52 cards, aces high, hands by suit."""

CARD_TOPIC: Final = Topic(
    ("card", "cards"),
    _("Type the rank and the suit: QS is the queen of spades, 10H or TH the ten of hearts."),
)
"""What `help card` says in a game with playing cards."""
