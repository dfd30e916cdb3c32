"""What the bots do when they are asked, and how long they take over it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Any

import pytest

from parlour import BotContext, Seat, Thought
from parlour_password import PASSWORD
from parlour_password.bots import BOTS, LOOK_MS
from parlour_password.forms import is_form, judge
from parlour_password.moves import (
    Agree,
    Challenge,
    Clue,
    Guess,
    Move,
    Next,
    Object,
    Pass,
    Three,
    Waive,
)
from parlour_password.state import Phase
from tests.plugins.password.playbook import A, B, C, D, Play
from tests.plugins.password.test_forms import ASSOCIATIONS
from tests.sizes import sized

EASY, MEDIUM, SHARP = KINDS = range(3)
"""Their places among the bots."""
LUCK = range(40)


def thought(play: Play, seat: Seat, kind: int = SHARP, luck: int = 0) -> Thought[Move] | None:
    """What the bot at *seat* thinks of now."""
    bot = BOTS[kind]
    view = play.look(seat)
    memory = bot.begin(seat, view)
    for heard in play.heard(seat):
        memory = bot.hear(memory, heard)
    return bot.think(memory, view, play.prompts()[seat], BotContext(Random(luck), play.lexicon))


def decision(play: Play, seat: Seat, kind: int = SHARP, luck: int = 0) -> Move:
    """The move that it makes."""
    found = thought(play, seat, kind, luck)
    assert found is not None
    return found.move


# --- what they do -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_giver_gives_what_is_allowed(kind: int) -> None:
    """R-W-15, R-W-18: and, without need, nothing twice; whatever came before."""
    play = Play(words=["castle"])
    said: set[str] = set()
    for luck in range(9):
        move = decision(play, play.giver, kind, luck)
        assert isinstance(move, Clue)
        assert judge("castle", move.text) is None
        assert move.text not in said
        said.add(move.text)
        play.move(play.giver, move)
        play.guess(("wall", "tower", "king")[luck % 3])


@pytest.mark.parametrize("kind", KINDS)
def test_a_receiver_guesses_from_the_clues(kind: int) -> None:
    """R-W-20, O-W-11: from those of both sides, of which one was lost, and nothing that was wrong
    before.
    """
    play = Play(words=["xylophone"])
    play.time_up()
    wrong: set[str] = set()
    for clue in ("fortress", "king", "moat", "queen", "tower"):
        play.clue(clue)
        (seat,) = play.state.answering
        move = decision(play, seat, kind)
        assert isinstance(move, Guess)
        assert move.text not in {*wrong, clue}
        wrong.add(move.text)
        play.move(seat, move)
    assert len(wrong) == 5


def test_a_receiver_to_whom_nothing_comes_to_mind_passes() -> None:
    """O-W-10. Of a name that it does not know it can make nothing."""
    play = Play()
    play.clue("xqzzy")
    assert all(decision(play, C, kind) == Pass() for kind in KINDS)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
def test_the_one_chance_is_used_for_a_word_of_that_form(kind: int) -> None:
    """R-W-22: or for nothing, if none comes to mind. The sharp one finds the exact word, with
    three players too.
    """
    play = Play(words=["mouse"])
    play.clue("cat")
    play.guess("mice")
    assert play.phase is Phase.CHANCE
    for luck in LUCK:
        move = decision(play, C, kind, luck)
        assert move == Pass() or (isinstance(move, Guess) and is_form(move.text, "mice"))
    play = Play(3, words=["mouse"])
    play.clue("cat")
    play.guess("xqzzy", B)
    play.guess("mice", C)
    assert decision(play, C) == Guess("mouse")


@pytest.mark.parametrize(
    ("clue", "move"),
    [
        ("tower", Waive()),
        ("xqzzy", Waive()),
        ("tea pot", Waive()),
        ("tea-pot", Waive()),
        ("stone house", Challenge()),
        ("stone-house", Challenge()),
    ],
)
def test_only_what_is_not_one_word_is_challenged(clue: str, move: Move) -> None:
    """R-W-16, O-W-8: two words or a hyphen, and not in the word list as one word."""
    play = Play(clue_check="challenge")
    play.clue(clue)
    assert decision(play, B) == decision(play, D) == move


@pytest.mark.parametrize(
    ("word", "clue", "move"),
    [
        ("monkey", "monk", Object()),
        ("stolen", "steal", Object()),
        ("calendar", "end", Agree()),
        ("thunder", "hunde", Object()),
    ],
)
def test_a_plea_is_granted_for_a_small_part(word: str, clue: str, move: Move) -> None:
    """R-W-18: never for a form, nor for a part that says a good deal of the word."""
    play = Play(words=[word])
    play.insist(clue)
    assert decision(play, B) == move


def test_nobody_is_kept_waiting() -> None:
    """O-W-22: bots are ready for the next word, and for a game of three; they stop no game. `easy`
    is the first of them, so it comes if nobody says which.
    """
    assert [bot.kind for bot in PASSWORD.bots] == ["easy", "medium", "sharp"]
    play = Play()
    play.find()
    assert thought(play, A) == Thought(Next())
    play.leave(B)
    assert thought(play, A) == thought(play, D) == Thought(Three())
    play.three(A, D)
    assert thought(play, D) is None
    assert "stop" in play.verbs(D)


# --- how long they take -------------------------------------------------------------------


def times(play: Play, seat: Seat, kind: int) -> list[int]:
    """How long the bot takes over its move, for several draws of luck."""
    found = [thought(play, seat, kind, luck) for luck in LUCK]
    return [each.after_ms for each in found if each is not None]


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
def test_the_time_tells_nothing(kind: int) -> None:
    """O-W-15, G-3: it is the same for any word, any clue and any answer, right, wrong or none."""

    def over_a_clue(word: str) -> list[int]:
        return times(Play(words=[word]), A, kind)

    def over_a_guess(clue: str) -> list[int]:
        play = Play(3, words=["castle"])
        play.clue(clue)
        return times(play, B, kind)

    assert over_a_clue("castle") == over_a_clue("mouse") == over_a_clue("chemistry")
    assert over_a_guess("fortress") == over_a_guess("xqzzy") == over_a_guess("big")


def beats(ones: Sequence[int], others: Sequence[int]) -> float:
    """The share of pairs in which one of *ones* is greater, a tie counting half (the AUC).

    With 0.5 nobody can tell the two apart.
    """
    wins = sum((one > other) + (one == other) / 2 for one in ones for other in others)
    return wins / (len(ones) * len(others))


@pytest.mark.sweep
@pytest.mark.parametrize("kind", sized([MEDIUM], KINDS))
def test_nobody_answers_sooner_for_knowing_less(kind: int) -> None:
    """G-3: the time of an answer does not tell whether it is right, wrong or none.

    Over 600 clues, each fifth one a word that nobody knows. The kinds differ in what they
    know; when they answer is the same code.
    """
    times: dict[str, list[int]] = {"right": [], "wrong": [], "none": []}
    for number, (word, clue) in enumerate(ASSOCIATIONS[:600]):
        play = Play(3, words=[word])
        play.clue(clue if number % 5 else "xqzzy")
        found = thought(play, B, kind, number)
        assert found is not None
        right = found.move == Guess(word)
        known = "none" if found.move == Pass() else "right" if right else "wrong"
        times[known].append(found.after_ms)
    assert min(map(len, times.values())) >= 30
    for one, other in combinations(times.values(), 2):
        assert 0.4 < beats(one, other) < 0.6


def test_what_the_time_of_an_answer_follows_from() -> None:
    """O-W-17: neither the time nor the answer follows from what another has sealed. On average
    the better bot is never the slower one.
    """
    easy, medium, sharp = (fmean(times(Play(), A, kind)) for kind in KINDS)
    assert easy >= medium >= sharp
    alone, second = Play(3), Play(3)
    for play in (alone, second):
        play.clue("king")
    second.guess("castle", B)
    for luck in LUCK:
        assert thought(alone, C, SHARP, luck) == thought(second, C, SHARP, luck)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", KINDS)
def test_they_think_like_people(kind: int) -> None:
    """Some seconds over a clue or a guess; a move that may be made takes its time in any case."""
    play = Play(3)
    assert all(2_000 <= each <= 9_000 for each in times(play, A, kind))
    play.clue("king")
    assert all(2_000 <= each <= 9_000 for each in times(play, B, kind))
    assert len(set(times(play, B, kind))) > len(LUCK) / 2
    play = Play(clue_check="challenge", words=["calendar"])
    play.insist("end")
    assert all(LOOK_MS[0] <= each <= LOOK_MS[1] for each in times(play, B, kind))
    play.agree(B)
    assert all(LOOK_MS[0] <= each <= LOOK_MS[1] for each in times(play, B, kind))


def test_they_keep_within_the_clock() -> None:
    """O-W-10, O-W-11: half of it at most, however short it is; without a clock as ever."""
    play = Play(3, clue_seconds=1, guess_seconds=2)
    assert times(play, A, EASY) == [500] * len(LUCK)
    play.clue("king")
    assert times(play, B, EASY) == [1000] * len(LUCK)
    play = Play(3, clue_seconds=0, guess_seconds=0)
    assert min(times(play, A, EASY)) >= 3_000
    play.clue("king")
    assert min(times(play, B, EASY)) >= 3_000


# --- whole games --------------------------------------------------------------------------

TERMS: tuple[dict[str, Any], ...] = (
    {},
    {"clue_check": "challenge", "tiebreak": "extra_word", "deck": "medium"},
    {"illegal_clue": "forfeit", "clue_vote": False, "deck": "hard", "lead": "same"},
    {"rotate_giver": True, "giver": "random", "deck": "all"},
)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("terms", range(len(TERMS)))
def test_they_play_whole_games(seats: int, terms: int) -> None:
    """Whatever the options: the rules refuse nothing, and the game comes to its end."""
    play = Play(seats, words=None, first=100 * terms, **TERMS[terms])
    for step in range(2_000):
        if play.over:
            break
        asked = sorted(play.prompts())
        seat = asked[step % len(asked)]
        play.move(seat, decision(play, seat, (seat + terms) % len(BOTS), step), after=100)
    assert play.over
    assert len(play.state.done) == len(play.state.words)
