"""Writing a list while the round runs: words, repeats, taking back, time."""

from __future__ import annotations

import pytest

from parlour import SPECTATOR, MoveFault, Seat
from parlour_boggle.heard import Begun, Noted, Taken, TimeUp
from parlour_boggle.judging import FULL, TOO_LATE
from parlour_boggle.moves import Next, TakeBack, Write
from parlour_boggle.state import LIST_MAX, Phase, Verdict
from tests.plugins.boggle.playbook import ROWS, WORDS, A, B, C, D, Play, Untouched


def letters(number: int) -> str:
    """A different row of letters for each number."""
    return "".join(chr(97 + int(digit)) for digit in f"{number:04}")


def noted(play: Play) -> dict[str, Verdict]:
    """The verdicts that came at once, by word."""
    return {word: each.verdict for each in play.one(Noted).groups for word in each.words}


@pytest.mark.parametrize("seconds", [180, 60])
def test_a_round_begins_with_the_board_for_all(seconds: int) -> None:
    """R-B-1, R-B-2, R-B-15, O-B-2: one event for everybody brings the board, which nobody touches.
    From then on there are `seconds=180`, and nobody can end the round before. Then everyone stops.
    """
    play = Play(rows=None, seconds=seconds)
    begun = play.one(Begun)
    assert all(play.heard(viewer) == [begun] for viewer in (A, B, C))
    assert [len(row) for row in begun.rows] == [4, 4, 4, 4]
    assert begun.seconds == seconds
    assert play.state.ends == play.state.due == seconds * 1_000
    assert all(prompt.due == seconds * 1_000 for prompt in play.prompts().values())
    play.word(A, "cat")
    play.strike(A, "cat")
    play.leave(B)
    assert begun.rows == play.look().rows
    assert play.refused(A, Next()).fault is MoveFault.ILLEGAL
    assert "next" not in play.verbs(A)
    play.time_up()
    assert play.now == seconds * 1_000
    assert isinstance(play.heard(A)[0], TimeUp)
    assert play.told(C)[0] == "Time is up."
    assert play.over


def test_everybody_writes_a_list_of_his_own() -> None:
    """R-B-3, O-B-5: in the order in which he wrote; a line may hold several words. A word that is
    sent twice, also on one line, counts once, and its player is told.
    """
    play = Play()
    play.word(A, "cat")
    play.word(B, "tea dog")
    play.word(A, "ring cat ring ten")
    groups = [(group.verdict, group.words) for group in play.one(Noted).groups]
    assert groups == [(Verdict.NOTED, ("ring", "ten")), (Verdict.REPEAT, ("cat", "ring"))]
    assert play.one(Noted).count == 3
    play.word(A, "ten")
    play.word(A, "ten")
    assert [play.list_of(seat) for seat in (A, B, C)] == [
        ["cat", "ring", "ten"],
        ["tea", "dog"],
        [],
    ]
    assert play.sheet(A).again == ("cat", "ring", "ten")
    play.time_up()
    assert play.points(A) == {"cat": 1, "ring": 1, "ten": 1}
    assert play.graded(A).points == 3


def test_what_is_an_entry() -> None:
    """O-B-15: entries are compared without regard to capitals, accents and outer spaces. Anything
    but letters makes one invalid: it comes on no list, and the answer names it.
    """
    play = Play()
    play.line(A, "  CAT   \u00e9at,Tea;  do9 don't dog tea-bag x_y")
    assert play.list_of(A) == ["cat", "eat", "tea", "dog"]
    assert play.one(Noted).odd == ("do9", "don't", "tea-bag")
    for word in ("", "Cat", "c t", "\u00e9at", "a" * 28):
        assert play.refused(A, Write((word,))).fault is MoveFault.MALFORMED


@pytest.mark.parametrize("verdicts", ["deferred", "immediate"])
def test_what_is_too_short_is_noted_with_a_warning(verdicts: str) -> None:
    """O-B-15: one cube, or fewer letters than count; it stands on the list all the same. On a
    large board that is three letters (O-B-22), and what is judged in the end is the same.
    """
    play = Play(lexicon=Untouched() if verdicts == "deferred" else WORDS, verdicts=verdicts)
    play.word(A, "qu at a")
    assert noted(play) == dict.fromkeys(("qu", "at", "a"), Verdict.SHORT)
    so_far = "0 words so far" if verdicts == "deferred" else "0 words, 0 points so far"
    assert play.told(A) == [f"Too short: qu, at, a ({so_far})"]
    assert play.list_of(A) == ["qu", "at", "a"]
    play.strike(A, "qu")
    assert play.list_of(A) == ["at", "a"]
    play = Play(rows=None, dice="5x5", verdicts=verdicts)
    play.word(A, "cat tree")
    assert noted(play)["cat"] is Verdict.SHORT is not noted(play)["tree"]
    play.time_up()
    assert play.verdicts(A)["cat"] is Verdict.SHORT


def test_a_word_can_be_taken_back() -> None:
    """O-B-15, R-B-8: before time; it can be sent again, and is no repeat then. What was taken back
    crosses nothing off.
    """
    play = Play()
    play.word(A, "cat tea dog tea")
    play.word(B, "cat")
    play.strike(A, "tea cat")
    assert play.one(Taken) == Taken(A, ("tea", "cat"), 1, None)
    assert play.list_of(A) == ["dog"]
    assert play.sheet(A).again == ()
    play.word(A, "tea")
    assert play.list_of(A) == ["dog", "tea"]
    assert play.refused(A, TakeBack(("dog", "house"))).text == "house isn't on your list."
    play.time_up()
    assert play.points(B) == {"cat": 1}


