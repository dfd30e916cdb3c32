"""Time banks: what a seat has beside the clock of each turn."""

from __future__ import annotations

import pytest

from parlour.api import Refused, Seat, Setup
from parlour.engine import banks
from parlour.engine import match as matches
from parlour.engine.banks import Bank, begin, left_of, spent
from parlour.engine.match import Match
from parlour.engine.record import encode_move
from tests.engine.test_match import ANN, BOB, CY, OPTIONS
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Hide, Note, Try


def hunting(increment_s: int = 0, bank_s: int = 30) -> Match:
    """All have hidden; it is Ann's turn from 1 s on, for 60 s."""
    bank = begin({"bank": bank_s, "increment": increment_s}, (ANN, BOB, CY))
    seats = ANN, BOB, CY
    new = Match(game=HUNT, seats=seats, bots={}, seed=b"seed", bank=bank)
    match, _ = matches.start(new, Setup(seats, OPTIONS))
    for seat, number in ((ANN, 3), (BOB, 5), (CY, 7)):
        match = do(match, seat, Hide(number), 1_000)
    return match


def do(match: Match, seat: Seat, move: object, at: int) -> Match:
    return matches.move(match, seat, encode_move(move), at)[0]


def left(match: Match, at: int | None = None) -> tuple[int, ...]:
    bank = match.banks_at(match.now if at is None else at)
    assert bank is not None
    return tuple(left_of(bank, seat) for seat in (ANN, BOB, CY))


def test_without_the_options_there_is_no_bank() -> None:
    """And tables from before there were any have none."""
    assert begin({}, (ANN,)) is None
    assert begin({"bank": 0, "increment": 0}, (ANN,)) is None
    assert begin({"bank": 0, "increment": 5}, (ANN,)) == Bank(0, 5_000, {ANN: 0})


def test_the_bank_is_used_when_the_time_of_the_turn_is_over() -> None:
    """To the millisecond, and only that of the player in turn."""
    match = hunting()
    assert (match.deadline, match.turn_ends, match.due) == (61_000, 61_000, 91_000)
    assert left(match, 60_999) == left(match, 61_000 - 1) == (30_000,) * 3
    assert left(match, 71_000 - 1) == (20_000, 30_000, 30_000)
    after = do(match, ANN, Try(BOB, 4), 71_000 - 1)
    assert left(after) == (20_000, 30_000, 30_000)
    assert (after.deadline, after.turn_ends, after.due) == (120_999, 130_999, 160_999)


def test_the_rules_never_see_a_move_that_is_too_late() -> None:
    """Their time stops just before the deadline, and they decide when the bank is empty."""
    match = hunting()
    late = do(match, ANN, Try(BOB, 4), 90_000)
    assert late.state.due == 60_999 + 60_000
    over, _ = matches.time_up(match, 91_000)
    assert over.state.due == 61_000 + 60_000
    assert left(over) == (0, 30_000, 30_000)
    assert over.due == 61_000 + 60_000 + 30_000 + 30_000


def test_an_empty_bank_leaves_the_time_of_the_turn() -> None:
    match, _ = matches.time_up(hunting(), 91_000)
    for seat, at in ((BOB, 92_000), (CY, 93_000)):
        match = do(match, seat, Try(ANN, 4), at)
    assert left(match) == (0, 30_000, 30_000)
    assert match.due == match.turn_ends == 93_000 + 60_000


def test_who_ends_a_turn_gains_the_increment_and_who_lets_it_pass_does_not() -> None:
    match = do(hunting(increment_s=5), ANN, Try(BOB, 4), 2_000)
    assert left(match) == (35_000, 30_000, 30_000)
    match, _ = matches.time_up(match, match.due or 0)
    assert left(match) == (35_000, 0, 30_000)


def test_what_is_done_beside_the_turn_changes_no_bank() -> None:
    """A note is hidden from the others, and banks are not. The total comes out the same."""
    match = hunting(increment_s=5)
    noted = do(do(match, ANN, Note("x"), 65_000), BOB, Note("y"), 66_000)
    assert left(noted) == left(match, 66_000)
    assert left(noted, 80_000) == left(match, 80_000)
    assert noted.due == match.due
    moves = (do(each, ANN, Try(BOB, 4), 80_000) for each in (match, noted))
    assert len({left(each) for each in moves}) == 1


def test_nobody_uses_a_bank_while_several_are_asked() -> None:
    """That is no turn: all hide at once."""
    bank = begin({"bank": 30, "increment": 5}, (ANN, BOB))
    new = Match(game=HUNT, seats=(ANN, BOB), bots={}, seed=b"", bank=bank)
    match, _ = matches.start(new, Setup((ANN, BOB), OPTIONS))
    assert match.due == match.turn_ends == 60_000
    alone = do(match, ANN, Hide(3), 1_000)
    assert alone.due == 60_000, "the deadline is as it was when both were asked"
    over, _ = matches.time_up(alone, 60_000)
    assert left(over)[:2] == (30_000, 30_000)


def test_what_spends_nothing() -> None:
    """The clock runs on as if it had not been made. Nor does a game without a deadline; who
    joins later has a whole bank.
    """
    match = hunting()
    with pytest.raises(Refused):
        do(match, BOB, Try(ANN, 4), 70_000)
    assert left(match, 70_000) == (30_000 - 9_001, 30_000, 30_000)
    assert left_of(Bank(30_000, 0, {ANN: 5}), BOB) == 30_000
    bank = Bank(30_000, 0, {}, turn=ANN)
    assert spent(bank, None, 99_000) is bank
    assert banks.next_turn(bank, (ANN,), (ANN,), same_deadline=True, mover=ANN) is bank


def test_a_turn_that_begins_at_the_same_moment_is_one_all_the_same() -> None:
    """Bots move in the same millisecond, and their deadlines are equal."""
    match = do(do(hunting(increment_s=5), ANN, Try(BOB, 4), 1_000), BOB, Try(CY, 4), 1_000)
    assert left(match) == (35_000, 35_000, 30_000)
    assert match.bank is not None
    assert match.bank.turn == CY
