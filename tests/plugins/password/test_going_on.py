"""Between two words, at the end, when nobody is ahead; and where the words come from."""

from __future__ import annotations

import pytest

from parlour import MoveFault, Refused
from parlour_kit.words import SmallList
from parlour_password.deck import pool_of, words
from parlour_password.heard import Begun, Ended, Pressed
from parlour_password.moves import Challenge, Clue, Guess, Next, Stop
from parlour_password.state import Phase
from tests.plugins.password.playbook import WORDS, A, B, C, D, Play


def test_the_next_word_begins_when_all_are_ready_or_when_the_pause_is_over() -> None:
    """`next`: all hear who is, and it is no way out of a word; `pause_seconds=15`."""
    play = Play()
    assert play.refused(A, Next()).text == "You can't skip a word in play."
    play.find()
    assert (play.phase, play.deadline) == (Phase.PAUSE, 15_000)
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
    play.find()
    play.time_up()
    assert play.one(Begun).label == "A2"
    assert (play.state.given, play.state.dial) == ((), 10)


def test_after_the_end_nothing_can_be_done() -> None:
    """R-W-13: one line for every move."""
    play = Play()
    play.skip(10)
    for move in (Clue("thing"), Guess("castle"), Next(), Stop(), Challenge()):
        refusal = play.refused(A, move)
        assert (refusal.fault, refusal.text) == (MoveFault.ILLEGAL, "The game is over.")
    assert play.prompts() == {}
    assert play.deadline is None
    before = play.state
    assert play.leave(A) == []
    assert play.state == before


# --- ties -----------------------------------------------------------------------------------


def test_one_more_word_each_way() -> None:
    """O-W-18, G-8: `tiebreak=extra_word`: A6 and B6, not starred, after the last word of both
    lists; still equal, all share. Who is ahead needs none, and the words in reserve are shown.
    """
    play = Play(tiebreak="extra_word")
    assert len(play.state.words) == 10
    play.skip(10)
    assert not play.over
    extra = [(word.label, word.double) for word in play.state.words[10:]]
    assert extra == [("A6", False), ("B6", False)]
    assert play.one(Begun).total == 12
    assert play.word.givers == (A, B)
    play.find()
    play.next()
    assert play.word.word == "dragon"
    play.skip()
    assert play.over
    assert play.winners == {A, C}
    play = Play(tiebreak="extra_word")
    play.skip(12)
    assert play.winners == {A, B, C, D}
    assert play.one(Ended).unplayed == ()
    play = Play(tiebreak="extra_word")
    play.find()
    play.next()
    play.skip(9)
    assert play.one(Ended).unplayed == ("velvet", "dragon")


def test_one_more_word_for_three() -> None:
    """O-W-18, O-W-22: with `rotate_giver` one for each giver; in what is left of a game of four
    the giver goes on going round.
    """
    play = Play(3, tiebreak="extra_word")
    play.skip(5)
    assert [word.label for word in play.state.words[5:]] == ["6"]
    play.find(B)
    assert play.winners == {B}
    play = Play(3, tiebreak="extra_word", rotate_giver=True)
    play.skip(15)
    extra = [(word.label, word.sides[0].giver) for word in play.state.words[15:]]
    assert extra == [("1-6", A), ("2-6", B), ("3-6", C)]
    play = Play(tiebreak="extra_word")
    play.leave(D)
    play.three(A, B, C)
    play.next()
    play.skip(9)
    assert [word.label for word in play.state.words[10:]] == ["A6", "B6"]
    givers = [word.sides[0].giver for word in play.state.words]
    assert givers[1:] == [B, C, A, B, C, A, B, C, A, B, C]


# --- where the words come from --------------------------------------------------------------


def test_the_deck() -> None:
    """R-W-14, O-W-20: `deck=` a difficulty; with `all` each card has words of all three."""
    levels = {each: set(words(each)) for each in ("easy", "medium", "hard")}
    for difficulty, own in levels.items():
        play = Play(words=None, deck=difficulty, tiebreak="extra_word")
        assert {word.word for word in (*play.state.words, *play.state.extra)} <= own
    play = Play(words=None, deck="all")
    for letter in "AB":
        card = [word.word for word in play.state.words if word.label[0] == letter]
        assert [sum(word in own for word in card) for own in levels.values()] == [2, 2, 1]


def test_a_list_of_the_hosts() -> None:
    """O-W-20: an operator's own words; those it must never deal stay out. If they are too few,
    the table is told, and does not begin.
    """
    own = SmallList((*WORDS, "nasty"), never=("nasty",))
    for first in range(10):
        play = Play(words=None, deck="own", lists={"deck": own}, first=first)
        dealt = [word.word for word in play.state.words]
        assert len(set(dealt)) == 10
        assert set(dealt) <= set(WORDS)
    assert len(pool_of(own)) == 16
    with pytest.raises(Refused) as caught:
        Play(words=None, deck="own", lists={"deck": SmallList(WORDS[:7])})
    assert caught.value.text.startswith("You can't use deck=own: the game needs 10 words")
    assert len(caught.value.text) <= 79
