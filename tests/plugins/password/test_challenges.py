"""Challenges: two words or hyphenated? The dictionary decides (R-W-16, O-W-3, O-W-6 to O-W-8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parlour import SPECTATOR, Lexicon, MoveFault, Seat
from parlour_kit.words import SmallList
from parlour_password import PASSWORD
from parlour_password.heard import Answered, Challenged, ClueGiven, Kept, Waived, WordOver
from parlour_password.moves import Challenge, Clue, Guess, Waive
from parlour_password.state import Answer, Outcome, Phase, Verdict
from tests.plugins.password.playbook import ENGLISH, A, B, C, D, Play

LETTERS = SmallList(("teapot", "dont", "tower", "strong", "hitch", "cock", "a"), never=("cock",))


def play_with(**options: Any) -> Play:
    """A game in which clues can be challenged."""
    return Play(clue_check="challenge", **options)


def clued(clue: str = "fortress", **options: Any) -> Play:
    """The same, and ann has given a clue."""
    play = play_with(**options)
    play.clue(clue)
    return play


def test_who_may_challenge_and_until_when() -> None:
    """O-W-3, O-W-6: with `clue_check=challenge` blanks and hyphens pass, but no digits and points;
    parts and forms are refused all the same. Either opponent may challenge, after the clue is
    shown, for `challenge_seconds=5`.
    """
    play = play_with()
    assert play.refused(A, Clue("c4")).fault is MoveFault.MALFORMED
    assert "castle" in play.refused_clue("castles")
    assert "contains castle" in play.refused_clue("sand castle")
    play.clue("t-shirt")
    assert play.state.clue == "t-shirt"
    assert play.one(ClueGiven).opponents == play.state.opponents == (B, D)
    assert play.look().open_to == (B, D)
    assert play.deadline == 5_000
    for seat in (B, D):
        assert play.verbs(seat) == ["challenge", "waive"]
        prompt = play.prompts()[seat]
        assert (prompt.due, prompt.urgent) == (5_000, False)
    for seat in (A, C):
        text = play.refused(seat, Challenge()).text
        assert text == "Only the other team can challenge this clue."
    play.time_up()
    assert play.events == []
    assert play.look().open_to == ()
    assert play.refused(B, Challenge()).text == "There is no clue to challenge now."
    assert play.deadline == 30_000
    play.time_up()  # silence, after both clocks (O-W-10)
    assert play.one(Answered).answers[0].verdict is Verdict.SILENT
    assert play.now == 30_000


@pytest.mark.parametrize(("seat", "words", "points"), [(B, 0, 8), (D, 0, 8), (B, 8, 20)])
def test_a_challenge_that_is_right(seat: Seat, words: int, points: int) -> None:
    """R-W-11, R-W-16, O-W-7, C-W-1: the word is over, and the challenger's receiver has the points
    that the dial shows for that clue; double for word 5. No answer is said.
    """
    play = play_with()
    play.skip(words)
    play.miss(0 if words else 2)
    play.clue("strong house")
    play.guess("castle" if not words else play.word.word, C)
    play.challenge(seat)
    assert play.kinds() == ["challenged", "over"]
    assert play.one(Challenged) == Challenged(seat, A, "strong house", True)
    over = play.one(WordOver)
    assert (over.outcome, over.scorers, over.points) == ("challenge", (D,), points)
    assert play.state.sealed == ()
    assert play.scores == (0, 0, 0, points)
    assert play.heard(SPECTATOR) == play.events


@pytest.mark.parametrize("clue", ["teapot", "tea pot", "tea-pot", "Teapot!"])
def test_a_challenge_that_is_wrong(clue: str) -> None:
    """O-W-7, O-W-8: written as one word it is in the dictionary: the giver's receiver scores."""
    play = clued(clue, lexicon=LETTERS)
    play.challenge(B)
    assert not play.one(Challenged).right
    assert play.scores == (0, 0, 10, 0)
    assert play.last.outcome is Outcome.CHALLENGE


