"""Turns, tricks, choices in secret and auctions: their laws, and how they read."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import SPECTATOR, Context, Reader, Refused, Scene, Seat, plain
from parlour.parts import (
    STANDARD,
    Auction,
    Hands,
    Laid,
    SecretChoice,
    Trick,
    Turns,
    deal,
    highest,
)

ANN, BOB, CY, DEE = SEATS = tuple(map(Seat, (1, 2, 3, 4)))
READER = Reader(ANN, dict(zip(SEATS, ("ann", "bob", "cy", "dee"), strict=True)), 40)


# --- turns ------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(SEATS), max_size=3), st.sampled_from(SEATS), st.booleans())
def test_everybody_who_is_there_comes_once_in_a_round(
    gone: set[Seat], first: Seat, backwards: bool
) -> None:
    turns = Turns(SEATS, first)
    turns = turns.reversed() if backwards else turns
    for seat in gone:
        turns = turns.leave(seat)
    assert turns.now not in gone
    seen = [turns.now]
    for _ in turns.present[1:]:
        turns = turns.next()
        seen.append(turns.now)
    assert sorted(seen) == sorted({*SEATS} - gone)
    assert turns.next().now == seen[0]
    assert turns.reversed().next().now == (
        [*seen[-2:-1], seen[0]][0] if len(seen) > 1 else seen[0]
    )


def test_turns_skip_turn_round_and_wait_for_nobody() -> None:
    turns = Turns(SEATS, ANN)
    assert (turns.next().now, turns.next(skip=1).now, turns.reversed().next().now) == (
        BOB,
        CY,
        DEE,
    )
    assert turns.after(DEE) == ANN
    left = turns.leave(BOB)
    assert (left.now, left.next().now, left.after(BOB), left.join(BOB)) == (ANN, CY, CY, turns)
    assert turns.leave(ANN).now == BOB
    assert turns.to(CY).now == CY
    alone = Turns((ANN,), ANN)
    assert (alone.next().now, alone.leave(ANN).present) == (ANN, ())


# --- tricks -----------------------------------------------------------------------------------


def test_a_suit_may_not_lead_until_one_of_its_cards_is_played() -> None:
    """Unless there is nothing else. Following with it breaks it."""
    trick = Trick("S", unbroken="S")
    hand = ("AS", "2S", "KH")
    assert (trick.legal(hand), trick.legal(hand[:2])) == (("KH",), hand[:2])
    with pytest.raises(Refused, match=r"You can't lead spades until somebody has played one\. "):
        trick.check(hand, "2S")
    trick.check(hand[:2], "2S")
    assert trick.add(ANN, "9D").legal(hand) == hand
    assert trick.add(ANN, "9D").swept().legal(hand) == ("KH",)
    assert trick.add(ANN, "9D").add(BOB, "2S").swept().legal(hand) == hand


def test_who_follows_and_who_takes_it() -> None:
    trick = Trick("S").add(ANN, "TH")
    hand = ("AS", "2H", "KH", "3C")
    assert (trick.led, trick.legal(hand), trick.legal(("AS", "3C"))) == (
        "H",
        ("2H", "KH"),
        ("AS", "3C"),
    )
    trick.check(hand, "2H")
    with pytest.raises(Refused, match=r"You have hearts, so you must follow suit\."):
        trick.check(hand, "AS")
    trick = trick.add(BOB, "KH").add(CY, "AD")
    assert trick.best() == Laid(BOB, "KH")
    assert trick.add(DEE, "2S").best().seat == DEE
    swept = trick.add(DEE, "2S").swept()
    assert (swept.plays, swept.last[-1], dict(swept.voids)) == (
        (),
        Laid(DEE, "2S"),
        {CY: "H", DEE: "H"},
    )
    assert swept.cannot() == {CY: STANDARD.of_suits("H"), DEE: STANDARD.of_suits("H")}
    assert swept.legal(hand) == hand
    assert plain(Scene(swept.blocks(READER)), 60) == ["Last trick: ann TH, bob KH, cy AD, dee 2S"]
    assert trick.blocks(READER) == ()
    assert (trick.cell(CY).face, trick.cell(CY).new, trick.cell(DEE).kind) == (
        "A\u2666",
        True,
        "none",
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 999), st.sampled_from(["", "S", "H"]))
def test_whole_deals_of_tricks_keep_their_laws(seed: int, trump: str) -> None:
    """One card of the four takes it, follows or trumps, and voids are true."""
    rng = Random(seed)
    hands, _ = deal(Context(now=0, seed=b"", number=seed), STANDARD.deck, SEATS)
    trick, turn = Trick(trump), Turns(SEATS, ANN)
    while any(hands.values()):
        for _ in SEATS:
            card = rng.choice(trick.legal(hands[turn.now]))
            trick.check(hands[turn.now], card)
            hands, trick = hands.remove(turn.now, card), trick.add(turn.now, card)
            turn = turn.next()
            assert not any({*hands[s]} & {*cards} for s, cards in trick.cannot().items())
        best = trick.best()
        suits = [laid.card[-1] for laid in trick.plays]
        assert best.card[-1] == (trump if trump in suits else trick.led)
        turn, trick = turn.to(best.seat), trick.swept()


# --- choices in secret ------------------------------------------------------------------------


def test_a_choice_is_secret_until_all_have_made_theirs() -> None:
    choice = SecretChoice[str]((ANN, BOB, CY)).choose(BOB, "rock")
    assert (choice.waiting, choice.chosen, choice.done) == ((ANN, CY), (BOB,), False)
    assert (choice.of(BOB), choice.of(ANN), choice.of(SPECTATOR)) == ("rock", None, None)
    assert "rock" not in repr(choice)
    assert (choice.seen_by(BOB), choice.seen_by(ANN).made) == (choice, {})
    assert choice.seen_by(ANN).waiting == (ANN, CY)
    assert plain(Scene(choice.blocks(READER)), 40) == ["Still choosing: ann, cy"]
    for seat in (BOB, DEE):
        with pytest.raises(Refused, match="You can't choose now: wait for the others"):
            choice.choose(seat, "paper")
    twin = choice.choose(ANN, "paper").redrawn(ANN, lambda seat: f"of {seat}")
    assert twin.made == {ANN: "paper", BOB: "of 2"}
    left = choice.choose(ANN, "paper").leave(CY)
    assert (left.done, left.blocks(READER)) == (True, ())
    assert choice.leave(BOB).made == {}


# --- auctions ---------------------------------------------------------------------------------


def test_an_auction_reads_well() -> None:
    auction = Auction(Turns((ANN, BOB, CY), BOB), most=20)
    auction = auction.bid(BOB, 3).drop(CY)
    assert plain(Scene(auction.blocks(READER)), 40) == [
        "Player  bid",
        "ann       -  <- turn",
        "bob       3",
        "cy     pass",
    ]
    assert (auction.arg("points").min, auction.arg("points").max) == (4, 20)
    with pytest.raises(Refused, match=r"Bid 4 to 20, or pass\."):
        auction.bid(ANN, 3)
    with pytest.raises(Refused, match="It isn't your turn to bid"):
        auction.bid(BOB, 9)
    over = auction.drop(ANN)
    assert (over.over, over.high) == (True, (BOB, 3))
    with pytest.raises(Refused, match="It isn't your turn to bid"):
        over.drop(BOB)
    assert auction.bid(ANN, 20).over


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 4), st.integers(1, 9), st.integers(0, 999))
def test_auctions_rise_and_end(players: int, most: int, seed: int) -> None:
    rng, auction = Random(seed), Auction(Turns(SEATS[:players], ANN), most)
    while not auction.over:
        seat = auction.turns.now
        if rng.random() < 0.4:
            auction = auction.drop(seat)
        else:
            auction = auction.bid(seat, rng.randint(auction.least, most))
    made = [bid for _, bid in auction.bids if bid is not None]
    assert made == sorted(set(made))
    assert len(auction.bids) <= players + most
    assert (auction.high or (None, 0))[1] == max(made, default=0)


def test_sealed_bids() -> None:
    assert highest({ANN: 3, BOB: 7, CY: 5}) == (BOB, 7, 5)
    assert highest({ANN: 4, BOB: 4}) == (ANN, 4, 4)
    assert highest({ANN: 2}) == (ANN, 2, 0)
    assert highest({ANN: 0, BOB: 0}) is None
    assert highest({}) is None


def test_parts_hash_as_states_may() -> None:
    hands = Hands(((ANN, ("AS",)),))
    assert (
        len(
            {
                hash(each)
                for each in (hands, Trick("S"), Turns(SEATS, ANN), SecretChoice[int](SEATS))
            }
        )
        == 4
    )
