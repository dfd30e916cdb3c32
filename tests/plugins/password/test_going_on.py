"""Between two words, at the end, and when nobody is ahead."""

from __future__ import annotations

import pytest

from parlour import MoveFault, Refused
from parlour_kit.words import SmallList
from parlour_password.deck import pool_of, words
from parlour_password.heard import Begun, Ended, Pressed
from parlour_password.moves import Challenge, Clue, Guess, Next, Stop
from parlour_password.state import Phase
from tests.plugins.password.playbook import WORDS, A, B, C, D, Play


def test_the_next_word_begins_when_all_are_ready() -> None:
    """`next`: all hear who is."""
    play = Play()
    play.find()
    assert play.phase is Phase.PAUSE
    assert list(play.prompts()) == [A, B, C, D]
    assert play.verbs(A) == ["next"]
    play.next(B)
    assert play.events == [Pressed(B, (A, C, D))]
    assert play.look().pressed == (B,)
    assert list(play.prompts()) == [A, C, D]
    assert "already typed next" in play.refused(B, Next()).text
    play.next(A, C, D)
    assert play.kinds() == ["word", "password"]
    assert play.look().pressed == ()


def test_or_when_the_pause_is_over() -> None:
    """`pause_seconds=15`."""
    play = Play()
    play.find()
    assert play.deadline == 15_000
    play.time_up()
    assert play.one(Begun).label == "B1"
    assert play.state.given == ()
    assert play.state.dial == 10


def test_not_before_a_word_is_over() -> None:
    """`next` is no way out of a word."""
    play = Play()
    assert play.refused(A, Next()).text == "You can't skip a word in play."


def test_after_the_end_nothing_can_be_done() -> None:
    """R-W-13: one line for every move."""
    play = Play()
    play.skip(10)
    for move in (Clue("thing"), Guess("castle"), Next(), Stop(), Challenge()):
        refusal = play.refused(A, move)
        assert (refusal.fault, refusal.text) == (MoveFault.ILLEGAL, "The game is over.")
    assert play.prompts() == {}
    assert play.deadline is None


# --- ties -----------------------------------------------------------------------------------


def test_one_more_word_each_way() -> None:
    """O-W-18: `tiebreak=extra_word`: A6 and B6, not starred, after the last word of both lists."""
    play = Play(tiebreak="extra_word")
    assert len(play.state.words) == 10
    play.skip(10)
    assert not play.over
    assert [(word.label, word.double) for word in play.state.words[10:]] == [
        ("A6", False),
        ("B6", False),
    ]
    assert play.one(Begun).total == 12
    assert play.word.givers == (A, B)
    play.find()
    play.next()
    assert play.word.word == "dragon"
    play.skip()
    assert play.over
    assert play.winners == {A, C}


def test_still_equal() -> None:
    """O-W-18: then they share."""
    play = Play(tiebreak="extra_word")
    play.skip(12)
    assert play.over
    assert play.winners == {A, B, C, D}
    assert play.one(Ended).unplayed == ()


def test_nobody_needs_the_extra_words() -> None:
    """O-W-18, G-8: who is ahead has won; the words in reserve are shown."""
    play = Play(tiebreak="extra_word")
    play.find()
    play.next()
    play.skip(9)
    assert play.over
    assert play.one(Ended).unplayed == ("velvet", "dragon")


def test_one_more_word_for_three() -> None:
    """O-W-18: with `rotate_giver` one for each giver."""
    play = Play(3, tiebreak="extra_word")
    play.skip(5)
    assert [word.label for word in play.state.words[5:]] == ["6"]
    play.find(B)
    assert play.winners == {B}
    play = Play(3, tiebreak="extra_word", rotate_giver=True)
    play.skip(15)
    extra = play.state.words[15:]
    assert [(word.label, word.sides[0].giver) for word in extra] == [
        ("1-6", A),
        ("2-6", B),
        ("3-6", C),
    ]


def test_a_tie_in_what_is_left_of_a_game_of_four() -> None:
    """O-W-18, O-W-22: the giver goes on going round."""
    play = Play(tiebreak="extra_word")
    play.leave(D)
    play.three(A, B, C)
    play.next()
    play.skip(9)
    assert [word.label for word in play.state.words[10:]] == ["A6", "B6"]
    givers = [word.sides[0].giver for word in play.state.words]
    assert givers[1:] == [B, C, A, B, C, A, B, C, A, B, C]


# --- where the words come from --------------------------------------------------------------


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_a_deck_of_one_difficulty(difficulty: str) -> None:
    """R-W-14, O-W-20: `deck=`."""
    own = {each: set(words(each)) for each in ("easy", "medium", "hard")}[difficulty]
    play = Play(words=None, deck=difficulty, tiebreak="extra_word")
    assert {word.word for word in (*play.state.words, *play.state.extra)} <= own


def test_a_deck_of_all_three() -> None:
    """R-W-14: `deck=all`: each card has easy, medium and hard words."""
    play = Play(words=None, deck="all")
    for letter in "AB":
        card = [word.word for word in play.state.words if word.label[0] == letter]
        found = [sum(word in words(each) for word in card) for each in ("easy", "medium", "hard")]
        assert found == [2, 2, 1]


def test_a_list_of_the_hosts() -> None:
    """O-W-20: an operator's own words; those it must never deal stay out."""
    own = SmallList((*WORDS, "nasty"), never=("nasty",))
    for first in range(10):
        play = Play(words=None, deck="own", lists={"deck": own}, first=first)
        dealt = [word.word for word in play.state.words]
        assert len(set(dealt)) == 10
        assert set(dealt) <= set(WORDS)
    assert len(pool_of(own)) == 16


def test_a_list_that_is_too_short() -> None:
    """The table is told, and does not begin."""
    own = SmallList(WORDS[:7])
    with pytest.raises(Refused) as caught:
        Play(words=None, deck="own", lists={"deck": own})
    assert caught.value.text.startswith("You can't use deck=own: the game needs 10 words")
    assert len(caught.value.text) <= 79