ONE_WORD = {
    "strongtower": False,
    "towerstrong!": False,
    "strong tower": False,
    "xylofoam": True,
    "atower": True,  # a piece has two letters at least
    "totower": False,  # and then it is a common word
    "aetower": True,
    "strongtowerstrong": False,  # three pieces
    "hitchcock": True,  # a name
    "don't": True,  # an apostrophe is no matter
}
TOGETHER = ("nosmoking", "ofcourse", "welltodo", "outofdate", "stateoftheart", "goodbyekiss")
NAMES = (
    *("agatha", "beethoven", "blackpool", "Churchill", "facebook", "Hitchcock", "starbucks"),
    *("Skywalker", "SpongeBob", "batman", "playstation", "photoshop", "hogwarts", "superman"),
    *("youtube", "waterworld", "goldfinger", "starcraft", "disneyland", "underwood"),
)


@pytest.mark.parametrize(
    ("lexicon", "clue", "right"),
    [
        *((LETTERS, clue, right) for clue, right in ONE_WORD.items()),
        *((ENGLISH, clue, False) for clue in TOGETHER),
        *((ENGLISH, clue, False) for clue in ("strongtower", "stonehouse", "bighouse")),
        (ENGLISH, "fishpond", True),
        *((ENGLISH, clue, True) for clue in NAMES),
        (None, "tower", True),
        (None, "ice cream", False),
        (None, "t-shirt", False),
    ],
)
def test_what_is_one_word(lexicon: Lexicon | None, clue: str, right: bool) -> None:
    """R-W-17, O-W-8: what the dictionary does not have is no single word if it is two or more of
    its words written together, of two letters only common ones; the sheet's own *well-to-do*, too.
    No name is lost by a challenge. Without a dictionary a word is what is written as one.
    """
    for check in ("challenge", "referee"):
        if check == "challenge" or clue.isalpha():
            play = Play(clue_check=check, lexicon=lexicon)
            play.clue(clue)
            if check == "challenge" or play.state.open:
                play.challenge(D)
                assert play.one(Challenged).right is not right
            else:
                assert lexicon is None or clue.lower() in lexicon


@pytest.mark.parametrize("typed", ["SpongeBob", "McDonald", "Beyonc\u00e9", "LOUD"])
def test_a_clue_is_shown_as_its_giver_typed_it(typed: str) -> None:
    """O-W-8: capitals included; closing marks are tone (O-W-19)."""
    assert clued(f"{typed}!").look(SPECTATOR).given[-1].text == typed


@pytest.mark.parametrize("answer", ["castle", None])
def test_the_answer_is_held_back(answer: str | None) -> None:
    """O-W-6, G-3: sealed until the window is closed; its sender knows, and nobody else. A pass
    looks the same from outside.
    """
    play = clued()
    others = (A, B, D, SPECTATOR)
    before = [play.look(viewer) for viewer in others]
    waits = {seat: prompt.due for seat, prompt in play.prompts().items() if seat != C}
    if answer is None:
        play.decline(C)
    else:
        play.guess(answer, C)
    assert play.heard(C) == play.events == [Kept(C, answer)]
    assert all(play.heard(viewer) == [] for viewer in others)
    assert [play.look(viewer) for viewer in others] == before
    assert {seat: prompt.due for seat, prompt in play.prompts().items()} == waits
    assert play.deadline == 5_000
    assert (play.look(C).answer, play.look(C).answered) == (answer, True)
    assert play.refused(C, Guess("tower")).text.startswith("You have already answered this clue")
    play.time_up()
    verdict = Verdict.RIGHT if answer else Verdict.PASSED
    assert play.one(Answered).answers == (Answer(C, answer, verdict),)
    assert play.scores == (0, 0, 10 if answer else 0, 0)


def test_both_opponents_waive() -> None:
    """O-W-6: then nothing is held back any more; one alone is his own business."""
    play = clued()
    play.guess("tower", C)
    assert play.move(B, Waive()) == [Waived(B)]
    assert play.heard(B) == play.events
    for viewer in (A, C, D, SPECTATOR):
        assert play.heard(viewer) == []
    assert [play.look(seat).waived for seat in (B, D)] == [True, False]
    assert play.look(D).open_to == (B, D)
    assert play.verbs(B) == []
    assert play.refused(B, Challenge()).text == "You have already accepted this clue."
    play.waive(D)
    assert play.kinds() == ["waived", "answers"]
    assert (play.phase, play.state.dial) == (Phase.CLUE, 9)


def test_the_answer_is_waited_for_if_there_is_none_yet() -> None:
    """O-W-6, O-W-10: the guess clock goes on; now the game waits for the receiver alone."""
    play = clued()
    assert not play.prompts()[C].urgent
    play.waive(D, B)
    assert play.phase is Phase.GUESS
    assert list(play.prompts()) == [C]
    assert play.prompts()[C].urgent
    assert play.deadline == 30_000
    play.guess("castle", C)
    assert play.kinds() == ["answers", "over"]


