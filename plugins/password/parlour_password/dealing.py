"""Who plays with whom, who gives when, and the words of a whole game.

All words are dealt when the game begins, those for a tie too (O-W-20).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeAlias

import msgspec

from parlour import Context, MoveFault, Refused, Seat
from parlour_password.catalogue import _
from parlour_password.deck import DIFFICULTIES, SIZE, Card, deal_cards, deal_mixed, pool_of, words
from parlour_password.forms import judge
from parlour_password.options import ALL, DECK, Terms
from parlour_password.state import Side, Word

Sides: TypeAlias = tuple[Side, ...]
Teams: TypeAlias = tuple[tuple[Seat, Seat], ...]


class Deal(msgspec.Struct, frozen=True):
    """What a game begins with; fields as in `State`."""

    teams: Teams
    words: tuple[Word, ...]
    extra: tuple[Word, ...]


def deal(terms: Terms, seats: tuple[Seat, ...], ctx: Context) -> Deal:
    """Set up a game for four or three. Raises Refused if it cannot be played like this."""
    four = len(seats) == 4
    teams: Teams = ((seats[0], seats[2]), (seats[1], seats[3])) if four else ()
    lists = _lists_of_four(terms, seats, ctx) if four else _lists_of_three(terms, seats, ctx)
    cards = _cards(terms, ctx, len(lists) + (terms.tiebreak == "extra_word"))
    played = [
        [Word(f"{name}{row}", word, row == SIZE, sides) for row, word in enumerate(card, 1)]
        for (name, sides), card in zip(lists, cards, strict=False)
    ]
    extra = [
        Word(f"{name}{SIZE + 1}", word, False, sides)
        for card in cards[len(lists) :]
        for (name, sides), word in zip(lists, card, strict=False)
    ]
    return Deal(
        teams=teams,
        words=tuple(chain(*zip(*played, strict=True)) if four else chain(*played)),
        extra=tuple(extra),
    )


def _lists_of_four(
    terms: Terms, seats: tuple[Seat, ...], ctx: Context
) -> Sequence[tuple[str, Sides]]:
    """Lists A and B, who gives and who leads (R-W-3, R-W-10, O-W-1, O-W-2)."""
    a, b, c, d = seats
    first = terms.starting_team
    if first == "random":
        first = ctx.rng.choice(("1", "2"))
    of_a = (Side(a, (c,)), Side(b, (d,)))
    of_b = (Side(c, (a,)), Side(d, (b,)))
    if first == "2":
        of_a = of_a[::-1]
    if (first == "2") == (terms.lead == "same"):
        of_b = of_b[::-1]
    return [("A", of_a), ("B", of_b)]


def _lists_of_three(
    terms: Terms, seats: tuple[Seat, ...], ctx: Context
) -> Sequence[tuple[str, Sides]]:
    """One gives and two compete; or three games of which each gives one (O-W-26)."""
    at = seats.index(_giver(terms, seats, ctx))
    if not terms.rotate_giver:
        return [("", _gives(seats[at], seats))]
    givers = (*seats[at:], *seats[:at])
    return [(f"{game}-", _gives(giver, seats)) for game, giver in enumerate(givers, 1)]


def _giver(terms: Terms, seats: tuple[Seat, ...], ctx: Context) -> Seat:
    if terms.giver == "random":
        return ctx.rng.choice(seats)
    giver = Seat(int(terms.giver))
    if giver not in seats:
        text = _("giver={giver} is an empty seat. Choose a taken seat or random.", giver=giver)
        raise Refused(MoveFault.ILLEGAL, text)
    return giver


def _gives(giver: Seat, seats: Sequence[Seat]) -> Sides:
    """*giver* gives to all others (R-W-24)."""
    return (Side(giver, tuple(seat for seat in seats if seat != giver)),)


def as_three(to_come: Sequence[Word], seats: tuple[Seat, ...], first: Seat) -> tuple[Word, ...]:
    """Words of a game of four as the three at *seats* play them (O-W-22).

    The giver goes round word by word, *first* beginning.
    """
    at = seats.index(first)
    return tuple(
        replace(word, sides=_gives(seats[(at + number) % len(seats)], seats))
        for number, word in enumerate(to_come)
    )


def _cards(terms: Terms, ctx: Context, number: int) -> Sequence[Card]:
    """So many cards; no word comes twice (O-W-20)."""
    lexicon = ctx.lists.get(DECK)
    try:
        if lexicon is not None:
            own, barred = pool_of(lexicon), lexicon.never_deal
            return deal_cards(ctx.rng, own, number, barred=barred, kin=_are_kin)
        if terms.deck == ALL:
            return deal_mixed(ctx.rng, number, kin=_are_kin)
        pool = next(words(each) for each in DIFFICULTIES if each == terms.deck)
        return deal_cards(ctx.rng, pool, number, kin=_are_kin)
    except ValueError as error:
        text = _("You can't use deck={deck}: {error}.", deck=terms.deck, error=str(error))
        raise Refused(MoveFault.ILLEGAL, text) from None


def _are_kin(one: str, other: str) -> bool:
    return judge(one, other) is not None
