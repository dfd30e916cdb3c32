"""The rules of Code duel, what people read, and what the kit finds."""

from random import Random

import pytest

from codeduel import (
    CODEDUEL,
    CODES,
    Duel,
    Event,
    Guess,
    Hide,
    Move,
    Shown,
    Solver,
    answer,
    fitting,
)
from parlour import SPECTATOR, MoveFault, Refused, Seat
from parlour_kit import GameDriver, Match, check_game

ANN, BOB = Seat(1), Seat(2)
Driver = GameDriver[Duel, Move, Event, Duel, Event]


def _begun(first: str = "1335", second: str = "2216") -> tuple[Driver, Seat, Seat]:
    """A game in which both have hidden a code; who begins is the first."""
    game = GameDriver(CODEDUEL, seats=2)
    one, two = game.state.seats
    game.move(two, Hide(second))
    game.move(one, Hide(first))
    return game, one, two


@pytest.mark.parametrize(
    ("code", "guess", "told"),
    [
        ("1335", "3345", (2, 1)),
        ("1335", "1335", (4, 0)),
        ("1335", "5133", (1, 3)),
        ("1111", "1222", (1, 0)),
        ("1122", "2211", (0, 4)),
        ("1234", "5566", (0, 0)),
    ],
)
def test_an_answer_counts_each_digit_once(code: str, guess: str, told: tuple[int, int]) -> None:
    assert answer(code, guess) == told
    assert answer(guess, code) == told


def test_both_hide_a_code_at_the_same_time_and_only_its_owner_sees_it() -> None:
    game = GameDriver(CODEDUEL, seats=2)
    assert set(game.prompts()) == {ANN, BOB}
    game.move(BOB, Hide(" 22 16"))
    assert repr(Hide("2216")) == "Hide()"
    assert set(game.prompts()) == {ANN}
    assert game.look(BOB).codes == {BOB: "2216"}
    assert game.look(ANN).codes == game.look(SPECTATOR).codes == {BOB: "????"}
    assert game.told(ANN) == ["bob has hidden a code."]
    assert game.told(BOB) == ["Your code is hidden."]


@pytest.mark.parametrize("code", ["133", "13355", "1337", "0123", "abcd", ""])
def test_a_code_has_four_digits_from_1_to_6(code: str) -> None:
    game = GameDriver(CODEDUEL, seats=2)
    with pytest.raises(Refused, match="A code has four digits from 1 to 6") as caught:
        game.move(ANN, Hide(code))
    assert caught.value.fault is MoveFault.ILLEGAL


def test_who_cracks_the_code_wins_after_the_last_guess_of_the_other() -> None:
    game, one, two = _begun()
    game.move(one, Guess("2261"))
    assert list(game.prompts()) == [two]
    game.move(two, Guess("1111"))
    game.move(one, Guess("2216"))
    assert not game.over
    game.move(two, Guess("1353"))
    assert game.over
    assert game.winners == {one}
    assert game.one(Shown).codes == {one: "1335", two: "2216"}
    assert game.look(SPECTATOR).codes == {one: "1335", two: "2216"}


def test_two_cracked_codes_in_a_round_are_a_draw_and_so_are_ten_rounds_without() -> None:
    game, one, two = _begun()
    game.move(one, Guess("2216"))
    game.move(two, Guess("1335"))
    assert game.winners == {ANN, BOB}
    game, one, two = _begun()
    for _ in range(10):
        assert not game.over
        game.move(one, Guess("1111"))
        game.move(two, Guess("1111"))
    assert game.over
    assert game.winners == {ANN, BOB}


def test_who_leaves_loses() -> None:
    game, one, two = _begun()
    game.leave(one)
    assert game.winners == {two}


def test_what_people_read() -> None:
    game, one, two = _begun()
    game.move(one, Guess("1122"))
    names = game.reader(one).names
    assert game.told(one) == ["You guess 1122: 0 in place, 3 elsewhere."]
    assert game.told(two) == [f"{names[one]} guesses 1122: 0 in place, 3 elsewhere."]
    assert game.asked(two) == [
        "Round 1 of 10.",
        f"{names[one]} ? ? ? ?  {names[two]} 2 2 1 6",
        "             1   1 1 2 2   0+3",
        "Your turn: guess CODE",
    ]


def test_a_line_that_is_no_number_is_no_code() -> None:
    """So people need no slash before a command."""
    game = GameDriver(CODEDUEL, seats=2)
    text_ui, view, reader = CODEDUEL.text_ui, game.look(ANN), game.reader(ANN)
    answers = [text_ui.is_answer(line, view, reader) for line in ("1335", "1 3 3 5", "help")]
    assert answers == [True, True, False]


def test_a_twin_fits_all_answers() -> None:
    game, one, two = _begun()
    game.move(one, Guess("1122"))
    game.move(two, Guess("1234"))
    rng = Random(0)
    for _ in range(20):
        twin = CODEDUEL.views.resample(game.state, one, rng)
        assert twin.codes[one] == "1335"
        assert answer(twin.codes[two], "1122") == (0, 3)
        assert CODEDUEL.views.look(twin, one) == game.look(one)
    assert fitting(()) == CODES
    assert "2216" in fitting(game.state.at(two))


def test_the_bot_cracks_a_code_in_ten_rounds() -> None:
    """It needs seven at most here, and hides what nobody can guess at once."""
    rounds: list[int] = []
    for seed in range(4):
        match = Match(CODEDUEL, 2, bots={ANN: Solver(), BOB: Solver()}, seed=seed)
        while not match.over:
            assert match.bot_step()
        rounds.append(len(match.state.guesses) // 2)
    assert 2 < min(rounds) <= max(rounds) <= 7


def test_the_kit_finds_nothing() -> None:
    assert check_game(CODEDUEL, seeds=range(1)).counts["games"] == 1
