"""Writing a list while the round runs: words, repeats, taking back, time."""

from __future__ import annotations

import pytest

from parlour import MoveFault
from parlour_boggle.heard import Begun, Noted, Taken, TimeUp
from parlour_boggle.judging import FULL, TOO_LATE
from parlour_boggle.moves import Next, TakeBack, Write
from parlour_boggle.state import LIST_MAX, Phase, Verdict
from tests.plugins.boggle.playbook import ROWS, WORDS, A, B, C, Play, Untouched


def letters(number: int) -> str:
    """A different row of letters for each number."""
    return "".join(chr(97 + int(digit)) for digit in f"{number:04}")


def test_a_round_begins_with_the_board_for_all() -> None:
    """R-B-1, R-B-2, O-B-2: one event for everybody brings the board; 180 s from then on."""
    play = Play(rows=None)
    begun = play.one(Begun)
    assert all(play.heard(viewer) == [begun] for viewer in (A, B, C))
    assert [len(row) for row in begun.rows] == [4, 4, 4, 4]
    assert begun.rows == play.look().rows
    assert begun.seconds == 180
    assert play.state.ends == play.state.due == 180_000
    assert all(prompt.due == 180_000 for prompt in play.prompts().values())


def test_the_clock_is_an_option() -> None:
    """O-B-2: `seconds=60`."""
    play = Play(seconds=60)
    play.word(A, "cat")
    assert play.state.due == 60_000
    play.time_up()
    assert play.now == 60_000
    assert play.over


def test_everybody_writes_a_list_of_his_own() -> None:
    """R-B-3: in the order in which he wrote; a line may hold several words."""
    play = Play()
    play.word(A, "cat")
    play.word(B, "tea dog")
    play.word(A, "ring cat")
    assert play.list_of(A) == ["cat", "ring"]
    assert play.list_of(B) == ["tea", "dog"]
    assert play.list_of(C) == []


def test_a_word_sent_twice_is_one_word() -> None:
    """O-B-5: also on one line; its player is told, and it counts once."""
    play = Play()
    play.word(A, "cat cat tea")
    (noted,) = play.heard(A)
    assert [(g.verdict, g.words) for g in noted.groups] == [
        (Verdict.NOTED, ("cat", "tea")),
        (Verdict.REPEAT, ("cat",)),
    ]
    assert noted.count == 2
    play.word(A, "tea")
    play.word(A, "tea")
    assert play.list_of(A) == ["cat", "tea"]
    assert play.sheet(A).again == ("cat", "tea")
    play.time_up()
    assert play.points(A) == {"cat": 1, "tea": 1}
    assert play.graded(A).points == 2


def test_capitals_blanks_and_accents_do_not_matter() -> None:
    """O-B-15: entries are compared without regard to capitals and outer spaces."""
    play = Play()
    play.line(A, "  CAT   \u00e9at,Tea;  dog ")
    assert play.list_of(A) == ["cat", "eat", "tea", "dog"]


def test_anything_but_letters_makes_an_entry_invalid() -> None:
    """O-B-15: it comes on no list; the good words of its line do, and the answer names it."""
    play = Play()
    play.line(A, "cat do9 don't tea-bag x.y dog")
    assert play.list_of(A) == ["cat", "dog"]
    assert play.one(Noted).odd == ("do9", "don't", "tea-bag")
    for words in ((), ("",), ("Cat",), ("c t",), ("\u00e9at",), ("a" * 28,)):
        if words:
            assert play.refused(A, Write(words)).fault is MoveFault.MALFORMED


@pytest.mark.parametrize("verdicts", ["deferred", "immediate"])
def test_what_is_too_short_is_noted_with_a_warning(verdicts: str) -> None:
    """O-B-15: one cube, or fewer letters than count; it stands on the list all the same."""
    play = Play(lexicon=Untouched() if verdicts == "deferred" else WORDS, verdicts=verdicts)
    play.word(A, "qu at a")
    noted = play.one(Noted)
    assert [(group.verdict, group.words) for group in noted.groups] == [
        (Verdict.SHORT, ("qu", "at", "a"))
    ]
    assert play.told(A) == ["Too short: qu, at, a (3 words so far)"]
    assert play.list_of(A) == ["qu", "at", "a"]
    play.strike(A, "qu")
    assert play.list_of(A) == ["at", "a"]


def test_too_short_on_a_large_board_is_three_letters() -> None:
    """O-B-22: four letters at least; what is judged in the end is the same."""
    play = Play(rows=None, dice="5x5")
    play.word(A, "cat tree")
    verdicts = {word: each.verdict for each in play.one(Noted).groups for word in each.words}
    assert verdicts == {"cat": Verdict.SHORT, "tree": Verdict.NOTED}
    play.time_up()
    groups = {word: group.verdict for group in play.graded(A).groups for word in group.words}
    assert groups["cat"] is Verdict.SHORT


def test_a_word_can_be_taken_back() -> None:
    """O-B-15: before time; it can be sent again, and is no repeat then."""
    play = Play()
    play.word(A, "cat tea dog tea")
    play.strike(A, "tea cat")
    assert play.one(Taken) == Taken(A, ("tea", "cat"), 1)
    assert play.list_of(A) == ["dog"]
    assert play.sheet(A).again == ()
    play.word(A, "tea")
    assert play.list_of(A) == ["dog", "tea"]
    refusal = play.refused(A, TakeBack(("dog", "house")))
    assert refusal.text == "house isn't on your list."


