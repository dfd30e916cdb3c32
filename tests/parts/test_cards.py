"""Cards as people type and see them, and how they are dealt."""

from __future__ import annotations

from typing import Any

import pytest

from parlour import Context, Grid, Refused, Scene, Seat, Text, plain
from parlour.parts import STANDARD, Hands, Pile, PlayingCards, deal

ANN, BOB, CY = map(Seat, (1, 2, 3))
LOW = PlayingCards(("A", *"23456789", "10", "J", "Q", "K"), by_rank=True)


def _ctx(**given: Any) -> Context:
    return Context(now=0, seed=b"luck", number=0, given=given)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("qs", "QS"),
        ("10h", "TH"),
        ("TH", "TH"),
        ("s q", "QS"),
        ("h 10", "TH"),
        ("10h, 7d qc", "TH 7D QC"),
        ("queen of spades", "QS"),
        ("Ten of Hearts 2c", "TH 2C"),
        ("", ""),
    ],
)
def test_what_people_type(typed: str, cards: str) -> None:
    assert STANDARD.read(typed) == tuple(cards.split())
    assert LOW.read(typed) == tuple(cards.replace("T", "10").split())


@pytest.mark.parametrize("typed", ["zz", "q", "q q", "s", "11h", "qs q", "the queen"])
def test_what_is_no_card(typed: str) -> None:
    with pytest.raises(Refused, match="is not a card: type rank and suit, such as 7S, 10H or QD"):
        STANDARD.read(typed)


def test_one_card_is_one_card() -> None:
    assert STANDARD.read_one("q s") == "QS"
    for typed in ("", "qs ks"):
        with pytest.raises(Refused, match="Type one card, such as QS or 10H"):
            STANDARD.read_one(typed)


def test_order_and_values() -> None:
    assert STANDARD.in_order(["2C", "KH", "AS", "AH", "TS"]) == ("AS", "TS", "AH", "KH", "2C")
    assert LOW.in_order(["KH", "AC", "AS", "10D"]) == ("AS", "AC", "10D", "KH")
    assert (STANDARD.value("2S"), STANDARD.value("AS"), LOW.value("AS")) == (0, 12, 0)
    assert STANDARD.of_suits("H") == tuple(f"{rank}H" for rank in "AKQJT98765432")
    assert len(STANDARD.deck) == len(LOW.deck) == 52


def test_a_hand_reads_well_on_a_narrow_screen() -> None:
    cards = STANDARD.in_order(("AS", "TH", "2H"))
    blocks = STANDARD.hand(cards, playable=("TH", "2H"), verb="play")
    assert plain(Scene(blocks), 40) == ["Spades AS", "Hearts TH 2H"]
    (grid,) = (block for block in blocks if isinstance(block, Grid))
    ten = grid.rows[1].cells[0]
    assert (ten.face, ten.says, ten.hue, ten.types, ten.value) == (
        "10\u2665",
        "ten of hearts",
        1,
        "play TH",
        "TH",
    )
    assert grid.rows[0].cells[0].style == "dim"
    by_rank = LOW.hand(LOW.deck, playable=LOW.deck, marked=("AS",))
    lines = plain(Scene((*by_rank, Text.of("end"))), 40)
    assert lines[:2] == ["Your hand:", "[AS]  AH   AD   AC   2S   2H   2D   2C"]
    assert max(map(len, lines)) <= 40
    assert STANDARD.hand(()) == ()


def test_all_cards_are_dealt_or_some() -> None:
    hands, rest = deal(_ctx(), LOW.deck, (ANN, BOB, CY))
    assert (hands.counts, len(rest)) == ({ANN: 18, BOB: 17, CY: 17}, 0)
    assert hands[ANN] == LOW.in_order(hands[ANN])
    hands, rest = deal(_ctx(), STANDARD.deck, (ANN, BOB), 5)
    assert (hands.counts, len(rest)) == ({ANN: 5, BOB: 5}, 42)
    assert {*hands[ANN], *hands[BOB], *rest.cards} == {*STANDARD.deck}
    loose, _ = deal(_ctx(), STANDARD.deck, (ANN, BOB), 5, sort=False)
    assert loose.order == ()


def test_cards_can_be_given() -> None:
    ctx = _ctx(hands={"1": ["QS"], 2: ["AS", "2C"]}, pile=["3C", "4C"])
    hands, rest = deal(ctx, STANDARD.deck, (ANN, BOB), 2)
    assert "QS" in hands[ANN]
    assert hands[BOB] == ("AS", "2C")
    assert rest.draw(2)[0] == ("3C", "4C")
    for given in ({"hands": {1: ["QS", "QS"]}}, {"hands": {1: ["XX"]}}, {"pile": [1]}):
        with pytest.raises(ValueError, match="is not in the deck, or was given twice"):
            deal(_ctx(**given), STANDARD.deck, (ANN, BOB), 2)
    with pytest.raises(ValueError, match="given: seat 1 can have 1 of these cards"):
        deal(_ctx(hands={1: ["QS", "KS"]}), STANDARD.deck, (ANN, BOB), 1)


def test_cards_change_hands() -> None:
    hands = Hands(((ANN, ("KS", "QS")), (BOB, ())), STANDARD.deck)
    hands = hands.remove(ANN, "KS").add(BOB, "2C", "KS")
    assert dict(hands) == {ANN: ("QS",), BOB: ("KS", "2C")}
    hands.check(BOB, "2C", "KS")
    with pytest.raises(Refused, match=r"You don't have QS\."):
        hands.check(BOB, "QS")
    with pytest.raises(Refused, match=r"You named KS twice\."):
        hands.check(BOB, "KS", "KS")
    with pytest.raises(ValueError, match="not in list"):
        hands.remove(ANN, "KS")
    with pytest.raises(KeyError):
        hands[CY]


def test_nobody_knows_the_cards_of_a_pile_that_says_nothing_else() -> None:
    pile = Pile(("QS", "2C"))
    assert pile.unseen(ANN) == {None: ["QS", "2C"]}
    twin = pile.refilled(ANN, {None: ["2C", "QS"]})
    assert twin.cards == ("2C", "QS")
    assert pile == Pile[str]().add("QS", "2C")


def test_a_pile_is_drawn_from_the_top() -> None:
    pile = Pile[str]().add("1", "2", by=ANN).add("3")
    assert (len(pile), pile.top(2), pile.top(0)) == (3, ("2", "3"), ())
    drawn, left = pile.draw(2)
    assert (drawn, left.cards, left.known) == (("3", "2"), ("1",), (frozenset({ANN}),))
    assert pile.draw(9)[0] == ("3", "2", "1")
    assert Pile[str]().add("0").under(pile).cards == ("0", "1", "2", "3")
    assert repr(pile) == "Pile(3)"