@pytest.mark.parametrize("before", [1, 0])
def test_a_word_counts_up_to_the_last_moment(before: int) -> None:
    """R-B-2, O-B-6: at the end of the time it is still in time. Afterwards a word does not exist:
    it neither scores nor crosses anything off, and the game is not asked.
    """
    play = Play(target=50)
    play.now = 180_000 - before
    play.word(A, "cat")
    play.time_up()
    state = play.state
    assert play.refused(B, Write(("cat",))).fault is MoveFault.ILLEGAL
    assert play.refused(A, TakeBack(("cat",))).fault is MoveFault.ILLEGAL
    assert play.state is state
    assert play.points(A) == {"cat": 1}
    assert all(prompt.bare is None for prompt in play.prompts().values())


def test_too_late_to_take_back() -> None:
    """O-B-6, O-B-15: when time is up a list stays as it is."""
    play = Play(lag_credit=200)
    play.word(A, "cat")
    play.time_up()
    play.now += 1
    assert play.refused(A, TakeBack(("cat",))).text == TOO_LATE
    assert play.verbs(A) == ["word"]


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


def test_deferred_verdicts_look_at_the_board_alone() -> None:
    """O-B-4, G-3: good or bad, a word is noted without the word list."""
    play = Play(lexicon=Untouched())
    seen: set[str] = set()
    for number, word in enumerate(("cat", "qua", "tac", "ring", "redo"), 1):
        play.word(A, word)
        play.word(B, "cat")
        play.word(A, word)
        play.strike(A, word)
        play.word(A, word)
        answer = play.one(Noted)
        seen.add(repr((answer.groups[0].verdict, answer.groups[0].points, answer.odd)))
        assert answer.count == number
    assert len(seen) == 1


@pytest.mark.parametrize("verdicts", ["deferred", "immediate"])
def test_what_the_board_cannot_spell_is_told_at_once(verdicts: str) -> None:
    """O-B-4: everybody sees the board. It is not counted, and not called a repeat either."""
    play = Play(verdicts=verdicts)
    play.word(B, "house")
    play.word(A, "house cat")
    assert noted(play)["house"] is Verdict.NOT_ON_BOARD is not noted(play)["cat"]
    assert play.one(Noted).count == 1
    assert play.heard(B) == play.heard(C) == []
    play.word(A, "house house cat")
    assert noted(play) == {"cat": Verdict.REPEAT, "house": Verdict.NOT_ON_BOARD}
    assert play.shown(A)[7:] == [
        "Your list (1): cat" if verdicts == "deferred" else "Your list (1 word, 1 point): cat",
        "  not on the board: house",
    ]
    assert play.sheet(A).again == ("cat",)
    play.strike(A, "house")
    assert (play.one(Taken).count, play.list_of(A)) == (1, ["cat"])


def test_immediate_verdicts_are_for_the_sender() -> None:
    """O-B-4: `verdicts=immediate` tells him whether it stands on the board and in the list, and
    what he has so far.
    """
    play = Play(verdicts="immediate")
    play.word(B, "cat")
    play.word(A, "cat ab house catx tac")
    assert noted(play) == {
        "cat": Verdict.OK,
        "ab": Verdict.SHORT,
        "house": Verdict.NOT_ON_BOARD,
        "catx": Verdict.NOT_ON_BOARD,
        "tac": Verdict.NOT_A_WORD,
    }
    assert (play.one(Noted).count, play.one(Noted).total) == (1, 1)
    assert play.heard(B) == play.heard(C) == []
    assert play.look().rows == ROWS
    play.word(A, "cat cared raced dog")
    assert play.told(A) == [
        "Good: cared +2, raced +2, dog +1; already on your list: cat (4 words, 6 points",
        "  so far)",
    ]
    assert play.shown(A)[7] == "Your list (4 words, 6 points): cat, dog, cared, raced"
    play.strike(A, "cared")
    assert play.told(A) == ["Taken back: cared (3 words, 4 points so far)"]


@pytest.mark.parametrize(
    ("seats", "bots", "version", "terms"),
    [
        (1, (), "", ("immediate", "unique")),
        (2, (B,), "", ("immediate", "all")),
        (4, (B, C, D), "2", ("immediate", "all")),
        (2, (), "", ("deferred", "unique")),
        (3, (B,), "", ("deferred", "unique")),
        (2, (B,), "1", ("deferred", "unique")),
    ],
)
def test_the_terms_depend_on_who_plays(
    seats: int, bots: tuple[Seat, ...], version: str, terms: tuple[str, str]
) -> None:
    """O-B-4: unless somebody has chosen. Games that began before stay as they were. It is said
    when the game begins, to those who play, and in the first round alone.
    """
    play = Play(seats, bots=bots, version=version, target=50)
    begun = play.one(Begun)
    assert (begun.verdicts, begun.scoring) == terms
    assert (play.look().terms.verdicts, play.look().terms.scoring) == terms
    secret = "Your list stays secret. After time, you learn which words are good."
    at_once = "You learn at once if a word is good."
    doubled = "All words count. Words that nobody else has count twice."
    said = {"deferred": [secret], "immediate": [at_once], "all": [doubled], "unique": []}
    lines = [line for line in play.told(A) if line in (secret, at_once, doubled)]
    assert lines == [line for term in terms for line in said[term]]
    assert not {secret, at_once} & {*play.told(SPECTATOR)}
    play.time_up()
    play.time_up()
    assert play.of(Begun)
    assert not {secret, at_once, doubled} & {*play.told(A)}
    chosen = Play(1, verdicts="deferred", scoring="all").one(Begun)
    assert (chosen.verdicts, chosen.scoring) == ("deferred", "all")


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