def test_clocks_of_an_answer_and_of_a_challenge() -> None:
    """O-W-6, G-6: the time for an answer is never the shorter one, as it would not come out sooner
    anyway; one tick ends both. Without a guess clock the answer may take as long as it likes.
    """
    play = clued(guess_seconds=2, challenge_seconds=5)
    assert play.prompts()[C].due == 5_000
    play.time_up()
    assert play.one(Answered).answers[0].verdict is Verdict.SILENT
    assert play.phase is Phase.CLUE
    play = clued(guess_seconds=0)
    assert play.deadline == 5_000
    play.time_up()
    assert play.deadline is None
    assert play.prompts()[C].due is None


def test_a_chance_has_no_window() -> None:
    """O-W-12: the clue has stood; the answer comes out at once."""
    play = clued("taken", words=("stolen", *("castle",) * 9))
    play.guess("steal", C)
    play.waive(B, D)
    assert play.phase is Phase.CHANCE
    assert list(play.prompts()) == [C]
    play.guess("stolen", C)
    assert play.last.outcome is Outcome.FOUND


def test_nobody_challenges_where_the_referee_judges() -> None:
    """O-W-6: `clue_check=referee`: a clue that stands in the list waits for nobody, nor does one
    with three players, or where there is no list.
    """
    for play in (Play(), Play(lexicon=None), Play(3, lexicon=LETTERS)):
        play.clue("fortress")
        assert not play.state.open
        assert play.one(ClueGiven).opponents == ()
        text = (
            "There is no clue to challenge now." if play.state.opponents else "The referee judges"
        )
        for move in (Challenge(), Waive()):
            assert text in play.refused(D if play.state.opponents else B, move).text
        assert play.verbs(D) == []


def test_what_is_not_in_the_list_can_be_challenged_where_the_referee_judges() -> None:
    """O-W-6: two words and hyphens are refused all the same; the answer is held back."""
    play = Play(lexicon=LETTERS)
    assert "one word" in play.refused_clue("strong tower")
    play.clue("fortress")
    assert play.one(ClueGiven).opponents == play.look(D).open_to == (B, D)
    assert play.state.window == 5_000
    assert play.verbs(D) == ["challenge", "waive"]
    play.guess("palace", C)
    assert play.one(Kept)
    play.waive(B, D)
    assert play.one(Answered)
    assert not play.state.open


def test_without_a_clock_a_clue_is_open_until_both_have_waived() -> None:
    """G-2, G-6: `challenge_seconds=0`; the answer and its clock wait so long. For whom the game
    waits is public, so everybody sees who has let a clue stand.
    """
    play = Play(lexicon=LETTERS, challenge_seconds=0)
    play.clue("fortress")
    assert play.deadline is None
    assert [seat for seat, prompt in play.prompts().items() if prompt.urgent] == [B, D]
    play.guess("palace", C)
    assert play.one(Kept)
    play.waive(B)
    assert play.state.open
    assert [seat for seat, prompt in play.prompts().items() if prompt.urgent] == [D]
    for seed in range(8):
        assert PASSWORD.views.resample(play.state, SPECTATOR, Random(seed)).waived == {B}
    play.waive(D)
    assert play.one(Answered)
    play.clue("towering")
    play.waive(A, C)
    assert play.deadline == 30_000


@pytest.mark.parametrize(
    ("seats", "check", "open_"),
    [(4, "challenge", False), (4, "referee", False), (3, "referee", True)],
)
def test_the_word_list_cannot_be_asked_before_a_challenge(
    seats: int, check: str, open_: bool
) -> None:
    """O-W-8: while a word is in play that would settle it; between two words it is open."""
    play = Play(seats, clue_check=check)

    def may_look_up() -> bool:
        (answer,) = {
            PASSWORD.views.may_look_up(play.state, viewer, word)
            for viewer in (A, D, SPECTATOR)
            for word in ("tower", "xylofoam")
        }
        return answer

    assert may_look_up() is open_
    play.clue("fortress")
    assert may_look_up() is open_
    if check == "challenge":
        play.waive(B, D)
    play.guess("castle", C)
    assert may_look_up()