def test_what_was_taken_back_crosses_nothing_off() -> None:
    """O-B-15, R-B-8: it is not on the list."""
    play = Play()
    play.word(A, "cat")
    play.word(B, "cat")
    play.strike(B, "cat")
    play.time_up()
    assert play.points(A) == {"cat": 1}


@pytest.mark.parametrize("before", [1, 0])
def test_a_word_counts_up_to_the_last_moment(before: int) -> None:
    """O-B-6: at the end of the time it is still in time."""
    play = Play()
    play.now = 180_000 - before
    play.word(A, "cat")
    play.time_up()
    assert play.points(A) == {"cat": 1}


def test_after_time_a_word_does_not_exist() -> None:
    """R-B-2, O-B-6: it neither scores nor crosses anything off, and the game is not asked."""
    play = Play(target=50)
    play.round("cat")
    before = play.state
    assert play.refused(B, Write(("cat",))).fault is MoveFault.ILLEGAL
    assert play.refused(A, TakeBack(("cat",))).fault is MoveFault.ILLEGAL
    assert play.state is before
    assert play.points(A) == {"cat": 1}
    assert all(prompt.bare is None for prompt in play.prompts().values())


def test_time_up_is_told_to_all() -> None:
    """R-B-2: everyone stops writing."""
    play = Play()
    play.time_up()
    assert isinstance(play.heard(A)[0], TimeUp)
    assert play.told(B)[0] == "Time is up."


def test_a_list_has_an_end() -> None:
    """More words than a list may hold are refused, all of that line; one's own list says why."""
    play = Play()
    for first in range(0, LIST_MAX, 100):
        play.word(A, " ".join(letters(n) for n in range(first, first + 100)))
    assert play.refused(A, Write(("cat",))).text == FULL
    assert play.verbs(A) == ["take"]
    assert play.prompts()[A].bare == "word"
    play.word(A, letters(7))
    play.strike(A, letters(7))
    assert play.refused(A, Write(("cat", "dog"))).text == FULL
    play.word(A, "cat")
    assert play.list_of(A)[-1] == "cat"


def test_deferred_verdicts_look_at_nothing() -> None:
    """O-B-4, G-3: good or bad, a word is noted without the word list and without the board."""
    play = Play(lexicon=Untouched())
    seen: set[str] = set()
    for number, word in enumerate(("cat", "qua", "xyz", "abba", "zoo"), 1):
        play.word(A, word)
        play.word(B, "cat")
        play.word(A, word)
        play.strike(A, word)
        play.word(A, word)
        noted = play.one(Noted)
        seen.add(repr((noted.groups[0].verdict, noted.groups[0].points, noted.odd)))
        assert noted.count == number
    assert len(seen) == 1


def test_immediate_verdicts_are_for_the_sender() -> None:
    """O-B-4: `verdicts=immediate` tells him whether it stands on the board and in the list."""
    play = Play(verdicts="immediate")
    play.word(B, "cat")
    play.word(A, "cat ab house catx tac")
    found = {word: group.verdict for group in play.one(Noted).groups for word in group.words}
    assert found == {
        "cat": Verdict.OK,
        "ab": Verdict.SHORT,
        "house": Verdict.NOT_ON_BOARD,
        "catx": Verdict.NOT_ON_BOARD,
        "tac": Verdict.NOT_A_WORD,
    }
    assert play.heard(B) == play.heard(C) == []


def test_a_round_without_a_clock_ends_when_all_have_had_enough() -> None:
    """O-B-2, G-6: 0 means no clock; `next` ends the round once all have said so."""
    play = Play(seconds=0)
    assert play.one(Begun).seconds == 0
    assert play.state.due is None
    play.word(A, "cat")
    play.next(A)
    assert play.refused(A, Next()).fault is MoveFault.ILLEGAL
    assert play.verbs(A) == ["word", "take"]
    play.word(A, "tea")
    play.next(B)
    assert play.phase is Phase.FINDING
    play.leave(C)
    assert play.over
    assert play.points(A) == {"cat": 1, "tea": 1}


def test_with_a_clock_nobody_can_end_a_round() -> None:
    """R-B-2: it lasts as long as the timer runs."""
    play = Play()
    assert play.refused(A, Next()).fault is MoveFault.ILLEGAL
    assert "next" not in play.verbs(A)


def test_the_board_stays_as_it_lies() -> None:
    """R-B-15: whatever is sent, nobody touches the cubes while the timer runs."""
    play = Play()
    play.word(A, "cat")
    play.strike(A, "cat")
    play.leave(B)
    assert play.look().rows == ROWS


def test_too_late_to_take_back() -> None:
    """O-B-6, O-B-15: when time is up a list stays as it is."""
    play = Play(lag_credit=200)
    play.word(A, "cat")
    play.time_up()
    play.now += 1
    assert play.refused(A, TakeBack(("cat",))).text == TOO_LATE
    assert play.verbs(A) == ["word"]
